"""What one question comes to, however it was made: how far its evidence lies apart, how many facts it needs, whether
the screenplay bears it out (stage.txt, Table A11). Everything is counted, nothing is judged by a model."""

import re
from collections.abc import Iterable, Sequence

import msgspec

from linedscript.backbone.grounding import ground
from linedscript.evaluation.raw_text import RawTextReply
from linedscript.io.files import sha256_text
from linedscript.patterns import Pattern
from linedscript.records.base import Evidence, Language
from linedscript.records.engine import TranscriptLine
from linedscript.records.entity import Entity
from linedscript.records.item import Item
from linedscript.records.scene import Block, Scene
from linedscript.records.study import ItemOutcome
from linedscript.suites.stage.passages import Passages


class Screenplay:
    """A film's text as evidence is measured against it."""

    def __init__(self, language: Language, scenes: Sequence[Scene], entities: Sequence[Entity]) -> None:
        self.scenes = {scene.id: scene for scene in sorted(scenes, key=lambda scene: scene.index)}
        self._reader = Passages([], entities, language, 1, 1.0)
        self._starts: dict[str, int] = {}
        self.length = 0
        for scene in self.scenes.values():
            self._starts[scene.id] = self.length
            self.length += len(scene.text)
        self._terms = {name: self._read(scene.text) for name, scene in self.scenes.items()}
        self._everything = frozenset().union(*self._terms.values()) if self._terms else frozenset()

    def _read(self, text: str) -> frozenset[str]:
        """Its key terms with names read by any of their forms, and with all words as they stand."""
        return self._reader.terms(text) | self._reader.plain(text)

    def span(self, found: Sequence[Evidence]) -> float | None:
        """From the first to the last piece of evidence, as a share of the screenplay's characters."""
        places = [self._starts[one.scene] + (one.start or 0) for one in found if one.scene in self._starts]
        return (max(places) - min(places)) / self.length if places and self.length else None

    def bears_out(self, answer: str, found: Iterable[Evidence]) -> bool:
        """Whether the scenes of its evidence hold the answer, as ``_held`` has it."""
        return self._held(answer, frozenset().union(*(self._terms.get(one.scene or "", frozenset()) for one in found)))

    def knows(self, answer: str) -> bool:
        """Whether the screenplay holds the answer anywhere."""
        return self._held(answer, self._everything)

    def _held(self, answer: str, terms: frozenset[str]) -> bool:
        """Every name, by any of its forms, and every number in figures is among the terms, and of the other content
        words, which may be other words for what is said, at least half. Numbers in words are counted, not read, and
        left out. Read with names, or word by word: a date may be a name of its own in the text."""
        said = _COUNTED.sub(" ", answer)
        return any(_covered(reading(said), terms) for reading in (self._reader.terms, self._reader.plain))


_COUNTED = Pattern(
    r"\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen)\b|[零一二两三四五六七八九十]+天",
    re.IGNORECASE,
)


def _covered(wanted: frozenset[str], terms: frozenset[str]) -> bool:
    firm = {term for term in wanted if term.startswith("e:") or any(char.isdigit() for char in term)}
    loose = wanted - firm
    return firm <= terms and 2 * len(loose & terms) >= len(loose)


def raw_text_outcomes(
    film: str, annotator: str, lines: Sequence[TranscriptLine], blocks: Sequence[Block], screenplay: Screenplay
) -> list[ItemOutcome]:
    """The questions of each block's reply. A block whose reply is unusable makes one that isn't grounded."""
    outcomes: list[ItemOutcome] = []
    for line, block in zip(lines, blocks, strict=True):
        try:
            if line.error or line.reply is None:
                raise msgspec.ValidationError(line.error or "no reply")
            drafts = msgspec.convert(line.reply, RawTextReply).questions
        except msgspec.ValidationError:
            outcomes.append(_outcome(film, "raw_text", annotator, len(outcomes) + 1, None, 0, False, True))
            continue
        here = [screenplay.scenes[part.scene] for part in block.parts]
        for draft in drafts:
            found = [_place(step.quote, here) for step in draft.steps]
            evidence = [one for one in found if one is not None]
            whole = len(evidence) == len(found)
            outcomes.append(
                _outcome(
                    film,
                    "raw_text",
                    annotator,
                    len(outcomes) + 1,
                    screenplay.span(evidence),
                    len({(one.scene, one.start) for one in evidence}),
                    whole and screenplay.bears_out(draft.answer, evidence),
                    not whole or not screenplay.knows(draft.answer),
                )
            )
    return outcomes


def _place(quote: str, scenes: Sequence[Scene]) -> Evidence | None:
    return next((found for scene in scenes if (found := ground(scene, quote)) is not None), None)


def backbone_outcomes(film: str, items: Sequence[Item], screenplay: Screenplay) -> list[ItemOutcome]:
    """The released items of a film."""
    outcomes = []
    for number, item in enumerate(items, 1):
        evidence = [step.evidence for step in item.path]
        whole = all(_resolves(one, screenplay) for one in evidence)
        outcomes.append(
            _outcome(
                film,
                "backbone",
                item.made.annotator,
                number,
                screenplay.span(evidence),
                len({step.record for step in item.path}),
                whole and screenplay.bears_out(item.answer, evidence),
                not whole or not screenplay.knows(item.answer),
            )
        )
    return outcomes


def _resolves(evidence: Evidence, screenplay: Screenplay) -> bool:
    scene = screenplay.scenes.get(evidence.scene or "")
    if scene is None or evidence.kind != "span":
        return scene is not None
    return sha256_text(scene.text[evidence.start : evidence.end]) == evidence.sha256


def _outcome(
    film: str, mode: str, annotator: str, number: int, span: float | None, hops: int, grounded: bool, hallucinated: bool
) -> ItemOutcome:
    return ItemOutcome(
        id=f"{film}/{mode}/{number:04d}",
        film=film,
        mode=mode,
        annotator=annotator,
        span=None if span is None else round(span, 6),
        hops=hops,
        grounded=grounded,
        hallucinated=hallucinated,
    )
