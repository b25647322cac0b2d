"""Streets, highways and post boxes."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("bethesda units 12 factor viii inhibitor bypass agent", "a factor, not a road"),
    ("Peer to peer by 1200 [[DATE:Monday]]. Dr. [[DOCTOR:Farrokhzad]] texted.", "a sentence ends inside"),
    ("Lives at [[STREET:1200 N. Elm St. Apt 4]].", "points of sides and kinds"),
    ("I-131 given; crash on [[STREET:I-95]].", "iodine and a road"),
    ("Lives at [[STREET:48 Alder Lane]].", "a house number and a lane"),
    ("Address: [[STREET:1207 N. Quincy St]]", "a side and a shortened street"),
    ("Address: [[STREET:1207 North Quincy Street, Apt 4B]]", "a flat"),
    ("Address: [[STREET:22 Old Mill Road #3]]", "a unit"),
    ("Found at [[STREET:9 W 14th Ave]].", "a numbered avenue"),
    ("Mail to [[STREET:PO Box 4417]].", "a post box"),
    ("Mail to [[STREET:P.O. Box 88]].", "a post box with points"),
    ("Crash on [[STREET:Highway 61]].", "a highway"),
    ("Crash on [[STREET:I-95]].", "an interstate"),
    ("Lives on [[STREET:Wexford Avenue]].", "no number"),
    ("Sent to [[STREET:48 Alder Lane]], [[CITY:Norwood]].", "a town behind"),
    ("Sent to [[STREET:48 Alder Lane]], [[CITY:Norwood]] [[ZIP:02062]].", "a town and ZIP code behind"),
    ("lives at [[STREET:48 alder lane]]", "in small letters"),
    ("ADDRESS: [[STREET:48 ALDER LANE]]", "in capitals"),
    ("Lives at [[STREET:771 Camino Real]].", "a Spanish street"),
    ("Ran 2 miles down the road.", "a road is no street"),
    ("Take 2 drops and place in the left eye.", "a dose"),
    ("4 weeks ago in the court case.", "weeks and a court"),
    ("Walks 3 blocks on a flat street.", "a measured street"),
    ("Drive with caution. Way better today.", "words that are kinds of street"),
    ("Lives at [[STREET:220 14th Street NW]].", "a numbered street with its side"),
    ("Lives on [[STREET:Elm Street]].", "a tree's street"),
    ("Lives near [[STREET:14th Street]].", "a numbered street without house number"),
    ("Lives on [[STREET:Elm St]].", "a shortened street without house number"),
]
KNOWN_FAILURES: Rows = []

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
