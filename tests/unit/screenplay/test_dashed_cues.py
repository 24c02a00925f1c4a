"""Cues before a dash or a tab under sluglines."""

import pytest
from unit.screenplay.reading import contents, read

TOP = "INT. KITCHEN - DAY\n\nA kettle sings.\n\n"
SAID = (("ANN", "Where is it?"), ("BEN", "I don't know."), ("ANN", "Then look."), ("BEN", "No."))


def found(text: str) -> list[tuple[str, str]]:
    return list(contents(read(text)))


@pytest.mark.parametrize(
    "line", ["{} - {}\n\n", "{} – {}\n\n", "{} — {}\n\n", "{} -- {}\n\n", "{}\t{}\n\n", "{}\t{}\n"]
)
def test_names_that_come_again_before_a_dash_or_a_tab_are_cues(line):
    said = (*SAID, ("CARL", "A letter."))
    pairs = [pair for name, speech in said for pair in (("cue", name), ("dialogue", speech))]
    assert found(TOP + "".join(line.format(*pair) for pair in said))[2:] == pairs


@pytest.mark.parametrize(
    "lines",
    [
        ("CLOSE ON - Ann's hand.", "WIDE - The street.") * 2,
        ("ANN - a widow - sits.", "BEN - her son - waits."),
        ("LONDON - RAIN", "PARIS - SUNSHINE") * 2,
        ("A - She runs.", "B - She falls.") * 2,
    ],
)
def test_shots_captions_and_asides_before_a_dash_are_action(lines):
    text = TOP + "".join(f"{line}\n\n" for line in lines) + "ANN\nHi.\n\nBEN\nHo.\n"
    assert [kind for kind, _ in found(text)][:-4] == ["heading", "action", *["action"] * len(lines)]
