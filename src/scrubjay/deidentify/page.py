"""The report as a page: counts per label, why things were found, what was withheld, and a line to sign on.

One file that loads nothing from elsewhere. Only with samples, which somebody asked for, does it show notes.
"""

import html
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

from scrubjay.documents.document import Document
from scrubjay.replace.release import Release


def page(report: dict[str, Any], samples: Sequence[tuple[Document, Release]] = ()) -> str:
    """Return the report as HTML."""
    css = resources.files("scrubjay.deidentify").joinpath("page.css").read_text(encoding="utf-8")
    return "\n".join(
        (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            f"<title>scrubjay report</title><style>{css}</style></head><body>",
            *_head(report),
            *_labels(report["identities"]["by_label"]),
            *_withheld(report["withheld"]),
            *_rules(report["identities"]["by_rule"]),
            *_settings(report),
            *_samples(samples),
            '<div class="sign"><div>Reviewed by</div><div>Date</div></div>',
            "</body></html>\n",
        )
    )


def _head(report: dict[str, Any]) -> Iterator[str]:
    notes, settings = report["notes"], report["settings"]
    yield "<h1>De-identification report</h1>"
    way = f"{settings['source']} → {settings['target']}, finished {report['finished']}"
    yield f'<p class="soft">{_text(way)}</p>'
    yield '<div class="cards">'
    for title, number, bad in (
        ("notes released", notes["released"], False),
        ("notes withheld", notes["withheld"], notes["withheld"] > 0),
        ("identities replaced", report["identities"]["replaced"], False),
        ("released with none found", notes["without_identities"], False),
        ("characters read", notes["characters"], False),
    ):
        yield f'<div class="card{" bad" if bad else ""}"><b>{number:,}</b>{title}</div>'
    yield "</div>"
    yield f"<p>Leak check: {_text(report['leak_check'])}; a note in which anything was left is withheld.</p>"


def _labels(counts: dict[str, int]) -> Iterator[str]:
    yield "<h2>What was replaced</h2>"
    if not counts:
        yield '<p class="soft">Nothing.</p>'
        return
    most = max(counts.values())
    yield "<table>"
    for label, count in counts.items():
        yield (
            f'<tr><td>{_text(label)}</td><td class="n">{count:,}</td>'
            f'<td class="bar"><i style="width:{100 * count / most:.1f}%"></i></td></tr>'
        )
    yield "</table>"


def _withheld(notes: list[dict[str, str]]) -> Iterator[str]:
    yield "<h2>Notes withheld</h2>"
    if not notes:
        yield '<p class="soft">None.</p>'
        return
    yield "<table><tr><th>note</th><th>reason</th></tr>"
    for note in notes:
        yield f"<tr><td>{_text(note['note'])}</td><td>{_text(note['reason'])}</td></tr>"
    yield "</table>"


def _rules(rules: list[dict[str, Any]]) -> Iterator[str]:
    yield "<h2>Why it was found</h2><table>"
    for rule in rules:
        name, reason = _text(rule["rule"].removeprefix("rules:")), _text(rule["reason"])
        yield f'<tr><td class="n">{rule["count"]:,}</td><td>{reason}</td><td><code>{name}</code></td></tr>'
    yield "</table>"


def _settings(report: dict[str, Any]) -> Iterator[str]:
    yield "<h2>How it was done</h2><table>"
    yield f"<tr><td>scrubjay</td><td>{_text(report['scrubjay'])}</td></tr>"
    for name, value in report["settings"].items():
        yield f"<tr><td>{_text(name.replace('_', ' '))}</td><td>{_text(_plain(value))}</td></tr>"
    yield "</table>"


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (", ".join(value) or "none") if isinstance(value, list) else value


def _samples(samples: Sequence[tuple[Document, Release]]) -> Iterator[str]:
    if not samples:
        return
    yield "<h2>Samples</h2>"
    yield '<p class="warn">These notes are shown as they were. Keep this page where the notes are kept.</p>'
    for document, release in samples:
        before = _marked(document.text, [(m.start, m.end, m.label) for m in release.moved], "before")
        after = _marked(release.text, [(m.new_start, m.new_end, m.label) for m in release.moved], "after")
        yield f"<h3>{_text(document.id)}</h3>"
        yield f'<div class="pair"><pre>{before}</pre><pre>{after}</pre></div>'


def _marked(text: str, stretches: list[tuple[int, int, str]], side: str) -> str:
    pieces, position = [], 0
    for start, end, label in stretches:
        pieces.append(_text(text[position:start]))
        pieces.append(f'<mark class="{side}" title="{_text(label)}">{_text(text[start:end])}</mark>')
        position = end
    pieces.append(_text(text[position:]))
    return "".join(pieces)


def _text(value: object) -> str:
    return html.escape(str(value))
