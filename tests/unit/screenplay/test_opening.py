import pytest

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers.opening import MOST_CHARS, open_layer


@pytest.mark.parametrize(
    "data", [b"x" * 50_000_000, b"INT. A - DAY\n\n" + b"y" * MOST_CHARS, "夜".encode() * (MOST_CHARS + 1)]
)
def test_a_file_that_is_larger_than_any_screenplay_is_refused_before_it_is_read(data):
    with pytest.raises(LinedscriptError) as caught:
        open_layer(data, "en-0001")
    assert caught.value.code == "too-large" and "at most" in caught.value.problem


def test_a_long_file_of_a_screenplay_s_size_is_opened():
    text = "INT. A - DAY\n\n" + "She walks on. " * 20_000
    assert open_layer(text.encode(), "en-0001").text == text
