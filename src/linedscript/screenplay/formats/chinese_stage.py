"""Directions of Chinese stage plays: who enters and leaves, what sounds."""

import re
from collections.abc import Sequence

from linedscript.patterns import Pattern
from linedscript.screenplay.lines import Line

_NAME = r"[^\s。，！？；：、“”\"‘’《》（）【】△▲]"
STAGE = Pattern(
    r"[^“”]{0,80}(?:[上下]|退场|登场)。|幕[启落闭].*|[^“”（）]{1,30}[者人手等臣从兵族装列队][上下][，；。].*|.{0,8}奏.{0,12}[乐曲腔]。.*|〔.*"
)
_ENTRANCE = Pattern(r"(?P<who>[^“”。，；]{2,80}?)(?:[同重齐复自各率立执读持戎列][^。]{0,12})?[上下]。")
_ONE_OF = Pattern(r"^(?:[一二三四五众诸数几两]|若干)+(?=.{2})|[甲乙丙丁]$")


def entrances(lines: Sequence[Line]) -> frozenset[str]:
    """Who enters or leaves in the directions: ``国王、王后及侍从等上。``, without 一, 二 or 众 before them."""
    names: set[str] = set()
    for line in lines:
        if len(line.body) <= 100 and (match := _ENTRANCE.fullmatch(line.body)):
            names |= {
                _ONE_OF.sub("", name.removesuffix("等"))
                for name in re.split(r"[、及率]|(?<=.)[和与](?=.)", match.group("who"))
            }
    names |= {_ONE_OF.sub("", name) for name in names}
    return frozenset(name for name in names if 2 <= len(name) <= 8 and re.fullmatch(rf"{_NAME}+", name))


def may_enter(name: str, entered: frozenset[str]) -> bool:
    return _ONE_OF.sub("", name) in entered
