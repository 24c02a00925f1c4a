"""Memories out of units: each as one sentence in the first person, the weighty ones where there are too many."""

from typing import Any

from linedscript.engines.rules import memories_en, memories_zh
from linedscript.patterns import Pattern

_TELLERS: dict[str, Any] = {"en": memories_en.Teller, "zh": memories_zh.Teller}
_WEIGHTY = frozenset(
    """
    threaten promise confess accuse dismiss refuse apologize forgive agree warn thank give hand take steal kiss hug
    embrace hit slap punch shoot stab kill save rescue betray marry die fall break burn hide find discover realize
    recognize learn understand sign write read cut tear throw leave arrive return push pull lock open drink drop
    lose show
    递给 交给 还给 塞进 拿出 拿起 偷 抢 收回 打开 认出 看见 发现 撕 扔 走了 推门进来 签 打 抱 吻 跪 哭 砸 掉
    """.split()
)
_SLIGHT = frozenset(
    """
    stand sit turn look stop wait go walk glance nod stare lie lean face smile enter step move gaze watch wear hold
    坐在 站在 走 走到 走下来 走进来 看 看着 看看 停下来 停住 站起来 站了 抬起头 弯腰 靠在 转身 坐 站 点头
    """.split()
)
_OUT_OF_SIGHT = Pattern(
    r"\b(?:behind|outside|beyond|on the other side of) (?:(?:the|a|his|her|their|its) )?(?:(?:closed|locked|shut) )?"
    r"(?:door|gate|wall)s?\b|\boutside,|门外|门后|门背后|墙外|墙后|隔壁",
    2,
)
"""Where a witness of the scene may be on the other side; 2: any case."""
_SEES = ("I saw ", "我看见")


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """``{memories, unworded}``: at most ``most`` memories in the order of the units."""
    teller = _TELLERS[payload["language"]](payload)
    worded: list[tuple[int, int, dict[str, Any]]] = []
    unworded: list[str] = []
    said: set[str] = set()
    for place, unit in enumerate(payload["units"]):
        words = teller.say(unit)
        if words is None or _may_not_see(unit, words.text):
            unworded.append(unit["id"])
        elif words.text not in said:
            said.add(words.text)
            memory = {"kind": words.kind, "text": words.text[:300], "units": [unit["id"]]}
            worded.append((_weight(unit, words.kind), place, memory))
    chosen = sorted(worded, key=lambda one: (-one[0], one[1]))[: payload["most"]]
    return {"memories": [memory for _, _, memory in sorted(chosen, key=lambda one: one[1])], "unworded": unworded}


def _may_not_see(unit: dict[str, Any], text: str) -> bool:
    """Whether the memory is of something seen that is done behind a door or a wall: presence in the scene doesn't say
    on which side of it the witness is."""
    return (
        unit["part"] == "watches"
        and text.startswith(_SEES)
        and bool(_OUT_OF_SIGHT.search(f"{unit['summary']} {unit['passage']}"))
    )


def _weight(unit: dict[str, Any], kind: str) -> int:
    """What is said to the character and what it does before what it sees; deeds of weight before slight ones."""
    weight = {"was_told": 4, "inferred": 4, "did": 3, "witnessed": 1}[kind]
    weight += 2 * (unit["trigger"] in _WEIGHTY) - 2 * (unit["trigger"] in _SLIGHT)
    weight += len({part["entity"] for part in unit["participants"] if part["entity"]} - {None}) > 1
    return weight
