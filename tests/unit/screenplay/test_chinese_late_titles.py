"""Title pages of Chinese scripts whose title stands below other lines: none of it is a scene."""

import pytest
from unit.screenplay.reading import contents, read, removed

SCENE = "第一场 内景 客厅 夜\n\n△ 雨。\n\n林：好。\n\n苏：走。\n"


@pytest.mark.parametrize(
    "page",
    [
        "编剧：某某\n\n2024年3月\n\n《海边的灯》\n\n",
        "版权所有\n联系电话：13800000000\n\n电影剧本\n\n海边的灯\n\n",
        "原创电影文学剧本\n\n根据真实事件改编\n\n作者 某某\n\n《海边的灯》\n\n",
        "剧本编号：001\n\n电影剧本《海边的灯》\n\n第三稿\n\n",
        "前言\n\n这个故事发生在海边。作者写了三年。\n\n《海边的灯》\n\n编剧：某某\n\n",
    ],
)
def test_a_late_title_belongs_to_the_title_page(page):
    reading = read(page + SCENE, "zh")
    assert {reason for reason, _ in removed(reading)} <= {"title_page", "contact"}
    assert [scene.heading.text for scene in reading.scenes] == ["第一场 内景 客厅 夜"]


@pytest.mark.parametrize(
    "story",
    [
        "黑场\n\n海浪声\n\n",
        "他等车\n\n她在看\n\n",
        "海浪拍打礁石。\n\n《海边的灯》\n\n",
        "△ 海浪拍打礁石。\n\n《海边的灯》\n\n编剧：某某\n\n",
        "引子\n\n海浪拍打礁石。\n\n海边的灯\n\n编剧：某某\n\n",
    ],
)
def test_a_story_above_the_title_stays(story):
    first = next(line for line in story.split("\n") if line).lstrip("△ ")
    assert first in {own for _, own in contents(read(story + SCENE, "zh"))}


def test_story_below_a_key_stays():
    assert ("action", "海浪声") in list(contents(read(f"编剧：某某\n\n黑场\n\n海浪声\n\n{SCENE}", "zh")))
