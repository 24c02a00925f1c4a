"""Why a candidate, or its wording, can't be asked: the rejections of the paper, each with a code (stage.txt; D5)."""

from collections.abc import Sequence
from typing import Any

from linedscript.engines.rules.wording import begins_with_pronoun, length
from linedscript.engines.views import Forbidden, leaks
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.suites.stage.candidates.base import Candidate, called
from linedscript.suites.stage.story import Story
from linedscript.suites.stage.views import CLOSED_BOOK

WHO = ("in_both_scenes", "last_word", "learns_from", "next_holder", "who_it_was")
"""Ways of asking whose answer is one person."""
CHOICES = ("which_first", "knows_already")
"""Ways of asking that offer the answer among others."""
TITLE = "title-in-question"
_IN_QUESTION = {"leak-reference": "answer-in-question", "leak-title": TITLE}
_LOW = frozenset(("location", "emotion"))
_VAGUE = Pattern(
    r"\b(?:somebody|someone|something|anybody|unknown|unclear|people|they|it|him|her|them)\b|^(?:yes|no|none|nothing)\b"
)
_VAGUE_ZH = Pattern(r"某人|有人|什么东西|不明|不详|他|她|它|大家")
_BROKEN = Pattern(r"…|\.\.\.|\?|？|^[,;，；]")


def candidate_fault(story: Story, candidate: Candidate, settings: dict[str, Any]) -> str | None:
    """The code of what speaks against a candidate; null where nothing does."""
    fault = path_fault(candidate.category, [(step.record, step.scene, step.evidence) for step in candidate.steps])
    if fault:
        return fault
    question = " ".join(candidate.asks.values())
    if story.titles and any(map(story.titles, candidate.asks.values())):
        return TITLE
    if candidate.kind not in CHOICES:
        if candidate.kind in WHO and _names_the_answer(story, candidate, question):
            return "answer-in-question"
        if _gives_away(story, question, candidate.answer):
            return "answer-in-question"
        if _one_unit(story, candidate, question):
            return "single-unit"
    if candidate.category != "Scene Grounding" and _low_value(story, candidate):
        return "low-value-evidence"
    if not normalized(candidate.answer, story.language):
        return "answer-not-normalized"
    limit = settings["answer_words" if story.language == "en" else "answer_chars"]
    if length(candidate.answer, story.language) > limit:
        return "answer-too-long"
    if candidate.kind not in CHOICES and story.passages.answering(question, candidate.answer):
        return "single-passage"
    return None


def wording_fault(
    story: Story, candidate: Candidate, question: str, answer: str, settings: dict[str, Any]
) -> str | None:
    """The code of what speaks against a wording of the candidate; null where nothing does."""
    limit = settings["answer_words" if story.language == "en" else "answer_chars"]
    if length(answer, story.language) > limit:
        return "answer-too-long"
    if story.passages.terms(candidate.answer) - story.passages.terms(answer):
        return "answer-not-the-candidate's"
    if not question.rstrip(' "”’」').endswith(("?", "？")):
        return "no-question"
    shown = {"language": story.language, "question": question}
    reference = () if candidate.kind in CHOICES else (answer,)
    for leak in leaks(CLOSED_BOOK, shown, Forbidden(titles=story.titles, reference=reference)):
        return _IN_QUESTION.get(leak.code, leak.code)
    if candidate.kind not in CHOICES and story.passages.answering(question, answer):
        return "single-passage"
    return None


def path_fault(category: str, steps: Sequence[tuple[str, str, Any]]) -> str | None:
    """D5 over ``(record, scene, evidence)`` of a path: two support units at least; in Scene Grounding different
    passages of one scene, elsewhere different scenes. The code of what is wrong, or null."""
    places = {(scene, evidence.start, evidence.end) for _, scene, evidence in steps}
    if len({record for record, _, _ in steps}) < 2:
        return "single-unit"
    if len(places) < 2:
        return "single-passage"
    scenes = {scene for _, scene, _ in steps}
    if category == "Scene Grounding":
        return "path-leaves-its-scene" if len(scenes) != 1 else None
    return "path-in-one-scene" if len(scenes) < 2 else None


def _gives_away(story: Story, question: str, answer: str) -> bool:
    """Whether the question says all of the answer, names by any of their forms and titles as words; in Chinese also
    character by character, since words that stand apart in the one may stand together in the other."""
    said, plain = story.passages.terms(answer), story.passages.plain(answer)
    asked = story.passages.terms(question)
    if said and said <= asked and plain <= story.passages.plain(question):
        return True
    names = {term for term in said if term.startswith("e:")}
    signs = story.passages.signs(answer)
    return story.language == "zh" and names <= asked and bool(signs) and signs <= story.passages.signs(question)


def _names_the_answer(story: Story, candidate: Candidate, question: str) -> bool:
    """Whether the question names the person who is the answer, by whatever form."""
    return any(
        called(story, person) == candidate.answer and story.names(person, question)
        for person in candidate.subjects
        if story.is_a(person, "Character")
    )


def _one_unit(story: Story, candidate: Candidate, question: str) -> bool:
    """Whether one support unit says the whole answer and all that the path knows of the question."""
    held = [story.passages.terms(step.statement) for step in candidate.steps]
    answer = story.passages.terms(candidate.answer)
    asked = story.passages.terms(question) & frozenset().union(*held)
    return bool(answer) and any(answer | asked <= terms for terms in held)


def _low_value(story: Story, candidate: Candidate) -> bool:
    """Whether most of the path is where somebody is, how somebody feels, or a deed of one person alone that the
    lexicon of acts gives no weight."""
    records = dict.fromkeys(step.record for step in candidate.steps)
    return 2 * sum(_is_low(story, record) for record in records) > len(records)


def _is_low(story: Story, record: str) -> bool:
    layer, _, name = record.partition("/")
    if layer == "states":
        state = story.over_time.state.get(name)
        return state is not None and state.aspect in _LOW
    unit = story.unit.get(name) if layer == "units" else None
    if unit is None or unit.kind == "Interaction":
        return False
    moment = story.moments.get(name)
    entities = {part.entity or part.name for part in unit.participants}
    return not (moment and moment.acts) and len(entities) < 2


def normalized(answer: str, language: Language) -> bool:
    """Whether the answer says one definite thing: a name, a value, a deed of somebody whom it names."""
    text = answer.strip()
    if not text or _BROKEN.search(text) or begins_with_pronoun(text, language):
        return False
    if text.count("“") != text.count("”"):
        return False
    outside = _without_quotes(text)
    return not (_VAGUE if language == "en" else _VAGUE_ZH).search(outside.casefold())


_QUOTED = Pattern(r"“[^”]*”|\"[^\"]*\"|「[^」]*」|《[^》]*》")


def _without_quotes(text: str) -> str:
    return _QUOTED.sub(" ", text)


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Shared key terms of two questions with their answers, of all that they have; 0 to 1."""
    return len(one & other) / len(one | other) if one or other else 0.0
