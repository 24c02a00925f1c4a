"""A cue of several who speak together, on two lines."""

import pytest
from unit.screenplay.reading import read

ALONE = "POP\nNot I.\n\nPIP\nNor I.\n\n"
CUES = ["PIP AND\nPOP", "PIP &\nPOP", "PIP /\nPOP", "PIP\nAND POP", "PIP\n& POP", "PIP (V.O.)\nAND POP (O.S.)"]


def speeches(text, format):
    return [
        (element.cue.name, scene.text[slice(*after.content)])
        for scene in read(text, format=format).scenes
        for element, after in zip(scene.elements, scene.elements[1:], strict=False)
        if element.kind == "cue"
    ]


def laid_out(cue, format):
    if format != "columns":
        return f"INT. CHAPEL - DAY\n\nThe twins step up.\n\n{cue}\nWe rang the bell.\n\n{ALONE}"
    lines = "".join(f"{' ' * 25}{line}\n" for line in cue.split("\n"))
    rest = "".join(f"{' ' * 25}{name}\n{' ' * 12}{said}\n\n" for name, said in (("POP", "Not I."), ("PIP", "Nor I.")))
    return f"INT. CHAPEL - DAY\n\nThe twins step up.\n\n{lines}{' ' * 12}We rang the bell.\n\n{rest}"


@pytest.mark.parametrize("format", ["fountain", "plain", "columns"])
@pytest.mark.parametrize("cue", CUES)
def test_a_joint_cue_over_two_lines_is_one_cue(cue, format):
    found = speeches(laid_out(cue, format), format.replace("columns", "plain"))
    name = " ".join(cue.replace(" (V.O.)", "").replace(" (O.S.)", "").split())
    assert found == [(name, "We rang the bell."), ("POP", "Not I."), ("PIP", "Nor I.")]


@pytest.mark.parametrize("format", ["fountain", "plain"])
def test_both_of_a_joint_cue_are_present(format):
    from linedscript.screenplay.cues import speakers

    scene = read(laid_out("PIP AND\nPOP", format), format=format).scenes[0]
    cue = next(element for element in scene.elements if element.kind == "cue")
    assert speakers(cue.cue.name) == ("PIP", "POP") and scene.text[slice(*cue.content)] == "PIP AND\nPOP"


@pytest.mark.parametrize("shout", ["AND STAY OUT!", "AND YOU", "& SONS, SINCE 1890."])
def test_a_shout_below_a_cue_is_speech(shout):
    text = f"INT. CHAPEL - DAY\n\nThe twins step up.\n\nPIP\n{shout}\nNow.\n\n{ALONE}"
    assert speeches(text, "fountain")[0] == ("PIP", f"{shout}\nNow.")


@pytest.mark.parametrize("lines", ["CLOSE ON PIP AND\nPOP", "CUT TO THE BELL &\nTHE ROPE"])
def test_a_shot_over_two_lines_is_action_in_plain_text(lines):
    text = f"INT. CHAPEL - DAY\n\nThe twins step up.\n\n{lines}\nas they pull.\n\n{ALONE}"
    assert [name for name, _ in speeches(text, "plain")] == ["POP", "PIP"]


def test_a_name_with_nothing_below_the_second_line_speaks_it():
    assert speeches(f"INT. CHAPEL - DAY\n\nRain.\n\nPIP\nAND POP\n\n{ALONE}", "fountain")[0] == ("PIP", "AND POP")


def paragraphs(*pairs):
    rows = "".join(f'<Paragraph Type="{kind}"><Text>{text}</Text></Paragraph>' for kind, text in pairs)
    return f'<?xml version="1.0"?><FinalDraft DocumentType="Script"><Content>{rows}</Content></FinalDraft>'.encode()


@pytest.mark.parametrize(("first", "second"), [("PIP AND", "POP"), ("PIP", "AND POP"), ("PIP /", "POP")])
def test_two_cues_of_final_draft_in_a_row_are_one_where_the_words_say_so(first, second):
    text = paragraphs(
        ("Scene Heading", "INT. CHAPEL - DAY"),
        ("Character", first),
        ("Character", second),
        ("Dialogue", "We rang the bell."),
        ("Character", "POP"),
        ("Dialogue", "Not I."),
    )
    assert speeches(text, None)[0] == (f"{first} {second}", "We rang the bell.")


def test_two_cues_in_a_row_that_nothing_joins_stay_two():
    text = paragraphs(
        ("Scene Heading", "INT. CHAPEL - DAY"), ("Character", "PIP"), ("Character", "POP"), ("Dialogue", "Ho.")
    )
    assert [name for name, _ in speeches(text, None)] == ["PIP", "POP"]


def test_markdown_s_bold_cues_are_joined_alike():
    text = "# INT. CHAPEL - DAY\n\nThe twins step up.\n\n**PIP AND**\n**POP**\nWe rang the bell.\n\n**POP**\nNot I.\n"
    assert speeches(text, "markdown")[0] == ("PIP AND POP", "We rang the bell.")
