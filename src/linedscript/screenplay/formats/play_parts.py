"""Acts and scenes of plays in other languages: ``Действие первое``, ``Scène 2``, ``1. Akt``, ``제1막``."""

import re

from linedscript.patterns import Pattern

_NUMBER = r"(?:\d{1,3}[a-z]?|[IVXLC]{1,7})"
_SLAVIC = (
    r"(?:перв(?:ое|ая|ый)|втор(?:ое|ая|ой)|трет(?:ье|ья|ий)|четв[её]рт(?:ое|ая|ый)|пят(?:ое|ая|ый)|шест(?:ое|ая|ой)|"
    r"седьм(?:ое|ая|ой)|восьм(?:ое|ая|ой)|девят(?:ое|ая|ый)|десят(?:ое|ая|ый)|последн(?:ее|яя|ий)|"
    r"перша|друга|третя|четверта|п['’]ята)"
)
_ROMANCE = (
    r"(?:premi[eè]re?|deuxi[eè]me|seconde?|troisi[eè]me|quatri[eè]me|cinqui[eè]me|sixi[eè]me|septi[eè]me|huiti[eè]me|"
    r"neuvi[eè]me|dixi[eè]me|derni[eè]re?|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|prim[oa]|second[oa]|"
    r"terz[oa]|quart[oa]|primeir[oa]|terceir[oa]|últim[oa]|ultim[oa])"
)
_GERMAN = r"(?:(?:ers|zwei|drit|vier|fünf|sechs|sieb|sieben|ach|neun|zehn|letz)t(?:er|e|es))"
_ACT = (
    rf"(?:(?:действие|акт|дія)\s+(?:{_NUMBER}|{_SLAVIC})|{_SLAVIC}\s+(?:действие|акт|дія)|"
    rf"(?:acte|acto|atto|ato)\s+(?:{_NUMBER}|{_ROMANCE})|{_ROMANCE}\s+(?:acte|acto|atto|ato)|"
    rf"(?:\d{{1,2}}\.|{_GERMAN})\s*(?:akt|aufzug)|(?:akt|aufzug)\s+{_NUMBER}|제\s?\d{{1,2}}\s?막|\d{{1,2}}막)"
)
_SCENE = (
    rf"(?:(?:явление|сцена|картина|ява)\s+(?:{_NUMBER}|{_SLAVIC})|{_SLAVIC}\s+(?:явление|сцена|картина|ява)|"
    rf"(?:sc[eè]ne|escena|scena|cena)\s+(?:{_NUMBER}|{_ROMANCE})|"
    rf"(?:\d{{1,2}}\.|{_GERMAN})\s*(?:szene|auftritt|bild)|(?:szene|auftritt|bild)\s+{_NUMBER}|"
    r"제\s?\d{1,3}\s?[장경]|\d{1,3}[장경](?=$))"
)
_REST = r"[_*]*(?:\s*(?:[.:,;/]|\s[—–-]+|[—–-]+)+\s*(?P<rest>.*)|\s*(?P<bracket>[(\[].*))?"
_ONLY_ACT = Pattern(
    rf"[_*]*(?:{_ACT}{_REST}|(?:пролог|эпилог|prolog|epilog|prologue|épilogue|prólogo|epílogo|서막|종막)[_*]*\.?[_*]*)",
    re.IGNORECASE,
)
_ONLY_SCENE = Pattern(rf"[_*]*(?:{_ACT}\s*[.,:/—–-]*\s*)?(?P<scene>{_SCENE}){_REST}", re.IGNORECASE)
_VALUE = Pattern(rf"\d{{1,3}}[a-z]?|(?<!\w)[IVXLC]{{1,7}}(?!\w)|{_SLAVIC}|{_ROMANCE}|{_GERMAN}", re.IGNORECASE)
_STARTS = frozenset(
    "дей акт дія явл сце кар ява про эпи пер вто тре чет пят шес сед вос дев дес пос дру п'я п’я act ato att scè sce "
    "esc cen akt auf sze bil pre deu sec tro qua cin six sep hui neu dix der pri seg ter cua qui últ ult ers zwe dri "
    "vie fün sie ach zeh let épi pró epí epi".split()
)
"""The first three letters of such a line."""
_MARKED = frozenset("제서종0123456789_*")
_LONGEST = 80


def foreign_act(body: str) -> bool:
    return _may(body) and _ONLY_ACT.fullmatch(body) is not None and _ONLY_SCENE.fullmatch(body) is None


def foreign_scene(body: str) -> tuple[str | None, str] | None:
    """Number, as it is written, and what stands behind it."""
    match = _ONLY_SCENE.fullmatch(body) if _may(body) else None
    if not match:
        return None
    value = _VALUE.search(match.group("scene"))
    return value.group() if value else None, (match.group("rest") or match.group("bracket") or "").strip(" _*")


def _may(body: str) -> bool:
    if not body or len(body) > _LONGEST or body[0].islower():
        return False
    return body[0] in _MARKED or body[:3].lower() in _STARTS
