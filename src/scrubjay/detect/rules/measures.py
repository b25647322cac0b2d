"""Numbers that name nobody: codes of classifications, laboratory values, doses and counts."""

import re

_CODE = re.compile(
    r"\b(?:cpt|hcpcs|icd(?:-?\d{1,2})?(?:-cm)?|loinc|snomed(?:[ -]?ct)?|pmid|pmcid|nct|ndc|rxnorm|rxcui|cas|doi|isbn|"
    r"meddra|uniprot|cosmic|clinvar|eudract|isrctn|udi|udi-di|gtin|unii|genbank|refseq|drg|ms-drg|mesh|umls|cui|atc|omim|dsm(?:-\d)?|clinicaltrials|protocol|rs|ensembl|version|ver|build|release|chapter|section|sect|figure|table|appendix|form|handout|leaflet|worksheet|catalog|catalogue|cat|ref|part|reorder|sku|memo|"
    r"model|lot|hpv|covid|isbt)(?:[ -]?(?:code|codes|number|no|id|trial|variant))?(?:[ ](?:is|was))?[ .:#=(-]{0,4}\Z"
)
_UNIT = re.compile(
    r"[ ]?(?:mg|mcg|µg|ug|ng|g\b|kg|ml|l\b|dl|cc|mmol|meq|iu|units?|u\b|u/|iu/|copies|cells|cfu|/[a-zµ]|%|x10|x 10|"
    r"k/|k\b|mm|cm|m\b|hz|khz|mhz|kcal|cal\b|steps|platelets|wbc|rbc|per\b|mmhg|bpm|ms\b|sec|min\b|hours|days|years|"
    r"dollars|usd|pg|fl|nmol|pmol|mosm|million|thousand|reads|ppm|log)"
)
_MEASURED = re.compile(
    r"\b(?:platelets?|plts?|wbc|rbc|count|ferritin|nt-?probnp|probnp|bnp|ck|cpk|ldh|hcg|b-?hcg|beta-?hcg|afp|cea|psa|"
    r"ca|viral load|vl|titers?|copies|dosed?|heparin|penicillin|vitamin|level|tsh|troponin|lactate|d-?dimer|amylase|"
    r"lipase|colonies|cfu|cells|ana|creatinine|glucose|total|sum|cost|approximately|about|crp|ige|igg|ast|alt|cmv|"
    r"ebv|hiv|hbv|hcv|rna|dna|pcr|nystatin|bicillin|epoetin|epo|procrit|lovenox|insulin|colistin|polymyxin|urokinase|"
    r"streptokinase|interferon|calcitonin|retacrit|fragmin|load|volume|steps|calories|rate|value)\b[^\n.;]{0,12}\Z|"
    r"[<>=≥≤~$][ ]?\Z"
)
# Runs of letters and figures that are codes, genes, vertebrae, doses, ratios or times.
_TERM = re.compile(
    r"nct\d{8}|isrctn\d{8}|pmc\d+|[a-tv-z]\d[0-9a-z](?:\.[0-9a-z]{1,4})?|cyp\d\w+|hla-\w+|covid-?19|sars-cov-?\d|h\dn\d|"
    r"t\d[a-d]?n\d[a-d]?m\d|g\d{1,2}p\d{1,4}(?:ab\d)?|[tlcs]\d{1,2}(?:[-/][tlcs]?\d{1,2})+|\d+(?:[-/.]\d+)*(?:mg|mcg|"
    r"ml|g|kg|cm|mm|hz|units?|u|iu|meq|mmol|cc|l|lb|lbs|st|nd|rd|th|k|h|hr|hrs|min|am|pm|yo|y|f|m|wk|wks|d|mos?|fr|"
    r"ga|mmhg|bpm|t|kcal|pg|w|v|ma|gy|cgy|ml/hr|ml/h|x\d+)|q\d+(?:-\d+)?h|x\d+(?:-\d+)?|\d+x\d+(?:x\d+)?|"
    r"[a-z]+-?\d{1,4}|\d{1,4}-?[a-z]+|[a-z]+\d{1,4}[a-z]+|rs\d+|[cp]\.[a-z]?\d+\w+|il-?\d+|cd\d+|"
    r"ca[ -]?\d+(?:[-.]\d)?|v\d+(?:\.\d+)+|\d{1,2}[-/. ]?[a-z]{3,9}[-/. ]?\d{2,4}|\d+(?:\.\d+)?[a-z/]{1,8}|"
    r"\d{1,2}/\d{1,2}/?[a-z]+"
)


def is_code(lower: str, start: int) -> bool:
    """Tell whether a number follows the name of a classification: CPT 99284."""
    return bool(_CODE.search(lower[max(0, start - 30) : start]))


def has_unit(lower: str, end: int) -> bool:
    """Tell whether a unit follows a number."""
    return bool(_UNIT.match(lower, end))


def is_measured(lower: str, start: int) -> bool:
    """Tell whether a number follows what is measured: platelets 250000."""
    return bool(_MEASURED.search(lower[max(0, start - 40) : start]))


def is_term(written: str) -> bool:
    """Tell whether letters and figures are a term of medicine, not the number of somebody.

    >>> [is_term(word) for word in ("hla-b27", "l4-l5", "650mg", "sb7719046")]
    [True, True, True, False]
    """
    return bool(_TERM.fullmatch(written))


def figures(written: str) -> int:
    """Return how many figures a string has."""
    return sum(map(str.isdigit, written))
