"""Dates in the shapes clinicians write."""

import pytest

from tests.detect.rules.marked import Rows, marked

ROWS: Rows = [
    ("Seen by Dr. [[DOCTOR:Wells]] on [[DATE:3/28]]", "month and day"),
    ("Admitted [[DATE:Mar 30 2024]] for cellulitis.", "short month, day, year"),
    ("Study of [[DATE:2024-03-30]] was clear.", "year first"),
    ("Follow up [[DATE:March 30th]] in clinic.", "an ordinal day"),
    ("He was burned on the [[DATE:4th of July]] at a picnic.", "a holiday without its article"),
    ("Next dialysis [[DATE:Tuesday]], as before.", "a weekday"),
    ("Admitted [[DATE:3/28/2024]], discharged [[DATE:4/2/24]].", "full dates, long and short years"),
    ("Inpatient [[DATE:4/25]]-[[DATE:5/3]] for rehab.", "a range in figures"),
    ("Inpatient [[DATE:9/12]]-[[DATE:14]] for rehab.", "a range that ends in a day"),
    ("On leave [[DATE:March 3]]-[[DATE:5]] only.", "a range after a month"),
    ("On leave from [[DATE:March 3]] to [[DATE:April 5]].", "a range in words"),
    ("Trial ran [[DATE:Feb]]–[[DATE:Aug 2023]] at home.", "a range of months"),
    ("Antibiotics from [[DATE:3/28/2024]] to [[DATE:4/11/2024]].", "a range of full dates"),
    ("DOB: [[DATE:12/05/1948]]", "a date of birth"),
    ("DOB [[DATE:19481205]]", "figures run together after a word for a date"),
    ("Surgery was on [[DATE:30 March 2024]].", "day first"),
    ("Surgery was on [[DATE:30-Mar-2024]].", "day first, with hyphens"),
    ("Surgery was on [[DATE:30MAR2024]].", "day first, run together"),
    ("Surgery was on [[DATE:30.03.2024]].", "with points"),
    ("Surgery was on [[DATE:03-30-2024]].", "with hyphens"),
    ("Last seen [[DATE:03/2024]] in clinic.", "month and year in figures"),
    ("Last seen in [[DATE:March 2024]].", "month and year"),
    ("Last seen in [[DATE:March of 2024]].", "month of a year"),
    ("Started in [[DATE:mid-May]].", "part of a month"),
    ("Symptoms began in [[DATE:October]].", "a month alone"),
    ("She will return on the [[DATE:14th]].", "a day alone"),
    ("Quit smoking in [[DATE:1998]].", "a year"),
    ("Quit smoking in [[DATE:'98]].", "a year with an apostrophe"),
    ("A heavy smoker in the [[DATE:1980s]].", "a decade"),
    ("Fell on [[DATE:Christmas Eve]].", "a holiday"),
    ("Has been ill since [[DATE:Thanksgiving]].", "a holiday of one word"),
    ("Moved here in the [[DATE:spring of 2019]].", "a season of a year"),
    ("Dialysis on [[DATE:MWF]].", "a list of weekdays"),
    ("Dialysis [[DATE:M/W/F]] at 6 am.", "a list of weekdays with strokes"),
    ("Clinic on [[DATE:Tuesday, March 5, 2024]].", "a weekday and its date are one"),
    ("Clinic on [[DATE:Tue 3/5]].", "a short weekday and its date"),
    ("Seen [[DATE:Sept. 9, 2023]] by the team.", "a shortened month with a point"),
    ("Dated [[DATE:march 30 2024]] in the chart.", "in small letters"),
    ("SEEN ON [[DATE:MARCH 30, 2024]] IN CLINIC", "in capitals"),
    ("Seen on [[DATE:3/28]] at 14:30 for review.", "the time stays"),
    ("Signed [[DATE:2024-03-30]]T09:15", "the time behind it stays"),
    ("Flu vaccine [[DATE:10/2023]], Tdap [[DATE:11/14/2019]].", "vaccines"),
    ("[[DATE:3/28]]: afebrile, walking.", "a date opens a line"),
    ("The patient may go home today.", "may is a verb"),
    ("May repeat once if needed.", "may opens a sentence"),
    ("March in place for balance training.", "march is a verb"),
    ("She can march and hop.", "march in a sentence"),
    ("Dec. appetite, dec. oral intake.", "dec. is decreased"),
    ("O2 sat 98% on room air.", "sat is saturation"),
    ("He sat up in bed.", "sat is a verb"),
    ("Avoid sun exposure.", "the sun shines"),
    ("Falls risk: high. Fall precautions in place.", "a fall is no season"),
    ("Uses a spring-loaded splint.", "a spring is no season"),
    ("Fracture of the 4th toe and the 5th metatarsal.", "ordinals of toes"),
    ("Walked 2000 steps, drank 1950 ml.", "four figures that measure"),
    ("Temp 98.6, weight 81.5 kg.", "decimal numbers"),
    ("Visual field defects at 12 o'clock.", "no date at all"),
    ("Today was better than yesterday.", "relative days stay"),
    ("POD 3, hospital day 5.", "days of a stay"),
    ("Return in 2 weeks.", "a span of time"),
    ("seen by dr [[DOCTOR:wells]] on [[DATE:march 30]] at noon", "a note in small letters"),
    ("Given in [[DATE:may 2023]] without trouble.", "a small month with a year"),
    ("She may, in [[DATE:May]], return.", "the verb and the month"),
    ("MAY TAKE TYLENOL AS NEEDED", "the verb in capitals"),
    ("LMP: [[DATE:2/28]]", "after a field"),
    ("Due [[DATE:Fri 4/5]] or [[DATE:Mon 4/8]].", "two weekdays with dates"),
    ("Out of work [[DATE:April 1]]-[[DATE:3, 2024]].", "a range of days and a year"),
    ("Repair ([[DATE:1986]]), revision ([[DATE:2001]]).", "years in brackets"),
    ("Seen [[DATE:3/28/2024]] 10:15 AM", "a date and a time"),
    ("24/7 care, a 50/50 mix.", "figures of speech"),
    ("L4/5 disc, C6/7 fusion, T11/12 level.", "vertebrae"),
]
KNOWN_FAILURES: Rows = [
    ("Seen on [[DATE:march 30]] at the clinic.", "a month in small letters inside a normal sentence"),
    ("Off on [[DATE:Jan 5th]] and [[DATE:6th]].", "the second day before a full stop"),
    ("Appendectomy in [[DATE:12/86]].", "month and short year"),
    ("[[DATE:2019]]-[[DATE:2021]]: chemotherapy", "the first year of a range that opens a line"),
]


@pytest.mark.parametrize(("sentence", "remark"), ROWS, ids=[row[1] for row in ROWS])
def test_what_is_marked_is_found_and_nothing_else(sentence: str, remark: str) -> None:
    assert marked(sentence) == sentence


def test_known_failures_still_fail() -> None:
    found = [sentence for sentence, _ in KNOWN_FAILURES if marked(sentence) == sentence]
    assert not found, "these are found now: move them to ROWS"
