"""How the rules shape sentences of English and Chinese: length, clipping, clauses, lists."""

import re
from typing import Any

from linedscript.patterns import Pattern

_WORD = Pattern(r"[^\W_]+(?:[’'\-][^\W_]+)*")
_CLOSERS = "\"'”’」』）)*_~"
_STOPS = {"en": ".!?…", "zh": "。！？…"}
_SHORT = ("Mr", "Mrs", "Ms", "Dr", "St", "No")
_BREAKS = {"en": (", ", "; ", ": ", " and ", " but ", " - "), "zh": ("，", "；", "：", "、")}


def length(text: str, language: str) -> int:
    """Words of English; characters of Chinese that aren't blank."""
    return len(_WORD.findall(text)) if language == "en" else sum(1 for char in text if not char.isspace())


def tidy(text: str) -> str:
    """One line, without emphasis marks of a script and without the triangle of a Chinese action line."""
    return " ".join(re.sub(r"[*_]+|^[△▲\s]+", "", text).split())


def first_sentence(text: str, language: str) -> str:
    """Up to the first full stop outside quotation marks that isn't an abbreviation's, closing quotes included."""
    text = tidy(text)
    for match in re.finditer(r"[.!?…]+" if language == "en" else r"[。！？…]+", text):
        end = match.end()
        if text.count("“", 0, end) > text.count("”", 0, end) or text.count('"', 0, end) % 2:
            if text[end : end + 1] not in ("”", '"'):
                continue
        while end < len(text) and text[end] in _CLOSERS:
            end += 1
        if language == "en":
            word = text[: match.start()].rsplit(" ", 1)[-1]
            if match.group() == "." and (word in _SHORT or len(word) == 1 and word.isupper()):
                continue
            if end < len(text) and not text[end].isspace():
                continue
        return text[:end]
    return text


def clip(text: str, language: str, limit: int) -> str:
    """The text, cut at the last clause or word that keeps it within ``limit`` words or characters."""
    text = tidy(text)
    if length(text, language) <= limit:
        return text
    if language == "zh":
        kept, count = 0, 0
        for index, char in enumerate(text):
            count += not char.isspace()
            if count >= limit:
                break
            kept = index + 1
        head = text[:kept]
    else:
        ends = [match.end() for match in _WORD.finditer(text)]
        head = text[: ends[limit - 1]]
    cut = max((head.rfind(mark) for mark in _BREAKS[language]), default=-1)
    if cut > len(head) // 3:
        head = head[:cut]
    head = head.rstrip(" ,;:-—，；：、“")
    if head.count("“") > head.count("”"):
        return head + "…”"
    return head + ("." if language == "en" else "。")


def without_stop(text: str, language: str) -> str:
    """A sentence as a clause: no full stop at its end, nor before the quotation mark that ends it."""
    text = text.strip()
    stop = "." if language == "en" else "。"
    if text[-1:] in ("”", '"', "’") and text[-2:-1] in (stop, ";", ",", "；", "，"):
        return text[:-2] + text[-1]
    return text.rstrip(stop).rstrip()


def inline(text: str, language: str) -> str:
    """A sentence as it stands inside another one: no full stop, a small letter where it begins with an article."""
    text = without_stop(text, language)
    head = text.split(" ", 1)[0]
    return text[0].lower() + text[1:] if language == "en" and head in _ARTICLES else text


_ARTICLES = ("The", "A", "An", "Two", "Three", "Some", "Somebody", "Someone", "Everyone", "People", "Nobody", "No")


def headline(text: str, language: str, limit: int) -> str:
    """A title out of a sentence: nothing of what is quoted or said after the act, no full stop."""
    text = re.split(r"[;:；：]|, [“\"]", tidy(text), maxsplit=1)[0]
    return clip(sentence_case(text), language, limit).rstrip(".。 ")


def with_stop(text: str, language: str) -> str:
    text = text.strip()
    bare = text.rstrip(_CLOSERS)
    ends = _STOPS[language] + (",;，；" if bare != text else "")
    return text if bare and bare[-1] in ends else text + ("." if language == "en" else "。")


def possessive(name: str) -> str:
    """Ann's, James'."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def within_quotes(text: str) -> str:
    """The text as it stands between double quotation marks: its own become single ones, and one without its partner,
    where the text was cut, goes."""
    if text.count('"') % 2:
        cut = 0 if text.startswith('"') else text.rfind('"')
        text = text[:cut] + text[cut + 1 :]
    marks = [place for place, char in enumerate(text) if char in '“”"']
    inner, depth = list(text), 0
    for number, place in enumerate(marks):
        opens = text[place] == "“" or (text[place] == '"' and depth == 0)
        partner = any(text[other] in '”"' for other in marks[number + 1 :])
        if opens:
            inner[place] = "‘" if partner else ""
            depth += partner
        else:
            inner[place] = "’" if depth else ""
            depth -= depth > 0
    return "".join(inner)


def listing(names: list[str], language: str) -> str:
    """Ann, Bo and Cy; 甲、乙和丙."""
    if len(names) < 2:
        return "".join(names)
    if language == "zh":
        return "、".join(names[:-1]) + "和" + names[-1]
    return ", ".join(names[:-1]) + " and " + names[-1]


def sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


_SUBJECTS = {"en": ("He", "She", "They", "It", "I"), "zh": ("他们", "她们", "他", "她", "它", "我")}


def named(text: str, unit: dict[str, Any], names: dict[str, str], language: str) -> str:
    """The sentence with the doer's name where it begins with a pronoun; unchanged where the doer isn't known."""
    doer = next((part for part in unit["participants"] if part["role"] in ("agent", "speaker")), None)
    if doer is None:
        return text
    name = names.get(doer["entity"] or "", doer["name"])
    if name in _SUBJECTS[language] or name.casefold() in ("he", "she", "they", "it"):
        return text
    for pronoun in _SUBJECTS[language]:
        if text.startswith(pronoun) and (language == "zh" or text[len(pronoun) : len(pronoun) + 1] in (" ", "'", "’")):
            return name + text[len(pronoun) :]
    return text


def begins_with_pronoun(text: str, language: str) -> bool:
    if language == "zh":
        return text.startswith(_SUBJECTS["zh"])
    return text.split(" ", 1)[0].split("'")[0].split("’")[0] in {
        *_SUBJECTS["en"],
        "His",
        "Her",
        "Their",
        "Its",
        "My",
        "We",
        "You",
    }
