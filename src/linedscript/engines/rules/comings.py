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
