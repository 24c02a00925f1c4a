"""A reply without the words of its question, and with them again."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linedscript.engines.quoting import with_quotes, without_quotes
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.records.engine import Quotation, RecordedLine, TranscriptLine

PAYLOAD = {
    "language": "en",
    "elements": [
        {"kind": "action", "text": "The ferry leaves without Nora, who counts\nher coins on the pier."},
        {"kind": "dialogue", "text": "Don’t you ever tell my sister where I am."},
        {"kind": "action", "text": "老周把船票撕成两半，转身走进雨里。"},
    ],
    "roster": ["Nora Vale"],
}


def line(reply):
    return TranscriptLine(
        request="a" * 64,
        layer="units",
        key="s0001",
        role="construct",
        sample=1,
        attempt=1,
        annotator="m@1",
        engine={},
        usage={},
        reply=reply,
        error=None,
    )


def kept(reply, payload=PAYLOAD):
    """What a recording has of a reply; it comes back as it was."""
    recorded = without_quotes(line(reply), payload)
    again = msgspec.json.decode(encode(recorded), type=RecordedLine)
    assert encode(with_quotes(again, payload)) == encode(line(reply))
    return recorded


def test_a_quote_is_kept_as_its_place_in_the_question():
    recorded = kept({"quotes": [{"text": "The ferry leaves without Nora", "element": 0}]})
    assert recorded.reply == {"quotes": [{"text": "", "element": 0}]}
    assert recorded.quotes == (
        Quotation(at=("quotes", 0, "text"), offset=0, of=("elements", 0, "text"), start=0, end=29),
    )


def test_words_of_a_model_s_own_stay_around_what_it_quotes():
    recorded = kept({"text": "Nora says: where I am. She counts her coins on the pier."})
    assert recorded.reply == {"text": "Nora says: She counts "}


def test_a_chinese_quote_is_kept_as_its_place():
    assert kept({"text": "原文是“老周把船票撕成两半”。"}).reply == {"text": "原文是“”。"}


@pytest.mark.parametrize("text", ["Nora Vale", "Nora waits.", "老周", "where I"])
def test_names_and_short_phrases_stay(text):
    recorded = kept({"text": text})
    assert recorded.reply == {"text": text} and recorded.quotes == ()


def test_a_line_that_quotes_nothing_is_the_transcript_s_byte_for_byte():
    assert encode(kept({"labels": ["Nora misses it"]})) == encode(line({"labels": ["Nora misses it"]}))


def test_a_quote_with_other_quotation_marks_keeps_the_marks_alone():
    assert kept({"text": "Don't you ever tell my sister where I am."}).reply == {"text": "Don'"}


def test_a_run_never_goes_on_from_one_text_of_the_question_into_the_next():
    payload = {"elements": ["He opens the old gate", " and walks away slowly"]}
    assert len(kept({"text": "He opens the old gate and walks away slowly"}, payload).quotes) == 2


def test_a_failed_attempt_is_kept_as_it_is():
    failed = msgspec.structs.replace(line(None), error="[cut] at the token limit")
    assert encode(without_quotes(failed, PAYLOAD)) == encode(failed)


@pytest.mark.parametrize(
    "change",
    [
        {"at": ("quotes", 9, "text")},
        {"at": ()},
        {"of": ("elements", 9, "text")},
        {"of": ("elements",)},
        {"of": ("elements", "0", "text")},
        {"of": ("elements", -1, "text")},
        {"end": 9999},
        {"start": 29},
        {"offset": 5},
    ],
)
def test_a_place_that_the_question_does_not_have_is_refused(change):
    recorded = kept({"quotes": [{"text": "The ferry leaves without Nora"}]})
    wrong = msgspec.structs.replace(recorded.quotes[0], **change)
    with pytest.raises(LinedscriptError, match="invalid-answer.*units construct s0001"):
        with_quotes(msgspec.structs.replace(recorded, quotes=(wrong,)), PAYLOAD)


TEXTS = st.text(st.sampled_from("ab 雨\n’\uffff"), max_size=60)


@given(st.lists(TEXTS, max_size=4), st.lists(TEXTS, max_size=4), st.data())
def test_every_reply_comes_back_as_it_was(texts, own, data):
    payload = {"elements": [{"text": text} for text in texts], "names": tuple(texts)}
    cuts = [text[data.draw(st.integers(0, len(text))) :] for text in texts]
    both = ["".join(pair) for pair in zip(own, cuts, strict=False)]
    kept({"quotes": [{"text": text, "element": None} for text in (*own, *cuts, *both)]}, payload)
