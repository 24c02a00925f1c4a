import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError
from linedscript.screenplay import tokens as tokens_module
from linedscript.screenplay.tokens import LINEDSCRIPT, content_tokens, tokenize, tokenizer_named

SCRIPT = "".join(f"INT. ROOM {n} - DAY\n\n" + "Ann walks on. " * 5 + f"\n\nANN\nIt is {n}.\n\n" for n in range(1, 9))


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in tokenize(text)]


@given(st.text())
def test_tokens_put_together_are_the_text(text):
    assert "".join(pieces(text)) == text


@given(st.text(), st.data())
def test_a_cut_between_tokens_changes_no_token(text, data):
    tokens = tokenize(text)
    cut = data.draw(st.sampled_from([end for _, end in tokens] or [0]))
    assert pieces(text[:cut]) + pieces(text[cut:]) == pieces(text)


@given(st.text())
def test_content_tokens_are_the_tokens_that_are_no_blanks(text):
    blank = set("\t\n\r\v\f \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff") | {
        chr(c) for c in range(0x2000, 0x200B)
    }
    assert content_tokens(text) == [span for span in tokenize(text) if text[span[0]] not in blank]


def test_words_marks_blanks_and_single_chinese_characters_are_tokens():
    assert pieces("Don't go,  晚秋！") == ["Don't", " ", "go", ",", "  ", "晚", "秋", "！"]


def test_the_tokenizers_definition_has_a_fixed_hash():
    assert LINEDSCRIPT.sha256 == "1dec2dc3c280226a0488ee0a39865d143d2963da3568de759e54b0f4ba1ca6af"


def test_an_unknown_tokenizer_is_named():
    with pytest.raises(LinedscriptError, match="unknown-tokenizer"):
        tokenizer_named("other/1")


@pytest.mark.parametrize("budget", [1, 2, 5, 20, 33, 60, 1000])
def test_no_block_is_over_its_budget_and_all_text_is_in_one(budget):
    reading = read(SCRIPT, budget=budget)
    texts = {scene.id: scene.text for scene in reading.scenes}
    assert all(block.tokens <= budget for block in reading.blocks)
    rebuilt = "".join(texts[part.scene][part.start : part.end] for block in reading.blocks for part in block.parts)
    assert rebuilt == "".join(texts.values())


def test_whole_scenes_are_packed_together():
    reading = read(SCRIPT, budget=70)
    assert [[part.scene for part in block.parts] for block in reading.blocks][0] == ["s0001", "s0002"]
    assert all(part.part is None for block in reading.blocks for part in block.parts)


def test_an_over_long_scene_is_split_into_numbered_parts_alone_in_their_blocks():
    reading = read(SCRIPT, budget=20)
    assert [part.part for block in reading.blocks for part in block.parts][:2] == ["s0001.p1", "s0001.p2"]
    assert all(len(block.parts) == 1 for block in reading.blocks)


def test_a_split_falls_where_an_element_begins_if_it_can():
    text = "INT. A - DAY\n\n" + "one two three four five six seven eight\n\n" * 5
    cut = read(text, budget=20).blocks[0].parts[0].end
    assert read(text).scenes[0].text[cut:].startswith("one")


def test_a_budget_below_one_is_refused():
    with pytest.raises(LinedscriptError, match="invalid-budget"):
        read(SCRIPT, budget=0)


def test_a_budget_that_makes_more_blocks_than_ids_is_refused():
    with pytest.raises(LinedscriptError, match="10004 blocks"):
        read("INT. A - DAY\n\n" + "go " * 9999, budget=1)


@given(st.one_of(st.text(max_size=60), st.text("ab1' ,\n\t\r\f\v\x01\x06-", max_size=40)))
@example("'a'b' c'")
@example("\x00")
@example("\x01a\x02 b\x06")
def test_counting_tokens_and_cutting_them_agree(text):
    tokens = [text[start:end].encode() + b"\xff" for start, end in LINEDSCRIPT.tokenize(text)]
    assert LINEDSCRIPT.count(text) == len(LINEDSCRIPT.content(text))
    assert LINEDSCRIPT.cut(text).closed == b"".join(tokens)
    assert list(LINEDSCRIPT.starts(text)) == [start for start, _ in LINEDSCRIPT.content(text)]


@given(st.text("ab1' ,\n\t\r\u2019\u3000\u591c", max_size=60))
def test_a_text_that_is_cut_piece_by_piece_has_the_same_tokens(text):
    whole = LINEDSCRIPT.cut(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens_module, "_PIECE", 3)
        assert LINEDSCRIPT.cut(text) == whole
