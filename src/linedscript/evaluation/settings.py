"""The ``evaluation`` section of params, where a command gets it as JSON or reads it from the file."""

from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError, misfit
from linedscript.io import yaml
from linedscript.records.evaluation import EvaluationSettings


def evaluation_settings(value: Any, place: str = "--settings") -> EvaluationSettings:
    try:
        return msgspec.convert(value, EvaluationSettings)
    except msgspec.ValidationError as error:
        raise LinedscriptError(
            "invalid-settings", place, misfit(error), "see the evaluation section of params.yaml"
        ) from None


def in_params(path: Path) -> tuple[EvaluationSettings, str]:
    """The section of a params file, and the tokenizer that passages are measured by."""
    params = yaml.load(path)
    if not isinstance(params, dict):
        raise LinedscriptError("invalid-params", str(path), "isn't a mapping")
    reading = params.get("reading")
    tokenizer = reading.get("tokenizer") if isinstance(reading, dict) else None
    if not isinstance(tokenizer, str):
        raise LinedscriptError("invalid-params", f"{path}#reading.tokenizer", "no tokenizer is named")
    return evaluation_settings(params.get("evaluation"), f"{path}#evaluation"), tokenizer
