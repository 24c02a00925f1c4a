"""Chinese scripts are written in two scripts and two widths: one form of each, character for character, to match on."""

import re

from linedscript.patterns import Pattern

_TRADITIONAL = (
    "內内場场時时間间點点閃闪憶忆畫画獨独聲声劇剧終终編编導导轉转後后夢梦續续連连國国現现實实鏡镜頭头開开"
    "結结隱隐顯显漸渐疊叠蘭兰黃黄樓楼廳厅廣广號号話话電电無无兩两幾几廿廿車车門门風风雲云週周歲岁貳贰參参"
    "陳陈異异換换徑径對对白白題题簡简綱纲詞词詩诗譯译註注釋释載载網网書书費费論论壇坛學学習习備备閉闭啟启"
    "過过還还請请說说問问喊喊叫叫寫写著着員员演演創创稿稿聯联繫系絡络郵邮箱箱證证記记權权屬属該该聽听見见"
    "眾众諸诸齣出臺台從从輕轻語语訊讯機机筆笔筒筒廳厅錄录廣广靜静場场黑黑變变標标類类長长數数監监製制"
    "裡里裏里夾夹遠远雙双單单靈灵歡欢獻献樂乐歌歌幫帮戲戏曲曲閒闲陽阳陰阴霧雾曉晓晝昼淚泪淺浅顧顾"
)
_WIDE = {chr(0xFF10 + digit): chr(0x30 + digit) for digit in range(10)}
_WIDE |= {chr(0xFF21 + letter): chr(0x41 + letter) for letter in range(26)}
_WIDE |= {chr(0xFF41 + letter): chr(0x61 + letter) for letter in range(26)}
_MARKS = (
    ("：", ":∶︰﹕"),
    ("（", "(﹙"),
    ("）", ")﹚"),
    ("【", "[［〖"),
    ("】", "]］〗"),
    ("，", ",﹐"),
    ("；", ";﹔"),
    ("！", "!﹗"),
    ("？", "?﹖"),
    (".", "．"),
    ("-", "－—–―﹣‐‑─━"),
    ("/", "／╱"),
    ("·", "・•∙‧･"),
    ("#", "＃"),
    ("|", "｜"),
    ("△", "∆Δ▵"),
    ("▲", "▴"),
    (" ", "\xa0\u2002\u2003"),
)
_FOLDED: dict[str, str] = {
    written: one
    for written, one in (
        dict(zip(_TRADITIONAL[::2], _TRADITIONAL[1::2], strict=True))
        | _WIDE
        | {other: one for one, others in _MARKS for other in others}
    ).items()
    if written != one
}
_OTHER = Pattern("[" + re.escape("".join(_FOLDED)) + "]")


def fold(text: str) -> str:
    """The text with simplified characters in the place of traditional ones, as far as a script's own words have them,
    ASCII letters and digits, and one form of each mark. Character for character: offsets stay.
    """
    return _OTHER.sub(_one, text)


def _one(match: re.Match[str]) -> str:
    return _FOLDED[match.group()]
