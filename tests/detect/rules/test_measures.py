"""Numbers that measure something, however long they are: nothing may be found."""

from tests.detect.rules.marked import Rows, found_as_marked, still_failing

ROWS: Rows = [
    ("Platelets 250000.", "platelets"),
    ("Platelet count was 250000 on arrival.", "platelets in a sentence"),
    ("Viral load 1250000 copies.", "a viral load"),
    ("HIV viral load of 1250000 copies/ml.", "a viral load with its unit"),
    ("Heparin 5000 units subcutaneously.", "heparin"),
    ("Heparin 25000 units in 500 ml.", "heparin in a bag"),
    ("Penicillin 2400000 units.", "penicillin"),
    ("BNP 1250, ferritin 1204, CK 10450.", "lab values"),
    ("hCG 1250000 mIU/ml.", "a large lab value"),
    ("WBC 12500, hemoglobin 13.2.", "cells"),
    ("Sodium 140, potassium 4.1, creatinine 1.2.", "electrolytes"),
    ("Metformin 1000 mg, lisinopril 20 mg.", "doses"),
    ("Vitamin D 50000 units weekly.", "a vitamin"),
    ("HbA1c 7.2, TSH 2.31.", "lab values with figures in the name"),
    ("Colony count 100000 CFU.", "colonies"),
    ("HLA-B27 positive, CD4 450.", "markers"),
    ("COVID-19 and H1N1 vaccines.", "viruses"),
    ("L4-5 and C5-6 disc disease, T12 fracture.", "vertebrae"),
    ("Took 10000 steps.", "steps"),
    ("MR of the knee in 2 weeks.", "an MR is no record number"),
    ("HCV RNA 4500000 IU/mL", "another viral load"),
    ("viral load 1,250,000 copies/mL", "with commas"),
    ("BP 120/80 HR 72 RR 16 T 98.6 SpO2 98%", "vital signs in a row"),
    ("EKG: NSR 72, PR 160, QRS 90, QTc 440", "an electrocardiogram"),
    ("Cisplatin 75 mg/m2 q21d x 6", "a course"),
    ("Lantus 22 units, Humalog 10 units", "insulin"),
    ("CT showed a 3.2 x 2.1 x 1.8 cm mass", "sizes"),
    ("EGFR T790M, KRAS G12C, BRCA1 positive", "genes"),
    ("The culture grew >100,000 CFU of E. coli", "a culture"),
    ("PSA 4.21, CA-125 35, AFP 12000", "markers of tumours"),
]
KNOWN_FAILURES: Rows = [
    ("Alkaline phosphatase 1234567.", "an impossible value without unit"),
]

test_what_is_marked_is_found_and_nothing_else = found_as_marked(ROWS)
test_known_failures_still_fail = still_failing(KNOWN_FAILURES)
