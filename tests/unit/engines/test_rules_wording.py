"""How the rules put words of a script between quotation marks."""

import pytest

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
