"""Names that medicine uses for things."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Grey Turner and Cullen absent.", "a sign of two names"),
    ("Overnight BiPAP 12/5, V/A RE 6/9.", "pressures and sight"),
    ("No graham steell murmur.", "an eponym of two in small letters"),
    ("s/p Whipple. s/p Whipple procedure in [[DATE:2019]].", "operations"),
    ("Foley catheter in place.", "a catheter"),
    ("Foley draining clear urine.", "a Foley alone"),
    ("The Foley was removed.", "a Foley inside a sentence"),
    ("Babinski downgoing bilaterally.", "Babinski opens a sentence"),
    ("Negative Babinski.", "Babinski"),
    ("Parkinson's disease since childhood.", "Parkinson's"),
    ("Has Parkinson’s and Alzheimer’s.", "the other apostrophe"),
    ("Wells score 4.5, low Wells.", "Wells score"),
    ("Hodgkin lymphoma, Crohn disease.", "without possessive"),
    ("Graves' disease and Bell's palsy.", "more"),
    ("Ringer's lactate at 100 ml.", "a fluid"),
    ("Baker's cyst and Colles' fracture.", "a cyst"),
    ("ON EXAM, BABINSKI NEGATIVE. FOLEY IN PLACE.", "in capitals"),
    ("parkinson's disease, foley catheter, wells score", "in small letters"),
    ("Dr. [[DOCTOR:Babinski]] agrees.", "a title makes a person"),
    ("Mr. [[PATIENT:Foley]] has a Foley.", "a man with a catheter"),
    ("[[PATIENT:Jasper]]'s test was normal.", "a boy's test"),
    ("Seen by Dr. [[DOCTOR:Crohn]] for Crohn's.", "both"),
    ("Patient: [[PATIENT:Anna Foley]]", "a field makes a person"),
    ("Murphy's sign negative, Virchow's node absent.", "signs in the possessive"),
    ("Allen's test normal.", "a test with a frequent given name"),
]
KNOWN_FAILURES: Rows = []

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
