"""A Chinese unit as a memory in the first person, or nothing where it can't be said well."""

import re
from typing import Any, NamedTuple

from linedscript.patterns import Pattern

_TALK = Pattern(r"^(?P<who>[^，：“]+?)和(?P<whom>[^，：“]+?)谈话，(?P<first>[^：“]+?)先说：(?P<said>“.+”)$")
_ALONE = Pattern(r"^(?P<who>[^：“]+?)说话：(?P<said>“.+”)$")
_SPEECH = Pattern(r"^(?P<head>[^：“]+)：(?P<said>“.+”)$")
_UNCLEAR = Pattern(r"[他她它]们?|[这那]|其")
_REALIZE = Pattern(r"明白|意识到|认出|看出|猜|想到|想起|懂")
_PERCEIVE = Pattern(r"^(?:看|望|盯|听|瞧|瞥|打量|读)")
_INWARD = Pattern(r"^(?:看见|看到|望见|听见|听到|觉得|想|知道|明白|认出|看出|意识到|发现)")
"""Of somebody else, not to be seen."""
_OBJECTLESS = Pattern(r"^(?:塞|放|递|推|摘|取|交|挂|举|拿|扔|贴|插|捏|攥|叠)[\u3400-\u9fff]{0,2}[进在到过来去成]")
"""What is moved where: nothing is said by them without what is moved, before them (把) or behind."""
_FOR_SOMEBODY = Pattern(
    r"^(?:转|翻|倒|掏|摊|拿|递|举|捧|打开|取)[\u3400-\u9fff]{0,3}给[^，。]{1,6}[看听尝喝吃用戴]$"
    r"|^(?:塞|放|推|交|送|还|端|拍|搁|扣|铺|系|搭|压)[\u3400-\u9fff]{0,2}[回在][^，。]{0,4}[上里下中边旁处]$"
    r"|^(?:还|交|递|送|塞|推|借|寄|卖|拿|扔)给(?P<whom>[^，。]{1,6})$"
)
"""What is shown, put or handed to somebody, and isn't named."""
_COUNTED = Pattern(r"^[一二两三几][\u3400-\u9fff]")
_SOUND = Pattern(r"响|叫|喊|唱|哭|笑|敲|咳|喘|吼")


class Words(NamedTuple):
    kind: str
    text: str


class Teller:
    """What one window's question says about the character and the people in it."""

    def __init__(self, payload: dict[str, Any]) -> None:
        who = payload["character"]
        self.me = who["id"]
        forms = {who["name"], *who["aliases"]} | {
            part["name"] for unit in payload["units"] for part in unit["participants"] if part["entity"] == self.me
        }
        self.forms = sorted((form for form in forms if len(form) > 1), key=lambda form: (-len(form), form))
        self._me = re.compile("|".join(map(re.escape, self.forms)) or r"(?!)")
        acts = (_SPEECH.match(unit["summary"]) for unit in payload["units"] if not _TALK.match(unit["summary"]))
        self._said = [act["said"].strip("“”…") for act in acts if act and not _ALONE.match(act.group())]

    def say(self, unit: dict[str, Any]) -> Words | None:
        if unit["kind"] == "Occasion" or unit["modality"] != "actual" or not unit["trigger"]:
            return None
        if "：" in unit["summary"]:
            return self._spoken(unit)
        return self._acted(unit)

    def _spoken(self, unit: dict[str, Any]) -> Words | None:
        text = unit["summary"]
        talk, alone, speech = _TALK.match(text), _ALONE.match(text), _SPEECH.match(text)
        if talk and any(said.startswith(talk["said"].strip("“”…")) for said in self._said):
            return None  # another unit says more
        if talk:
            mine = [self._is_me(talk[name]) for name in ("who", "whom", "first")]
            other = talk["whom"] if mine[0] else talk["who"]
            if mine[2]:
                return Words("did", f"我和{other}谈话，我先说：{talk['said']}")
            if mine[0] or mine[1]:
                return Words("was_told", f"{other}和我谈话，{other}先说：{talk['said']}")
            return Words("witnessed", f"我听见{talk['who']}和{talk['whom']}谈话，{talk['first']}先说：{talk['said']}")
        if alone:
            me = self._is_me(alone["who"])
            return Words(
                "did" if me else "witnessed", f"我{'说' if me else '听见' + alone['who'] + '说'}：{alone['said']}"
            )
        if speech and not _UNCLEAR.search(speech["head"]):
            head, said = speech["head"], speech["said"]
            speaker = next((part["name"] for part in unit["participants"] if part["role"] == "speaker"), "")
            if not speaker or not head.startswith(speaker):
                return None
            if self._is_me(speaker):
                return Words("did", f"我{head[len(speaker) :]}：{said}")
            told = self._me.sub("我", head)
            return Words("was_told", f"{told}：{said}") if told != head else Words("witnessed", f"我听见{head}：{said}")
        return None

    def _acted(self, unit: dict[str, Any]) -> Words | None:
        text = unit["summary"].strip().rstrip("。")
        if _UNCLEAR.search(text) or "“" in text:
            return None
        done = text[max(text.find(unit["trigger"]), 0) :]
        if _OBJECTLESS.match(done) and not re.search(r"[把将用替给从]", text):
            return None
        moved = None if re.search(r"[把将用]", text) else _FOR_SOMEBODY.match(done)
        if moved and moved["whom"] in (None, *(part["name"] for part in unit["participants"])):
            return None
        agent = next((part for part in unit["participants"] if part["role"] == "agent"), None)
        theme = next((part for part in unit["participants"] if part["role"] == "theme"), None)
        if agent is not None and text.startswith(agent["name"]):
            rest = text[len(agent["name"]) :]
            if agent["entity"] == self.me:
                if self._me.search(rest):
                    return None
                if unit["polarity"] == "negative":
                    return Words("did", f"我{rest}。")
                if _PERCEIVE.match(unit["trigger"]):
                    return Words("witnessed", f"我{rest}。") if len(rest.rstrip("了着")) > 2 else None
                return Words("inferred" if _REALIZE.search(unit["trigger"]) else "did", f"我{rest}。")
            if self._me.search(rest):
                return Words("witnessed", f"{agent['name']}{self._me.sub('我', rest)}。")
        elif agent is not None or theme is None or not self._seen_thing(text, theme):
            return None
        if _INWARD.match(unit["trigger"]):
            return None
        if unit["part"] == "hears" and not _SOUND.search(unit["trigger"]):
            return None
        sense = "听见" if unit["part"] == "hears" else "看见"
        return None if self._me.search(text) else Words("witnessed", f"我{sense}{text}。")

    @staticmethod
    def _seen_thing(text: str, theme: dict[str, Any]) -> bool:
        """Whether what the sentence begins with is a thing that the film knows or that is counted: 一艘客船."""
        return (theme["entity"] is not None and text.startswith(theme["name"])) or bool(
            _COUNTED.match(text) and theme["name"] in text[:8]
        )

    def _is_me(self, name: str) -> bool:
        return name in self.forms
