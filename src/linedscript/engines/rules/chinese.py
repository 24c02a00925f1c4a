"""Chinese text for the ``rules`` annotators: sentences, clauses, and the persons that a scene knows."""

import re
from typing import Any, NamedTuple

from linedscript.engines.rules.language_zh import (
    AMBIGUOUS,
    FEMALE_ADDRESS,
    FEMALE_ENDS,
    GIVE,
    HOSTILE,
    MALE_ADDRESS,
    MALE_ENDS,
    MOTION,
    OTHER,
    PARTICLE_SAFE,
    PERCEIVE,
    PERSONS,
    SURNAMES,
    TAKE,
    TITLES,
    WORDS_FIRST,
)

_SENTENCE = re.compile(r"[^。！？!?…；\n]+[。！？!?…；]*[”』」）)]*")
_PIECE = re.compile(r"[^，,。！？!?…；：:\n—]+")
_VERBS = tuple(sorted({*GIVE, *TAKE, *HOSTILE, *MOTION, *PERCEIVE, *OTHER}, key=lambda verb: (-len(verb), verb)))
_GUARDS = {
    "指": r"(?<![手拇食中小])指",
    "排": r"(?<![一后前])排",
    "烧": r"烧(?!饼)",
    "断": r"(?<!《)断",
    "等": r"等(?![上下])",
    "教": r"教(?!室|堂|士|师|授)",
    "叫": r"叫(?!做)",
    "叠": r"(?<![一二两三几半那这])叠",
    "掉": r"(?<![关脱摘扔丢卖忘])掉",
    "签": r"(?<![个份])签(?!名单)",
}
VERB = re.compile(r"同?[上下]场?$|" + "|".join(_GUARDS.get(verb, re.escape(verb)) for verb in _VERBS))
"""A verb; "上" and "下" only as stage directions, at a clause's end. Longest first."""

_BEFORE_ANOTHER = "在给对向把跟被朝和与着了"
"""Behind these a pronoun means another person than the one who does what is told."""


class Ref(NamedTuple):
    name: str
    start: int
    end: int


def sentences(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _SENTENCE.finditer(text) if match.group().strip()]


def pieces(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """The comma-separated parts of a sentence."""
    return [match.span() for match in _PIECE.finditer(text, low, high) if match.group().strip()]


class Cast:
    """Who can be meant in a Chinese scene: cue names, and in action a surname with a given name or title."""

    def __init__(self, payload: dict[str, Any]) -> None:
        names: dict[str, str | None] = {entry["name"]: entry["introduction"] for entry in payload["names"]}
        self.recurring = {entry["name"] for entry in payload["names"] if entry["scenes"] > 1}
        for element in payload["elements"]:
            if element["cue"]:
                names.setdefault(element["cue"]["name"], None)
        action = [element["text"] for element in payload["elements"] if element["kind"] == "action"]
        self.cues = {name for name in names if plausible(name)}
        self.found = sorted({name for text in action for name in _opening_names(text)} - self.cues)
        self.names = sorted((*self.cues, *self.found), key=lambda name: (-len(name), name))
        self._introductions = names
        self._said = "\n".join(element["text"] for element in payload["elements"] if element["kind"] == "dialogue")
        self._pattern = re.compile("|".join(map(re.escape, self.names)) or r"(?!)")
        self._roles = re.compile("|".join(sorted(PERSONS, key=lambda role: (-len(role), role))))

    def refs(self, text: str, low: int = 0, high: int | None = None) -> list[Ref]:
        """Named and generic persons, longest name first, left to right."""
        high = len(text) if high is None else high
        found = [Ref(match.group(), *match.span()) for match in self._pattern.finditer(text, low, high)]
        for match in self._roles.finditer(text, low, high):
            if not any(ref.start < match.end() and match.start() < ref.end for ref in found):
                found.append(Ref(match.group(), *match.span()))
        return sorted(found, key=lambda ref: ref.start)

    def gender(self, name: str) -> str | None:
        if name.startswith("女") or name.endswith(FEMALE_ENDS):
            return "f"
        if name.startswith("男") or name.endswith(MALE_ENDS):
            return "m"
        introduction = self._introductions.get(name) or ""
        after = introduction[introduction.find(name) + len(name) :] if name in introduction else ""
        seen = re.search("[他她]", after)
        if seen:
            between = {found.group() for found in self._pattern.finditer(after, 0, seen.start())} - {name}
            beside = (
                re.search(f"[{_BEFORE_ANOTHER}]$", after[: seen.start()]) and after[seen.end() : seen.end() + 1] != "的"
            )
            if not between or (len(between) == 1 and beside):  # 坐在他旁边 says it of another than who sits there
                return {"他": "m", "她": "f"}[seen.group()]
        return self._addressed(name)

    def _addressed(self, name: str) -> str | None:
        """Whom others call 敏姐 is a woman, 平哥 a man."""
        forms = "|".join(map(re.escape, dict.fromkeys((name, name[1:] or name, name[-1]))))
        found = set()
        for gender, ends in (("f", FEMALE_ADDRESS), ("m", MALE_ADDRESS)):
            if re.search(rf"(?<![\u4e00-\u9fff])(?:{forms})(?:{'|'.join(ends)})(?![\u4e00-\u9fff])", self._said):
                found.add(gender)
        return found.pop() if len(found) == 1 else None

    def is_role(self, name: str) -> bool:
        """A generic name: 老人, 士兵, 众人."""
        return self._roles.fullmatch(name) is not None or bool(
            re.fullmatch(r"(?:[男女老小]|[甲乙丙丁]|[一二三四]|\d)*(?:客|人|汉)?[甲乙丙丁\d]?", name)
        )


def same_person(one: str, other: str) -> bool:
    """Whether two names can mean one person: 晚秋 and 林晚秋, 丁婶 and 丁桂香."""
    short, long = sorted((one, other), key=len)
    if short == long or (len(short) > 1 and long.endswith(short)):
        return True
    return bool(short) and short[0] == long[0] and (short[1:] in TITLES or long[1:] in TITLES)


def plausible(name: str) -> bool:
    """Whether a cue's name can be a name: short, and without punctuation."""
    return 0 < len(name) <= 12 and not re.search(r"[，。！？：；“”（）()\[\]?？]", name)


def _opening_names(text: str) -> list[str]:
    """Surnames with one or two characters, or a title, that open a clause and are followed as a subject is."""
    found = []
    for low, high in sentences(text):
        for start, end in pieces(text, low, high):
            piece = text[start:end]
            if not piece or piece[0] not in SURNAMES:
                continue
            title = next((title for title in TITLES if piece.startswith(title, 1)), None)
            if title:
                found.append(piece[: 1 + len(title)])
                continue
            for length in (3, 2):
                if piece[0] in (WORDS_FIRST if length == 3 else AMBIGUOUS):
                    continue
                name, rest = piece[:length], piece[length:]
                if (
                    len(name) == length
                    and rest
                    and (rest[0] in PARTICLE_SAFE or VERB.match(rest))
                    and not VERB.search(name[1:])
                    and name[1] not in "腿手脚眼耳肩脸臂"
                    and not set(name[1:]) & set("的了着在是有个一上下不没也都还又就把被很已将说子")
                ):
                    found.append(name)
                    break
    return found
