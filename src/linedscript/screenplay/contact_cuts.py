"""Contact details, registration and draft lines that stand outside the story: on the title page, behind the end.

What a character reads aloud or a sign shows is story: nothing here looks between the first heading and the end.
"""

from collections.abc import Sequence

from linedscript.contacts import WEB, found
from linedscript.patterns import Pattern
from linedscript.records.scene import RemovalReason
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.kept import Cut
from linedscript.screenplay.lines import Line

DRAFT = Pattern(
    r"\bWGA[WE]?\b|\bWRITERS GUILD\b|\bREGIST(?:ERED|RATION)\b|^(?:.{0,30}\b)?(?:DRAFT|REV(?:\.|ISED|"
    r"ISIONS?))\b.{0,40}$|"
    r"^(?:FINAL |REVISED )?(?:SHOOTING|PRODUCTION) SCRIPT\b.{0,30}$|作品登记|登记号|稿次|第[一二三四五六七八九十\d]+稿",
    2,
)
_LABEL = Pattern(
    r"(?:contacts?(?: info(?:rmation)?)?|represented by|representation|agents?|agency|managers?|management|attorney|"
    r"address|tel|"
    r"telephone|phone|mobile|cell|fax|e-?mail|website|web|rights|联系(?:人|方式|电话)?|电话|手机|邮箱|地址|微信|QQ|"
    r"連絡先|контакты)"
    r"\b\.?\s*(?:[:：].*)?",
    2,
)
_AGENCY = Pattern(
    r"\b(?:AGENCY|TALENT|MANAGEMENT|ENTERTAINMENT|ARTISTS|PRODUCTIONS?|PICTURES|FILMS|STUDIOS?|LITERARY|ASSOCIATES|"
    r"INC|LLC|LTD|"
    r"GMBH)\b\.?",
    2,
)
_SITE = Pattern(WEB, 2)
_CREDIT = Pattern(r"\b(?:by|story|based|adapted|screenplay|written|title|fade)\b", 2)
_END = Pattern(
    r"[>*_~\-\s]*(?:THE END|END|FIN|FINIS|CURTAIN|END OF (?:SCREENPLAY|SCRIPT|PLAY|PILOT|EPISODE|FILM|MOVIE)|"
    r"FADE (?:OUT|TO BLACK)|"
    r"(?:SMASH |HARD )?CUT TO BLACK|BLACKOUT|ROLL CREDITS|CREDITS ROLL|КОНЕЦ|終|終わり|剧终|全剧终|完|"
    r"全文完)[.:。<*_~\-\s]*"
)
_SHOWN = Pattern(r"(?:SUPER(?:IMPOSE)?|TITLES?|TITLE CARD|CARD|ON[ -]SCREEN|CAPTION|CHYRON|INSERT|SIGN|ТИТР)\b", 2)
"""How a line begins that says what is to be read on the screen."""
_WORDS = 8
"""Words of a line that ends like a sentence and is still a contact detail, at most."""
_MOST = 25
"""Lines that contact details behind the end have at most."""


def outside_reason(body: str) -> RemovalReason | None:
    """Of a line that isn't story: ``contact`` or ``draft_line``; null where it is neither."""
    if _LABEL.fullmatch(body):
        return "contact"
    kinds = {kind for kind, _ in found(body)}
    if kinds and len(body.split()) > _WORDS and body[-1] in ".!?":
        return None
    if kinds - {"web-address"}:
        return "contact"
    if DRAFT.search(body):
        return "draft_line"
    return "contact" if (kinds or _SITE.search(body)) and len(body.split()) <= 4 else None


def by_reason(lines: Sequence[Line], first: int, stop: int, otherwise: RemovalReason) -> list[Cut]:
    """Cut lines ``[first, stop)``, each paragraph's contact details apart from the rest; blank lines go with what is
    before them."""
    reasons: list[RemovalReason] = []
    at = first
    while at < stop:
        if not lines[at].body:
            reasons.append(reasons[-1] if reasons else otherwise)
            at += 1
            continue
        end = at
        while end < stop and lines[end].body:
            end += 1
        own = [outside_reason(line.body) if len(line.body) <= 200 else None for line in lines[at:end]]
        contacts = [number for number, reason in enumerate(own) if reason == "contact"]
        if contacts and not any(_CREDIT.search(line.body) for line in lines[at:end] if len(line.body) <= 200):
            own = [reason or "contact" for reason in own]
        reasons += [reason or otherwise for reason in own]
        at = end
    return [
        Cut(lines[first + number].start, lines[first + number].stop, reason) for number, reason in enumerate(reasons)
    ]


def closing_contacts(text: str, lines: Sequence[Line], marks: Sequence[str | None], bodies: Sequence[str]) -> list[Cut]:
    """Contact details that follow the end of the story, or a label that says so, down to the end of the file.

    ``bodies`` are those of ``lines``.
    """
    solid: list[int] = []
    for number in range(len(bodies) - 1, -1, -1):
        if not (body := bodies[number]):
            continue
        if len(solid) > _MOST or len(body) > 90:
            break
        if _END.fullmatch(body):
            return [] if _spoken_end(lines, number) else _closing(text, lines, solid[::-1])
        if not marks[number]:
            solid.append(number)
    solid.reverse()
    for place, number in enumerate(solid):
        body = bodies[number]
        fresh = number == 0 or not bodies[number - 1]
        if fresh and (":" in body or "：" in body) and _LABEL.fullmatch(body):
            if cuts := _closing(text, lines, solid[place:], 2):
                return cuts
    return []


def _closing(text: str, lines: Sequence[Line], solid: Sequence[int], least: int = 1) -> list[Cut]:
    """The cuts, if every line is a contact detail, a draft line or a name, and at least so many are contacts."""
    reasons = [outside_reason(lines[number].body) for number in solid]
    if reasons.count("contact") < least or not all(
        reason or _is_name(lines[number].body) for reason, number in zip(reasons, solid, strict=True)
    ):
        return []
    bodies = [lines[number].body for number in solid]
    if any(_SHOWN.match(body) for body in bodies) or not _says_contact(bodies, lines, solid):
        return []
    return by_reason(lines, solid[0], len(lines), "contact")


def _spoken_end(lines: Sequence[Line], number: int) -> bool:
    """Whether ``THE END`` is said, below its cue, or names who speaks below."""
    above = lines[number - 1] if number else None
    if above and above.body and above.indent > lines[number].indent and is_upper(split_cue(above.body[:200])[0]):
        return True
    below = lines[number + 1] if number + 1 < len(lines) else None
    return bool(below and below.body and below.indent + 4 <= lines[number].indent and not (above and above.body))


def _says_contact(bodies: Sequence[str], lines: Sequence[Line], solid: Sequence[int]) -> bool:
    """Whether a block is contact details beyond doubt: a label, two kinds of them, or a name right above an address."""
    if any((":" in body or "：" in body) and _LABEL.fullmatch(body) for body in bodies):
        return True
    kinds = {kind for body in bodies for kind, _ in found(body)}
    if len(kinds) >= 2:
        return True
    named = len(solid) >= 2 and solid[1] == solid[0] + 1 and lines[solid[0]].indent <= lines[solid[1]].indent
    return named and not is_upper(bodies[0]) and "e-mail" in kinds


def _is_name(body: str) -> bool:
    return len(body) <= 45 and len(body.split()) <= 5 and (body[-1] not in '.!?:,;"”' or bool(_AGENCY.search(body)))
