"""Hospitals, clinics and organisations."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("[[HOSPITAL:Wapsie Memorial Hospital]] Emergency Department", "a department behind a hospital"),
    ("Site: [[HOSPITAL:Kiowa Memorial]] ED", "the same in a field"),
    ("Auth for SNF requested.", "a word for a permission"),
    ("Hem/Onc Clinic visit.", "a clinic by its specialties, shortened"),
    ("Facility: [[HOSPITAL:Med Center North]]", "a word that is a credential as well"),
    ("Referral to Dr. [[DOCTOR:Petrakis]] is in.", "a person in a place's field"),
    ("Speech-Language Pathology: Modified Barium Swallow", "a service"),
    ("Seen in the Heart Failure Clinic.", "a clinic without a name"),
    ("Went to [[HOSPITAL:Mayo]] for a second opinion.", "a hospital by its short name"),
    ("Curved Mayo, Adson with teeth; by mayo criteria.", "scissors and criteria of that name"),
    ("Transferred from [[HOSPITAL:Mercy General Hospital]].", "a hospital by its head word"),
    ("Seen at [[HOSPITAL:Bayview Medical Center]].", "a medical center"),
    ("Seen at the [[HOSPITAL:Harrow Clinic]].", "a clinic"),
    ("Admitted to [[HOSPITAL:St. Brendan's]] overnight.", "a saint"),
    ("Admitted to [[HOSPITAL:MGH]] overnight.", "a hospital known by its letters"),
    ("Second opinion at [[HOSPITAL:Mayo Clinic]].", "a hospital everybody knows"),
    ("Facility: [[HOSPITAL:Wexford Pines]]", "a field"),
    ("Discharged to [[HOSPITAL:Golden Acres Nursing Home]].", "a nursing home"),
    ("Care at [[HOSPITAL:Hospital of Saint Raphael]].", "a name behind its head"),
    ("Studies at [[ORGANIZATION:Larkspur Elementary School]].", "a school"),
    ("Employed by [[ORGANIZATION:Harrow Freight Company]].", "a company"),
    ("transferred from [[HOSPITAL:wexford hospital]]", "in small letters"),
    ("Seen at [[HOSPITAL:Harrow Clinic]], [[CITY:Norwood]].", "the town behind a clinic"),
    ("Return to Cardiology Clinic in 2 weeks.", "a clinic every hospital has"),
    ("Seen in the Emergency Department.", "a department every hospital has"),
    ("Admitted to the Intensive Care Unit.", "a unit every hospital has"),
    ("Hospital Course: uneventful.", "a heading"),
    ("Physical Therapy evaluated the patient.", "a service"),
    ("Primary Care Clinic follow up.", "a kind of clinic"),
    ("[[HOSPITAL:Wexford Pines]]\nProgress note\n\nThe wound is clean.", "the head of a note"),
    ("She attends [[ORGANIZATION:Grace Lutheran Church]].", "a church"),
    ("Admitted to [[HOSPITAL:Massachusetts General Hospital]].", "a hospital with a state in its name"),
    ("ADMITTED TO [[HOSPITAL:BAYVIEW MEDICAL CENTER]] FOR SEPSIS", "in capitals"),
    ("Studied at the [[ORGANIZATION:University of Michigan]].", "a university"),
]
KNOWN_FAILURES: Rows = [
    ("Attends [[ORGANIZATION:Grace Lutheran Church]].", "a verb that opens the sentence is taken along"),
    ("Transferred to [[HOSPITAL:Beth Israel]].", "a hospital that reads as a person"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
