"""Chinese action sentences as clauses: a subject (there, or carried on), a verb, an object, a person dealt with."""

import re
from typing import Any

from linedscript.engines.rules.chinese import VERB, Cast, Ref, pieces, same_person, sentences
from linedscript.engines.rules.handing_zh import (
    BESIDE,
    EACH,
    PUTS,
    find_handed,
    find_person,
    left_out_next,
    other_person,
    said_before,
)
from linedscript.engines.rules.language_zh import ADVERBS, GIVE, GROUPS, LIGHT, MEASURES, MOTION, STOP_NOUNS
from linedscript.engines.rules.parts import CAPTION, Clause, Discourse, Part

_PART = (
    "(?:[双两左右]?(?:手指|手心|手(?![机帕套表杖枪电稿册工炉镯链铐术艺袋绢])|臂|腿|脚(?![本印])|眼睛|眼(?![镜药])|耳朵?|肩膀?)"
    "|嘴唇|嘴角|脸(?![谱盆])|头(?![面饰巾盔绳])|眉头?|身子|嗓子)"
)
_SKIP = re.compile("(?:" + "|".join(map(re.escape, ADVERBS)) + ")+")
_NOT = re.compile(r"不|没有|没|别")
_COMPLEMENT = re.compile(r"[了着过起出下上来去给在到进回完]+")
_COUNTED = re.compile(
    rf"(?:[一二两三四五六七八九十几半这那每]+[{MEASURES}]|[{MEASURES}](?=旧|新|小|大)|这|那|他的|她的|自己的)"
)
_NOUN = re.compile(r"[^，。、！？；：“”（）《》\s给在到往向朝从和跟与]{1,14}")
_NOUN_SUBJECT = re.compile(
    r"(?:[一那这两几][个位名条只艘阵支片张把截口]?)?(?P<noun>[^，。]+?)(?=也|都|已经|没有|不|又|全|跟着|从|在|往|向|被|把|用|一|.?.地|$)"
)
_STAGE = re.compile(r"等?(?:[及与同和、自由从].{0,60})?")
"""What may stand between the subject and a stage direction's "enters" or "exits"."""
_OWN = re.compile(rf"的?{_PART}")
_GESTURE = re.compile(rf"(?:侧耳|侧身|[抬伸扬招举挥摆拱拍]手|{_PART})(?![的里上])")
"""A piece that begins so goes on with the person before: 侧耳听, 双手捧着一只碗."""
_MANNER = re.compile(
    r"[^，。]{1,4}地(?=[^，。])|[轻低大小高尖粗柔厉]声|不[敢肯想能再]|四下|四处|(一[\u4e00-\u9fff])一?\1"
    r"|手[里中上](?=[提拿握攥捧端拎举抱夹捏])"
)
"""How something is done, or what is held: a piece that begins so goes on with the person before too."""
_INTENDED = re.compile("(?:正|刚|刚刚)?(?:要|想要?|打算|准备)(?=[^，。])")
"""What is only about to be done."""
_SITE = re.compile("(?:[上里中下前后边旁口外内处间底角顶]|那头|里头|外头|上头)$")
_SHOWN = re.compile(
    rf"(?:[一二两三四五六七八九十几半这那]+[{MEASURES}些])?(?P<noun>[^，。、！？；：“”（）《》和与]{{1,10}})"
)
_AND = re.compile("[、和与及]")
_REPEATED = re.compile(rf"(?:一([{MEASURES}])(?:一?\1)).*$")
_ORDINAL = re.compile(r"第?[一二两三四五六七八九十几]+.?")
_FUNCTION = frozenset("把从往被的了着过很")
_GOALS = ("进", "到", "在", "入")
"""Ends of verbs behind which stands where somebody or something gets to."""
_LONGEST = 34


def clauses(payload: dict[str, Any], cast: Cast) -> list[Clause]:
    """Every clause of the scene's action, in text order."""
    found: list[Clause] = []
    discourse = Discourse(cast.gender)
    for number, element in enumerate(payload["elements"]):
        if element["cue"]:
            if element["cue"]["voice"] != "over":
                discourse.meet(element["cue"]["name"])
        elif element["kind"] == "action" and not CAPTION.match(element["text"]):
            discourse.topic = None
            discourse.answered = said_before(payload, number)
            named: set[str] = set()
            text = element["text"]
            for low, high in sentences(text):
                subject: Part | None = None
                moved: Part | None = None
                first = True
                for start, end in pieces(text, low, high):
                    named |= {ref.name for ref in cast.refs(text, start, end)}
                    if len({name for name in named if not same_person(name, discourse.answered or "")}) > 1:
                        discourse.answered = None
                    held = subject
                    clause, subject = _piece(number, text, start, end, subject, cast, discourse, moved)
                    if clause is not None:
                        found.append(clause)
                        if _staged(clause.lemma):
                            found.extend(_listed(clause, cast.refs(text, start, end)))
                    moved = left_out_next(clause, moved if subject is not None and subject is held else None)
                    if first and subject is not None:
                        owner = subject.name if subject.person else _owner(text, subject, cast)
                        discourse.topic, first = owner or discourse.topic, owner is None
                    for ref in cast.refs(text, start, end):
                        discourse.meet(
                            ref.name, last=not text.startswith("的", ref.end) or bool(_OWN.match(text, ref.end))
                        )
                if subject is not None and subject.person:
                    discourse.meet(subject.name)
    return found


def _owner(text: str, thing: Part, cast: Cast) -> str | None:
    """Whose thing a sentence is about: 邵平手里的杯子."""
    return next(
        (
            ref.name
            for ref in cast.refs(text, thing.start, thing.end)
            if ref.start == thing.start and "的" in text[ref.end : thing.end]
        ),
        None,
    )


def _staged(verb: str) -> bool:
    """A stage direction: enters or exits."""
    return verb.strip("同场") in ("上", "下")


def _listed(clause: Clause, refs: list[Ref]) -> list[Clause]:
    """The same stage direction for the others that it lists."""
    return [
        clause._replace(
            subject=Part(ref.name, True, ref.start, ref.end, True),
            text=f"{ref.name}{clause.lemma}。",
            label=f"{ref.name}{clause.lemma}",
        )
        for ref in refs
        if clause.subject is not None and ref.name != clause.subject.name
    ]


def _piece(
    number: int,
    text: str,
    start: int,
    end: int,
    before: Part | None,
    cast: Cast,
    discourse: Discourse,
    moved: Part | None = None,
) -> tuple[Clause | None, Part | None]:
    """One comma-separated part as a clause, and the subject that the next part carries on. ``moved``: the thing that
    the part before is about."""
    while start < end and text[start] in " \u3000“（(《△\t":
        start += 1
    skipped = _SKIP.match(text, start, end)
    opening = skipped.end() if skipped else start
    refs = cast.refs(text, start, end)
    subject, after = _subject(text, opening, end, refs, before, discourse)
    also, after = _joined(text, after, end, refs, subject)
    verb = _verb(text, after, end)
    if verb is None or _INTENDED.match(text, start, end):
        return None, subject
    shown = False
    if subject is None:
        found = _NOUN_SUBJECT.match(text, opening, verb.start())
        bare = found["noun"] if found else ""
        subject = _at_site(text, bare, verb, end, refs)
        if not 1 <= len(bare) <= 8 or set(bare) & _FUNCTION or text[opening] in "他她它像用有":
            return None, None
        if subject is None and bare in STOP_NOUNS:
            return None, None
        shown = subject is not None
        subject = subject or Part(bare, bare in GROUPS, found.start("noun"), found.end("noun"), True)
    negative = bool(_NOT.search(text[max(after, verb.start() - 4) : verb.start()]))
    target, recipient = (
        (None, None) if shown or _staged(verb.group()) else _objects(text, after, verb, end, subject, refs, discourse)
    )
    handed = False
    if not shown and subject.person:
        handed, whom = find_handed(text, after, verb, end, subject, refs, discourse)
        if whom is not None:
            target, recipient = (None if target is not None and target.person else target), whom
    left_out = None
    if (
        subject is before
        and subject is not None
        and subject.person
        and target is None
        and PUTS.match(text, verb.start())
    ):
        if text.find("把", after, verb.start()) < 0:
            left_out = target = moved
    each = left_out is None and subject is before and EACH.match(text, opening, end)
    if each and target is None and moved is not None:
        left_out = target = moved
    whole = shown or not (subject.person or subject.end <= after)
    body = text[opening:end].strip() if whole else text[after:end].strip()
    if left_out is not None:
        at = opening if each else verb.start()
        body = f"{text[after:at]}把{left_out.name}{text[at:end]}".strip()
    name = "" if shown or (subject.start >= opening and subject.end > after) else subject.name
    name = text[subject.start : after] if also else name
    for part in (recipient, target):
        if part is not None and part.person and not part.sure:
            body = body.replace(text[part.start : part.end], part.name, 1)
    sentence = (name + body)[:_LONGEST]
    reach = max([verb.end(), *(part.end for part in (target, recipient) if part is not None)])
    reach += 0 if left_out is None else len(left_out.name) + 1
    label = sentence if len(sentence) <= 20 else sentence[: min(20, max(len(name) + reach - after, 8))]
    clause = Clause(
        number,
        start,
        end,
        subject,
        verb.group(),
        negative,
        "actual",
        target,
        recipient,
        sentence + "。",
        label,
        also,
        handed,
    )
    return clause, (None if shown else subject)


def _joined(text: str, after: int, end: int, refs: list[Ref], subject: Part | None) -> tuple[tuple[Part, ...], int]:
    """Those named beside a subject, 王小明和赵敏, and where they end."""
    also: list[Part] = []
    if subject is None or not subject.person or not subject.sure or after != subject.end:
        return (), after
    for ref in refs:
        if ref.start == after + 1 and _AND.match(text, after) and not text.startswith(BESIDE, ref.end):
            also.append(Part(ref.name, True, ref.start, ref.end, True))
            after = ref.end
    return tuple(also), after


def _at_site(text: str, site: str, verb: re.Match[str], end: int, refs: list[Ref]) -> Part | None:
    """What a sentence of place shows behind its verb: 桌上放着一封信, 船上走下来一个老人."""
    if not _SITE.search(site) or not re.match("[了着出来起下满过]*(?=.)", text[verb.end() : end]):
        return None
    complement = _COMPLEMENT.match(text, verb.end(), end)
    low = complement.end() if complement else verb.end()
    person = next((ref for ref in refs if ref.start >= low), None)
    if person is not None:
        return Part(person.name, True, person.start, person.end, True)
    found = _SHOWN.match(text, low, end)
    if found is None:
        return None
    noun = found["noun"][found["noun"].rfind("的") + 1 :]
    stop = found.end("noun")
    if not 1 <= len(noun) <= 6 or _ORDINAL.fullmatch(noun):
        return None
    return Part(noun, noun == "人", stop - len(noun), stop, True)


def _subject(
    text: str, opening: int, end: int, refs: list[Ref], before: Part | None, discourse: Discourse
) -> tuple[Part | None, int]:
    for ref in refs:
        if ref.start == opening or (
            ref.start - opening <= 8
            and re.fullmatch(
                r"(?:一[个位名]|那[个位]?|这[个位]?|两个|几个)?(?:[^，。]{0,6}的)?", text[opening : ref.start]
            )
        ):
            if re.match(r"[^，。把从在向对跟用被给将往]{0,3}的", text[ref.end : end]) and not VERB.match(text, ref.end):
                noun = re.match(
                    r"[^，。]{0,3}?的([^，。]{1,5}?)(?=" + VERB.pattern + "|从|在|把|一|跟着|也|都|又|忽然|慢慢|轻轻)",
                    text[ref.end : end],
                )
                if noun:
                    stop = ref.end + noun.end()
                    return Part(ref.name + text[ref.end : stop], False, ref.start, stop, True), stop
                return None, opening
            return Part(ref.name, True, ref.start, ref.end, True), ref.end
    if text.startswith(("他们", "她们", "它"), opening):
        return None, opening
    if text.startswith(("他", "她"), opening):
        if text.startswith("的", opening + 1):
            return None, opening
        gender = "m" if text[opening] == "他" else "f"
        name = discourse.resolve(gender) or other_person(discourse, gender, "")
        return (Part(name, True, opening, opening + 1, False) if name else None), opening + 1
    if (
        before is not None
        and before.person
        and (_GESTURE.match(text, opening, end) or _MANNER.match(text, opening, end))
    ):
        return before, opening
    if before is not None and (
        VERB.match(text, opening) or re.match("[把从向朝对给用替往在跟被不没]", text[opening:end])
    ):
        return before, opening
    return None, opening


def _verb(text: str, low: int, high: int) -> re.Match[str] | None:
    """The first verb, or with 把 the first one after its object."""
    moved = text.find("把", low, high)
    if 0 <= moved <= low + 3:
        found = VERB.search(text, moved + 2, high)
        return found or VERB.search(text, low, high)
    found = VERB.search(text, low, high)
    if found and _staged(found.group()) and not _STAGE.fullmatch(text[low : found.start()]):
        return None
    if found and found.group() in LIGHT:
        return VERB.match(text, found.end(), high) or found
    return found


def _objects(
    text: str, low: int, verb: re.Match[str], high: int, subject: Part, refs: list[Ref], discourse: Discourse
) -> tuple[Part | None, Part | None]:
    mine = subject.name if subject.person else None
    person = find_person(text, low, high, refs, mine, discourse)
    giving = (
        verb.group() in GIVE
        or bool(re.search("[替帮]", text[low : verb.start()]))
        or "给" in text[verb.start() : verb.end() + 1]
    )
    thing: Part | None = None
    moved = text.find("把", low, verb.start())
    if moved >= 0:
        thing = _thing(text, moved + 1, verb.start())
    else:
        start = verb.end()
        complement = _COMPLEMENT.match(text, start, high)
        start = complement.end() if complement else start
        if person is not None and person.start <= start < person.end + 1:
            start = person.end
        goal = verb.group().endswith(_GOALS) and start == verb.end()
        thing = None if goal or verb.group() in MOTION else _thing(text, start, high)
    if person is not None and thing is not None and thing.start < person.end and person.start < thing.end:
        thing = None
    if giving or text.find("给", low, high) >= 0:
        return thing, person
    return (person or thing), None


def _thing(text: str, low: int, high: int) -> Part | None:
    counted = _COUNTED.match(text, low, high)
    start = counted.end() if counted else low
    noun = _NOUN.match(text, start, high)
    if noun is None:
        return None
    said = noun.group().rstrip("了着")
    if "的" in said[1:-1]:
        start += said.rfind("的") + 1
        said = said[said.rfind("的") + 1 :]
        counted = _COUNTED.match(said)
        if counted:
            start, said = start + counted.end(), said[counted.end() :]
    said = _REPEATED.sub("", said)
    said = (
        re.split(
            r"上|里|中|外|放|递|推|举|挂|塞|拍|盖在|披|停[下在住]|下来|起来|出来|过来|过去|走[来过进出到]|跑[来过进出到了]",
            said,
        )[0]
        or said[:0]
    )
    verb = VERB.search(said)
    if verb and verb.start() > 0:
        said = said[: verb.start()]
    if said[:1] in ("他", "她"):
        start, said = start + 1, said[1:]
    if said[:2] in ("他们", "她们", "它们") or text[start - 1 : start + 1] in ("他们", "她们", "它们"):
        return None
    if not 1 <= len(said) <= 6 or _ORDINAL.fullmatch(said) or said in STOP_NOUNS or VERB.fullmatch(said):
        return None
    return Part(said, False, start, start + len(said), True)
