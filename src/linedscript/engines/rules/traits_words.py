"""The sentences of the persona cards that the rules write, by kinds of acts and of speech. General vocabulary."""

_ACTS_EN: tuple[tuple[str, str], ...] = (
    ("{name} gives others orders.", "order command direct"),
    ("{name} refuses what others ask.", "refuse decline reject"),
    ("{name} is quick to accuse others.", "accuse blame"),
    ("{name} gives promises.", "promise swear"),
    ("{name} owns up to what was done wrong.", "confess admit"),
    ("{name} apologizes readily.", "apologize"),
    ("{name} thanks others.", "thank"),
    ("{name} warns others.", "warn"),
    ("{name} threatens others.", "threaten"),
    ("{name} gives in to others.", "agree yield obey"),
    ("{name} shows affection.", "hug embrace kiss comfort caress stroke pat cuddle"),
    ("{name} uses force.", "hit slap punch kick shove strike beat shoot stab strangle grab"),
    ("{name} helps others.", "help save rescue guide untie protect"),
    ("{name} steals.", "steal pocket snatch swipe"),
    ("{name} drinks.", "drink sip gulp swig"),
    ("{name} laughs easily.", "laugh grin chuckle giggle smile"),
    ("{name} weeps easily.", "weep cry sob"),
)
_ACTS_ZH: tuple[tuple[str, str], ...] = (
    ("{name}常常吩咐别人。", "order 吩咐 命令 指挥"),
    ("{name}常常拒绝别人。", "refuse 拒绝 推辞"),
    ("{name}动不动就指责别人。", "accuse 指责 责备 骂"),
    ("{name}常常许下诺言。", "promise 答应 保证 承诺"),
    ("{name}肯承认自己做错的事。", "confess 承认 坦白"),
    ("{name}肯向人道歉。", "apologize 道歉"),
    ("{name}常常向人道谢。", "thank 感谢 道谢"),
    ("{name}常常提醒别人。", "warn 提醒 警告"),
    ("{name}常常威胁别人。", "threaten 威胁"),
    ("{name}待人亲热。", "拥抱 抱 抱住 搂 搂住 吻 拍拍"),
    ("{name}会动手打人。", "打 打了 推开 踢 扇 揪 抓住"),
    ("{name}肯帮别人。", "扶 扶起 帮 救 背起 搀 替"),
    ("{name}喝酒。", "喝 喝酒 灌"),
    ("{name}爱笑。", "笑 笑了 微笑 大笑 苦笑"),
    ("{name}容易落泪。", "哭 哭了 流泪 落泪 抽泣"),
)


def _table(rows: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {trigger: sentence for sentence, triggers in rows for trigger in triggers.split()}


ACTS = {"en": _table(_ACTS_EN), "zh": _table(_ACTS_ZH)}
STYLE = {
    "en": {
        "questions": "{name} asks many questions.",
        "exclamations": "{name} speaks in exclamations.",
        "short": "{name} speaks in very short sentences.",
        "long": "{name} speaks in long sentences.",
        "broken": "{name} breaks off in the middle of sentences.",
        "courtesy": "{name} speaks courteously.",
        "plain": "{name} speaks in homely, colloquial words.",
    },
    "zh": {
        "questions": "{name}说话常用问句。",
        "exclamations": "{name}说话常带感叹。",
        "short": "{name}说话句子很短。",
        "long": "{name}说话句子较长。",
        "broken": "{name}说话常常只说半句。",
        "courtesy": "{name}说话客气。",
        "plain": "{name}说话口语化，爱用语气词。",
    },
}
ADDRESS = {"en": "{name} addresses {to} as “{form}”.", "zh": "{name}常称{to}为“{form}”。"}
NEVER_NAMED = {
    "en": "{name} addresses {to} as “{form}” and never by name.",
    "zh": "{name}只称{to}为“{form}”，从不直呼其名。",
}
CALLED = {"en": "{name} is called “{form}” by others.", "zh": "别人称{name}为“{form}”。"}
