"""A record's references to other records of its film: found, renamed, taken out."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence, Record
from linedscript.records.item import Step
from linedscript.records.layers import LAYERS, REVIEWED
from linedscript.records.stage import Prompt
from linedscript.records.walk import map_refs, refs

Ref = tuple[str, str]
"""Layer and id."""
_STEP = re.compile(r"([a-z_0-9]+)|\[(\d+)\]")


def ref(text: str) -> Ref:
    """Of ``<layer>/<id>``; of a text without one of the two it is one to nothing, which is told as any other is."""
    layer, _, record_id = text.partition("/")
    return layer, record_id


def name(of: Ref) -> str:
    return f"{of[0]}/{of[1]}"


def ref_key(of: Ref) -> tuple[Any, ...]:
    """Sorts references in the order of the pipeline, then by id."""
    return LAYER_ORDER.get(of[0], len(LAYER_ORDER)), of[0], id_key(of[1])


LAYER_ORDER = {layer: number for number, layer in enumerate(LAYERS)}


def references(layer: str, record: Record) -> tuple[tuple[str, Ref], ...]:
    """``(path, reference)`` to records of the reviewed layers: typed ones, and those that a reasoning step, a piece of
    evidence or what a prompt is about writes out as ``<layer>/<id>``. The record's own id and its citations are left
    out."""
    found = [
        (path, (to, text)) for path, to, text in refs(record) if to in REVIEWED and not (path == "id" and to == layer)
    ]
    _written(record, "", found)
    return tuple(found)


def _written(value: Any, path: str, found: list[tuple[str, Ref]]) -> None:
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            if isinstance(item, (tuple, msgspec.Struct)):
                _written(item, f"{path}[{number}]", found)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            inner = getattr(value, field)
            here = f"{path}.{field}" if path else field
            if field == "about" and isinstance(value, Prompt):
                pairs = ((f"{here}[{number}]", text) for number, text in enumerate(inner))
                found.extend((place, ref(text)) for place, text in pairs if text.partition("/")[0] in REVIEWED)
            elif isinstance(inner, (tuple, msgspec.Struct)):
                _written(inner, here, found)
            elif field == "record" and inner is not None and isinstance(value, (Step, Evidence)):
                if inner.partition("/")[0] in REVIEWED:
                    found.append((here, ref(inner)))


def _map_written(value: Any, path: str, change: Callable[[str, str], str]) -> Any:
    if isinstance(value, tuple):
        items = tuple(_map_written(item, f"{path}[{number}]", change) for number, item in enumerate(value))
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if not isinstance(value, msgspec.Struct):
        return value
    changed = {}
    for field in value.__struct_fields__:
        old = getattr(value, field)
        here = f"{path}.{field}" if path else field
        if field == "record" and isinstance(value, (Step, Evidence)):
            new = old if old is None else change(here, old)
        elif field == "about" and isinstance(value, Prompt):
            new = tuple(change(f"{here}[{number}]", text) for number, text in enumerate(old))
        else:
            new = _map_written(old, here, change)
        if new is not old:
            changed[field] = new
    return msgspec.structs.replace(value, **changed) if changed else value


def renamed(record: Record, mapping: Mapping[Ref, str], *, own_id: bool = False) -> Record:
    """The record with every reference in ``mapping`` led to the id given there; lists that then name one record twice
    name it once. Citations stay. ``own_id``: its own id too, where that is such a reference (``focal``)."""
    changed = map_refs(
        record, lambda path, layer, text: text if path == "id" and not own_id else mapping.get((layer, text), text)
    )

    def written(path: str, text: str) -> str:
        layer, _, record_id = text.partition("/")
        to = mapping.get((layer, record_id))
        return text if to is None else f"{layer}/{to}"

    return _once(_map_written(changed, "", written), record)


def _once(value: Any, before: Any) -> Any:
    """Without the repeats in lists of ids that weren't there before."""
    if value is before or not isinstance(value, msgspec.Struct):
        return value
    changed = {}
    for field in value.__struct_fields__:
        new, old = getattr(value, field), getattr(before, field)
        if not isinstance(new, tuple) or new == old:
            continue
        if all(isinstance(item, str) for item in new):
            if len(set(old)) == len(old):
                changed[field] = tuple(dict.fromkeys(new))
        else:
            changed[field] = tuple(_once(item, was) for item, was in zip(new, old, strict=True))
    for field in value.__struct_fields__:
        new, old = getattr(value, field), getattr(before, field)
        if isinstance(new, msgspec.Struct) and new is not old:
            changed[field] = _once(new, old)
    return msgspec.structs.replace(value, **changed) if changed else value


def detached(layer: str, record: Record, ended: Ref) -> Record | None:
    """The record without its references to ``ended``: null where the field may be null, shorter where it is a list.

    Null where the record can't stand without them.
    """
    data = msgspec.json.decode(msgspec.json.encode(record))
    paths = set()
    for path, to in references(layer, record):
        if to == ended:
            steps = _steps(path)
            if steps[-1] == "record":  # the whole step or piece of evidence goes
                steps = steps[:-1]
                if not isinstance(steps[-1], int):
                    return None
            paths.add(steps)
    for steps in sorted(paths, reverse=True, key=_back_to_front):
        *above, last = steps
        holder: Any = data
        for step in above:
            holder = holder[step]
        if isinstance(last, int):
            del holder[last]
        else:
            holder[last] = None
    try:
        return msgspec.convert(data, type(record))
    except msgspec.ValidationError:
        return None


def _back_to_front(steps: tuple[str | int, ...]) -> list[int]:
    return [step if isinstance(step, int) else -1 for step in steps]


def _steps(path: str) -> tuple[str | int, ...]:
    return tuple(int(number) if number else word for word, number in _STEP.findall(path))
