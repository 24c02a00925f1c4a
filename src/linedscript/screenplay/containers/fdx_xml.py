"""The paragraphs of a Final Draft file, in document order, each run of text with its bytes."""

from typing import TYPE_CHECKING

from linedscript.errors import LinedscriptError

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

_REGIONS = {
    "Content": "story",
    "TitlePage": "title",
    "HeaderAndFooter": "header",
    "Header": "header",
    "Footer": "header",
    "Watermarking": "header",
    "SceneProperties": "",
    "Summary": "synopsis",
    "OmittedScene": "omitted",
    "ScriptNote": "note",
    "ScriptNotes": "note",
    "SceneArcBeats": "note",
    "AltCollection": "note",
    "ListItems": "note",
    "DisplayBoards": "note",
}
"""What the text in an element is. Text elements outside of all of them are notes: they're on no page."""
_BREAKS = frozenset(("br", "Br", "LineBreak", "Break"))
_DEEPEST = 200
"""Elements within each other. Final Draft's own files nest about ten."""


class Paragraph:
    """One paragraph with its text."""

    __slots__ = ("type", "number", "centered", "region", "dual", "omitted", "runs")

    def __init__(self, attributes: dict[str, str], region: str, dual: int) -> None:
        self.type = attributes.get("Type") or attributes.get("type") or ""
        self.number = attributes.get("Number")
        self.centered = attributes.get("Alignment", "").lower() in ("center", "centre", "centered")
        self.region = region
        """``story``, ``title``, ``header``, ``synopsis``, ``omitted`` or ``note``."""
        self.dual = dual
        """The number of the dual dialogue that it is in; 0: in none."""
        self.omitted = _says_yes(attributes)
        """Whether the file's properties say that the scene is omitted, or it holds what was."""
        self.runs: list[list] = []
        """``[start, end, text]``: bytes of the parsed UTF-8, and what they stand for; null: what they are."""


def _says_yes(attributes: dict[str, str]) -> bool:
    return attributes.get("Omitted", attributes.get("omitted", "")).lower() in ("yes", "true", "1")


def parse_fdx(data: bytes, place: str) -> tuple[list[Paragraph], dict[str, str]]:
    """The paragraphs of UTF-8 bytes, and how each paragraph type is paginated, by the file's settings.

    A paragraph stands before those within it: a summary or a note in a scene heading comes after the heading's text.
    Raises LinedscriptError where the bytes aren't well-formed XML with the root ``FinalDraft``, declare entities, or
    nest too deep. An ill-formed file isn't read in part.
    """
    from xml.parsers import expat

    lead = len(data) - len(data.lstrip(b"\xef\xbb\xbf \t\r\n"))
    parser = expat.ParserCreate("utf-8")
    reader = _Reader(parser, data, lead, place)
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartCdataSectionHandler = reader.open_cdata
    parser.EndCdataSectionHandler = reader.close_cdata
    parser.EntityDeclHandler = reader.entity
    parser.SkippedEntityHandler = reader.entity
    try:
        parser.Parse(data[lead:] if lead else data, True)
    except expat.ExpatError as error:
        line = data.count(b"\n", 0, lead) + error.lineno
        raise LinedscriptError(
            "broken-xml",
            place,
            f"line {line}, column {error.offset + 1}: not well-formed XML ({expat.ErrorString(error.code)})",
            "bring the whole file, or export it again from the program that wrote it",
        ) from None
    return reader.paragraphs, reader.paginated


class _Reader:
    """The parser's handlers. ``frames`` saves what an element changes until it ends."""

    def __init__(self, parser: "XMLParserType", data: bytes, lead: int, place: str) -> None:
        self.parser = parser
        self.data = data
        self.lead = lead
        self.place = place
        self.paragraphs: list[Paragraph] = []
        self.paginated: dict[str, str] = {}
        self.setting: str | None = None
        self.depth = 0
        self.frames: list[tuple[int, Paragraph | None, str, int, bool]] = []
        self.paragraph: Paragraph | None = None
        self.region = ""
        self.dual = 0
        self.duals = 0
        self.in_text = False
        self.in_cdata = False
        self.stray = False
        """Whether the open paragraph holds text that stands in no Paragraph element."""
        self.blank: tuple[int, int] | None = None
        """Blanks behind text that stands in no Text element: its own if more text follows."""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.blank or self.stray:
            self.close_stray()
        if self.depth == 1 and tag != "FinalDraft":
            raise LinedscriptError(
                "unsupported-format",
                self.place,
                f"this is XML with the root <{tag[:60]}>; a Final Draft file has <FinalDraft>",
                "name the right format in the index, or export the script as FDX, Fountain or plain text",
            )
        if tag == "Text":
            self.save()
            if self.paragraph is None:
                self.open(attributes if self.region == "" else {})
            self.in_text = True
        elif tag == "Paragraph":
            self.save()
            self.open(attributes)
        elif tag in _REGIONS:
            if self.paragraph is not None and self.region == "story":
                self.paragraph.omitted |= tag == "OmittedScene" or _says_yes(attributes)
            self.save()
            if self.region in ("", "story") or (self.region == "title" and _REGIONS[tag] == "header"):
                self.region = _REGIONS[tag]
            self.paragraph, self.in_text = None, False
        elif tag == "DualDialogue":
            self.save()
            self.duals += 1
            self.dual, self.paragraph, self.in_text = self.duals, None, False
        elif tag in _BREAKS and self.in_text:
            at = self.parser.CurrentByteIndex + self.lead
            self.paragraph.runs.append([at, at, "\n"])
        elif tag == "ElementSettings":
            self.setting = attributes.get("Type")
        elif tag == "Behavior" and self.setting:
            self.paginated[self.setting] = attributes.get("PaginateAs", "")
        if self.depth > _DEEPEST:
            raise self.refusal("nested-xml", f"more than {_DEEPEST} elements within each other")

    def end(self, tag: str) -> None:
        if self.blank or self.stray:
            self.close_stray()
        if self.frames and self.frames[-1][0] == self.depth:
            _, self.paragraph, self.region, self.dual, self.in_text = self.frames.pop()
        self.depth -= 1

    def save(self) -> None:
        self.frames.append((self.depth, self.paragraph, self.region, self.dual, self.in_text))

    def open(self, attributes: dict[str, str]) -> None:
        self.paragraph = Paragraph(attributes, self.region or "note", self.dual)
        self.paragraphs.append(self.paragraph)
        self.in_text = False

    def characters(self, text: str) -> None:
        if self.in_text:
            self.add(text, self.parser.CurrentByteIndex + self.lead)
        elif text.isspace():
            if self.blank:
                self.blank = (self.blank[0], self.parser.CurrentByteIndex + self.lead + len(text.encode()))
        elif self.paragraph is not None or self.region:
            self.loose(text, self.parser.CurrentByteIndex + self.lead)

    def loose(self, text: str, at: int) -> None:
        """Text in no Text element, as simple exports write it. Blanks at its ends are markup."""
        if self.paragraph is None:
            self.open({})
            self.stray = True
        if self.blank and self.blank[1] > self.blank[0]:
            self.paragraph.runs.append([*self.blank, None])
        self.add(text, at)
        self.blank = (self.paragraph.runs[-1][1],) * 2

    def close_stray(self) -> None:
        self.blank = None
        if self.stray:
            self.paragraph, self.stray = None, False

    def add(self, text: str, at: int) -> None:
        """``text`` stands at byte ``at``. Literal text joins literal text right before it; an entity stays apart."""
        first = self.data[at]
        runs = self.paragraph.runs
        if first == 0x26 and not self.in_cdata:
            runs.append([at, self.data.index(b";", at) + 1, text])
        elif first == 0x0D and text == "\n":
            runs.append([at, at + 1 + (self.data[at + 1 : at + 2] == b"\n"), text])
        else:
            end = at + (len(text) if text.isascii() else len(text.encode()))
            if runs and runs[-1][1] == at and runs[-1][2] is None:
                runs[-1][1] = end
            else:
                runs.append([at, end, None])

    def open_cdata(self) -> None:
        self.in_cdata = True

    def close_cdata(self) -> None:
        self.in_cdata = False

    def entity(self, name: str, *declaration: object) -> None:
        raise self.refusal("xml-entity", f"the entity {name[:60]!r} is declared or used")

    def refusal(self, code: str, problem: str) -> LinedscriptError:
        where = f"line {self.parser.CurrentLineNumber}: {problem}; no Final Draft file has that"
        return LinedscriptError(code, self.place, where, "export the file again from the program that wrote it")
