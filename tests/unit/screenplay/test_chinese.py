import pytest
from ending import ending
from unit.screenplay.reading import contents, cues, read, removed

from linedscript.screenplay.formats.chinese_headings import find_bare_heading, find_heading
from linedscript.screenplay.read import read_screenplay

HEAD = "第一场　内景　客厅　夜\n\n"


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("第一场　外景　柳桥镇石桥　黄昏", ("一", "ext", "柳桥镇石桥", "黄昏")),
        ("第3场 内景 客厅 夜", ("3", "int", "客厅", "夜")),
        ("第十二场：客厅", ("十二", None, "客厅", None)),
        ("1-2、医院走廊 夜 内", ("1-2", "int", "医院走廊", "夜")),
        ("场1-1 顾家客厅 夜 内", ("1-1", "int", "顾家客厅", "夜")),
        ("场次：3", ("3", None, None, None)),
        ("场景：客厅 日 内", (None, "int", "客厅", "日")),
        ("12. 外景 码头 日", ("12", "ext", "码头", "日")),
        ("1. 码头，日，外", ("1", "ext", "码头", "日")),
        ("内景. 客厅 - 夜", (None, "int", "客厅", "夜")),
        ("【第四场】 内 酒吧 夜", ("四", "int", "酒吧", "夜")),
        ("内外景 车上 日", (None, "int/ext", "车上", "日")),
    ],
)
def test_headings_of_every_convention_give_their_fields(line, fields):
    heading = (find_heading(line) or find_bare_heading(line)).heading
    assert (heading.number, heading.interior, heading.place, heading.time) == fields


@pytest.mark.parametrize("line", ["第一场雪落下来了。", "他走进客厅。", "12、他说得对", "5 他来了", "夜很深"])
def test_prose_is_no_heading(line):
    assert find_heading(line) is None and find_bare_heading(line) is None


def test_a_flashback_in_brackets_is_a_modifier():
    heading = find_heading("第三场 日 内/外 车中（闪回）").heading
    assert (heading.place, heading.modifiers, heading.interior) == ("车中", ("闪回",), "int/ext")


def test_cue_and_speech_on_one_line_are_two_elements():
    reading = read(HEAD + "女客：老伯，唱的人是谁？\n", "zh")
    assert list(contents(reading))[1:] == [("cue", "女客"), ("dialogue", "老伯，唱的人是谁？")]


def test_action_loses_its_mark_and_is_never_a_cue():
    reading = read(HEAD + "△字幕：十二月十五日。\n\n△她说：走。\n\n林：好。\n", "zh")
    assert [kind for kind, _ in contents(reading)] == ["heading", "action", "action", "cue", "dialogue"]


@pytest.mark.parametrize(
    ("line", "extension", "voice"),
    [
        ("晚秋（旁白）：人只认两个日子。", "旁白", "over"),
        ("女客：（画外音）是我。", "画外音", "off"),
        ("晚秋OS：不对。", "OS", "over"),
        ("晚秋(VO)：不对。", "VO", "over"),
    ],
)
def test_extensions_stand_before_or_behind_the_colon(line, extension, voice):
    reading = read(HEAD + line + "\n", "zh")
    cue = cues(reading)[0]
    assert (cue.extensions, cue.voice) == ((extension,), voice)
    assert [kind for kind, _ in contents(reading)] == ["heading", "cue", "dialogue"]


def test_a_bracket_that_says_how_is_a_parenthetical():
    reading = read(HEAD + "林晚秋：（接过银簪）这是谁的？\n", "zh")
    assert list(contents(reading))[2:] == [("parenthetical", "（接过银簪）"), ("dialogue", "这是谁的？")]


def test_fields_under_a_heading_belong_to_it():
    reading = read("第一场\n时间：夜\n地点：客厅\n\n△雨。\n\n林：好。\n", "zh")
    heading = reading.scenes[0].heading
    assert (heading.place, heading.time) == ("客厅", "夜")
    assert [kind for kind, _ in contents(reading)] == ["heading", "action", "cue", "dialogue"]


def test_title_page_and_list_of_persons_are_removed():
    text = (
        "剧名：雪\n编剧：某人\n联系电话：010-5550-0142\n邮箱：a@example.com\n\n人物表\n\n林　二十岁\n\n"
        + HEAD
        + "林：打010-5550-0142。\n"
    )
    reading = read(text, "zh")
    assert [reason for reason, _ in removed(reading)] == ["title_page", "cast_list"]
    assert ("dialogue", "打010-5550-0142。") in list(contents(reading))


def test_a_site_banner_is_removed_at_both_ends():
    text = (
        "您下载的该电子书来自:书库\n欢迎访问:   www.example.com\n\n"
        + HEAD
        + "林：好。\n\n更多电子书，欢迎到www.example.com下载\n"
    )
    assert [reason for reason, _ in removed(read(text, "zh"))] == ["site_banner", "site_banner"]


def test_a_play_with_blanks_between_name_and_speech_is_read():
    speech = "　　甲某 你好。\n\n　　乙某 你也好。\n\n" * 3
    text = (
        "第一幕\n　　第一场　城堡。露台　　甲某立台上。乙某上。\n\n"
        + speech
        + "　　丙某上。\n\n　　丙某 别走！\n\n　　青青草\n\n　　甲某下。\n"
    )
    reading = read(text, "zh")
    found = list(contents(reading))
    assert found[:3] == [("section", "第一幕"), ("heading", "第一场　城堡。露台"), ("action", "甲某立台上。乙某上。")]
    assert found[-5:] == [
        ("action", "丙某上。"),
        ("cue", "丙某"),
        ("dialogue", "别走！"),
        ("dialogue", "青青草"),
        ("action", "甲某下。"),
    ]


def test_the_end_mark_is_removed():
    assert removed(read(HEAD + "林：好。\n\n（剧终）\n", "zh")) == [("end_mark", "（剧终）\n")]


def test_words_of_a_chinese_film_are_its_characters():
    assert read("第一场\n\n林：好。\n", "zh").scenes[0].words == 7


def test_a_very_long_line_takes_time_linear_in_its_length():
    with ending():
        read_screenplay(("场景1 内景 房间 日\n" + "我" * 600_000).encode(), "zh-0009", "zh", budget=9000)
