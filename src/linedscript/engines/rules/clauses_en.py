"""English action sentences as clauses: who does what to what and whom, in the present tense of screenplays."""

from typing import Any

from linedscript.engines.rules.cast_en import Cast, Ref
from linedscript.engines.rules.english import Token, readable, sentences, tokens
from linedscript.engines.rules.language_en import (
    ADVERBS,
    CONJUNCTIONS,
    DETERMINERS,
    HE,
    HEDGES,
    INTENDS,
    KIN,
    LEMMAS,
    NOUNS,
    PARTICLES,
    PERSONS,
    POSSESSIVES,
    PREPOSITIONS,
    PROGRESSIVE,
    SHE,
    THIRD,
)
from linedscript.engines.rules.parts import CAPTION, Clause, Discourse, Part
from linedscript.engines.rules.phrases_en import find_objects, pronoun_gender
from linedscript.engines.rules.verbs_en import clause_start, find_verbs

_LONGEST = 12
"""Words of a clause that its readable sentence quotes after the subject."""
_PRONOUNS = HE | SHE | frozenset("they them it we us who".split())


_SUBORDINATES = frozenset("while when until till because so although though".split())
_WAYS = frozenset("in on by over through along around forward".split())
_COUNTS = frozenset("hundred thousand dozen".split())


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
    words = [token for token in tokens(text, low, high)]
    refs = cast.refs(text, low, high)
    verbs = find_verbs(words, refs)
    found: list[Clause] = []
    subject: Part | None = None
    governed = False
    for order, position in enumerate(verbs):
        stop = verbs[order + 1] if order + 1 < len(verbs) else len(words)
        begin = 0 if order == 0 else clause_start(words, verbs[order - 1] + 1, position)
        if begin is None:
            governed = True
            continue
        new = _subject(text, words, begin, position, refs, discourse)
        if new is not None:
            subject, governed = new, False
        elif governed:
            continue
        elif order > 0 and any(word.word and word.low not in ADVERBS for word in words[begin:position]):
            continue
        end = _clause_end(words, position, stop)
        if (
            subject is not None
            and not subject.person
            and end == position + 1
            and THIRD.get(words[position].low, words[position].low) in NOUNS
        ):
            continue
        clause = _clause(
            number, text, words, begin if new or not order else position, position, end, subject, refs, discourse
        )
        for ref in refs:
            if clause.start <= ref.start < clause.end and not ref.owner:
                discourse.meet(ref.name)
        if subject is not None and subject.person and (order == 0 or subject.name in discourse.recent):
            discourse.meet(subject.name)
        found.append(clause)
    if found and found[0].subject is not None:
        discourse.topic = found[0].subject.name if found[0].subject.person else None
    for ref in refs:
        if not ref.owner and ref.name not in discourse.recent:
            discourse.meet(ref.name)
    return found


def _subject(
    text: str, words: list[Token], begin: int, verb: int, refs: list[Ref], discourse: Discourse
) -> Part | None:
    """The subject before the verb: a named person at the clause's beginning or beside the verb, a pronoun, a phrase."""
    while verb - 1 >= begin and (
        words[verb - 1].low in ADVERBS
        or words[verb - 1].low.endswith("ly")
        or words[verb - 1].low in ("does", "doesn't", "don't", "do", "not")
    ):
        verb -= 1
    if verb <= begin:
        return None
    first, last = words[begin], words[verb - 1]
    mine = [ref for ref in refs if first.start <= ref.start < words[verb].start and not ref.owner]
    opening = [
        ref
        for ref in mine
        if not any(
            w.word and w.low not in DETERMINERS | ADVERBS | {"and"} for w in words[begin:verb] if w.start < ref.start
        )
    ]
    if opening:
        ref = opening[0]
        return Part(ref.name, True, ref.start, ref.end, True)
    if last.low in _PRONOUNS or first.low in ("he", "she"):
        pronoun = last if last.low in _PRONOUNS else first
        name = discourse.resolve(pronoun_gender(pronoun.low))
        return Part(name or pronoun.low, name is not None, pronoun.start, pronoun.end, False)
    beside = [ref for ref in mine if ref.end >= last.start or text[ref.end : words[verb].start].strip(" ,") == ""]
    if beside:
        ref = beside[-1]
        return Part(ref.name, True, ref.start, ref.end, True)
    start = verb - 1
    while (
        start > begin
        and words[start - 1].word
        and words[start].low not in DETERMINERS | POSSESSIVES
        and not words[start - 1].owner
    ):
        if words[start - 1].low in PREPOSITIONS | CONJUNCTIONS:
            break
        start -= 1
    while start < verb and (
        words[start].low in DETERMINERS | POSSESSIVES | CONJUNCTIONS | _COUNTS or not words[start].word
    ):
        start += 1
    if start >= verb or not words[verb - 1].word:
        return None
    name = " ".join(text[words[start].start : words[verb - 1].end].replace("*", "").split())
    head = words[verb - 1].low
    return Part(readable(name), head in PERSONS or head in KIN, words[start].start, words[verb - 1].end, True)


def _clause_end(words: list[Token], verb: int, stop: int) -> int:
    """Exclusive token position at which the clause's own words end."""
    for position in range(verb + 1, stop):
        word = words[position]
        if word.text in (".", "!", "?", ";", ":", "--", "—", "…", '"', "“"):
            return position
        if word.low in _SUBORDINATES or word.low in ("as", "who", "which", "where", "that") and position > verb + 1:
            return position
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
    subject: Part | None,
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
    target, recipient = find_objects(text, words, position, end, lemma, subject, refs, discourse)
    low, high = words[begin].start, words[end - 1].end
    name = subject.name if subject else ""
    if subject and not subject.person and subject.sure:
        opening = next((number for number in range(verb) if words[number].start >= subject.start), begin)
        if opening > 0 and words[opening - 1].low in DETERMINERS | POSSESSIVES | _COUNTS:
            opening -= 2 if opening > 1 and words[opening - 1].low in _COUNTS else 1
        name = " ".join(text[words[opening].start : subject.end].replace("*", "").split())
    rest = words[verb:end]
    auxiliary = [
        word.text
        for word in words[max(begin, verb - 2) : verb]
        if word.low in ("does", "doesn't", "don't", "do", "not", "never", "almost", "nearly", "barely")
    ]
    named = {part.start: part.name for part in (target, recipient) if part is not None and not part.sure}
    said = _said(text, rest[:_LONGEST], named)
    prefix = " ".join([name, *auxiliary]).strip()
    reach = max((part.end for part in (target, recipient) if part is not None), default=high)
    short = [word for word in rest if word.start < reach][:8]
    return Clause(
        number,
        low,
        high,
        subject,
        lemma,
        negative,
        modality,
        target,
        recipient,
        _capital(f"{prefix} {said}".strip()) + ".",
        _capital(f"{prefix} {_said(text, short, named)}".strip()),
    )


def _said(text: str, rest: list[Token], named: dict[int, str]) -> str:
    """The tokens as written, without a dangling end, with resolved pronouns replaced by their names."""
    kept = list(rest)
    while (
        len(kept) > 1
        and kept[-1].start not in named
        and (not kept[-1].word or kept[-1].low in PREPOSITIONS - PARTICLES | DETERMINERS | POSSESSIVES | CONJUNCTIONS)
    ):
        kept.pop()
    pieces, position = [], kept[0].start if kept else 0
    for word in kept:
        pieces += [text[position : word.start], named.get(word.start, word.text)]
        position = word.end
    return " ".join("".join(pieces).replace("*", "").replace("_", "").split())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
