"""The layers that are assembled of a film's reviewed records: which there are, and of what each is made."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from linedscript.characters.ties import draw_ties
from linedscript.characters.trajectories import draw_trajectories
from linedscript.io.canonical import read_records
from linedscript.records.base import Language, Record
from linedscript.records.layers import ASSEMBLED, LAYERS, SIFTED
from linedscript.records.scene import Scene
from linedscript.screenplay.tokens import tokenizer_named
from linedscript.suites.stage.actor import SIDE, actor_side, asked
from linedscript.suites.stage.intervals import Script, make_intervals
from linedscript.suites.stage.memory import fill_memories
from linedscript.suites.stage.packs import assemble_packs
from linedscript.suites.stage.passages import Terms
from linedscript.suites.stage.roles import AUDITED, audit_roles
from linedscript.suites.stage.rubrics import Reviewed, make_rubrics
from linedscript.suites.stage.scaffolds import assemble_scaffolds, evaluator_side


class Film:
    """A film's reviewed records by layer, each read when it is first wanted, and what was assembled so far."""

    def __init__(self, film: str, language: Language, read: Callable[[str], list[Any]]) -> None:
        self.film = film
        self.language = language
        self.assembled: dict[str, list[Any]] = {}
        self._read = read
        self._held: dict[str, list[Any]] = {}

    def __getitem__(self, layer: str) -> list[Any]:
        """``scenes`` with their text, a reviewed layer, what patching left, or an assembled layer above."""
        if layer in self.assembled:
            return self.assembled[layer]
        if layer not in self._held:
            self._held[layer] = self._read(layer)
        return self._held[layer]


def read_reviewed(film: str, language: Language, build: Path, reviewed: Path, review: Path) -> Film:
    """``build`` holds the scenes and, under ``sifted``, the items to release; ``reviewed`` the reviewed layers,
    ``review`` what patching left behind."""

    def read(layer: str) -> list[Any]:
        if layer == "scenes":
            return read_records(build / layer / f"{film}.jsonl", Scene)
        folder = build / "sifted" if layer in SIFTED else reviewed if LAYERS[layer].reviewed else review
        return read_records(folder / layer / f"{film}.jsonl", LAYERS[layer].record)

    return Film(film, language, read)


def assemble_film(of: Film, settings: dict[str, Any]) -> dict[str, list[Record]]:
    """Every assembled layer's records, in the order of ``ASSEMBLED``: a layer may rest on those before it."""
    for layer in ASSEMBLED:
        of.assembled[layer] = _MAKE[layer](of, settings)
    return of.assembled


def _trajectories(of: Film, settings: dict[str, Any]) -> list[Any]:
    return draw_trajectories(of.film, of["focal"], of["states"], of["checkpoints"], of["stale"], of["tombstones"])


def _ties(of: Film, settings: dict[str, Any]) -> list[Any]:
    return draw_ties(of.film, of["scenes"], of["entities"], of["relations"], of["focal"], of["states"])


def _intervals(of: Film, settings: dict[str, Any]) -> list[Any]:
    chunks = settings["observations"]
    script = Script(of.film, of["scenes"], tokenizer_named(chunks["tokenizer"]))
    texts = {scene.id: scene.text for scene in script.scenes}
    terms = Terms(of["entities"], of.language)
    found: list[Any] = []
    for character, points in _formal(of).items():
        own = [one for one in of["observations"] if one.character == character]
        intervals = make_intervals(script, points, chunks["budget"])
        found += fill_memories(intervals, own, texts, terms, of.language)
    return found


def _rubrics(of: Film, settings: dict[str, Any]) -> list[Any]:
    layers = ("states", "developments", "access", "units", "entities")
    reviewed = Reviewed(*({record.id: record for record in of[layer]} for layer in layers))
    return [
        rubric
        for points in _formal(of).values()
        for rubric in make_rubrics(points, reviewed, of.language, settings["rubrics"])
    ]


def _formal(of: Film) -> dict[str, list[Any]]:
    """By character, the checkpoints of the trajectories that there are: one that review left alone is compared to
    nothing."""
    listed = {name for row in of["trajectories"] for name in row.checkpoints}
    found: dict[str, list[Any]] = {}
    for record in of["checkpoints"]:
        if record.id in listed:
            found.setdefault(record.character, []).append(record)
    return found


def _held(of: Film, layers: Sequence[str]) -> list[list[Any]]:
    return [of[layer] for layer in layers]


def _packs(of: Film, settings: dict[str, Any]) -> list[Any]:
    side = actor_side(of.language, of["scenes"], *_held(of, SIDE))
    return assemble_packs([asked(prompt) for prompt in of["prompts"]], side, settings["roles"])


def _scaffolds(of: Film, settings: dict[str, Any]) -> list[Any]:
    side = evaluator_side(of["checkpoints"], of["states"], of["access"], of["units"])
    return assemble_scaffolds(of["prompts"], side, settings["roles"])


def _roles(of: Film, settings: dict[str, Any]) -> list[Any]:
    return audit_roles(of.film, *_held(of, AUDITED), settings["roles"])


_MAKE: dict[str, Callable[[Film, dict[str, Any]], list[Any]]] = {
    "trajectories": _trajectories,
    "ties": _ties,
    "intervals": _intervals,
    "rubrics": _rubrics,
    "packs": _packs,
    "scaffolds": _scaffolds,
    "roles": _roles,
}
