"""Name maps for tests."""

from typing import Any

from factories import FILM

from linedscript.identity.checking import renaming
from linedscript.records.identity import NameDecision, TitleForm


def replaced(
    number: int, name: str, pseudonym: str, *forms: tuple[str, str], exact: tuple[str, ...] = ()
) -> NameDecision:
    pairs = dict(((name, pseudonym), *forms))
    return NameDecision(
        id=f"ent-{number:04d}",
        film=FILM,
        name=name,
        decision="replace",
        reason="named",
        pseudonym=pseudonym,
        aliases=tuple(renaming(surface, new, surface in exact) for surface, new in pairs.items()),
    )


def kept(number: int, name: str, reason: str = "generic_role", *protected: str) -> NameDecision:
    return NameDecision(
        id=f"ent-{number:04d}",
        film=FILM,
        name=name,
        decision="keep",
        reason=reason,
        pseudonym=None,
        aliases=tuple(renaming(surface, surface) for surface in protected),
    )


def title(surface: str, number: int = 1, **changes: Any) -> TitleForm:
    return TitleForm(**dict(id=f"title-{number:02d}", film=FILM, surface=surface, replacement="[title]") | changes)
