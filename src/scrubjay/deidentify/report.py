"""What a run did, for those who sign for it: counts, settings, and the notes withheld by id. Never note text."""

from datetime import UTC, datetime
from typing import Any

import scrubjay
from scrubjay.deidentify.order import Order
from scrubjay.deidentify.state import Totals
from scrubjay.detect.rules.detector import REASONS
from scrubjay.detect.tagger import spanish
from scrubjay.detect.tagger.shelf import tagger_name
from scrubjay.documents.document import nameable
from scrubjay.documents.formats.format import Faults


def report(order: Order, totals: Totals, faults: Faults) -> dict[str, Any]:
    """Return a run's report as plain values."""
    settings = order.settings
    withheld = [{"note": _shown(entry.shown_id), "reason": entry.withheld} for entry in totals.withheld]
    withheld += [{"note": _shown(f.note) if f.note else f.file, "reason": f.problem} for f in faults.of("withheld")]
    return {
        "scrubjay": scrubjay.__version__,
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "settings": {
            "source": str(order.source),
            "target": str(order.target),
            "format": order.released_as.name,
            "policy": settings.policy.name,
            "policy_title": settings.policy.title,
            "style": settings.style,
            "numbered": order.numbered,
            "threshold": settings.chosen_threshold,
            "spans": settings.spans,
            "tagger": "none" if settings.folder is None else tagger_name(settings.folder),
            "known_identifiers": settings.known is not None,
            "vault": order.vault is not None,
            "metadata_released": list(order.keep_metadata),
        },
        "notes": {
            "released": totals.released,
            "withheld": len(withheld),
            "without_identities": totals.without_identities,
            "characters": totals.characters,
        },
        "identities": {
            "replaced": totals.labels.total(),
            "by_label": dict(totals.labels.most_common()),
            "by_rule": [
                {"rule": source, "count": count, "reason": reason_of(source)}
                for source, count in totals.sources.most_common()
            ],
        },
        "leak_check": "every release was searched for what had been taken out of its note, but for everyday words"
        + (" and for the known identifiers" if settings.known else ""),
        "withheld": withheld,
    }


def reason_of(source: str) -> str:
    """Return why a source finds what it finds, in words.

    >>> reason_of("rules:date.full")
    'a day, month and year in figures'
    """
    kind, _, rule = source.partition(":")
    if kind == "rules":
        return (REASONS | spanish.REASONS).get(rule, "")
    if kind == "tagger":
        return "a tagger learnt it from annotated notes"
    return "a known identifier of this patient" if kind == "known" else "it came annotated with the note"


def _shown(note: str) -> str:
    return nameable(note) or "(id not shown)"
