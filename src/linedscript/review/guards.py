"""What a reviewer saw, and whether it is still so."""

from typing import Any

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.records.base import Record
from linedscript.records.engine import Coverage
from linedscript.records.layers import LAYERS
from linedscript.records.review import Patch
from linedscript.review.payloads import ENDPOINTS


def check_expect(patch: Patch, place: str) -> list[LinedscriptError]:
    """Faults of ``expect`` that can be seen without the records: unknown fields, and guards that are missing."""
    faults = []
    record = Coverage if patch.layer == "coverage" else LAYERS[patch.layer].record
    own = {field: value for field, value in patch.expect.items() if field != "also"}
    faults += _check_guard(own, record, f"{place}#expect")
    also = patch.expect.get("also", {})
    if not isinstance(also, dict):
        return [*faults, _expect(place, "also isn't a mapping of <layer>/<id> to guards")]
    for text, guard in also.items():
        layer = text.partition("/")[0]
        if layer not in LAYERS or "/" not in text:
            faults.append(_expect(place, f"also: {text!r} isn't <layer>/<id>"))
        elif guard is not None and not (isinstance(guard, dict) and guard):
            faults.append(_expect(place, f"also: {text} needs field values, a digest, or null"))
        elif guard is not None:
            faults += _check_guard(guard, LAYERS[layer].record, f"{place}#expect.also.{text}")
    if patch.action == "add":
        if own:
            faults.append(_expect(place, "guards a target, but an addition has none"))
        return faults
    if not own:
        faults.append(_expect(place, "is empty: no guard on the value that the reviewer saw"))
    if patch.action in ("revise", "retarget") and "digest" not in own:
        if unseen := [field for field in patch.value if field not in own]:
            faults.append(_expect(place, f"doesn't say what {', '.join(unseen)} had been"))
    needed: list[str] = []
    if patch.action == "merge":
        needed = [f"entities/{patch.value.get('into')}"]
    elif patch.action == "retarget":
        needed = [f"{ENDPOINTS[patch.layer]}/{new}" for new in patch.value.values()]
    faults += [
        _expect(place, f"doesn't say under also what {text} was", f"also: {{{text}: {{…}}}}")
        for text in needed
        if also.get(text) is None
    ]
    return faults


def _check_guard(guard: dict[str, Any], record: type[Record], place: str) -> list[LinedscriptError]:
    return [
        LinedscriptError("patch-expect", place, f"no field {field!r} in {record.__name__}")
        for field in guard
        if field != "digest" and field not in record.__struct_fields__
    ]


def _expect(place: str, problem: str, hint: str = "") -> LinedscriptError:
    return LinedscriptError(
        "patch-expect", place, f"expect {problem}", hint or "linedscript patch new fills expect from the build"
    )


def check_guard(
    guard: dict[str, Any] | None, record: Record | None, digest: str | None, what: str, place: str
) -> list[LinedscriptError]:
    """Compare what a reviewer saw with what is there now: one fault per difference, naming expected and found."""

    def stale(field: str, expected: Any, found: Any) -> LinedscriptError:
        return LinedscriptError(
            "stale-expect",
            place,
            f"{what}{field}: expected {_short(expected)}, found {_short(found)}",
            "the record changed since the patch was written, by a script, code, params or another patch: 'linedscript "
            f"patch new {_target(place, what)}' shows it as it is; bring the patch up to date, or delete it",
        )

    if guard is None:
        return [stale("", None, "a record")] if record is not None else []
    if record is None:
        return [stale("", "a record", None)]
    faults = []
    for field, expected in guard.items():
        found = digest if field == "digest" else msgspec.to_builtins(getattr(record, field))
        if isinstance(found, (tuple, list, dict)):
            found = msgspec.json.decode(encode(found))
        if found != expected:
            faults.append(stale(f", field {field}", expected, found))
    return faults


def _target(place: str, what: str) -> str:
    """The options that name the record, by ``<film>/<patch>`` and ``<layer>/<id>``."""
    film, (layer, _, record) = place.partition("/")[0], what.partition("/")
    return f"--film {film} --layer {layer} --target {record}"


def _short(value: Any) -> str:
    text = "nothing" if value is None else encode(value).decode()
    return text if len(text) <= 160 else f"{text[:150]}… ({len(text)} characters)"
