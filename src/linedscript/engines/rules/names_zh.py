"""Chinese entity mentions: persons, institutions, places, things, occasions and times of a scene."""

import re
from typing import Any

from linedscript.engines.rules.chinese import VERB, Cast, plausible
from linedscript.engines.rules.gathering import Gathering
from linedscript.engines.rules.language_zh import (
    AMBIGUOUS,
    CONCEPTS,
    GIVE,
    GROUPS,
    KIN,
    LOCATION_ENDS,
    OTHER,
    PERSONS,
    PLACES,
    ROOMS,
    STOP_NOUNS,
    SURNAMES,
    TAKE,
    TITLES,
)
from linedscript.engines.rules.scene_zh import SceneReader

_NUMBER = "[〇零一二三四五六七八九十百\\d]"
TIMES = re.compile(
    rf"(?:{_NUMBER}{{2,4}}年)?{_NUMBER}{{1,3}}月{_NUMBER}{{1,3}}[日号](?:，星期[一二三四五六日天])?|{_NUMBER}{{4}}年|(?:上个?|下个?|这个?)?(?:星期|周|礼拜)[一二三四五六日天]"
    r"|冬至|清明|元旦|除夕|端午|中秋|重阳|元宵|立春|夏至|(?:上午|下午|晚上|凌晨)[一二三四五六七八九十]{1,3}点(?:钟|半)?|[一二三四五六七八九十]{1,3}点(?:钟|半)"
)
_LATER = re.compile(rf"(?:{_NUMBER}|两|几|半)+个?(?:年|月|天|星期|小时|分钟)(?:后|以后|之后|前|以前)")
_PREFIX = "[\\u4e00-\\u9fff]{1,6}?"
_INSTITUTION = re.compile(rf"(?P<name>{_PREFIX}(?:{'|'.join(sorted(PLACES, key=lambda name: (-len(name), name)))}))")
_KINDS = sorted(PLACES, key=lambda name: (-len(name), name))
_MODAL = re.compile("[要想欠该](?!塞)")
_BARE_VERB = re.compile("[要想欠该请找卖买租抄砸](?!塞)")
_BEHIND_VERB = re.compile("(?<=.)[下上起完]$")
_ONE = frozenset("县镇市省区村乡州国厂校总分老新大小中旧女男")
"""Single characters that may stand before a kind of institution: 县医院."""
_CUT = re.compile("[改成在到去从往向进出的了是和与跟说唱叫把让给对被过就也都我你他她它您这那，。]")
_CONCEPT = re.compile("|".join(sorted(CONCEPTS, key=lambda name: (-len(name), name))))
_ROYAL = {"国王", "王后", "王子", "公主", "大人", "夫人", "将军"}
_TITLED = re.compile(
    rf"[{''.join(sorted(SURNAMES - AMBIGUOUS))}]"
    rf"(?:{'|'.join(sorted(set(TITLES) - _ROYAL, key=lambda name: (-len(name), name)))})"
)
_KIN = re.compile(rf"(?P<whose>我|你|他|她|您)(?P<kin>{'|'.join(sorted(KIN, key=lambda name: (-len(name), name)))})")
_ROOM = re.compile(rf"(?:{'|'.join(sorted(ROOMS, key=lambda name: (-len(name), name)))})$")
_TOWN = re.compile(r"[\u4e00-\u9fff]{1,3}(?:镇|村|县|省城)")
_HANDLED = (
    frozenset(GIVE)
    | frozenset(TAKE)
    | frozenset(verb for verb in OTHER if verb[0] in "打放挂写读撕烧叠解脱换收搬扛推扣捏捆签拔贴")
)


def annotate(payload: dict[str, Any]) -> list[dict[str, Any]]:
    """Mentions of one scene."""
    scene = SceneReader(payload)
    found = Gathering(payload)
    institutions = _heading(payload, scene.cast, found)
    for number, element in enumerate(payload["elements"]):
        text = element["text"]
        if element["kind"] == "cue" and element["cue"]:
            _cue(element["cue"]["name"], number, text, scene.cast, found)
        elif element["kind"] in ("action", "dialogue", "lyric", "parenthetical"):
            _text(number, element["kind"], text, scene, institutions, found)
    _objects(payload, scene, found)
    return found.mentions()


def _heading(payload: dict[str, Any], cast: Cast, found: Gathering) -> list[str]:
    """The heading's place and the institution or place that it is a part of. Returns the institutions' names."""
    heading = payload["heading"]
    number = next((number for number, element in enumerate(payload["elements"]) if element["kind"] == "heading"), None)
    if not heading or not heading["place"] or number is None:
        return []
    place = heading["place"]
    start = payload["elements"][number]["text"].find(place)
    if start < 0:
        return []
    found.add("Location", number, start, start + len(place), place, named=True, description="本场地点")
    institution = next((match for match in _INSTITUTION.finditer(place) if match.start() == 0), None)
    outer = institution.group() if institution else None
    if outer is None and "。" in place:
        outer = place.split("。")[0]
    if outer is None:
        town = _TOWN.match(place)
        outer = town.group() if town and len(place) > len(town.group()) else None
    if outer is None:
        room = _ROOM.search(place)
        outer = re.sub("(?:[中里内]的?|的)$", "", place[: room.start()]) if room and room.start() >= 2 else None
    if outer and not (_TITLED.fullmatch(re.sub("家$", "", outer)) or re.sub("家$", "", outer) in cast.names):
        found.add("Location", number, start, start + len(outer), outer, named=True, description="本场所在")
    if institution:
        found.add(
            "Organization",
            number,
            start,
            start + len(institution.group()),
            institution.group(),
            named=True,
            description="也是地点的机构",
        )
        return [institution.group()]
    return []


def _cue(name: str, number: int, text: str, cast: Cast, found: Gathering) -> None:
    start = text.find(name)
    if start < 0 or not plausible(name):
        return
    role = cast.is_role(name)
    lasting = not role or name in cast.recurring
    found.add(
        "Character",
        number,
        start,
        start + len(name),
        name,
        named=not role,
        scope="film" if lasting else "scene",
        mergeable=lasting,
        description="说话人",
    )


def _text(number: int, kind: str, text: str, scene: SceneReader, institutions: list[str], found: Gathering) -> None:
    cast = scene.cast
    for match in TIMES.finditer(text):
        found.add("TimePoint", number, *match.span(), match.group(), named=True, description="时间")
    for match in _LATER.finditer(text):
        found.add(
            "TimePoint",
            number,
            *match.span(),
            match.group(),
            named=False,
            scope="scene",
            mergeable=False,
            description="相隔的时间",
        )
    for occasion in scene.occasions(text):
        found.add("Occasion", number, occasion.start, occasion.end, occasion.name, named=True, description="场合")
    for ref in cast.refs(text):
        role = cast.is_role(ref.name)
        lasting = not role or ref.name in cast.recurring
        if kind == "action" or not role:
            found.add(
                "Character",
                number,
                ref.start,
                ref.end,
                ref.name,
                named=not role,
                scope="film" if lasting else "scene",
                mergeable=lasting and ref.name not in GROUPS,
                description="人物",
            )
    for match in _TITLED.finditer(text):
        if not found.taken("Character", number, *match.span()):
            found.add("Character", number, *match.span(), match.group(), named=True, description="以姓和称谓相称的人物")
    for match in _KIN.finditer(text):
        told = kind == "dialogue" and match["whose"] in "我你您"
        found.add(
            "Character",
            number,
            *match.span("kin"),
            match["kin"],
            named=False,
            scope="film" if told else "scene",
            mergeable=told,
            description="只以亲属关系相称的人物",
            only_new=True,
        )
    for match in _INSTITUTION.finditer(text):
        start = _institution(match, cast)
        name = text[start : match.end()]
        for known in institutions:
            if text[max(0, match.end() - len(known)) : match.end()] == known:
                name, start = known, match.end() - len(known)
        if name not in PLACES or any(known.endswith(name) for known in institutions):
            found.add("Organization", number, start, match.end(), name, named=name not in PLACES, description="机构")
            if re.search("(?:在|到|去|回|进|往)$", text[max(0, start - 1) : start]):
                found.add(
                    "Location", number, start, match.end(), name, named=name not in PLACES, description="也是地点的机构"
                )
    for match in _TOWN.finditer(text):
        start = match.start() + max((cut.end() for cut in _CUT.finditer(match.group())), default=0)
        if match.end() - start >= 2 and text[start] not in "全整小一":
            found.add(
                "Location",
                number,
                start,
                match.end(),
                text[start : match.end()],
                named=True,
                description="地名",
                only_new=True,
            )
    for match in _CONCEPT.finditer(text):
        found.add("Concept", number, *match.span(), match.group(), named=False, description="话里说到的观念")
    for match in re.finditer("《([^》]{1,12})》", text):
        found.add("Object", number, *match.span(1), match.group(1), named=True, description="作品")


def _institution(match: re.Match[str], cast: Cast) -> int:
    """Where an institution's name begins: behind a person and a verb, not with a single character that is no kind."""
    text, low, high = match.string, match.start(), match.end()
    kind = next(high - len(place) for place in _KINDS if match.group().endswith(place))
    start = low + max((cut.end() for cut in _CUT.finditer(match.group())), default=0)
    for ref in cast.refs(text, low, kind):
        start = max(start, ref.end)
    for verb in (*VERB.finditer(text, start, kind), *_MODAL.finditer(text, start, kind)):
        start = max(start, verb.end())
    while start < kind and _BARE_VERB.match(text, start, kind):
        start += 1
    if _BEHIND_VERB.search(text[start:kind]) or (kind - start == 1 and text[start] not in _ONE):
        start = kind
    return min(start, kind)


def _objects(payload: dict[str, Any], scene: SceneReader, found: Gathering) -> None:
    """Things that somebody has, gives, takes or handles: all places of the noun in action and dialogue."""
    handled: dict[str, str] = {}
    for clause in scene.clauses():
        part = clause.object
        if part is None and clause.subject is not None and clause.subject.start > clause.start:
            part = clause.subject  # what a sentence of place shows: 墙上挂着一幅地图
        if part is None or part.person or clause.lemma not in _HANDLED or len(part.name) < 2 or part.name in STOP_NOUNS:
            continue
        if (
            part.name in PERSONS
            or part.name.endswith(LOCATION_ENDS)
            or part.name.endswith(("上", "里", "中", "边", "前", "后", "身段", "地", "水"))
        ):
            continue
        if clause.subject is not None:
            handled.setdefault(
                part.name,
                f"{clause.subject.name}用过的东西"
                if clause.subject.person and part is not clause.subject
                else "场上的东西",
            )
    for name, description in handled.items():
        for number, element in enumerate(payload["elements"]):
            if element["kind"] in ("action", "dialogue", "parenthetical"):
                for match in re.finditer(re.escape(name), element["text"]):
                    found.add("Object", number, *match.span(), name, named=False, description=description)
