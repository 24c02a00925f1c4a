"""Faults of headings, sections and transitions, and of lines that look like one."""

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_upper
from linedscript.screenplay.formats.fountain_lines import TRANSITION
from linedscript.screenplay.formats.recognize import recognize
from linedscript.screenplay.headings import LONGEST, TIME, find_slug
from linedscript.screenplay.lint.findings import View, quoted
from linedscript.screenplay.lint.lined import Lined
from linedscript.screenplay.stretch import Stretch

_STANDARD = Pattern(r"(?:INT|EXT|EST|INT\.?/EXT|I/E)[. ]", 2)
_NEARLY = Pattern(r"(?:INT|EXT|EST|I/E|E/I)(?:[-,;/]|\.(?=\S)| ?- )\s*\S")
_OPEN_NUMBER = Pattern(r"#[^#\s]*")
_DOTS = Pattern(r"\.{2,}\s*(?P<rest>\S.*)")
_OUTLINE = ("section", "synopsis")


def check_headings(view: View, lined: Lined) -> None:
    numbers: dict[str, int] = {}
    found = False
    for index, stretch in enumerate(lined.stretches):
        if stretch.kind != "heading" or stretch.heading is None:
            continue
        found = True
        _check_heading(view, lined, index, stretch)
        number = stretch.heading.number
        if number and number in numbers:
            first = view.source.place(view.kept.ranges(numbers[number], numbers[number] + 1)[0][0]).line
            view.add(
                "duplicate-scene-number", stretch.content[0], f"scene number {number} stands in line {first} already"
            )
        elif number:
            numbers[number] = stretch.content[0]
    if not found and lined.stretches:
        message = f"no scene heading in the whole script{_reads_as(view.source.text)}"
        view.add("no-heading", lined.stretches[0].content[0], message)


def _reads_as(text: str) -> str:
    try:
        name = recognize(text, "").name
    except LinedscriptError:
        return ""
    return "" if name == "fountain" else f"; it looks like {name}, not like Fountain"


def _check_heading(view: View, lined: Lined, index: int, stretch: Stretch) -> None:
    at = stretch.content[0]
    before = lined.stretches[index - 1].kind if index else None
    after = lined.stretches[index + 1].kind if index + 1 < len(lined.stretches) else None
    text = quoted(stretch.heading.text)
    if lined.above(index) and before not in _OUTLINE and not lined.torn(index):
        view.add("heading-without-blank-before", at, f"{text} stands right below text")
    if lined.below(index) and after not in _OUTLINE:
        view.add("heading-without-blank-after", at, f"{text} stands right above text")
    body = lined.body(index)
    if body[0] != "." and not _STANDARD.match(stretch.heading.text):
        view.add("heading-not-standard", at, f"{text} is a heading here, but not by the standard")
    last = body.rsplit(None, 1)[-1]
    if stretch.heading.number is None and body.count("#") % 2 and _OPEN_NUMBER.fullmatch(last):
        view.add("unclosed-scene-number", at + max(0, body.rfind("#")), f"{quoted(last)} opens a scene number")


def check_lookalikes(view: View, lined: Lined) -> None:
    """Lines of action and speech that look like a heading or a transition."""
    for index, stretch in enumerate(lined.stretches):
        if stretch.kind not in ("action", "dialogue") or lined.forced(index, "!"):
            continue
        for place, body, raw, above, below in lined.rows(index):
            if len(body) > LONGEST:
                continue
            if _looks_like_heading(body):
                view.add("heading-like", place, f"{quoted(body)} looks like a heading, but is {_name(stretch)}")
            elif body[0] == "." and (dots := _DOTS.fullmatch(body)) and is_upper(dots.group("rest")) and not above:
                if not below and dots.group("rest")[-1] not in ".!?":
                    view.add("ellipsis-before-heading", place, f"{quoted(body)} is action")
            elif body[-1] in ":." and TRANSITION.fullmatch(body) and stretch.kind == "action":
                if body.endswith("TO:") and raw[-1] in " \t":
                    view.add("transition-trailing-blanks", place, f"{quoted(body)} has blanks behind and is action")
                elif above or below:
                    view.add(
                        "transition-not-alone", place, f"{quoted(body)} has text right {_side(above)} and is action"
                    )


def _name(stretch: Stretch) -> str:
    return "speech" if stretch.kind == "dialogue" else "action"


def _side(above: bool) -> str:
    return "above" if above else "below"


def _looks_like_heading(body: str) -> bool:
    if body[0].isupper() or body[0] in "intexs":
        slug = find_slug(body)
        if slug and slug.group("rest"):
            dotted = body[slug.end("word") : slug.end("word") + 1] == "."
            return dotted or (is_upper(body) and body[slug.end("word") : slug.end("word") + 1] == " ")
        if _NEARLY.match(body):
            return True
    place, dash, time = body.rpartition(" - ")
    return bool(dash and place) and is_upper(place) and TIME.fullmatch(time) is not None


def check_transitions(view: View, lined: Lined) -> None:
    for index, stretch in enumerate(lined.stretches):
        if stretch.kind == "transition" and not lined.forced(index, ">") and lined.below(index):
            view.add("transition-not-alone", stretch.content[0], f"{quoted(lined.body(index))} has text right below")


def check_sections(view: View, lined: Lined) -> None:
    before = 0
    for index, stretch in enumerate(lined.stretches):
        if stretch.kind == "section":
            body = lined.body(index)
            level = len(body) - len(body.lstrip("#"))
            if not level:
                view.add("section-not-standard", stretch.content[0], f"{quoted(body)} is a section here")
                continue
            if level > before + 1:
                view.add("section-jump", stretch.start, f"level {level} below level {before}")
            before = level
