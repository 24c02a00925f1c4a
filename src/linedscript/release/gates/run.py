"""Every gate over one release: all defects are collected, then the release fails once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.records.release import Defect
from linedscript.records.scene import Scene
from linedscript.release.gates import (
    asked,
    completeness,
    contact,
    copies,
    evidence,
    findings,
    graph,
    identity,
    intervals,
    narrative,
    quotes,
    references,
    roles,
    rows,
    secrets,
    trajectories,
    views,
    written,
)
from linedscript.release.gates.base import FilmRows, Setting, sort_key
from linedscript.release.gates.titles import Title
from linedscript.release.gates.titles import titles as films_titles
from linedscript.release.tree import Release


class Watch(Protocol):
    """Gives the items one by one, and may tell a person how many are done."""

    def __call__(self, items: Sequence[Any], what: str, /) -> Iterable[Any]: ...


def unwatched(items: Sequence[Any], what: str, /) -> Iterable[Any]:
    return items


FILM_GATES: tuple[Callable[[FilmRows, Setting], Iterator[Defect]], ...] = (
    references.check,
    findings.check,
    graph.check,
    narrative.check,
    trajectories.check,
    intervals.check,
    roles.check,
    asked.check,
    evidence.check,
    evidence.check_partition,
    completeness.check,
    contact.check,
    quotes.check,
    identity.check_film,
    views.check_film,
)
TREE_GATES: tuple[Callable[[Setting], Iterator[Defect]], ...] = (
    copies.check_manifest,
    copies.check_claims,
    copies.check_parquet,
    copies.check_recordings,
    written.check_schemas,
    written.check_card,
    secrets.check,
    identity.check_tree,
    views.check_parent,
)
GATES: dict[str, str] = {
    "sums": "every byte is the one that SHA256SUMS names",
    "manifest": "the manifest lists every file of every film; no file that a release doesn't have",
    "schema": "every record is valid under its JSON Schema and its type, in canonical bytes; no schema is weakened",
    "ids": "ids are unique and in order; scenes are numbered without gaps",
    "references": "every reference and citation leads to a record with the values cited; what was dropped is gone",
    "graph": "predicates are the registry's; no self-loop; no duplicate relation",
    "narrative": "Episodes partition the units; links and intervals run forward; items need several passages",
    "trajectories": "developments, access and checkpoints run forward, each of one character; trajectories list them",
    "intervals": "Task I's intervals are the text up to each last checkpoint; no memory of anything later",
    "roles": "a pack holds nothing later than its checkpoint and nothing of the evaluator's; pairs run forward",
    "titles": "no question and no request of the original view says its film's title",
    "evidence": "every span lies in its scene; with texts at hand, it is the scene's text",
    "partition": "scenes and removed regions account for every character of the source",
    "coverage": "every film has every layer; every block of work was answered, or is waived by a patch",
    "contact": "no mail or web address, telephone number, account or street address in any record",
    "secrets": "no key, token or private path in any file or file name",
    "quote_limit": "no more of a script's text than the limit allows, records and documents",
    "claims": "every number that the card states is the data's; its wording is the software's",
    "parquet": "each Parquet copy equals its JSON lines, row for row",
    "recordings": "recordings.json names the answers of the transcripts layer",
    "identity": "the pseudonymized view names no work and carries no hash of original text",
    "two_views": "with the parent at hand: the same films and records, and no replaced name left",
}


class Report(msgspec.Struct, frozen=True):
    defects: tuple[Defect, ...]
    films: int
    records: int
    with_texts: int
    """Films whose scene text was at hand."""
    with_parent: bool
    view: str | None
    """Null where the manifest can't be read."""
    software: str | None

    @property
    def counts(self) -> dict[str, int]:
        """Defects by gate, every gate named."""
        found = Counter(defect.gate for defect in self.defects)
        return {gate: found[gate] for gate in GATES}


def check(
    release: Release,
    *,
    sums: bool,
    parent: Release | None,
    titles: Sequence[Title],
    texts: Callable[[str], list[Scene] | None],
    watch: Watch = unwatched,
) -> Report:
    """Run every gate that the things at hand allow, a film at a time.

    ``sums`` is False while a tree is being assembled and has none yet. ``watch`` shows how far it is.
    """
    defects: list[Defect] = []
    if sums:
        defects.extend(copies.check_sums(release))
    try:
        manifest = release.manifest()
        films = release.films()
    except LinedscriptError as error:
        fault = Defect(
            gate="manifest",
            code=error.code,
            file="manifest.json",
            record=None,
            problem=str(error.problem),
            hint=error.hint,
        )
        return Report(
            defects=(*defects, fault),
            films=0,
            records=0,
            with_texts=0,
            with_parent=parent is not None,
            view=None,
            software=None,
        )
    setting = Setting(
        release=release,
        manifest=manifest,
        films=films,
        parent=parent,
        titles=tuple(titles) or (films_titles(parent.films()) if parent is not None else ()),
        texts=texts,
    )
    records = with_texts = 0
    for film in watch(films, f"Checking {release.root}"):
        film_rows, found = rows.load(setting, film)
        defects.extend(found)
        records += sum(len(layer) for layer in film_rows.records.values())
        with_texts += film_rows.texts is not None
        for gate in FILM_GATES:
            defects.extend(gate(film_rows, setting))
    for tree_gate in watch(TREE_GATES, f"Checking {release.root} as a whole"):
        defects.extend(tree_gate(setting))
    return Report(
        defects=tuple(sorted(set(defects), key=sort_key)),
        films=len(films),
        records=records,
        with_texts=with_texts,
        with_parent=parent is not None,
        view=manifest.view,
        software=manifest.software,
    )


def as_errors(report: Report, root: str) -> list[LinedscriptError]:
    return [
        LinedscriptError(
            defect.code,
            f"{root}/{defect.file}" + (f"#{defect.record}" if defect.record else ""),
            defect.problem,
            defect.hint,
        )
        for defect in report.defects
    ]
