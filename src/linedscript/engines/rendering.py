"""Prompt templates rendered to chat messages. A script's text is data between fences that it can't know."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from linedscript.engines.control_tokens import harmless
from linedscript.engines.prompts import ROOT
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import digest, encode
from linedscript.io.files import sha256
from linedscript.records.engine import Request

BLOCKS = ("system", "user")
FENCE = 8
"""Hex digits of a fence."""


def messages(request: Request, root: Path = ROOT) -> list[dict[str, str]]:
    """The chat messages of a request: the blocks ``system`` and ``user`` of its template over its payload.

    Besides the payload a template has ``fence`` and the filters ``table`` (records, one a line) and ``fence`` (the
    fence of a part of the payload that requests share). It includes and imports nothing: the file that the request's
    hash names is all of it. Raises ``missing-prompt``, ``changed-prompt`` and
    ``invalid-prompt``.
    """
    name = request.prompt or ""
    place = f"prompts/{name}.j2"
    try:
        data = (root / f"{name}.j2").read_bytes()
    except OSError:
        raise LinedscriptError("missing-prompt", place, "no such prompt template") from None
    if (found := sha256(data)) != request.prompt_sha256:
        raise LinedscriptError(
            "changed-prompt",
            place,
            f"its SHA-256 is {found}, the request names {request.prompt_sha256}",
            "the template was edited after the request was made: draw the layer again",
        )
    return _filled(data, place, request.payload)


def own_words(name: str, root: Path = ROOT) -> str:
    """What a template says whatever it is filled with: its texts in their order, those within expressions too. Raises
    as ``messages`` does."""
    import jinja2
    from jinja2 import nodes

    place = f"prompts/{name}.j2"
    try:
        data = (root / f"{name}.j2").read_bytes()
        _template(data)
        tree = jinja2.Environment(trim_blocks=True, lstrip_blocks=True).parse(data.decode())
    except OSError:
        raise LinedscriptError("missing-prompt", place, "no such prompt template") from None
    except jinja2.TemplateSyntaxError as error:
        raise LinedscriptError("invalid-prompt", f"{place}:{error.lineno}", str(error)) from None
    except (jinja2.TemplateError, ValueError) as error:
        raise LinedscriptError("invalid-prompt", place, str(error)) from None
    said = (
        node.data if isinstance(node, nodes.TemplateData) else node.value
        for node in tree.find_all((nodes.TemplateData, nodes.Const))
    )
    return "".join(text for text in said if isinstance(text, str))


def fence(payload: dict[str, Any]) -> str:
    """The eight hex digits on the lines around what the payload says.

    They follow from the payload without its feedback, so that a retry begins like the first attempt, and stand nowhere
    in the payload: nothing that it holds can close a fence, not even by chance.
    """
    return _code({name: value for name, value in payload.items() if name != "feedback"}, payload)


def _code(value: Any, within: Any) -> str:
    held = encode(within).lower()
    code = digest(value)[:FENCE]
    while code.encode() in held:
        code = digest(code)[:FENCE]
    return code


def _filled(data: bytes, place: str, payload: dict[str, Any]) -> list[dict[str, str]]:
    import jinja2

    try:
        template = _template(data)
        context = template.new_context({**payload, "fence": fence(payload)})
        return [{"role": block, "content": _plain("".join(template.blocks[block](context)))} for block in BLOCKS]
    except jinja2.TemplateSyntaxError as error:
        raise LinedscriptError("invalid-prompt", f"{place}:{error.lineno}", str(error)) from None
    except (jinja2.TemplateError, TypeError, AttributeError, ValueError) as error:
        raise LinedscriptError("invalid-prompt", place, str(error)) from None


def _plain(content: str) -> str:
    """Without control tokens, else a script could end a turn of the conversation."""
    return harmless(content.strip()) + "\n"


@lru_cache(maxsize=64)
def _template(data: bytes) -> Any:
    """The compiled template. Raises jinja2.TemplateError unless it is just its two blocks."""
    import jinja2
    from jinja2 import nodes

    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_printable
    )
    environment.filters.update(table=_table, fence=lambda value: _code(value, value))
    source = data.decode()
    tree = environment.parse(source)
    blocks = [node.name for node in tree.body if isinstance(node, nodes.Block)]
    outside = [node for node in tree.body if not isinstance(node, nodes.Block) and not _blank(node)]
    if tuple(blocks) != BLOCKS or outside:
        raise jinja2.TemplateError(f"a template is the blocks {' and '.join(BLOCKS)}, in this order, and nothing else")
    return environment.from_string(source)


def _blank(node: Any) -> bool:
    from jinja2 import nodes

    return isinstance(node, nodes.Output) and all(
        isinstance(inner, nodes.TemplateData) and not inner.data.strip() for inner in node.nodes
    )


def _printable(value: Any) -> Any:
    """Refuses what would be printed as Python writes it: null, booleans, lists and objects."""
    import jinja2

    if isinstance(value, bool) or not isinstance(value, str | int | float | jinja2.Undefined):
        raise TypeError(f"a template prints {value!r:.60}, which is neither text nor number")
    return value


def _table(rows: list[Any], *left_out: str) -> str:
    """A line of field names, then a line per record: less than half of what JSON takes. Plain values: one a line."""
    head = _names(next(iter(rows), None), left_out)
    return "\n".join([head] * bool(head) + [_cell(row, left_out, " | ") for row in rows])


def _names(row: Any, left_out: tuple[str, ...]) -> str:
    return " | ".join(name for name in row if name not in left_out) if isinstance(row, dict) else ""


def _cell(value: Any, left_out: tuple[str, ...], between: str = ", ") -> str:
    if isinstance(value, dict):
        text = between.join(_cell(held, left_out) for name, held in value.items() if name not in left_out)
        return text if between == " | " else f"({text})"
    if isinstance(value, list | tuple):
        return "; ".join(_cell(held, left_out) for held in value) or "-"
    if value is None or value == "":
        return "-"
    return str(value).lower() if isinstance(value, bool) else _on_one_line(str(value))


def _on_one_line(text: str) -> str:
    """Behind a line end the text would go on as another record."""
    lines = text.splitlines()
    return text if lines == [text] else " ".join(line.strip() for line in lines if line.strip())
