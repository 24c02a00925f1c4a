"""What a round of audits can look at: claims of Task I, questions of Task II, interactions of Task III.

(stage.txt, release-level audit: a film-balanced frame with one trajectory a film; every question; two single-turn
interactions and one multi-turn episode a role.)
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from linedscript.io.canonical import content_digest, digest, id_key
from linedscript.records.base import Evidence
from linedscript.records.entity import Entity
from linedscript.records.item import Item
from linedscript.records.scene import Scene
from linedscript.records.stage import Claim, Prompt, Rubric
from linedscript.records.trajectory import Checkpoint

if TYPE_CHECKING:
    import numpy as np

CLAIMS = "rubrics"
"""What a claim's ``<layer>/<id>`` begins with: the rubric that holds it."""
SINGLE, MULTI = 2, 1
"""Interactions looked at of each role (stage.txt)."""
_LONGEST = 600
"""Characters of one passage in a sheet."""


class Unit(NamedTuple):
    """One thing to look at."""

    film: str
    record: str
    """``<layer>/<id>``; of a claim ``rubrics/<claim>``."""
    digest: str
    group: str
    """Its trajectory or role; empty for a question."""
    kind: str
    shown: tuple[str, ...]
    """What the reviewer judges, line by line."""
    evidence: tuple[Evidence, ...]


class Frame(NamedTuple):
    population: int
    """All units of the film."""
    groups: int
    units: tuple[Unit, ...]
    """Those that can be drawn."""


class Told(NamedTuple):
    """What a sheet calls the ids of a film: nobody knows a person by ``ent-0004``."""

    names: Mapping[str, str]
    """Of entities."""
    moments: Mapping[str, str]
    """Of checkpoints: the scene of the anchor, with its heading."""

    def of(self, character: str, checkpoint: str) -> str:
        name = f"{self.names[character]} ({character})" if character in self.names else character
        moment = f", in {self.moments[checkpoint]}" if checkpoint in self.moments else ""
        return f"{name} at {checkpoint}{moment}"


def told(entities: Iterable[Entity], checkpoints: Iterable[Checkpoint], scenes: Mapping[str, Scene]) -> Told:
    return Told(
        {entity.id: entity.name for entity in entities},
        {one.id: _scene(scenes[one.anchor.scene]) for one in checkpoints if one.anchor.scene in scenes},
    )


def _scene(scene: Scene) -> str:
    return f"{scene.id} ({scene.heading.text if scene.heading else ''})"


def claims_of(rubric: Rubric) -> tuple[Claim, ...]:
    """The scored claims: current states, then developments."""
    return rubric.states + rubric.developments


def trajectory_frame(rubrics: Sequence[Rubric], told: Told, rng: "np.random.Generator") -> Frame:
    """The claims of one of the film's trajectories, drawn at random."""
    by_role: dict[str, list[Rubric]] = {}
    for rubric in sorted(rubrics, key=lambda rubric: id_key(rubric.id)):
        by_role.setdefault(rubric.character, []).append(rubric)
    population = sum(len(claims_of(rubric)) for rubric in rubrics)
    roles = [role for role in sorted(by_role, key=id_key) if any(claims_of(rubric) for rubric in by_role[role])]
    if not roles:
        return Frame(population, 0, ())
    chosen = roles[int(rng.integers(len(roles)))]
    units = tuple(_claim_unit(rubric, claim, told) for rubric in by_role[chosen] for claim in claims_of(rubric))
    return Frame(population, 1, units)


def _claim_unit(rubric: Rubric, claim: Claim, told: Told) -> Unit:
    shown = (claim.text, f"{claim.role} of {told.of(rubric.character, rubric.id)}; {rubric.kind}, from {claim.source}")
    return Unit(rubric.film, f"{CLAIMS}/{claim.id}", digest(claim), rubric.character, claim.role, shown, claim.evidence)


def question_frame(items: Sequence[Item]) -> Frame:
    """Every question of the film."""
    units = tuple(_item_unit(item) for item in sorted(items, key=lambda item: id_key(item.id)))
    return Frame(len(units), 1 if units else 0, units)


def _item_unit(item: Item) -> Unit:
    shown = (item.question, item.answer, *(f"{step.scene}: {step.statement}" for step in item.path))
    evidence = tuple(step.evidence for step in item.path)
    return Unit(item.film, f"items/{item.id}", content_digest(item), "", item.category, shown, evidence)


def role_frame(prompts: Sequence[Prompt], evidence: Mapping[str, Sequence[Evidence]], told: Told) -> Frame:
    """Every interaction of every role. ``evidence``: by prompt, what its scaffold rests on."""
    units = tuple(
        Unit(
            prompt.film,
            f"prompts/{prompt.id}",
            content_digest(prompt),
            prompt.character,
            prompt.mode,
            (*prompt.turns, prompt.stance, f"{told.of(prompt.character, prompt.checkpoint)}; {prompt.condition}"),
            tuple(evidence.get(prompt.id, ())),
        )
        for prompt in sorted(prompts, key=lambda prompt: id_key(prompt.id))
    )
    return Frame(len(units), len({unit.group for unit in units}), units)


def draw_balanced(frames: Mapping[str, Frame], size: int, rng: "np.random.Generator") -> list[Unit]:
    """At most ``size`` units, one of each film in turn, so that long films don't crowd out short ones."""
    piles = [_shuffled(frames[film].units, rng) for film in sorted(frames)]
    drawn: list[Unit] = []
    for turn in range(max(map(len, piles), default=0)):
        for pile in piles:
            if turn < len(pile) and len(drawn) < size:
                drawn.append(pile[turn])
    return drawn


def draw_roles(frames: Mapping[str, Frame], rng: "np.random.Generator") -> list[Unit]:
    """Of each role ``SINGLE`` single-turn interactions and ``MULTI`` multi-turn ones, or as many as there are."""
    drawn: list[Unit] = []
    for film in sorted(frames):
        piles: dict[tuple[str, str], list[Unit]] = {}
        for unit in frames[film].units:
            piles.setdefault((unit.group, unit.kind), []).append(unit)
        for (_, kind), pile in sorted(piles.items(), key=lambda entry: (id_key(entry[0][0]), entry[0][1])):
            drawn += _shuffled(pile, rng)[: SINGLE if kind == "single" else MULTI]
    return drawn


def _shuffled(units: Sequence[Unit], rng: "np.random.Generator") -> list[Unit]:
    return [units[place] for place in rng.permutation(len(units)).tolist()]


def passages(unit: Unit, scenes: Mapping[str, Scene]) -> list[str]:
    """The unit's evidence as text: whole elements of the scene around each span."""
    found: dict[str, None] = {}
    for evidence in unit.evidence:
        scene = scenes.get(evidence.scene or "")
        if scene is None:
            continue
        if evidence.kind != "span":
            found[f"{_scene(scene)}: {evidence.kind}"] = None
            continue
        touched = [one for one in scene.elements if one.start < evidence.end and evidence.start < one.end]
        text = " ".join(" ".join(scene.text[one.content[0] : one.content[1]] for one in touched).split())
        found[f"{_scene(scene)}: {text if len(text) <= _LONGEST else text[: _LONGEST - 1] + '…'}"] = None
    return list(found)


def claim_digests(rubrics: Iterable[Rubric]) -> dict[str, str]:
    """``rubrics/<claim>`` to its digest, of every claim."""
    return {
        f"{CLAIMS}/{claim.id}": digest(claim)
        for rubric in rubrics
        for claim in (*claims_of(rubric), *rubric.invariants, *rubric.future_negatives)
    }
