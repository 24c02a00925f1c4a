"""The ``rules`` annotator of the mentions layer."""

from typing import Any


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """From a scene's payload to ``{mentions: […]}`` in the shape of the mentions reply."""
    if payload["language"] == "zh":
        from linedscript.engines.rules import names_zh as language
    else:
        from linedscript.engines.rules import names_en as language
    return {"mentions": language.annotate(payload)}
