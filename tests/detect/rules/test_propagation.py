"""What was found once in a note is found everywhere in it."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    (
        "Patient: [[PATIENT:Mary Wilson]]\n\nMs. [[PATIENT:Wilson]] came. [[PATIENT:Wilson]] was stable. "
        "Later [[PATIENT:Wilson]] slept. No Wilson's disease.",
        "a patient whose name is an eponym",
    ),
    (
        "Mr. [[PATIENT:Foley]] has a Foley catheter. The Foley drains. [[PATIENT:Foley]] agrees.",
        "the eponym beside it",
    ),
    ("Dr. [[DOCTOR:Li]] agreed; [[DOCTOR:Li]] to follow. [[DOCTOR:Li]]'s plan.", "a name of two letters"),
    ("Mrs. [[PATIENT:Lewis-Carter]] came. Later [[PATIENT:Lewis-Carter]] left.", "a double name of two words"),
    ("Patient: [[PATIENT:Jolanta Brzezicki]]\n[[PATIENT:Brzezicki]] slept well.", "surname alone"),
    ("Patient: [[PATIENT:Jolanta Brzezicki]]\n[[PATIENT:Jolanta]] slept well.", "given name alone"),
    ("Mr. [[PATIENT:Abernathy]] came in. PATIENT [[PATIENT:ABERNATHY]] LEFT.", "in capitals"),
    ("Mr. [[PATIENT:Abernathy]] came in. Told [[PATIENT:abernathy]] to rest.", "in small letters"),
    ("Mr. [[PATIENT:Abernathy]] came in. Told [[PATIENT:Abernaty]] to rest.", "a letter missing"),
    ("Mr. [[PATIENT:Abernathy]] came in. Told [[PATIENT:Abernatthy]] to rest.", "a letter too many"),
    ("Mr. [[PATIENT:Abernathy]] came in. Told [[PATIENT:Abernahty]] to rest.", "two letters swapped"),
    ("Mr. [[PATIENT:Brzezicki]] came in. Told [[PATIENT:Bzezicki]] to rest.", "missing, of no list"),
    ("Mr. [[PATIENT:Brzezicki]] came in. The note of [[PATIENT:Brzezicky]] is here.", "another letter, of no list"),
    ("Patient: [[PATIENT:Jolanta Brandt]]. [[PATIENT:J.B.]] tolerated the visit.", "initials with points"),
    ("Seen by [[DOCTOR:Tomas Ortiz]], MD.\nAll stable.\n- [[DOCTOR:TO]]", "initials where people sign"),
    ("Patient: [[PATIENT:Jolanta Brandt]]. Note signed /[[PATIENT:jb]]\n", "initials in small letters"),
    ("Dr. [[DOCTOR:Foley]] placed the Foley catheter. Foley draining well.", "Dr. Foley beside a Foley"),
    ("Foley catheter placed by Dr. [[DOCTOR:Foley]].", "the catheter first"),
    ("Dr. [[DOCTOR:Wells]] noted a Wells score of 4. [[DOCTOR:Wells]] agrees.", "Dr. Wells beside a Wells score"),
    ("Dr. [[DOCTOR:Parkinson]] follows her for Parkinson's disease.", "Dr. Parkinson"),
    ("Dr. [[DOCTOR:May]] called. She may go home.", "a name that is a verb"),
    ("Mrs. [[PATIENT:Rose]] slept. The rash is rose-colored, blood pressure rose.", "a name that is a colour"),
    ("Mr. [[PATIENT:Brown]] has brown sputum.", "a name that is a colour too"),
    ("Mrs. [[PATIENT:Adeyemi-Price]] came. [[PATIENT:Adeyemi]] left.", "half a double name"),
    ("Mrs. [[PATIENT:Price]] came. Ms. [[PATIENT:Adeyemi-Price]] left.", "a double name"),
    ("Lives at [[HOSPITAL:Bayview Manor]]. Called [[HOSPITAL:Bayview Manor]] twice.", "a facility again"),
    ("MRN: [[MEDICALRECORD:44719]]. Label reads [[MEDICALRECORD:44719]] too.", "a number again"),
    ("Phone [[PHONE:555-0142]], again [[PHONE:555-0142]].", "a telephone again"),
    ("Dr. [[DOCTOR:Ortiz]] agrees. Login [[USERNAME:tortiz]].", "a login made of the name"),
    ("Dr. [[DOCTOR:Abernathy]] agrees. Sent to [[USERNAME:habernathy2]] today.", "a login with figures"),
    ("The [[PATIENT:Abernathys]] came. Mr. [[PATIENT:Abernathy]] spoke.", "the plural"),
    ("Dr. [[DOCTOR:Håkonsen]] agrees. [[DOCTOR:Hakonsen]] will call.", "without its accent"),
    ("Dr. [[DOCTOR:Wells]] agrees. The wells of the plate were read.", "wells in a laboratory"),
    ("Mr. [[PATIENT:Black]] came. Stool was black.", "a stool"),
    ("Mrs. [[PATIENT:Hope]] came. We hope for the best.", "hope"),
    ("Mr. [[PATIENT:Ortiz]] came. Otitis media was noted.", "a word near the name"),
    ("Mr. [[PATIENT:Martin]] came. Margin was clear.", "a word near the name, too"),
    (
        "Patient: [[PATIENT:WELLS, ANNA]]\n[[PATIENT:Anna]] is well. Ms. [[PATIENT:Wells]] left.",
        "from capitals to small",
    ),
    ("Mr. [[PATIENT:Brzezicki]] came in. [[PATIENT:Brzezicky]] slept.", "misspelt at the start of a sentence"),
    ("Mr. [[PATIENT:Brzezicki]] came in. Then [[PATIENT:BRZEZICKI]] slept.", "in capitals inside a sentence"),
    ("Mr. [[PATIENT:Abernathy]] came in. [[PATIENT:Abernathy]] left.", "surname alone opens a sentence"),
    (
        "Patient: [[PATIENT:Jolanta Brandt]]. [[PATIENT:Brandt]] left with family.",
        "surname alone opens a sentence, after a field",
    ),
    ("Mr. [[PATIENT:Abernathy]] came in. Today [[PATIENT:Abernathy]]'s hand healed.", "the possessive"),
    (
        "Mr. [[PATIENT:Abernathy]] came in. Today [[PATIENT:Abernathy]]’s hand healed.",
        "the possessive, other apostrophe",
    ),
    ("Mr. [[PATIENT:Abernathy]] came in. The wound of [[PATIENT:Abernethy]] healed.", "another letter"),
    (
        "Mr. [[PATIENT:Brzezicki]] came in. The note of [[PATIENT:brzezicky]] is here.",
        "misspelt and in small letters",
    ),
    ("Mr. [[PATIENT:Foley]] has a Foley. [[PATIENT:Foley]] agrees.", "an eponym as a surname alone"),
]
KNOWN_FAILURES: Rows = [
    ("Mr. [[PATIENT:Abernathy]] came in. Called [[PATIENT:Abernathy]]'s wife.", "found as a doctor"),
    ("Mr. [[PATIENT:Long]] came. Long discussion held.", "long at the start of a sentence"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
