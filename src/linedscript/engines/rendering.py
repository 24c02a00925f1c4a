"""Prompt templates rendered to chat messages. A script's text is data between fences that it can't know."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from linedscript.engines.prompts import ROOT, load_prompt
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import digest
from linedscript.records.engine import Request

_BLOCKS = ("system", "user")


def messages(request: Request, root: Path = ROOT) -> list[dict[str, str]]:
    """The chat messages of a request: the blocks ``system`` and ``user`` of its template over its payload.

    ``fence`` is eight hex digits that follow from the payload, so that no line of the script can close a fence but by
    chance. Raises ``changed-prompt`` where the template's file isn't the one that the request names.
    """
    name, found = load_prompt(request.prompt or "", root)
    if found != request.prompt_sha256:
        raise LinedscriptError(
            "changed-prompt",
            f"prompts/{name}.j2",
            f"SHA-256 {found[:12]}…, the request names {(request.prompt_sha256 or '')[:12]}…",
            "the template was edited while the layer was asked: run it again",
        )
    template = _environment(root).get_template(f"{name}.j2")
    context = template.new_context({**request.payload, "fence": digest(request.payload)[:8]})
    out = []
    for block in _BLOCKS:
        if block not in template.blocks:
            raise LinedscriptError(
                "invalid-prompt", f"prompts/{name}.j2", f"no block {block}", "a template has the blocks system and user"
            )
        out.append({"role": block, "content": "".join(template.blocks[block](context)).strip() + "\n"})
    return out


@lru_cache(maxsize=4)
def _environment(root: Path) -> Any:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(root), undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
