"""What servers and models say, as far as a message or a recording may repeat it.

A message goes to who runs the build; a recording may go out. Neither holds a key.
"""

import re
import unicodedata

_TOLD, _KEPT = 300, 160
"""Most characters."""
_LONG = re.compile(r"[A-Za-z0-9_-]{16,}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._:+-]{0,63}")
_UNSEEN = frozenset(("Cc", "Cf"))
"""A terminal obeys the ones, and shows a line in another order by the others."""
_OTHERS = re.compile(r"[^ -~]+")


def told(text: object, *keys: str | None) -> str:
    """For a message: one line, without ``keys`` and what looks like one, or like a name and password in an address."""
    words = _without(text, keys).split()
    return " ".join("…" if _secret(word) else word for word in words)[:_TOLD]


def kept(text: object, *keys: str | None) -> str:
    """For a recording: ``told``, and no path, no address and no letters but ASCII, by which a server would repeat the
    script or the machine that it runs on."""
    words = _OTHERS.sub("…", " ".join(_without(text, keys).split())).split()
    return " ".join("…" if _secret(word) or "/" in word or "\\" in word else word for word in words)[:_KEPT]


def plain_name(value: object) -> str | None:
    """A name or version as a server gives it; null for anything else, such as a path."""
    return value if isinstance(value, str) and _NAME.fullmatch(value) and not _secret(value) else None


def _without(text: object, keys: tuple[str | None, ...]) -> str:
    try:
        found = str(text).encode("utf-8", "replace").decode()
    except RecursionError:
        return "…"
    found = "".join(" " if unicodedata.category(char) in _UNSEEN else char for char in found)
    for key in keys:
        found = found.replace(key, "…") if key else found
    return found


def _secret(word: str) -> bool:
    """An address with a user, a mail address, a masked key, or a long run of letters that has digits, as keys have."""
    runs = _LONG.findall(word)
    return "@" in word or "***" in word or any(len(run) >= 40 or re.search("[0-9]", run) for run in runs)
