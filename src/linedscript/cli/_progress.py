"""A bar on standard error where a person watches, and nothing elsewhere."""

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def watched(items: Sequence[T], what: str) -> Iterable[T]:
    """The items, each counted as it is taken. ``what`` says what is done with them."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, description=what, console=Console(stderr=True), transient=True)
