"""What stands under ``value`` in a patch: one shape per layer and action, decoded strictly."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta

from linedscript.errors import LinedscriptError
from linedscript.records.base import EntityRef, EpisodeRef, MentionRef, Record
from linedscript.records.entity import EntityType
from linedscript.records.layers import LAYERS
from linedscript.records.review import Patch

KINDS = {
    "units": "u",
    "entities": "ent",
    "relations": "rel",
    "episodes": "ep",
    "links": "lk",
    "storylines": "st",
    "states": "cs",
    "traits": "tr",
    "exemplars": "ex",
    "developments": "dv",
    "access": "ac",
    "checkpoints": "cp",
    "memories": "mm",
    "prompts": "rp",
    "items": "t2",
}
"""The first part of the id of a record that a patch adds."""
RETARGETS: dict[str, tuple[str, ...]] = {"relations": ("subject", "object"), "links": ("source", "target")}
ENDPOINTS = {"relations": "entities", "links": "episodes"}
FIXED = {
    "units": {"scene"},
    "episodes": {"scene"},
    "relations": {"subject", "object"},
    "links": {"source", "target", "distance"},
    "developments": {"character"},
    "access": {"character", "fact"},
    "checkpoints": {"character"},
    "traits": {"character"},
    "memories": {"character"},
    "prompts": {"character"},
    "items": {"suite", "task", "language"},
}
"""Fields that ``revise`` doesn't change, besides id, film and made: they are part of what the record is, derived, or
``retarget``'s."""
PLACEHOLDER = {
    "kind": "span",
    "scene": "s0001",
    "start": 0,
    "end": 1,
    "sha256": "0" * 64,
    "source": [[0, 1]],
    "grounding": "exact",
    "record": None,
}


class Into(Record):
    """``merge``: the entity that the target becomes a part of."""

    into: EntityRef


class SplitOff(Record):
    """What leaves the target and becomes an entity of its own, called ``ent-<patch id>``."""

    name: str
    """One of ``aliases`` or ``shared``."""
    description: str
    named: bool
    types: Annotated[tuple[EntityType, ...], Meta(min_length=1)]
    mentions: tuple[MentionRef, ...]
    """Mentions that go over; participants of units that name one of them go with it, and so does presence."""
    aliases: tuple[str, ...]
    """Surfaces that go over."""
    shared: tuple[str, ...]
    """Surfaces that both have from now on."""
    move: tuple[str, ...]
    """Records, ``<layer>/<id>``, that mean the new entity where they refer to the old one."""


class Split(Record):
    new: SplitOff


class RetargetRelation(Record):
    subject: EntityRef | msgspec.UnsetType = msgspec.UNSET
    object: EntityRef | msgspec.UnsetType = msgspec.UNSET


class RetargetLink(Record):
    source: EpisodeRef | msgspec.UnsetType = msgspec.UNSET
    target: EpisodeRef | msgspec.UnsetType = msgspec.UNSET


class Quote(Record):
    """Evidence by its words: the place is looked up in the scene and stored as a span."""

    scene: Annotated[str, Meta(pattern=r"^s[0-9]{4}$")]
    quote: Annotated[str, Meta(min_length=1)]
    occurrence: Annotated[int, Meta(ge=1)] = 1


class CiteHere(Record):
    """A citation whose digest is taken when the patch applies."""

    layer: str
    record: str
    fields: Annotated[tuple[str, ...], Meta(min_length=1)]


def patchable(layer: str) -> tuple[str, ...]:
    """The fields that ``revise`` may change, in the record's order."""
    out = {"id", "film", "made"} | FIXED.get(layer, set())
    return tuple(field for field in LAYERS[layer].record.__struct_fields__ if field not in out)


def content(layer: str) -> tuple[str, ...]:
    """The fields that ``add`` and ``replace`` have to give."""
    return tuple(
        field
        for field in LAYERS[layer].record.__struct_fields__
        if field not in ("id", "film", "made") and not (layer == "links" and field == "distance")
    )


@cache
def _hints(layer: str) -> dict[str, Any]:
    return get_type_hints(LAYERS[layer].record, include_extras=True)


def expand(value: Any, quote: Callable[[Quote], Any], cite: Callable[[CiteHere], Any], *, field: str = "") -> Any:
    """Plain data with quotes and citations spelled out. Raises msgspec.ValidationError for a malformed one."""
    if isinstance(value, list):
        if field == "cites":
            return [cite(msgspec.convert(item, CiteHere)) for item in value]
        return [expand(item, quote, cite) for item in value]
    if isinstance(value, dict):
        if "quote" in value:
            return quote(msgspec.convert(value, Quote))
        return {key: expand(item, quote, cite, field=key) for key, item in value.items()}
    return value


def check_payload(patch: Patch, place: str) -> list[LinedscriptError]:
    """Faults of the payload that can be seen without the records."""
    layer, action, value = patch.layer, patch.action, patch.value
    wanted: dict[str, Any] = {
        "merge": Into,
        "split": Split,
        "retarget": RetargetRelation if layer == "relations" else RetargetLink,
    }
    try:
        if action in wanted:
            payload = msgspec.convert(value, wanted[action])
            if action == "retarget" and not value:
                return [_fault(place, f"names no end: give {' or '.join(RETARGETS[layer])}")]
            if action == "merge" and payload.into == patch.target:
                return [_fault(place, "merges an entity into itself")]
            if action == "split":
                return _check_split(payload.new, place)
            return []
        if action == "revise":
            return _check_fields(layer, value, patchable(layer), place, complete=False)
        if action in ("add", "replace"):
            return _check_fields(layer, value, content(layer), place, complete=True)
        return [_fault(place, f"has to be empty for {action}", f"found {', '.join(sorted(value))}")] if value else []
    except msgspec.ValidationError as error:
        return [_fault(place, str(error))]


def _check_split(new: SplitOff, place: str) -> list[LinedscriptError]:
    faults = []
    if new.name not in new.aliases + new.shared:
        faults.append(_fault(place, f"new.name {new.name!r} is neither in new.aliases nor in new.shared"))
    if not (new.mentions or new.aliases or new.move):
        faults.append(_fault(place, "moves nothing: name mentions, aliases or records to move"))
    faults += [_fault(place, f"new.move: {text!r} isn't <layer>/<id>") for text in new.move if "/" not in text]
    return faults


def _check_fields(
    layer: str, value: dict[str, Any], allowed: tuple[str, ...], place: str, *, complete: bool
) -> list[LinedscriptError]:
    known = LAYERS[layer].record.__struct_fields__
    faults = []
    for field in value:
        if field not in known:
            hint = f"fields: {', '.join(allowed)}"
            faults.append(_fault(place, f"has {field!r}, which is no field of {layer}", hint))
        elif field not in allowed:
            how = (
                f"use the action retarget for {field}"
                if field in RETARGETS.get(layer, ())
                else (f"patchable: {', '.join(allowed)}")
            )
            faults.append(_fault(place, f"{field} may not be patched here", how))
    if complete and (missing := [field for field in allowed if field not in value]):
        faults.append(
            _fault(place, f"misses {', '.join(missing)}", "a whole record has all its fields; null says none")
        )
    if not value:
        faults.append(_fault(place, "changes no field", f"patchable: {', '.join(allowed)}"))
    for field in value:
        if field in allowed:
            try:
                typed(
                    layer,
                    field,
                    expand(
                        value[field],
                        lambda _: PLACEHOLDER,
                        lambda cite: msgspec.to_builtins(cite) | {"digest": "0" * 64},
                        field=field,
                    ),
                )
            except msgspec.ValidationError as error:
                faults.append(_fault(place, f"{field}: {error}"))
    return faults


def typed(layer: str, field: str, value: Any) -> Any:
    """``value`` as the field's type. Raises msgspec.ValidationError."""
    return msgspec.convert(value, _hints(layer)[field])


def _fault(place: str, problem: str, hint: str = "") -> LinedscriptError:
    return LinedscriptError("patch-payload", place, f"value {problem}", hint)
