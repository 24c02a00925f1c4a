"""What each model role may see: an allow-list of fields per role, and one validator that names what leaks.

A payload is what a prompt is filled with. Every string in it stands in a field of one of three kinds: words of ours or
of a model, the script's own words, or a choice or number.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from linedscript.errors import LinedscriptError, raise_all
from linedscript.identity.matching import MapLine, Matcher, matcher, title_matcher
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor
from linedscript.records.identity import NameDecision

Role = Literal["extractor", "predictor", "reader", "closed_book", "actor", "question_writer", "evaluator"]
Kind = Literal["words", "script", "plain"]
Find = Callable[[str], str | None]
"""The first of some forms that stands in a text; null where none does."""

VIEWS: dict[Role, dict[str, Kind]] = {
    "extractor": {
        "language": "plain",
        "character.name": "words",
        "character.aliases[]": "words",
        "elements[].kind": "plain",
        "elements[].text": "script",
        "elements[].cue.name": "script",
        "elements[].cue.voice": "plain",
        "feedback": "words",
    },
    "predictor": {
        "language": "plain",
        "character": "words",
        "preceding[]": "words",
        "memory[]": "script",
        "bounds.states": "plain",
        "bounds.developments": "plain",
    },
    "reader": {"language": "plain", "question": "words", "passages[]": "script"},
    "closed_book": {"language": "plain", "question": "words"},
    "actor": {
        "language": "plain",
        "name": "words",
        "identity": "words",
        "persona[]": "words",
        "exemplars[]": "script",
        "relationships[]": "words",
        "memories[]": "words",
        "turns[]": "words",
        "earlier[].asked": "words",
        "earlier[].said": "words",
    },
    "question_writer": {
        "language": "plain",
        "kind": "plain",
        "category": "plain",
        "slots.*": "words",
        "answer": "words",
        "path[].statement": "words",
        "feedback": "words",
    },
    "evaluator": {
        "language": "plain",
        "character": "words",
        "references[]": "words",
        "predicted[]": "words",
        "holding[]": "words",
        "later[]": "words",
    },
}
"""By role the paths of the fields that a payload may have: ``[]`` stands for the items of a list, ``*`` for any key."""

_PROVENANCE_FIELDS = frozenset(
    "made annotator evidence cites sha256 source digest request score accepted rubric role condition setting view kind "
    "stance pair states developments invariants future_negatives supporting contradicting unknown left_out".split()
)
_PROVENANCE_WORDS = frozenset(
    "baseline no_change inaccessible delayed_consequence evolving post_disclosure future_negative invariant rsu asu "
    "parent pseudonymized O+C A+C O-C A-C reference shuffled".split()
)
"""What only the evaluator's side calls things, where one of them is all that a string says."""
_END = r"(?![A-Za-z0-9])"
_CHECKPOINT = Pattern(rf"(?<![A-Za-z0-9-])(?:cp-\d{{4,}}-\d{{2,}}|cp-pt-\d{{4}}){_END}")
_ID = Pattern(
    r"(?<![A-Za-z0-9-])(?:s\d{4}(?:\.[a-z]\d{1,})?|(?:ent|rel|ep|lk|st|cs|dv|ac|tr|ex|mm|tie|ob|t2|rp)-\d{3,}"
    rf"|[a-z][a-z0-9]*-pt-\d{{4}}|(?:en|zh)-\d{{4}}|pt-\d{{4}}){_END}"
)
_HASH = Pattern(rf"(?<![0-9a-f])[0-9a-f]{{64}}{_END}")
_STOPS = ".。!！?？…\"'“”‘’ "


class Forbidden(NamedTuple):
    """What a payload about one film, at one moment, must not hold."""

    titles: Find | None = None
    """Of the film. In the original view the script's own words may hold one."""
    originals: Find | None = None
    """Names that the map replaces; null in the original view."""
    later: tuple[str, ...] = ()
    """What is only true, or only known to the character, after the moment: sentences."""
    reference: tuple[str, ...] = ()
    """The reference's own sentences or answer."""


def names_of(lines: Iterable[MapLine]) -> Find:
    """Finds the names that a film's map replaces."""
    return _first(matcher(line for line in lines if isinstance(line, NameDecision)))


def titles_of(lines: Iterable[MapLine]) -> Find:
    """Finds the forms of the title that a film's map removes."""
    return _first(title_matcher(lines))


def _first(names: Matcher) -> Find:
    def find(text: str) -> str | None:
        return next((text[change.start : change.end] for change in names.find(text)), None)

    return find


def leaks(role: Role, payload: Mapping[str, Any], forbidden: Forbidden) -> list[LinedscriptError]:
    """Everything that the payload shows and mustn't, each by its code:

    ``leak-field`` (a field that the role's view hasn't got), ``leak-provenance`` (such a field of the evaluator's side,
    a hash, or one of its words), ``leak-id``, ``leak-checkpoint``, ``leak-title``, ``leak-original-name``,
    ``leak-later``, ``leak-reference``. ``later`` and ``reference`` are looked for in words, not in the script's own:
    what the script says by a moment is bounded by its place (``leaks_later``).
    """
    view = VIEWS[role]
    later = [(text, folded) for text in forbidden.later if (folded := _folded(text))]
    reference = [(text, folded) for text in forbidden.reference if (folded := _folded(text))]
    found: list[LinedscriptError] = []

    def note(code: str, path: str, problem: str) -> None:
        found.append(LinedscriptError(code, f"{role}: {path}", problem, "this role's view doesn't hold it"))

    for path, value in _leaves(payload):
        kind = _kind(view, path)
        if kind is None:
            names = set(re.findall(r"\w+", path))
            code = "leak-provenance" if names & _PROVENANCE_FIELDS else "leak-field"
            note(code, path, "no field of this role's view")
        if not isinstance(value, str):
            continue
        if match := _CHECKPOINT.search(value):
            note("leak-checkpoint", path, f"names the checkpoint {match[0]}")
        elif match := _ID.search(value):
            note("leak-id", path, f"names {match[0]}")
        if _HASH.search(value):
            note("leak-provenance", path, "holds a digest")
        elif kind != "plain" and value in _PROVENANCE_WORDS:
            note("leak-provenance", path, f"says {value!r}")
        if forbidden.titles and (kind != "script" or forbidden.originals) and (form := forbidden.titles(value)):
            note("leak-title", path, f"holds the title {form!r}")
        if forbidden.originals and (form := forbidden.originals(value)):
            note("leak-original-name", path, f"holds {form!r}")
        if kind == "script":
            continue
        said = _folded(value)
        for text, folded in later:
            if _holds(said, folded):
                note("leak-later", path, f"tells what comes only later: {text!r}")
        for text, folded in reference:
            if _holds(said, folded):
                note("leak-reference", path, f"holds the reference: {text!r}")
    return found


def check_view(role: Role, payload: Mapping[str, Any], forbidden: Forbidden) -> None:
    """Raises every leak of the payload."""
    raise_all(leaks(role, payload, forbidden))


def leaks_later(what: str, evidence: Iterable[Evidence], anchor: Anchor) -> list[LinedscriptError]:
    """``leak-later`` for each piece of evidence that stands, or ends, behind the anchor. In the anchor's own scene only
    spans can be told to stand before it."""
    moment = (int(anchor.scene[1:]), anchor.offset)
    return [
        LinedscriptError(
            "leak-later", what, f"rests on {piece.scene}, which isn't over at {anchor.offset} in {anchor.scene}"
        )
        for piece in evidence
        if piece.scene is not None and (int(piece.scene[1:]), 10**9 if piece.end is None else piece.end) > moment
    ]


def _kind(view: Mapping[str, Kind], path: str) -> Kind | None:
    return view.get(path) or view.get(re.sub(r"\.\w+$", ".*", path))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """``(path, value)`` of all that isn't an object or a list; nulls are left out."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from _leaves(inner, f"{path}[]")
    elif value is not None:
        yield path, value


def _folded(text: str) -> str:
    """Without case, width, marks at the ends and what separates sentences, so that a rewrapped sentence is found."""
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.sub(r"[“”\"‘’]", "", text).split()).strip(_STOPS)


def _holds(said: str, wanted: str) -> bool:
    """At word boundaries where the wanted text begins and ends with letters of an alphabet."""
    at = said.find(wanted)
    while at >= 0:
        before, after = said[at - 1 : at], said[at + len(wanted) : at + len(wanted) + 1]
        if not (_joined(before, wanted[:1]) or _joined(wanted[-1:], after)):
            return True
        at = said.find(wanted, at + 1)
    return False


def _joined(one: str, other: str) -> bool:
    return bool(one and other) and all(char.isalnum() and char < "\u2e80" for char in (one, other))
