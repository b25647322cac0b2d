"""Professions."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Works as a [[PROFESSION:carpenter]].", "works as"),
    ("Retired [[PROFESSION:schoolteacher]].", "retired"),
    ("Occupation: [[PROFESSION:truck driver]]", "a field"),
    ("A former [[PROFESSION:coal miner]] with a cough.", "a former job"),
    ("She worked as a [[PROFESSION:seamstress]] for years.", "worked as"),
    ("Retired in [[DATE:2010]].", "retired without a job"),
    ("Seen by the nurse and the therapist.", "those who treat"),
    ("Works well with others.", "no job"),
    ("Former smoker.", "a former smoker"),
    ("Employed full-time.", "employed, no job"),
    ("He is an [[PROFESSION:accountant]] with back pain.", "a job of the list"),
    ("She works as a [[PROFESSION:cashier]] at [[ORGANIZATION:Walmart]].", "a job and a chain"),
    ("He is a [[PROFESSION:plumber]] with back pain.", "a job that the list lacks"),
    ("He is a [[PROFESSION:farmer]].", "another job that the list lacks"),
    ("He is a [[PROFESSION:teacher]].", "a job that is taken out of the list"),
]
KNOWN_FAILURES: Rows = []

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
