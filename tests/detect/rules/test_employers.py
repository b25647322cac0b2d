"""Employers, schools and insurers."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("works for [[ORGANIZATION:Pelletier & Sons Freight]].", "a family's firm"),
    ("he drives for [[ORGANIZATION:pelletier & sons freight]] and is worried.", "in small letters"),
    ("Works at [[ORGANIZATION:Brindle Foods]].", "works at"),
    ("Insurance: [[ORGANIZATION:Blue Cross Blue Shield]].", "an insurer"),
    ("Covered by [[ORGANIZATION:Aetna]].", "an insurer of one word"),
    ("Picked up at [[ORGANIZATION:Walgreens]].", "a chain"),
    ("Attends classes at [[ORGANIZATION:Tamsin College]].", "a college"),
    ("Works for herself at home.", "no employer"),
    ("Works at night.", "works at night"),
    ("Works for the city.", "an employer everybody has"),
    ("Employed by [[ORGANIZATION:Harrow Optics]] since spring.", "employed by"),
    ("Member of [[ORGANIZATION:Rotary Club]].", "a club"),
    ("Medicare and Medicaid pending.", "what everybody has"),
    ("Cook at [[ORGANIZATION:Brindle Foods]] until [[DATE:2019]].", "a job at a firm"),
]
KNOWN_FAILURES: Rows = [
    ("Retired from [[ORGANIZATION:Consolidated Paper]].", "a firm found as a town"),
    ("She works at [[ORGANIZATION:Google]].", "a firm of one word found as a town"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
