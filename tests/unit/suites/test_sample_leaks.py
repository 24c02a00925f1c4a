"""What is asked about the samples' focal characters shows nothing that an extractor may not see."""

import pytest
from layer_requests import draw_sample
from projects import CORPUS

from linedscript.engines.views import Forbidden, leaks
from linedscript.evaluation.names_at_hand import originals_of
from linedscript.identity.matching import title_matcher
from linedscript.identity.store import read_map
from linedscript.suites.stage.views import EXTRACTOR


@pytest.mark.parametrize("film", ["en-0002", "zh-0001"])
def test_no_question_about_a_sample_leaks(film):
    titles = originals_of(title_matcher(read_map(CORPUS / f"samples/identity/{film}.jsonl")))
    asked = draw_sample(film).requests["observations"]
    assert len(asked) > 20
    for request in asked:
        assert leaks(EXTRACTOR, request.payload, Forbidden(titles=titles)) == []
