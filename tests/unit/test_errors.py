"""What an error says to a person."""

import re

import msgspec
import pytest

from linedscript.errors import _FORMS, LinedscriptError
from linedscript.records import base, review, run

VALUES = [
    (base.FilmId, "EN1"),
    (base.Sha256, "abc"),
    (run.RunName, "My System"),
    (review.PatchId, "1"),
    (review.Patch.__annotations__["reviewer"], "Ann"),
    (review.Patch.__annotations__["date"], "yesterday"),
]


@pytest.mark.parametrize(("kind", "value"), VALUES)
def test_a_form_that_a_value_has_not_is_told_in_words(kind, value):
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(value, kind)
    told = str(LinedscriptError("invalid-record", "a.jsonl:1", str(error.value)))
    assert "regex" not in told and "Expected a" in told


@pytest.mark.parametrize(("pattern", "words"), _FORMS.items())
def test_the_words_of_a_form_give_an_example_that_has_it(pattern, words):
    if " such as " in words:
        assert re.search(pattern, words.rpartition(" such as ")[2])
