"""Figure A3's numbers: patch actions by layer; and what review leaves missing."""

from typing import get_args

from linedscript.records.review import ACTIONS, Action, PatchLayer
from linedscript.tables.corpus import Corpus, refs
from linedscript.tables.model import Cell, Column, Table, sums

_ACTIONS: tuple[str, ...] = get_args(Action)
_LAYERS: tuple[str, ...] = get_args(PatchLayer)


def patch_actions(corpus: Corpus) -> Table:
    """Applied patches by layer and action. A pair that no patch can have is a dash, not 0."""
    patches = [patch for patch in corpus.all("patches") if patch.superseded_by is None]
    rows = []
    for layer in _LAYERS:
        here = [patch for patch in patches if patch.layer == layer]
        rows.append(
            (
                Cell(layer),
                *(
                    Cell(len(found), refs("patches", found)) if action in ACTIONS[layer] else Cell(None)
                    for action in _ACTIONS
                    for found in [[patch for patch in here if patch.action == action]]
                ),
                Cell(len(here), refs("patches", here)),
            )
        )
    return Table(
        "patch_actions",
        "Applied patches by reviewed layer and action.",
        (
            Column("layer", "Layer", "text"),
            *(Column(action, action, "count") for action in _ACTIONS),
            Column("all", "All", "count"),
        ),
        (*rows, sums("All layers", rows)),
        f"n = {len(patches)} patches",
        total=True,
    )


def patch_reasons(corpus: Corpus) -> Table:
    """Applied patches by reason, most frequent first."""
    patches = [patch for patch in corpus.all("patches") if patch.superseded_by is None]
    rows = []
    for reason in sorted({patch.reason for patch in patches}):
        found = [patch for patch in patches if patch.reason == reason]
        rows.append((Cell(reason), Cell(len(found), refs("patches", found))))
    rows.sort(key=lambda row: (-row[1].value, row[0].value))
    return Table(
        "patch_reasons",
        "Applied patches by reason.",
        (Column("reason", "Reason", "text"), Column("patches", "Patches", "count")),
        (*rows, sums("All reasons", rows)) if rows else (),
        f"n = {len(patches)} patches",
        total=bool(rows),
    )
