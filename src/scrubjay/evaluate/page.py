"""An evaluation as a page: every note with hits, misses and false alarms in colour, the worst notes first.

The page is one file, loads nothing from elsewhere, and holds the notes' text: whoever writes it keeps it private.
"""

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from typing import Any, NamedTuple

from scrubjay.documents.document import Document
from scrubjay.evaluate.matching import words


class Stretch(NamedTuple):
    """A piece of the note to be shown in one colour, with the labels of both sides."""

    start: int
    end: int
    kind: str
    gold: str
    found: str


def stretches(gold: Document, found: Document) -> list[Stretch]:
    """Return the marked pieces of a note in reading order; pieces never overlap.

    `hit`: found with the right label; `other`: found under another label; `miss`; `alarm`: found, but no PHI.
    """
    events: list[tuple[int, int, int, str]] = []  # place, +1 or -1, side, label
    for side, document in enumerate((gold, found)):
        for span in document.spans:
            events += [(span.start, 1, side, span.label), (span.end, -1, side, span.label)]
    open_labels: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    result: list[Stretch] = []
    position = 0
    for place, change, side, label in sorted(events):
        there, claimed = (sorted(labels.elements()) for labels in open_labels)
        if place > position and (there or claimed):
            kind = "hit" if {*there} & {*claimed} else "other" if there and claimed else "miss" if there else "alarm"
            result.append(Stretch(position, place, kind, " ".join(there), " ".join(claimed)))
        open_labels[side][label] += change
        position = place
    return result


def parts(pairs: Sequence[tuple[Document, Document]], figures: dict[str, Any]) -> Iterator[str]:
    """Yield the page piece by piece, from notes (gold, predicted) and the figures of their evaluation."""
    folder = resources.files("scrubjay.evaluate")
    style, script = ((folder / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    yield f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>scrubjay evaluation</title><style>{style}</style></head><body>
<header><h1>Evaluation</h1><p>{figures["notes"]:,} notes, {figures["patients"]:,} patients.
<strong>This page holds note text.</strong></p></header><main>{_overview(figures)}
<section><h2>Notes</h2><p class="legend"><mark class="hit">found</mark> <mark class="other">found, other label</mark>
<mark class="miss">missed</mark> <mark class="alarm">false alarm</mark></p>
<p class="controls"><label>Show <select id="filter"><option value="all">all notes</option>
<option value="miss">notes with misses</option><option value="alarm">notes with false alarms</option>
<option value="clean">notes without either</option></select></label>
<button id="next" type="button">next miss (n)</button> <span id="shown"></span></p>"""
    scored = []
    for gold, found in pairs:
        marked = list(words(gold, found))
        misses, alarms = sum(w.phi and not w.found for w in marked), sum(not w.phi for w in marked)
        scored.append((-misses, -alarms, gold.id, gold, found))
    for misses, alarms, _, gold, found in sorted(scored, key=lambda each: each[:3]):
        yield _note(gold, found, -misses, -alarms)
    yield f"</section></main><script>{script}</script></body></html>\n"


def _overview(figures: dict[str, Any]) -> str:
    rows = [
        ("words, PHI or not", figures["token_binary"], figures["intervals"]["token_binary"]),
        ("spans, strict", figures["entity_strict"], figures["intervals"]["entity_strict"]),
    ]
    clean, intervals = figures["leak_free"]["patients"], figures["intervals"]
    return (
        "<section><h2>At a glance</h2>"
        + _scores("", rows)
        + f"<p class='small'>Small figures: {intervals['level']:.0%} intervals, {intervals['resamples']:,} resamples "
        f"of patients, seed {intervals['seed']}. A word is found if all of it is covered, whatever the label.</p>"
        + f"<p>Patients without a missed word: <strong>{clean['clean']:,} of {clean['total']:,}</strong>; at "
        f"{clean['level']:.0%} confidence at least {_share(clean['lower_bound'])} of patients like these.</p>"
        "</section><section><h2>By label</h2>"
        + _scores("label", [(label, counts, None) for label, counts in figures["by_label"].items()])
        + "</section>"
    )


def _scores(first: str, rows: Iterable[tuple[str, dict[str, Any], dict[str, Any] | None]]) -> str:
    names = ("precision", "recall", "f1")
    columns = [first, "precision", "recall", "F1", "hits", "false alarms", "misses"]
    columns += ["words hidden"] if first else []
    head = "".join(f"<th>{name}</th>" for name in columns)
    body = ""
    for title, counts, intervals in rows:
        cells = ""
        for name in names:
            between = intervals and intervals[name]
            small = f"<small>{between[0]:.3f}–{between[1]:.3f}</small>" if between else ""
            cells += f"<td>{_share(counts[name])}{small}</td>"
        cells += "".join(f"<td>{counts[name]:,}</td>" for name in ("tp", "fp", "fn"))
        if "covered" in counts:
            cells += f"<td>{_share(counts['covered']['recall'])}</td>"
        body += f"<tr><th>{html.escape(title)}</th>{cells}</tr>"
    return f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _note(gold: Document, found: Document, misses: int, alarms: int) -> str:
    pieces, position = [], 0
    for start, end, kind, there, claimed in stretches(gold, found):
        pieces.append(html.escape(gold.text[position:start]))
        title = {"hit": there, "other": f"{there}, found as {claimed}", "miss": f"{there}, missed"}.get(
            kind, f"false alarm, {claimed}"
        )
        label = {"alarm": claimed, "other": f"{there} → {claimed}"}.get(kind, there)
        pieces.append(
            f'<mark class="{kind}" title="{html.escape(title)}">{html.escape(gold.text[start:end])}'
            f"<sub>{html.escape(label)}</sub></mark>"
        )
        position = end
    pieces.append(html.escape(gold.text[position:]))
    counts = " ".join(
        f'<span class="count {kind}">{number} {word}{"" if number == 1 else "s"}</span>'
        for kind, number, word in (("miss", misses, "missed word"), ("alarm", alarms, "false alarm"))
        if number
    )
    return (
        f'<details class="note" data-miss="{misses}" data-alarm="{alarms}"{" open" if misses else ""}>'
        f"<summary>{html.escape(gold.id)} {counts or '<span class=count>nothing missed</span>'}</summary>"
        f"<pre>{''.join(pieces)}</pre></details>\n"
    )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
