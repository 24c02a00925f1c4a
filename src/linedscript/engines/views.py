"""What a model role may be shown: an allow-list of fields, and the one validator that names what leaks.

A payload is what a prompt is filled with. The same validator stands before every question about a suite's task: in a
build (``guarded``), and in a run of the evaluation (``evaluation.asking``).
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from linedscript.engines.protocol import Engine
from linedscript.engines.requests import answered
from linedscript.engines.wire import REFUSED, told_problem
from linedscript.errors import LinedscriptError, raise_all
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence
from linedscript.records.character import Anchor
from linedscript.records.engine import Request, TranscriptLine

Kind = Literal["words", "quoting", "script", "said", "plain"]
"""``words``: of ours, or of a model that the release took over. ``quoting``: such words that tell what the script
tells, and may do so in its own. ``script``: the script's words and no other. ``said``: what a model under test, or a
judge of the build, said. ``plain``: a choice or a number."""
Find = Callable[[str], str | None]
"""The first of some forms that stands in a text; null where none does."""


class View(NamedTuple):
    role: str
    fields: Mapping[str, Kind]
    """The paths that a payload may have: ``[]`` stands for the items of a list, ``*`` for any key."""


_PROVENANCE_FIELDS = frozenset(
    "made annotator evidence cites sha256 source digest request score accepted rubric role condition setting view kind "
    "stance pair states developments invariants future_negatives supporting contradicting unknown left_out".split()
)
_PROVENANCE_WORDS = frozenset(
    "no_change delayed_consequence post_disclosure future_negative rsu asu pseudonymized closed_book O+C A+C O-C A-C "
    "full_memory persona_only".split()
)
"""What only the evaluator's side calls things, where one of them is all that a string says. No word that a story may
say of somebody ("parent", "inaccessible") is among them."""
_END = r"(?![A-Za-z0-9])"
_CHECKPOINT = Pattern(rf"(?<![A-Za-z0-9-])(?:cp-\d{{4,}}-\d{{2,}}|cp-pt-\d{{4}}){_END}")
_ID = Pattern(
    r"(?<![A-Za-z0-9-])(?:s\d{4}(?:\.[a-z]\d{1,})?|(?:ent|rel|ep|lk|st|cs|dv|ac|tr|ex|mm|tie|ob|t2|rp)-\d{3,}"
    rf"(?:\.[a-z]\d{{2,}})?|[a-z][a-z0-9]*-pt-\d{{4}}|(?:en|zh)-\d{{4}}|pt-\d{{4}}){_END}"
)
_FILM = Pattern(rf"(?<![A-Za-z0-9-])(?:en|zh)-\d{{4}}{_END}")
_HASH = Pattern(rf"(?<![0-9a-f])[0-9a-f]{{64}}{_END}")
_DASHES = "‐‑‒–—−﹣"
_STOPS = ".。!！?？…\"'“”‘’ "


class Forbidden(NamedTuple):
    """What a payload about one film, at one moment, must not hold."""

    titles: Find | None = None
    """Of the film."""
    originals: Find | None = None
    """Names that the map replaces; null in the original view."""
    later: tuple[str, ...] = ()
    """What is only true, or only known to the character, after the moment: sentences."""
    reference: tuple[str, ...] = ()
    """The reference's own sentences or answer."""


NOTHING = Forbidden()
_NO_FIELD = "no field of this role's view"


def leaks(view: View, payload: Mapping[str, Any], forbidden: Forbidden) -> list[LinedscriptError]:
    """Everything that the payload shows and mustn't, each by its code:

    ``leak-field`` (a field that the view hasn't got), ``leak-provenance`` (such a field of the evaluator's side, a
    digest, or one of its words), ``leak-id``, ``leak-checkpoint``, ``leak-title``, ``leak-original-name``,
    ``leak-later``, ``leak-reference``.

    The script's own words are looked through for what the pseudonymized view replaces, and for nothing else: what they
    tell by a moment is bounded by their place (``leaks_later``). Words that may be the script's own aren't looked
    through for a title in the original view. What a model under test said is its own.
    """
    later = [(text, folded) for text in forbidden.later if (folded := _folded(text))]
    reference = [(text, folded) for text in forbidden.reference if (folded := _folded(text))]
    found: list[LinedscriptError] = []

    def note(code: str, path: str, problem: str) -> None:
        found.append(LinedscriptError(code, f"{view.role}: {path}", problem, _HINTS.get(code, _HINT)))

    for path, value in _leaves(payload):
        kind = _kind(view.fields, path)
        if kind is None:
            names = set(re.findall(r"\w+", path))
            code = "leak-provenance" if names & _PROVENANCE_FIELDS else "leak-field"
            note(code, path, _NO_FIELD)
        if not isinstance(value, str) or kind == "said":
            continue
        if kind != "script":
            plain = _plain(value)
            if name := _CHECKPOINT.search(plain):
                note("leak-checkpoint", path, f"names the checkpoint {name[0]}")
            elif name := _ID.search(plain):
                note("leak-id", path, f"names {name[0]}")
            if _HASH.search(plain):
                note("leak-provenance", path, "holds a digest")
            elif kind != "plain" and value in _PROVENANCE_WORDS:
                note("leak-provenance", path, f"says {value!r}")
        if (
            forbidden.titles
            and (kind not in ("script", "quoting") or forbidden.originals)
            and (form := forbidden.titles(value))
        ):
            note("leak-title", path, f"holds the title {form!r}")
        elif forbidden.originals and (form := forbidden.originals(value)):
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


_HINT = "this role's view doesn't hold it"
_HINTS = {
    "leak-title": "word it without the title, by a patch to the record that it comes from",
    "leak-original-name": "render the release again under the map at hand, or add the form to the map",
    "leak-reference": "word it without the answer, by a patch to the record that it comes from",
}


def check_view(view: View, payload: Mapping[str, Any], forbidden: Forbidden = NOTHING) -> None:
    """Raises every leak of the payload."""
    raise_all(leaks(view, payload, forbidden))


def template_leaks(place: str, said: str, forbidden: Forbidden) -> list[LinedscriptError]:
    """What the words of a template, or of other settings that are sent, show and mustn't, under the codes of
    ``leaks``.

    Whoever edits a template may write anything into it. At the head of a sentence every word has a capital, so that
    there a title of one word isn't told from it.
    """
    titles, originals = forbidden.titles, forbidden.originals

    def title(text: str) -> str | None:
        form = titles(text) if titles else None
        return titles(_without_heads(text)) if titles and form and _is_one_word(form) else form

    def original(text: str) -> str | None:
        form = originals(text) if originals else None
        alone = form and titles and titles(form) and _is_one_word(form)
        return originals(_without_heads(text)) if originals and alone else form

    seen = forbidden._replace(titles=title, originals=original if originals else None, later=(), reference=())
    return [
        LinedscriptError(leak.code, place, leak.problem, _REWORD)
        for leak in leaks(View(place, {"own": "words"}), {"own": said}, seen)
    ]


def build_template_leaks(place: str, said: str, titles: Find | None = None) -> list[LinedscriptError]:
    """As ``template_leaks``, of a template of the build. Its examples show what ids of records look like: of ids only
    films' and checkpoints' are leaks."""
    found = [one for one in template_leaks(place, said, Forbidden(titles)) if one.code != "leak-id"]
    if film := _FILM.search(_plain(said)):
        found.append(LinedscriptError("leak-id", place, f"names the film {film[0]}", _REWORD))
    return found


_REWORD = "word it otherwise; what was asked before has another hash"
_HEAD = re.compile(r"(?:^|[.!?:]\s+|[\n\x22“‘#({\[*-]\s*)[A-Z](?=[a-z])")


def _without_heads(text: str) -> str:
    return _HEAD.sub(lambda match: match[0].lower(), text)


def _is_one_word(form: str) -> bool:
    return form.isascii() and form.isalnum()


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


def tells(said: str, sentence: str) -> bool:
    """Whether a text holds a sentence or an answer, as ``leak-later`` and ``leak-reference`` look for one."""
    folded = _folded(sentence)
    return bool(folded) and _holds(_folded(said), folded)


def ids_in(text: str) -> list[str]:
    """Ids of records, claims and checkpoints that a text carries, each once."""
    found = [match[0] for pattern in (_CHECKPOINT, _ID) for match in pattern.finditer(_plain(text))]
    return list(dict.fromkeys(found))


class _Guarded:
    """An engine that is asked nothing which the view of its role doesn't allow."""

    def __init__(self, engine: Engine, view: View) -> None:
        self.annotator = engine.annotator
        self.deterministic = engine.deterministic
        self._engine, self._view = engine, view

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        kept = {place: line for place, one in enumerate(requests) if (line := self._withheld(one)) is not None}
        asked = iter(self._engine.ask([one for place, one in enumerate(requests) if place not in kept], reply))
        return [kept[place] if place in kept else next(asked) for place in range(len(requests))]

    def _withheld(self, request: Request) -> TranscriptLine | None:
        """The failed attempt that stands for a request which isn't made; null for one that is."""
        found = leaks(self._view, request.payload, NOTHING) if request.role == "construct" else []
        place = f"{request.film}/{request.layer}/{request.key}"
        raise_all(
            [
                LinedscriptError(one.code, f"{place}, {one.place}", one.problem)
                for one in found
                if one.problem == _NO_FIELD
            ]
        )
        return _line(request, self.annotator, withheld(found)) if found else None


def withheld(found: Sequence[LinedscriptError]) -> str:
    """Why a question isn't asked, as an account has it."""
    return told_problem(REFUSED, "; ".join(f"{one.code}: {one.place} {one.problem}" for one in found))


def guarded(engine: Engine, view: View) -> Engine:
    """``engine``, with every question of the role ``construct`` looked through before it is asked. A build reads the
    original view and is told no title: the title can stand only in the script's own words.

    A question in which something leaks isn't asked and counts as refused: an earlier layer's words made it, and a film
    isn't to stop for them. A field that the view hasn't got is our own fault, and is raised.
    """
    return _Guarded(engine, view)


def _line(request: Request, annotator: str, error: str | None) -> TranscriptLine:
    return answered(request, annotator, error=error)


def _kind(fields: Mapping[str, Kind], path: str) -> Kind | None:
    return fields.get(path) or fields.get(re.sub(r"\.\w+$", ".*", path))


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


def _plain(text: str) -> str:
    """In the letters, digits and hyphens that ids have: models write others that look the same."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text)
    return "".join("-" if char in _DASHES else char for char in text if unicodedata.category(char) != "Cf")


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
