"""Prompt templates under ``prompts/`` and their hashes, which stand in every record that they produced."""

from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256_file

ROOT = Path(__file__).resolve().parents[3] / "prompts"


def load_prompt(name: str, root: Path = ROOT) -> tuple[str, str]:
    """Name and SHA-256 of ``prompts/<name>.j2``; the name is ``<layer>.<language>``."""
    path = root / f"{name}.j2"
    if not path.is_file():
        raise LinedscriptError(
            "missing-prompt",
            f"prompts/{name}.j2",
            "no such prompt template",
            "a model annotator needs one per layer and language; annotator: rules needs none",
        )
    return name, sha256_file(path)
