"""A page of its own that shows a reading: the whole decoded text in its order, each piece labelled, no network."""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import get_args

from linedscript.patterns import Pattern
from linedscript.records.scene import ElementKind, Scene
from linedscript.screenplay.lines import split_lines
from linedscript.screenplay.showing.doubts import Doubt, doubts
from linedscript.screenplay.showing.emphasized import emphasis_marks
from linedscript.screenplay.showing.facts import cue_notes, facts, heading_fields, present_names
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.showing.marks import INVISIBLE, mark, visible
from linedscript.screenplay.showing.pieces import Piece, Rows, by_scene, dual_end, pieces, styled
from linedscript.screenplay.showing.raw import RawRanges
from linedscript.screenplay.showing.summary import Summary, summarize

_SPECIAL = Pattern(r"[&<>]")
_PLACES = 50
"""Places of a doubt that are linked: the rest is told by number."""
_BYTES = 16
"""Bytes of a piece that are spelled out."""
_CLASSES = {"own": "o", "contact": "s", "mark": "m"}
_INDENTED = 0.2
_NOTHING = "base-uri 'none'; form-action 'none'"


def page_of(look: Look) -> str:
    """The page. Put together, the texts of its elements of class ``t`` are the decoded text, each character once."""
    return "".join(_page(look, summarize(look)))


def _page(look: Look, summary: Summary) -> Iterator[str]:
    style, script = _part("page.css"), _part("page.js")
    name = _text(Path(look.name).name)
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; {_NOTHING}"
    as_page = _reads_flat(look.reading.text)
    language = "zh" if look.language == "zh" else "en"
    yield (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{name}: lined script</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n"
        '<a class="skip" href="#script">to the script</a>\n'
    )
    yield from _index(look)
    yield f"<main>\n<h1>{name}</h1>\n"
    yield from _account(look, summary)
    yield from _tools(look, summary, as_page)
    yield f'<div id="script" class="script{" as-page" if as_page else ""}" lang="{language}">\n'
    yield from _script(look)
    yield (
        '</div>\n</main>\n<aside id="about" aria-live="polite" aria-label="the chosen piece" hidden>'
        f'<button type="button">close</button><pre id="told"></pre></aside>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _index(look: Look) -> Iterator[str]:
    """The scenes, each a link, under the sections that they stand in."""
    yield '<nav aria-label="scenes">\n<h2>Scenes</h2>\n<ol>\n'
    before: tuple[str, ...] = ()
    for scene, path in zip(look.reading.scenes, look.paths, strict=True):
        if path != before:
            yield f'<li class="path">{_text(" › ".join(path)) or "(no section)"}</li>\n'
            before = path
        title = scene.heading.text if scene.heading else "no heading"
        number = f"{_text(scene.heading.number)} " if scene.heading and scene.heading.number else ""
        yield f'<li><a href="#{scene.id}"><b>{scene.id}</b> {number}{_text(title[:200])}</a></li>\n'
    yield "</ol>\n</nav>\n"


def _account(look: Look, summary: Summary) -> Iterator[str]:
    yield "<dl>\n"
    for name, said in facts(look, summary):
        kind = ' class="proof"' if name == "proof" else ""
        yield f"<dt>{name}</dt><dd{kind}>{_text(said)}</dd>\n"
    yield '</dl>\n<div class="panels">\n'
    found = doubts(look, summary)
    if found:
        yield f'<details class="doubts" open><summary>{len(found)} to look at</summary><ul>\n'
        yield from map(_doubt, found)
        yield "</ul></details>\n"
    if summary.cast:
        unit = "characters" if look.language == "zh" else "words"
        yield f"<details><summary>Cast: {len(summary.cast)} speakers</summary>\n<table><thead><tr><th>name</th>"
        yield f"<th>speeches</th><th>{unit}</th><th>scenes</th><th>voice</th></tr></thead><tbody>\n"
        for speaker in summary.cast:
            numbers = "".join(f'<td class="n">{n:,}</td>' for n in (speaker.speeches, speaker.words, speaker.scenes))
            yield f"<tr><td>{_text(speaker.name)}</td>{numbers}<td>{', '.join(speaker.voices)}</td></tr>\n"
        yield "</tbody></table></details>\n"
    if summary.removed:
        firsts: dict[str, int] = {}
        for region in look.reading.removed:
            firsts.setdefault(region.reason, region.lines[0])
        yield "<details><summary>Removed, by reason</summary>\n<table><thead><tr><th>reason</th><th>regions</th>"
        yield "<th>characters</th><th>first</th></tr></thead><tbody>\n"
        for reason, (regions, chars) in summary.removed.items():
            line = f'<a href="#L{firsts[reason]}">line {firsts[reason]}</a>'
            numbers = f'<td class="n">{regions:,}</td><td class="n">{chars:,}</td>'
            yield f"<tr><td>{reason.replace('_', ' ')}</td>{numbers}<td>{line}</td></tr>\n"
        yield "</tbody></table></details>\n"
    yield "</div>\n"


def _doubt(doubt: Doubt) -> str:
    places = ", ".join(
        f'<a href="#L{place.line}">line {place.line}</a> {_text(place.text)}' for place in doubt.places[:_PLACES]
    )
    more = f", and {len(doubt.places) - _PLACES} more" if len(doubt.places) > _PLACES else ""
    return f"<li><code>{doubt.code}</code> {_text(doubt.problem)}{': ' if places else ''}{places}{more}</li>\n"


def _tools(look: Look, summary: Summary, as_page: bool) -> Iterator[str]:
    """The legend, which filters, and the choice of the setting."""
    counts = {kind: summary.kinds[kind] for kind in get_args(ElementKind) if kind in summary.kinds}
    if look.reading.removed:
        counts["removed"] = len(look.reading.removed)
    yield '<div class="tools">\n<fieldset class="filter"><legend>Show</legend>\n'
    for kind, count in counts.items():
        yield (
            f'<label class="key {kind}"><input type="checkbox" id="f-{kind}" checked><b>{kind}</b> {count:,}</label>\n'
        )
    page, source = (" checked", "") if as_page else ("", " checked")
    yield (
        '</fieldset>\n<fieldset class="setting"><legend>Set</legend>\n'
        f'<label><input type="radio" name="set" value="source"{source}>as in the file</label>\n'
        f'<label><input type="radio" name="set" value="page"{page}>as a script page</label>\n</fieldset>\n'
        '<p class="notice">Part of the text is filtered out.</p>\n'
        '<p class="help">Point at a piece or click it for its id, offsets, lines and bytes. '
        "<kbd>j</kbd> <kbd>k</kbd> next and previous piece, <kbd>n</kbd> <kbd>p</kbd> scene, "
        "<kbd>Esc</kbd> closes.</p>\n</div>\n"
    )


def _script(look: Look) -> Iterator[str]:
    writer = _Writer(look, pieces(look.reading.scenes, look.reading.removed, emphasis_marks(look)))
    for scene, group in by_scene(writer.pieces):
        if scene is None:
            yield '<section class="scene" aria-label="front">\n<h2><b>before the first scene</b></h2>\n'
        else:
            yield f'<section class="scene" id="{scene.id}" aria-label="{scene.id}">\n{_head(scene, look)}\n'
        at = 0
        while at < len(group):
            stop, middle = dual_end(group, at)
            if middle:
                yield '<div class="dual"><div>\n'
                yield from map(writer.piece, group[at:middle])
                yield "</div><div>\n"
                yield from map(writer.piece, group[middle:stop])
                yield "</div></div>\n"
            else:
                yield writer.piece(group[at])
            at = stop
        yield "</section>\n"


def _head(scene: Scene, look: Look) -> str:
    fields = "".join(f"<i>{name} <u>{_text(value)}</u></i>" for name, value in heading_fields(scene))
    path = look.paths[scene.index - 1]
    within = f"<i>in <u>{_text(' › '.join(path))}</u></i>" if path else ""
    people = "".join(
        f"<i>{name} <u>{_text(', '.join(who))}</u></i>" for name, who in present_names(scene, look).items()
    )
    lines = f"lines {scene.elements[0].lines[0]}–{scene.elements[-1].lines[1]}"
    unit = "characters" if look.language == "zh" else "words"
    told = f"{fields or '<i>no heading</i>'}{people}{within}"
    return f"<h2><b>{scene.id}</b>{told}<i>{lines}, {scene.words:,} {unit}</i></h2>"


class _Writer:
    """Writes pieces as elements: one for the piece, in it one for each line of the source."""

    def __init__(self, look: Look, found: Sequence[Piece]) -> None:
        self.text = look.reading.text
        self.data = look.data
        self.pieces = found
        self.rows = Rows(self.text)
        self.raw = RawRanges(look.data, look.layer)
        self.line = 0

    def piece(self, piece: Piece) -> str:
        label = piece.removed.reason.replace("_", " ") if piece.removed else piece.kind
        notes = cue_notes(piece.element)
        said = f' data-v="{_attribute(notes)}"' if notes and not piece.part else ""
        out = [f'<div class="p {piece.kind}" data-k="{label}"{said} title="{_attribute(self.about(piece))}">']
        for row in self.rows.of(piece):
            fresh = row.line != self.line
            self.line = row.line
            where = f' id="L{row.line}" data-n="{row.line}"' if fresh else ""
            out.append(f'<div class="t{"" if fresh else " more"}"{where}>{self.dress(piece, row.start, row.end)}</div>')
        out.append("</div>\n")
        return "".join(out)

    def dress(self, piece: Piece, start: int, end: int) -> str:
        if piece.removed:
            return _source(self.text[start:end])
        out = []
        for run in styled(start, end, piece.spans):
            text = _source(self.text[run.start : run.end])
            names = " ".join(_CLASSES.get(style, style) for style in sorted(run.styles, key=_order))
            out.append(f'<span class="{names}">{text}</span>' if names else text)
        return "".join(out)

    def about(self, piece: Piece) -> str:
        """What is known of a piece, a fact a line."""
        begin, stop = self.raw.of((piece.start, piece.end))
        sample = self.data[begin : min(stop, begin + _BYTES)].hex(" ")
        more = " …" if stop - begin > _BYTES else ""
        said = []
        if piece.removed:
            region = piece.removed
            said.append(f"{region.id}: removed, {region.reason.replace('_', ' ')}")
            lines = region.lines
        else:
            element, scene = piece.element, piece.scene
            part = f", part {piece.part + 1} of {len(element.source)}" if len(element.source) > 1 else ""
            said.append(f"{scene.id}, element {piece.number} of {len(scene.elements)}: {element.kind}{part}")
            lines = element.lines
        said.append(f"lines {lines[0]} to {lines[1]}" if lines[0] != lines[1] else f"line {lines[0]}")
        said.append(f"characters {piece.start} to {piece.end} of the decoded text")
        if piece.element:
            low, high = piece.element.content
            said.append(
                f"characters {piece.element.start} to {piece.element.end} of the scene, own text {low} to {high}"
            )
        said.append(f"bytes {begin} to {stop} of the file: {sample}{more}")
        if piece.element:
            said += _more(piece)
        return "\n".join(said)


def _more(piece: Piece) -> Iterator[str]:
    element = piece.element
    if cue := element.cue:
        extensions = f", as written: {'; '.join(map(visible, cue.extensions))}" if cue.extensions else ""
        yield f"speaker {visible(cue.name)}, voice {cue.voice}{extensions}"
        if cue.continued:
            yield "continued"
        if cue.language:
            yield f"in {visible(cue.language)}"
    if element.dual:
        yield f"{element.dual} side of dual dialogue"
    if element.contacts:
        yield f"contact details in it: {len(element.contacts)}"


def _order(style: str) -> tuple[bool, str]:
    return style != "own", style


def _source(text: str) -> str:
    """Source text as HTML: every character is there, those that don't show with a mark beside them."""
    if _SPECIAL.search(text):
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if INVISIBLE.search(text):
        text = INVISIBLE.sub(lambda match: f'<bdi class="h" data-m="{mark(match.group())}">{match.group()}</bdi>', text)
    return text.replace("\r", "&#13;") if "\r" in text else text


def _text(text: str) -> str:
    """Text of ours or of a record: escaped, with names in the place of characters that don't show."""
    return escape(visible(text))


def _attribute(text: str) -> str:
    return escape(text).replace("\n", "&#10;")


def _reads_flat(text: str) -> bool:
    """Whether the source isn't laid out by indentation, so that a script page shows more than it does."""
    lines = [line for line in split_lines(text) if line.body]
    return sum(line.indent >= 8 for line in lines) < _INDENTED * len(lines)


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """The allowance of a policy for exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
