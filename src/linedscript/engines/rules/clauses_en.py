"""English action sentences as clauses: who does what to what and whom, in the present tense of screenplays."""

from typing import Any

from linedscript.engines.rules.cast_en import Cast, Ref
from linedscript.engines.rules.english import Token, readable, sentences, tokens
from linedscript.engines.rules.language_en import (
    ADVERBS, CONJUNCTIONS, DEALING, DETERMINERS, GROUPS, HE, HEDGES, INTENDS, KIN, LEMMAS, MOTION, PARTICLES, PERSONS, POSSESSIVES,
    PREPOSITIONS, PROGRESSIVE, SHE, THIRD, TRANSFER,
)
from linedscript.engines.rules.parts import CAPTION, Clause, Discourse, Part

_LONGEST = 12
"""Words of a clause that its readable sentence quotes after the subject."""
_PRONOUNS = HE | SHE | frozenset("they them it we us who".split())
_OBJECT_PRONOUNS = frozenset("him her them".split())


_SUBORDINATES = frozenset("while when until till because so although though".split())
_WAYS = frozenset("in on by over through along around forward".split())
_COUNTS = frozenset("hundred thousand dozen".split())


def _gender(pronoun: str) -> str | None:
    return "m" if pronoun in HE else "f" if pronoun in SHE else None


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
    verbs = _verbs(words, refs)
    found: list[Clause] = []
    subject: Part | None = None
    governed = False
    for order, position in enumerate(verbs):
        stop = verbs[order + 1] if order + 1 < len(verbs) else len(words)
        begin = 0 if order == 0 else _boundary(words, verbs[order - 1] + 1, position)
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
        clause = _clause(number, text, words, begin if new or not order else position, position, end, subject, refs, discourse)
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


def _verbs(words: list[Token], refs: list[Ref]) -> list[int]:
    """Positions of the tokens that head a clause: present-tense forms where no noun can stand."""
    found: list[int] = []
    named = {place for ref in refs for place in range(ref.start, ref.end)}
    for position, word in enumerate(words):
        if not word.word or word.owner or word.start in named or (word.capital and not word.text.isupper()):
            continue
        before = words[position - 1] if position else None
        if word.low in ("does", "do") and position + 1 < len(words) and words[position + 1].low == "not":
            continue
        if word.low in THIRD and word.text != word.text.upper():
            if before is None or not _noun_follows(before, words, position):
                if before is None or before.word or before.text in (",", ";", "--", "—", "-", ")"):
                    if not (before is not None and before.low == "to"):
                        found.append(position)
        elif word.low in LEMMAS and before is not None:
            if before.low in ("they", "we", "you") or (before.low in ("not", "n't") or before.low in ("doesn't", "don't")):
                found.append(position)
            elif before.word and (before.low.endswith("s") and not before.low.endswith("ss") and before.start not in named or before.low in GROUPS | {"people"}):
                if not _noun_follows(before, words, position) and before.low not in _TAKEN and not found and not before.owner:
                    found.append(position)
    return found


_TAKEN = frozenset("this his its is was has does less yes us across always".split()) | frozenset(THIRD)


def _noun_follows(before: Token, words: list[Token], position: int) -> bool:
    """Whether the word before makes a noun of what follows it."""
    return (
        before.low in DETERMINERS | POSSESSIVES | PREPOSITIONS - PARTICLES - {"than", "as"} and before.low not in HE | SHE - {"her"}
        or before.owner
        or before.low.isdigit()
        or (before.low in PREPOSITIONS & PARTICLES and position > 1 and words[position - 2].low in THIRD)
        or (before.low.endswith("ing") and position > 1 and words[position - 2].low in DETERMINERS | POSSESSIVES)
    )


def _boundary(words: list[Token], low: int, high: int) -> int | None:
    """Where the clause of the verb at ``high`` begins, after the last conjunction or comma; null where it is governed
    by a relative pronoun or a subordinating conjunction other than "as", "while", "when"."""
    for position in range(high - 1, low - 1, -1):
        word = words[position]
        if word.low in ("who", "that", "which", "whom", "whose", "what", "how", "where", "if", "because", "though", "until", "till", "so", "since"):
            return None
        if word.low in ("and", "but", "then", "while", "as", "when", "or") or word.text in (",", ";", "--", "—", ":"):
            return position + 1
    return None


def _subject(
    text: str, words: list[Token], begin: int, verb: int, refs: list[Ref], discourse: Discourse
) -> Part | None:
    """The subject before the verb: a named person at the clause's beginning or beside the verb, a pronoun, a phrase."""
    while verb - 1 >= begin and (words[verb - 1].low in ADVERBS or words[verb - 1].low.endswith("ly") or words[verb - 1].low in ("does", "doesn't", "don't", "do", "not")):
        verb -= 1
    if verb <= begin:
        return None
    first, last = words[begin], words[verb - 1]
    mine = [ref for ref in refs if first.start <= ref.start < words[verb].start and not ref.owner]
    opening = [ref for ref in mine if not any(w.word and w.low not in DETERMINERS | ADVERBS | {"and"} for w in words[begin:verb] if w.start < ref.start)]
    if opening:
        ref = opening[0]
        return Part(ref.name, True, ref.start, ref.end, True)
    if last.low in _PRONOUNS or first.low in ("he", "she"):
        pronoun = last if last.low in _PRONOUNS else first
        name = discourse.resolve(_gender(pronoun.low))
        return Part(name or pronoun.low, name is not None, pronoun.start, pronoun.end, False)
    beside = [ref for ref in mine if ref.end >= last.start or text[ref.end : words[verb].start].strip(" ,") == ""]
    if beside:
        ref = beside[-1]
        return Part(ref.name, True, ref.start, ref.end, True)
    start = verb - 1
    while start > begin and words[start - 1].word and words[start].low not in DETERMINERS | POSSESSIVES and not words[start - 1].owner:
        if words[start - 1].low in PREPOSITIONS | CONJUNCTIONS:
            break
        start -= 1
    while start < verb and (words[start].low in DETERMINERS | POSSESSIVES | CONJUNCTIONS | _COUNTS or not words[start].word):
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
    while stop > verb + 1 and (not words[stop - 1].word or words[stop - 1].low in CONJUNCTIONS | {"then"} or words[stop - 1].low in ("he", "she", "they", "it")):
        stop -= 1
    return stop


def _clause(
    number: int, text: str, words: list[Token], begin: int, verb: int, end: int, subject: Part | None,
    refs: list[Ref], discourse: Discourse,
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
    elif position + 1 < end and words[position].low == "to" and words[position + 1].low in LEMMAS and lemma in INTENDS | {"begin", "start"}:
        modality = "actual" if lemma in ("begin", "start") else "intended"
        lemma, position = words[position + 1].low, position + 2
    while position < end and words[position].low in PARTICLES and not (
        words[position].low in _WAYS and position + 1 < end and words[position + 1].low in DETERMINERS | POSSESSIVES
    ):
        position += 1
    target, recipient = _objects(text, words, position, end, lemma, subject, refs, discourse)
    low, high = words[begin].start, words[end - 1].end
    name = subject.name if subject else ""
    if subject and not subject.person and subject.sure:
        opening = next((number for number in range(verb) if words[number].start >= subject.start), begin)
        if opening > 0 and words[opening - 1].low in DETERMINERS | POSSESSIVES | _COUNTS:
            opening -= 2 if opening > 1 and words[opening - 1].low in _COUNTS else 1
        name = " ".join(text[words[opening].start : subject.end].replace("*", "").split())
    rest = words[verb:end]
    auxiliary = [word.text for word in words[max(begin, verb - 2) : verb] if word.low in ("does", "doesn't", "don't", "do", "not", "never", "almost", "nearly", "barely")]
    named = {part.start: part.name for part in (target, recipient) if part is not None and not part.sure}
    said = _said(text, rest[:_LONGEST], named)
    prefix = " ".join([name, *auxiliary]).strip()
    reach = max((part.end for part in (target, recipient) if part is not None), default=high)
    short = [word for word in rest if word.start < reach][:8]
    return Clause(
        number, low, high, subject, lemma, negative, modality, target, recipient,
        _capital(f"{prefix} {said}".strip()) + ".", _capital(f"{prefix} {_said(text, short, named)}".strip()),
    )


def _said(text: str, rest: list[Token], named: dict[int, str]) -> str:
    """The tokens as written, without a dangling end, with resolved pronouns replaced by their names."""
    kept = list(rest)
    while len(kept) > 1 and kept[-1].start not in named and (
        not kept[-1].word or kept[-1].low in PREPOSITIONS - PARTICLES | DETERMINERS | POSSESSIVES | CONJUNCTIONS
    ):
        kept.pop()
    pieces, position = [], kept[0].start if kept else 0
    for word in kept:
        pieces += [text[position : word.start], named.get(word.start, word.text)]
        position = word.end
    return " ".join("".join(pieces).replace("*", "").replace("_", "").split())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _objects(
    text: str, words: list[Token], position: int, end: int, lemma: str, subject: Part | None, refs: list[Ref],
    discourse: Discourse,
) -> tuple[Part | None, Part | None]:
    """Direct object and recipient or goal person."""
    mine = subject.name if subject else None
    target = None if lemma in MOTION and (position >= end or words[position].low not in HE | SHE) else _phrase(text, words, position, end, refs, discourse, mine)
    recipient = None
    if target is not None and target.person:
        after = next((number for number in range(position, end) if words[number].start >= target.end), end)
        if lemma in TRANSFER and after < end and (words[after].low in DETERMINERS | POSSESSIVES):
            recipient, target = target, _phrase(text, words, after, end, refs, discourse, mine)
    for number in range(position, end - 1):
        if recipient is None and words[number].low in ("to", "at", "with", "for", "from", "by", "on", "towards", "toward", "around", "behind", "beside"):
            person = _phrase(text, words, number + 1, end, refs, discourse, mine)
            if person is not None and person.person and person.name != mine:
                if words[number].low == "to" or (target is None and lemma in DEALING and words[number].low in ("at", "with", "to", "toward", "towards", "on", "by", "behind", "beside")):
                    if words[number].low == "to":
                        recipient = person
                    else:
                        target = person
    return target, recipient


def _phrase(
    text: str, words: list[Token], position: int, end: int, refs: list[Ref], discourse: Discourse, other_than: str | None
) -> Part | None:
    """The noun phrase that begins at a token: a person's name, a pronoun that resolves, or a determiner with its noun."""
    if position >= end or not words[position].word:
        return None
    start = words[position]
    for ref in refs:
        if ref.start <= start.end and start.start <= ref.start and not ref.owner and (
            ref.start == start.start or start.low in DETERMINERS and text[start.end : ref.start].strip() == ""
        ):
            return Part(ref.name, True, ref.start, ref.end, True)
    if start.low in _OBJECT_PRONOUNS and (position + 1 >= end or not _nominal(words[position + 1])):
        name = discourse.resolve(_gender(start.low), other_than)
        return Part(name, True, start.start, start.end, False) if name else None
    if start.low not in DETERMINERS | POSSESSIVES and not start.owner and not start.low.isdigit():
        return None
    stop = position + 1
    while stop < end and words[stop].word and _nominal(words[stop]) and stop - position < 6:
        stop += 1
    if stop == position + 1:
        return None
    noun = words[stop - 1]
    return Part(" ".join(text[words[position + 1].start : noun.end].replace("*", "").split()), noun.low in KIN or noun.low in PERSONS, words[position + 1].start, noun.end, True)


def _nominal(word: Token) -> bool:
    return word.word and word.low not in PREPOSITIONS | CONJUNCTIONS | DETERMINERS | POSSESSIVES | PARTICLES | ADVERBS and not word.low.endswith("ly")
