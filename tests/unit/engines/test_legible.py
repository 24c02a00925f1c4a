import pytest

from linedscript.engines.legible import legible


def test_a_reply_that_can_be_read_stays_as_it_is():
    reply = {"mentions": [{"surface": "Nora\nPell", "types": ["Character"], "place": None}], "keep": True, "title": ""}
    assert legible(reply) == (reply, [])


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x7f", "\x9b"])
def test_control_characters_are_blanks_wherever_they_stand(char):
    reply = {"title": f"A{char}b", "units": [{"participants": [{"name": f"Nora{char}"}]}]}
    assert legible(reply) == ({"title": "A b", "units": [{"participants": [{"name": "Nora "}]}]}, [])


@pytest.mark.parametrize("text", [" ", "\n\t", "\x00", "\u200b", "\u2060\u00a0", "\u3000"])
def test_a_record_with_a_text_that_shows_nothing_is_lost_and_its_place_told(text):
    rows = [{"name": "Nora"}, {"name": "June", "parts": [{"role": text}]}]
    assert legible({"units": rows}) == ({"units": rows[:1]}, ["units[1].parts[0].role"])


def test_a_text_of_the_reply_itself_that_shows_nothing_is_empty():
    assert legible({"question": " \x00 "}) == ({"question": ""}, [])


def test_quotes_are_looked_for_as_they_are():
    reply = {"units": [{"quotes": [{"text": "\x1b"}]}]}
    assert legible(reply) == (reply, [])
