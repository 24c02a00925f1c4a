"""Character cues: the name apart from its extensions, and how the voice reaches the scene."""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from linedscript.han import closed_up
from linedscript.patterns import Pattern
from linedscript.records.scene import Cue

_OVER = Pattern(
    r"\bV\.?\s?/?\s?O\b|VOICE[ -]?OVER|NARRAT|\bPRE-?LAP|\bFILTERED?\b|ON (?:THE )?(?:PHONE|RADIO|TV)|"
    r"旁白|独白|内心|心声|内心OS|\bГ?З\.?\s?/?\s?К\b|ЗА КАДРОМ|ナレーション|モノローグ",
    re.IGNORECASE,
)
_OFF = Pattern(
    r"\bO\.?\s?/?\s?[SC]\b|OFF[ -]?(?:SCREEN|CAMERA|STAGE)?\b|画外音|画外|场外|幕后|\bВНЕ КАДРА\b", re.IGNORECASE
)
_NAMED = (
    r"arabic|bengali|cantonese|chinese|czech|danish|dutch|english|farsi|finnish|french|gaelic|german|greek|hebrew|hindi|"
    r"hungarian|icelandic|indonesian|irish|italian|japanese|korean|latin|malay|mandarin|norwegian|persian|polish|portuguese|"
    r"punjabi|romanian|russian|serbian|sign language|spanish|swahili|swedish|tagalog|tamil|thai|turkish|ukrainian|urdu|"
    r"vietnamese|welsh|yiddish"
)
_LANGUAGE = Pattern(
    rf"(?:(?:speaks?|speaking|now) )?in (?P<said>{_NAMED})|(?P<named>{_NAMED})|"
    r"(?:用|说|讲)?(?P<chinese>英语|英文|汉语|中文|普通话|国语|法语|德语|日语|日文|俄语|韩语|粤语|西班牙语|意大利语|葡萄牙语|阿拉伯语|"
    r"闽南语|方言|上海话|四川话|广东话|东北话|北京话|手语)|"
    r"(?P<russian>(?:по|на)[- ]\w+ски|на \w+ском)",
    re.IGNORECASE,
)
_VOICES = frozenset(("旁白", "画外音", "ГОЛОС ЗА КАДРОМ", "ЗА КАДРОМ"))
"""Who has no other name than how the voice reaches the scene."""
_PART = Pattern(r"\s*[;,，；、/]\s*")
_CONTINUED = Pattern(
    r"CONT(?:['’`´ʼ＇‘]?D|INUED|INUING)?\.?\b|^ПРОД|^续$|"
    r"^(?:SUITE|FORTS(?:ETZUNG|\.)?|SEGUE|CONTIN[ÚU]A|계속)\.?$",
    re.IGNORECASE,
)
_UNBRACKETED = Pattern(
    r"(?<![ \t])(?<!^ГОЛОС)[ \t]+(?P<extension>V\. ?O\.|O\. ?[SC]\.|CONT['’`´ʼ＇‘]D\.?|画外音|旁白|"
    r"(?:ГОЛОС )?ЗА КАДРОМ|З\. ?К\.|З/К)$",
    re.IGNORECASE,
)
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´ʼ＇‛ʹ", "'") | dict.fromkeys("‐‑–—", "-"))
_TOGETHER = Pattern(
    r"[/&＆、，+]|,(?!\s*(?:JR|SR|ESQ|M\.?D|PH\.?D)\b)|\s(?:AND|И|UND|ET)\s|(?<=[\u3400-\u9fff])[和与及](?=[\u3400-\u9fff])",
    re.IGNORECASE,
)
_GOES_ON = Pattern(r".*[^\s&/+](?:\s+(?:AND|И|UND|ET)|\s*[&/+])")
_GOES_BACK = Pattern(r"(?:(?:AND|И|UND|ET)\s+|[&/+]\s*)(?P<name>\S.*)")
"""Cues of several on two lines: what the first ends with, or the second begins with."""
_ON, _BACK = frozenset("&/+DИT)^"), frozenset("&/+AИUE")
"""The last letters of the one and the first of the other."""
_MIXED = Pattern(r"\w*[А-яЁё]\w*")
_LOOKALIKES = str.maketrans("ABCEHKMOPTXaceopxy", "АВСЕНКМОРТХасеорху")


def voice(extensions: tuple[str, ...]) -> str:
    """``over``, ``off`` or ``on`` (D12)."""
    extensions = tuple(
        extension if extension.isascii() else unicodedata.normalize("NFKC", extension) for extension in extensions
    )
    if any(_OVER.search(extension) for extension in extensions):
        return "over"
    return "off" if any(_OFF.search(extension) for extension in extensions) else "on"


def spoken_language(extension: str) -> str | None:
    """``French`` of ``in French``, ``SPANISH`` of ``V.O., SPANISH``, ``英语`` of ``用英语``."""
    for part in _PART.split(extension):
        if match := _LANGUAGE.fullmatch(part):
            return next(group for group in match.groups() if group)
    return None


def is_voice(extension: str) -> bool:
    """Whether a bracket says how the voice reaches the scene, as opposed to how a line is spoken."""
    return len(extension) <= 12 and voice((extension,)) != "on"


@lru_cache(maxsize=4096)
def make_cue(name: str, extensions: tuple[str, ...] = ()) -> Cue:
    return Cue(
        name=name,
        extensions=extensions,
        voice=voice((*extensions, name) if name.upper() in _VOICES else extensions),
        continued=any(_CONTINUED.search(extension) for extension in extensions),
        language=next((found for extension in extensions if (found := spoken_language(extension))), None),
    )


def split_cue(body: str) -> tuple[str, tuple[str, ...]]:
    """``JOE (V.O.) (CONT'D)`` to ``JOE`` and its extensions as written; ``JOE V.O.`` likewise.

    The name is how ``body`` begins. A bracket that opens and never closes stays, as does one with no name before it.
    """
    body = body.rstrip()
    if not body or body[-1] not in ")）.Dd音白МмКк":
        return body, ()
    extensions: list[str] = []
    while body[-1:] in (")", "）"):
        at = max(body.rfind("("), body.rfind("（"))
        inner = body[at + 1 : -1]
        if at <= 0 or ")" in inner or "）" in inner or not (name := body[:at].rstrip()):
            break
        extensions.append(inner.strip())
        body = name
    while (match := _UNBRACKETED.search(body)) and (name := body[: match.start()].rstrip(" \t,–—-")):
        extensions.append(match.group("extension"))
        body = name
    return body, tuple(reversed(extensions))


def speaker(name: str) -> str:
    """A cue's name as it is compared: one for JOE'S MOM and Joe’s Mom, whatever blanks and full-width letters it has.

    A Chinese name has no blanks; a Latin letter in a Cyrillic word counts as the Cyrillic one that looks like it.
    """
    plain = unicodedata.normalize("NFKC", name).translate(_APOSTROPHES)
    plain = _MIXED.sub(lambda word: word.group().translate(_LOOKALIKES), plain)
    return closed_up(" ".join(plain.split()).strip("*_")).casefold()


def speakers(name: str) -> tuple[str, ...]:
    """Who speaks under a cue: ``MOTHER`` and ``FATHER`` of ``MOTHER/FATHER``, ``JOE`` and ``ANN`` of ``JOE & ANN``."""
    parts = tuple(dict.fromkeys(part for part in map(str.strip, _TOGETHER.split(name)) if part))
    together = len(parts) > 1 and all(any(char.isalpha() for char in part) for part in parts)
    return parts if together else (name,)


def is_joint(first: str, second: str, lines: Collection[str]) -> bool:
    """Whether two lines in capitals, one right below the other, are the cue of several: ``PIP AND`` over ``POP``.

    ``PIP`` over ``AND POP`` is one where ``POP`` stands alone on another of ``lines`` as well: else it may be shouted.
    """
    if second[:1] not in _BACK and first[-1:] not in _ON:
        return False
    one, other = split_cue(first.rstrip("^ \t"))[0], split_cue(second.rstrip("^ \t"))[0]
    if not (one and other and is_upper(one) and is_upper(other)) or other[-1] in ".!?…:," or one[-1] in ".!?…:,":
        return False
    if _GOES_ON.fullmatch(one):
        return len(other) <= 40 and not _GOES_BACK.fullmatch(other)
    return (match := _GOES_BACK.fullmatch(other)) is not None and match["name"] in lines


def has_case(text: str) -> bool:
    return text.lower() != text.upper()


def is_upper(text: str) -> bool:
    """Letters with case, and none of them small; ``ß`` has no capital in most founts, and stands in capitals too."""
    if text == text.upper():
        return text != text.lower()
    return "ß" in text and is_upper(text.replace("ß", ""))
