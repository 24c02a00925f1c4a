"""A small film whose layers hang together, and patches on it."""

from collections.abc import Callable
from typing import Any

import factories as make
import pytest
from role_factories import prompt

from linedscript.io.canonical import content_digest
from linedscript.records.base import Record
from linedscript.records.character import Anchor
from linedscript.records.engine import Coverage
from linedscript.records.review import Patch
from linedscript.review.apply import Reviewed, apply_patches
from linedscript.review.patches import decode

LATE = Anchor(scene="s0001", offset=400)
"""Behind every passage that tests move a unit's evidence to."""

Layers = dict[str, list[Record]]


def small_film() -> Layers:
    """Ann waits, talks to Bo, and leaves with the lamp. ``ent-0003`` ("the pilot") is Ann too."""
    ann, bo, pilot = make.entity(1, "Ann"), make.entity(2, "Bo"), make.entity(3, "the pilot", named=False)
    lamp = make.entity(4, "lamp", types=("Object",), named=False)
    units = [
        make.unit(1),
        make.unit(
            2,
            kind="Interaction",
            summary="Ann talks to Bo.",
            participants=(make.participant(), make.participant("Bo", "ent-0002", role="addressee")),
        ),
        make.unit(
            1,
            id="s0002.u01",
            scene="s0002",
            summary="The pilot leaves with the lamp.",
            participants=(make.participant("the pilot", "ent-0003"),),
        ),
    ]
    episodes = [
        make.episode(
            1,
            units=("s0001.u01", "s0001.u02"),
            participants=("ent-0001", "ent-0002"),
            cites=tuple(make.cite("units", one, "summary") for one in units[:2]),
        ),
        make.episode(
            2,
            scene="s0002",
            title="The pilot leaves",
            units=("s0002.u01",),
            participants=("ent-0003",),
            cites=(make.cite("units", units[2], "summary"),),
        ),
    ]
    links = [make.link(1, cites=tuple(make.cite("episodes", one, "title", "units") for one in episodes))]
    storylines = [make.storyline(1, cites=(make.cite("links", links[0], "type"),))]
    states = [
        make.state(1, valid_to=Anchor(scene="s0002", offset=0), cites=(make.cite("units", units[0], "summary"),)),
        make.state(
            2,
            claim="Ann is well.",
            value="well",
            after="cs-0001",
            catalyst="s0002.u01",
            valid_from=Anchor(scene="s0002", offset=0),
        ),
    ]
    return {
        "units": units,
        "entities": [ann, bo, pilot, lamp],
        "relations": [
            make.relation(1, predicate="affinity_with"),
            make.relation(
                2, predicate="affinity_with", subject="ent-0002", object="ent-0003", description="Bo likes the pilot."
            ),
            make.relation(3, predicate="possesses", object="ent-0004"),
            make.relation(4, predicate="hostility_with", object="ent-0003"),
        ],
        "episodes": episodes,
        "links": links,
        "storylines": storylines,
        "presence": [
            make.presence(),
            make.presence("s0002", level="absent_unmentioned", basis="none", first=None, last=None, evidence=()),
            make.presence("s0002", "ent-0003"),
            make.presence("s0001", "ent-0002"),
        ],
        "perception": [
            make.perception(),
            make.perception("s0002.u01", "ent-0003"),
            make.perception("s0001.u01", "ent-0002", participant=False, basis="in_scene"),
        ],
        "focal": [make.focal()],
        "states": states,
        "traits": [make.trait(1, cites=(make.cite("states", states[0], "claim", "valid_to"),))],
        "exemplars": [make.exemplar(1)],
        "developments": [],
        "access": [make.access(1, gained=LATE), make.access(2, character="ent-0002", mode="witnessed", gained=LATE)],
        "checkpoints": [make.checkpoint(1), make.checkpoint(2, kind="final")],
        "memories": [make.memory(1, cites=(make.cite("units", units[0], "summary", "participants"),))],
        "observations": [make.observation(1), make.observation(2, character="ent-0003", text="The pilot waits.")],
        "prompts": [
            prompt(1, about=("access/ac-0002",)),
            prompt(2, checkpoint="cp-0001-02", about=("access/ac-0002",), pair="rp-0001"),
        ],
        "items": [make.item(1, cites=(make.cite("units", units[0], "summary"), make.cite("entities", ann, "name")))],
    }


@pytest.fixture
def film() -> Layers:
    return small_film()


def write_patch(
    number: int = 1, layer: str = "units", action: str = "revise", target: str | None = "s0001.u01", **changes: Any
) -> Patch:
    """A decoded patch; by default one that gives the first unit another summary."""
    data = {
        "id": f"pt-{number:04d}",
        "film": "en-0001",
        "layer": layer,
        "action": action,
        "target": target,
        "expect": {"summary": "Ann waits."},
        "value": {"summary": "Ann hides."},
        "reason": "claim_vs_fact",
        "note": "The script says that she hides.",
        "scenes": ["s0001"],
        "reviewer": "r1",
        "date": "2026-01-31",
        "dependents": None,
        "supersedes": None,
    } | changes
    return decode(data, f"en-0001/pt-{number:04d}")


@pytest.fixture
def patch() -> Callable[..., Patch]:
    return write_patch


@pytest.fixture
def ending(film: Layers) -> Callable[..., Patch]:
    """A patch that ends a record of the film, guarded by its digest."""

    def build(number: int, layer: str, action: str, target: str, **changes: Any) -> Patch:
        record = next(record for record in film[layer] if record.id == target)
        return write_patch(
            number, layer, action, target, **{"expect": {"digest": content_digest(record)}, "value": {}} | changes
        )

    return build


@pytest.fixture
def merge() -> Callable[..., Patch]:
    def build(
        number: int = 1,
        gone: tuple[str, str] = ("ent-0003", "the pilot"),
        into: tuple[str, str] = ("ent-0001", "Ann"),
        **changes: Any,
    ) -> Patch:
        return write_patch(
            number,
            "entities",
            "merge",
            gone[0],
            expect={"name": gone[1], "also": {f"entities/{into[0]}": {"name": into[1]}}},
            value={"into": into[0]},
            reason="identity",
            **changes,
        )

    return build


@pytest.fixture
def review(film: Layers) -> Callable[..., Reviewed]:
    def run(*patches: Patch, **context: Any) -> Reviewed:
        return apply_patches("en-0001", film, context.pop("coverage", []), patches, **context)

    return run


@pytest.fixture
def get() -> Callable[..., Any]:
    """A released record, or null."""

    def find(reviewed: Reviewed, layer: str, record: str) -> Any:
        return next((one for one in reviewed.layers[layer] if one.id == record), None)

    return find


@pytest.fixture
def block() -> Callable[..., Coverage]:
    def build(layer: str = "units", key: str = "s0003", **changes: Any) -> Coverage:
        return Coverage(
            **dict(
                id=f"{layer}:{key}",
                film="en-0001",
                layer=layer,
                key=key,
                status="answered",
                attempts=2,
                records=0,
                best_score=None,
                reason=None,
            )
            | changes
        )

    return build
