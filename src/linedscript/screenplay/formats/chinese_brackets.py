"""Cues of Chinese scripts with a bracket and no colon behind the name: ``小雨（哭）爸！``.

Action has brackets behind names too, ``小雨（十六岁）推门进来``, so that words as people say them have to tell.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.formats.chinese_cues import NOT_NAMES, Spoken, read_space, says_voice
from linedscript.screenplay.formats.chinese_headings import find_heading
from linedscript.screenplay.lines import Line

_LINE = Pattern(
    r"(?P<name>(?![他她它我你您这那])[\u3400-\u9fff][\u3400-\u9fffA-Za-z0-9·]{0,7})[ \u3000]*"
    r"(?P<brackets>(?:（[^（）：]{1,20}）[ \u3000]*)+)(?P<speech>[^（）【】〔△▲，、；：。的地得着了过\s].*)"
)
_BRACKET = Pattern(r"（([^（）]*)）")
_ABOUT = Pattern(
    r"[0-9男女]|岁|饰$|[之的][父母妻夫子女]|(?:父亲|母亲|妻子|丈夫|儿子|女儿|哥哥|姐姐|弟弟|妹妹)$|[原本又小]名|简称|绰号|外号"
)
"""Who somebody is: what a bracket says where a person is brought in."""
_SAID = Pattern(r"[！？我你您咱俺]|[吗呢吧呀嘛啦喂](?:[，。…—]|$)|[—…]{2}$")
_LEAST = 4
"""Lines from which a script is taken to write its cues so, of two names at least."""
_SHORT = 4
"""Characters of the name of somebody who speaks once; a longer one may be how a sentence begins."""
_SHARE = 0.3
"""Of them, how many bear a sign of speech. Of action next to none does."""


def bracket_names(lines: Sequence[Line]) -> frozenset[str]:
    """Who speaks in a script that sets cues off so; empty where it doesn't. ``lines`` are folded."""
    counts: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for line in lines:
        if (match := _LINE.fullmatch(line.body)) and _opens_speech(match["name"], match["brackets"]):
            if not find_heading(line.body):
                counts[match["name"]] += 1
                said[match["name"]] += _SAID.search(match["speech"]) is not None
    often = {name for name, count in counts.items() if count > 1}
    total = counts.total()
    if total < _LEAST or len(often) < 2 or said.total() < _SHARE * total:
        return frozenset()
    return frozenset(often | {name for name in counts if said[name] and len(name) <= _SHORT})


def read_bracket(body: str, names: Collection[str], known: Collection[str]) -> Spoken | None:
    """A folded line as one of ``names``' speech, or as one of ``known``, who speak in other lines, if it says so."""
    match = _LINE.fullmatch(body)
    if match is None:
        spaced = read_space(body) if names else None
        return (
            Spoken(spaced.span("name"), (), (), spaced.start("speech")) if spaced and spaced["name"] in names else None
        )
    name = match["name"]
    if not _opens_speech(name, match["brackets"]):
        return None
    if name not in names and not (name in known and _SAID.search(match["speech"])):
        return None
    inner = [bracket.span(1) for bracket in _BRACKET.finditer(body, match.start("brackets"), match.end("brackets"))]
    voices = tuple(span for span in inner if says_voice(body[slice(*span)]))
    manners = tuple((low - 1, high + 1) for low, high in inner if (low, high) not in voices)
    return Spoken(match.span("name"), voices, manners, match.start("speech"))


def _opens_speech(name: str, brackets: str) -> bool:
    return name not in NOT_NAMES and not any(_ABOUT.search(inner) for inner in _BRACKET.findall(brackets))
