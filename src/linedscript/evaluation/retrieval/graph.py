"""The backbone of a film as sentences: each unit, relation and Episode is a passage of its own."""

from collections.abc import Iterator, Sequence

from linedscript.evaluation.retrieval.passages import Stretch
from linedscript.records.base import Evidence, Language
from linedscript.records.entity import Entity
from linedscript.records.narrative import Episode
from linedscript.records.relation import Relation
from linedscript.records.unit import Unit

_ENDS = (".", "!", "?", "…", "。", "！", "？")
_WORDS = {
    "en": {
        "not": "It isn't so that: ",
        "intended": "Intended: ",
        "possible": "Possible: ",
        "hypothetical": "Supposed: ",
        "reported": "Said by someone: ",
        "and": ", ",
    },
    "zh": {
        "not": "并非如此：",
        "intended": "打算：",
        "possible": "可能：",
        "hypothetical": "假设：",
        "reported": "有人说：",
        "and": "、",
    },
}


def sentences(
    language: Language,
    units: Sequence[Unit],
    relations: Sequence[Relation],
    episodes: Sequence[Episode],
    entities: Sequence[Entity],
) -> list[Stretch]:
    """In order of the story: by scene, within it Episodes, then units, then relations.

    A relation stands in the scene of its first evidence. Names are the view's own, as the records are.
    """
    names = {entity.id: entity.name for entity in entities}
    found: list[tuple[tuple[str, int, int], Stretch]] = []
    for place, made in enumerate(
        (_episodes(episodes, names, language), _units(units, language), _relations(relations, names, language))
    ):
        for number, stretch in enumerate(made):
            found.append(((stretch.scene, place, number), stretch))
    return [stretch for _, stretch in sorted(found, key=lambda pair: pair[0])]


def _stretch(layer: str, record: str, scene: str, text: str) -> Stretch:
    return Stretch(scene, None, None, f"{layer}/{record}", text)


def _hedge(polarity: str, modality: str, language: Language) -> str:
    words = _WORDS[language]
    return words.get(modality, "") + (words["not"] if polarity == "negative" else "")


def _episodes(episodes: Sequence[Episode], names: dict[str, str], language: Language) -> Iterator[Stretch]:
    for one in episodes:
        who = _WORDS[language]["and"].join(names[name] for name in one.participants if name in names)
        parts = (one.title, who, one.setup, one.development, one.outcome)
        yield _stretch("episodes", one.id, one.scene, _joined([part for part in parts if part], language))


def _units(units: Sequence[Unit], language: Language) -> Iterator[Stretch]:
    for one in units:
        parts = [_hedge(one.polarity, one.modality, language) + one.summary, one.place, one.time]
        yield _stretch("units", one.id, one.scene, _joined([part for part in parts if part], language))


def _relations(relations: Sequence[Relation], names: dict[str, str], language: Language) -> Iterator[Stretch]:
    for one in relations:
        scene = _scene(one.evidence)
        if scene is None:
            continue
        ends = f"{names.get(one.subject, '')} — {one.predicate.replace('_', ' ')} — {names.get(one.object, '')}"
        parts = [_hedge(one.polarity, one.modality, language) + ends, one.description]
        yield _stretch("relations", one.id, scene, _joined(parts, language))


def _scene(evidence: Sequence[Evidence]) -> str | None:
    return next((one.scene for one in evidence if one.scene is not None), None)


def _joined(parts: Sequence[str], language: Language) -> str:
    """As sentences, each with an end mark."""
    mark, blank = ("。", "") if language == "zh" else (".", " ")
    stripped = [part.strip() for part in parts]
    return blank.join(part if part.endswith(_ENDS) else part + mark for part in stripped)
