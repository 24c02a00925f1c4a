"""Field lines: ``时间：夜`` and its like, under a heading, instead of one, above the play."""

import pytest
from unit.screenplay.reading import contents, read, removed


def first(text: str):
    return read(text, "zh", format="chinese").scenes[0]


@pytest.mark.parametrize(
    "lines",
    [
        "时间：夜\n地点：客厅\n",
        "时：夜\n景：客厅\n",
        "時間：夜\n地點：客厅\n人物：甲、乙\n",
        "地点：客厅　时间：夜　人物：甲、乙\n",
        "【时间】夜\n【地点】客厅\n【人物】甲、乙\n",
        "场景：客厅\n时间：夜\n备注：无雨\n",
        "地点：客厅 夜\n",
    ],
)
def test_fields_under_a_heading_are_part_of_it(lines):
    scene = first(f"第一场\n{lines}\n△静。\n\n甲：走。\n")
    assert (scene.heading.number, scene.heading.place, scene.heading.time) == ("一", "客厅", "夜")
    assert [element.kind for element in scene.elements] == ["heading", "action", "cue", "dialogue"]


def test_the_persons_of_a_scene_stay_in_its_heading():
    reading = read("1-1 日 内 客厅\n人物：林晚、老周\n\n林晚：走。\n", "zh")
    assert list(contents(reading))[0] == ("heading", "1-1 日 内 客厅\n人物：林晚、老周")
    assert not removed(reading)


@pytest.mark.parametrize(
    ("line", "interior"),
    [("地点：客厅，内景", "int"), ("内外：外", "ext"), ("景：客栈·内", "int"), ("时间：夜 外", "ext")],
)
def test_a_field_may_say_interior(line, interior):
    assert first(f"第一场\n{line}\n\n甲：走。\n").heading.interior == interior


def test_a_heading_may_be_made_of_fields_alone():
    reading = read("场次：1　景：客廳　時：夜\n人：阿明\n\n阿明：走。\n\n场次：2　景：街　時：日\n\n阿明：好。\n", "zh")
    assert [(scene.heading.number, scene.heading.place, scene.heading.time) for scene in reading.scenes] == [
        ("1", "客廳", "夜"),
        ("2", "街", "日"),
    ]


def test_fields_over_a_sketch_are_its_heading_with_the_list_of_persons():
    text = "小品：修表\n时间：傍晚\n地点：修表铺\n人物：老周——修表匠\n小满——学徒\n\n〔幕启。\n老周：谁？\n小满：我。\n"
    reading = read(text, "zh")
    assert removed(reading) == [("title_page", "小品：修表\n")]
    assert reading.scenes[0].heading.place == "修表铺" and reading.scenes[0].heading.time == "傍晚"
    assert list(contents(reading))[0][1].endswith("小满——学徒")


def test_fields_over_an_act_are_front_matter():
    text = "雷声\n时间：夏夜\n地点：周家\n\n第一幕\n\n第一场 客厅\n\n甲：走。\n\n乙：好。\n"
    reading = read(text, "zh")
    assert len(reading.scenes) == 1 and reading.scenes[0].heading.place == "客厅"


def test_a_field_that_holds_prose_is_a_direction():
    text = (
        "第一场\n场景：一间破旧的屋子。左边是一张床，右边是窗，窗外下着大雪，屋里没有生火。\n\n甲：走。\n\n乙：好。\n"
    )
    assert [kind for kind, _ in contents(read(text, "zh"))][:2] == ["heading", "action"]
