"""What a paragraph of an FDX file is, by its type, as Final Draft and other programs name it."""

from functools import lru_cache
from typing import TYPE_CHECKING

from linedscript.patterns import Pattern
from linedscript.records.scene import ElementKind, RemovalReason
from linedscript.screenplay.headings import LONGEST, find_slug

if TYPE_CHECKING:
    from linedscript.screenplay.containers.fdx_xml import Paragraph

_NAMES: dict[ElementKind, str] = {
    "heading": "scene heading|scene header|slugline|slug|heading|scene",
    "action": "action|description|scene description|shot|general|normal|text|super|cast list",
    "cue": "character|character name|character cue|cue|speaker",
    "parenthetical": "parenthetical|parentheses|wryly|more",
    "dialogue": "dialogue|dialog|speech",
    "transition": "transition",
    "lyric": "lyric|lyrics|singing|song",
    "centered": "centered|centred|center|end of act|act end",
    "section": "section|new act|start of act|act|act break|sequence|chapter|episode|teaser|cold open|"
    "outline 1|outline 2|outline 3|outline 4|outline heading",
    "synopsis": "synopsis|summary|scene summary|outline body|outline",
}
_ASIDE: dict[RemovalReason, str] = {
    "note": "note|notes|script note|comment",
    "page_header": "header|footer|page header|page footer",
    "page_number": "page number",
    "page_break": "page break",
}
_FRONT: dict[RemovalReason, str] = {
    "title_page": "title|title page|author|authors|credit|source|copyright",
    "contact": "contact|contact info|contact details",
    "draft_line": "draft|draft date|revision",
    "cast_list": "cast list",
}
"""Types that are no story where they stand above it."""
_REGIONS: dict[str, RemovalReason] = {"header": "page_header", "omitted": "boneyard", "note": "note"}
_SAYS_NOTHING = frozenset(("", "general", "normal", "text"))
_SEPARATORS = Pattern(r"[\W_]+")
_OPENING = Pattern(r"(?:(?:FADE|IRIS) (?:IN|UP)(?: ON| FROM BLACK)?|淡入|渐显|フェードイン)\s*[:：.。]?", 2)


@lru_cache(maxsize=256)
def _key(name: str) -> str:
    return _SEPARATORS.sub("", name).lower()


def _flat(names: dict) -> dict:
    return {_key(name): kind for kind, listed in names.items() for name in listed.split("|")}


_KINDS, _ASIDES, _FRONTS = _flat(_NAMES), _flat(_ASIDE), _flat(_FRONT)


def says_nothing(type: str) -> bool:
    """Whether a type tells no element from another: none, or General."""
    return _key(type) in _SAYS_NOTHING


def kind_of(
    paragraph: "Paragraph", text: str, paginated: dict[str, str], begun: bool
) -> tuple[ElementKind | None, RemovalReason | None]:
    """The element that a paragraph with this text is, or why it isn't story.

    ``begun``: a scene heading or a cue came before. A type that no program is known for is read as the file's settings
    paginate it; one that is paginated as a scene heading opens a scene only where its text is a slugline.
    """
    if paragraph.region == "synopsis":
        return "synopsis", None
    if paragraph.region != "story":
        return None, _REGIONS.get(paragraph.region, "title_page")
    key = _key(paragraph.type)
    if reason := _ASIDES.get(key) or (None if begun else _FRONTS.get(key)):
        return None, reason
    kind = _KINDS.get(key)
    if kind is None:
        kind = _KINDS.get(_key(paginated.get(paragraph.type, "")), "action")
        if kind == "heading" and not (len(text) <= LONGEST and find_slug(text.strip())):
            kind = "action"
    if len(text) > LONGEST:
        return ("action" if kind in ("heading", "cue", "transition", "section") else kind), None
    if kind == "action" and paragraph.centered:
        return "centered", None
    if kind == "action" and len(text) < 40 and _OPENING.fullmatch(text.strip()):
        return "transition", None
    return kind, None


def opens(text: str) -> bool:
    """Whether a transition belongs to the scene after it."""
    return bool(_OPENING.match(text))
