"""What a right answer may say besides its reference: a lead-in, a title, a direction of time, a pronoun."""

import re
from collections.abc import Iterator
from functools import cache

from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.suites.stage.answers import Names, equal, normalized, tokens_of

Tokens = tuple[str, ...]

_QUOTED = Pattern(r"“[^”]*”|‘[^’]*’|\"[^\"]*\"")
_YEAR = {
    "en": Pattern(
        r"\b(?:which|what|whose) year\b|\byear,? (?:and )?month\b|\b(?:and|with|including) (?:the |its )?year\b",
        re.IGNORECASE,
    ),
    "zh": Pattern(r"[哪何几]一?年|年份|年月"),
}
_BACK = {
    "en": Pattern(r"\bhow many \w+ (?:before|earlier|ago|previously)\b|\bhow long (?:before|ago)\b", re.IGNORECASE),
    "zh": Pattern(r"往前|倒数|[几多][天日]之?以?前|提前"),
}
_DESCRIBED = {
    "en": Pattern(
        r"\bthe (?:person|one) (?:who|that)\b|\b(?:this|that)(?: same)? person\b|\bsomebody\b", re.IGNORECASE
    ),
    "zh": Pattern(r"的(?:那个)?人|[那这]个?人|此人"),
}
"""Somebody who is asked about without a name."""
_LEADS = {
    "en": tuple(
        "she,he,they,it,this,that,answer,correct answer,right answer,would be,person,date,day,that day,on that day,"
        "that date,date on that day,date of that day".split(",")
    ),
    "zh": tuple(
        "她 他 这 那 答 答案 正确答案 日期 这天 那天 当天 这一天 那一天 这人 那人 这个人 那个人 此人 应该".split()
    ),
}
_ENDS = {"en": (), "zh": ("那天", "这天", "那一天", "这一天", "当天")}
"""Behind a date."""
_TITLES = {
    "en": "mr mrs ms miss mx dr doctor captain sheriff mayor detective inspector officer sergeant lieutenant colonel "
    "general professor nurse judge",
    "zh": "团长 先生 女士 小姐 大夫 医生 老师 师傅 经理 老板 主任 局长 队长 警官 律师 教授",
}
"""English ones stand before a name, Chinese ones before or behind it."""
_BEFORE = {
    "en": ("", "exactly", "just", "it takes", "it took", "takes", "took"),
    "zh": ("", "过", "经过", "隔", "相隔", "相距", "整整", "正好", "刚好", "一共", "共"),
}
"""Of a span of time, before its number; next what only one direction has, and the same behind its unit."""
_BEFORE_ON = {"en": ("after", "in", "it happens", "happens", "it happened", "happened"), "zh": ("又过",)}
_BEFORE_BACK = {"en": ("it happens", "happens", "it happened", "happened"), "zh": ("往前", "往前数", "提前")}
_BEHIND = {
    "en": ("", "apart", "pass", "passed", "passes", "have passed", "has passed", "in between", "pass in between"),
    "zh": ("", "时间"),
}
_BEHIND_ON = {
    "en": ("later", "after", "after that", "afterwards", "afterward", "on"),
    "zh": ("后", "以后", "之后", "过后", "过去"),
}
_BEHIND_BACK = {"en": ("before", "before that", "earlier", "prior", "previously"), "zh": ("前", "以前", "之前")}
_BETWEEN = frozenset("还 或 者 跟 同".split())
"""What stands between listed names, besides words that no answer keeps."""
_DENYING = frozenset(
    "not no never neither nor isnt wasnt arent werent doesnt didnt dont cant couldnt except 不 没 非 未".split()
)
_NEXT = {"en": ("next day", "following day", "a day later", "a day after"), "zh": ("第二天", "次日", "隔天")}
_LAST = {"en": ("previous day", "a day before", "a day earlier"), "zh": ("前一天",)}


def answers(said: Tokens, reference: Tokens, question: str, names: Names, choice: bool = False) -> bool:
    """Whether ``said``, normalized, gives the reference. ``choice``: the question lists what may be answered, so that a
    deed without its doer may be somebody else's."""
    asked = _QUOTED.sub("", question)
    with_year = bool(_YEAR[names.language].search(asked))
    read = [reading for core in _cores(said, names.language) for reading in readings(core, names.language)]
    wanted = [reference, *readings(reference, names.language)]
    if not choice and _asked_about(reference, asked, names):
        wanted.append(reference[1:])
    if any(equal(one, other, names.dates, with_year) for one in read for other in wanted):
        return True
    return any(_span_agrees(one, reference, asked, names.language) for one in read)


def beside(reference: Tokens, question: Tokens) -> set[str]:
    """The names that a question lists beside the reference, where that is a name ("who of Ann and Bob")."""
    found: set[str] = set()
    run: list[str] = []
    for token in (*(one for one in question if one not in _BETWEEN), ""):
        if token.startswith("e:"):
            run.append(token)
            continue
        if len(reference) == 1 and reference[0] in run:
            found.update(run)
        run = []
    return found - set(reference)


def denies(said: Tokens, reference: Tokens) -> bool:
    """Whether an answer that holds the reference has a word of denial besides."""
    return sum(map(_DENYING.__contains__, said)) > sum(map(_DENYING.__contains__, reference))


def _cores(said: Tokens, language: Language) -> Iterator[Tokens]:
    """The answer as it is, and without what leads to it or only ends it."""
    waiting, seen = [said], set[Tokens]()
    while waiting:
        core = waiting.pop()
        if not core or core in seen:
            continue
        seen.add(core)
        yield core
        waiting += [core[len(lead) :] for lead in _phrases(_LEADS[language], language) if core[: len(lead)] == lead]
        waiting += [core[: -len(end)] for end in _phrases(_ENDS[language], language) if core[-len(end) :] == end]


def readings(tokens: Tokens, language: Language) -> list[Tokens]:
    """The tokens, and with a title and a name of one person read as this person once."""
    titles = _phrases(tuple(_TITLES[language].split()), language)
    found: list[str] = []
    place = 0
    while place < len(tokens):
        title = next((one for one in titles if tokens[place : place + len(one)] == one), None)
        following = tokens[place + len(title)] if title and place + len(title) < len(tokens) else ""
        if title and (following.startswith("e:") or (language == "zh" and found and found[-1].startswith("e:"))):
            place += len(title)
            continue
        token = tokens[place]
        if found and token.startswith("e:") and _shares(found[-1], token):
            found[-1] = min(found[-1], token, key=len)
        else:
            found.append(token)
        place += 1
    return [tokens] if tuple(found) == tokens else [tokens, tuple(found)]


def _shares(one: str, other: str) -> bool:
    """Whether two names behind each other are one person's: a title that several bear is then this person's."""
    if not one.startswith("e:"):
        return False
    first, second = set(one[2:].split(",")), set(other[2:].split(","))
    return first <= second or second <= first


def _asked_about(reference: Tokens, asked: str, names: Names) -> bool:
    """Whether the reference is a deed of somebody whom the question names or describes: its subject is given."""
    if len(reference) < 2 or not reference[0].startswith("e:") or ":" in reference[1] or reference[1].isdigit():
        return False
    return reference[0] in normalized(asked, names) or bool(_DESCRIBED[names.language].search(asked))


def _span_agrees(said: Tokens, reference: Tokens, asked: str, language: Language) -> bool:
    """A span of time with its direction ("two days later"), which mustn't be the other than the question's."""
    if len(reference) < 2 or not reference[0].isdigit() or any(":" in token for token in reference):
        return False
    back = bool(_BACK[language].search(asked))
    units = {tuple(token.removesuffix("s") for token in reference[1:])}
    if reference[0] == "1" and units <= {("day",), ("天",)}:
        if said in _phrases((_LAST if back else _NEXT)[language], language):
            return True
    before = (*_BEFORE[language], *(_BEFORE_BACK if back else _BEFORE_ON)[language])
    behind = (*_BEHIND[language], *(_BEHIND_BACK if back else _BEHIND_ON)[language])
    if units == {("天",)}:
        units.add(())
    numbers = [place for place, token in enumerate(said) if token == reference[0]]
    return any(
        said[:place] in _phrases(before, language)
        and tuple(token.removesuffix("s") for token in said[place + 1 : place + 1 + len(unit)]) == unit
        and said[place + 1 + len(unit) :] in _phrases(behind, language)
        for place in numbers
        for unit in units
    )


@cache
def _phrases(texts: tuple[str, ...], language: Language) -> frozenset[Tokens]:
    return frozenset(tuple(tokens_of(text, language)) for text in texts)
