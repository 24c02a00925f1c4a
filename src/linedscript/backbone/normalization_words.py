"""Word lists of the name reader: titles, honorifics, kinship terms, nicknames, Chinese surnames. General knowledge."""

HONORIFICS: dict[str, str] = {
    "mr": "mr",
    "mister": "mr",
    "mrs": "mrs",
    "missus": "mrs",
    "ms": "ms",
    "miss": "miss",
    "dr": "doctor",
    "doc": "doctor",
    "capt": "captain",
    "sgt": "sergeant",
    "lt": "lieutenant",
    "col": "colonel",
    "gen": "general",
    "maj": "major",
    "prof": "professor",
    "rev": "reverend",
    "det": "detective",
    "insp": "inspector",
    "st": "saint",
    "cpl": "corporal",
    "pvt": "private",
    "sen": "senator",
    "gov": "governor",
    "pres": "president",
    "m'lord": "lord",
    "fr": "father",
}
"""Short forms of titles, written out."""

PLAIN_HONORIFICS: frozenset[str] = frozenset(
    (
        "mr",
        "mrs",
        "ms",
        "miss",
        "sir",
        "madam",
        "ma'am",
        "madame",
        "monsieur",
        "先生",
        "小姐",
        "女士",
        "太太",
        "夫人",
        "姑娘",
        "大人",
        "公子",
        "少爷",
    )
)
"""Say nothing about who is meant beyond a person of that kind: they never settle which of two is meant."""

TITLES: frozenset[str] = frozenset(HONORIFICS) | frozenset(
    """
    sir madam ma'am madame monsieur lord lady king queen prince princess duke duchess earl count countess baron baroness
    doctor nurse professor captain commander admiral colonel general major sergeant corporal private lieutenant
    officer detective inspector constable sheriff deputy marshal chief agent superintendent commissioner warden
    mayor governor senator president minister secretary ambassador congressman councillor councilman chairman
    judge justice attorney counselor reverend father sister brother mother pastor bishop cardinal pope rabbi deacon
    saint aunt auntie uncle cousin grandma grandpa granny coach pilot deckhand skipper mate bosun acting assistant vice
    master mistress principal dean headmaster headmistress engineer chef cook editor reporter clerk station director
    madam chair harbormaster emperor empress chancellor
""".split()
)

KIN: frozenset[str] = frozenset(
    """
    dad daddy mom mommy mum mummy ma pa papa mama pop pops father mother son daughter sis bro brother sister grandma
    grandpa granny gran grandmother grandfather uncle aunt auntie nephew niece cousin husband wife honey darling dear
    sweetheart baby kid
""".split()
)

NICKNAMES: dict[str, tuple[str, ...]] = {
    short: tuple(formal.split())
    for short, formal in (
        line.split(":")
        for line in """
abby:abigail
al:albert alan alfred alexander
alex:alexander alexandra
andy:andrew
annie:ann anne anna
art:arthur
barb:barbara
becky:rebecca
ben:benjamin
bert:albert robert herbert
bess:elizabeth
beth:elizabeth bethany
betty:elizabeth
bill:william
billy:william
bob:robert
bobby:robert
brad:bradley
cathy:catherine
charlie:charles charlotte
chris:christopher christine
chuck:charles
cindy:cynthia
dan:daniel
danny:daniel
dave:david
deb:deborah
debbie:deborah
dick:richard
don:donald
dot:dorothy
doug:douglas
ed:edward edwin
eddie:edward edwin
ellie:eleanor ellen
frank:francis franklin
fran:frances
fred:frederick alfred
gabe:gabriel
gene:eugene
ginny:virginia
greg:gregory
gus:august augustus
hal:harold henry
hank:henry
harry:harold henry
jack:john
jake:jacob
jamie:james
jeff:jeffrey
jen:jennifer
jenny:jennifer
jerry:gerald jerome
jess:jessica
jim:james
jimmy:james
joe:joseph
joey:joseph
johnny:john
jon:jonathan
josh:joshua
kate:katherine catherine
kathy:katherine
katie:katherine
ken:kenneth
kim:kimberly
larry:lawrence
leo:leopold leonard
len:leonard
lenny:leonard
liz:elizabeth
lizzie:elizabeth
lou:louis louise
maggie:margaret
mandy:amanda
matt:matthew
meg:margaret
mick:michael
mickey:michael
mike:michael
molly:mary margaret
nate:nathan nathaniel
ned:edward
nell:eleanor helen
nick:nicholas
pam:pamela
pat:patrick patricia
patty:patricia
peg:margaret
peggy:margaret
pete:peter
phil:philip phillip
polly:mary
ray:raymond
rick:richard
rob:robert
robbie:robert
ron:ronald
rose:rosemary rosalind
roz:rosalind rosalyn
rosie:rose rosemary
sal:salvatore sally
sally:sarah
sam:samuel samantha
sandy:sandra alexander
steve:steven stephen
stu:stuart
sue:susan
susie:susan
ted:theodore edward
teddy:theodore edward
terry:terence theresa
theo:theodore
tim:timothy
toby:tobias
tom:thomas
tommy:thomas
tony:anthony
trish:patricia
val:valerie
vic:victor victoria
vicky:victoria
walt:walter
will:william
zach:zachary
""".strip().splitlines()
    )
}

COMPOUND_SURNAMES: frozenset[str] = frozenset(
    "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 长孙 宇文 司徒 夏侯 轩辕 端木 南宫 独孤 百里 呼延 "
    "西门 东郭".split()
)
SURNAMES: frozenset[str] = COMPOUND_SURNAMES | frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白"
    "邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐庄易乔伍庞颜倪聂章鲁岳翟殷詹申欧耿关兰焦俞柳甘祝包"
    "宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷曲盛冉蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜"
    "冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"
)
ZH_KIN: frozenset[str] = frozenset(
    "爹 娘 妈 爸 爸爸 妈妈 父亲 母亲 爷爷 奶奶 外公 外婆 姥姥 姥爷 哥 哥哥 姐 姐姐 弟弟 妹妹 弟 妹 儿子 "
    "女儿 闺女 孩子 叔叔 阿姨 舅舅 姑姑 伯伯 "
    "大娘 大爷 老伯 媳妇 老公 老婆 丈夫 妻子 大哥 大姐".split()
)
KIN_SENSES: dict[str, tuple[str, bool]] = {
    term: (sense.rstrip("*"), sense.endswith("*"))
    for sense, terms in (
        line.split(":")
        for line in """
father*:dad daddy pa papa pop pops father 爹 爸 爸爸 父亲
mother*:mom mommy mum mummy ma mama mother 娘 妈 妈妈 母亲
father's father*:爷爷
father's mother*:奶奶
mother's father*:外公 姥爷
mother's mother*:外婆 姥姥
grandfather:grandpa grandfather
grandmother:grandma granny gran grandmother
husband:husband 丈夫 老公
wife:wife 妻子 老婆
son:son 儿子
daughter:daughter 女儿 闺女
brother:brother bro
sister:sister sis
elder brother:哥 哥哥
elder sister:姐 姐姐
younger brother:弟 弟弟
younger sister:妹 妹妹
uncle:uncle
aunt:aunt auntie
mother's brother:舅舅
father's sister:姑姑
nephew:nephew
niece:niece
cousin:cousin
""".strip().splitlines()
    )
    for term in terms.split()
}
"""Kinship terms with what they mean, and whether a person has one such relative at most (``*``). Left out are
endearments, and terms by which strangers of an age are called (阿姨, 大爷)."""

ZH_ADDRESS: frozenset[str] = frozenset(
    "先生 小姐 女士 太太 夫人 姑娘 哥 姐 弟 妹 叔 婶 姨 伯 爷 嫂 大哥 大姐 大叔 大婶 大爷 大妈 老伯 公子 "
    "少爷 大人".split()
)
"""Forms of address that anyone of that age or kind gets, as opposed to an office."""
ZH_TITLES: frozenset[str] = ZH_ADDRESS | frozenset(
    "老师 大夫 医生 护士 教授 博士 团长 班长 队长 组长 连长 营长 师长 军长 司令 将军 元帅 校长 院长 馆长 "
    "局长 处长 科长 部长 厅长 市长 县长 镇长 村长 "
    "省长 书记 主任 经理 总经理 老板 老板娘 总 董 董事长 总裁 主席 总统 总理 警官 警长 探长 法官 律师 "
    "师傅 师父 师兄 师姐 师弟 师妹 掌柜 管家 秘书 助理 "
    "导演 编剧 记者 编辑 工程师 国王 王后 王子 公主 皇帝 皇后 太子 陛下 殿下 大王 丞相 牧师 神父 会长 "
    "社长 站长 船长 厂长 所长 行长 股长 参谋 指导员".split()
)
