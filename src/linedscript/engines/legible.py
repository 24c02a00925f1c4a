"""What of a reply's texts can be read: no control characters, and no text that shows nothing."""

import unicodedata
from typing import Any

_COPIED = frozenset(("quotes",))
"""Fields that hold a script's own text, which is looked for as it is, control characters and all."""


def legible(reply: Any) -> tuple[Any, list[str]]:
    """The reply with blanks for control characters, and the places of the records that it loses.

    A record of one of its lists is lost where one of its texts is nothing but what can't be seen. A text of the reply's
    own that is so becomes empty, which its schema may refuse.
    """
    if not isinstance(reply, dict):
        return reply, []
    lost: list[str] = []
    found: dict[str, Any] = {}
    for name, value in reply.items():
        held = value if name in _COPIED else _without_controls(value)
        if isinstance(held, list):
            kept = []
            for number, row in enumerate(held):
                place = _unseen(row)
                if place is None:
                    kept.append(row)
                else:
                    lost.append(f"{name}[{number}]{place}")
            held = kept
        elif isinstance(held, str) and held and not shows(held):
            held = ""
        found[name] = held
    return found, lost


def _without_controls(value: Any) -> Any:
    if isinstance(value, str):
        if value.isprintable():
            return value
        return "".join(" " if unicodedata.category(char) == "Cc" and not char.isspace() else char for char in value)
    if isinstance(value, list):
        return [_without_controls(held) for held in value]
    if isinstance(value, dict):
        return {name: held if name in _COPIED else _without_controls(held) for name, held in value.items()}
    return value


def _unseen(value: Any) -> str | None:
    """The place of the first text in a record that shows nothing; null where there is none. An empty one is a choice
    that the schema allows or not."""
    if isinstance(value, str):
        return "" if value and not shows(value) else None
    if isinstance(value, dict):
        rows = [(f".{name}", held) for name, held in value.items() if name not in _COPIED]
    elif isinstance(value, list):
        rows = [(f"[{number}]", held) for number, held in enumerate(value)]
    else:
        return None
    for step, held in rows:
        place = _unseen(held)
        if place is not None:
            return step + place
    return None


def shows(text: str) -> bool:
    """Whether a person sees anything of it."""
    return any(char.isprintable() and not char.isspace() for char in text)
