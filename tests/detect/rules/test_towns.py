"""Towns, states, countries and landmarks."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Moved to [[CITY:New York]], [[STATE:NY]] last year.", "a town that is a state as well"),
    ("She speaks French, Arabic, English).", "a language that is a town"),
    ("[[STATE:Rhode Island]] lic. due.", "a state is no landmark"),
    ("Rocky Mountain spotted fever was ruled out.", "a disease with a mountain in it"),
    ("Put on Stalevo in place of Sinemet today.", "drugs where towns stand"),
    ("She lives in [[CITY:Toledo]].", "a town"),
    ("Moved here from [[CITY:Grand Rapids]] last year.", "a town of two words"),
    ("Grew up in [[CITY:Zanwick]].", "a town of no list after words that towns follow"),
    ("Flew in from [[CITY:Lisbon]].", "a town abroad"),
    ("Traveled to [[COUNTRY:Vietnam]] and [[COUNTRY:Thailand]].", "countries"),
    ("Born in [[COUNTRY:Guatemala]].", "a country"),
    ("Immigrated from [[COUNTRY:South Korea]].", "a country of two words"),
    ("Vacationed in [[STATE:Florida]].", "a state"),
    ("Recently in [[STATE:New Hampshire]].", "a state of two words"),
    ("She is from [[STATE:Georgia]].", "a state that is a name as well"),
    ("Fell at [[LOCATION-OTHER:Duck Lake]].", "a lake"),
    ("Hiked in [[LOCATION-OTHER:Wexford County Park]].", "a park"),
    ("Jumped off the [[LOCATION-OTHER:Coggeshall Bridge]].", "a bridge"),
    ("he lives in [[CITY:toledo]]", "in small letters"),
    ("Transferred from a clinic near [[CITY:Warren]].", "a town that is a name"),
    ("China cup in hand.", "a cup"),
    ("Lyme titer and Denver score.", "tests that are towns"),
    ("Positive for West Nile virus.", "a virus"),
    ("She eats Turkey.", "a country that is a bird"),
    ("Orange juice and a Boston brace.", "a brace that is a town"),
    ("Boston brace, Denver shunt, Vancouver classification.", "things that are towns"),
    ("Ottawa ankle rules, Glasgow coma scale, Geneva score.", "rules that are towns"),
    ("Lived in [[COUNTRY:India]] until [[DATE:1998]].", "a country and a year"),
    ("Mexican food, Chinese herbs, Spanish speaking.", "adjectives"),
    ("They swam in [[LOCATION-OTHER:Lake Wendimere]].", "the lake's name behind"),
    ("Drove to a store near [[CITY:Zanwick Corner]].", "a name of no list after a preposition"),
    ("Brazil nuts and turkey sandwiches.", "nuts"),
    ("German measles as a child.", "measles"),
]
KNOWN_FAILURES: Rows = [
    ("Visited [[LOCATION-OTHER:Lake Wendimere]] in [[DATE:June]].", "a verb before a lake"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
