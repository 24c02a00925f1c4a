"""English action sentences as clauses: who does what to what and whom, in the present tense of screenplays."""

from typing import Any

from linedscript.engines.rules.cast_en import Cast, Ref
from linedscript.engines.rules.clause_words_en import capital, said, short
from linedscript.engines.rules.english import Token, dotted, sentences, tokens
from linedscript.engines.rules.language_en import (
    ADVERBS,
    CONJUNCTIONS,
    DETERMINERS,
    HEDGES,
    INTENDS,
    LEMMAS,
    NOUNS,
    PARTICLES,
    POSSESSIVES,
    PREPOSITIONS,
    PROGRESSIVE,
    THIRD,
)
from linedscript.engines.rules.parts import CAPTION, Clause, Discourse
from linedscript.engines.rules.phrases_en import find_objects
from linedscript.engines.rules.subjects_en import INDEFINITE, Subject, find_subject
from linedscript.engines.rules.verbs_en import CONTENT, Start, clause_start, find_verbs

_SUBORDINATES = frozenset("while when until because so although though".split())
_RELATIVES = frozenset("as who which where that".split())
_WAYS = frozenset("in on by over through along around forward".split())


def clauses(payload: dict[str, Any], cast: Cast) -> list[Clause]:
    """Every clause of the scene's action, in text order."""
    found: list[Clause] = []
    discourse = Discourse(cast.gender)
    for number, element in enumerate(payload["elements"]):
        if element["kind"] == "cue" and element["cue"]:
            if element["cue"]["voice"] != "over":
                discourse.meet(cast.display(element["cue"]["name"]))
        elif element["kind"] == "action" and not CAPTION.match(element["text"]):
            discourse.topic = None
            for low, high in sentences(element["text"]):
                found.extend(_sentence(number, element["text"], low, high, cast, discourse))
    return found


def _sentence(number: int, text: str, low: int, high: int, cast: Cast, discourse: Discourse) -> list[Clause]:
    words = tokens(text, low, high)
    refs = cast.refs(text, low, high)
    verbs = find_verbs(words, refs)
    starts = [clause_start(words, verbs[order - 1] + 1 if order else 0, verb) for order, verb in enumerate(verbs)]
    found: list[Clause] = []
    subject: Subject | None = None
    governor: Start | None = None
    for order, (position, start) in enumerate(zip(verbs, starts, strict=True)):
        if start.begin is None:
            if order == 0 and start.governor:
                subject = find_subject(text, words, 0, start.governor, refs, discourse)
            governor = start
            continue
        begin = start.begin if order else 0
        before = subject.part.name if subject is not None and subject.part.person else None
        new = find_subject(text, words, begin, position, refs, discourse, before)
        if new is not None:
            subject, governor = new, None
        elif governor is not None:
            if not (governor.word in CONTENT or "," in [word.text for word in words[begin - 2 : begin]]):
                continue
            governor = None
        elif order > 0 and any(word.word and word.low not in ADVERBS for word in words[begin:position]):
            continue
        stop = next((later.begin for later in starts[order + 1 :] if later.begin is not None), len(words))
        end = _clause_end(words, position, stop)
        if subject is not None and not subject.part.person and end == position + 1 and _noun(words[position]):
            continue
        clause = _clause(
            number, text, words, begin if new or not order else position, position, end, subject, refs, discourse
        )
        for ref in refs:
            if clause.start <= ref.start < clause.end and not ref.owner:
                discourse.meet(ref.name)
        if subject is not None and subject.part.person and (order == 0 or subject.part.name in discourse.recent):
            discourse.meet(subject.part.name)
        found.append(clause)
        discourse.unnamed = subject is not None and subject.part.name.split(" ")[0].lower() in INDEFINITE
    _close(found, subject, refs, discourse)
    return found


def _noun(word: Token) -> bool:
    return THIRD.get(word.low, word.low) in NOUNS


def _close(found: list[Clause], subject: Subject | None, refs: list[Ref], discourse: Discourse) -> None:
    """What the sentence leaves for the pronouns of the next one: its first subject, or whose thing that is."""
    if found and found[0].subject is not None:
        first = found[0].subject
        owner = subject.owner if subject is not None and subject.part == first else None
        discourse.topic = first.name if first.person else owner
    for ref in refs:
        if ref.name not in discourse.recent:
            discourse.meet(ref.name, last=not ref.owner)


def _clause_end(words: list[Token], verb: int, stop: int) -> int:
    """Exclusive token position at which the clause's own words end."""
    for position in range(verb + 1, stop):
        word = words[position]
        if word.text in (".", "!", "?", ";", ":", "--", "—", "…", '"', "“"):
            if word.text == "." and dotted(words[position - 1]) and position + 1 < stop:
                continue
            return position
        if word.low in _SUBORDINATES or word.low in _RELATIVES and position > verb + 1:
            if word.low != "as" and words[position - 1].low in PREPOSITIONS:
                continue  # "stares at where it was", "holds on to that"
            comma = next((back for back in range(position - 1, verb, -1) if words[back].text == ","), None)
            return comma if comma and position - comma <= 3 else position
    while stop > verb + 1 and (
        not words[stop - 1].word
        or words[stop - 1].low in CONJUNCTIONS | {"then"}
        or words[stop - 1].low in ("he", "she", "they", "it")
    ):
        stop -= 1
    return stop


def _clause(
    number: int,
    text: str,
    words: list[Token],
    begin: int,
    verb: int,
    end: int,
    subject: Subject | None,
    refs: list[Ref],
    discourse: Discourse,
) -> Clause:
    head = words[verb]
    lemma = THIRD.get(head.low, head.low)
    before = [word.low for word in words[max(begin, verb - 3) : verb]]
    negative = any(low in ("not", "doesn't", "don't", "never") for low in before)
    modality = "intended" if HEDGES & set(before) else "actual"
    position = verb + 1
    while position < end and words[position].low in ADVERBS:
        position += 1
    if lemma == "be" and position < end and words[position].low == "not":
        negative, position = True, position + 1
    if lemma == "be" and position < end and words[position].low in PROGRESSIVE:
        lemma, position = PROGRESSIVE[words[position].low], position + 1
    elif (
        position + 1 < end
        and words[position].low == "to"
        and words[position + 1].low in LEMMAS
        and lemma in INTENDS | {"begin", "start"}
    ):
        modality = "actual" if lemma in ("begin", "start") else "intended"
        lemma, position = words[position + 1].low, position + 2
    while (
        position < end
        and words[position].low in PARTICLES
        and not (
            words[position].low in _WAYS and position + 1 < end and words[position + 1].low in DETERMINERS | POSSESSIVES
        )
    ):
        position += 1
    part = subject.part if subject else None
    target, recipient = find_objects(text, words, position, end, lemma, part, refs, discourse)
    rest = words[verb:end]
    auxiliary = [
        word.text
        for word in words[max(begin, verb - 2) : verb]
        if word.low in ("does", "doesn't", "don't", "do", "not", "never", "almost", "nearly", "barely")
    ]
    pronouns = {part.start: part.name for part in (target, recipient) if part is not None and not part.sure}
    prefix = " ".join([subject.shown if subject else "", *auxiliary]).strip()
    low, high = words[begin].start, words[end - 1].end
    reach = max((part.end for part in (target, recipient) if part is not None), default=high)
    return Clause(
        number,
        low,
        high,
        part,
        lemma,
        negative,
        modality,
        target,
        recipient,
        capital(f"{prefix} {said(text, rest, pronouns)}".strip()) + ".",
        capital(f"{prefix} {short(text, rest, reach, pronouns)}".strip()),
        subject.also if subject else (),
    )
