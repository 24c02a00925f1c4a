"""Pages that say of each paragraph what it is, by class as exporters do or by how it is set: their own grammar."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from linedscript.records.scene import Heading
from linedscript.screenplay.containers.html_layout import Block, Page
from linedscript.screenplay.containers.html_marks import cue_name, is_heading, type_of
from linedscript.screenplay.cues import make_cue, split_cue
from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading
from linedscript.screenplay.formats.fountain import OPENING, TRANSITION
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.headings import scene_heading
from linedscript.screenplay.kept import Cut, Kept
from linedscript.screenplay.stretch import Format, Stretch

_STORY = frozenset(("heading", "action", "cue", "parenthetical", "dialogue", "transition", "lyric", "centered"))
_TITLES = frozenset(f"h{level}" for level in range(1, 7))
_INHERITED = frozenset(("action", "dialogue", "transition", "parenthetical", "lyric", "title_page", "note"))
_SHORT = 200
"""Characters of an element whose type its only paragraph takes, whatever it is."""
_FRONT = 60
"""Paragraphs that an untyped title page has at most."""


_Look = tuple[str, str, str, str]
"""Tag, class, style and alignment of a block."""


class Paragraph(NamedTuple):
    """Text ``[start, end)`` of the page, without blanks at its ends, in one block."""

    start: int
    end: int
    block: Block
    kind: str | None
    dual: str | None


def paragraphs_of(page: Page) -> list[Paragraph]:
    """The page's paragraphs with the kinds that their classes give."""
    spans: list[tuple[int, int, Block]] = []
    for piece in page.pieces:
        if spans and spans[-1][2] is piece.block and not page.text[spans[-1][1] : piece.start].strip():
            spans[-1] = (spans[-1][0], piece.end, piece.block)
        else:
            spans.append((piece.start, piece.end, piece.block))
    kinds: dict[int, str | None] = {}
    sides: dict[int, Block | None] = {}
    found = []
    for start, end, block in spans:
        text = page.text[start:end]
        if body := text.strip():
            low = start + text.index(body[0])
            kind = _kind(block, body, kinds)
            found.append(Paragraph(low, low + len(body), block, kind, None))
    return _with_sides(found, sides)


def _kind(block: Block, body: str, kinds: dict[int, str | None]) -> str | None:
    chain, at = [], block
    while at is not None and at.number not in kinds:
        chain.append(at)
        at = at.parent
    kind = kinds[at.number] if at is not None else None
    for inner in reversed(chain):
        own = type_of(inner.names) if inner.attributes else None
        if kind == "title_page" or (own is None and kind == "note"):
            own = kind
        if own:
            kind = own
        elif kind == "dialogue" and inner.tag in _TITLES:
            kind = "cue"
        elif kind not in _INHERITED and not (kind and inner.parent and inner.parent.end - inner.parent.start <= _SHORT):
            kind = None
        kinds[inner.number] = kind
    kind = kinds[block.number]
    if kind == "page_number" and not body.strip("- .").isdigit():
        return None
    return None if kind == "continued_mark" and len(body) > 40 else kind


def _with_sides(found: list[Paragraph], sides: dict[int, Block | None]) -> list[Paragraph]:
    """Dual dialogue: by the element that says so, its sides by class or, where that says nothing, by the second cue."""
    out, cues = [], Counter()
    named: dict[int, str | None] = {}
    for paragraph in found:
        holder = _dual_holder(paragraph.block, sides)
        if holder is None:
            out.append(paragraph)
            continue
        cues[holder.number] += paragraph.kind == "cue"
        side = _side(paragraph.block, holder, named)
        out.append(paragraph._replace(dual=side or ("right" if cues[holder.number] > 1 else "left")))
    return out


def _side(block: Block, holder: Block, named: dict[int, str | None]) -> str | None:
    """The side that the innermost class within the holder names."""
    chain, at = [], block
    while at is not None and at is not holder and at.number not in named:
        chain.append(at)
        at = at.parent
    side = named[at.number] if at is not None and at is not holder else None
    for inner in reversed(chain):
        words = inner.names.split()
        side = "left" if "left" in words else "right" if "right" in words else side
        named[inner.number] = side
    return side


def _dual_holder(block: Block, sides: dict[int, Block | None]) -> Block | None:
    chain, at = [], block
    while at is not None and at.number not in sides:
        chain.append(at)
        at = at.parent
    holder = sides[at.number] if at is not None else None
    for inner in reversed(chain):
        words = [word.replace("-", "").replace("_", "") for word in inner.names.split()]
        if holder is None and ("dual" in words or any(word.startswith("dualdial") for word in words)):
            holder = inner
        sides[inner.number] = holder
    return sides[block.number]


def is_typed(page: Page, paragraphs: Sequence[Paragraph]) -> bool:
    """Whether the classes are a screenplay's: headings or cues that look so, beside another kind."""
    kinds = Counter(paragraph.kind for paragraph in paragraphs)
    sure = sum(
        paragraph.kind == "heading"
        and is_heading(page.text[paragraph.start : paragraph.end])
        or paragraph.kind == "cue"
        and paragraph.end - paragraph.start <= 80
        for paragraph in paragraphs
    )
    marks = kinds["heading"] + kinds["cue"]
    return 2 * sure > marks and sum(bool(kinds[kind]) for kind in _STORY) >= 2


def inferred(page: Page, paragraphs: Sequence[Paragraph]) -> list[Paragraph] | None:
    """Kinds for a page that sets cue and speech as paragraphs of their own but names neither; null for any other.

    A cue is a name in capitals that comes again, over a paragraph that is no cue. More than one paragraph of speech
    stands under it where speech is set otherwise than action.
    """
    texts = [page.text[paragraph.start : paragraph.end] for paragraph in paragraphs]
    names = [cue_name(text) if "\n" not in text and not is_heading(text) else None for text in texts]
    alone: Counter[str] = Counter()
    joined = 0
    for at, (name, after) in enumerate(pairwise(names)):
        if name and after is None and not is_heading(texts[at + 1]):
            alone[name] += 1
        elif "\n" in texts[at]:
            joined += cue_name(texts[at].split("\n", 1)[0].strip()) is not None
    often = {name for name, count in alone.items() if count > 1}
    total = sum(alone[name] for name in often)
    if total < 3 or total <= joined:
        return None
    looks = [_look(paragraph.block) for paragraph in paragraphs]
    own = _set_as_cues(names, looks, often)
    kinds: list[str] = []
    for at, text in enumerate(texts):
        before = kinds[-1] if kinds else "action"
        spoken = before in ("cue", "parenthetical")
        if is_heading(text):
            kinds.append("heading")
        elif len(text) <= 60 and TRANSITION.fullmatch(text):
            kinds.append("transition")
        elif (
            names[at]
            and (names[at] in often or split_cue(text)[1] or looks[at] in own)
            and names[at + 1 : at + 2] == [None]
        ):
            kinds.append("cue")
        elif text[0] in "(（" and text[-1] in ")）" and (spoken or before == "dialogue"):
            kinds.append("parenthetical")
        else:
            kinds.append("dialogue" if spoken else "action")
    speech = Counter(look for look, kind in zip(looks, kinds, strict=True) if kind == "dialogue")
    others = Counter(look for look, kind in zip(looks, kinds, strict=True) if kind == "action")
    for at, kind in enumerate(kinds):
        if at and kind == "action" and kinds[at - 1] == "dialogue" and speech[looks[at]] > 2 * others[looks[at]]:
            kinds[at] = "dialogue"
    return [paragraph._replace(kind=kind) for paragraph, kind in zip(paragraphs, kinds, strict=True)]


def _set_as_cues(names: Sequence[str | None], looks: Sequence[_Look], often: set[str]) -> set[_Look]:
    """How nearly only cues are set, so that who speaks once has one too."""
    cues = Counter(look for name, look in zip(names, looks, strict=True) if name in often)
    above = [None, *names]
    others = Counter(
        look for before, name, look in zip(above, names, looks, strict=False) if before is None and name is None
    )
    return {look for look, count in cues.items() if count > 2 and count > 4 * others[look]}


def _look(block: Block) -> _Look:
    found = block.attributes
    return block.tag, found.get("class", ""), found.get("style", ""), found.get("align", "")


def typed_cuts(page: Page, paragraphs: Sequence[Paragraph]) -> list[Cut]:
    """Title pages, notes and page furniture by their types.

    Also what stands above the first typed paragraph, on a page that types its action and its headings.
    """
    kinds = {paragraph.kind for paragraph in paragraphs}
    first = next((at for at, paragraph in enumerate(paragraphs) if paragraph.kind in _STORY), 0)
    cuts = []
    if 0 < first <= _FRONT and {"action", "heading"} <= kinds:
        cuts.append(Cut(0, paragraphs[first].start, "title_page"))
    for at, paragraph in enumerate(paragraphs):
        if paragraph.kind and paragraph.kind not in _STORY and paragraph.kind not in ("section", "synopsis"):
            stop = paragraphs[at + 1].start if at + 1 < len(paragraphs) else len(page.text)
            cuts.append(Cut(paragraph.start, stop, paragraph.kind))
    return cuts


def typed_grammar(paragraphs: Sequence[Paragraph], guessed: bool = False) -> Format:
    """``guessed``: the kinds aren't the page's own word, so that title page and furniture have to be looked for."""
    from linedscript.screenplay.formats.plain_cuts import end_marks, front_matter
    from linedscript.screenplay.furniture import furniture

    passes = (front_matter, furniture, end_marks) if guessed else ()
    return Format("html", "html-types/1", passes, lambda kept: _stretches(kept, paragraphs))


def _stretches(kept: Kept, paragraphs: Sequence[Paragraph]) -> list[Stretch]:
    starts = [piece.source for piece in kept.pieces]
    out: list[Stretch] = []
    for paragraph in paragraphs:
        low = _kept_place(kept, starts, paragraph.start)
        high = _kept_place(kept, starts, paragraph.end)
        text = kept.text[low:high]
        if body := text.strip():
            low += text.index(body[0])
            out.append(_stretch(kept.text, low, low + len(body), paragraph))
    acts = [stretch.kind == "heading" and _is_act(kept.text[slice(*stretch.content)]) for stretch in out]
    if all(act for act, stretch in zip(acts, out, strict=True) if stretch.kind == "heading"):
        return out
    return [
        stretch._replace(kind="section", heading=None) if act else stretch
        for act, stretch in zip(acts, out, strict=True)
    ]


def _is_act(text: str) -> bool:
    return is_act(text) or bool(ACT.match(text))


def _kept_place(kept: Kept, starts: Sequence[int], at: int) -> int:
    """Where a place of the source stands in the kept text; for one that is cut, where what follows it stands."""
    number = bisect_right(starts, at) - 1
    if number < 0:
        return 0
    piece = kept.pieces[number]
    return piece.start + min(at - piece.source, piece.length)


def _stretch(text: str, start: int, end: int, paragraph: Paragraph) -> Stretch:
    body, kind = text[start:end], paragraph.kind
    if kind is None:
        titled = paragraph.block.tag in _TITLES
        kind = "heading" if is_heading(body) else "transition" if titled and TRANSITION.fullmatch(body) else "action"
    if kind == "heading":
        heading, low, high = _heading(body)
        return Stretch("heading", start, (start + low, start + high), heading=heading)
    if kind == "cue":
        name, extensions = split_cue(body.rstrip(":： \n"))
        cue = make_cue(name, extensions)
        return Stretch("cue", start, (start, start + len(name)), cue=cue, dual=paragraph.dual)
    opens = kind == "transition" and bool(OPENING.match(body))
    dual = paragraph.dual if kind in ("dialogue", "parenthetical", "lyric") else None
    return Stretch(kind, start, (start, end), opens=opens, dual=dual)


def _heading(body: str) -> tuple[Heading, int, int]:
    if "\n" not in body:
        if found := plain_heading(body):
            return found
        if chinese := find_heading(body) or find_bare_heading(body):
            return chinese.heading, 0, len(body)
    return scene_heading(body), 0, len(body)
