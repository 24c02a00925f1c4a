"""What release commands read beside a build: settings, the parent-genre map, the version in params."""

from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError, misfit
from linedscript.io.yaml import load
from linedscript.records.release import ReleaseSettings


def release_settings(value: dict[str, Any]) -> ReleaseSettings:
    try:
        return msgspec.convert(value, ReleaseSettings)
    except msgspec.ValidationError as error:
        raise LinedscriptError(
            "invalid-settings", "--settings", misfit(error), "see the release section of params.yaml"
        ) from None


def version_in_params(path: Path) -> str:
    params = load(path)
    version = params.get("release", {}).get("version") if isinstance(params, dict) else None
    if not isinstance(version, str):
        raise LinedscriptError("invalid-params", f"{path}#release.version", "no version")
    return version
