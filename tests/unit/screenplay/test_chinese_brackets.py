"""Chinese cues with a bracket and no colon."""

import pytest
from unit.screenplay.reading import read

HEADING = "第一场 内景 灶间 夜\n\n阿满推门进来，鞋上都是泥。\n\n"


def speeches(text):
    found = []
    for scene in read(HEADING + text, language="zh").scenes:
        for element in scene.elements:
            if element.kind == "cue":
                found.append([element.cue.name, element.cue.voice])
            elif element.kind in ("dialogue", "parenthetical"):
                found[-1].append(scene.text[slice(*element.content)])
    return [tuple(row) for row in found]


SCRIPT = "阿满（喘气）娘，船漏了！\n乔婶（不抬头）先吃饭。\n阿满（急）你听见没有？\n乔婶（放下勺）听见了。\n"


def test_a_name_with_a_bracket_and_no_colon_is_a_cue():
    assert speeches(SCRIPT) == [
        ("阿满", "on", "（喘气）", "娘，船漏了！"),
        ("乔婶", "on", "（不抬头）", "先吃饭。"),
        ("阿满", "on", "（急）", "你听见没有？"),
        ("乔婶", "on", "（放下勺）", "听见了。"),
    ]


def test_a_speaker_of_such_a_script_may_have_no_bracket():
    assert speeches(f"{SCRIPT}阿满 那我去叫人。\n")[-1] == ("阿满", "on", "那我去叫人。")


def test_who_speaks_once_in_such_a_script_has_a_short_name():
    assert speeches(f"{SCRIPT}邻居（喊）快跑！\n")[-1] == ("邻居", "on", "（喊）", "快跑！")


@pytest.mark.parametrize("line", ["院门突然开了（风声）谁？！", "她（哭）跑了出去！"])
def test_how_a_sentence_begins_is_nobody_s_name(line):
    assert len(speeches(f"{SCRIPT}\n{line}\n")) == 4


def test_a_bracket_that_says_how_the_voice_reaches_the_scene_is_no_manner():
    assert speeches(f"{SCRIPT}乔婶（画外音）碗呢？\n")[-1] == ("乔婶", "off", "碗呢？")


def test_one_such_line_among_cues_with_colons_is_its_speaker_s():
    text = "阿满：船漏了。\n乔婶：先吃饭。\n阿满：水到膝盖了。\n阿满（哭）娘！\n"
    assert speeches(text)[-1] == ("阿满", "on", "（哭）", "娘！")


@pytest.mark.parametrize(
    "line",
    [
        "阿满（十六岁）推门进来。",
        "阿满（女，16岁）站在门口！",
        "阿满（乔婶的女儿）来了！",
        "阿满（低头）走到灶前。",
        "阿满（笑），转身就跑！",
        "字幕（白字）你好！",
    ],
)
def test_who_a_bracket_says_somebody_is_and_what_is_done_is_action(line):
    text = "阿满：船漏了。\n乔婶：先吃饭。\n阿满：水到膝盖了。\n\n"
    assert len(speeches(f"{text}{line}\n")) == 3


def test_action_with_brackets_alone_gives_nobody_speech():
    lines = ["阿满（低头）走到灶前。", "乔婶（转身）舀了一碗汤。", "阿满（坐下）捧起碗。", "乔婶（叹气）看着窗外。"]
    assert speeches("\n\n".join(lines) + "\n") == []
