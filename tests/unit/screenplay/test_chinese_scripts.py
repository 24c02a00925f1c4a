"""Whole scripts in one convention each: a short drama, an outline with front matter, traditional characters."""

from unit.screenplay.reading import contents, cues, read, removed

SHORT_DRAMA = """《离岸》
第1集

1-1 日 内 林家客厅
人物：林晚、顾总
△林晚拖着行李箱走下楼梯。
顾总（冷笑）：签了字就滚。
林晚OS：我终于等到这一天。
【字幕：林晚】
【闪回】
1-2 夜 外 雨巷（三年前）
△大雨。
路人：可怜啊。
【闪回结束】
（第1集完）

第2集
2-1 机场
△飞机落地。
管家：欢迎回家。
"""
OUTLINE = """《长河》
电影文学剧本
编剧：某某
手机：010-5550-0142

一、故事梗概
一九四三年，河边小镇。

二、人物小传
阿满：女，十八岁。性格倔强。
船夫：男，五十岁。

1、外景 渡口 日

雾散了。

阿满（大声地）：爹——！

（完）
"""
TRADITIONAL = """劇名：老街
編劇：阿明
電話：010-5550-0142

登場人物
阿明　五十歲
小華　十八歲

第一場　內景　客廳　夜

△阿明坐在沙發上。

小華（畫外音）：爸，我回來了。

（閃回）

第二場　外景　老街　日

小華：再見。

（全劇終）
"""


def test_a_short_drama_is_read_whole():
    reading = read(SHORT_DRAMA, "zh")
    assert reading.source.format == "chinese"
    assert [scene.heading.number for scene in reading.scenes] == ["1-1", "1-2", "2-1"]
    assert reading.scenes[1].heading.modifiers == ("三年前",)
    assert removed(reading) == [("title_page", "《离岸》\n"), ("end_mark", "（第1集完）\n")]
    assert [cue.name for cue in cues(reading)] == ["顾总", "林晚", "路人", "管家"]
    assert ("section", "第2集") in list(contents(reading))
    assert ("action", "【字幕：林晚】") in list(contents(reading))


def test_front_matter_is_removed_and_the_synopsis_kept():
    reading = read(OUTLINE, "zh")
    assert [reason for reason, _ in removed(reading)] == ["title_page", "cast_list", "end_mark"]
    assert "010-5550-0142" not in "".join(scene.text for scene in reading.scenes)
    assert list(contents(reading))[0] == ("synopsis", "一、故事梗概\n一九四三年，河边小镇。")
    assert len(reading.scenes) == 1


def test_traditional_characters_are_read_as_simplified_ones_are():
    reading = read(TRADITIONAL, "zh")
    assert [reason for reason, _ in removed(reading)] == ["title_page", "cast_list", "end_mark"]
    assert [(scene.heading.number, scene.heading.interior, scene.heading.place) for scene in reading.scenes] == [
        ("一", "int", "客廳"),
        ("二", "ext", "老街"),
    ]
    assert cues(reading)[0].voice == "off" and ("transition", "（閃回）") in list(contents(reading))


def test_the_same_script_in_big5_and_utf_8_gives_the_same_scenes():
    big5, utf8 = read(TRADITIONAL.encode("big5"), "zh"), read(TRADITIONAL, "zh")
    assert big5.scenes == utf8.scenes and big5.removed == utf8.removed


def test_a_contact_line_below_the_synopsis_is_removed_too():
    text = "剧名：雪\n\n故事梗概：一场雪。下了很久，很久。\n联系电话：010-5550-0142\n\n第一场 内 客厅 日\n\n林：好。\n"
    reading = read(text, "zh")
    assert [reason for reason, _ in removed(reading)] == ["title_page", "contact"]


def test_story_below_a_list_of_persons_is_kept():
    text = "人物表\n林晚　二十岁\n\n旁白：很久以前，有一座桥。\n\n△桥上有人。\n\n第一场 外 桥 日\n\n林晚：好。\n"
    reading = read(text, "zh")
    assert removed(reading) == [("cast_list", "人物表\n林晚　二十岁\n\n")]
    assert [cue.name for cue in cues(reading)] == ["旁白", "林晚"]


def test_a_script_without_one_heading_is_a_scene():
    reading = read(
        "片名：雪\n\n旁白：很久以前。\n小红：妈妈，我走了。\n妈妈：路上小心。\n（小红下）\n小红：再见。\n", "zh"
    )
    assert len(reading.scenes) == 1 and [reason for reason, _ in removed(reading)] == ["title_page"]
    assert [cue.name for cue in cues(reading)] == ["旁白", "小红", "妈妈", "小红"]
