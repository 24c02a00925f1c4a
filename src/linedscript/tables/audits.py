"""Table A16: what each round of audits was drawn from, and what came of it."""

from linedscript.review.audit_agreement import summarize
from linedscript.tables.corpus import Corpus, refs
from linedscript.tables.model import Cell, Column, Table

_DESIGNS = {"film_balanced": "film-balanced", "exhaustive": "exhaustive", "role_balanced": "role-balanced"}


def audit_rounds(corpus: Corpus) -> Table:
    """Rounds in order of their names: populations and frames as when they were drawn, judgements as they hold now."""
    frames = list(corpus.all("audit_frames"))
    looks = list(corpus.all("audits"))
    rows = []
    for name in sorted({row.round for row in (*frames, *looks)}):
        own = [frame for frame in frames if frame.round == name]
        seen = [look for look in looks if look.round == name]
        held = summarize(seen)
        judged = sum(held.counts[one] for one in ("verified", "revised", "rejected"))
        whole, present = refs("audit_frames", own), [look for look in seen if not look.outdated]
        drawn = refs("audits", present)
        rows.append(
            (
                Cell(name),
                Cell(", ".join(sorted({f"Task {frame.task}" for frame in own})) or None, whole),
                Cell(", ".join(sorted({_DESIGNS[frame.design] for frame in own})) or None, whole),
                *(
                    Cell(sum(getattr(frame, field) for frame in own) if own else None, whole)
                    for field in ("population", "groups", "frame", "drawn")
                ),
                Cell(held.looks, drawn),
                Cell(held.outdated, refs("audits", [look for look in seen if look.outdated])),
                Cell(round(held.counts["verified"] / judged, 6) if judged else None, drawn),
                Cell(round(1 - judged / held.looks, 6) if held.looks else None, drawn),
                Cell(held.repeated, drawn),
                Cell(None if held.kappa is None else round(held.kappa, 6), drawn),
                Cell(None if held.alpha is None else round(held.alpha, 6), drawn),
                Cell(None if held.minutes is None else round(held.minutes, 6), drawn),
            )
        )
    return Table(
        "audit_rounds",
        "Rounds of audits: what they were drawn from, the share of judgements that verified, Fleiss' kappa of the "
        "dispositions of what as many reviewers judged as the most, Krippendorff's alpha (nominal) of all that two or "
        "more judged, and the median time of a look.",
        (
            Column("round", "Round", "text"),
            Column("task", "Task", "text"),
            Column("design", "Frame's design", "text"),
            Column("population", "Population", "count"),
            Column("groups", "Trajectories, roles or films", "count"),
            Column("frame", "Frame", "count"),
            Column("drawn", "Drawn", "count"),
            Column("looks", "Looks", "count"),
            Column("outdated", "Outdated", "count"),
            Column("verified_share", "Verified", "share"),
            Column("unjudged_share", "Skipped or flagged", "share"),
            Column("repeated", "Looked at twice", "count"),
            Column("kappa", "κ", "decimal"),
            Column("alpha", "α", "decimal"),
            Column("minutes", "Minutes", "decimal"),
        ),
        tuple(rows),
        f"n = {len(rows)} rounds",
        total=False,
    )
