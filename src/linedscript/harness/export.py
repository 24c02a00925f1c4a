"""Logs of inspect_ai as a prediction file and the configuration that scores it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from inspect_ai.log import EvalLog, read_eval_log

from linedscript.errors import LinedscriptError, raise_all
from linedscript.evaluation.judging import EXACT
from linedscript.harness.tasks import PROTOCOL, STORED
from linedscript.io.canonical import encode, id_key
from linedscript.io.files import write_bytes
from linedscript.records.run import FileConfig, Prediction

_REACH = (
    "max_retries", "timeout", "attempt_timeout", "max_connections", "adaptive_connections", "batch", "cache",
    "cache_prompt", "system_message", "response_schema",
)  # fmt: skip
"""Of a model's configuration what doesn't change an answer, or is the tasks' own."""


class Exported(NamedTuple):
    predictions: int
    notes: list[str]
    """What of a log isn't there, and counts as missing."""


def export(log: Path, run: str, out: Path, config: Path) -> Exported:
    """Write ``out``, a prediction file, and ``config``, for ``linedscript evaluate score``: judged by ``exact/1`` where
    nobody names another judge in it.

    Raises ``missing-file``, ``not-a-log`` where the log can't be read, ``another-task`` where it isn't of one of
    ``linedscript``'s tasks, and ``invalid-config`` where ``run`` is no name of a run.
    """
    held = _read(log)
    protocol = (held.eval.metadata or {}).get(PROTOCOL)
    if not isinstance(protocol, dict):
        hint = "export a log of linedscript/stage_task_i, stage_task_ii or stage_task_iii"
        raise LinedscriptError("another-task", str(log), f"is of {held.eval.task}", hint)
    lines = sorted(_lines(held), key=lambda one: (one["film"], id_key(one["target"]), one["sample"]))
    generations = max((one["sample"] for one in lines), default=held.eval.config.epochs or 1)
    described = _config(held, run, protocol, max(generations, held.eval.config.epochs or 1))
    if not lines:
        raise LinedscriptError(
            "empty-file", str(log), "holds no prediction", "run it again, or 'inspect eval-retry' it"
        )
    write_bytes(out, b"".join(encode(line) + b"\n" for line in lines))
    write_bytes(config, msgspec.json.format(encode(described), indent=2) + b"\n")
    return Exported(len(lines), list(_notes(held, log)))


def _read(log: Path) -> EvalLog:
    if not log.is_file():
        raise LinedscriptError("missing-file", str(log), "no such file", "inspect_ai's logs are in ./logs")
    try:
        return read_eval_log(log, resolve_attachments="full")
    except Exception as error:  # a zip, a JSON or a schema that isn't a log's: the library has a class for none of it
        problem = f"{type(error).__name__}: {error}"
        raise LinedscriptError("not-a-log", str(log), problem, "name a log of inspect_ai, .eval or .json") from None


def _lines(log: EvalLog) -> Iterator[dict[str, Any]]:
    """A prediction file's lines."""
    faults: list[LinedscriptError] = []
    for sample in log.samples or ():
        for row in sample.store.get(STORED, ()):
            try:
                one = msgspec.convert(row, Prediction)
            except msgspec.ValidationError as error:
                faults.append(LinedscriptError("invalid-record", f"{sample.id}, epoch {sample.epoch}", str(error)))
                continue
            yield {
                "film": one.film,
                "target": one.target,
                "sample": one.sample,
                "item_sha256": one.item_sha256,
                "reply": msgspec.to_builtins(one.reply),
            }
    raise_all(faults)


def _config(log: EvalLog, run: str, protocol: dict[str, Any], generations: int) -> FileConfig:
    decoding: dict[str, Any] = {}
    for config in (log.eval.model_generate_config, log.plan.config):
        decoding |= config.model_dump(mode="json", exclude_none=True, exclude=set(_REACH))
    answerer = {
        "kind": "file",
        "name": log.eval.model,
        "revision": None,
        "quantization": None,
        "decoding": decoding,
        "served": [],
    }
    given = protocol | {"run": run, "generations": generations, "answerer": answerer, "judge": EXACT}
    try:
        return msgspec.convert(given, FileConfig)
    except msgspec.ValidationError as error:
        hint = "name it by small letters, digits and hyphens; a log of another version is run again"
        raise LinedscriptError("invalid-config", f"--run {run}", str(error), hint) from None


def _notes(log: EvalLog, path: Path) -> Iterator[str]:
    if log.status != "success":
        yield f"{path}: the evaluation ended as {log.status!r}; what it left undone counts as missing"
    failed: Sequence[Any] = [sample for sample in log.samples or () if not sample.store.get(STORED)]
    if failed:
        yield f"{path}: {len(failed)} samples hold no prediction, such as {failed[0].id}, epoch {failed[0].epoch}"
