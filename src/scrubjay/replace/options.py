"""What a user may choose about a style."""

from dataclasses import dataclass, field

from scrubjay.errors import UsageError


@dataclass(frozen=True, slots=True)
class StyleOptions:
    """Choices for the styles that rewrite dates and names; `replacer` refuses them for the others.

    `keep_weekday` moves dates by whole weeks; `day_first` reads 4/3 as the 4th of March; `max_shift_days` bounds
    how far dates move, either way; `avoid` holds words, as `words.name_word` writes them, that no surrogate may be:
    the real names of the same corpus. They are not shown.
    """

    keep_weekday: bool = False
    day_first: bool = False
    max_shift_days: int = 365
    avoid: frozenset[str] = field(default=frozenset(), repr=False)

    def __post_init__(self) -> None:
        """Refuse a shift that could only be 0."""
        least = 7 if self.keep_weekday else 1
        if self.max_shift_days < least:
            raise UsageError(f"max_shift_days must be at least {least}, or no date could move")
