"""``linedscript evaluate run --plan``: calls and tokens, by condition and role."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linedscript.evaluation.running import Running


def plan(args: argparse.Namespace, running: "Running", retry_from: int | None, watch: "Callable[..., Any]") -> int:
    from linedscript.engines.recordings import Answers, annotator
    from linedscript.evaluation.planning import PlanningEngine
    from linedscript.evaluation.running import Engines, run_condition
    from linedscript.records.params import Model
    from linedscript.records.run import condition_name
    from linedscript.screenplay.tokens import tokenizer_named

    config = running.config
    tokens = tokenizer_named(running.tokenizer).count
    rows: list[tuple[str, ...]] = [("condition", "films", "role", "model", "calls", "recorded", "to ask",
                                    "prompt tokens", "reply tokens at most", "")]  # fmt: skip
    answers = Answers(config.run, args.recordings, args.journal, retry_from)
    for condition in config.conditions:
        engines: dict[str, PlanningEngine | None] = {}
        for role, model in (("answer", config.answerer), ("judge", config.judge)):
            planned = (
                PlanningEngine(role, annotator(model), model, answers, tokens) if isinstance(model, Model) else None
            )
            engines[role] = planned
        run_condition(running._replace(engines=Engines(engines["answer"], engines["judge"])), condition, watch)
        for role, engine in engines.items():
            if engine is None:
                continue
            one = engine.asking
            guessed = role == "judge" and engines["answer"] is not None and engines["answer"].asking.asked > 0
            rows.append(
                (
                    condition_name(config.task, condition),
                    str(len(running.films(condition))),
                    role,
                    engine.annotator,
                    str(one.calls),
                    str(one.recorded),
                    str(one.asked),
                    str(one.prompt_tokens),
                    "no limit" if one.reply_tokens is None else str(one.reply_tokens),
                    "estimate" if guessed else "",
                )  # fmt: skip
            )
    if len(rows) == 1:
        print("no model has a role: nothing would be asked", file=sys.stderr)
        return 0
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        left = [cell.ljust(width) for cell, width in zip(row[:4], widths[:4], strict=True)]
        right = [cell.rjust(width) for cell, width in zip(row[4:9], widths[4:9], strict=True)]
        print("  ".join([*left, *right, row[9]]).rstrip())
    return 0
