"""Word patterns by which the states annotator reads conditions, roles, knowledge and goals. General vocabulary."""

import re
from typing import NamedTuple

from linedscript.patterns import Pattern


class Cue(NamedTuple):
    """A pattern over one sentence, and the state that it shows of the sentence's first person."""

    aspect: str
    pattern: Pattern
    value: str
    """``{0}`` stands for the pattern's first group."""
    claim: str
    """With ``{name}`` and ``{0}``."""
    ends: bool = False


def _cue(aspect: str, pattern: str, value: str, claim: str, ends: bool = False) -> Cue:
    return Cue(aspect, Pattern(pattern, re.IGNORECASE), value, claim, ends)


_PART = (
    r"(arm|hand|leg|ankle|wrist|shoulder|head|face|knee|foot|rib|ribs|finger|fingers|nose|neck|back|eye|thigh|elbow)"
)
ACTION_EN: tuple[Cue, ...] = (
    _cue(
        "physical",
        rf"\b(?:breaks|broke|injures|hurts|cuts|burns|twists|sprains|wounds|crushes|loses) "
        rf"(?:his|her|their) (?:own )?(?:left |right )?{_PART}\b",
        "injured {0}",
        "{name} is injured: the {0}.",
    ),
    _cue(
        "physical",
        rf"(?:his|her|their|['’]s) (?:left |right )?{_PART} (?:is |lies |hangs )?"
        rf"(?:broken|bandaged|bleeding|bleeds|in (?:a )?(?:plaster|cast|sling))",
        "injured {0}",
        "{name} is injured: the {0}.",
    ),
    _cue("physical", r"\bin a (sling|cast|neck brace|wheelchair)\b", "in a {0}", "{name} is in a {0}."),
    _cue(
        "physical",
        r"\b(?:is|lies|falls|collapses|sinks|slumps)? ?(unconscious|passed out|knocked out|comatose)\b",
        "unconscious",
        "{name} is unconscious.",
    ),
    _cue(
        "physical",
        r"\b(?:is|looks|gets|falls) (?:very )?(ill|sick|feverish|drunk|blind|deaf|lame|pregnant|exhausted)\b",
        "{0}",
        "{name} is {0}.",
    ),
    _cue(
        "physical",
        r"\b(?:wounded|is shot|gets shot|is stabbed|is bleeding|bleeds|limps)\b",
        "injured",
        "{name} is injured.",
    ),
    _cue("physical", r"\b(?:dies|is dead|lies dead|drops dead|is killed|drowns)\b", "dead", "{name} is dead."),
    _cue(
        "physical",
        r"\b(?:the )?(sling|cast|bandage|plaster|crutches) (?:is )?gone\b"
        r"|\b(?:recovers|is healed|has healed|is well again)\b",
        "recovered",
        "{name} has recovered.",
    ),
    _cue(
        "role",
        r"\b(?:is|gets) (fired|suspended|dismissed|hired|promoted|elected|appointed|arrested|acquitted|expelled)\b",
        "{0}",
        "{name} is {0}.",
    ),
    _cue("role", r"\b(resigns|retires|quits|steps down)\b", "{0}", "{name} {0}."),
    _cue(
        "emotion",
        r"\b(?:weeps|cries|sobs|is crying|tears (?:run|stream|fall|well)|wipes (?:his|her) eyes)\b",
        "in tears",
        "{name} is in tears.",
    ),
    _cue(
        "emotion",
        r"\b(?:is|looks|grows|gets) (furious|angry|afraid|frightened|terrified|ashamed|"
        r"sad|relieved|happy|proud|worried|nervous|jealous|embarrassed)\b",
        "{0}",
        "{name} is {0}.",
    ),
    _cue("emotion", r"\b(?:laughs|grins|beams|bursts out laughing)\b", "amused", "{name} is amused."),
    _cue(
        "emotion",
        r"\b(?:flinches|trembles|shakes with fear|recoils|goes pale|turns pale)\b",
        "shaken",
        "{name} is shaken.",
    ),
)
_RANKS = (
    "acting deputy assistant associate vice chief head senior junior interim new station harbor harbour fire police "
    "night managing"
)
OFFICES = frozenset(
    """
    pilot captain editor manager master director chair chairman chairwoman president mayor sheriff chief deputy clerk
    secretary treasurer commander sergeant lieutenant partner foreman superintendent governor minister principal
    headmaster coach officer inspector marshal king queen regent abbot bishop doctor
    """.split()
)
"""Last words of positions that one can be put into."""
_OFFICE = rf"(?:(?:{_RANKS.replace(' ', '|')}) ){{0,3}}(?:{'|'.join(sorted(OFFICES))})"
KIN_TERM = {
    "en": Pattern(r"^(?:uncle|aunt|auntie|cousin|grand(?:ma|pa|mother|father)|gran|granny|nana)$", re.IGNORECASE),
    "zh": Pattern(r"(?:[叔伯婶姨婆爷奶姑舅嫂哥姐弟妹兄爹妈]|大娘|姑娘|师傅|师父)$"),
}
"""A relative, or how one calls somebody old or young: no position."""
FIRST_EN: tuple[Cue, ...] = (
    _cue(
        "role",
        rf"\bI(?:'m| am) (?:still |only |just )?(?:a|an|the|your) ({_OFFICE})(?= ?[.,;!?]| here\b|$)",
        "{0}",
        "{name} is {0}.",
    ),
    _cue(
        "goal", r"\bI (?:want|need|have|intend|mean|plan|hope) to (\w+(?: [^.!?;]+)?)", "to {0}", "{name} wants to {0}."
    ),
    _cue("goal", r"\bI(?:'m| am) (?:going|determined) to (\w+(?: [^.!?;]+)?)", "to {0}", "{name} is going to {0}."),
    _cue(
        "knowledge",
        r"\bI know (?:that )?(?!you\b|it\b|that\b|wh(?:at|o|y|ere|en) (?:you|he|she|it|they)\b|\W)(\w+ \w+[^.!?;]*)",
        "{0}",
        "{name} knows: {0}.",
    ),
    _cue("role", r"\bI (resign|quit)\b", "resigned", "{name} resigns."),
    _cue(
        "physical", rf"\b(?:I broke|I(?:'ve| have) broken) my {_PART}\b", "injured {0}", "{name} is injured: the {0}."
    ),
)
SECOND_EN: tuple[Cue, ...] = (
    _cue(
        "role",
        r"\byou(?:'re| are) (?:now |hereby )?(fired|hired|suspended|dismissed|promoted|expelled|under arrest)\b",
        "{0}",
        "{name} is {0}.",
    ),
    _cue(
        "role",
        r"\byou(?:'re not| aren't| are not|'re no longer| are no longer) "
        r"(fired|suspended|dismissed|expelled|under arrest)\b",
        "{0}",
        "{name} is {0}.",
        ends=True,
    ),
    _cue(
        "role",
        r"\b(?:suspends?|revokes?|suspending|revoking|taking away) your "
        r"(?:license|licence|badge|commission|command|papers)\b",
        "suspended",
        "{name} is suspended.",
    ),
    _cue(
        "role",
        rf"\byou(?:'re| are) (?:now |hereby |now the |hereby the |the new |our new )({_OFFICE})(?= ?[.,;!?]|$)",
        "{0}",
        "{name} is {0}.",
    ),
    _cue("role", rf"\byou(?:'re| are) (?-i:(?=[A-Z]))({_OFFICE})(?= ?[.,;!?]|$)", "{0}", "{name} is {0}."),
    _cue(
        "role",
        r"\bI(?:'m| am)? (?:hereby )?(?:appoint(?:ing)?|nam(?:e|ing)|mak(?:e|ing)) you "
        rf"(?:the |my |our |its )?({_OFFICE})(?= ?[.,;!?]|$)",
        "{0}",
        "{name} is {0}.",
    ),
)
_LIMB = "(左腿|右腿|小腿|大腿|腿|左臂|右臂|左手|右手|胳膊|手臂|手|脚|头|肩|腰|脸|眼睛)"
ACTION_ZH: tuple[Cue, ...] = (
    _cue(
        "physical",
        rf"(?:砸|打|撞|压|刺|烫|摔|扭|割|折)(?:在|断|伤|中|了|破|到)*(?:他|她|自己)?的?{_LIMB}",
        "{0}受伤",
        "{name}{0}受伤。",
    ),
    _cue("physical", rf"{_LIMB}(?:上)?(?:打着石膏|缠着绷带|骨折|流血|断了|伤了)", "{0}受伤", "{name}{0}受伤。"),
    _cue("physical", r"受了?伤|负伤|流血|中弹", "受伤", "{name}受伤。"),
    _cue("physical", r"昏迷|晕倒|昏过去|晕过去|不省人事", "昏迷", "{name}昏迷。"),
    _cue("physical", r"(?:拄|挂)着?(?:拐杖|双拐|拐)", "拄着拐杖", "{name}拄着拐杖。"),
    _cue("physical", r"坐在?轮椅|推着轮椅", "坐轮椅", "{name}坐轮椅。"),
    _cue("physical", r"(?:病倒|生病|发烧|咳血)", "生病", "{name}生病。"),
    _cue("physical", r"(?:死了|断气|咽气|身亡|去世)", "已死", "{name}已死。"),
    _cue("physical", r"(?:痊愈|康复|伤好了|腿好了)", "康复", "{name}康复。"),
    _cue("role", r"被(开除|解雇|停职|辞退|任命|提拔|录用|逮捕)", "被{0}", "{name}被{0}。"),
    _cue("role", r"(辞职|退休|卸任|下台)", "{0}", "{name}{0}。"),
    _cue("role", r"(?:当上了?|接任|出任|升任)([一-鿿]{2,6})", "{0}", "{name}当上{0}。"),
    _cue("emotion", r"哭|落泪|流泪|掉泪|眼泪|抽泣|哽咽", "伤心", "{name}伤心落泪。"),
    _cue("emotion", r"(愤怒|害怕|慌了|惊恐|羞愧|难过|高兴|着急|得意)", "{0}", "{name}{0}。"),
    _cue("emotion", r"(?:笑了|大笑|微笑|苦笑)", "笑", "{name}笑了。"),
    _cue("emotion", r"(?:脸一下子白了|脸色发白|脸色煞白|愣住|呆住)", "震惊", "{name}感到震惊。"),
    _cue("knowledge", r"(?:得知|发现|明白|听说|认出|看出|意识到)了?([^，。！？；]{2,40})", "{0}", "{name}得知：{0}。"),
)
_OFFICE_ZH = (
    r"(副?(?:总|代理|大|二)?(?:[一-鿿]{0,4}部)?(?:经理|团长|校长|院长|队长|站长|船长|厂长|班主|主任|主编|局长|科长|老板"
    r"|掌柜|总管|班长|社长|司令|将军))"
)
FIRST_ZH: tuple[Cue, ...] = (
    _cue(
        "goal", r"我(?:一定)?(?:要|想|打算|决定)(?!是|求|你|知道|起)([^，。！？；…—]{2,40})", "{0}", "{name}想要{0}。"
    ),
    _cue("goal", r"我(?:答应|保证|发誓)(?:你|您)?[，：]?([^，。！？；…—]{2,40})", "承诺{0}", "{name}承诺：{0}。"),
    _cue("knowledge", r"我(?:早就|已经|都)?知道([^，。！？；…—]{2,40})", "{0}", "{name}知道：{0}。"),
    _cue("role", r"我(?:要|已经)?(辞职|不干了|退休)", "辞职", "{name}辞职。"),
    _cue("role", rf"(?:别|不要|不用|甭)再?(?:管我叫|叫我|喊我){_OFFICE_ZH}", "{0}", "{name}是{0}。", ends=True),
    _cue("role", rf"我(?:现在|如今)?(?:就)?是(?:这儿的?|这里的?)?{_OFFICE_ZH}", "{0}", "{name}是{0}。"),
)
SECOND_ZH: tuple[Cue, ...] = (
    _cue(
        "role",
        r"^[一-鿿]?(团长|校长|院长|队长|站长|船长|厂长|班主|主任|主编|局长|科长|班长|社长|司令|将军)[，！—]",
        "{0}",
        "{name}是{0}。",
    ),
    _cue(
        "role",
        rf"(?:从今天起|从今往后|从现在起|以后|今后|现在)[，,]?你(?:就)?(?:是|当|做)(?:我们的?|咱们的?|这儿的?)?{_OFFICE_ZH}",
        "{0}",
        "{name}是{0}。",
    ),
    _cue("role", rf"(?:任命|推举|提拔|升)你(?:为|当|做|成)?{_OFFICE_ZH}", "{0}", "{name}是{0}。"),
    _cue("role", r"你(?:已经)?被(开除|解雇|停职|录用|辞退|逮捕)", "被{0}", "{name}被{0}。"),
    _cue("physical", rf"(?<![他她它]的)(?<![他她它左右大小]){_LIMB}(?:骨折|断了|受伤)", "{0}受伤", "{name}{0}受伤。"),
    _cue("physical", r"您?(?:腿|手|伤|病)好了", "康复", "{name}康复。"),
)
OFFERED = {
    "en": Pattern(
        r"\b(?:I|[Ww]e)(?:'m|'re|'d| am| are| would)? (?:need|want|like|mak(?:e|ing)|nam(?:e|ing)|appoint(?:ing)?"
        r"|looking for)(?: you)?(?: to be(?:come)?| as| for)?(?: the| an?| my| our| your| its| new)* "
        rf"((?i:{_OFFICE}))\b"
    ),
    "zh": Pattern(
        rf"(?:要|想|缺|需要|请|让|叫|任命|推举|提拔)(?:你|您)?(?:来|去)?(?:当|做|出任|接任|担任|成为|有)?(?:一?[个名位])?{_OFFICE_ZH}"
    ),
}
"""A position that somebody is wanted for: who says then what they are says what they have been."""
SENTENCE = {
    "en": Pattern(r"[^.!?\n]+(?:\.(?=\w)[^.!?\n]*)*[.!?…]*[\"'”’*_]*"),
    "zh": Pattern(r"[^。！？…\n]+[。！？…]*[”』」]*"),
}
ABBREVIATION = Pattern(r"\b(?:Mr|Mrs|Ms|Dr|St|Capt|Sgt|Lt|Prof|Rev)\.$")
GIVE = frozenset(
    "give hand pass toss throw offer slide slip return deliver lend sell pay bring send "
    "递给 交给 送给 还给 塞给 递 交 给 还 送 推给 借给 卖给 拿给 扔给 分给 端给 "
    "献给 赐给 付给 抛给 丢给 退给 寄给 转交给 归还给 交出 "
    "递过来 递过去".split()
)
TAKE = frozenset(
    "take grab steal snatch seize catch receive accept pocket retrieve collect buy borrow fetch get lift pick "
    "拿 拿起 偷 抢 接过 接 夺 取 捡 捡起 收 拿走 抓起 收回 收走 拿回 取回 夺回 抢回 夺过 抢过 取走 接住".split()
)
USE = frozenset("swing brandish wield".split())
"""Only who has a thing does so with it."""
HAVING = USE | frozenset("hold carry clutch keep own have wear cradle raise 拿着 抱着 提着 捧着 握着".split())
"""By these nobody comes by a thing."""
SPREAD = frozenset("cover drape".split())
"""One thing with another, which is then no longer in the hand."""
GIVEN_BACK = Pattern(
    r"\b(?:gives|hands|passes|sends|throws|tosses) (?:it|them|(?:the|his|her) [\w-]+) (?:back|away|over)\b"
)
LEARN = frozenset("learn discover realize recognize overhear 得知 发现 认出 明白 听说 知道 看出 意识到".split())
"""Not reading, seeing or finding: they name an act, and not what is known by it."""
LOSE = frozenset(
    "drop lose abandon discard surrender burn destroy 扔 丢 烧 弄丢 扔在 扔进 扔到 丢在 丢进 砸碎 摔碎 撕碎".split()
)
HANDED = frozenset(
    "放在 放到 放进 放回 塞进 塞到 塞在 塞回 交到 交回 递到 搁在 按在 扔到 戴上 披上 围上 "
    "套上 别上 系上 披在 戴在 系在 别在 穿上".split()
)
"""Gives a thing to whoever it is done for, or into whose hands."""
MISSED = Pattern(
    r"(?:已经|早就|都|又|好像)?(?:没了|不见了|丢了|弄丢了|没有了|不在了|找不到了|被[^，。！？]{0,4}(?:偷|抢|拿|收|没收)走?了)(?=[，。！—…]|$)"
    r"|(?:我)?(?:已经|早就|都)?(?:卖|当|送|还|退|烧|扔|丢|交|捐|输)(?:给[^，。！？]{1,6})?(?:掉)?了(?=[，。！—…]|$)"
)
"""Behind a thing: its holder hasn't got it any more."""
BOND = frozenset("hug embrace kiss forgive marry comfort 拥抱 抱 吻 原谅 搂".split())
CLASH = frozenset("threaten dismiss slap punch attack betray strangle shoot stab 威胁 开除 打 骂 背叛".split())
TOLD = frozenset("confess reveal tell admit 承认 坦白 告诉 揭露".split())
TEXT = {
    "en": {
        "has": "{name} has {target}.",
        "at": "{name} is at {target}.",
        "kin": "{target} is {owner} {kind}.",
        "family": "{name} and {target} are family.",
        "family_value": "family",
        "good": "{name} is on good terms with {target}.",
        "bad": "{name} is at odds with {target}.",
        "member": "{name} belongs to {target}{kind}.",
        "is": "{name} is {value}.",
        "told": "{name} is told by {target}: {value}",
        "good_value": "on good terms",
        "bad_value": "at odds",
        "member_value": "member",
    },
    "zh": {
        "has": "{name}持有{target}。",
        "at": "{name}在{target}。",
        "kin": "{target}是{name}的{kind}。",
        "family": "{name}与{target}是亲人。",
        "family_value": "亲人",
        "good": "{name}与{target}关系和睦。",
        "bad": "{name}与{target}对立。",
        "member": "{name}属于{target}{kind}。",
        "is": "{name}是{value}。",
        "told": "{target}告诉{name}：{value}",
        "good_value": "和睦",
        "bad_value": "对立",
        "member_value": "成员",
    },
}
