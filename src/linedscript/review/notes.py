"""Whether a note says why: no text that only holds the place of one."""

import re

LEAST = 10
"""Characters, as the patch's schema has it."""
_WORD = re.compile(r"[^\W\d_]+")
_STUBS = frozenset({"todo", "tbd", "tba", "fixme", "xxx", "placeholder"})
_FILLERS = _STUBS | set(
    "a add an and be comes done evidence explain explanation fill filled follow follows for go goes here in it later "
    "na names needs note of reason say sentence something text that the this to why will with write your".split()
)
"""Words of the examples and of the option's help, and of what people type to be let through."""


def note_problem(note: str) -> str:
    """What is wrong with a patch's note; empty where it may say something."""
    if len(note.strip()) < LEAST:
        return f"the note {note!r} is no sentence of at least {LEAST} characters"
    words = _WORD.findall(note)
    plain = [word.casefold() for word in words]
    stub = bool(words) and plain[0] in _STUBS and (words[0].isupper() or len(words) == 1)
    alike = len(set("".join(plain))) < 3 or (len(set(plain)) == 1 and plain[0].isascii())
    if stub or alike or set(plain) <= _FILLERS:
        return f"the note {note!r} holds the place of a reason"
    return ""
