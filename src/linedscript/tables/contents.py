"""Every table and figure, by name. ``docs/tables.md`` says which of the papers' tables each one prints."""

from collections.abc import Callable

from linedscript.errors import LinedscriptError
from linedscript.tables import (
    audits,
    backbone,
    correction,
    decades,
    dispositions,
    examples,
    gates,
    genres,
    identity,
    item_pipeline,
    items,
    judges,
    languages,
    lengths,
    recognizability,
    review,
    standard_errors,
    statistics,
    task_i,
    task_ii,
    task_iii,
)
from linedscript.tables.corpus import Corpus
from linedscript.tables.model import Table

TABLES: dict[str, Callable[[Corpus], Table]] = {
    "release_statistics": statistics.release_statistics,
    "genres": genres.genres,
    "decades": decades.decades,
    "years": decades.years,
    "lengths": lengths.lengths,
    "entity_types": backbone.entity_types,
    "predicates": backbone.predicates,
    "backbone": backbone.backbone,
    "backbone_summary": backbone.backbone_summary,
    "task_i_scores": task_i.task_i_scores,
    "task_i_effects": task_i.task_i_effects,
    "task_i_kinds": task_i.task_i_kinds,
    "task_ii_categories": items.task_ii_categories,
    "task_ii_families": item_pipeline.task_ii_families,
    "task_ii_rejections": item_pipeline.task_ii_rejections,
    "task_ii_checks": item_pipeline.task_ii_checks,
    "task_ii_dispositions": dispositions.task_ii_dispositions,
    "task_ii_criteria": dispositions.task_ii_criteria,
    "answer_lengths": items.answer_lengths,
    "task_ii_views": task_ii.task_ii_views,
    "task_ii_closed_book": task_ii.task_ii_closed_book,
    "task_ii_coverage": task_ii.task_ii_coverage,
    "task_ii_errors": standard_errors.standard_errors,
    "task_iii_prompts": task_iii.task_iii_prompts,
    "task_iii_single": task_iii.task_iii_single,
    "task_iii_multi": task_iii.task_iii_multi,
    "task_iii_pairs": task_iii.task_iii_pairs,
    "recognizability": recognizability.recognizability,
    "languages_compared": languages.languages_compared,
    "judge_agreement": judges.judge_agreement,
    "task_i_example": examples.task_i_example,
    "task_iii_example": examples.task_iii_example,
    "correction": correction.correction,
    "patch_actions": review.patch_actions,
    "patch_reasons": review.patch_reasons,
    "blocks": gates.blocks,
    "ledger": gates.ledger,
    "withheld": gates.withheld,
    "audit_rounds": audits.audit_rounds,
    "identity_control": identity.identity_control,
}
FIGURES: tuple[str, ...] = ("decades", "correction", "patch_actions", "identity_control")
"""Tables that are drawn as well."""


def table(name: str, corpus: Corpus) -> Table:
    """Raises LinedscriptError ``unknown-table``."""
    if name not in TABLES:
        raise LinedscriptError("unknown-table", f"tables/{name}", "no such table", f"there are: {', '.join(TABLES)}")
    return TABLES[name](corpus)
