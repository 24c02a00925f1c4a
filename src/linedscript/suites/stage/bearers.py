"""Whose a form of name is, for the deterministic judges: the same in both views."""

from collections.abc import Sequence

import msgspec

from linedscript.records.entity import Entity


def told_apart(entities: Sequence[Entity]) -> list[Entity]:
    """A form that a person bears is nobody's and nothing's else: views rename persons and not months or rooms."""
    persons = {_form(a.surface) for one in entities if "Character" in one.types for a in one.aliases}
    return [
        one
        if "Character" in one.types
        else msgspec.structs.replace(one, aliases=tuple(a for a in one.aliases if _form(a.surface) not in persons))
        for one in entities
    ]


def _form(surface: str) -> str:
    return surface.casefold().removeprefix("the ")
