"""What isn't story text in plain-text screenplays and plays: licence texts, title page, persons, end marks."""

from collections.abc import Sequence
from itertools import pairwise

from linedscript.contacts import AREA_NUMBER, LOCAL_NUMBER, MAIL, WEB, WEB_ADDRESS
from linedscript.patterns import Pattern
from linedscript.screenplay.contact_cuts import by_reason, outside_reason
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.formats.plain_headings import is_act, plain_heading
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import Line, split_lines

_LICENCE_TOP = Pattern(r"\*\*\* ?START OF TH(?:IS|E) .*\*\*\*")
_LICENCE_END = Pattern(r"(?:End of (?:the |this )?Project Gutenberg.*|\*\*\* ?END OF TH(?:IS|E) .*)")
_PERSONS = Pattern(
    r"[_*]*(?:(?:The )?Persons (?:of|in|represented in) the (?:Play|Drama|Comedy)|Persons Represented|"
    r"Dramatis Person(?:ae|æ)|"
    r"(?:The )?Characters(?: (?:of|in) the Play)?|Cast(?: of Characters)?|(?:The )?Cast|List of (?:Characters|Persons)|"
    r"Действующие лица(?: и исполнители)?|Дійові особи|登場人物|人物|등장인물|(?:Die )?Personen|"
    r"(?:Les )?Personnages|Personaggi|Personajes|Personagens)[_*.: ]*",
    2,
)
_END = Pattern(
    r"[-*_~ ]*(?:(?:THE )?END|FIN|FINIS|END OF (?:THE )?(?:FIRST|SECOND|THIRD|FOURTH|FIFTH|LAST) ACT|END OF ACT \w+|"
    r"END OF (?:SCREENPLAY|SCRIPT|PLAY)|КОНЕЦ(?: ФИЛЬМА| ПЬЕСЫ)?|Конец|КІНЕЦЬ|ENDE|終|終わり)[-*_~. ]*"
)
_LAST = Pattern(
    r"[-*_~ ]*(?:(?:THE )?END|FIN|FINIS|END OF (?:SCREENPLAY|SCRIPT|PLAY)|"
    r"КОНЕЦ(?: ФИЛЬМА| ПЬЕСЫ)?|Конец|КІНЕЦЬ|ENDE|終|終わり)[-*_~. ]*"
)
_OPENING = Pattern(r"(?:FADE|IRIS) (?:IN|UP).*|OVER BLACK.*|BLACK(?: SCREEN)?[.:]|ИЗ ЗТМ.*")
_BY = Pattern(
    r"\b(?:written|screenplay|script|story|teleplay|play|adapted|based|directed|revised|draft|copyright|registered|"
    r"agency|"
    r"productions?|pictures|contact|tel|phone|fax|e-?mail|all rights reserved|автор|сценарий|脚本|作)\b|"
    rf"©|\(c\)|{MAIL}|^by\b|{AREA_NUMBER}|\b\d{{3}}-\d{{3,4}}\b|\bWGA",
    2,
)
_ADDRESS = Pattern(WEB_ADDRESS, 2)
_EDITION = Pattern(
    r"\b(?:printed (?:at|by|in|and)|errat(?:a|um)|transcriber|typed by|all rights|rights reserved|"
    r"copyright|published (?:by|in)|licen[cs]e[ds]?|isbn|registered|wga\w?|performance rights|"
    r"(?:agent|agency|contact|tel|phone)\s*:|script (?:by|from|provided))(?:\b|(?<=:))|"
    rf"©|\(c\) ?\d|@[\w-]+\.|{WEB}|{AREA_NUMBER}|{LOCAL_NUMBER}",
    2,
)
_SURE = Pattern(
    rf"©|\(c\) ?\d|\bcopyright\b|all rights reserved|{MAIL}|{AREA_NUMBER}-\d{{4}}|"
    rf"{LOCAL_NUMBER}|\bWGA|\b(?:contact|tel|phone|fax|e-?mail)\s*:|"
    r"^(?:(?:an? )?(?:original )?(?:screenplay|teleplay|script|play|story) |(?:re)?written )?"
    r"by\b(?: [A-Z][\w.'’-]*)*[\s:]*$",
    2,
)
_CAPTION = Pattern(r"(?:SUPER(?:IMPOSE)?|TITLE(?: CARD)?|CARD|CAPTION|CHYRON|ON SCREEN|SIGN|ТИТР)S?\s*[:(\"“]", 2)
_PERSON = Pattern(r"[_*]*(?:[A-ZА-ЯЁ][^\s,.:;(]*[ _*]*){1,6}(?:[,.:;(\[—–-]|\s{2,}|$)|[\u3400-\u9fff\uac00-\ud7a3]")
"""An entry of the list of persons: a name, and what they are behind a mark."""
_NAMED = Pattern(r"[_*]*(?P<name>[^\W\d_][^.:,;(\[—–\r\n]{0,40}?)[_*]*\s*(?:[.:,;(\[—–]|$)")
_SAID = Pattern(r"[_*]*[^\W\d_][^.:,;(\[—–\r\n]{0,40}?[_*]*\s*(?:\([^()]{1,60}\)\s*)?[.:][_*]*\s+\S")
_COLON = Pattern(r"[A-ZА-ЯЁ][A-ZА-ЯЁ0-9 .'’-]{0,30}(?:\([^()]{1,30}\))?: +\S")
_LABELLED = Pattern(r"[-*_\s]*(?:ERRAT(?:A|UM)|TRANSCRIBER['’]?S? NOTES?|NOTES?)[-*_.:\s]*", 2)
_RIGHTS = Pattern(r"©|\(c\) ?\d|copyright|rights reserved|\bWGA", 2)
_ADDRESSES = Pattern(rf"\d{{3}}|@|©|{WEB}", 2)
_MOST = 60
"""Lines that a title page has at most, cast list apart."""


def licences(text: str) -> list[Cut]:
    """What stands above ``*** START OF`` and from ``End of Project Gutenberg`` on."""
    if "*** START" not in text and "***START" not in text and "Gutenberg" not in text:
        return []
    cuts = []
    lines = split_lines(text)
    for number, line in enumerate(lines):
        if number < 400 and _LICENCE_TOP.fullmatch(line.body):
            after = number + 1
            while after < len(lines) and not lines[after].body:
                after += 1
            cuts.append(Cut(0, lines[after - 1].stop, "licence_text"))
        elif line.body and line.body[0] in "*E" and _LICENCE_END.fullmatch(line.body):
            cuts.append(Cut(line.start, len(text), "licence_text"))
            break
    return cuts


def front_matter(text: str) -> list[Cut]:
    """Title page and list of persons: what stands above the first heading, act or ``FADE IN:``, if it is no story."""
    lines = split_lines(text)
    first = _story(lines)
    if not first:
        return []
    persons, stop = _persons(lines, first)
    play = is_act(lines[first].body) or persons < first
    begin = persons if persons < first else _first_speech(lines, 0, first)
    if play and begin == first and _speeches(lines[:persons]) < 3:
        cuts = by_reason(lines, 0, persons, "title_page") if any(line.body for line in lines[:persons]) else []
    elif play and persons < first and _first_speech(lines, 0, persons) == persons:
        cuts = by_reason(lines, 0, persons, "title_page") if _speeches(lines[:persons]) < 3 and persons else []
    else:
        cuts = title_block(lines, persons)
    if persons < first:
        cuts.append(Cut(lines[persons].start, lines[stop - 1].stop, "cast_list"))
    return cuts


def title_block(lines: Sequence[Line], first: int) -> list[Cut]:
    """Of what stands above line ``first`` the paragraphs of a title page, down to the last that bears a mark of one.

    Sentences, cues with speech and captions are story wherever they stand.
    """
    blocks: list[tuple[int, int]] = []
    at = 0
    while at < first:
        end = at + 1
        if lines[at].body:
            while end < first and lines[end].body:
                end += 1
            blocks.append((at, end))
        at = end
    story = [_tells_story(lines[low:high]) for low, high in blocks]
    marked = [
        number
        for number, (low, high) in enumerate(blocks)
        if not story[number] and any(_marks_title(line.body) for line in lines[low:high])
    ]
    if not marked or sum(high - low for low, high in blocks) > _MOST:
        return []
    cuts: list[Cut] = []
    for number, (low, _) in enumerate(blocks):
        if story[number] or number > marked[-1] and any(story[:number]):
            continue
        after = blocks[number + 1][0] if number + 1 < len(blocks) else first
        cuts += by_reason(lines, low if cuts or low else 0, after, "title_page")
    return cuts


def _marks_title(body: str) -> bool:
    """A by-line, a draft, registration or contact details; no sentence that has one of their words."""
    if len(body) > 200:
        return False
    if _SURE.search(body):
        return True
    return bool(_BY.search(body)) and len(body.split()) <= 10 and body[-1] not in '.!?,…"”'


def _is_said(body: str) -> bool:
    """Whether a line is a speech behind its cue and a colon; a label's value bears no sentence."""
    return body[-1] in ".!?…" and bool(_COLON.match(body)) and not _ADDRESSES.search(body)


def _names_author(body: str) -> bool:
    return _marks_title(body) and body[-1] not in ".!?"


def _tells_story(block: Sequence[Line]) -> bool:
    """Whether a paragraph above the first heading is story: a sentence, a caption, or a cue with speech."""
    body, last = block[0].body, block[-1].body
    if any(_CAPTION.match(line.body) or len(line.body) > 200 or _is_said(line.body) for line in block):
        return True
    ends = last[-1] in ".!?…" or last[-1] in '"”’)*_' and last[-2:-1] in tuple(".!?…")
    text = " ".join(line.body for line in block)
    if _SURE.search(text) and not (ends and not _RIGHTS.search(text) and len(block) == 2 and is_upper(body)):
        return False
    if len(block) > 1 and is_upper(split_cue(body)[0]) and not _names_author(block[1].body):
        below = {line.indent for line in block[1:]}
        inset = len(below) == 1 and len(block) > 2 and block[0].indent >= max(below) + 5
        if ends or inset or split_cue(body)[1]:
            return True
    if any(_marks_title(line.body) for line in block):
        return False
    words = text.split()
    return len(text) > 140 or ends and len(words) >= 2 and not (len(words) <= 3 and text.istitle())


def _persons(lines: Sequence[Line], first: int) -> tuple[int, int]:
    """Where the list of persons starts and stops; ``first`` twice where there is none."""
    start = next(
        (number for number in range(first) if lines[number].body and _PERSONS.fullmatch(lines[number].body)), -1
    )
    if start < 0:
        return first, first
    staged = is_act(lines[first].body) or lines[first].body[:5].upper() == "SCENE"
    if staged and _first_speech(lines, start + 1, first) == first:
        return start, first
    stop, entries = start + 1, 0
    at = start + 1
    while at < first:
        if lines[at].body:
            if not lines[at - 1].body and not _PERSON.match(lines[at].body) or _CAPTION.match(lines[at].body):
                break
            if _SAID.match(lines[at].body) and lines[at].body[-1] in ".!?":
                break
            entries += bool(_PERSON.match(lines[at].body))
            after = lines[at + 1] if at + 1 < first else None
            if after and after.body and not lines[at - 1].body and is_upper(split_cue(lines[at].body)[0]):
                if after.body[-1] in ".!?" and not is_upper(after.body):
                    break
        stop = at + 1
        at += 1
    return (start, stop) if entries >= 2 else (first, first)


def _first_speech(lines: Sequence[Line], low: int, high: int) -> int:
    """The first line of somebody's speech, ``NAME. Words``, where a name comes again; ``high`` where none does."""
    seen: dict[str, int] = {}
    for number in range(low, high):
        body = lines[number].body
        if not body or not body[0].isupper() or len(body) > 2000:
            continue
        match = _NAMED.match(body)
        if not match or is_act(body) or match.group("name").split()[0].upper() in ("ACT", "SCENE", "TIME", "PLACE"):
            continue
        name = match.group("name").strip()
        if name in seen and _SAID.match(body):
            return number
        seen[name] = number
    return high


def _story(lines: Sequence[Line]) -> int | None:
    """The first line that opens the story, behind a table of contents: headings that all come again further down."""
    opening = (number for number, line in enumerate(lines) if line.body and _opens(line))
    first = next(opening, None)
    if first is None or not (is_act(lines[first].body) or lines[first].body[:5].upper() == "SCENE"):
        return first
    listed = [first]
    for number, line in enumerate(lines[first + 1 :], first + 1):
        if line.body:
            if not _opens(line):
                break
            listed.append(number)
    if len(listed) < 3:
        return first
    names = {" ".join(lines[number].body.upper().split()) for number in listed}
    again = [
        number
        for number, line in enumerate(lines[listed[-1] + 1 :], listed[-1] + 1)
        if line.body and len(line.body) <= 300 and " ".join(line.body.upper().split()) in names
    ]
    return again[0] if len(again) * 2 >= len(listed) else first


def _opens(line: Line) -> bool:
    return len(line.body) <= 300 and bool(
        plain_heading(line.body) or is_act(line.body) or _OPENING.fullmatch(line.body)
    )


def _speeches(lines: Sequence[Line]) -> int:
    """How many cues with speech stand there: names in capitals right above a line that isn't."""
    return sum(
        0 < len(line.body) <= 40
        and after.body != ""
        and is_upper(line.body)
        and not is_upper(after.body)
        and after.body[-1] in ".!?"
        and not _BY.search(after.body)
        for line, after in pairwise(lines)
    )


def end_marks(text: str) -> list[Cut]:
    """``THE END`` on a line of its own, and what follows the last one, if no scene does."""
    lines = split_lines(text)
    cuts = []
    last = None
    for number, line in enumerate(lines):
        body = line.body
        if not 0 < len(body) <= 40 or body[0].islower() or not _END.fullmatch(body) or _is_cue(lines, number):
            continue
        if _LAST.fullmatch(body):
            last = number
        else:
            cuts.append(Cut(*whole_lines(text, line.start, line.end), "end_mark"))
    if last is not None and _ends_story(lines, last):
        cuts.append(Cut(*whole_lines(text, lines[last].start, lines[last].end), "end_mark"))
        cuts += _edition(lines, last + 1)
    return cuts


def _ends_story(lines: Sequence[Line], last: int) -> bool:
    """Whether neither a heading nor anybody's speech follows."""
    after = [line for line in lines[last + 1 :] if line.body]
    if len(after) > 120:
        return False
    spoken = any(_is_said(line.body) or _COLON.match(line.body) and not _marks_edition(line.body) for line in after)
    return not spoken and not any(map(_opens, after)) and not _speeches(lines[last + 1 :])


def _marks_edition(body: str) -> bool:
    return bool(_EDITION.search(body[:400])) or outside_reason(body[:200]) is not None


def _edition(lines: Sequence[Line], first: int) -> list[Cut]:
    """Notes of the edition behind the end: paragraphs that bear a mark of them, and all below a label such as ERRATA.

    A story may go on behind THE END: what bears none stays.
    """
    web = any(_ADDRESS.search(line.body) for line in lines[first:] if len(line.body) <= 400)
    cuts: list[Cut] = []
    at = first
    while at < len(lines):
        while at < len(lines) and not lines[at].body:
            at += 1
        stop = at
        while stop < len(lines) and lines[stop].body:
            stop += 1
        if any(_marks_edition(line.body) for line in lines[at:stop]):
            if _LABELLED.fullmatch(lines[at].body):
                stop = len(lines)
            while stop < len(lines) and not lines[stop].body:
                stop += 1
            cuts += by_reason(lines, at, stop, "site_banner" if web else "licence_text")
        at = stop
    return cuts


def _is_cue(lines: Sequence[Line], number: int) -> bool:
    """Whether speech stands right below, so that somebody is called so, or a cue right above, so that it is said."""
    line = lines[number]
    above = lines[number - 1].body if number else ""
    if above:
        return lines[number - 1].indent >= line.indent and len(above) <= 60 and is_upper(split_cue(above)[0])
    after = lines[number + 1] if number + 1 < len(lines) else line
    if after is line or not after.body or not line.body.isalpha():
        return False
    return not is_upper(after.body) or after.indent + 4 <= line.indent or after.body[-1] in ".!?"
