"""The lines of dialogue that show best how a focal character speaks.

(stage.txt, Task III: ranked by speaker distinctiveness, stylistic salience and context independence; a composite; a
bounded set.) Nothing is asked: the same lines give the same ranking. A record holds the place of a line, not its words.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from linedscript.backbone.grounding import span_evidence
from linedscript.characters.spoken import Line, sentences, spoken_lines
from linedscript.characters.style import (
    count_words,
    distinctiveness,
    independence,
    quotes_others,
    salience,
    speaker_weights,
    standing,
    words,
)
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.character import Anchor, Focal
from linedscript.records.entity import Entity
from linedscript.records.params import ExemplarSettings, StyleWeights
from linedscript.records.scene import Scene
from linedscript.records.trajectory import Exemplar, StyleScores

LAYER = "exemplars"
MADE = Made(annotator="rules", role="rank", prompt=None, prompt_sha256=None, request=None, score=None, accepted=True)
"""Nobody was asked, whoever answers the other layers."""


class _Piece(NamedTuple):
    line: Line
    start: int
    end: int
    """Within the line's text."""
    said: tuple[str, ...]

    @property
    def text(self) -> str:
        return self.line.text[self.start : self.end]


def draw_exemplars(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    entities: Sequence[Entity],
    focal: Sequence[Focal],
    settings: ExemplarSettings,
) -> list[Exemplar]:
    """At most ``lines`` lines per focal character, the best first, ids by character and rank.

    Out of a line that is too long whole sentences are taken; what is sung, read out or said over the scene is left
    out: a voice over speaks from another time. Linear in lines.
    """
    lines = [line for line in spoken_lines(scenes, entities) if not line.performed]
    counts, whole = count_words((line.speaker, words(line, language)) for line in lines)
    chosen = {record.id for record in focal}
    known = {entity.id for entity in entities if entity.id in chosen}
    pieces = [
        piece
        for line in lines
        if line.speaker in chosen and line.voice != "over"
        for piece in _pieces(line, language, settings)
    ]
    weights = {who: speaker_weights(counts, whole, who, settings.prior) for who in sorted(chosen & counts.keys())}
    own = standing([distinctiveness(piece.said, weights[str(piece.line.speaker)]) for piece in pieces])
    marked = standing([salience(piece.text, piece.said, whole, language) for piece in pieces])
    by_character: dict[str, list[tuple[_Piece, StyleScores]]] = {}
    for piece, distinct, salient in zip(pieces, own, marked, strict=True):
        scores = _scores(distinct, salient, _alone(piece, language, known), settings.weights)
        if scores.independence >= settings.independence and scores.composite >= settings.composite:
            by_character.setdefault(str(piece.line.speaker), []).append((piece, scores))
    by_scene = {scene.id: scene for scene in scenes}
    found: list[Exemplar] = []
    for character in sorted(by_character, key=id_key):
        for rank, (piece, scores) in enumerate(_best(by_character[character], settings), 1):
            start, end = piece.line.start + piece.start, piece.line.start + piece.end
            found.append(
                Exemplar(
                    id=f"ex-{len(found) + 1:04d}",
                    film=film,
                    character=character,
                    at=Anchor(scene=piece.line.scene, offset=end),
                    rank=rank,
                    scores=scores,
                    evidence=(span_evidence(by_scene[piece.line.scene], start, end),),
                    made=MADE,
                )
            )
    return found


def _pieces(line: Line, language: Language, settings: ExemplarSettings) -> Iterator[_Piece]:
    """Runs of whole sentences within the bounds, as long as they can be, one behind the other."""
    unit = "words" if language == "en" else "chars"
    least, most = getattr(settings, f"min_{unit}"), getattr(settings, f"max_{unit}")
    held: tuple[int, int] | None = None
    for start, end in (*sentences(line.text, language), (None, None)):
        if held is not None and (end is None or _length(line.text[held[0] : end], language) > most):
            kept = line.text[held[0] : held[1]]
            if least <= _length(kept, language) <= most and not quotes_others(kept):
                said = words(
                    line._replace(
                        text=kept,
                        names=tuple(
                            (low - held[0], high - held[0], entity)
                            for low, high, entity in line.names
                            if held[0] <= low and high <= held[1]
                        ),
                    ),
                    language,
                )
                yield _Piece(line, *held, tuple(said))
            held = None
        if start is not None and end is not None:
            held = (start if held is None else held[0], end)


def _length(text: str, language: Language) -> int:
    """Words in English; characters that are letters or digits in Chinese."""
    return len(text.split()) if language == "en" else sum(char.isalnum() for char in text)


def _alone(piece: _Piece, language: Language, known: set[str]) -> float:
    strangers = {
        entity for low, high, entity in piece.line.names if piece.start <= low < piece.end and entity not in known
    }
    replies = piece.line.answers and piece.start == 0
    return independence(piece.text, language, replies=replies, strangers=len(strangers))


def _scores(distinct: float, salient: float, alone: float, weights: StyleWeights) -> StyleScores:
    parts = {"distinctiveness": distinct, "salience": salient, "independence": alone}
    shares = {name: getattr(weights, name) for name in parts}
    whole = sum(shares[name] * value for name, value in parts.items()) / sum(shares.values())
    return StyleScores(**{name: round(value, 4) for name, value in (parts | {"composite": whole}).items()})


def _best(held: list[tuple[_Piece, StyleScores]], settings: ExemplarSettings) -> Iterator[tuple[_Piece, StyleScores]]:
    """The best by composite, ties in the order of the text; no line twice, and not all out of one scene."""
    ordered = sorted(
        held, key=lambda one: (-one[1].composite, id_key(one[0].line.scene), one[0].line.start + one[0].start)
    )
    taken, scenes = 0, dict.fromkeys((piece.line.scene for piece, _ in held), 0)
    seen: set[tuple[str, ...]] = set()
    for piece, scores in ordered:
        if taken == settings.lines:
            return
        if piece.said in seen or scenes[piece.line.scene] == settings.per_scene:
            continue
        seen.add(piece.said)
        scenes[piece.line.scene] += 1
        taken += 1
        yield piece, scores
