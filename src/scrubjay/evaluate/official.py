"""An evaluation printed as the official i2b2 2014 script prints it, to be compared section by section.

Titles are the script's, its misspelling "HIPPA" and its misnomer "Binary HIPAA Strict" for a category's strict HIPAA
score included; figures have four significant digits, and an undefined score reads 0.0 or, for macro F1, nan.
"""

import math
from collections.abc import Iterator

from scrubjay.evaluate.evaluation import Evaluation
from scrubjay.evaluate.i2b2 import CATEGORIES

_ROW = "{:<25}{:<15}{:<15}{:<20}"
_RULE = "-" * 75
TITLES = {
    "Token": "token/all",
    "Strict": "strict/all",
    "Relaxed": "relaxed/all",
    "HIPPA Token": "token/hipaa",
    "HIPAA Strict": "strict/hipaa",
    "HIPAA Relaxed": "relaxed/hipaa",
    "Binary Token": "binary/all",
    "Binary Strict": "binary_strict/all",
    "Binary HIPPA Token": "binary/hipaa",
    "Binary HIPAA Strict": "binary_strict/hipaa",
    **{
        f"{category} {title}": f"{category}/{measure}"
        for category in CATEGORIES
        for title, measure in {
            "Token": "token/all",
            "Strict": "strict/all",
            "HIPPA Token": "token/hipaa",
            "Binary HIPAA Strict": "strict/hipaa",
        }.items()
    },
}


def summary(evaluation: Evaluation) -> Iterator[str]:
    """Yield the lines of the summary: macro (with standard deviation) and micro scores under each title."""
    for title, measure in TITLES.items():
        micro, macro = evaluation.micro(f"i2b2/{measure}"), evaluation.macro(f"i2b2/{measure}")
        precision, recall = micro.precision or 0.0, micro.recall or 0.0
        heading = f"{title} ({len(evaluation.notes)})"
        yield _ROW.format(heading, "Measure", "Macro (SD)", "Micro (Primary)")
        yield _RULE
        for name, value in (("precision", precision), ("recall", recall)):
            spread = f"{macro[name]:.4} ({macro[f'{name}_sd']:.2})"
            yield _ROW.format("Total" if name == "precision" else "", name.title(), spread, f"{value:.4}")
        macro_f1 = math.nan if macro["f1"] is None else macro["f1"]
        yield _ROW.format("", "F1", f"{macro_f1:.4}", f"{_f1(precision, recall):.4}")
        yield from ("", "")


def per_note(evaluation: Evaluation) -> Iterator[str]:
    """Yield the lines of the report by note: `[gold(hits)found]` and scores, under each title."""
    for title, measure in TITLES.items():
        yield f"Report for {title}:"
        yield _ROW.format("", "Measure", "", "Micro (Primary)")
        yield _RULE
        for note, (tp, fp, fn) in zip(evaluation.notes, evaluation.rows[f"i2b2/{measure}"].tolist(), strict=True):
            precision = tp / (tp + fp) if tp + fp else 0.0
            recall = tp / (tp + fn) if tp + fn else 0.0
            yield _ROW.format(note, "Precision", "", f"{precision:.4}")
            yield _ROW.format(f"[{tp + fn}({tp}){tp + fp}]", "Recall", "", f"{recall:.4}")
            yield _ROW.format("", "F1", "", f"{_f1(precision, recall):.4}")
            yield _RULE


def _f1(precision: float, recall: float) -> float:
    return 2 * ((precision * recall) / (precision + recall)) if precision + recall else 0.0
