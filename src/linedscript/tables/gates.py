"""Table A12's numbers: what the construction gates and review did with what was made."""

from collections.abc import Sequence

from linedscript.records.layers import ENGINE_LAYERS, REVIEWED
from linedscript.tables.corpus import Corpus, refs
from linedscript.tables.model import Cell, Column, Table, sums


def _share(part: Sequence[object], whole: Sequence[object], records: tuple[str, ...]) -> Cell:
    return Cell(round(len(part) / len(whole), 6) if whole else None, records)


def blocks(corpus: Corpus) -> Table:
    """Blocks of work by layer: answered, below the threshold after the last retry, failed; with the failed rate.

    Who judged the layer stands beside it, and whether that is who constructed it (DESIGN §6).
    """
    rows = []
    everything = list(corpus.all("coverage"))
    for layer in ENGINE_LAYERS:
        here = [block for block in everything if block.layer == layer]
        failed = [block for block in here if block.status == "failed"]
        below = _below(corpus, layer)
        rows.append(
            (
                Cell(layer),
                Cell(len(here), refs("coverage", here)),
                Cell(
                    len(here) - len(failed), refs("coverage", [block for block in here if block.status == "answered"])
                ),
                Cell(len(below), below),
                Cell(len(failed), refs("coverage", failed)),
                _share(failed, here, refs("coverage", here)),
                _judge(corpus, layer),
            )
        )
    failed = [block for block in everything if block.status == "failed"]
    total = sums("All layers", [row[:-2] for row in rows])
    return Table(
        "blocks",
        "Blocks of work by layer: answered, of these below the reflection threshold, and failed; with the judge.",
        (
            Column("layer", "Layer", "text"),
            Column("blocks", "Blocks", "count"),
            Column("answered", "Answered", "count"),
            Column("below", "Below threshold", "count"),
            Column("failed", "Failed", "count"),
            Column("failed_rate", "Failed rate", "share"),
            Column("judge", "Judge", "text"),
        ),
        (*rows, (*total, _share(failed, everything, refs("coverage", everything)), Cell(None))),
        f"n = {len(everything)} blocks",
        total=True,
    )


def _judge(corpus: Corpus, layer: str) -> Cell:
    digests = [digest for digest in corpus.all("transcripts") if digest.layer == layer]
    told = {
        f"{digest.judge}, the constructor itself" if digest.judge == digest.annotator else digest.judge
        for digest in digests
    }
    return Cell("; ".join(sorted(told)) or None, refs("transcripts", digests))


def _below(corpus: Corpus, layer: str) -> tuple[str, ...]:
    """Attempts that were answered and kept below the threshold: the last reflection of a block didn't pass."""
    last = {}
    for entry in corpus.all("ledger"):
        if entry.layer == layer and entry.gate == "reflection":
            key = (entry.film, entry.key)
            if key not in last or entry.attempt >= last[key].attempt:
                last[key] = entry
    return refs("ledger", [entry for entry in last.values() if entry.outcome == "below_threshold"])


_GATES = ("engine", "schema", "grounding", "registry", "reflection")
_OUTCOMES = ("passed", "refused_record", "refused_reply", "below_threshold")


def ledger(corpus: Corpus) -> Table:
    """Ledger entries by gate and outcome."""
    everything = list(corpus.all("ledger"))
    rows = []
    for gate in _GATES:
        here = [entry for entry in everything if entry.gate == gate]
        rows.append(
            (
                Cell(gate),
                *(
                    Cell(len(found), refs("ledger", found))
                    for outcome in _OUTCOMES
                    for found in [[entry for entry in here if entry.outcome == outcome]]
                ),
                Cell(len(here), refs("ledger", here)),
            )
        )
    return Table(
        "ledger",
        "Ledger entries by gate and outcome: every attempt and every refusal.",
        (
            Column("gate", "Gate", "text"),
            *(Column(name, name.replace("_", " "), "count") for name in _OUTCOMES),
            Column("all", "All", "count"),
        ),
        (*rows, sums("All gates", rows)),
        f"n = {len(everything)} ledger entries",
        total=True,
    )


def withheld(corpus: Corpus) -> Table:
    """Reviewed layers: records released, below the threshold, stale, ended by a patch; with the stale rate."""
    stale, stones = list(corpus.all("stale")), list(corpus.all("tombstones"))
    rows = []
    for layer in REVIEWED:
        kept = list(corpus.all(layer))
        low = [row for row in kept if getattr(row, "made", None) is not None and not row.made.accepted]
        gone = [row for row in stale if row.id.startswith(f"{layer}/")]
        ended = [row for row in stones if row.id.startswith(f"{layer}/")]
        rows.append(
            (
                Cell(layer),
                Cell(len(kept), refs(layer, kept)),
                Cell(len(low), refs(layer, low)),
                Cell(len(gone), refs("stale", gone)),
                Cell(len(ended), refs("tombstones", ended)),
                _share(gone, kept + gone, refs(layer, kept) + refs("stale", gone)),
            )
        )
    total = sums("All layers", [row[:-1] for row in rows])
    held, kept_all = total[3].value, total[1].value
    rate = Cell(round(held / (held + kept_all), 6) if held + kept_all else None, total[1].records + total[3].records)
    return Table(
        "withheld",
        "Reviewed records: released, of these below the threshold; withheld as stale; ended by a patch.",
        (
            Column("layer", "Layer", "text"),
            Column("released", "Released", "count"),
            Column("below", "Below threshold", "count"),
            Column("stale", "Stale", "count"),
            Column("ended", "Ended", "count"),
            Column("stale_rate", "Stale rate", "share"),
        ),
        (*rows, (*total, rate)),
        f"n = {held + kept_all} records",
        total=True,
    )
