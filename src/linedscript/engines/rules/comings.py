"""Words by which somebody leaves a scene, comes into it, and by which a page is read."""

import re

from linedscript.patterns import Pattern

LEAVES = Pattern(
    r"\b(?:exits?|leaves|(?:has|have|is|are) (?:left|gone)|goes(?=\s*(?:[.,;!?]|$))"
    r"|goes (?:out|off|away|home|up|upstairs|downstairs|past)"
    r"|walks (?:out|off|away)|runs (?:out|off|away)|storms (?:out|off)|departs?|hurries (?:out|off)"
    r"|slips (?:out|away)|disappears|hangs up|drives (?:off|away))\b|走了|走出|离开|出去|跑了|下场|退出|不见了"
)
ENTERS = Pattern(
    r"\b(?:enters?|comes (?:in|down|out|up|along)|appears?|arrives?|bursts in|walks in|"
    r"steps (?:in|up)|returns?|slides in|climbs in|stops by|"
    r"wheels up)\b|走进|进来|推门|上场|走过来|走下来|赶到|回来"
)
LETTER = Pattern(r"\b(?:letter|page|note|diary|journal|card|reads)\b|信|日记|纸条", re.IGNORECASE)
_ELSEWHERE = Pattern(
    r"^[\s△▲*]*(?:\boutside\b(?! the (?:house|city|town))|\bbehind the (?:closed |locked )?door\b"
    r"|\b(?:in|down) the (?:hall|hallway|corridor)\b"
    r"|(?:房|屋|院|病房)?[门窗墙]外|隔壁|走廊[里上]|过道[里上]|楼梯口)",
    re.IGNORECASE,
)
_BREAK = Pattern(r"[.!?。！？…\n]")


def is_elsewhere(text: str, start: int) -> bool:
    """Whether the sentence says, before it names who stands at ``start``, that this is behind a door or a wall."""
    low = max((match.end() for match in _BREAK.finditer(text, 0, start)), default=0)
    return bool(_ELSEWHERE.search(text[low:start]))
