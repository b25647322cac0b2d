"""Rooms, beds and wards."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Moved to the Labour Ward.", "a ward every hospital has"),
    ("Transferred to [[ROOM:5 Tower]] overnight.", "a tower's floor"),
    ("Report called to [[DEPARTMENT:4W]] at 1655, [[DEPARTMENT:6N]] charge told.", "a floor and side in one word"),
    ("TRANSFERRED TO [[ROOM:4 SOUTH]] TODAY", "in capitals"),
    ("COPD GOLD 3E, ASA 3E.", "groups and classes"),
    ("Seen on [[DEPARTMENT:Ward 7]] and [[DEPARTMENT:Unit 4C]].", "wards by number"),
    ("Two units given, unit 2 started at noon.", "units of blood"),
    ("Seen on the Medical Assessment Unit.", "another"),
    ("Moved to Room [[ROOM:412B]].", "a room"),
    ("Rm [[ROOM:7]] is ready.", "a room, shortened"),
    ("Bed [[ROOM:12]] was free.", "a bed"),
    ("Now in MICU [[ROOM:14]].", "a unit and its bed"),
    ("Brought to OR [[ROOM:4]] at 0710.", "an operating room"),
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
