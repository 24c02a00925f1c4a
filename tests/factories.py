"""Small records for tests: every field has a plausible value, and a test names only what it is about."""

from typing import Any

from linedscript.io.canonical import fields_digest
from linedscript.io.files import sha256_text
from linedscript.records.base import Citation, Evidence, Made
from linedscript.records.character import Anchor, Focal, ScenePresence, State, UnitPresence
from linedscript.records.check import Check
from linedscript.records.entity import Alias, Entity, Mention
from linedscript.records.finding import Finding
from linedscript.records.item import Item, Step
from linedscript.records.narrative import Bridge, Episode, Link, Storyline, Transition
from linedscript.records.relation import MentionRelation, Relation
from linedscript.records.review import Look
from linedscript.records.scene import Element, Heading, Scene, Segment
from linedscript.records.stage import Claim, Interval, Observation, Rubric
from linedscript.records.trajectory import (
    Access,
    Checkpoint,
    Development,
    Exemplar,
    Memory,
    Phase,
    StyleScores,
    Tie,
    Trait,
    Trajectory,
)
from linedscript.records.unit import Participant, Unit

ASKING = {"scene_tokens": 1600, "names": 60, "roster": 120}
"""As params.yaml ships it."""
FILM = "en-0001"


def made(**changes: Any) -> Made:
    return Made(
        **dict(
            annotator="rules",
            role="construct",
            prompt=None,
            prompt_sha256=None,
            request="0" * 64,
            score=10.0,
            accepted=True,
        )
        | changes
    )


def span(scene: str = "s0001", start: int = 0, end: int = 4, text: str = "text", **changes: Any) -> Evidence:
    return Evidence(
        **dict(
            kind="span",
            scene=scene,
            start=start,
            end=end,
            sha256=sha256_text(text),
            source=((start, end),),
            grounding="exact",
            record=None,
        )
        | changes
    )


def cite(layer: str, record: Any, *fields: str) -> Citation:
    return Citation(layer=layer, record=record.id, fields=fields, digest=fields_digest(record, fields))


def at(scene: int = 1, offset: int = 0) -> Anchor:
    return Anchor(scene=f"s{scene:04d}", offset=offset)


def heading(text: str = "INT. OFFICE - DAY", **changes: Any) -> Heading:
    return Heading(
        **dict(text=text, number=None, interior="int", place="OFFICE", subplace=None, time="DAY", modifiers=())
        | changes
    )


def scene(text: str = "INT. OFFICE - DAY\n\nAnn waits.\n", index: int = 1, **changes: Any) -> Scene:
    """A scene whose text is its source, from offset 0; one heading element and one action element."""
    cut = text.index("\n\n") + 2 if "\n\n" in text else 0
    elements = tuple(
        Element(
            kind=kind,
            start=start,
            end=end,
            content=(start, end),
            source=((start, end),),
            lines=(1, 1),
            cue=None,
            dual=None,
            contacts=(),
        )
        for kind, start, end in (("heading", 0, cut), ("action", cut, len(text)))
        if end > start
    )
    return Scene(
        **dict(
            id=f"s{index:04d}",
            film=FILM,
            index=index,
            heading=heading(text[:cut].strip()) if cut else None,
            text=text,
            sha256=sha256_text(text),
            words=len(text.split()),
            segments=(Segment(start=0, source=0, length=len(text)),),
            elements=elements,
        )
        | changes
    )


def mention(number: int = 1, surface: str = "Ann", **changes: Any) -> Mention:
    return Mention(
        **dict(
            id=f"s0001.m{number:02d}",
            film=FILM,
            scene="s0001",
            surface=surface,
            normalized=surface,
            types=("Character",),
            named=True,
            description=surface,
            scope="film",
            mergeable=True,
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def finding(number: int = 1, **changes: Any) -> Finding:
    return Finding(
        **dict(
            id=f"s0001.f{number:02d}",
            film=FILM,
            scene="s0001",
            record="relations/s0001.r01",
            against=None,
            verdict="flag",
            problem="unsupported",
            reason="The scene doesn't show it.",
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def alias(surface: str = "Ann", **changes: Any) -> Alias:
    return Alias(**dict(surface=surface, kind="name", first_scene="s0001", spoken=None) | changes)


def entity(number: int = 1, name: str = "Ann", **changes: Any) -> Entity:
    return Entity(
        **dict(
            id=f"ent-{number:04d}",
            film=FILM,
            name=name,
            aliases=(alias(name),),
            types=("Character",),
            named=True,
            description=f"{name}.",
            scope="film",
            mentions=(),
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def participant(name: str = "Ann", entity: str | None = "ent-0001", **changes: Any) -> Participant:
    return Participant(**dict(name=name, role="agent", mention=None, entity=entity) | changes)


def unit(number: int = 1, **changes: Any) -> Unit:
    return Unit(
        **dict(
            id=f"s0001.u{number:02d}",
            film=FILM,
            scene="s0001",
            kind="Event",
            label="Ann waits",
            summary="Ann waits.",
            trigger="wait",
            participants=(participant(),),
            place=None,
            time=None,
            polarity="positive",
            modality="actual",
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def mention_relation(number: int = 1, **changes: Any) -> MentionRelation:
    return MentionRelation(
        **dict(
            id=f"s0001.r{number:02d}",
            film=FILM,
            scene="s0001",
            subject="s0001.m01",
            predicate="kinship_with",
            object="s0001.m02",
            description="They are kin.",
            polarity="positive",
            modality="actual",
            qualifiers=(),
            time_range=None,
            persistence="permanent",
            confidence=0.9,
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def relation(number: int = 1, **changes: Any) -> Relation:
    return Relation(
        **dict(
            id=f"rel-{number:04d}",
            film=FILM,
            subject="ent-0001",
            predicate="kinship_with",
            object="ent-0002",
            description="They are kin.",
            polarity="positive",
            modality="actual",
            qualifiers=(),
            time_range=None,
            persistence="permanent",
            confidence=0.9,
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def episode(number: int = 1, **changes: Any) -> Episode:
    return Episode(
        **dict(
            id=f"ep-{number:04d}",
            film=FILM,
            scene="s0001",
            title="Ann waits",
            setup="Ann sits.",
            development="Ann waits.",
            outcome=None,
            open=True,
            units=("s0001.u01",),
            participants=("ent-0001",),
            location=None,
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def link(number: int = 1, **changes: Any) -> Link:
    return Link(
        **dict(
            id=f"lk-{number:04d}",
            film=FILM,
            source="ep-0001",
            type="causes",
            target="ep-0002",
            distance=1,
            bridge=Bridge(kind="participant", entities=("ent-0001",), units=(), note="Ann is in both."),
            rationale="One leads to the other.",
            confidence=0.8,
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def storyline(number: int = 1, **changes: Any) -> Storyline:
    return Storyline(
        **dict(
            id=f"st-{number:03d}",
            film=FILM,
            dimension="character",
            title="Ann grows",
            subjects=("ent-0001",),
            transitions=(
                Transition(
                    before="Ann waits.",
                    catalyst="A letter comes.",
                    after="Ann leaves.",
                    episodes=("ep-0001", "ep-0002"),
                    links=("lk-0001",),
                ),
            ),
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def presence(scene_id: str = "s0001", character: str = "ent-0001", **changes: Any) -> ScenePresence:
    return ScenePresence(
        **dict(
            id=f"{scene_id}.{character}",
            film=FILM,
            scene=scene_id,
            character=character,
            level="on_screen",
            basis="action",
            first=0,
            last=4,
            evidence=(span(scene_id),),
            made=made(),
        )
        | changes
    )


def perception(unit_id: str = "s0001.u01", character: str = "ent-0001", **changes: Any) -> UnitPresence:
    return UnitPresence(
        **dict(
            id=f"{unit_id}:{character}",
            film=FILM,
            unit=unit_id,
            character=character,
            participant=True,
            witness=True,
            basis="acts",
            made=made(),
        )
        | changes
    )


def focal(character: str = "ent-0001", **changes: Any) -> Focal:
    return Focal(
        **dict(id=character, film=FILM, scenes=("s0001", "s0002", "s0003"), evidence_count=5, rank=1) | changes
    )


def state(number: int = 1, **changes: Any) -> State:
    return State(
        **dict(
            id=f"cs-{number:04d}",
            film=FILM,
            character="ent-0001",
            aspect="physical",
            claim="Ann is injured.",
            value="injured",
            target=None,
            valid_from=Anchor(scene="s0001", offset=0),
            valid_to=None,
            invariant=False,
            after=None,
            catalyst="s0001.u01",
            confidence=0.8,
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def trait(number: int = 1, text: str = "Ann is stubborn.", **changes: Any) -> Trait:
    return Trait(
        **dict(
            id=f"tr-{number:04d}",
            film=FILM,
            character="ent-0001",
            kind="trait",
            text=text,
            valid_from=at(1, 4),
            valid_to=None,
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def exemplar(number: int = 1, **changes: Any) -> Exemplar:
    return Exemplar(
        **dict(
            id=f"ex-{number:04d}",
            film=FILM,
            character="ent-0001",
            at=Anchor(scene="s0001", offset=4),
            rank=number,
            scores=StyleScores(distinctiveness=0.9, salience=0.6, independence=1.0, composite=0.84),
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def memory(number: int = 1, scene: int = 1, text: str = "I waited.", **changes: Any) -> Memory:
    return Memory(
        **dict(
            id=f"mm-{number:04d}",
            film=FILM,
            character="ent-0001",
            kind="did",
            text=text,
            at=at(scene, 4),
            units=("s0001.u01",),
            evidence=(span(f"s{scene:04d}"),),
            cites=(),
            made=made(),
        )
        | changes
    )


def development(number: int = 1, **changes: Any) -> Development:
    return Development(
        **dict(
            id=f"dv-{number:04d}",
            film=FILM,
            character="ent-0001",
            kind="physical",
            claim="Ann is injured.",
            before=None,
            catalyst="s0001.u01",
            after="cs-0001",
            consequence=None,
            at=Anchor(scene="s0001", offset=0),
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def access(number: int = 1, **changes: Any) -> Access:
    return Access(
        **dict(
            id=f"ac-{number:04d}",
            film=FILM,
            character="ent-0001",
            fact="s0001.u01",
            mode="involved",
            gained=Anchor(scene="s0001", offset=4),
            via=None,
            teller=None,
            confidence=1.0,
            evidence=(span(),),
            cites=(),
            made=made(),
        )
        | changes
    )


def unaware(number: int = 1, **changes: Any) -> Access:
    """Access of somebody who missed the scene."""
    missed = span(kind="absence", start=None, end=None, sha256=None, source=(), grounding=None, record="x/y")
    return access(number, **dict(mode="unknown", gained=None, confidence=0.8, evidence=(missed,)) | changes)


def checkpoint(number: int = 1, scene: int | None = None, offset: int = 4, **changes: Any) -> Checkpoint:
    """``scene``: of its anchor; the first stands in the first scene, and so on."""
    return Checkpoint(
        **dict(
            id=f"cp-0001-{number:02d}",
            film=FILM,
            character="ent-0001",
            kind="baseline",
            anchor=at(scene or number, offset),
            states=(),
            developments=(),
            facts=(),
            scenes=(),
            cites=(),
            made=made(),
        )
        | changes
    )


def trajectory(character: str = "ent-0001", **changes: Any) -> Trajectory:
    return Trajectory(
        **dict(id=character, film=FILM, checkpoints=("cp-0001-01", "cp-0001-02"), why_none=None) | changes
    )


def phase(claim: str = "Ann is on good terms with Bo.", **changes: Any) -> Phase:
    return Phase(**dict(claim=claim, valid_from=at(1), valid_to=None, source="states/cs-0001") | changes)


def tie(number: int = 1, *phases: Phase, **changes: Any) -> Tie:
    return Tie(
        **dict(id=f"tie-{number:04d}", film=FILM, character="ent-0001", other="ent-0002", phases=phases or (phase(),))
        | changes
    )


def observation(number: int = 1, **changes: Any) -> Observation:
    return Observation(
        **dict(
            id=f"ob-{number:05d}",
            film=FILM,
            character="ent-0001",
            at=Anchor(scene="s0001", offset=0),
            text="Ann waits.",
            quoted=False,
            evidence=(span(),),
            made=made(),
        )
        | changes
    )


def claim(number: int = 1, text: str = "Ann is ill.", **changes: Any) -> Claim:
    return Claim(
        **dict(id=f"cp-0001-01.s{number:02d}", text=text, role="state", source="states/cs-0001", evidence=(span(),))
        | changes
    )


def rubric(number: int = 1, **changes: Any) -> Rubric:
    return Rubric(
        **dict(
            id=f"cp-0001-{number:02d}",
            film=FILM,
            character="ent-0001",
            kind="change",
            states=(),
            developments=(),
            invariants=(),
            future_negatives=(),
            left_out=0,
        )
        | changes
    )


def interval(number: int = 1, **changes: Any) -> Interval:
    return Interval(
        **dict(
            id=f"cp-0001-{number:02d}",
            film=FILM,
            character="ent-0001",
            number=number,
            start=None,
            end=Anchor(scene=f"s{number:04d}", offset=4),
            tokenizer="linedscript/1",
            budget=600,
            chunks=(),
            tokens=0,
            memory=(),
        )
        | changes
    )


def step(record: str = "units/s0001.u01", scene_id: str = "s0001", **changes: Any) -> Step:
    return Step(**dict(record=record, scene=scene_id, statement="Ann waits.", evidence=span(scene_id)) | changes)


def item(number: int = 1, **changes: Any) -> Item:
    return Item(
        **dict(
            id=f"t2-{number:04d}",
            film=FILM,
            suite="stage",
            task="II",
            language="en",
            category="Temporal Reasoning",
            family="state_contrast",
            schema_family=None,
            question="What does Ann do first?",
            answer="She waits.",
            subjects=("ent-0001",),
            anchors=(),
            path=(step(), step("units/s0002.u01", "s0002")),
            cites=(),
            made=made(),
        )
        | changes
    )


def check(of: Item, what: str = "closed", **changes: Any) -> Check:
    """A check of an item's present wording, which it passes."""
    kinds = {"closed": ("closed_book", "wrong"), "wording": ("wording", "sound")}
    kind, verdict = kinds.get(what, ("single_passage", "wrong"))
    return Check(
        **dict(
            id=f"{of.id}.{what}",
            film=FILM,
            item=of.id,
            kind=kind,
            passage=span() if kind == "single_passage" else None,
            answer=None,
            verdict=verdict,
            reason=None,
            cites=(cite("items", of, "question", "answer"),),
            made=made(),
            judge=None,
        )
        | changes
    )


def look(record: str = "items/t2-0001", **changes: Any) -> Look:
    row = dict(
        film=FILM,
        round="round-1",
        record=record,
        digest="a" * 64,
        outdated=False,
        disposition="verified",
        criteria=("evidence_supports",),
        seconds=60,
        reviewer="r1",
        date="2026-01-31",
        patch=None,
        note=None,
    )
    row |= changes
    return Look(id=f"{row['round']}:{record}:{row['reviewer']}", **row)
