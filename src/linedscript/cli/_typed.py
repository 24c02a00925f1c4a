"""What a person types after an option, checked before anything is read or written: types for argparse.

An ArgumentTypeError becomes ``argument --date: …``, with exit status 2.
"""

from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Any


def day(text: str) -> str:
    from linedscript.days import is_day

    if not is_day(text):
        raise ArgumentTypeError(f"{text!r} is no day; write it as 2026-11-29")
    return text


def day_so_far(text: str) -> str:
    """A day that isn't yet to come: of what has been done."""
    from datetime import date

    if date.fromisoformat(day(text)) > date.today():
        raise ArgumentTypeError(f"{text} is yet to come")
    return text


def one_line(text: str) -> str:
    """A text of one line that says something."""
    if not text.strip() or text.splitlines() != [text]:
        raise ArgumentTypeError(f"{text!r} isn't a line of text")
    return text


def of_field(module: str, record: str, field: str, says: str) -> Callable[[str], Any]:
    """What the record's field can hold, as its schema has it. ``says``: "a year such as 1999"."""

    def read(text: str) -> Any:
        from importlib import import_module
        from typing import get_type_hints

        import msgspec

        kind = get_type_hints(getattr(import_module(module), record), include_extras=True)[field]
        try:
            return msgspec.convert(text, kind, strict=False)
        except msgspec.ValidationError:
            raise ArgumentTypeError(f"{text!r} isn't {says}") from None

    return read
