"""What is asked about the samples' focal characters shows nothing that an extractor may not see."""

import pytest
from layer_requests import draw_sample
from projects import CORPUS

from linedscript.identity.store import read_map
from linedscript.suites.stage.views import Forbidden, leaks, titles_of


@pytest.mark.parametrize("film", ["en-0002", "zh-0001"])
def test_no_question_about_a_sample_leaks(film):
    titles = titles_of(read_map(CORPUS / f"samples/identity/{film}.jsonl"))
    asked = draw_sample(film).requests["observations"]
    assert len(asked) > 20
    for request in asked:
        assert leaks("extractor", request.payload, Forbidden(titles=titles)) == []
