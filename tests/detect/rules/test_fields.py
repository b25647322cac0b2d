"""Names in fields, headers and letters."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Patient: [[PATIENT:Anna LEE]]", "a short surname in capitals"),
    ("Dictated by: [[DOCTOR:H. Wells]]", "an initial and a surname"),
    ("Patient name [[PATIENT:Grant, Will]]", "no colon"),
    ("Name [[PATIENT:Young, Mark]]  DOB [[DATE:1/2/1980]]", "no colon, words that are names"),
    ("cc: Records", "no person"),
    ("Anesthesia: General, [[DOCTOR:Lori Petska]], CRNA", "a kind of anesthesia before the name"),
    ("Anesthesia: Epidural", "a kind of anesthesia alone"),
    ("Anesthesia: general endotracheal\nEBL: 50 mL", "a kind of anesthesia, and the next line"),
    ("Attending: [[DOCTOR:WELLS, HANS-HELMUT]]", "the issue's own"),
    ("Patient: [[PATIENT:WELLS, ANNA]]", "a patient in capitals"),
    ("Patient Name: [[PATIENT:Anna M. Wells]]", "a name with an initial"),
    ("Name: [[PATIENT:Ortiz, Elena R.]]", "an initial behind"),
    ("PCP: [[DOCTOR:Tomas Ortiz]]", "a general practitioner"),
    ("Signed by: [[DOCTOR:Elena Park]]", "a signature"),
    ("Electronically signed by [[DOCTOR:Elena Park]], MD", "an electronic signature"),
    ("Emergency contact: [[PATIENT:Jolanta Brandt]]", "a contact"),
    ("Mother: [[PATIENT:Jolanta]]", "a relative's field"),
    ("Dear Dr. [[DOCTOR:Wells]],", "a letter to a doctor"),
    ("Dear [[DOCTOR:Jolanta]],", "a letter"),
    ("Sincerely,\n[[DOCTOR:Elena Park]]", "a letter's close"),
    ("[[PATIENT:Brandt, Jolanta]]  DOB [[DATE:3/8/1961]]", "the head of a note"),
    ("[[PATIENT:Jolanta Brandt]], [[AGE:62]]F, MRN [[MEDICALRECORD:4471903]]", "the head of a note with age"),
    ("Attending: none available", "an empty field"),
    ("Patient: alert and oriented", "a field of something else"),
    ("Name of procedure: colonoscopy", "another name"),
    ("Allergies: Penicillin", "no person"),
    ("Surgeon: Same as above", "no name in a surgeon's field"),
    ("Dictated by: [[DOCTOR:T. Ortiz]]", "a dictation with an initial"),
    ("ATTENDING: [[DOCTOR:WELLS, HANS-HELMUT]], MD", "with a credential"),
    ("Attending Physician: [[DOCTOR:Wells, Hans-Helmut]]", "in small letters"),
    ("PATIENT NAME: [[PATIENT:BRANDT, JOLANTA M]]", "an initial without point"),
    ("Mother: Diabetes. Father: Stroke.", "relatives' illnesses"),
    ("Father: Parkinson's disease", "an eponym in a relative's field"),
]
KNOWN_FAILURES: Rows = [
    ("cc: [[DOCTOR:Wells]], [[DOCTOR:Ortiz]]", "two surnames found as one name"),
    ("Resident: [[DOCTOR:ORTIZ, TOMAS]]   Attending: [[DOCTOR:WELLS, HANS-HELMUT]]", "a resident found as a patient"),
    ("Sister: Lupus", "an illness in a relative's field"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
