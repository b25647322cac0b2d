"""Names with a title, a role or a credential."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Name: Smt. [[PATIENT:Sulochana Deshpande]]", "an Indian title"),
    ("DR. [[DOCTOR:VANDERHOEK]] MADE A NOTE", "a word behind it, in capitals"),
    ("Seen by Dr. [[DOCTOR:Wells]] today.", "Dr."),
    ("Seen by Dr [[DOCTOR:Hans-Helmut Wells]] today.", "without a point, with a given name"),
    ("Drs. [[DOCTOR:Wells]], [[DOCTOR:Ortiz]] and [[DOCTOR:Park]] agree.", "several doctors"),
    ("Mr. [[PATIENT:Abernathy]] was alert.", "Mr."),
    ("Mrs. [[PATIENT:O'Connell]] and Ms. [[PATIENT:Adeyemi-Price]] agree.", "Mrs. and Ms."),
    ("Miss [[PATIENT:Quill]] is well.", "Miss"),
    ("Reviewed by [[DOCTOR:Anna Wells]], MD.", "before MD"),
    ("[[DOCTOR:Tomas Ortiz]], RN", "before RN"),
    ("[[DOCTOR:Elena Park]] MD", "before MD, no comma"),
    ("[[DOCTOR:Elena R. Park]], M.D.", "with points"),
    ("[[DOCTOR:WELLS, ANNA]] MD", "surname first before a credential"),
    ("CNA [[DOCTOR:Young]] assisted.", "a role"),
    ("Nurse [[DOCTOR:Ortiz]] called.", "a nurse"),
    ("Attending [[DOCTOR:Wells]] agrees.", "an attending"),
    ("Officer [[PATIENT:Brandt]] escorted him.", "an officer"),
    ("Prof. [[DOCTOR:Lindqvist]] reviewed.", "a professor"),
    ("DR. [[DOCTOR:WELLS]] SAW THE PATIENT", "in capitals"),
    ("seen by dr. [[DOCTOR:wells]] today", "in small letters"),
    ("Dr. [[DOCTOR:May]] and Dr. [[DOCTOR:Rose]] agree.", "names that are words"),
    ("Dr. [[DOCTOR:van der Berg]] agrees.", "particles"),
    ("Dr. [[DOCTOR:J. Sorensen]] agrees.", "an initial"),
    ("Dr. [[DOCTOR:Håkonsen]] agrees.", "a letter of another alphabet"),
    ("Dr. [[DOCTOR:Foley]] placed a Foley catheter.", "Dr. Foley beside a Foley catheter"),
    ("The MD was called.", "MD alone"),
    ("Discussed with the RN and the PA.", "roles alone"),
    ("The doctor will see the patient.", "a doctor without name"),
    ("MS since 2 years, on interferon.", "multiple sclerosis"),
    ("Attending physician aware.", "no name behind a role"),
    ("Nurse practitioner aware.", "a role of two words"),
    ("Dr. [[DOCTOR:de la Cruz]] agrees.", "two particles"),
    ("Dr. [[DOCTOR:De La Cruz]] agrees.", "two particles with capitals"),
    ("Dr. [[DOCTOR:Ng]] and Dr. [[DOCTOR:Wu]] agree.", "names of two letters"),
    ("Dr. [[DOCTOR:O’Brien]] and Mr. [[PATIENT:St. John]] agree.", "an apostrophe, a saint"),
    ("Dr. [[DOCTOR:Łukasz Żółkiewski]] agrees.", "Polish letters"),
    ("Dr. [[DOCTOR:Will]] will call.", "a name that is a verb"),
    ("Dr.\n[[DOCTOR:Wells]] agrees.", "a line end between"),
    ("[[DOCTOR:Anna Wells]], PA-C", "before PA-C"),
    ("/s/ [[DOCTOR:Anna Wells]], MD", "a signature"),
    ("Ms. [[PATIENT:de los Reyes]] called.", "a particle that the rules do not know"),
    ("Dr. [[DOCTOR:W.]] agrees.", "a title and an initial"),
    ("[[DOCTOR:Anna Wells]], DO", "a credential that is a verb: found as a patient"),
]
KNOWN_FAILURES: Rows = [
    ("Dr. [[DOCTOR:李]] agrees.", "a name of one sign"),
    ("[[DOCTOR:Wells]] MD", "a name that reads as town and state"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
