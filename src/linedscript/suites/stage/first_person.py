"""Claims about a character as the character would say them: the reference answers of Task III's controls."""

from collections.abc import Sequence

from linedscript.engines.rules.language_en import THIRD
from linedscript.engines.rules.wording import without_stop
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.stage import Claim

_WORD = Pattern(r"[A-Za-z]+")
_FORMS = {"is": "am", "has": "have", "was": "was", "does": "do", "goes": "go"}
_AND = Pattern(r"^and (.+?) are (.+)$")
DENIALS: dict[Language, str] = {"en": "No. I don't know anything of the kind.", "zh": "没有，这种事我不知道。"}
"""What a character says of what isn't so, or isn't known to it, at the moment."""
_OF: dict[Language, str] = {
    "en": "No. I don't know anything of what you ask: {asked}.",
    "zh": "没有，你问的这种事我不知道：{asked}。",
}
"""A denial that takes up what was asked, in one sentence: all of it is denied."""
_STOPS = Pattern(r"\s*[.!?…。！？\n]+\s*")
_KNOWS: dict[Language, str] = {"en": "I know about it: {fact}", "zh": "这件事我知道：{fact}"}
_AGAIN: dict[Language, str] = {"en": "Yes, I stand by that. {first}", "zh": "是的，我还是这么说。{first}"}


def first_person(text: str, names: Sequence[str], language: Language) -> str:
    """The sentence with ``names``, the character's forms of name, in the first person."""
    forms = sorted((name for name in names if len(name) > 1), key=len, reverse=True)
    if language == "zh":
        for name in forms:
            text = text.replace(name, "我")
        return text
    subject = next((name for name in forms if text.startswith(f"{name} ")), None)
    if subject is None:
        return _object(text, forms)
    rest = _object(text[len(subject) + 1 :], forms)
    if match := _AND.match(rest):
        return f"{match[1]} and I are {match[2]}"
    verb = _WORD.match(rest)
    if verb is None:
        return f"I {rest}"
    form = _FORMS.get(verb.group()) or THIRD.get(verb.group()) or verb.group()
    return f"I {form}{rest[verb.end() :]}"


def _object(text: str, forms: Sequence[str]) -> str:
    for name in forms:
        for mark in ("'s", "’s"):
            text = text.replace(f"{name}{mark} ", "my ")
        text = _whole(text, name)
    return text


def _whole(text: str, name: str) -> str:
    """With the name as a word of its own replaced."""
    pieces = text.split(name)
    joined = pieces[0]
    for piece in pieces[1:]:
        apart = not joined[-1:].isalnum() and not piece[:1].isalnum()
        joined += ("me" if apart else name) + piece
    return joined


def answer(claims: Sequence[Claim], names: Sequence[str], language: Language, asked: str = "") -> str:
    """What a true answer holds of these claims: what supports it in the first person; where nothing does, or the
    character can't know, that it doesn't know. ``asked``: the request, taken up by a denial."""
    said = []
    for claim in claims:
        if claim.role != "supporting":
            continue
        text = first_person(claim.text, names, language)
        known = claim.source.startswith("access/")
        said.append(_KNOWS[language].format(fact=without_stop(text, language) + _stop(language)) if known else text)
    if not said or any(claim.role == "unknown" for claim in claims):
        taken = _STOPS.sub("，" if language == "zh" else ", ", asked).strip(" ,，")
        said.append(_OF[language].format(asked=taken) if taken else DENIALS[language])
    return (" " if language == "en" else "").join(said)


def again(first: str, language: Language) -> str:
    """The first answer, when the talk comes back to it."""
    return _AGAIN[language].format(first=first)


def _stop(language: Language) -> str:
    return "." if language == "en" else "。"
