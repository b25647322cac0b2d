"""How rules and a tagger are made one: every find is weighed by what both say of it, and by what the lists say.

A doubtful find of the rules that the tagger thinks impossible, or one of the tagger in a word that is known as a
drug, counts less; what both find counts more. What can be nothing else, such as an e-mail address, is a find whatever
the tagger thinks. The weights are a logistic regression on annotated notes, so that a find's score is about the share
of such finds that are right there. They are part of the tagger's folder.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scrubjay.detect.tagger.evidence import BELIEVED, features
from scrubjay.documents.span import Span
from scrubjay.errors import FormatError

FILE = "referee.json"
FEWEST = 0.005  # finds less probable than this are not told
_DOUBT = 0.05  # of the tagger: what it thinks less probable is never more probable than that
# Rules whose finds can be nothing else, whatever the tagger thinks. Of all others the referee knows better.
_UNMISTAKABLE = frozenset(f"rules:{name}" for name in ("email", "url", "ip", "id.ssn"))


@dataclass(frozen=True, repr=False)
class Referee:
    """Weighs finds; `weights` are by the names that `features` gives."""

    weights: Mapping[str, float]

    def judged(self, text: str, by_rules: Sequence[Span], by_tagger: Sequence[Span]) -> tuple[Span, ...]:
        """Return the finds in a text with their probabilities for scores."""
        weight = self.weights.get
        found = []
        for span, known in features(text, by_rules, by_tagger):
            total = sum(weight(name, 0.0) * value for name, value in known.items())
            score = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            if "tagger" in known and span.score is not None and span.score < _DOUBT:
                score = min(score, span.score)  # for those who ask for more; what a rule makes of it, is its own find
            if span.source in _UNMISTAKABLE:
                score = max(score, BELIEVED)  # one missed identity is worse than one word too many
            if score >= FEWEST:
                found.append(Span(span.start, span.end, span.label, int(score * 10_000) / 10_000, span.source))
        return tuple(found)

    def save(self, folder: Path) -> None:
        """Write the weights."""
        told = {name: round(value, 4) for name, value in sorted(self.weights.items()) if round(value, 4)}
        folder.joinpath(FILE).write_text(json.dumps(told, indent=0) + "\n", encoding="utf-8")


def load_referee(folder: Path) -> Referee | None:
    """Return the referee of a folder, if it has one."""
    file = folder / FILE
    if not file.exists():
        return None
    try:
        weights = json.loads(file.read_text(encoding="utf-8"))
        return Referee({str(name): float(value) for name, value in weights.items()})
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise FormatError("holds no weights, or damaged ones", file=str(file)) from error
