"""Who speaks in a Chinese script, how the voice reaches the scene, and what only looks like a cue."""

import pytest
from ending import ending
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.screenplay.reading import contents, cues, read

HEAD = "第一场　内景　客厅　夜\n\n"


def said(line: str) -> list[tuple[str, str]]:
    text = f"{HEAD}老周推门进来，抖了抖雨伞。\n\n{line}\n\n老周：好。\n"
    return list(contents(read(text, "zh", format="chinese")))[2:-2]


def cue(line: str):
    return cues(read(HEAD + line + "\n", "zh", format="chinese"))[0]


@pytest.mark.parametrize(
    ("line", "name", "extensions", "voice"),
    [
        ("旅人OS：走。", "旅人", ("OS",), "over"),
        ("旅人 OS：走。", "旅人", ("OS",), "over"),
        ("旅人（OS，低声）：走。", "旅人", ("OS，低声",), "over"),
        ("旅人VO：走。", "旅人", ("VO",), "over"),
        ("旅人（V.O.）：走。", "旅人", ("V.O.",), "over"),
        ("旅人（电话里）：走。", "旅人", ("电话里",), "over"),
        ("旅人（画外）：走。", "旅人", ("画外",), "off"),
        ("旅人【旁白】：走。", "旅人", ("旁白",), "over"),
        ("旅人（内心独白）：走。", "旅人", ("内心独白",), "over"),
        ("旅人（畫外音）：走。", "旅人", ("畫外音",), "off"),
        ("旅人（內心獨白）：走。", "旅人", ("內心獨白",), "over"),
        ("旅人的画外音：走。", "旅人", ("画外音",), "off"),
        ("旅人的声音：走。", "旅人", ("声音",), "off"),
        ("（画外音）旅人：走。", "旅人", ("画外音",), "off"),
        ("旅人：（OS）走。", "旅人", ("OS",), "over"),
        ("旅人(VO):走。", "旅人", ("VO",), "over"),
        ("旅人[画外音]：走。", "旅人", ("画外音",), "off"),
        ("旁白：走。", "旁白", (), "over"),
        ("画外音：走。", "画外音", (), "off"),
        ("【旁白】走。", "旁白", (), "over"),
        ("【旅人】：走。", "旅人", (), "on"),
        ("VO（电话）：走。", "VO", ("电话",), "over"),
        ("店主、旅人：走。", "店主、旅人", (), "on"),
        ("路人甲/路人乙：走。", "路人甲/路人乙", (), "on"),
        ("老　周：走。", "老　周", (), "on"),
        ("约翰·史密斯：走。", "约翰·史密斯", (), "on"),
        ("路人1：走。", "路人1", (), "on"),
        ("顾问：走。", "顾问", (), "on"),
        ("Tom：走。", "Tom", (), "on"),
    ],
)
def test_each_convention_gives_name_extension_and_voice(line, name, extensions, voice):
    found = cue(line)
    assert (found.name, found.extensions, found.voice) == (name, extensions, voice)


def test_a_narrators_bracket_with_a_known_name_is_who_speaks():
    found = cues(read(HEAD + "林晚：来了。\n画外音（林晚）：走。\n", "zh"))[1]
    assert (found.name, found.extensions, found.voice) == ("林晚", ("画外音",), "off")


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("林晚（用英语）：Go.", "英语"),
        ("林晚（画外音，用粤语）：走。", "粤语"),
        ("林晚（用英語）：Go.", "英語"),
        ("林晚（笑）：走。", None),
    ],
)
def test_the_language_is_told_as_written(line, language):
    assert cue(line).language == language


def test_a_cue_that_goes_on_is_marked():
    assert cue("林晚（续）：走。").continued and not cue("林晚：走。").continued


def test_a_bracket_before_the_colon_that_says_how_is_a_parenthetical():
    assert said("顾总（冷笑）：签了字就滚。") == [
        ("cue", "顾总"),
        ("parenthetical", "（冷笑）"),
        ("dialogue", "签了字就滚。"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "字幕：三年后。",
        "画面：大雪纷飞。",
        "特写：一只手。",
        "她说：走吧。",
        "门上写着：闲人免进",
        "他低声喊道：快跑！",
        "只听一声：砰！",
        "时间：三天后",
        "8:30，钟响了。",
        "12：30",
        "http://example.com",
        "他抬起头，说：走。",
        "信上写：别等我。",
        "△林晚：站在窗前。",
    ],
)
def test_what_only_looks_like_a_cue_is_action(line):
    assert [kind for kind, _ in said(line)] == ["action"]


def test_a_name_that_ends_like_a_verb_is_one_when_it_comes_again():
    assert [found.name for found in cues(read(HEAD + "李想：我来了。\n李想：走吧。\n", "zh"))] == ["李想", "李想"]


def test_colons_within_a_speech_are_speech():
    assert said("老周：比分是3:2，时间8:30。")[1] == ("dialogue", "比分是3:2，时间8:30。")


def test_a_name_on_a_line_of_its_own_is_a_cue_where_the_script_writes_so():
    text = HEAD + "林晚\n（推门进来）\n还没睡？\n\n老周（画外音）\n睡不着。\n\n"
    text += "林晚\n我倒茶。\n天冷了。\n\n她走到窗前。\n"
    found = list(contents(read(text, "zh", format="chinese")))[1:]
    assert found == [
        ("cue", "林晚"),
        ("parenthetical", "（推门进来）"),
        ("dialogue", "还没睡？"),
        ("cue", "老周"),
        ("dialogue", "睡不着。"),
        ("cue", "林晚"),
        ("dialogue", "我倒茶。\n天冷了。"),
        ("action", "她走到窗前。"),
    ]


def test_a_play_with_names_set_wide_is_read():
    text = "第一幕\n" + "鲁　贵　（喘着气）四凤！\n四　凤　是！爸！\n" * 4 + "〔四凤下。\n"
    found = list(contents(read(text, "zh")))
    assert found[1:6] == [
        ("cue", "鲁　贵"),
        ("parenthetical", "（喘着气）"),
        ("dialogue", "四凤！"),
        ("cue", "四　凤"),
        ("dialogue", "是！爸！"),
    ]
    assert found[-1] == ("action", "〔四凤下。")


def test_lines_that_are_sung_below_their_cue_are_its_speech():
    assert said("众人：（齐唱）\n雪落无声，\n人行无踪。") == [
        ("cue", "众人"),
        ("parenthetical", "（齐唱）"),
        ("dialogue", "雪落无声，\n人行无踪。"),
    ]


def test_a_speech_that_is_broken_by_the_lines_length_goes_on():
    text = "老汉：走了好，走了就不用再在这条河上来来回回地撑那条破船，也不用再听\n别人说三道四了。\n他转过身去。"
    assert [kind for kind, _ in said(text)] == ["cue", "dialogue", "action"]


def test_a_marked_scripts_bare_line_about_a_speaker_is_a_direction():
    text = HEAD + "△雨。\n\n△风。\n\n△雪。\n\n林晚：好。\n林晚转身离开。\n\n老周：慢走。\n"
    assert list(contents(read(text, "zh")))[-3:] == [
        ("action", "林晚转身离开。"),
        ("cue", "老周"),
        ("dialogue", "慢走。"),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "切至：",
        "转场",
        "【闪回】",
        "（闪回结束，回到现实）",
        "回忆结束。",
        "画面渐黑",
        "淡出。",
        "——幕落——",
        "镜头切换",
        "CUT TO：",
        "閃回",
        "【閃出】",
    ],
)
def test_transitions_and_layers_of_time(line):
    assert [kind for kind, _ in said(line)] == ["transition"]


@pytest.mark.parametrize("part", ["和", "甲、", "OS", "（甲）", "【甲】", "旁白", "甲 ", "的"])
def test_long_runs_before_a_colon_take_little_time(part):
    runs = "".join(part * times + "：走。\n" for times in (40, 400))
    with ending():
        read(HEAD + runs * 300 + "林：好。\n", "zh", format="chinese")


@given(
    st.lists(
        st.text(st.sampled_from("林晚老周：:（）()【】[]OSVO旁白画外音、/ 　。！？的说△〔~"), min_size=1, max_size=20),
        max_size=12,
    )
)
@settings(max_examples=150, deadline=None)
def test_a_cues_name_and_extensions_are_its_lines_own_words(lines):
    reading = read(HEAD + "\n".join(lines) + "\n\n林：好。\n", "zh", format="chinese")
    for scene in reading.scenes:
        for element in scene.elements:
            if element.cue:
                line = reading.text.splitlines()[element.lines[0] - 1]
                assert scene.text[slice(*element.content)] == element.cue.name
                assert all(extension in line for extension in element.cue.extensions)


def test_a_listed_name_alone_on_a_line_is_a_cue_right_below_an_action_that_ended():
    reading = read(
        "第1场 内 客厅 夜\n人物：老周、小李\n老周推门进来。\n老周\n你还没睡？\n小李\n睡不着。\n", "zh", format="chinese"
    )
    assert [cue.name for cue in cues(reading)] == ["老周", "小李"]


def test_a_listed_name_at_the_end_of_a_broken_line_of_action_is_no_cue():
    reading = read("第1场 外 街 日\n人物：老周、小李\n小李跑远了，回头喊着\n老周\n的名字。\n", "zh", format="chinese")
    assert cues(reading) == []


def test_names_set_in_further_than_the_speech_below_them_are_cues_though_they_come_once():
    text = (
        "1、内景 客厅 夜\n\n老陈在抽烟。\n\n        老陈\n    吃了吗？\n\n        小雨\n      （摇头）\n    没。\n\n"
        "2、外景 街道 日\n\n行人匆匆。\n\n        护士\n    病人家属？\n"
    )
    assert [cue.name for cue in cues(read(text, "zh"))] == ["老陈", "小雨", "护士"]


def test_a_short_line_set_in_no_further_than_the_next_is_no_cue():
    text = "1、内景 客厅 夜\n\n    老陈走\n    他走了。\n\n    小雨哭\n    她哭了。\n\n    天黑\n    下雨。\n"
    assert cues(read(text, "zh")) == []
