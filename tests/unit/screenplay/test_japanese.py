"""Japanese scripts: ○場所（時間）, 名前「台詞」, voices, titles and persons."""

import pytest
from unit.screenplay.reading import contents, cues, read, removed

SCRIPT = (
    "渡し船\n作　田中\n\n登場人物\n花子（３０）\n太郎（４０）\n\n"
    "○港・待合室（夜）\n　　　雨の音。花子、鍵を数えている。\n花子「もう遅いのに」\n"
    "太郎の声「まだ船は出ますか」\n　　　扉が開く。\n"
    "太郎（Ｍ）「あの夜のことを、\n　今でも覚えている」\n花子「（笑って）どうぞ」\n\n　　　　×　×　×\n\n"
    "○同・外（朝）\n　　　誰もいない。\nナレーション「船は来なかった」\n\n　　　　　終\n"
)


def test_headings_speeches_and_directions_are_told_apart():
    reading = read(SCRIPT)
    assert reading.source.format == "japanese"
    assert list(contents(reading)) == [
        ("heading", "○港・待合室（夜）"),
        ("action", "雨の音。花子、鍵を数えている。"),
        ("cue", "花子"),
        ("dialogue", "もう遅いのに"),
        ("cue", "太郎"),
        ("dialogue", "まだ船は出ますか"),
        ("action", "扉が開く。"),
        ("cue", "太郎"),
        ("dialogue", "あの夜のことを、\n　今でも覚えている"),
        ("cue", "花子"),
        ("parenthetical", "（笑って）"),
        ("dialogue", "どうぞ"),
        ("transition", "×　×　×"),
        ("heading", "○同・外（朝）"),
        ("action", "誰もいない。"),
        ("cue", "ナレーション"),
        ("dialogue", "船は来なかった"),
    ]
    assert [reason for reason, _ in removed(reading)] == ["title_page", "cast_list", "end_mark"]


def test_a_heading_s_fields_are_place_part_of_it_and_time():
    first, second = (scene.heading for scene in read(SCRIPT).scenes)
    assert (first.place, first.subplace, first.time) == ("港・待合室", "待合室", "夜")
    assert (second.interior, second.time) == ("ext", "朝")


def test_a_voice_from_off_is_off_and_a_monologue_is_over():
    assert [(cue.name, cue.voice) for cue in cues(read(SCRIPT))] == [
        ("花子", "on"),
        ("太郎", "off"),
        ("太郎", "over"),
        ("花子", "on"),
        ("ナレーション", "over"),
    ]


@pytest.mark.parametrize(
    ("line", "number", "place", "time"),
    [
        ("○公園（夕方）", None, "公園", "夕方"),
        ("３　公園（夜）", "３", "公園", "夜"),
        ("シーン4　公園（回想・朝）", "4", "公園", None),
        ("◯　駅前", None, "駅前", None),
    ],
)
def test_headings_in_several_conventions(line, number, place, time):
    heading = read(f"{line}\n　雨。\n花子「はい」\n太郎「いいえ」\n", format="japanese").scenes[0].heading
    assert (heading.number, heading.place, heading.time) == (number, place, time)


def test_what_follows_a_closed_speech_on_its_line_is_a_direction():
    found = list(contents(read("○駅\n花子「はい」　と立つ。\n太郎「ああ」\n花子「ええ」\n")))
    assert found[1:4] == [("cue", "花子"), ("dialogue", "はい"), ("action", "と立つ。")]


def test_a_japanese_fountain_file_stays_fountain():
    assert read("Title: 映画\n\nINT. 病院 - 夜\n\n@花子\nはい。\n\n@太郎\nいいえ。\n").source.format == "fountain"


def test_short_lines_above_the_first_heading_that_name_no_title_are_story():
    assert removed(read("雨の音\n\n誰かの足音\n\n○　教室（昼）\n\n先生「読め」\n生徒「はい」\n先生「よし」\n")) == []
    title = read("雨の駅\n\n脚本　山田\n\n○　教室（昼）\n\n先生「読め」\n生徒「はい」\n先生「よし」\n")
    assert [reason for reason, _ in removed(title)] == ["title_page"]


def test_the_word_for_the_end_is_story_before_the_last_scene_s_end():
    text = "○　教室（昼）\n\n先生、黒板に書く。\n\n　終\n\n生徒「はい」\n先生「よし」\n\n○　廊下（昼）\n\n生徒「あ」\n"
    assert removed(read(text)) == []
    assert removed(read(text + "\n　　終\n")) == [("end_mark", "　　終\n")]


def test_a_numbered_heading_needs_no_time_where_the_script_counts_its_scenes():
    text = "１．喫茶店・店内（昼）\n\n健「遅いな」\n健「よし」\n\n２．同・外\n\n　出てくる。\n\n５．りんご\n\n３．海\n"
    headings = [scene.heading for scene in read(text).scenes]
    assert [(heading.number, heading.place) for heading in headings] == [
        ("１", "喫茶店・店内"),
        ("２", "同・外"),
        ("３", "海"),
    ]


@pytest.mark.parametrize(
    ("cue", "name", "voice"),
    [
        ("健M", "健", "over"),
        ("健N", "健", "over"),
        ("健Ｍ", "健", "over"),
        ("健の心の声", "健", "over"),
        ("TOM", "TOM", "on"),
    ],
)
def test_a_monologue_s_letter_is_no_part_of_the_name(cue, name, voice):
    found = cues(read(f"○公園（昼）\n\n{cue}「三時間待った」\n花子「はい」\n花子「うん」\n"))[0]
    assert (found.name, found.voice) == (name, voice)


@pytest.mark.parametrize("line", ["テロップ「三年後」", "字幕「三年後」", "Ｔ「三年後」", "看板「本日休業」"])
def test_what_is_shown_is_action(line):
    reading = read(f"○公園（昼）\n\n花子「はい」\n{line}\n花子「うん」\n花子「よし」\n")
    assert ("action", line) in list(contents(reading)) and {cue.name for cue in cues(reading)} == {"花子"}


@pytest.mark.parametrize("share", ["警察機動隊員多数集合。", "警察官が集合。"])
def test_a_script_of_few_kana_is_japanese_by_its_marks(share):
    text = f"○国会議事堂前広場（早朝）\n\n　{share}\n\n総理大臣「緊急事態宣言発令」\n\n官房長官「了解」\n\n"
    text += "○地下会議室（深夜）\n\n　沈黙。\n"
    reading = read(text)
    assert (reading.source.format, len(reading.scenes), len(cues(reading))) == ("japanese", 2, 2)


def test_speech_in_double_brackets_is_speech_beside_single_ones():
    text = "○居間（夜）\n\n花子「どこ」\n太郎『知らない』\n花子『（小声で）探して』\n太郎『は\nい』\n次郎\n『うん』\n"
    assert [pair for pair in contents(read(text, format="japanese")) if pair[0] != "heading"] == [
        ("cue", "花子"),
        ("dialogue", "どこ"),
        ("cue", "太郎"),
        ("dialogue", "知らない"),
        ("cue", "花子"),
        ("parenthetical", "（小声で）"),
        ("dialogue", "探して"),
        ("cue", "太郎"),
        ("dialogue", "は\nい"),
        ("cue", "次郎"),
        ("dialogue", "うん"),
    ]


@pytest.mark.parametrize("line", ["机に『雪国』がある。", "本『雪国』", "看板『営業中』"])
def test_a_title_in_double_brackets_is_no_speech(line):
    text = f"○居間（夜）\n\n{line}\n\n花子「どこ」\n太郎「さあ」\n花子「ほら」\n"
    assert next(iter(list(contents(read(text, format="japanese")))[1:])) == ("action", line)


def test_a_script_with_double_brackets_alone_is_told_by_content():
    text = "○居間（夜）\n\n花子『どこ』\n太郎『知らない』\n花子『探して』\n"
    assert read(text).source.format == "japanese"
