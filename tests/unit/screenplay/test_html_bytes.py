"""A page's text is tied to the bytes of the file, whatever its encoding and markup; nothing of a script is lost."""

from html import escape, unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.screenplay.reading import contents, read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers.html_layout import lay_out
from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.layer import Layer, uncovered
from linedscript.screenplay.validation import rebuild

HEADING = "<p>INT. MILL - NIGHT</p>"


def shown(layer: Layer, data: bytes) -> list[tuple[str, bytes]]:
    """Each run's text with its bytes."""
    return [
        (layer.text[run.start : run.start + run.length], data[run.raw : run.raw + run.raw_length]) for run in layer.runs
    ]


def proven(layer: Layer, data: bytes) -> None:
    """Each run is the file's text, a blank or line break for markup, or an entity; they cover the text in order."""
    assert uncovered(layer.runs, len(layer.text)) is None
    at = 0
    for (text, raw), run in zip(shown(layer, data), layer.runs, strict=True):
        assert run.raw >= at
        at = run.raw + run.raw_length
        source = raw.decode(layer.encoding)
        if source != text:
            if not source:
                assert not text.strip("\n")
            elif source[0] == "&":
                assert unescape(source) == text
            elif source[0] == "<":
                assert source.lower().startswith("<br") and text == "\n"
            else:
                assert not source.strip(" \t\r\n\f") and text == " "


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "gb18030", "big5", "cp1251"])
def test_runs_lead_to_the_bytes_in_every_encoding(encoding):
    words = {"cp1252": "café – “bar”", "gb18030": "客厅，夜。", "big5": "客廳，夜。", "cp1251": "Дом – ночь"}.get(
        encoding, "客厅 é 😀 Дом"
    )
    data = f'<meta charset="{encoding}">{HEADING}<p>{words} &amp; <i>{words}</i><br>&#33;{words}</p>'.encode(encoding)
    layer = open_layer(data, "en-0001")
    proven(layer, data)
    assert f"{words} & {words}\n!{words}" in layer.text
    assert layer.by == ("bom" if encoding in ("utf-8-sig", "utf-16") else "declared")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "gb18030"])
def test_a_page_opened_again_by_what_was_recorded_of_it_is_the_same(encoding):
    data = f'<meta charset="{encoding}">{HEADING}<pre>caf\u00e9 &amp; more\r\n</pre>'.encode(encoding)
    layer = open_layer(data, "en-0001")
    again = open_layer(data, "en-0001", layer.container, layer.encoding, "replace")
    assert (again.text, again.runs, again.cuts) == (layer.text, layer.runs, layer.cuts)


def test_an_entity_is_a_run_of_its_source_bytes():
    data = f"{HEADING}<p>Neon &amp; rain&nbsp;&#8212;&#x41;&lt;b&gt;&NotEqualTilde;</p>".encode()
    assert [pair for pair in shown(open_layer(data, "en-0001"), data) if pair[1][:1] == b"&"] == [
        ("&", b"&amp;"),
        ("\u00a0", b"&nbsp;"),
        ("—", b"&#8212;"),
        ("A", b"&#x41;"),
        ("<", b"&lt;"),
        (">", b"&gt;"),
        ("\u2242\u0338", b"&NotEqualTilde;"),
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a &copy b", "a © b"),
        ("a &ampb", "a &b"),
        ("a &notin; b", "a ∉ b"),
        ("a &notit; b", "a ¬it; b"),
        ("a &nothing; b", "a ¬hing; b"),
        ("a &unknown; b", "a &unknown; b"),
        ("a & b && c &", "a & b && c &"),
        ("a &#146; b", "a ’ b"),
        ("a &#1; &#0; &#xD800; b", "a &#1; &#0; &#xD800; b"),
        ("a &#99999999; b", "a &#99999999; b"),
        ("a &#; &#x; b", "a &#; &#x; b"),
        ("5 < 6 and <3", "5 < 6 and <3"),
        ("a <> b </> c", "a <> b c"),
        ("a <!bogus> b <?php x ?> c", "a b c"),
        ("a <b title='x>y'>b</b> <b title=\"'>\">c</b> d", "a b c d"),
        ("a <b title=it's>b</b> don't <i>c</i>", "a b don't c"),
        ("a <!-- x -- > y --> b <!--> c <!---> d", "a b c d"),
    ],
)
def test_characters_read_as_browsers_read_them(source, text):
    assert lay_out(f"<p>{source}</p>", "en-0001").text == text


def test_bytes_that_do_not_decode_are_named_or_replaced_in_their_place():
    data = HEADING.encode() + b"<p>caf\xc3\xa9 \xff <i>\xe2\x80\x94 bar \xc3</i>(end)</p>"
    with pytest.raises(LinedscriptError) as caught:
        open_layer(data, "en-0001", encoding="utf-8")
    assert caught.value.code == "undecodable-byte"
    layer = open_layer(data, "en-0001", encoding="utf-8", errors="replace")
    assert [raw for text, raw in shown(layer, data) if "(end)" in text] == [b"(end)"]
    assert [raw for text, raw in shown(layer, data) if "bar" in text] == [b"\xe2\x80\x94 bar \xc3"]


def test_a_declaration_that_the_bytes_contradict_is_passed_over():
    data = f"<meta charset=iso-8859-1>{HEADING}<p>客厅，夜，一个女人走进来。</p>".encode()
    assert open_layer(data, "en-0001").encoding == "utf-8"
    words = "Le café est fermé, dit-elle à sa mère. " * 20
    data = f"<meta charset=utf-8>{HEADING}<p>{words}</p>".encode("cp1252")
    assert open_layer(data, "en-0001").encoding in ("cp1252", "iso-8859-1")


def test_line_ends_of_pre_are_kept_as_they_are():
    assert lay_out("<pre>a\r\nb\rc\nd</pre>", "en-0001").text == "a\r\nb\rc\nd"


SOLID = st.text(
    st.one_of(st.sampled_from("abc &<>\"'é客。,-()"), st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"))),
    min_size=1,
    max_size=20,
).map(lambda text: " ".join(text.split()) or "x")
SCRIPTS = st.lists(
    st.one_of(st.sampled_from(["ANN", "BEN (V.O.)", "(low)", "CUT TO:", "林：好。"]), SOLID), max_size=12
)
MARKUP = st.sampled_from(
    ["", "<!-- INT. X -->", "<b>", "</b>", "<i class=a>", "</i>", "<a name=x>", "</a>", "<wbr>", "<o:p>"]
)
ENCODINGS = st.sampled_from(["utf-8", "utf-16", "gb18030"])


def marked(text: str, data: st.DataObject) -> str:
    """A line's characters, some as references, with markup between some of them."""
    out = []
    for char in text:
        form = data.draw(st.integers(0, 9))
        out.append(f"&#{ord(char)};" if form == 0 and char != " " and not 0x7F <= ord(char) <= 0x9F else escape(char))
        if form == 1:
            out.append(data.draw(MARKUP))
    return "".join(out)


@given(lines=SCRIPTS, kind=st.sampled_from(["pre", "br", "p"]), encoding=ENCODINGS, data=st.data())
@settings(max_examples=60, deadline=None)
def test_random_markup_around_a_random_script_gives_exactly_its_characters(lines, kind, encoding, data):
    lines = ["INT. MILL - NIGHT", *lines, "EXT. RIVER - DAY"]
    inner = [marked(line, data) for line in lines]
    main = {
        "pre": "<pre>" + "\n".join(inner) + "</pre>",
        "br": "<div>" + "<br>\n".join(inner) + "</div>",
        "p": "\n".join(f"<p>{line}</p>" for line in inner),
    }[kind]
    raw = f'<html><div class="nav"><a href=/>Home</a></div><article>{main}</article><div id=comments>x</div>'.encode(
        encoding
    )
    layer = open_layer(raw, "en-0001", encoding=encoding)
    proven(layer, raw)
    kept = Kept(layer.text, layer.cuts).text.strip("\n\ufeff")
    assert kept == ("\n\n" if kind == "p" else "\n").join(lines)


PIECES = st.one_of(
    st.sampled_from(
        "<p> </p> <div> </div> <pre> </pre> <td> <tr> <table> </table> <br> <hr> <li> <ul> </ul> <dt> <dd> <b> </b> "
        "<a&href=x> </a> <textarea> <script> </script> <style> <title> </title> <!-- --> <! <? < > & "
        "&amp; &#65; &nbsp; &#x; <nav> </nav> <form> <svg> "
        '<p&class="character"> <p&class="sceneheading"> <p&class=dialogue> <div&class="dual"> <div&id="comments"> '
        "<select> <option> <p&style='white-space:pre'> <p&hidden> </ </body> <a&b=\" ' = \ufeff".split()
    ).map(lambda text: text.replace("&", " ") if text.startswith("<") else text),
    st.sampled_from(
        [
            "INT. MILL - NIGHT",
            "ANN",
            "Hi.",
            "\n",
            "\r\n",
            "  ",
            "ANN: Hi.",
            "第一场 内景 客厅 夜",
            "Comments",
            "Back to top",
        ]
    ),
    st.text(max_size=5),
)


@given(pieces=st.lists(PIECES, max_size=40), encoding=ENCODINGS, cut=st.floats(0, 1))
@settings(max_examples=200, deadline=None)
def test_any_page_cut_at_any_byte_is_read_with_its_runs_or_refused_in_our_own_words(pieces, encoding, cut):
    raw = ("<html>" + "".join(pieces)).encode(encoding)
    raw = raw[: round(len(raw) * cut)]
    try:
        layer = open_layer(raw, "zh-0001", "html", encoding=None if encoding == "utf-16" else encoding)
        proven(layer, raw)
        reading = read(raw, "zh", format="html", encoding=layer.encoding)
    except LinedscriptError as error:
        assert error.code in (
            "no-scene",
            "empty-file",
            "binary-file",
            "undecodable-byte",
            "unsupported-format",
            "ambiguous-encoding",
        )
        return
    assert rebuild(reading.scenes, reading.removed, reading.text) == reading.text == layer.text
    assert list(contents(reading))
