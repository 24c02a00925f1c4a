"""What of its memories an actor is given under each memory setting, chosen before anything is asked and frozen."""

from collections.abc import Mapping, Sequence

from linedscript.evaluation.retrieval.passages import Stretch
from linedscript.evaluation.retrieval.ranking import Index
from linedscript.evaluation.tasks import Target
from linedscript.io.files import sha256_text
from linedscript.records.evaluation import RetrievalSettings
from linedscript.records.release import View
from linedscript.records.run import Memory, Passage, Retrieved
from linedscript.suites.stage.cases import Remembered, RoleCase

TOP = 4
"""Memories under a retrieval setting (D9)."""
INDEXED: tuple[Memory, ...] = ("bm25", "dense", "hybrid")


def freeze(targets: Sequence[Target], view: View, memory: Memory, settings: RetrievalSettings) -> list[Retrieved]:
    """Of each turn the best memories among all acquired by then, those without room in the pack too; of one turn under
    the target's id, of more under ``<id>.t01`` and so on. Empty where the setting asks no index."""
    if memory not in INDEXED:
        return []
    embedder = None
    if memory != "bm25":
        import msgspec

        from linedscript.engines.embedding import open_embedder

        embedder = open_embedder(msgspec.to_builtins(settings.encoder))
    found = []
    for target in targets:
        case: RoleCase = target.record
        held = _acquired(case)
        stretches = [Stretch(one.scene, None, None, f"memories/{one.id}", one.text) for one in held]
        index = Index(memory, stretches, target.language, settings, embedder)
        for number, said in enumerate(case.played.turns):
            passages = [
                Passage(scene=one.scene, start=None, end=None, sha256=None, record=one.record, score=score)
                for score, one in index.best(said, TOP)
            ]
            found.append(
                Retrieved(
                    id=_name(case, number),
                    film=target.film,
                    view=view,
                    kind=memory,
                    query_sha256=sha256_text(said),
                    passages=tuple(passages),
                )
            )
    return found


def contexts(
    targets: Sequence[Target], memory: Memory, frozen: Sequence[Retrieved], lines: Mapping[str, str]
) -> dict[str, list[str]]:
    """``<target>/lines``, the words of the pack's exemplars, and ``<target>/<turn>``, the memories of each turn in the
    order of acquiring. ``lines``: words by exemplar, out of the view's own scenes."""
    chosen = {one.id: {passage.record for passage in one.passages} for one in frozen}
    found: dict[str, list[str]] = {}
    for target in targets:
        case: RoleCase = target.record
        found[f"{case.id}/lines"] = [lines[one] for one in case.played.exemplars]
        for number in range(len(case.played.turns)):
            held: Sequence[Remembered] = ()
            if memory == "full_memory":
                held = case.played.memories
            elif memory in INDEXED:
                best = chosen[_name(case, number)]
                held = [one for one in _acquired(case) if f"memories/{one.id}" in best]
            found[f"{case.id}/{number}"] = [one.text for one in held]
    return found


def _acquired(case: RoleCase) -> tuple[Remembered, ...]:
    return (*case.played.left_out, *case.played.memories)


def _name(case: RoleCase, number: int) -> str:
    return case.id if len(case.played.turns) == 1 else f"{case.id}.t{number + 1:02d}"
