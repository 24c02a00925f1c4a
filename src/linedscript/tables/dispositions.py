"""Table A15, manual part: what reviewers decided on Task II questions, in audits and by patches; by what criteria."""

from typing import Any

from linedscript.io.canonical import id_key
from linedscript.records.review import DISPOSITIONS, Look, PatchLogEntry
from linedscript.tables.corpus import LANGUAGES, Corpus, refs
from linedscript.tables.model import Cell, Column, Table, sums

_LAYER = "items/"
Question = tuple[str, str]
"""``(film, id)``"""
_DIFFER = "reviewers differ"
_OUTDATED = "looked at before it changed"
_OPEN = "not looked at"
_WORD = {"revise": "revised", "drop": "rejected", "reject": "rejected", "replace": "rejected"}
"""What a question is that a patch changed, by the patch's action; other actions leave it as it was."""


def task_ii_dispositions(corpus: Corpus) -> Table:
    """Each question once, by what its looks that still hold say, or by the patch that changed it without an audit;
    revised and rejected ones by their patch's reason."""
    questions = _questions(corpus)
    looks: dict[Question, list[Look]] = {}
    for look in _looks(corpus):
        looks.setdefault((look.film, look.record.removeprefix(_LAYER)), []).append(look)
    patches: dict[Question, list[PatchLogEntry]] = {}
    reasons = {}
    for patch in corpus.all("patches"):
        reasons[patch.film, patch.id] = patch.reason
        if patch.layer == "items" and patch.action in _WORD and patch.superseded_by is None:
            patches.setdefault((patch.film, patch.target.removeprefix(_LAYER)), []).append(patch)
    found: dict[str, list[str]] = {name: [] for name in ("verified", "skipped", "flagged", _DIFFER, _OUTDATED, _OPEN)}
    for key in sorted(questions, key=lambda key: (key[0], id_key(key[1]))):
        found.setdefault(_disposition(looks.get(key, []), patches.get(key, []), reasons), []).append(questions[key])
    language = {film.id: film.language for film in corpus.films}
    rows = []
    for name in sorted(found, key=_order):
        own = found[name]
        by_language = [tuple(one for one in own if language[one.split("/")[1]] == code) for code in corpus.languages]
        rows.append((Cell(name), Cell(len(own), tuple(own)), *(Cell(len(held), held) for held in by_language)))
    rounds = sorted({look.round for own in looks.values() for look in own})
    return Table(
        "task_ii_dispositions",
        "Provisional Task II questions by what reviewers decided in audits and by patches; revised and rejected ones "
        "by the reason of the patch. A question that was neither judged nor patched is skipped, flagged or not looked "
        "at.",
        (
            Column("disposition", "Disposition", "text"),
            Column("questions", "Questions", "count"),
            *(Column(code, LANGUAGES[code], "count") for code in corpus.languages),
        ),
        (*rows, sums("All questions", rows)),
        f"n = {len(questions)} questions, {len(rounds)} rounds of audits",
        total=True,
    )


def task_ii_criteria(corpus: Corpus) -> Table:
    """Looks at Task II questions by criterion: one look may check several."""
    looks = [look for look in _looks(corpus) if not look.outdated]
    rows = []
    for name in sorted({criterion for look in looks for criterion in look.criteria}):
        own = [look for look in looks if name in look.criteria]
        rows.append(
            (
                Cell(name.replace("_", " ")),
                Cell(len(own), refs("audits", own)),
                *(
                    Cell(len(held), refs("audits", held))
                    for one in DISPOSITIONS
                    for held in [[look for look in own if look.disposition == one]]
                ),
            )
        )
    return Table(
        "task_ii_criteria",
        "Looks at Task II questions by what was checked, and what came of them; one look may check several things.",
        (
            Column("criterion", "Criterion", "text"),
            Column("looks", "Looks", "count"),
            *(Column(one, one.capitalize(), "count") for one in DISPOSITIONS),
        ),
        tuple(rows),
        f"n = {len(looks)} looks at {len({(look.film, look.record) for look in looks})} questions",
        total=False,
    )


def _looks(corpus: Corpus) -> list[Look]:
    return [look for look in corpus.all("audits") if look.record.startswith(_LAYER)]


def _questions(corpus: Corpus) -> dict[Question, str]:
    """Every question that was up for review, with its record's address: released, withheld, stale, or ended by a patch.

    A question that took an ended one's place is that one's outcome, and not counted beside it.
    """
    found: dict[Question, str] = {}
    ended = [row for row in corpus.all("tombstones") if row.id.startswith(_LAYER)]
    followers = {(row.film, name.removeprefix(_LAYER)) for row in ended for name in row.successors}
    for item in corpus.all("items"):
        if (item.film, item.id) not in followers:
            found[item.film, item.id] = f"items/{item.film}/{item.id}"
    for layer in ("withheld", "stale"):
        found |= {_key(row): f"{layer}/{row.film}/{row.id}" for row in corpus.all(layer) if row.id.startswith(_LAYER)}
    return found | {_key(row): f"tombstones/{row.film}/{row.id}" for row in ended}


def _key(row: Any) -> Question:
    return row.film, row.id.removeprefix(_LAYER)


def _disposition(looks: list[Look], patches: list[PatchLogEntry], reasons: dict[tuple[str, str], str]) -> str:
    present = [look for look in looks if not look.outdated]
    judged = {look.disposition for look in present} - {"skipped", "flagged"}
    if patches:
        judged.discard("verified")  # that is of what the patch made of it
        if not judged:
            words = {_WORD[patch.action] for patch in patches}
            word = "rejected" if "rejected" in words else "revised"
            return _because(word, {patch.reason for patch in patches if _WORD[patch.action] == word})
    if not present:
        return _OUTDATED if looks else _OPEN
    if len(judged) > 1:
        return _DIFFER
    if not judged:
        return "flagged" if any(look.disposition == "flagged" for look in present) else "skipped"
    (verdict,) = judged
    if verdict == "verified":
        return verdict
    return _because(
        verdict,
        {reasons.get((look.film, look.patch or ""), "other") for look in present if look.disposition == verdict},
    )


def _because(verdict: str, reasons: set[str]) -> str:
    return f"{verdict}: {', '.join(sorted(reasons))}"


def _order(name: str) -> tuple[int, str]:
    kinds = ("verified", "revised", "rejected", _DIFFER, "skipped", "flagged", _OUTDATED, _OPEN)
    return kinds.index(name.partition(":")[0]), name
