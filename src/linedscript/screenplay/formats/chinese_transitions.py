"""Lines of Chinese scripts that are no story text of their own: transitions, and what the story comes to."""

from linedscript.patterns import Pattern

_HOW = r"(?:镜头|画面|场景|快|硬|慢|直|急|渐)?"
_CUT = (
    r"切(?:至|到|入|出|换|回|黑|镜)?|转(?:场|至|入|黑|景)?|淡入|淡出|淡入淡出|淡出淡入|渐隐|渐显|渐黑|渐亮|渐暗|渐入|渐出|叠化|叠印|叠入|叠出|"
    r"化入|化出|化入化出|划入|划出|划变|隐黑|黑场|黑屏|黑幕|黑起|白屏|白场|闪白|闪黑|定格|切换"
)
_LAYER = (
    r"闪回|闪前|闪出|闪入|回忆|梦境|幻想|幻觉|想象|倒叙|插叙|蒙太奇|平行蒙太奇|插入|现实|回到现实|回到现在|切回现实"
)
_STATE = r"(?:开始|结束|完毕|完|毕|止|中|起|出|入|段落|镜头|画面)?(?:[，、 ]?(?:回到|切回|转回)(?:现实|现在|当下))?"
TRANSITION = Pattern(
    rf"[（【〔<《\-=* ]*(?:{_HOW}(?:{_CUT})|(?:{_LAYER}){_STATE}|启幕|幕启|幕落|幕闭|幕下|落幕|闭幕|"
    r"(?i:CUT TO(?: BLACK)?|FADE (?:IN|OUT|TO BLACK)|DISSOLVE TO|SMASH CUT(?: TO)?))"
    r"[：。.]?[）】〕>》\-=* ]*[。：]?"
)
"""Of a folded line, whole."""
OPENING = Pattern(r"[（【〔<《\-=* ]*(?:淡入|化入|渐显|渐亮|幕启|启幕|FADE IN)")
SYNOPSIS = Pattern(
    r"(?:[一二三四五六七八九十0-9]+[、.])?[【（]?(?:故事梗概|剧情梗概|分集梗概|剧情简介|内容简介|故事简介|故事大纲|分集大纲|大纲|梗概|简介|一句话梗概|一句话故事|"
    r"故事背景|剧情提要|内容提要)[】）]?(?:：.*)?"
)
"""Above the first heading."""
