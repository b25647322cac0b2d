"""The one rule for spans that overlap."""

from collections.abc import Iterable

from scrubjay.documents.span import Span


def resolve(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return spans that do not overlap and cover every character that was covered.

    Spans that share a character become one, from the first start to the last end. Its label, score and source are
    those of the longest; among equally long ones, of the one with the higher score, then of the first, then by name.
    So nothing that any detector found is left standing, and the most informative label wins.

    >>> resolve([Span(0, 4, "CITY"), Span(0, 13, "HOSPITAL"), Span(20, 22, "AGE")])
    (Span(start=0, end=13, label='HOSPITAL', score=None, source=None), Span(start=20, end=22, label='AGE', \
score=None, source=None))
    """
    resolved: list[Span] = []
    group: list[Span] = []
    reach = -1
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if group and span.start >= reach:
            resolved.append(_union(group, reach))
            group = []
        group.append(span)
        reach = max(reach, span.end)
    if group:
        resolved.append(_union(group, reach))
    return tuple(resolved)


def _best_first(span: Span) -> tuple[int, float, int, str, str, bool]:
    score = 1.0 if span.score is None else span.score
    return -len(span), -score, span.start, span.label, span.source or "", span.score is not None


def _union(group: list[Span], end: int) -> Span:
    if len(group) == 1:
        return group[0]
    # Gold has no score and counts as certain.
    best = min(group, key=_best_first)
    if best.start == group[0].start and best.end == end:
        return best
    return Span(group[0].start, end, best.label, best.score, best.source)
