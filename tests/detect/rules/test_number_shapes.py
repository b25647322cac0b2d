"""Numbers that give themselves away by their shape."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Known #NOF [[DATE:2021]] (DHS).", "a fracture as British notes have it, and its year"),
    ("Label #[[IDNUM:ABC 88213]].", "letters before the figures"),
    ("The car, [[VEHICLE:1HGCM82633A004352]], was totalled.", "a vehicle by shape"),
    ("He gave [[SSN:219-09-9999]] as his number.", "a social security number by shape"),
    ("Last four SSN: [[SSN:xxx-xx-9999]]", "a masked social security number"),
    ("Found on the wristband: [[IDNUM:447190388]].", "a long number that measures nothing"),
    ("Labelled [[IDNUM:QX-448812-B]] on arrival.", "letters and figures"),
    (
        "NAME            UNIT\n[[PATIENT:Ortiz, Elena]]    [[IDNUM:448812]]\n",
        "a number that fills a field of a table",
    ),
    ("Sample #[[IDNUM:88213]] was lost.", "a number sign"),
    ("Tracked as [[IDNUM:1044-22-871]] by the lab.", "groups of figures"),
    ("The year [[DATE:2024]] and the range 2000-3000 stay apart.", "years and ranges are no numbers of anybody"),
    ("Reference range 4500-11000.", "a range of values"),
]
KNOWN_FAILURES: Rows = []

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
