"""Numbers, names and dates that are spelled out."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("no faster by [[DATE:the twenty second]] please", "a day alone"),
    ("on the third day of treatment", "a day that counts"),
    ("no h c t z and a b m p please", "abbreviations"),
    ("first name spelled [[PATIENT:a l c i d e]] medical", "a name that is a brand as well"),
    ("fax is [[FAX:nine three seven five five five oh one eight eight]] period", "a fax figure by figure"),
    ("page me, [[PHONE:2 0 7 5 5 5 0 1 1 2]].", "single figures"),
    ("medical record number [[IDNUM:four four one nine oh seven]] new paragraph", "a record number in words"),
    ("call [[PHONE:five five five, oh one, double two]] tonight", "doubled figures"),
    ("last name spelled [[PATIENT:a b e r n e t h y]] date", "a name letter by letter"),
    ("That's [[PATIENT:K-O-W-A-L]], with a K.", "with hyphens"),
    ("seen on [[DATE:february second two thousand eighteen]] at nine", "a date in words"),
    ("back on [[DATE:March the twenty-third]] or so", "without a year"),
    ("since the [[DATE:third of may nineteen ninety eight]].", "the day first"),
    ("Pain 0 1 2 3 4 5 6 7 8 9 10 circled.", "a scale"),
    ("Scores 1 1 1 1 1 1 1 on all items.", "the same figure"),
    ("Options A B C D E were offered.", "the alphabet"),
    ("Two or three of four tests, one to two a day.", "numbers in a sentence"),
    ("second march of dimes walk", "a march"),
]
KNOWN_FAILURES: Rows = [
    ("D: I A P E plan", "headings of one letter"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
