"""Ages, with and without unit."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("UDS today (temp 94F): normal.", "a temperature"),
    ("6MWT: 212 m, nadir 81%.", "metres"),
    ("Age: [[AGE:ninety-two]].", "in words"),
    ("A [[AGE:67]]-year-old man with chest pain.", "years old with hyphens"),
    ("She is [[AGE:67]] years old.", "years old"),
    ("A [[AGE:58]] yo woman.", "yo"),
    ("A [[AGE:58yo]] woman.", "yo attached"),
    ("A [[AGE:58]] y/o woman.", "y/o"),
    ("This [[AGE:58]] y.o. female was seen.", "y.o."),
    ("[[AGE:45]]F with cough.", "sex attached"),
    ("[[AGE:45]] M with cough.", "sex behind"),
    ("[[AGE:72]] year old male presents.", "years old without hyphens"),
    ("Age: [[AGE:93]]", "a field"),
    ("His father died at age [[AGE:93]].", "an age at death"),
    ("Menarche at age [[AGE:12]].", "an age at an event"),
    ("A [[AGE:3]]-month-old infant.", "months"),
    ("A [[AGE:10]]-day-old neonate.", "days"),
    ("A [[AGE:95]] days old infant.", "95 days"),
    ("She is in her [[AGE:90s]].", "a decade of life"),
    ("A man in his mid [[AGE:70s]].", "the middle of a decade"),
    ("A woman in her [[AGE:eighties]].", "a decade in words"),
    ("A [[AGE:ninety-two]] year old woman.", "in words"),
    ("A [[AGE:nonagenarian]] living alone.", "a word for an age"),
    ("Her son [[PATIENT:Liam]] ([[AGE:12]]) was present.", "in brackets behind a relative"),
    ("Her daughter, aged [[AGE:31]], drove her.", "aged"),
    ("Mother turned [[AGE:91]] last week.", "turned"),
    ("He is [[AGE:94]] and still drives.", "over 89 as people say it"),
    ("Pulse was 94 and regular.", "a pulse is no age"),
    ("Smoked for 40 years.", "a span of years"),
    ("Symptoms for 3 months.", "a span of months"),
    ("Weight 67 kg, height 180 cm.", "a measurement"),
    ("A 20-year history of diabetes.", "a history's length"),
    ("30 pack-years.", "pack-years"),
    ("Ejection fraction 55%.", "a percentage"),
    ("Follow up in 6 weeks.", "a span of weeks"),
    ("Heart rate was 92 and regular.", "a heart rate is no age"),
    ("LDL is 101.", "a lab value is no age"),
    ("Creatinine was 1.2, glucose was 97.", "a glucose is no age"),
    ("His weight is 98 and stable.", "a weight is no age"),
    ("Then [[PATIENT:Jolanta Brandt]], [[AGE:62]], fell at home.", "right behind a name"),
    ("[[AGE:101]]-year-old woman.", "over a hundred"),
    ("[[AGE:6]] wk old boy with fever.", "weeks"),
]
KNOWN_FAILURES: Rows = [
    ("Gestational age 38 weeks.", "a gestational age"),
    ("[[AGE:2]] year [[AGE:3]] month old girl", "years and months"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
