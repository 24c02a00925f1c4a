"""Tables A13 and A14: one trajectory and one pair of prompts, shown in the pseudonymized view.

Which ones is decided by the records alone: of the first film, the focal character with most checkpoints.
"""

from typing import Any

from linedscript.io.canonical import id_key
from linedscript.tables.corpus import Corpus, ref, refs
from linedscript.tables.model import Cell, Column, Table

_SHOWN = 3


def _first(corpus: Corpus, layer: str) -> tuple[str, list[Any]]:
    """The first film that has records of the layer, and those records."""
    for film in corpus.films:
        rows = corpus.pseudonymized.rows(layer, film.id)
        if rows:
            return film.id, rows
    return "", []


def _said(claims: Any) -> str | None:
    return " ".join(claim.text for claim in claims) or None


def task_i_example(corpus: Corpus) -> Table:
    """Three checkpoints of one trajectory, evenly spread from the first to the last."""
    film, rubrics = _first(corpus, "rubrics")
    own: dict[str, list[Any]] = {}
    for rubric in rubrics:
        own.setdefault(rubric.character, []).append(rubric)
    intervals = {row.id: row for row in corpus.pseudonymized.rows("intervals", film)} if film else {}
    rows = []
    name = "no trajectory"
    if own:
        character = min(own, key=lambda one: (-len(own[one]), id_key(one)))
        name = next(row.name for row in corpus.pseudonymized.rows("entities", film) if row.id == character)
        held = sorted(own[character], key=lambda rubric: intervals[rubric.id].number)
        places = sorted({round(step * (len(held) - 1) / (_SHOWN - 1)) for step in range(_SHOWN)})
        for rubric in (held[place] for place in places):
            interval = intervals[rubric.id]
            where = (ref("rubrics", rubric),)
            rows.append(
                (
                    Cell(f"{interval.number} of {len(held)}", where),
                    Cell(rubric.kind.replace("_", " "), where),
                    Cell(interval.end.scene, (ref("intervals", interval),)),
                    Cell(len(interval.memory), tuple(f"observations/{film}/{one}" for one in interval.memory)),
                    Cell(_said(rubric.states), where),
                    Cell(_said(rubric.developments), where),
                    Cell(_said(rubric.invariants), where),
                )
            )
    return Table(
        "task_i_example",
        f"Checkpoints of one trajectory, {name}: what has been observed since the checkpoint before, and what holds.",
        (
            Column("checkpoint", "Checkpoint", "text"),
            Column("kind", "Kind", "text"),
            Column("scene", "Scene", "text"),
            Column("observations", "Observations", "count"),
            Column("states", "Current states", "text"),
            Column("developments", "Developments", "text"),
            Column("invariants", "Invariants", "text"),
        ),
        tuple(rows),
        f"n = {len(rows)} checkpoints of {film or 'no film'}",
        total=False,
    )


def task_iii_example(corpus: Corpus) -> Table:
    """Two single-turn prompts that are paired, of an evolving matter where there is one."""
    film, prompts = _first(corpus, "prompts")
    by_id = {prompt.id: prompt for prompt in prompts}
    later = sorted(
        (prompt for prompt in prompts if prompt.pair in by_id and prompt.mode == "single"),
        key=lambda prompt: (prompt.condition != "evolving", id_key(prompt.id)),
    )
    rows = []
    name = "no pair"
    if later:
        pair = (by_id[later[0].pair], later[0])
        entities = {row.id: row.name for row in corpus.pseudonymized.rows("entities", film)}
        scaffolds = {row.id: row for row in corpus.pseudonymized.rows("scaffolds", film)}
        points = {row.id: row for row in corpus.pseudonymized.rows("checkpoints", film)}
        name = entities[later[0].character]
        for prompt in pair:
            where = refs("prompts", [prompt])
            held = scaffolds[prompt.id]
            rows.append(
                (
                    Cell(points[prompt.checkpoint].anchor.scene, where),
                    Cell(prompt.condition.replace("_", "-"), where),
                    Cell(" ".join(prompt.turns), where),
                    Cell(prompt.stance, where),
                    Cell(_said(held.supporting), refs("scaffolds", [held])),
                    Cell(_said(held.contradicting), refs("scaffolds", [held])),
                )
            )
    return Table(
        "task_iii_example",
        f"Two paired prompts to one character, {name}, at two checkpoints, with what the evaluator alone sees.",
        (
            Column("scene", "Scene", "text"),
            Column("condition", "Condition", "text"),
            Column("request", "Request", "text"),
            Column("stance", "Expected stance", "text"),
            Column("supporting", "Supporting", "text"),
            Column("contradicting", "Contradicting", "text"),
        ),
        tuple(rows),
        f"n = {len(rows)} prompts of {film or 'no film'}",
        total=False,
    )
