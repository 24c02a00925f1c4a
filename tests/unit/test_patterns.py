import re

import pytest

from linedscript.patterns import Pattern


def test_a_pattern_answers_as_the_compiled_expression_does():
    text = "Ana met ANA"
    lazy, eager = Pattern("ana", re.IGNORECASE), re.compile("ana", re.IGNORECASE)
    assert lazy.findall(text) == eager.findall(text)
    assert lazy.sub("Bo", text) == eager.sub("Bo", text)
    assert lazy.search("Bo") is None


def test_a_pattern_is_not_compiled_before_it_is_asked():
    Pattern("(")


def test_an_invalid_pattern_fails_at_its_first_use():
    with pytest.raises(re.error):
        Pattern("(").search("x")
