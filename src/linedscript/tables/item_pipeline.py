"""How Task II items came about: reasoning and schema families, rejected candidates, checks, and what was withheld.

The automated part of the paper's Table A15; what reviewers did stands in the tables of patches and audits.
"""

from typing import get_args

from linedscript.records.item import REJECTIONS, Family, SchemaFamily
from linedscript.tables._rejections import reason
from linedscript.tables.corpus import LANGUAGES, Corpus, counted, refs
from linedscript.tables.model import Cell, Column, Table


def task_ii_families(corpus: Corpus) -> Table:
    """Questions by reasoning family, then by schema family; a question may have one of each, or neither."""
    items = list(corpus.all("items"))
    rows = []
    for kind, names in (("family", get_args(Family)), ("schema_family", get_args(SchemaFamily))):
        for name in (*names, None):
            found = [item for item in items if getattr(item, kind) == name]
            label = f"{'reasoning' if kind == 'family' else 'schema'}: {name.replace('_', ' ') if name else 'none'}"
            rows.append((Cell(label), *counted(corpus, "items", found)))
    return Table(
        "task_ii_families",
        "Task II questions by reasoning family and by schema family.",
        (
            Column("family", "Family", "text"),
            Column("items", "Questions", "count"),
            *(Column(language, LANGUAGES[language], "count") for language in corpus.languages),
        ),
        tuple(rows),
        f"n = {len(items)} questions",
        total=False,
    )


def task_ii_rejections(corpus: Corpus) -> Table:
    """Candidates and wordings that were rejected, by reason: the paper's first, then what makers looked for in vain."""
    entries = [entry for entry in corpus.all("ledger") if entry.layer == "items" and entry.outcome == "refused_record"]
    codes = sorted({entry.code or "none" for entry in entries} - set(REJECTIONS))
    rows = []
    for code in (*REJECTIONS, *codes):
        found = [entry for entry in entries if (entry.code or "none") == code]
        rows.append((Cell(code), Cell(reason(code)), Cell(sum(entry.count for entry in found), refs("ledger", found))))
    total = sum(row[2].value or 0 for row in rows)
    return Table(
        "task_ii_rejections",
        "Rejected candidates of Task II by reason.",
        (Column("code", "Code", "text"), Column("reason", "Reason", "text"), Column("count", "Candidates", "count")),
        (*rows, (Cell("All reasons"), Cell(None), Cell(total, refs("ledger", entries)))),
        f"n = {total} candidates",
        total=False,
    )


def task_ii_checks(corpus: Corpus) -> Table:
    """Released questions by what a reader without the screenplay and readers of single passages answer, and what was
    withheld, by reason. A question counts as answered by a passage where one of its readers is right."""
    items, checks = list(corpus.all("items")), list(corpus.all("checks"))
    held = list(corpus.all("withheld"))
    rows = []
    for kind, label in (
        ("closed_book", "question alone"),
        ("single_passage", "single passages"),
        ("wording", "wording"),
    ):
        looks = [check for check in checks if check.kind == kind]
        asked = {(check.film, check.item) for check in looks}
        right = {(check.film, check.item) for check in looks if check.verdict == "right"}
        missing = [check for check in looks if check.verdict is None]
        rows.append(
            (
                Cell(f"released: {label}"),
                Cell(len(asked), refs("items", [item for item in items if (item.film, item.id) in asked])),
                Cell(
                    len(right) if kind != "wording" else None,
                    refs("checks", [c for c in looks if c.verdict == "right"]),
                ),
                Cell(len(missing), refs("checks", missing)),
                Cell(round(len(missing) / len(looks), 6) if looks else None, refs("checks", looks)),
            )
        )
    for code in sorted({row.code for row in held}):
        found = [row for row in held if row.code == code]
        rows.append((Cell(f"withheld: {code}"), Cell(len(found), refs("withheld", found)), *(Cell(None),) * 3))
    return Table(
        "task_ii_checks",
        "Checks of Task II questions: looked at, answered rightly, verdict missing; and questions withheld, by reason.",
        (
            Column("check", "Check", "text"),
            Column("items", "Questions", "count"),
            Column("right", "Answered", "count"),
            Column("missing", "Verdict missing", "count"),
            Column("missing_rate", "Of all verdicts", "share"),
        ),
        tuple(rows),
        f"n = {len(items)} questions released, {len(held)} withheld",
        total=False,
    )
