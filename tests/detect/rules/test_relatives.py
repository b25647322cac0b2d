"""Relatives, nicknames and people whom a sentence mentions."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Parents arrived from [[COUNTRY:Afghanistan]] [[DATE:Nov 2021]].", "a country, not a person"),
    ("Her mother [[PATIENT:Ann]] was present.", "mother Ann"),
    ("Lives with his wife [[PATIENT:Jolanta]].", "a wife"),
    ("Sons [[PATIENT:Liam]] and [[PATIENT:Noah]] visit.", "several"),
    ("[[PATIENT:Naomi]], her daughter, drove.", "the relative behind"),
    ("Her daughter ([[PATIENT:Naomi]]) drove.", "in brackets"),
    ("A man named [[PATIENT:Reginald]] called.", "named"),
    ("Goes by [[PATIENT:Teddy]].", "goes by"),
    ("Seen by [[DOCTOR:Wells]] at noon.", "seen by"),
    ("Discussed with [[DOCTOR:Ortiz]] by phone.", "discussed with"),
    ("Paged [[DOCTOR:Lindqvist]] twice.", "paged"),
    ("her mother [[PATIENT:ann]] was present", "in small letters"),
    ("Mother is healthy, father had a stroke.", "no names"),
    ("Family history: mother Parkinson's disease.", "a disease beside a relative"),
    ("Lives with wife and two sons.", "no names beside relatives"),
    ("Seen by Neurology and Cardiology.", "seen by services"),
    ("Discussed with Pharmacy.", "discussed with a service"),
    ("Sister with breast cancer at age [[AGE:52]].", "an illness beside a relative"),
    ("Prefers [[PATIENT:Bess]].", "prefers"),
    ("He goes by [[PATIENT:Hope]].", "goes by a name that is a word"),
    ("Ring [[PATIENT:Grace]] [[PHONE:617-555-0142]].", "a name that is a word before a telephone number"),
    ("Spoke with [[PATIENT:Jolanta Brandt]] at length.", "spoke with"),
    ("Seen by [[DOCTOR:Ortiz]] at noon.", "seen by, a name that is no word"),
    ("seen by [[DOCTOR:ortiz]] at noon", "seen by, in small letters"),
    ("Ring [[PATIENT:Naomi]] [[PHONE:617-555-0142]].", "before a telephone number"),
    ("his mother, [[PATIENT:Ann]], called.", "between commas"),
    ("Mother [[PATIENT:Hope]] called; wife [[PATIENT:April]] too.", "names that are words"),
    ("Brother has Huntington's disease.", "a brother's disease"),
    ("Father Crohn's disease, sister Graves' disease.", "diseases right behind relatives"),
]
KNOWN_FAILURES: Rows = [
    ("Prefers to be called [[PATIENT:Bess]].", "found as a doctor"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
