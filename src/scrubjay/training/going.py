"""What goes on and tells news on the way: epochs, turns; and returns a result at its end."""

from collections.abc import Callable, Generator
from typing import TypeVar

News = TypeVar("News")
Result = TypeVar("Result")


def result_of(going: Generator[News, None, Result], tell: Callable[[News], object] = lambda news: None) -> Result:
    """Go through to the end, telling the news, and return what it returns.

    >>> def counting():
    ...     yield 1
    ...     yield 2
    ...     return "done"
    >>> result_of(counting(), print)
    1
    2
    'done'
    """
    while True:
        try:
            news = next(going)
        except StopIteration as end:
            found: Result = end.value
            return found
        tell(news)
