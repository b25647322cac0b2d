"""Logins, and the initials of who dictated and typed."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Churna was given by brother-in-law, added by x-cover.", "words with hyphens"),
    ("Username: [[USERNAME:jbrandt7]]", "a user name"),
    ("Charted by [[USERNAME:ewells2]]", "charted by"),
    ("Login [[USERNAME:tortiz]] was locked.", "a login"),
    ("Dictated, not read.\n[[USERNAME:HW/kq]]\n", "the initials of who dictated and typed"),
    ("SpO2 97, HbA1c pending.", "lab names with figures"),
    ("Assessment done.\n[[USERNAME:kqlw412]]\n", "a login at the end"),
]
KNOWN_FAILURES: Rows = [
    ("Assessment done.\n[[USERNAME:kq412]]\n", "two letters and figures"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
