"""What kind of act a unit tells of, by its trigger and its summary. A small bilingual verb lexicon."""

import re
from functools import lru_cache
from typing import Any

from linedscript.patterns import Pattern

_ENGLISH = {
    "give": (
        "give gives gave given hand hands handed pass passes passed offer offers offered return returns returned "
        "deliver delivers delivered lend lends lent bestow slide slides"
    ),
    "take": (
        "take takes took taken steal steals stole stolen grab grabs grabbed snatch snatches snatched pocket "
        "pockets pocketed seize seizes seized confiscate confiscates"
    ),
    "promise": "promise promises promised swear swears swore vow vows vowed pledge pledges",
    "lie": "lie lies lied deny denies denied pretend pretends pretended fake fakes faked",
    "hide": (
        "hide hides hid hidden conceal conceals bury buries buried burn burns burned tear tears lock locks locked "
        "cut cuts"
    ),
    "reveal": (
        "confess confesses confessed admit admits admitted reveal reveals revealed tell tells told explain "
        "explains explained announce announces announced expose exposes show shows showed"
    ),
    "learn": (
        "learn learns learned discover discovers discovered realize realizes realized find finds found recognize "
        "recognizes recognized read reads notice notices noticed overhear overhears understand understands"
    ),
    "ask": "ask asks asked question questions wonder wonders demand demands demanded beg begs inquire",
    "refuse": "refuse refuses refused reject rejects rejected decline declines withhold",
    "agree": (
        "agree agrees agreed accept accepts accepted consent consents nod nods nodded forgive forgives forgave "
        "thank thanks thanked apologize apologizes"
    ),
    "hurt": (
        "hit hits strike strikes struck break breaks broke injure injures injured wound wounds fall falls fell "
        "catch catches caught crash crashes collapse collapses bleed bleeds shoot shoots shot stab stabs kill "
        "kills killed slap slaps"
    ),
    "mend": (
        "heal heals treat treats bandage bandages mend mends repair repairs repaired fix fixes fixed rescue "
        "rescues save saves saved recover recovers"
    ),
    "leave": (
        "leave leaves left exit exits walk walks go goes went depart departs resign resigns resigned quit quits "
        "flee flees"
    ),
    "arrive": "enter enters entered arrive arrives arrived come comes came appear appears",
    "clash": (
        "accuse accuses accused threaten threatens shout shouts shouted yell yells argue argues fight fights push "
        "pushes shove shoves dismiss dismisses fire fires fired suspend suspends suspended insult expel scold "
        "curse"
    ),
    "bond": (
        "hug hugs hugged embrace embraces embraced kiss kisses kissed comfort comforts smile smiles smiled marry "
        "marries reconcile reconciles"
    ),
    "appoint": (
        "appoint appoints appointed hire hires hired promote promotes promoted elect elects name names named vote votes"
    ),
    "close": (
        "close closes closed end ends ended stop stops stopped decide decides decided settle settles finish "
        "finishes win wins lose loses sign signs signed die dies died"
    ),
}
_CHINESE = {
    "give": "递给 交给 送给 还给 塞给 递过 推给 推过 推到 接过 给了 掏给 卖给 退给 放回",
    "take": "偷 拿走 抢 夺 取走 塞进 揣进 拿起 收走 捡起 没收",
    "promise": "答应 保证 说话算数 发誓 约定 拉钩 许诺",
    "lie": "撒谎 骗 瞒 谎 假装 没签 不承认",
    "hide": "藏 撕 烧 锁 埋 扣过 盖住 剪",
    "reveal": "承认 坦白 告诉 说出 揭 认错 交代 宣布 供出",
    "learn": "发现 认出 明白 看见 得知 听见 听到 读 知道 看到 拆开",
    "ask": "问 质问 打听 追问 请求 求",
    "refuse": "拒绝 不肯 不签 不答 摇头 推开 退回",
    "agree": "同意 点头 接受 原谅 道歉 谢 鞠躬",
    "hurt": "受伤 砸 摔 断 倒下 打 撞 流血 跌 掉下 压",
    "mend": "治 修好 换上 包扎 救 扶起 痊愈 上药 打着石膏",
    "leave": "离开 走了 出去 下场 走出 转身 辞 退出 跑了 不见了",
    "arrive": "进来 走进 推门 回来 到了 上场 赶到",
    "clash": "骂 喊 吼 指责 争 威胁 赶走 开除 摔门 撤",
    "bond": "抱 搂 握住 靠在 笑了 叫娘 牵",
    "appoint": "任命 当上 接任 推举 选 招",
    "close": "结束 停 签字 签了 决定 封 贴上 唱完 散 死 熄灭 关上",
}
_OF_WORD = {word: act for act, words in _ENGLISH.items() for word in words.split()}
_OF_TERM = sorted(
    ((term, act) for act, terms in _CHINESE.items() for term in terms.split()), key=lambda pair: (-len(pair[0]), pair)
)
_WORD = Pattern(r"[a-z]+")
RESOLVING = ("close", "leave", "agree", "refuse", "reveal", "give", "appoint", "mend", "bond", "hurt", "take", "clash")
"""Acts that can end an Episode."""
WEIGHTY = (
    "take",
    "give",
    "promise",
    "lie",
    "hide",
    "reveal",
    "hurt",
    "mend",
    "clash",
    "appoint",
    "bond",
    "learn",
    "refuse",
    "agree",
    "close",
)
"""Acts by which a unit stands out, the weightiest first."""


_SPOKEN = Pattern(r'"[^"]*"|“[^”]*”|「[^」]*」')
_NO_TAKING = Pattern(
    r"\btakes? (?:off|out|up|down|a (?:seat|step|breath|look|sip|bite)|\w+ by the|(?:his|her|their) )"
    r"|\bfrom (?:his|her|their|its) (?:own )?(?:coat|pocket|bag|belt|knapsack|purse|jacket|apron|sleeve|neck)",
    re.IGNORECASE,
)
"""Uses of "take" after which nobody else's thing has another holder."""


@lru_cache(maxsize=4096)
def acts_of(trigger: str, summary: str, language: str) -> tuple[str, ...]:
    """The acts of a unit: by its trigger where the lexicon knows it, else by its summary outside quotation marks."""
    summary = _SPOKEN.sub(" ", summary)
    if language == "en":
        words = _WORD.findall(trigger.casefold()) or _WORD.findall(summary.casefold())
        found = dict.fromkeys(_OF_WORD[word] for word in words if word in _OF_WORD)
        if "take" in found and _NO_TAKING.search(summary):
            del found["take"]
        return tuple(found)
    for text in (trigger, summary):
        hits = sorted((place, act) for term, act in _OF_TERM if (place := text.find(term)) >= 0)
        if hits:
            return tuple(dict.fromkeys(act for _, act in hits))
    return ()


def acts(unit: dict[str, Any], language: str) -> tuple[str, ...]:
    """Acts of a unit of a payload (``trigger``, ``summary``); none of one that only could or didn't happen."""
    if unit.get("polarity") == "negative" or unit.get("modality", "actual") not in ("actual", "reported"):
        return ()
    return acts_of(unit.get("trigger") or "", unit["summary"], language)


def weight(unit: dict[str, Any], language: str) -> int:
    """How much a unit stands out: by its weightiest act, then by how many take part."""
    found = acts(unit, language)
    best = max((len(WEIGHTY) - WEIGHTY.index(act) for act in found if act in WEIGHTY), default=0)
    people = len({part["entity"] or part["name"] for part in unit["participants"]})
    return 2 * best + 3 * min(people, 3) + (2 if unit["kind"] == "Interaction" else 0)
