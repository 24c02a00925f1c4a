"""Other parsers' own suites: each case gives what its authors expect, or is in a table of deliberate differences.

Compared are kinds, texts, cue names with their extensions, scene numbers, section levels, title pages and dual
dialogue. Not compared: blank lines at the ends of an element and how many stand between two paragraphs (they belong to
the partition, not to an element's own text), and whether paragraphs of action are one element or several.
"""

import difflib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from linedscript.screenplay.emphasis import emphasis
from linedscript.screenplay.formats.fountain import FOUNTAIN
from linedscript.screenplay.formats.fountain_cuts import bare, title_fields
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.read import take_apart

SUITES = Path(__file__).parents[4] / "shared" / "data" / "conformance"
needs_suites = pytest.mark.skipif(not SUITES.is_dir(), reason="needs ../shared/data")

Item = tuple[str, ...]
"""Kind, text, and what goes with it."""

JOUVENCE_DIFFERS = {
    "test_lyrics.yaml#1": (
        ["action"],
        ["lyric", "action"],
        "a line with ~ is a lyric wherever it stands; screenplay-tools reads such a paragraph as we do",
    )
}
"""Case: kinds that only they give, kinds that only we give, why."""

TOOLS_DIFFER = {
    "Boneyards": (
        ["action"],
        ["action", "transition"],
        "a transition right above a heading is one, though the boneyard took the blank line between them",
    ),
    "Character": (
        ["action", "action"],
        ["cue", "dialogue", "cue", "dialogue"],
        "a name may begin with a digit (the standard asks for a letter anywhere); a caret may stand before the "
        "extension, where their own writer puts it",
    ),
    "Notes": (
        ["dialogue"],
        ["dialogue", "action"],
        "a note that a blank line breaks off is text, and action after a speech is action",
    ),
    "Parenthetical": (
        ["dialogue"],
        ["parenthetical", "dialogue"],
        "a bracket below a bracket is a second parenthetical, not speech",
    ),
    "Sections": (["title"], ["transition"], "a first line such as CUT TO: is no title page: none of its keys is known"),
    "Tags": (
        "heading action cue dialogue transition heading action heading cue dialogue section section heading heading "
        "action".split(),
        "heading action heading action heading action section section heading heading action".split(),
        "tags are no Fountain: they stay in the text, and a cue with one in small letters is action",
    ),
    "UTF8": (["heading"], ["heading"], "what stands between # signs behind a heading is its number, letters or not"),
}


def flat(text: str) -> str:
    """Lines without blanks at their ends, one blank line in a row at most."""
    lines = "\n".join(line.rstrip() for line in re.split(r"\r\n|\r|\n", text))
    return re.sub(r"\n{3,}", "\n\n", lines).strip()


def ours(text: str) -> list[Item]:
    """What we read: title page, elements and page breaks in the order of the source."""
    kept, stretches = take_apart(text, FOUNTAIN)
    placed: list[tuple[int, Item]] = []
    for cut in kept.cuts:
        if cut.reason == "title_page":
            fields = title_fields(text[cut.start : cut.end])
            placed += ((cut.start, ("title", bare(field.key), flat(field.value))) for field in fields)
        elif cut.reason == "page_break":
            placed += ((cut.start, ("page_break",)) for _ in re.findall(r"={3,}", text[cut.start : cut.end]))
    run: list[int] = []
    for number, stretch in enumerate(stretches):
        own = kept.text[slice(*stretch.content)]
        at = kept.ranges(*stretch.content)[0][0] if own else kept.ranges(stretch.start, stretch.start + 1)[0][0]
        last = number + 1 == len(stretches) or stretches[number + 1].kind != stretch.kind
        run.append(number)
        if stretch.kind == "action":
            if last or broken(kept, stretches[number + 1].start):
                low, high = stretches[run[0]].content[0], stretch.content[1]
                first = kept.ranges(low, low + 1)[0][0]
                placed.append((first, ("action", flat(re.sub("(?m)^!", "", kept.text[low:high])))))
                run = []
            continue
        run = []
        placed.append((at, item(stretch, own, kept)))
    return [found for _, found in sorted(placed, key=lambda pair: pair[0])]


def broken(kept: Kept, at: int) -> bool:
    """Whether a page break was cut out at an offset of the kept text."""
    here = kept.ranges(at, at + 1)[0][0]
    return any(cut.reason == "page_break" and cut.end == here for cut in kept.cuts)


def item(stretch, own: str, kept: Kept) -> Item:
    if stretch.kind == "cue":
        said = tuple(extension for extension in stretch.cue.extensions if not re.fullmatch("CONT['’]D", extension))
        return ("cue", stretch.cue.name, *said, *(["dual"] if stretch.dual == "right" else []))
    if stretch.kind == "heading":
        return ("heading", stretch.heading.text, *([stretch.heading.number] if stretch.heading.number else []))
    if stretch.kind == "section":
        return ("section", own, str(kept.text[stretch.start : stretch.content[0]].count("#")))
    return (stretch.kind, flat(own.strip("()") if stretch.kind == "parenthetical" else own))


def cases(suite: str) -> list:
    path = SUITES / suite / "cases.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []
    return [pytest.param(row, id=row["id"]) for row in rows]


def differ(theirs: list[Item], mine: list[Item]) -> tuple[list[str], list[str]]:
    """Kinds that only they give, and kinds that only we give."""
    opcodes = difflib.SequenceMatcher(None, theirs, mine, autojunk=False).get_opcodes()
    changed = [code for code in opcodes if code[0] != "equal"]
    return (
        [one[0] for _, low, high, _, _ in changed for one in theirs[low:high]],
        [one[0] for _, _, _, low, high in changed for one in mine[low:high]],
    )


JOUVENCE_KINDS = {"scene_heading": "heading", "character": "cue", "lyrics": "lyric"}


def jouvence(row: dict) -> Iterator[Item]:
    for key, value in (row["title_page"] or {}).items():
        yield ("title", key, flat(value))
    for element in row["expected"]:
        kind = JOUVENCE_KINDS.get(element["type"], element["type"])
        text = flat(element.get("text", ""))
        if kind == "page_break":
            yield (kind,)
        elif kind == "cue":
            name, *said = re.split(r"\s*\(([^()]*)\)", text)
            yield (kind, name, *filter(None, said))
        elif kind == "section":
            yield (kind, text, str(element["level"]))
        elif kind == "parenthetical":
            yield (kind, text.strip("()"))
        elif text or kind != "action":
            yield (kind, text)


@needs_suites
@pytest.mark.parametrize("row", cases("jouvence"))
def test_a_case_of_jouvence_is_read_as_its_authors_expect_or_differs_as_listed(row):
    theirs, mine = list(jouvence(row)), ours(row["input"])
    expected = JOUVENCE_DIFFERS.get(row["id"], ([], [], ""))
    assert differ(theirs, mine) == expected[:2], (theirs, mine)


TOOLS_KINDS = {"titleentry": "title", "character": "cue", "pagebreak": "page_break"}
ENTRY = re.compile(
    r"^(?=(?:TITLEENTRY|HEADING|ACTION|CHARACTER|DIALOGUE|PARENTHETICAL|LYRIC|TRANSITION|SECTION|"
    r"SYNOPSIS|PAGEBREAK):\"|\[\[\d+\]\]NOTE:|/\*\d+\*/BONEYARD:)",
    re.MULTILINE,
)


def tools(dump: str) -> list[Item]:
    out: list[Item] = []
    joined: list[bool] = []
    for entry in filter(None, ENTRY.split(dump)):
        name, _, rest = entry.strip("\n").partition(":")
        if name.endswith(("NOTE", "BONEYARD")):
            continue
        kind = TOOLS_KINDS.get(name.lower(), name.lower())
        rest = re.sub(r"\s*tags:\S*$", "", rest)
        text, _, more = rest[1:].rpartition('"')
        text = re.sub(r"\[\[\d+\]\]|/\*\d+\*/", "", text)
        if kind == "page_break":
            out.append((kind,))
        elif kind == "title":
            key, _, value = text.partition('":"')
            out.append((kind, bare(key), flat("\n".join(line.strip() for line in value.split("\n")))))
        elif kind == "cue":
            inner = re.fullmatch(r'(.*?)(?:" "\((.*)\))?', text)
            out.append((kind, inner[1], *([inner[2]] if inner[2] else []), *(["dual"] if "(Dual)" in more else [])))
        elif kind in ("heading", "section"):
            number = re.fullmatch(r"\s*\((.*)\)", more)
            out.append((kind, text, *([number[1]] if number else [])))
        elif "(centered)" in more:
            out.append(("centered", text.strip()))
        elif kind in ("action", "dialogue") and out and out[-1][0] == kind and joined[-1]:
            out[-1] = (kind, f"{out[-1][1]}\n{text}")
        else:
            out.append((kind, text))
        joined = [*joined[: len(out) - 1], kind in ("action", "dialogue")]
    out = [(one[0], flat(one[1])) if one[0] in ("action", "dialogue") else one for one in out]
    return [one for one in out if one != ("action", "")]


@needs_suites
@pytest.mark.parametrize("row", [case for case in cases("screenplay-tools") if case.id != "Formatted"])
def test_a_case_of_screenplay_tools_is_read_as_its_authors_expect_or_differs_as_listed(row):
    theirs, mine = tools(row["expected_dump"]), ours(row["input"])
    expected = TOOLS_DIFFER.get(row["id"], ([], [], ""))
    assert differ(theirs, mine) == expected[:2], (theirs, mine)


TAGS = {"bold": "b", "italic": "i", "underline": "u"}
EMPHASIS_DIFFERS = {4: "stars count inside underlining: the standard lets the styles be mixed"}
"""Line of the case, without blank ones, counted from 0: why."""


def tagged(text: str) -> str:
    """A text with its emphasis as HTML tags, marks left out."""
    found = emphasis(text)
    opening: dict[int, str] = {}
    closing: dict[int, str] = {}
    for span in found.spans:
        opening[span.start] = opening.get(span.start, "") + f"<{TAGS[span.style]}>"
        closing[span.end] = f"</{TAGS[span.style]}>" + closing.get(span.end, "")
    out, skipped = [], {place for start, end in found.marks for place in range(start, end)}
    for place, char in enumerate(text + "\0"):
        out.append(closing.get(place, "") + opening.get(place, "") + ("" if place in skipped else char))
    return "".join(out)[:-1]


@needs_suites
def test_emphasis_is_marked_as_screenplay_tools_expect_or_differs_as_listed():
    row = next(row.values[0] for row in cases("screenplay-tools") if row.id == "Formatted")
    source, theirs = (list(filter(None, row[key].split("\n"))) for key in ("input", "expected_dump"))
    differing = [n for n, (line, html) in enumerate(zip(source, theirs, strict=True)) if tagged(line) != html]
    assert differing == list(EMPHASIS_DIFFERS)


SCOPES = {
    "entity.name.character.fountain": "cue",
    "string.other.dialogue.fountain": "dialogue",
    "keyword.other.heading.scene.fountain": "heading",
    "entity.name.heading.scene.fountain": "heading",
    "lyric.fountain": "lyric",
    "comment.note.fountain": "note",
    "comment.synopses.fountain": "synopsis",
} | {f"markup.heading.heading-{level}.gfm": f"section {level}" for level in range(1, 7)}


@needs_suites
@pytest.mark.parametrize("row", cases("fountain-atom-grammar"))
def test_a_line_of_fountain_atoms_grammar_test_has_its_scope(row):
    text = (SUITES / "fountain-atom-grammar/files/grammar-tests.fountain").read_text("utf-8")
    kept, stretches = take_apart(text, FOUNTAIN)
    low = sum(len(line) + 1 for line in text.split("\n")[: row["line"] - 1])
    line = text[low:].split("\n")[0]
    assert line.strip() == row["text"]
    here = {cut.reason for cut in kept.cuts if cut.start < low + len(line) and low < cut.end}
    for stretch in stretches:
        own = kept.ranges(*stretch.content)
        if own and own[0][0] < low + len(line) and low < own[-1][1]:
            level = kept.text[stretch.start : stretch.content[0]].count("#")
            here.add(f"section {level}" if stretch.kind == "section" else stretch.kind)
    assert SCOPES[row["expected_scope"]] in here
