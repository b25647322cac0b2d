"""Town, state and ZIP code."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Lives in [[CITY:Muskegon]], [[STATE:MI]] [[ZIP:49440]].", "town, code, ZIP code"),
    ("[[STREET:48 Alder Lane]], [[CITY:Norwood]], [[STATE:MA]] [[ZIP:02062-1121]]", "a whole address"),
    ("From [[CITY:Santa Fe]], [[STATE:New Mexico]].", "a state of two words"),
    ("From [[CITY:Portland]], [[STATE:Oregon]].", "a state"),
    ("From [[CITY:Portland]], [[STATE:Ore]].", "an old code"),
    ("Looks normal on CT 74177 today.", "a scan and its code, not Connecticut"),
    ("ZIP [[ZIP:49440]]", "after the word ZIP"),
    ("Zip code: [[ZIP:02062]]", "after zip code"),
    ("Transferred from [[CITY:Duluth]], [[STATE:MN]].", "a code without ZIP code"),
    ("[[CITY:Zanwick Falls]], [[STATE:WY]] [[ZIP:82001]]", "a town of no list"),
    ("OR at 7 am, MD aware.", "codes that are words"),
    ("Patient is in OK condition.", "a word in capitals"),
    ("CA 19-9 was 35000.", "a marker that is a code"),
    ("PA and lateral views.", "a view that is a code"),
    ("Seen by OT, PT, and the MS team.", "therapies that are codes"),
    ("Given 10000 units IV.", "five figures that are no ZIP code"),
    (
        "Home: [[STREET:1450 Birchwood Dr]]., [[CITY:Dayton]], [[STATE:OH]] [[ZIP:45402]]",
        "the point of a shortened drive stays",
    ),
    ("She is from [[CITY:Boston]], [[STATE:Massachusetts]].", "town and state in words"),
]
KNOWN_FAILURES: Rows = [
    (
        "Home: [[STREET:1450 Birchwood Dr]]\n[[CITY:Dayton]], [[STATE:OH]] [[ZIP:45402]]",
        "Dr at a line's end is no doctor",
    ),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
