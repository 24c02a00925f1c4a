"""Chinese scripts: what looks like front matter, notes, banners or end marks and is story; cues of few lines."""

import pytest
from unit.screenplay.reading import contents, cues, read, removed

from linedscript.screenplay.formats import chinese, chinese_fields, chinese_front
from linedscript.screenplay.formats.chinese_fields import read_fields

HEAD = "第1场 日 内 家\n"


@pytest.mark.parametrize("line", ["人物：甲\n", "时间：夜\n\n", "地点：家\n"])
def test_each_line_of_a_run_of_fields_is_read_a_fixed_number_of_times(line, monkeypatch):
    count = 0

    def counted(body):
        nonlocal count
        count += 1
        return read_fields(body)

    for module in (chinese, chinese_fields, chinese_front):
        monkeypatch.setattr(module, "read_fields", counted)
    read(line * 200 + "△雨。\n甲：好。\n", "zh", format="chinese")
    assert count <= 200 * 8


@pytest.mark.parametrize("first", ["导演：卡！重来。", "导演：开始吧。", "翻译：他说什么？", "手机：喂？", "导演：卡"])
def test_a_speech_above_the_first_heading_is_no_title_page(first):
    reading = read(f"{first}\n阿强：我不行了。\n\n1-1 日 内 片场\n阿强：好。\n阿强：走。\n", "zh")
    assert removed(reading) == [] and first[3:] in reading.scenes[0].text


def test_a_maker_who_also_speaks_is_a_key_on_the_title_page_and_a_cue_below():
    reading = read("编剧：李三\n导演：王五\n\n1-1 日 内 片场\n阿强：好。\n导演：你行。\n导演：再来！\n", "zh")
    assert removed(reading) == [("title_page", "编剧：李三\n导演：王五\n\n")]
    assert [cue.name for cue in cues(reading)] == ["阿强", "导演", "导演"]


def test_short_lines_above_the_first_heading_that_name_no_title_are_story():
    assert removed(read("雨声\n\n脚步声\n\n尖叫\n\n第1场 日 内 家\n甲：好。\n乙：好。\n", "zh")) == []
    assert removed(read("老街\n\n电影文学剧本\n\n第1场 日 内 家\n甲：好。\n乙：好。\n", "zh"))[0][0] == "title_page"


def test_numbered_lines_below_the_word_notes_are_story_where_the_scene_goes_on():
    text = HEAD + "老师：念。\n\n注释：\n\n1、放假。\n2、上课。\n\n老师：念得好。\n学生：谢谢。\n"
    assert removed(read(text, "zh")) == []
    assert removed(read(text.replace("老师：念得好。\n学生：谢谢。", "△下课。"), "zh")) == []


def test_notes_end_at_the_next_heading():
    text = HEAD + "甲：好。\n乙：好。\n\n注释：\n1、一。\n2、二。\n\n第2场 夜 内 家\n甲：走。\n\n注释\n① 三。\n"
    assert removed(read(text, "zh")) == [("note", "注释：\n1、一。\n2、二。\n\n"), ("note", "注释\n① 三。\n")]


@pytest.mark.parametrize(
    "last",
    ["客服：欢迎访问 www.abc.com，免费下载。", "△屏幕上：www.abc.com 免费下载", "客服\n欢迎访问 www.abc.com 下载"],
)
def test_a_site_that_someone_names_is_no_banner(last):
    assert removed(read(HEAD + "客服：您好。\n王五：网站？\n" + last + "\n", "zh")) == []


def test_a_site_s_own_line_with_a_colon_is_a_banner():
    reading = read(HEAD + "甲：好。\n乙：好。\n\n更多剧本请访问：www.abc.com\n", "zh")
    assert [reason for reason, _ in removed(reading)] == ["site_banner"]


@pytest.mark.parametrize(
    "story",
    ["学生：\n完\n老师：大声！", "学生\n完", "△黑板上写着：\n完\n学生：好。", "全剧终\n△掌声。", "（完）\n老师：好。"],
)
def test_the_word_for_the_end_is_story_where_the_scene_goes_on_or_under_a_cue(story):
    text = HEAD + f"老师：念。\n学生：好。\n{story}\n\n第2场 日 外 操场\n老师：好。\n学生：好。\n"
    assert removed(read(text, "zh")) == []


@pytest.mark.parametrize("mark", ["完", "（完）", "全剧终", "THE END"])
def test_an_end_mark_behind_the_last_scene_is_removed(mark):
    reading = read(HEAD + f"老师：念。\n学生：好。\n{mark}\n", "zh")
    assert removed(reading) == [("end_mark", f"{mark}\n")]


def test_an_end_mark_above_the_next_episode_is_removed():
    reading = read("第一集\n" + HEAD + "老师：念。\n学生：好。\n完\n\n第二集\n第2场 日 内 家\n老师：好。\n", "zh")
    assert removed(reading) == [("end_mark", "完\n")]


def test_one_page_number_between_speeches_is_story():
    assert removed(read(HEAD + "老师：翻到哪里？\n\n第12页\n\n学生：好。\n老师：念。\n", "zh")) == []
    assert removed(read(HEAD + "老师：\n第12页\n学生：好。\n老师：念。\n第13页\n老师：念。\n", "zh")) == []


def test_page_numbers_that_count_up_are_removed_and_no_speech_beside_them():
    reading = read(HEAD + "甲：好。\n\n第1页\n\n乙：好。\n\n甲：走。\n\n第2页\n\n乙：好。\n", "zh")
    assert [reason for reason, _ in removed(reading)] == ["page_number", "page_number"]


@pytest.mark.parametrize(
    ("line", "name", "voice"),
    [
        ("男声（画外音）：别跳！", "男声", "off"),
        ("广播声（画外音）：各位旅客。", "广播声", "off"),
        ("她说（OS）：不。", "她说", "over"),
        ("女声：喂。", "女声", "on"),
    ],
)
def test_a_voice_that_speaks_once_is_a_cue(line, name, voice):
    found = cues(read(HEAD + f"△风。\n△雨。\n△雪。\n林晓：好。\n{line}\n林晓：好。\n", "zh"))[1]
    assert (found.name, found.voice) == (name, voice)


@pytest.mark.parametrize("line", ["门上写着：闲人免进。", "歌声：啦。", "她轻声说：走吧。"])
def test_what_is_told_to_be_said_or_written_is_no_cue(line):
    assert len(cues(read(HEAD + f"△风。\n\n{line}\n\n林晓：好。\n林晓：走。\n", "zh"))) == 2


def test_a_full_width_blank_sets_a_cue_apart_in_a_short_script():
    text = "【场景】咖啡馆 - 日\n【人物】小美、阿强\n\n小美　爱我？\n阿强　爱。\n小美　（哭）骗子！\n\n一辆车开过。\n"
    reading = read(text, "zh")
    assert [cue.name for cue in cues(reading)] == ["小美", "阿强", "小美"]
    assert list(contents(reading))[-1] == ("action", "一辆车开过。")


def test_a_full_width_blank_in_directions_makes_no_cue():
    assert [
        kind for kind, _ in contents(read(HEAD + "夜　大雨。\n\n街上　无人。\n\n甲：好。\n乙：好。\n", "zh"))
    ].count("cue") == 2


def test_a_known_speaker_s_name_above_a_line_is_a_cue_beside_colon_cues():
    text = "场景一：客厅 白天 内\n出场人物：苏晚，陆沉\n\n苏晚\n你签字吧。\n\n陆沉（OS）\n（皱眉）\n什么？\n\n"
    text += "护士：好。\n护士：走。\n护士：快。\n"
    reading = read(text, "zh")
    assert [(cue.name, cue.voice) for cue in cues(reading)][:2] == [("苏晚", "on"), ("陆沉", "over")]
    assert ("dialogue", "你签字吧。") in list(contents(reading))


@pytest.mark.parametrize(
    ("line", "number", "place", "time"),
    [
        ("3. 外景。长街。晨", "3", "长街", "晨"),
        ("5、内。房间。日。", "5", "房间", "日"),
        ("1-2 同上", "1-2", "同上", None),
        ("4、同上 夜", "4", "同上", "夜"),
    ],
)
def test_a_numbered_heading_with_stops_or_the_same_place_is_one(line, number, place, time):
    heading = (
        read(f"1、内景 家 日\n\n林一：好。\n周二：好。\n\n{line}\n\n周二：走。\n林一：好。\n", "zh").scenes[1].heading
    )
    assert (heading.number, heading.place, heading.time) == (number, place, time)


@pytest.mark.parametrize("line", ["6、内心很乱。他走了。她哭。", "1、同上。他也不知道。", "7、明天放假。"])
def test_a_numbered_sentence_is_no_heading(line):
    assert len(read(f"1、内景 家 日\n\n林一：好。\n周二：好。\n\n{line}\n\n周二：走。\n", "zh").scenes) == 1


@pytest.mark.parametrize("line", ["字幕：三年前", "【字幕】三年前", "音效：砰！", "特写：手表。"])
def test_what_is_shown_below_a_speech_is_no_part_of_it(line):
    reading = read(HEAD + f"△一。\n△二。\n△三。\n林晓：您别急。\n{line}\n林晓：好。\n", "zh")
    assert ("dialogue", "您别急。") in list(contents(reading)) and ("action", line) in list(contents(reading))
