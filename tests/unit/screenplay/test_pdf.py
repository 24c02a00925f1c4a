"""PDF scripts: from characters with places to lines, columns and elements."""

import re
from random import Random

import pytest
from unit.screenplay.pdf_files import (
    PITCH,
    TOP,
    action,
    at,
    blank_pdf,
    layer_of,
    own_font,
    page,
    pdf_of,
    raw_pdf,
    speech,
    stream,
    typed,
)
from unit.screenplay.reading import contents, cues, read, removed

DINER = page(
    at(8, "7") + at(6, "INT. DINER - NIGHT") + at(43, "7"),
    "",
    action("SAL wipes the counter and looks at the clock over the"),
    action("door again."),
    "",
    *speech("SAL", "(quietly)", "More coffee?", "Or not."),
    "",
    action("Rain."),
    "",
    at(66, "CUT TO:"),
)
READ = [
    ("heading", "INT. DINER - NIGHT"),
    ("action", "SAL wipes the counter and looks at the clock over the door again."),
    ("cue", "SAL"),
    ("parenthetical", "(quietly)"),
    ("dialogue", "More coffee? Or not."),
    ("action", "Rain."),
    ("transition", "CUT TO:"),
]


def elements_of(data: bytes, language: str = "en") -> list[tuple[str, str]]:
    return [(kind, " ".join(text.split())) for kind, text in contents(read(data, language))]


def test_a_page_is_read_by_its_columns():
    reading = read(pdf_of(DINER))
    assert (reading.source.format, reading.scenes[0].heading.number) == ("pdf", "7")
    assert elements_of(pdf_of(DINER)) == READ


def test_the_text_of_a_page_has_its_indentation_and_its_blank_lines():
    assert layer_of(DINER).text == DINER.strip("\n ").join((" " * 8, "\n"))


def test_the_whole_file_is_what_the_text_is_tied_to():
    data = pdf_of(DINER)
    layer = layer_of(DINER)
    assert [tuple(run) for run in layer.runs] == [(0, len(layer.text), 0, len(data))]


def test_the_reader_names_the_library_that_its_text_depends_on():
    assert re.fullmatch(r"pdf/\d+ pypdfium2/[\d.]+ plain/\d+", read(pdf_of(DINER)).source.reader)


def test_the_same_bytes_give_the_same_text():
    assert layer_of(DINER, DINER).text == layer_of(DINER, DINER).text


@pytest.mark.parametrize("font", ["Times", "Helvetica"])
def test_a_font_of_uneven_width_is_read_by_its_margins(font):
    pdf = blank_pdf()
    pdf.add_page()
    pdf.set_font(font, size=12)
    typed(pdf, DINER)
    assert elements_of(bytes(pdf.output())) == READ


def test_a_script_typed_with_blanks_is_read_as_one_that_is_set_by_tabs():
    pdf = blank_pdf()
    pdf.add_page()
    for number, line in enumerate(DINER.split("\n")):
        pdf.text(0, TOP + PITCH * number, line or " ")
    assert elements_of(bytes(pdf.output())) == READ


def test_a_page_whose_words_are_drawn_in_any_order_is_read_from_the_top():
    drawn = [
        (word.start() * 7.2, TOP + PITCH * number, word.group())
        for number, line in enumerate(DINER.split("\n"))
        for word in re.finditer(r"\S+", line)
    ]
    Random(7).shuffle(drawn)
    pdf = blank_pdf()
    pdf.add_page()
    for word in drawn:
        pdf.text(*word)
    assert elements_of(bytes(pdf.output())) == READ


def test_a_scanned_page_whose_letters_waver_is_read_as_a_straight_one():
    waver = Random(3)
    pdf = blank_pdf()
    for _ in range(4):
        pdf.add_page()
        for number, line in enumerate(DINER.split("\n")):
            for piece in re.finditer(r"\S+(?: \S+)*", line):
                x = piece.start() * 7.2 + waver.uniform(-2, 2)
                pdf.text(x, TOP + PITCH * number + waver.uniform(-1, 1), piece.group())
    assert elements_of(bytes(pdf.output())) == READ * 4


def test_a_page_that_lies_on_its_side_is_read_upright():
    pdf = blank_pdf()
    pdf.add_page(orientation="landscape")
    with pdf.rotation(90, 306, 306):
        typed(pdf, DINER)
    assert elements_of(bytes(pdf.output())) == READ


def test_bold_print_by_drawing_twice_is_in_the_text_once():
    def again(pdf, number):
        for piece in ("EXT. STREET - DAY", 400), ("Otto and Bo look.", 424):
            for shift in (0, 0.4, 1.8):
                pdf.text(108 + shift, piece[1], piece[0])
        for place, char in enumerate("All good."):
            for shift in (0, 1.2):
                pdf.text(108 + 7.2 * place + shift, 448, char)

    assert elements_of(pdf_of(DINER, draw=again))[-3:] == [
        ("heading", "EXT. STREET - DAY"),
        ("action", "Otto and Bo look."),
        ("action", "All good."),
    ]


def test_a_line_drawn_with_characters_under_or_through_words_is_no_text():
    def ruled(pdf, number):
        pdf.text(108, 400, "EXT. STREET - DAY")
        pdf.text(108, 400, "_" * 17)

    assert elements_of(pdf_of(DINER, draw=ruled))[-1] == ("heading", "EXT. STREET - DAY")


def test_a_change_of_font_within_a_line_neither_splits_nor_joins_words():
    def mixed(pdf, number):
        at, text = 108.0, (("", "The "), ("I", "Mau"), ("B", "de"), ("", " is late, and "), ("I", "she"), ("", "'s"))
        for style, part in text:
            pdf.set_font("Courier", style, 12)
            pdf.text(at, 400, part)
            at += 7.2 * len(part)

    assert elements_of(pdf_of(DINER, draw=mixed))[-1] == ("action", "The Maude is late, and she's")


def test_a_ligature_is_its_letters():
    pdf = blank_pdf()
    pdf.add_page()
    typed(pdf, DINER)
    text = "The o\ufb03ce is on \ufb01re."
    own_font(pdf, text)
    pdf.text(108, 400, text)
    assert elements_of(bytes(pdf.output()))[-1] == ("action", "The office is on fire.")


def test_a_hyphen_at_the_end_of_a_line_stays():
    def torn(pdf, number):
        pdf.text(108, 400, "A well-")
        pdf.text(108, 412, "known face.")

    assert elements_of(pdf_of(DINER, draw=torn))[-1] == ("action", "A well- known face.")


DUAL = page(
    action("EXT. PIER - DAY"),
    "",
    action("They turn."),
    "",
    at(24, "ANN (O.S.)") + at(21, "BEN"),
    at(15, "Where did you put the boat") + at(5, "(over her)"),
    at(15, "keys?") + at(26, "I didn't take them. I would"),
    at(46, "never do that."),
    "",
    action("Silence."),
)


def test_two_speeches_beside_each_other_are_two_cues_with_their_own_speech():
    assert elements_of(pdf_of(DUAL))[2:] == [
        ("cue", "ANN"),
        ("dialogue", "Where did you put the boat keys?"),
        ("cue", "BEN"),
        ("parenthetical", "(over her)"),
        ("dialogue", "I didn't take them. I would never do that."),
        ("action", "Silence."),
    ]


def test_two_speeches_beside_each_other_are_simultaneous():
    scene = read(pdf_of(DUAL)).scenes[0]
    assert [element.dual for element in scene.elements] == [None, None, *["left"] * 2, *["right"] * 3, None]


def test_two_speeches_beside_each_other_where_one_is_longer_keep_their_words():
    long = page(
        action("INT. CAR - DAY"),
        "",
        at(24, "ANN") + at(28, "BEN"),
        at(15, "No.") + at(28, "One two three four five six"),
        at(46, "seven eight nine ten eleven"),
        at(46, "twelve."),
    )
    assert [text for kind, text in elements_of(pdf_of(long)) if kind == "dialogue"] == [
        "No.",
        "One two three four five six seven eight nine ten eleven twelve.",
    ]


def test_a_cue_that_is_not_in_capitals_is_a_cue_by_its_column():
    mixed = DINER.replace(" SAL\n", " McNally (V.O.)\n")
    names = [(cue.name, cue.extensions) for cue in cues(read(pdf_of(mixed, DINER)))]
    assert names == [("McNally", ("V.O.",)), ("SAL", ())]


def test_what_is_printed_across_a_page_or_off_it_is_no_story():
    def marked(pdf, number):
        pdf.text(700, 400, "printer's colour bar")
        with pdf.rotation(45, 300, 400):
            pdf.set_font("Helvetica", "B", 60)
            pdf.text(150, 400, "DO NOT COPY")
        pdf.set_font("Courier", size=12)

    data = pdf_of(DINER, draw=marked)
    assert elements_of(data) == READ
    assert [text.strip().split("\n") for _, text in removed(read(data))] == [["DO NOT COPY", "printer's colour bar"]]


@pytest.mark.parametrize(("map", "codec"), [("UniGB-UCS2-H", "utf-16-be"), ("GBK-EUC-H", "gbk")])
def test_a_chinese_page_in_a_font_that_the_file_only_names_is_read(map, codec):
    lines = (
        "第一场　内景　客厅　夜",
        "",
        "△雨打在窗上。她一个人坐在灯下，翻着一本旧相册，一页一页地翻，翻到最后",
        "一页停住了。",
        "林晚（画外音）：谁在外面？",
    )
    shown = b" ".join(b"<%s> Tj T*" % line.encode(codec).hex().encode() for line in lines)
    font = (
        b"<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/%s/DescendantFonts[<</Type/Font"
        b"/Subtype/CIDFontType0/BaseFont/STSong-Light/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)"
        b"/Supplement 4>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/ItalicAngle 0"
        b"/FontBBox[-25 -254 1000 880]/Ascent 880/Descent -120/CapHeight 880/StemV 93>>>>]>>" % map.encode()
    )
    data = raw_pdf(stream(b"BT /F1 12 Tf 72 720 Td 18 TL " + shown + b" ET"), font=font)
    assert elements_of(data, "zh") == [
        ("heading", "第一场 内景 客厅 夜"),
        ("action", "雨打在窗上。她一个人坐在灯下，翻着一本旧相册，一页一页地翻，翻到最后一页停住了。"),
        ("cue", "林晚"),
        ("dialogue", "谁在外面？"),
    ]


def test_a_line_of_chinese_that_was_broken_at_the_margin_has_no_line_end_inside():
    lines = (
        "第一场　内景　客厅　夜",
        "△她一个人坐在灯下，翻着一本旧相册，",
        "翻到最后一页停住了，外面雨声渐渐地小",
        "了。",
        "林晚：谁在外面？这么晚了，还有谁会来",
        "呢？",
        "老周：我。",
    )
    pdf = blank_pdf()
    pdf.add_page()
    own_font(pdf, "".join(lines))
    for number, line in enumerate(lines):
        pdf.text(90, 90 + 20 * number, line)
    assert elements_of(bytes(pdf.output()), "zh")[1:] == [
        ("action", "她一个人坐在灯下，翻着一本旧相册，翻到最后一页停住了，外面雨声渐渐地小了。"),
        ("cue", "林晚"),
        ("dialogue", "谁在外面？这么晚了，还有谁会来呢？"),
        ("cue", "老周"),
        ("dialogue", "我。"),
    ]
