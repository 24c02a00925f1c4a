"""An English unit as a memory in the first person, or nothing where it can't be said well."""

import re
from typing import Any, NamedTuple

from linedscript.engines.rules.acts_en import LABELS
from linedscript.engines.rules.given_names_en import FEMALE, MALE
from linedscript.engines.rules.language_en import PARTICLES, PREPOSITIONS, PROGRESSIVE, THIRD, third_person
from linedscript.engines.rules.past_en import past
from linedscript.engines.rules.senses import AUDIBLE, SOUNDS, sounds
from linedscript.patterns import Pattern

_ACT_OF = (
    {label: act for act, label in LABELS.items()}
    | {"apologizes": "apologize", "confesses": "confess"}
    | {"agrees": "agree", "talks": "talk"}
)
_SPEECH = Pattern(
    r"^(?P<who>[^:“]+?) (?P<verb>"
    + "|".join(sorted(_ACT_OF, key=lambda label: (-len(label), label)))
    + r")(?: (?P<whom>[^:“]+?))?: (?P<said>“.+”)$"
)
_TALK = Pattern(r"^(?P<who>[^;“]+?) and (?P<whom>[^;“]+?) talk; (?P<first>[^:“]+?) begins: (?P<said>“.+”)$")
_ALONE = Pattern(r"^(?P<who>[^:“]+?) (?:speaks|is heard): (?P<said>“.+”)$")
_DETERMINED = Pattern(
    r"^(?:the|a|an|two|three|four|five|some|several|another|his|her|their|its|my|one|somebody|someone|everybody|"
    r"everyone|nobody|people)\b",
    re.IGNORECASE,
)
_WORD = Pattern(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_THEN = Pattern(r"(?P<link>,? (?:and|but|then)|, and then|, then|;) (?P<verb>[a-z]+)\b")
_CLAUSE = Pattern(
    r"\b(?:as|while|when|before|after|until|(?<!\b[Tt]he )(?<!\b[Aa] )till|because|if|who|that|which|where|what|how"
    r"|whose|so)\b"
)
_POINTING = Pattern(r"\bthat(?: (?:once|twice|again|too|aloud|slowly))?$")
"""Not a clause: she reads that twice."""
_UNCLEAR = frozenset("it they them this these those one ones we us you your yours our i".split())
_HE, _SHE = frozenset("he him his himself".split()), frozenset("she her hers herself".split())
_FINITE = frozenset("is are was were has have can could will would may might must does do".split())
_NOUNS = frozenset(
    "hands arms feet legs fingers eyes tears stairs keys lights papers books words knees fists shoulders steps".split()
)
_OBJECT = frozenset(
    "read show take give hand put hold see bring get let make want have lift pick set lay pull wipe feed taste unhook "
    "open close unlock carry drop throw correct find".split()
)
"""Nothing is said by them without an object."""
_INWARD = frozenset(
    "see notice hear recognize realize think know feel remember understand decide consider live "
    "want need mean hope belong".split()
)
"""Of somebody else, not to be seen."""
_ODD = Pattern(r"\b[A-Z]{3,}\b|\b(?:Mr|Mrs|Ms|Dr|St)$")
"""An introduction's capitals, or a sentence that broke off at a title."""
_OWNER = Pattern(r"(?P<owner>[A-Z][^'’]*)['’]s? (?P<thing>.+)$")
_OWNED = Pattern(r"(?:his|her|their|its|my)\b", re.IGNORECASE)
_REALIZE = frozenset("realize understand recognize guess suspect conclude discover learn remember".split())
_PERCEIVE = frozenset("see watch hear overhear notice read find examine inspect study".split())
_BEFORE_ME = frozenset(
    "to at with for from past over toward towards behind beside near on into of by around after against upon under "
    "and".split()
)


_TIES = PREPOSITIONS | {"and", "but", "then", "till", "again", "out", "down", "up", "back", "away"}


class Words(NamedTuple):
    kind: str
    text: str


class Teller:
    """What one window's question says about the character and the people in it."""

    def __init__(self, payload: dict[str, Any]) -> None:
        who = payload["character"]
        self.me = who["id"]
        forms = {who["name"], *who["aliases"]} | {
            part["name"] for unit in payload["units"] for part in unit["participants"] if part["entity"] == self.me
        }
        self.forms = sorted(forms, key=lambda form: (-len(form), form))
        self._me = re.compile(r"\b(?:" + "|".join(map(re.escape, self.forms)) + r")\b(?P<own>['’]s)?", re.I)
        self.named = {person["id"]: person["named"] for person in payload["people"]} | {self.me: True}
        self.things = {
            person["id"] for person in payload["people"] if person["named"] and "Character" not in person["types"]
        }
        self.genders = {self.me: _gender(who["aliases"], who["description"], payload, self.me)}
        for person in payload["people"]:
            self.genders[person["id"]] = _gender([person["name"]], "", payload, person["id"])

        acts = (_SPEECH.match(unit["summary"]) for unit in payload["units"])
        self._said = [act["said"].strip("“”…") for act in acts if act]

    def say(self, unit: dict[str, Any]) -> Words | None:
        if unit["kind"] == "Occasion" or unit["modality"] != "actual" or not unit["trigger"]:
            return None
        if unit["summary"].count('"') % 2 or self._repeats(unit["summary"]):
            return None
        spoken = self._spoken(unit)
        return spoken if spoken is not None or "“" in unit["summary"] else self._acted(unit)

    def _repeats(self, summary: str) -> bool:
        """Whether a talk begins with what another unit of the window says already: that one tells more."""
        talk = _TALK.match(summary)
        return talk is not None and any(said.startswith(talk["said"].strip("“”…")) for said in self._said)

    def _spoken(self, unit: dict[str, Any]) -> Words | None:
        text = unit["summary"]
        talk, act, alone = _TALK.match(text), _SPEECH.match(text), _ALONE.match(text)
        if talk:
            other = talk["whom"] if self._is_me(talk["who"]) else talk["who"]
            if self._is_me(talk["first"]):
                return Words("did", f"I talked with {self._other(unit, other)} and began: {talk['said']}")
            if self._is_me(talk["who"]) or self._is_me(talk["whom"]):
                return Words("was_told", f"{self._first(unit, other)} talked with me and began: {talk['said']}")
            one, two = (self._other(unit, name) for name in (talk["who"], talk["whom"]))
            return Words("witnessed", f"I heard {one} talk with {two}; {one} began: {talk['said']}")
        if act:
            lemma, tail = _ACT_OF[act["verb"]], "".join(act["verb"].partition(" ")[1:])
            whom = act["whom"]
            if self._is_me(act["who"]):
                return Words("did", f"I {past(lemma)}{tail}{self._whom(unit, whom)}: {act['said']}")
            if whom and self._is_me(whom):
                return Words("was_told", f"{self._first(unit, act['who'])} {past(lemma)}{tail} me: {act['said']}")
            who = self._other(unit, act["who"])
            return Words("witnessed", f"I heard {who} {lemma}{tail}{self._whom(unit, whom)}: {act['said']}")
        if alone:
            if self._is_me(alone["who"]):
                return Words("did", f"I said: {alone['said']}")
            return Words("witnessed", f"I heard {self._other(unit, alone['who'])} say: {alone['said']}")
        return None

    def _acted(self, unit: dict[str, Any]) -> Words | None:
        lemma, positive = unit["trigger"], unit["polarity"] == "positive"
        forms = "|".join(map(re.escape, (*third_person(lemma), lemma)))
        verb = forms if positive else rf"(?:does|do) not {re.escape(lemma)}"
        parsed = re.match(rf"^(?P<who>[^,;:]+?) (?P<verb>{verb})\b(?P<rest>[^:“]*?)\.?$", unit["summary"])
        going = re.match(r"^(?P<who>[^,;:]+?) (?:is|are) (?P<verb>[a-z]+ing)\b(?P<rest>[^:“]*?)\.?$", unit["summary"])
        if _cut_short(unit):
            return None
        if parsed is None and (not positive or going is None or PROGRESSIVE.get(going["verb"]) != lemma):
            return None
        parsed = parsed or going
        who, rest = parsed["who"], _without_ends(parsed["rest"])
        me = self._is_me(who)
        if (lemma in _OBJECT and set(_words(rest)) <= PARTICLES) or _ODD.search(rest) or _OWNED.match(who):
            return None
        if not me and lemma in _INWARD and not self._me.search(rest):
            return None
        actor = self.me if me else self._entity(unit, who)
        if not me and actor is None and any(part["role"] in ("agent", "speaker") for part in unit["participants"]):
            return None
        told = self._rest(rest, me, actor, plain=me or not positive)
        if told is None:
            return None
        rest, about_me = told
        if me:
            kind = "inferred" if lemma in _REALIZE else "witnessed" if lemma in _PERCEIVE else "did"
            if parsed is going:
                return Words(kind, f"I was {going['verb']}{rest}.")
            return Words(kind, f"I {past(lemma)}{rest}." if positive else f"I did not {lemma}{rest}.")
        sound = lemma in SOUNDS or sounds(unit["summary"])
        if unit["part"] == "hears" and lemma not in AUDIBLE and not sound:
            return None
        other = self._other(unit, who)
        if not positive:
            return Words("witnessed", f"I saw that {other} did not {lemma}{rest}.")
        if about_me:
            told = self._rest(_without_ends(parsed["rest"]), me, actor, plain=True)
            did = past(lemma) if parsed is not going else f"was {going['verb']}"
            return told and Words("witnessed", f"{self._first(unit, who)} {did}{told[0]}.")
        sense = "heard" if sound or unit["part"] == "hears" else "saw"
        return Words("witnessed", f"I {sense} {other} {lemma if parsed is not going else going['verb']}{rest}.")

    def _rest(self, rest: str, me: bool, actor: str | None, *, plain: bool) -> tuple[str, bool] | None:
        """What follows the verb, told by the character, and whether it speaks of it. ``plain``: verbs that follow go
        into the past; else they stand as ``saw X go`` has it."""

        def verb(match: re.Match[str]) -> str:
            lemma = THIRD.get(match["verb"])
            if lemma is None or match["verb"] in _NOUNS:
                return match.group()
            return f"{match['link']} {past(lemma) if plain else lemma}"

        if _POINTING.search(rest):
            return None
        clause = _CLAUSE.search(rest)
        if clause and any(word in _FINITE or word in THIRD for word in _words(rest[clause.end() :])):
            return None
        rest = _THEN.sub(verb, rest)
        if any(word in _FINITE for word in _words(rest)):
            return None
        mine = False
        for match in reversed(list(self._me.finditer(rest))):
            before = _words(rest[: match.start()])
            if me or (before and before[-1] not in _BEFORE_ME and not match["own"]):
                return None
            rest = rest[: match.start()] + ("my" if match["own"] else "me") + rest[match.end() :]
            mine = True
        return self._pronouns(rest, me, actor, mine)

    def _pronouns(self, rest: str, me: bool, actor: str | None, mine: bool) -> tuple[str, bool] | None:
        """Pronouns of who acts become the character's own or stay; any that may mean somebody else end it."""
        gender = self.genders.get(actor or "")
        own = _HE if gender == "he" else _SHE if gender == "she" else frozenset()
        out, last, capital = [], 0, False
        for match in _WORD.finditer(rest):
            low = match.group().casefold()
            if low in _UNCLEAR and not (
                low == "one" and match.group() == "one" and rest[match.end() :].startswith(" ")
            ):
                return None
            if low in _HE | _SHE:
                new = _mine(low, rest[match.end() :])
                if low not in own or capital or new is None:
                    return None
                if me:
                    out += [rest[last : match.start()], new]
                    last = match.end()
            capital = capital or match.group()[0].isupper()
        return "".join([*out, rest[last:]]), mine

    def _is_me(self, name: str | None) -> bool:
        bare = re.sub(r"^the ", "", name or "", flags=re.IGNORECASE)
        return bool(bare) and bare.casefold() in {form.casefold() for form in self.forms}

    def _entity(self, unit: dict[str, Any], who: str) -> str | None:
        bare = _DETERMINED.sub("", who).strip()
        return next(
            (part["entity"] for part in unit["participants"] if part["entity"] and part["name"] in (who, bare)), None
        )

    def _other(self, unit: dict[str, Any], who: str) -> str:
        """Somebody or something as it stands inside a sentence: a bare noun gets its article."""
        article = re.match(r"(the|an?) (?=(?-i:[A-Z]))", who, re.IGNORECASE)
        bare = who[article.end() :] if article else who
        if article is None and _DETERMINED.match(who):
            return who[0].lower() + who[1:]
        if article is None and (owned := _OWNER.match(who)):
            return f"my {owned['thing']}" if self._is_me(owned["owner"]) else who
        known = self._entity(unit, bare)
        capitals = all(word[:1].isupper() for word in bare.split())
        if article is None and ((known and self.named.get(known)) or (known is None and capitals and " " in bare)):
            return bare
        if known in self.things:
            return f"{article.group(1).lower() if article else 'the'} {bare}"
        plain = bare if bare.isupper() else bare.lower() if known or article else bare[0].lower() + bare[1:]
        return f"{article.group(1).lower() if article else 'the'} {plain}"

    def _first(self, unit: dict[str, Any], who: str) -> str:
        other = self._other(unit, who)
        return other[0].upper() + other[1:]

    def _whom(self, unit: dict[str, Any], whom: str | None) -> str:
        return f" {self._other(unit, whom)}" if whom else ""


def _cut_short(unit: dict[str, Any]) -> bool:
    """Whether the summary breaks off inside a clause of its passage: ``in front`` of ``in front of her``."""
    last = unit["summary"].strip().rstrip(".").split()[-2:]
    found = re.search(r"\s".join(map(re.escape, last)) + r"[*_]* (?P<next>[A-Za-z]+)", unit["passage"])
    return found is not None and not _CLAUSE.fullmatch(found["next"]) and found["next"] not in ("and", "but", "then")


def _without_ends(rest: str) -> str:
    """Without the fragments behind its last commas, in which nothing ties a word to the sentence: ``…, long``."""
    while (cut := rest.rfind(",")) > 0 and not set(_words(rest[cut:])) & _TIES:
        rest = rest[:cut]
    return rest


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _mine(low: str, after: str) -> str | None:
    """The first person's form of a possessive or reflexive pronoun of whoever acts; null for others: they mean
    somebody else. ``her`` before a noun is a possessive."""
    if low in ("himself", "herself"):
        return "myself"
    if low == "his" or (low == "her" and after[:1] == " " and _WORD.match(after.strip())):
        return "my"
    return None


def _gender(names: list[str], description: str, payload: dict[str, Any], entity: str) -> str | None:
    """``he`` or ``she`` by given name, else by the pronouns of what the person alone does; null where neither tells."""
    lows = {part.casefold() for name in names for part in _WORD.findall(name)}
    if bool(lows & MALE) != bool(lows & FEMALE):
        return "he" if lows & MALE else "she"
    texts = [description] + [
        unit["passage"]
        for unit in (*payload["before"], *payload["units"])
        if [part["entity"] for part in unit["participants"] if part["role"] in ("agent", "patient")] == [entity]
    ]
    found = [word for text in texts for word in _words(text)]
    he, she = sum(word in _HE for word in found), sum(word in _SHE for word in found)
    return None if he == she else "he" if he > she else "she"
