"""Headings of Chinese scripts, by convention; the fields that each gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unit.screenplay.reading import contents, kinds, read

from linedscript.records.scene import Heading
from linedscript.screenplay.formats.chinese_forms import fold
from linedscript.screenplay.formats.chinese_headings import ACT, find_bare_heading, find_heading, find_loose_heading


def heading(line: str) -> Heading | None:
    found = find_heading(line) or find_bare_heading(line)
    return found and found.heading


def fields(line: str) -> tuple:
    found = heading(line)
    return found and (found.number, found.interior, found.place, found.time)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("第１２场　内景　客厅　夜", ("１２", "int", "客厅", "夜")),
        ("第3A场 内 客厅 夜", ("3A", "int", "客厅", "夜")),
        ("第一场戏 内 客厅 日", ("一", "int", "客厅", "日")),
        ("第1-3场 外 街道 日", ("1-3", "ext", "街道", "日")),
        ("第三场-客厅-夜-内", ("三", "int", "客厅", "夜")),
        ("第3场：夜 内 客厅", ("3", "int", "客厅", "夜")),
        ("3场 内 客厅 日", ("3", "int", "客厅", "日")),
        ("场景一：客厅", ("一", None, "客厅", None)),
        ("1-1. 客厅 日 内", ("1-1", "int", "客厅", "日")),
        ("1－1 客厅 日/内", ("1－1", "int", "客厅", "日")),
        ("1-1日内客厅", ("1-1", "int", "客厅", "日")),
        ("1-1 日内 客厅", ("1-1", "int", "客厅", "日")),
        ("2-15 夜、外 码头", ("2-15", "ext", "码头", "夜")),
        ("1-1 日 内 林家客厅 人物：张三、李四", ("1-1", "int", "林家客厅", "日")),
        ("12.外景.码头.夜", ("12", "ext", "码头", "夜")),
        ("一、内景 客厅 日", ("一", "int", "客厅", "日")),
        ("S#12 外 街 日", ("12", "ext", "街", "日")),
        ("SC01 客厅 日 内", ("01", "int", "客厅", "日")),
        ("Scene 3 内 客厅 夜", ("3", "int", "客厅", "夜")),
        ("【第1场】客厅 日 内", ("1", "int", "客厅", "日")),
        ("【1-1 客厅 日 内】", ("1-1", "int", "客厅", "日")),
        ("【第一场】【咖啡馆】【日】【内】", ("一", "int", "咖啡馆", "日")),
        ("【场景二】咖啡馆 日 内", ("二", "int", "咖啡馆", "日")),
    ],
)
def test_numbers_stand_in_many_ways(line, expected):
    assert fields(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "内景 客厅 夜",
        "内景. 客厅 - 夜",
        "内景。客厅。夜",
        "内景，客厅，夜",
        "内景：客厅 夜",
        "内景·客厅·夜",
        "内景－客厅－夜",
        "内景客厅 夜",
        "INT. 客厅 - 夜",
        "内 客厅 夜",
        "夜 内 客厅",
        "夜、内、客厅",
        "客厅 夜 内",
        "客厅/夜/内",
        "客厅，夜，内",
        "客厅 内 夜",
        "【内景】客厅 夜",
        "【内景·客厅·夜】",
        "【场景】客厅 夜 内",
        "內景　客厅　夜",
    ],
)
def test_a_heading_without_a_number_has_its_fields_whatever_stands_between(line):
    assert fields(line) == (None, "int", "客厅", "夜")


@pytest.mark.parametrize(
    ("line", "interior"),
    [
        ("内外景 车上 日", "int/ext"),
        ("内景/外景 车上 日", "int/ext"),
        ("外 车上 日", "ext"),
        ("1. 内/外 车上 日", "int/ext"),
    ],
)
def test_interior_and_exterior_may_be_both(line, interior):
    assert heading(line).interior == interior


@pytest.mark.parametrize(
    ("line", "place", "subplace"),
    [
        ("内景 林家-客厅 日", "林家-客厅", "客厅"),
        ("内景 林家·客厅 日", "林家·客厅", "客厅"),
        ("第二场 内 林家 客厅 日", "林家 客厅", "客厅"),
        ("7. 内景 客厅（二楼） 夜", "客厅（二楼）", None),
        ("第一场　艾镇。城门前　　卫兵立台上。", "艾镇。城门前", None),
    ],
)
def test_a_place_within_a_place_is_told_apart(line, place, subplace):
    found = heading(line)
    assert (found.place, found.subplace) == (place, subplace)


@pytest.mark.parametrize(
    ("line", "time", "modifiers"),
    [
        ("第三场（闪回） 内 客厅 夜", "夜", ("闪回",)),
        ("2-1 雨夜 外 巷子（闪回）", "雨夜", ("闪回",)),
        ("3. 外景 山路 三天后 日", "日", ("三天后",)),
        ("4. 内景 教室 1998年夏", "1998年夏", ()),
        ("5. 内景 教室 下午3点", "下午3点", ()),
        ("第五场 内 教室 日 雨", "日", ("雨",)),
        ("第七场 次日清晨 外 码头", "次日清晨", ()),
        ("第六场 外景 街 日转夜", "日转夜", ()),
        ("内景 客厅 日（连续）", "日", ("连续",)),
        ("内景 客厅 夜（回忆）", "夜", ("回忆",)),
    ],
)
def test_times_and_modifiers(line, time, modifiers):
    found = heading(line)
    assert (found.time, found.modifiers) == (time, modifiers)


def test_traditional_characters_stay_in_the_fields():
    assert fields("第十二場　內景　客廳　夜") == ("十二", "int", "客廳", "夜")


@pytest.mark.parametrize(
    "line",
    [
        "第一场雪落下来了。",
        "第一场比赛他就输了",
        "第三场球赛结束了，大家散去。",
        "12、他说得对",
        "1、晚上 他来了",
        "2-3 天后",
        "1.5倍",
        "12：30",
        "内心独白",
        "内外勾结",
        "内景地很美",
        "外婆来了",
        "外 婆",
        "外面下着雨",
        "日子 过得 很慢",
        "夜里 她 哭了",
        "场面混乱",
        "S形弯道",
        "【闪回】",
        "【旁白】",
        "一、故事梗概",
        "日内瓦的夜",
    ],
)
def test_prose_and_marks_are_no_headings(line):
    assert heading(line) is None and find_loose_heading(line) is None


@pytest.mark.parametrize(
    "line", ["第一幕", "第2集：风雪", "第一集（上）", "第三折 《断桥》", "第二出", "EP01", "第1集 雪夜"]
)
def test_acts_and_episodes_are_told(line):
    assert ACT.match(line)


@pytest.mark.parametrize("line", ["第一回合开始了", "第二季度", "第一章程"])
def test_words_that_begin_like_an_act_are_not_one(line):
    assert not ACT.match(line)


def test_act_and_scene_on_one_line_are_two_elements():
    found = list(contents(read("第一幕第二场　客厅\n\n林：好。\n", "zh")))
    assert found[:2] == [("section", "第一幕"), ("heading", "第二场　客厅")]


def test_acts_are_the_scenes_of_a_play_that_has_none():
    reading = read("第一幕\n〔甲上。\n甲：来了。\n第二幕\n乙：走了。\n", "zh", format="chinese")
    assert [scene.heading.text for scene in reading.scenes] == ["第一幕", "第二幕"]


def test_acts_are_sections_where_there_are_scenes():
    assert kinds("第一幕\n第一场 客厅\n甲：来了。\n", "chinese")[:2] == ["section", "heading"]


def test_a_pair_of_numbers_before_a_bare_place_is_a_heading_where_others_are():
    text = "1-1 日 内 客厅\n△静。\n1-2 夜 外 街\n△静。\n1-3 机场\n△静。\n"
    assert [scene.heading.place for scene in read(text, "zh").scenes] == ["客厅", "街", "机场"]


def test_a_heading_behind_a_hash_is_one():
    reading = read("### 第一场 内 客厅 日\n\n林：好。\n\n林：走。\n", "zh", format="chinese")
    assert reading.scenes[0].heading.place == "客厅"


@given(st.text(max_size=80))
def test_one_form_of_each_character_keeps_the_length(text):
    assert len(fold(text)) == len(text) and fold(fold(text)) == fold(text)


@given(st.text(st.sampled_from("第一二场幕1-、.：:【】（）()内外景日夜晨 　客厅。，/·-雨后年S"), max_size=30))
def test_fields_of_a_heading_are_its_own_words(line):
    line = line.strip()
    if line and (found := find_heading(line) or find_bare_heading(line)):
        own = [found.heading.number, found.heading.time, found.heading.subplace, *found.heading.modifiers]
        assert all(word in line for word in own if word)
        assert line.startswith(found.heading.text) and 0 < found.end <= len(line)


@pytest.mark.parametrize(
    ("line", "number", "place", "time"),
    [
        ("2、外景。街道——白天", "2", "街道", "白天"),
        ("第2场：外景。街道——白天", "2", "街道", "白天"),
        ("第2场 外景。街道。白天", "2", "街道", "白天"),
        ("第2场｜外景｜街道｜白天", "2", "街道", "白天"),
        ("第2场|外景|街道|白天", "2", "街道", "白天"),
    ],
)
def test_a_numbered_heading_is_read_whatever_parts_its_fields(line, number, place, time):
    heading = find_heading(line).heading
    assert (heading.number, heading.interior, heading.place, heading.time) == (number, "ext", place, time)


@pytest.mark.parametrize("line", ["2、外景。他走了很久很久。", "2、内。我不去。"])
def test_a_numbered_sentence_behind_a_word_of_place_is_no_heading(line):
    assert find_heading(line) is None


@pytest.mark.parametrize("line", ["外:。", "内：。。", "外景。。", "内 。"])
def test_a_word_of_place_with_nothing_but_stops_is_no_heading(line):
    assert find_bare_heading(line) is None
