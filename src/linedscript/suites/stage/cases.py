"""Task III of one film in one view, out of a release: each prompt with its pack's texts and what is held against it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from linedscript.characters.intervals import slot
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import digest, id_key
from linedscript.records.base import FilmId, Language
from linedscript.records.stage import Claim, Pack, Prompt, Scaffold
from linedscript.suites.stage.first_person import again, answer
from linedscript.suites.stage.scores.fidelity import Case
from linedscript.suites.stage.scores.hearing import Ear

LAYERS = (
    "entities",
    "checkpoints",
    "states",
    "access",
    "traits",
    "exemplars",
    "memories",
    "ties",
    "prompts",
    "packs",
    "scaffolds",
)
"""Of a release, that cases are made of."""


class Remembered(NamedTuple):
    id: str
    scene: str
    """Where it was acquired; for the index, never shown."""
    text: str


class Played(NamedTuple):
    """What an actor may be given: words alone but for the keys of exemplars, whose text is the script's."""

    name: str
    identity: str
    persona: tuple[str, ...]
    exemplars: tuple[str, ...]
    """Ids; their lines come from the scenes that a user has."""
    relationships: tuple[str, ...]
    memories: tuple[Remembered, ...]
    """In the pack, the oldest first."""
    left_out: tuple[Remembered, ...]
    """Acquired too, and without room in the pack: retrieval may find them."""
    turns: tuple[str, ...]


class RoleCase(NamedTuple):
    """``played`` is the actor's side, ``case`` the evaluator's; no function takes both but this module's."""

    id: str
    film: FilmId
    language: Language
    character: str
    condition: str
    pair: str | None
    played: Played
    case: Case
    sha256: str
    """Of everything that a response or a verdict rests on."""
    reference: tuple[str, ...]
    """By turn."""


def role_cases(film: FilmId, language: Language, rows: Mapping[str, Sequence[Any]], ear: Ear) -> list[RoleCase]:
    """In order of the prompts' ids. ``rows``: the release's records by layer. Raises ``unknown-record`` where a prompt
    lacks its pack or scaffold, or they name a record that isn't there."""
    by_id = {layer: {record.id: record for record in rows.get(layer, ())} for layer in LAYERS}
    phases = {(tie.id, phase.source): phase.claim for tie in rows.get("ties", ()) for phase in tie.phases}
    found = []
    for prompt in sorted(rows.get("prompts", ()), key=lambda prompt: id_key(prompt.id)):
        try:
            found.append(_case(film, language, prompt, by_id, phases, ear))
        except KeyError as error:
            raise LinedscriptError("unknown-record", f"{film}/prompts/{prompt.id}", f"there is no {error}") from None
    return found


def _case(
    film: FilmId,
    language: Language,
    prompt: Prompt,
    by_id: Mapping[str, Mapping[str, Any]],
    phases: Mapping[tuple[str, str], str],
    ear: Ear,
) -> RoleCase:
    pack, scaffold = by_id["packs"][prompt.id], by_id["scaffolds"][prompt.id]
    played = _played(prompt.turns, pack, by_id, phases)
    topics = _topics(prompt, scaffold, by_id)
    seen = ear.named(
        "\n".join(
            (
                played.name,
                played.identity,
                *played.persona,
                *played.relationships,
                *(one.text for one in played.memories),
                *(one.text for one in played.left_out),
                *played.turns,
            )
        )
    )
    names = ear.names(prompt.character)
    spoken = [answer(topics[turn % len(topics)], names, language, asked) for turn, asked in enumerate(prompt.turns)]
    if prompt.mode == "multi":
        spoken[-1] = again(spoken[0], language)
    lines = [by_id["exemplars"][one].evidence[0].sha256 for one in pack.exemplars]
    return RoleCase(
        id=prompt.id,
        film=film,
        language=language,
        character=prompt.character,
        condition=prompt.condition,
        pair=prompt.pair,
        played=played,
        case=Case(scaffold, prompt.mode, prompt.turns, topics, seen),
        sha256=digest({"pack": pack, "scaffold": scaffold, "mode": prompt.mode, "played": played, "lines": lines}),
        reference=tuple(spoken),
    )


def _played(
    turns: tuple[str, ...], pack: Pack, by_id: Mapping[str, Mapping[str, Any]], phases: Mapping[tuple[str, str], str]
) -> Played:
    def remembered(ids: Iterable[str]) -> tuple[Remembered, ...]:
        held = [by_id["memories"][one] for one in ids]
        return tuple(Remembered(one.id, one.at.scene, one.text) for one in held)

    return Played(
        name=by_id["entities"][pack.character].name,
        identity=pack.identity,
        persona=tuple(by_id["traits"][one].text for one in pack.traits),
        exemplars=pack.exemplars,
        relationships=tuple(
            dict.fromkeys(phases[tie, source] for tie in pack.ties for source in pack.phases if (tie, source) in phases)
        ),
        memories=remembered(pack.memories),
        left_out=remembered(pack.left_out),
        turns=turns,
    )


def _topics(
    prompt: Prompt, scaffold: Scaffold, by_id: Mapping[str, Mapping[str, Any]]
) -> tuple[tuple[Claim, ...], ...]:
    """The scaffold's claims by what they are about, in the order in which the prompt asks; of one turn, all of them."""
    claims = (*scaffold.supporting, *scaffold.contradicting, *scaffold.unknown, *scaffold.future_negatives)
    keys = list(dict.fromkeys(_topic(record, by_id) for record in prompt.about))
    groups = [tuple(claim for claim in claims if _topic(claim.source, by_id) == key) for key in keys]
    return tuple(groups) if prompt.mode == "multi" else (tuple(one for group in groups for one in group),)


def _topic(text: str, by_id: Mapping[str, Mapping[str, Any]]) -> tuple[Any, ...]:
    layer, _, record = text.partition("/")
    state = by_id["states"].get(record) if layer == "states" else None
    return (text,) if state is None else (*slot(state), state.invariant)
