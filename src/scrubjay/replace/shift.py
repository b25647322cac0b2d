"""Moves the dates of a patient by one secret number of days, so that intervals stay and days are not told."""

from bisect import bisect_left

from scrubjay.documents.document import Document
from scrubjay.keys import Key
from scrubjay.replace.dates import ASSUMED_YEAR, WrittenDate, full_year, read
from scrubjay.replace.options import StyleOptions
from scrubjay.replace.release import Replacement


class Shift:
    """The style `shift`: dates are moved, everything else is tagged.

    A date that cannot be read, or does not exist, is tagged as well. A bare year, month or weekday may come out as it
    was, when the shift is too small to change it.
    """

    whole_dates = True

    def __init__(self, key: Key, options: StyleOptions) -> None:
        self._key = key
        self._options = options

    def replacements(self, document: Document) -> list[Replacement]:
        """Return a moved date or a tag per span."""
        dates = self.dates(document)
        return [
            Replacement(span.start, span.end, dates.get(span.start) or f"[{span.label}]", span.label)
            for span in document.spans
        ]

    def days(self, patient: str) -> int:
        """Return by how many days the dates of a patient move: never 0, the same in all notes, known to the key."""
        unit = 7 if self._options.keep_weekday else 1
        most = self._options.max_shift_days // unit
        steps = self._key.number(2 * most, "date shift", patient) - most
        return unit * (steps if steps < 0 else steps + 1)

    def dates(self, document: Document) -> dict[int, str]:
        """Return the moved texts of the dates that can be moved, by where they start."""
        found: dict[int, WrittenDate] = {}
        for span in document.spans:
            if span.label == "DATE" and (written := read(document.text_of(span), self._options.day_first)):
                found[span.start] = written
        if not found:
            return {}
        years = sorted({w.year for w in found.values() if w.kind == "full" and not w.short_year and w.year})
        centuries: dict[int, int] = {}  # a note has few two-digit years, and may have many dates
        for start, written in found.items():
            if written.short_year and written.year is not None:
                if written.year not in centuries:
                    centuries[written.year] = full_year(written.year, years)
                found[start] = written.with_year(centuries[written.year])
        full = [(start, written.year) for start, written in found.items() if written.kind == "full" and written.year]
        days = self.days(document.patient)
        moved = {start: w.moved(days, _nearest(full, start)) for start, w in found.items()}
        return {start: text for start, text in moved.items() if text is not None}


def _nearest(full: list[tuple[int, int]], place: int) -> int:
    """Return the year of the full date nearest to a place of the note, the earlier of two."""
    after = bisect_left(full, (place, 0))
    around = full[max(0, after - 1) : after + 1]
    return min(around, key=lambda each: abs(each[0] - place), default=(0, ASSUMED_YEAR))[1]
