"""The records of two small films, one English and one Chinese, whole in every layer."""

from typing import Any

from factories import (
    access,
    alias,
    check,
    checkpoint,
    cite,
    claim,
    development,
    entity,
    episode,
    finding,
    focal,
    item,
    link,
    made,
    mention,
    observation,
    participant,
    perception,
    phase,
    presence,
    relation,
    rubric,
    scene,
    span,
    state,
    step,
    storyline,
    tie,
    trajectory,
    unit,
)
from msgspec.structs import replace
from role_factories import pack, prompt, role_package, scaffold
from role_factories import supporting as held_claim

from linedscript.io.files import sha256_text
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor
from linedscript.records.check import Withheld
from linedscript.records.engine import Coverage, LedgerEntry, TranscriptLine
from linedscript.records.identity import MapManifest
from linedscript.records.layers import LEFT, OWN, REVIEWED, SIFTED
from linedscript.records.narrative import Bridge, Transition
from linedscript.records.review import AuditFrame, Look, PatchLogEntry, Superseded, Tombstone
from linedscript.records.scene import Removed, Scene, Segment, Validation
from linedscript.screenplay.tokens import LINEDSCRIPT, sequence_sha256
from linedscript.suites.stage.intervals import Script, make_intervals
from linedscript.suites.stage.packs import recounted

FILMS = ("en-0001", "zh-0001")
TITLES = {"en-0001": "The Lamp Office", "zh-0001": "风雪夜归人"}
TEXTS = {
    "en-0001": (
        "INT. OFFICE - DAY\n\n"
        "Ann waits by the window while the rain comes down and Ben counts the brass lamps one by one "
        "on the long table, humming a tune that nobody else in the office has ever been able to name or to stop.\n",
        "EXT. PIER - NIGHT\n\nBen gives Ann the key. She leaves.\n",
    ),
    "zh-0001": ("内景 办公室 日\n\n安妮在窗边等着。\n", "外景 码头 夜\n\n本把钥匙交给安妮。她走了。\n"),
}
NAMES = {"en-0001": ("Ann", "Ben"), "zh-0001": ("安妮", "老本")}
RENAMED = {"en-0001": ("Eve", "Gus"), "zh-0001": ("晓雯", "阿泰")}
SETTINGS: dict[str, Any] = {
    "name": "lamp-office",
    "title": "Lamp Office",
    "version": "v0.1.0",
    "date": "2026-01-15",
    "url": "README.md",
    "creator": "The makers",
    "contact_allowed": [],
    "recipe": True,
    "quote_limit": {"en_words": 25, "zh_chars": 50, "share": 0.2, "en_counted": 6, "zh_counted": 12},
}
SETTINGS_PSEUDONYMIZED = SETTINGS | {"title": "A sample", "name": "a-sample"}


PINS = [
    MapManifest(film="en-0001", place="samples", sha256="0" * 64, recipe="release"),
    MapManifest(film="zh-0001", place="private", sha256="0" * 64, recipe="withhold"),
]


def scenes(film: str) -> list[Scene]:
    """The film's scenes; in the source, one removed line stands before each."""
    found, source = [], 0
    for index, text in enumerate(TEXTS[film], 1):
        source += 2
        made_scene = scene(text, index, film=film)
        found.append(moved(made_scene, source))
        source += len(text)
    return found


def moved(one: Scene, source: int) -> Scene:
    return replace(
        one,
        segments=(Segment(start=0, source=source, length=len(one.text)),),
        elements=tuple(
            replace(element, source=((source + element.start, source + element.end),)) for element in one.elements
        ),
    )


def evidence(one: Scene, start: int, end: int) -> Evidence:
    base = one.segments[0].source
    return span(one.id, start, end, one.text[start:end], source=((base + start, base + end),))


def layers(
    film: str, names: tuple[str, str] | None = None, view_scenes: list[Scene] | None = None
) -> dict[str, list[Any]]:
    """Every layer that isn't engine accounting or scenes, by name."""
    first, second = names or NAMES[film]
    here = view_scenes or scenes(film)
    ev = [evidence(one, 3, 8) for one in here]
    f: dict[str, Any] = {"film": film}
    m = made(request=None if names else "0" * 64)
    people = [
        entity(
            1,
            first,
            aliases=(alias(first),),
            description=f"{first}.",
            mentions=("s0001.m01",),
            evidence=(ev[0],),
            made=m,
            **f,
        ),
        entity(
            2, second, aliases=(alias(second),), description=f"{second}.", mentions=(), evidence=(ev[1],), made=m, **f
        ),
        entity(
            3,
            "key",
            aliases=(alias("key"),),
            types=("Object",),
            named=False,
            description="A key.",
            evidence=(ev[1],),
            made=m,
            **f,
        ),
    ]
    units = [
        unit(
            1,
            label="waits",
            summary=f"{first} waits.",
            participants=(participant(first, mention="s0001.m01"),),
            evidence=(ev[0],),
            made=m,
            **f,
        ),
        unit(
            1,
            id="s0002.u01",
            scene="s0002",
            label="gives",
            summary=f"{second} gives.",
            trigger="give",
            kind="Interaction",
            participants=(participant(second, "ent-0002"),),
            evidence=(ev[1],),
            made=m,
            **f,
        ),
    ]
    episodes = [
        episode(
            1,
            title=f"{first} waits",
            setup=f"{first} sits.",
            development=f"{first} waits.",
            evidence=(ev[0],),
            cites=(cite("units", units[0], "kind", "scene"),),
            made=m,
            **f,
        ),
        episode(
            2,
            scene="s0002",
            units=("s0002.u01",),
            title="The key",
            setup="A pier.",
            development=f"{second} gives a key.",
            participants=("ent-0001", "ent-0002"),
            evidence=(ev[1],),
            cites=(cite("units", units[1], "kind"),),
            made=m,
            **f,
        ),
    ]
    links = [
        link(
            1,
            evidence=(ev[0], ev[1]),
            made=m,
            rationale="It leads on.",
            bridge=Bridge(kind="participant", entities=("ent-0001",), units=(), note=f"{first} is in both."),
            cites=(cite("episodes", episodes[0], "open"),),
            **f,
        )
    ]
    points = [
        checkpoint(1, anchor=Anchor(scene="s0001", offset=ev[0].end), made=m, **f),
        checkpoint(2, kind="final", anchor=Anchor(scene="s0002", offset=ev[1].end), made=m, **f),
    ]
    zh = film.startswith("zh")
    asked = item(
        1,
        language="zh" if zh else "en",
        question=f"{first}先做什么？" if zh else f"What does {first} do first?",
        answer="等着。" if zh else "Waits by a window.",
        made=m,
        cites=(cite("units", units[0], "label"),),
        path=(
            step("units/s0001.u01", "s0001", statement=f"{first} waits.", evidence=ev[0]),
            step("units/s0002.u01", "s0002", statement=f"{second} gives.", evidence=ev[1]),
        ),
        **f,
    )
    held: dict[str, Any] = {layer: [] for layer in (*OWN, *REVIEWED, *LEFT, *SIFTED)} | {
        "removed": [
            Removed(
                id=f"x{number:04d}",
                film=film,
                reason="page_number",
                source=(one.segments[0].source - 2, one.segments[0].source),
                lines=(1, 1),
            )
            for number, one in enumerate(scenes(film), 1)
        ],
        "validation": [_validation(film, here, pseudonymized=names is not None)],
        "blocks": [],
        "mentions": [mention(1, first, normalized=first, description=f"{first}.", evidence=(ev[0],), made=m, **f)],
        "units": units,
        "entities": people,
        "scene_review": [
            finding(
                record="units/s0001.u01", reason=f"Nothing shows that {first} waits.", evidence=(ev[0],), made=m, **f
            )
        ],
        "adjudications": [],
        "relations": [
            relation(
                1, predicate="affinity_with", description=f"{first} likes {second}.", evidence=(ev[1],), made=m, **f
            ),
            relation(
                2,
                subject="ent-0001",
                predicate="possesses",
                object="ent-0003",
                description=f"{first} has a key.",
                evidence=(ev[1],),
                made=m,
                **f,
            ),
        ],
        "repairs": [],
        "episodes": episodes,
        "links": links,
        "storylines": [
            storyline(
                1,
                title=f"{first} goes",
                evidence=(ev[1],),
                made=m,
                transitions=(
                    Transition(
                        before=f"{first} waits.",
                        catalyst="A key.",
                        after=f"{first} goes.",
                        episodes=("ep-0001", "ep-0002"),
                        links=("lk-0001",),
                    ),
                ),
                **f,
            )
        ],
        "presence": [presence("s0001", first=3, last=8, evidence=(ev[0],), made=m, **f)],
        "perception": [perception(made=m, **f)],
        "focal": [focal(scenes=("s0001", "s0002", "s0001"), **f)],
        "states": [state(1, claim=f"{first} holds a key.", value="holds a key", evidence=(ev[1],), made=m, **f)],
        "traits": [],
        "exemplars": [],
        "developments": [
            development(
                1,
                claim=f"{first} comes by the key.",
                catalyst="s0001.u01",
                evidence=(ev[1],),
                cites=(cite("units", units[0], "summary"),),
                made=m,
                **f,
            )
        ],
        "access": [
            access(1, fact="s0002.u01", gained=Anchor(scene="s0002", offset=ev[1].end), evidence=(ev[1],), made=m, **f)
        ],
        "checkpoints": points,
        "trajectories": [trajectory(**f)],
        "ties": [
            tie(
                1,
                phases=(phase(claim=f"{first} likes {second}.", valid_from=Anchor(scene="s0002", offset=ev[1].start)),),
                **f,
            )
        ],
        "memories": [],
        "observations": [
            observation(1, text=f"{first} waits.", at=Anchor(scene="s0001", offset=3), evidence=(ev[0],), made=m, **f),
            observation(2, text=f"{first} goes.", at=Anchor(scene="s0002", offset=3), evidence=(ev[1],), made=m, **f),
        ],
        "intervals": [
            replace(one, memory=(f"ob-{number:05d}",))
            for number, one in enumerate(make_intervals(Script(film, here, LINEDSCRIPT), points, 600), 1)
        ],
        "rubrics": [
            rubric(1, **f),
            rubric(2, states=(claim(id="cp-0001-02.s01", text=f"{first} holds a key.", evidence=(ev[1],)),), **f),
        ],
        "prompts": [prompt(turns=(f"{second}, how do you feel?",), made=m, **f)],
        "packs": [pack(identity=f"{first}.", **f)],
        "roles": [role_package(prompts=1, **f)],
        "scaffolds": [scaffold(supporting=(held_claim(text=f"{first} holds a key.", evidence=(ev[1],)),), **f)],
        "items": [asked],
        "checks": [
            check(asked, "closed", made=m, **f),
            check(asked, "p1", passage=ev[1], answer=first, made=m, judge=m.annotator, **f),
        ],
        "withheld": [Withheld(id="items/t2-0009", film=film, code="template-like", detail="three are worded alike")],
        "patches": [_patch(film)] if film == "en-0001" else [],
        "tombstones": [Tombstone(id="relations/rel-0003", film=film, patch="pt-0001", action="drop", successors=())]
        if film == "en-0001"
        else [],
        "stale": [],
        "superseded": [
            Superseded(
                id="relations/rel-0003", film=film, patches=("pt-0001",), model={"id": "rel-0003"}, reviewed=None
            )
        ]
        if film == "en-0001"
        else [],
        "queue": [],
        "audits": [_look(film, bool(names))],
        "audit_frames": [_frame(film)],
    }
    return held | {"packs": recounted(held, here)}


def _look(film: str, renamed: bool) -> Look:
    return Look(
        id="questions-1:items/t2-0001:r1",
        film=film,
        round="questions-1",
        record="items/t2-0001",
        digest=None if renamed else "4" * 64,
        outdated=False,
        disposition="verified",
        criteria=("unique_answer",),
        seconds=90,
        reviewer="r1",
        date="2026-01-11",
        patch=None,
        note=None,
    )


def _frame(film: str) -> AuditFrame:
    return AuditFrame(
        id=f"questions-1:{film}",
        film=film,
        round="questions-1",
        task="II",
        design="exhaustive",
        population=1,
        groups=1,
        frame=1,
        drawn=1,
        repeated=0,
        seed=1,
    )


def _validation(film: str, here: list[Scene], pseudonymized: bool) -> Validation:
    chars = sum(len(one.text) for one in here)
    digest = None if pseudonymized else sha256_text(film + "".join(one.text for one in here))
    return Validation(
        film=film,
        language=film[:2],
        source_chars=chars + 2 * len(here),
        scene_chars=chars,
        removed_chars=2 * len(here),
        scenes=len(here),
        elements=sum(len(one.elements) for one in here),
        removed=len(here),
        decoded_sha256=digest,
        rebuilt_sha256=digest,
        raw_bytes=None if pseudonymized else chars,
        raw_sha256=digest,
        raw_map_sha256=digest,
        tokenizer=LINEDSCRIPT.name,
        tokenizer_sha256=LINEDSCRIPT.sha256,
        tokens=chars,
        token_sequence_sha256=sequence_sha256([one.text for one in here], LINEDSCRIPT),
    )


def _patch(film: str) -> PatchLogEntry:
    return PatchLogEntry(
        id="pt-0001",
        film=film,
        layer="relations",
        action="drop",
        target="relations/rel-0003",
        fields=(),
        reason="duplicate",
        note="It says what rel-0001 says.",
        scenes=("s0002",),
        reviewer="r1",
        date="2026-01-10",
        supersedes=None,
        superseded_by=None,
        before_sha256="2" * 64,
        after_sha256=None,
        stale=(),
    )


def accounts(film: str, layer: str) -> tuple[list[Coverage], list[LedgerEntry], list[TranscriptLine]]:
    return (
        [
            Coverage(
                id=f"{layer}:s0001",
                film=film,
                layer=layer,
                key="s0001",
                status="answered",
                attempts=1,
                records=1,
                best_score=9.0,
                reason=None,
            )
        ],
        [
            LedgerEntry(
                id="lg-00001",
                film=film,
                layer=layer,
                key="s0001",
                attempt=1,
                gate="grounding",
                outcome="refused_record",
                count=1,
                code="not-found",
                detail=None,
            ),
            LedgerEntry(
                id="lg-00002",
                film=film,
                layer=layer,
                key="s0001",
                attempt=1,
                gate="reflection",
                outcome="passed",
                count=1,
                code=None,
                detail="score 9",
            ),
        ],
        [
            TranscriptLine(
                request="3" * 64,
                layer=layer,
                key="s0001",
                role="construct",
                sample=1,
                attempt=1,
                annotator="rules",
                engine={},
                usage={},
                reply={"units": []},
                error=None,
            )
        ],
    )
