"""A study's report: figures as JSON, tables as Markdown, pictures, and one page that answers the five questions."""

import base64
import html
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from scrubjay.documents.formats.atomic import atomic
from scrubjay.errors import UsageError
from scrubjay.transfer import planner, plots, tables
from scrubjay.transfer.answers import answers
from scrubjay.transfer.results import (
    STARTED,
    Results,
    break_even,
    figures,
    fit_curves,
    learning_curves,
    planned,
)
from scrubjay.transfer.steps import Step

FIGURES, TABLES, PAGE = "report.json", "report.md", "report.html"
MATRIX, CURVES, SIMILARITY = "matrix.png", "curves.png", "similarity.png"
_STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}
table{border-collapse:collapse;font-size:.85rem;margin:1rem 0}th,td{border-bottom:1px solid #ddd;padding:.25rem .6rem;
text-align:left}th{background:#f5f5f5}img{max-width:100%}h2{margin-top:2.5rem}dt{font-weight:600;margin-top:1rem}
dd{margin:0}.wide{overflow-x:auto}code{background:#f5f5f5;padding:0 .2rem}"""


class Written(NamedTuple):
    """Where a report is, and its answers in a few lines."""

    page: Path
    tables: Path
    figures: Path
    brief: str


class Section(NamedTuple):
    """A part of the report."""

    title: str
    remark: str
    tables: tuple[str, ...]
    picture: str = ""


def write_report(results: Results, folder: Path) -> Written:
    """Write the report of a study that is complete into a folder."""
    told = figures(results)
    if told["matrix"]:
        plots.plot_matrix(told["matrix"], list(told["corpora"]), folder / MATRIX)
        plots.plot_similarity(told["similarity"], folder / SIMILARITY)
    if told["new"] is not None:
        plots.plot_curves(told["curves"], fit_curves(told["curves"]), folder / CURVES)
    sections = list(_sections(told))
    found = answers(told)
    brief = "\n".join(f"{each.number}  {each.question}\n    {each.text}" for each in found)
    for name, text in (
        (FIGURES, json.dumps(told, indent=1) + "\n"),
        (TABLES, _markdown(found, sections)),
        (PAGE, _page(found, sections, folder)),
    ):
        with atomic(folder / name) as handle:
            handle.write(text.encode())
    return Written(folder / PAGE, folder / TABLES, folder / FIGURES, brief)


def plans(results: Results, f1: float) -> dict[str, planner.Needed]:
    """Return how many notes an F1 takes, from nothing and from the others' model."""
    study = results.study
    if study.new is None or not study.has(4):
        raise UsageError(
            "the study has no new institution (new = ...) or no phase 4, so no learning curve to plan by"
        )
    curves, ready = learning_curves(results, study.new), results.cell(Step(study.sources), study.new)["f1"]
    found = planned(curves, ready, [f1])
    if not found:
        raise UsageError(f"the learning curves have fewer than {planner.FEWEST} sizes: name more with curve = [...]")
    return {name: planner.Needed(*found[0][name]) for name in curves}


def worthwhile(results: Results) -> int | None:
    """Return from how many notes on training helps the others' model; 1 if from the fewest that were measured."""
    assert results.study.new is not None
    curves = learning_curves(results, results.study.new)
    found = break_even(curves, results.cell(Step(results.study.sources), results.study.new)["f1"])
    return 1 if found == min(size for size, _ in curves[STARTED]["points"]) else found


def _sections(told: Mapping[str, Any]) -> list[Section]:
    seeds = len(told["seeds"])
    nobody = [name for name, each in told["corpora"].items() if not each["patients_given"]]
    remark = f"Of {', '.join(nobody)} no note names its patient: each counts as one." if nobody else ""
    found = [Section("The corpora", remark, (tables.corpora(told["corpora"]),))]
    if told["matrix"]:
        found += _single_sections(told, seeds)
    if told["external"]:
        found.append(
            Section(
                "Phase 2: other institutions' notes only",
                "A>B: one after the other; A+B: mixed. * marks the order that the validation notes of the sources "
                "chose. Each training is stopped by validation notes of what it learns from; the last column is what "
                "its last epoch would have given.",
                (tables.means(told["external"]), tables.phases(told["external"])),
            )
        )
    if told["with_own"]:
        found.append(
            Section(
                "Phase 3: with the target's own notes",
                "* marks the order that the target's validation notes chose. Models of JDL and CSD are fine-tuned as "
                "plain ones: of one domain there is nothing to tell apart. EasyAdapt scores as the target "
                "does and is stopped by its validation notes alone, the other mixtures by those of all.",
                (tables.means(told["with_own"]), tables.phases(told["with_own"])),
            )
        )
    if told["new"] is not None:
        found += [
            Section(
                f"Phase 4: a new institution, {told['new']}",
                "",
                (tables.phases(told["new_institution"]),),
            ),
            Section(
                "Learning curves",
                "Notes are annotated notes, those that stop the training among them.",
                (
                    tables.curves(told["curves"]),
                    *([tables.plans(told["plans"], told["farthest"])] if told["plans"] else []),
                ),
                CURVES,
            ),
        ]
    for target, details in told["details"].items():
        kinds = next(iter(details["by_type"].values()))
        found.append(
            Section(
                f"{target} by label" + (" and type of note" if len(kinds) > 1 else ""),
                "P/R/F1, 95% interval of F1 over patients; identities are those of the test notes.",
                (
                    tables.counted(details["by_label"], "label", seeds),
                    *([tables.counted(details["by_type"], "type", seeds)] if len(kinds) > 1 else []),
                ),
            )
        )
    found.append(
        Section(
            "Comparisons",
            "Approximate randomisation over patients, 10,000 shuffles, counts of all seeds together; * for p < 0.05. "
            "No correction for their number.",
            (tables.comparisons(told["comparisons"]),),
        )
    )
    return found


def _single_sections(told: Mapping[str, Any], seeds: int) -> list[Section]:
    return [
        Section(
            "Phase 1: each corpus by itself",
            f"Strict precision/recall/F1 in per cent over {seeds} seed{'s' if seeds > 1 else ''}; 95% intervals over "
            "patients.",
            (tables.matrix(told["matrix"], list(told["corpora"])),),
            MATRIX,
        ),
        Section(
            "How alike they are",
            "Measured on the training notes before anything is trained.",
            (tables.similarity(told["similarity"]),),
            SIMILARITY,
        ),
    ]


def _markdown(found: list[Any], sections: list[Section]) -> str:
    parts = [
        "# Transfer between institutions",
        *(f"**{each.number}. {each.question}** {each.text}" for each in found),
    ]
    for section in sections:
        parts += [f"## {section.title}", *([section.remark] if section.remark else []), *section.tables]
        parts += [f"![{section.title}]({section.picture})"] if section.picture else []
    return "\n\n".join(parts) + "\n"


def _page(found: list[Any], sections: list[Section], folder: Path) -> str:
    """Return one page that loads nothing from elsewhere and holds no note's text."""
    asked = "".join(
        f"<dt>{each.number}. {html.escape(each.question)}</dt><dd>{html.escape(each.text)}</dd>" for each in found
    )
    body = [f"<h1>Transfer between institutions</h1><dl>{asked}</dl>"]
    for section in sections:
        body.append(f"<h2>{html.escape(section.title)}</h2>")
        body += [f"<p>{html.escape(section.remark)}</p>"] if section.remark else []
        if section.picture:
            picture = base64.b64encode(folder.joinpath(section.picture).read_bytes()).decode()
            body.append(f'<img alt="{html.escape(section.title)}" src="data:image/png;base64,{picture}">')
        body += [f'<div class="wide">{_html(each)}</div>' for each in section.tables]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        'content="width=device-width, initial-scale=1"><title>scrubjay transfer</title>'
        f"<style>{_STYLE}</style></head><body>{''.join(body)}</body></html>\n"
    )


def _html(table: str) -> str:
    """Return a Markdown table as HTML."""
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
    cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{_code(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{cells}</tr>{lines}</table>"


def _code(cell: str) -> str:
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(cell))
