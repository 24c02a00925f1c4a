"""Small FDX files, and what is read from them."""

from xml.sax.saxutils import escape, quoteattr

from linedscript.screenplay.containers.fdx import open_fdx
from linedscript.screenplay.layer import Layer
from linedscript.screenplay.read import take_apart
from linedscript.screenplay.stretch import Stretch
from linedscript.screenplay.validation import raw_of


def paragraph(type: str | None, *runs: str, inside: str = "", **attributes: str) -> str:
    """A paragraph whose text is split over ``runs``; ``inside``: markup before the text."""
    named = {"Type": type} if type is not None else {}
    shown = "".join(f" {name}={quoteattr(value)}" for name, value in (named | attributes).items())
    return f"<Paragraph{shown}>{inside}{''.join(f'<Text>{escape(run)}</Text>' for run in runs)}</Paragraph>"


def document(*content: str, after: str = "", head: str = "") -> str:
    """``after``: what stands behind Content."""
    return (
        f'{head}<FinalDraft DocumentType="Script" Version="5"><Content>{"".join(content)}</Content>{after}</FinalDraft>'
    )


def speech(name: str, *lines: str) -> str:
    return paragraph("Character", name) + "".join(paragraph("Dialogue", line) for line in lines)


def opened(file: str | bytes, **options) -> Layer:
    """The text layer, its runs checked against the file."""
    data = file.encode() if isinstance(file, str) else file
    layer = open_fdx(data, "en-0001", options.get("encoding"), options.get("errors", "strict"))
    raw_of(data, layer)
    return layer


def stretches(file: str | bytes, **options) -> list[tuple[Stretch, str]]:
    layer = opened(file, **options)
    kept, found = take_apart(layer.text, layer.grammar, layer.cuts)
    return [(stretch, kept.text[slice(*stretch.content)]) for stretch in found]


def elements(file: str | bytes, **options) -> list[tuple[str, str]]:
    return [(stretch.kind, text) for stretch, text in stretches(file, **options)]


def cut(file: str | bytes, **options) -> list[tuple[str, str]]:
    """Reason and text of what isn't story."""
    layer = opened(file, **options)
    kept, _ = take_apart(layer.text, layer.grammar, layer.cuts)
    return [(region.reason, layer.text[region.start : region.end].strip()) for region in kept.cuts]


def bytes_of_runs(file: bytes) -> list[tuple[str, bytes]]:
    """Each run's text with the bytes that it is tied to, implied line ends left out."""
    layer = opened(file)
    return [
        (layer.text[run.start : run.start + run.length], file[run.raw : run.raw + run.raw_length])
        for run in layer.runs
        if run.raw_length
    ]
