"""Speech acts in Chinese dialogue, as far as words of their own mark them."""

import re
from collections.abc import Iterable

from linedscript.engines.rules.chinese import same_person, sentences
from linedscript.engines.rules.language_zh import FEMALE_ADDRESS, MALE_ADDRESS
from linedscript.patterns import Pattern

_ACTS: tuple[tuple[str, str], ...] = (
    ("threaten", r"(?:要不然|否则|不然)我|(?:杀|宰|揍)了你|有你好看|等着瞧|饶不了你"),
    (
        "promise",
        r"我(?:答应|保证|发誓|向你保证)|说话算数|一言为定|我一定(?:会|要|给|让|把)|^(?:[^他她你，。]{1,6}，)?(?:我)?一定(?:来|去|到|办到|做到|会的)?[。！]$",
    ),
    ("confess", r"(?:是我(?:偷|拿|干|害|做|杀|藏|写|说)的?|我(?:骗了|撒了谎|说了谎|承认|坦白|对不起你)|都怪我|我认罪)"),
    (
        "accuse",
        r"你(?:骗|偷|撒谎|说谎|害|背叛|出卖|杀)|就是你[。！]|你们?都骗|你(?:这个|是)?(?:骗子|叛徒|凶手)|^(?:骗子|叛徒|凶手)",
    ),
    (
        "tell",
        r"就是(?:他|她)[。！]|(?:他|她)(?:骗|偷|撒谎|说谎|害|背叛|出卖|杀)了?|(?:他|她)是(?:个)?(?:骗子|叛徒|凶手|小偷)"
        r"|我(?:就)?是你(?:的)?(?:亲)?(?:妈|娘|母亲|爹|爸|父亲|儿子|女儿)|(?:他|她)(?:就)?是我(?:的)?(?:亲)?(?:妈|娘|母亲|爹|爸|父亲|儿子|女儿)",
    ),
    ("dismiss", r"被开除了|滚出去|滚！|你走吧|给我出去|(?:你我|我们)(?:一刀两断|不认识)"),
    ("refuse", r"^(?:不行|不干|不去|休想|办不到|不要[，。！])|我不(?:会答应|要|愿意|去|干|肯|答应|同意)"),
    ("apologize", r"对不起|抱歉|请原谅|我错了|恕罪"),
    ("forgive", r"我原谅|不怪你|饶恕"),
    ("thank", r"谢谢|多谢|感谢"),
    ("warn", r"小心|当心|别(?:去|动|碰|信|回头|过来)|危险"),
    ("agree", r"^(?:好[。！，吧]|行[。！，]|可以[。！]|成[。！]|遵命|我同意|一定照办)"),
    (
        "order",
        r"^(?:去(?!年|了|过|的)|拿着|站住|坐下|过来|住口|住手|跟我|给我|把|快|让他|让她|叫他|叫她|来人|你自己去|别|不要)",
    ),
    ("ask", r"[？?][”』」]*$"),
)
_PATTERNS = tuple((act, Pattern(pattern)) for act, pattern in _ACTS)
LABELS = {
    "threaten": "威胁",
    "promise": "答应",
    "confess": "向{to}承认",
    "accuse": "指责",
    "dismiss": "赶走",
    "refuse": "拒绝",
    "apologize": "向{to}道歉",
    "forgive": "原谅",
    "thank": "感谢",
    "warn": "提醒",
    "agree": "同意",
    "order": "吩咐",
    "ask": "问",
    "tell": "告诉",
    "talk": "谈话",
}
ALONE = {"confess": "承认", "apologize": "道歉", "tell": "说"}
_CALLED = "|".join((*FEMALE_ADDRESS, *MALE_ADDRESS))
"""Behind a name by which somebody is called: 小棠姐."""
_TITLE = Pattern(r"(?:^|[。！？…“])(?P<first>[\u4e00-\u9fff]{2,4})[，！,!]")
_MINOR = frozenset(("order", "ask"))


_WHETHER = Pattern(r"^(?:好|行|可以|成)[。！，吧]")
_HOLDS_TO = Pattern(r"^(?:说话算数|一言为定)[。！，]")
_WORD_GIVEN = Pattern(r"一定|答应|保证|发誓|说到做到")
"""Who is promised something and says "keep your word" promises nothing."""
_INFORMATION = Pattern(r"(?:你好吗|好了吗|好了?没有|什么|谁|哪|怎么|几|多少|多久|为何|为什么)[^？?。！]*[？?][”』」]*$")
MANY = Pattern(r"^[“「]?(?:各位|大家|诸位|乡亲们|同志们|朋友们|女士们|先生们|同学们|大伙|弟兄们|兄弟们)")


def acts(text: str, asked: str = "") -> list[tuple[str, int, int]]:
    """``(act, start, end)`` of one dialogue element: the sentence that does it. At most one sentence per act.

    ``asked`` is the line that this one answers. What stands in quotation marks are another's words.
    """
    found: dict[str, tuple[str, int, int]] = {}
    for low, high in sentences(text):
        if _quoted(text, low, high):
            continue
        said = text[low:high].strip().strip("“”")
        for act, pattern in _PATTERNS:
            if pattern.search(said) and not (
                act not in ("ask", "accuse", "dismiss", "threaten") and said.endswith(("？", "?"))
            ):
                if act == "promise" and _HOLDS_TO.match(said) and _WORD_GIVEN.search(asked):
                    continue
                if act == "forgive" and re.search("没有?原谅|不原谅", said):
                    continue
                if act in ("accuse", "tell") and re.search("以为|如果|要是|是不是|听说|难道", said):
                    continue
                if act == "agree" and _WHETHER.search(said) and _INFORMATION.search(asked):
                    continue
                if act in _MINOR and (len(said) < 4 or (act in found and found[act][2] - found[act][1] >= high - low)):
                    break
                if act not in found or act in _MINOR:
                    found[act] = (act, low, high)
                break
    return sorted(found.values(), key=lambda item: item[1])


def _quoted(text: str, low: int, high: int) -> bool:
    """Whether a sentence stands in quotation marks, or what it does in it does so."""
    before, said = text[:low], text[low:high].strip()
    if before.count("“") > before.count("”") or before.count("「") > before.count("」"):
        return True
    return said[:1] in ("“", "「", "『") or bool(re.search("[：，]“[^”]*”[。！？]*$", said))


def called(text: str, names: list[str], here: Iterable[str] = ()) -> str | None:
    """The person whom a line calls by name, at its beginning or end; ``here``: who is there and may say nothing."""
    for name in (*names, *here):
        for part in (name, name[1:] if len(name) > 2 else name):
            form = rf"{re.escape(part)}(?:{_CALLED})?"
            if re.search(rf"(?:^|[。！？…“]){form}[，！,!？]|，{form}[。！？]", text):
                return name
    for match in _TITLE.finditer(text):
        fits = [name for name in (*names, *here) if len(name) > 1 and same_person(match["first"], name)]
        if len(set(fits)) == 1:
            return fits[0]
    return None
