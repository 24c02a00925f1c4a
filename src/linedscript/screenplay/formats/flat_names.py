"""Who speaks in flat text, whose blank lines don't set cues apart: names in capitals on lines of their own."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import is_upper, split_cue
from linedscript.screenplay.formats.cast import Cast
from linedscript.screenplay.formats.colon_cues import LABEL, is_mentioned
from linedscript.screenplay.formats.plain_layout import Row, cue_name, ends_sentence
from linedscript.screenplay.lines import Line

_ROLE = Pattern(
    r"(?:.*\W)?(?:(?:POLICE|SALES|NEWS|CAB|FIRE|MAIL|FISHER|CHAIR|SPOKES|CAMERA|ANCHOR|CREW)?(?:MAN|WOMAN|PERSON)|GUY|"
    r"BOY|GIRL|KID|CHILD|BABY|VOICE|WAITER|WAITRESS|GUARD|OFFICER|COP|DRIVER|NURSE|DOCTOR|CLERK|SOLDIER|SERVANT|MESSENGER|"
    r"PORTER|MAID|BUTLER|PRIEST|TEACHER|STUDENT|MOTHER|FATHER|MOM|DAD|SON|DAUGHTER|BROTHER|SISTER|UNCLE|AUNT|GRANDMA|"
    r"GRANDPA|JUDGE|LAWYER|REPORTER|BARTENDER|BARMAN|CAPTAIN|SERGEANT|KING|QUEEN|PRINCE|PRINCESS|CROWD|ALL|BOTH|NARRATOR|"
    r"ANNOUNCER|OPERATOR|RECEPTIONIST|SECRETARY|AGENT|DETECTIVE|PILOT|STEWARDESS|STRANGER|NEIGHBOU?R|HOST|GUEST|"
    r"CUSTOMER|CASHIER|VENDOR|FARMER|SAILOR|THIEF|PRISONER|PATIENT|MANAGER|BOSS|"
    r"ОФИЦИАНТ(?:КА)?|ОХРАННИК|ВОДИТЕЛЬ|ВРАЧ|СОЛДАТ|ПРОДАВЕЦ|МУЖЧИНА|ЖЕНЩИНА|МАЛЬЧИК|ДЕВОЧКА|ГОЛОС|МАТЬ|ОТЕЦ)S?"
    r"(?: #?\d+)?"
)
"""Who has no name."""
_NOBODY = Pattern(
    r"(?:THE|A|AN|THIS|ONE|SAME|LATER|NEXT|SILENCE|DARK(?:NESS)?|BLACK|WHITE|MORNING|NIGHT|DAY|DAWN|DUSK|NOON|BOOM|BANG|"
    r"CRASH|BEEP|CLICK|THUD|SMASH|BEAT|PAUSE|MUSIC|MEANWHILE|OUTSIDE|INSIDE|ELSEWHERE|UPSTAIRS|DOWNSTAIRS|SPLIT|"
    r"THUNDER|LIGHTNING|RAIN|WIND|FIRE|SNOW|GUN(?:SHOTS?|FIRE)|SHOTS?|SCREAMS?|APPLAUSE|LAUGHTER|FOOTSTEPS|SIRENS?|"
    r"EXPLOSIONS?|DOORS?|PHONE|TELEPHONE|BELLS?|ALARM|KNOCK(?:ING|S)?|SNAP|RING|WHOOSH|SPLASH|BLAST|IMPACT|FLASH|LIGHTS?|"
    r"SCREECH|POP|SLAM|WHAM|POW|HOURS|DAYS|WEEKS|YEARS|SUDDENLY|FINALLY|BLOOD|WATER|SMOKE|"
    r"FREEZE|SLOW|HIGH|LOW|ON|IN|AT|FROM|WITH|TO|INTO|OVER|UNDER|HIS|HER|WE|THEY|HE|SHE|IT|YES|NO|STOP|HELP|GO|RUN)\b"
)
_CAPITALS = r"[A-ZÀ-ÖØ-ÞА-ЯЁ][A-ZÀ-ÖØ-ÞА-ЯЁ .'’#-]{0,24}?"
_INTRODUCED = Pattern(
    rf"(?:^[ \t]*|[.!?…][ ]+)(?P<acts>{_CAPITALS})[ ](?=[a-zß-ÿа-яё])|\b(?P<aged>{_CAPITALS}),?[ ]\(?\d\d?\b",
    re.MULTILINE,
)
"""``MARGE enters.``, ``MARGE (30)``, ``MARGE, 60,``: how a script names who comes in, and no thing."""
_FORM = Pattern(r"[^\W_][\w .'’#&/-]*")
_MOST_WORDS = 3
_LEAST_INSIDE = 3
"""Cues in mid-paragraph from which a file is written so."""


def flat_share(lines: Sequence[Line]) -> bool:
    """Whether cues of names that come again stand in mid-paragraph, as many as half of those that begin one."""
    inside, fresh = Counter[str](), Counter[str]()
    befores = ["", *(line.body for line in lines)]
    for before, line, after in zip(befores, lines, (*lines[1:], None), strict=False):
        body = line.body
        if not body or len(body) > 40 or body != body.upper() or not after or not after.body or is_upper(after.body):
            continue
        if after.indent == line.indent and (name := cue_name(body)) and _FORM.fullmatch(name):
            (inside if before else fresh)[name] += 1
    often = [count for name, count in inside.items() if count + fresh[name] > 1]
    return sum(often) >= _LEAST_INSIDE and len(often) > 1 and sum(often) * 2 >= fresh.total()


def inside_names(rows: Sequence[Row]) -> frozenset[str]:
    """In a file whose blank lines tell, names that are cues in mid-paragraph too."""
    inside, fresh = Counter[str](), Counter[str]()
    for number, row in enumerate(rows):
        if (name := _alone(rows, number)) is not None:
            (fresh if row.fresh else inside)[name] += 1
    often = {name: count for name, count in inside.items() if count + fresh[name] > 1}
    if sum(often.values()) < _LEAST_INSIDE or len(often) < 2 or sum(often.values()) * 2 < fresh.total():
        return frozenset()
    return frozenset({*often, *(name for name, count in fresh.items() if count > 1)})


def once_named(rows: Sequence[Row], often: frozenset[str], text: str, cast: Cast) -> frozenset[str]:
    """Names that stand alone once, in a file with ``often`` for cues: of somebody whom the text introduces in capitals.

    Where two come again, also of somebody whom the list of persons has or the text names elsewhere, of a kind of
    people, or of one or two words between a speech and the next cue.
    """
    if not often:
        return frozenset()
    introduced = _introduced(text)
    names: set[str] = set()
    for number in range(1, len(rows)):
        name = _alone(rows, number)
        if name is None or name in often or len(name.split()) > _MOST_WORDS or LABEL.fullmatch(name):
            continue
        if len(often) > 1 and cast.has(name):
            names.add(name)
        if rows[number].line.body[-1] == "." or _NOBODY.match(name):
            continue
        if name in introduced:
            names.add(name)
        elif len(often) > 1 and (_ROLE.fullmatch(name) or is_mentioned(name, text) or _answers(rows, number, often)):
            names.add(name)
    return frozenset(names)


@lru_cache(maxsize=2)
def _introduced(text: str) -> frozenset[str]:
    return frozenset(match["acts"] or match["aged"] for match in _INTRODUCED.finditer(text))


def _answers(rows: Sequence[Row], number: int, often: frozenset[str]) -> bool:
    """Whether a speech of a known name stands above, and below the one line that follows the next cue."""
    name = split_cue(rows[number].line.body)[0]
    if len(name.split()) > 2 or number < 2 or number + 2 >= len(rows):
        return False
    above = split_cue(rows[number - 2].line.body)[0]
    below = split_cue(rows[number + 2].line.body)[0]
    return above in often and below in often and ends_sentence(rows[number - 1].line.body)


def _alone(rows: Sequence[Row], number: int) -> str | None:
    """The name, if a row has the form of a cue and a line below that may be its speech."""
    row = rows[number]
    below = rows[number + 1] if number + 1 < len(rows) else None
    if row.heading or below is None or not below.tight or below.heading or len(row.line.body) > 60:
        return None
    name = None if is_upper(below.line.body) else cue_name(row.line.body)
    return name if name and _FORM.fullmatch(name) else None
