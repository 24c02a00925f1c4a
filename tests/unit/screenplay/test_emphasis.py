import pytest
from hypothesis import given
from hypothesis import strategies as st

from linedscript.screenplay.emphasis import emphasis, plain


def styled(text: str) -> list[tuple[str, str]]:
    return [(span.style, text[span.start : span.end]) for span in emphasis(text).spans]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("*a*", [("italic", "a")]),
        ("**a**", [("bold", "a")]),
        ("***a b***", [("bold", "a b"), ("italic", "a b")]),
        ("_a_", [("underline", "a")]),
        ("x*a*y", [("italic", "a")]),
        ("我*很*好", [("italic", "很")]),
        ("_a *b* c_", [("underline", "a *b* c"), ("italic", "b")]),
        ("**a *b* c**", [("bold", "a *b* c"), ("italic", "b")]),
        ("*a **b***", [("italic", "a **b**"), ("bold", "b")]),
        ("***a** b*", [("italic", "**a** b"), ("bold", "a")]),
        ("_a **b_ c**", [("underline", "a **b"), ("bold", "b_ c")]),
        ("*a* *b*", [("italic", "a"), ("italic", "b")]),
    ],
)
def test_marks_pair_and_mix(text, spans):
    assert styled(text) == spans


@pytest.mark.parametrize(
    "text", ["* a *", "*a *b", "_a _", "5 * 3 * 2", "* * *", "****", "____", "__a__", "*a\nb*", "*a\r\nb*"]
)
def test_marks_beside_blanks_across_lines_and_in_long_runs_are_text(text):
    assert styled(text) == [] and plain(text) == text


@pytest.mark.parametrize(
    ("text", "read"), [(r"\*a\*", "*a*"), (r"**\*9\***", "*9*"), (r"\_a_", "_a_"), (r"a\b", r"a\b")]
)
def test_a_backslash_makes_a_mark_text(text, read):
    assert plain(text) == read


def test_marks_without_a_partner_are_named():
    assert emphasis("*a _b_ **c").unmatched == (0, 7)
    assert emphasis("*a\nb*").unmatched == (0, 4)
    assert emphasis("a* b").unmatched == (1,)


@given(st.text(st.sampled_from("*_\\ a\n\r中"), max_size=40))
def test_a_text_without_its_marks_is_the_rest_of_it_and_spans_hold_no_outer_mark(text):
    found = emphasis(text)
    edges = [at for mark in found.marks for at in mark]
    assert edges == sorted(edges)
    assert len(plain(text)) == len(text) - sum(end - start for start, end in found.marks)
    for span in found.spans:
        assert span.start < span.end and not {"\n", "\r"} & set(text[span.start : span.end])
        assert not text[span.start].isspace() and not text[span.end - 1].isspace()
