"""Rooms, beds and wards."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Moved to the Labour Ward.", "a ward every hospital has"),
    ("Seen on the Medical Assessment Unit.", "another"),
    ("Moved to Room [[ROOM:412B]].", "a room"),
    ("Rm [[ROOM:7]] is ready.", "a room, shortened"),
    ("Bed [[ROOM:12]] was free.", "a bed"),
    ("Now in [[ROOM:MICU 14]].", "a unit and its bed"),
    ("Transferred to [[ROOM:7 West]].", "a ward by floor and side"),
    ("SpO2 97% on room air.", "room air"),
    ("Bed 2 hours later, bed rest for 2 days.", "time in bed"),
    ("The Intensive Care Unit was full.", "a unit every hospital has"),
    ("Now on the [[DEPARTMENT:Larkspur Wing]].", "a named wing"),
    ("HOB elevated 30 degrees.", "another angle"),
    ("Head of bed 30 degrees.", "an angle"),
]
KNOWN_FAILURES: Rows = [
    ("Transferred to [[DEPARTMENT:Larkspur Wing]].", "a wing found as a town"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
