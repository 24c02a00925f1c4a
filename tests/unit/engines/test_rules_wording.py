"""How the rules put words of a script between quotation marks."""

import pytest

from linedscript.engines.rules import units
from linedscript.engines.rules.wording import possessive, within_quotes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('Eleven letters, "came back against advice."', "Eleven letters, ‘came back against advice.’"),
        ('"At twenty-one forty I had the con of', "At twenty-one forty I had the con of"),
        ('Ask about pie."', "Ask about pie."),
        ("“He left.”", "‘He left.’"),
        ("“He said “go” and left.”", "‘He said ‘go’ and left.’"),
        ("唱到“一步一跪桥头雪”，我跪", "唱到‘一步一跪桥头雪’，我跪"),
        ("唱到“一步一跪", "唱到一步一跪"),
        ("plain words", "plain words"),
    ],
)
def test_marks_inside_a_quotation_are_single_and_one_without_its_partner_goes(text, said):
    assert within_quotes(text) == said


@pytest.mark.parametrize(("name", "whose"), [("Ann", "Ann's"), ("Agnes", "Agnes'")])
def test_whose(name, whose):
    assert possessive(name) == whose


def summaries(*elements):
    payload = {
        "language": "en",
        "heading": {"text": "INT. DOCK - DAY", "place": "DOCK", "time": "DAY", "modifiers": []},
        "elements": [
            {
                "kind": kind,
                "text": text,
                "cue": {"name": text, "voice": "on", "extensions": []} if kind == "cue" else None,
            }
            for kind, text in elements
        ],
        "names": [],
    }
    return [one["summary"] for one in units.annotate(payload)["units"] if one["trigger"] in ("talk", "ask")]


def test_who_is_only_described_has_an_article_in_what_is_told_of_a_speech():
    said = summaries(
        ("action", "A SAILOR, 24, waits by the rail."),
        ("cue", "SAILOR"),
        ("dialogue", "Is that the office?"),
        ("cue", "TOBY"),
        ("dialogue", "Who wants to know?"),
    )
    assert said[0] == "The Sailor asks Toby: “Is that the office?”"
    assert said[-1] == "The Sailor and Toby talk; the Sailor begins: “Is that the office?”"


def test_a_quotation_within_a_speech_has_single_marks_in_its_summary():
    said = summaries(
        ("cue", "WREN"), ("dialogue", 'Six letters, "gone for good." Well?'), ("cue", "TOBY"), ("dialogue", "Wasted.")
    )
    assert "Wren and Toby talk; Wren begins: “Six letters, ‘gone for good.’”" in said
