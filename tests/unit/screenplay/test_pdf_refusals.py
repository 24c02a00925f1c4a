"""PDFs that can't be read, or shouldn't: each ends in an error that says what to do, in bounded time and memory."""

import resource

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from unit.screenplay.pdf_files import action, blank_pdf, page, pdf_of, raw_pdf, speech, stream, typed
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers import _pdf_file, _pdf_runs
from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.containers.pdf import open_pdf

GOOD = stream(b"BT /F1 12 Tf 108 700 Td (INT. DINER - NIGHT) Tj ET")


def refusal(data: bytes) -> LinedscriptError:
    with pytest.raises(LinedscriptError) as caught:
        read(data)
    assert "en-0001" in caught.value.place and caught.value.hint
    return caught.value


@pytest.fixture
def small_limits(monkeypatch):
    monkeypatch.setattr(_pdf_file, "SECONDS", 3)
    monkeypatch.setattr(_pdf_file, "MEMORY", 300 << 20)


def test_a_scanned_script_is_refused_with_its_pages_and_the_way_out():
    pdf = blank_pdf()
    for _ in range(3):
        pdf.add_page()
        pdf.image(Image.new("1", (60, 80)), 0, 0, 612, 792)
    error = refusal(bytes(pdf.output()))
    assert error.code == "no-text" and "3 pages" in error.problem and "OCR" in error.hint


def test_a_script_that_asks_for_a_password_is_refused():
    assert refusal(locked(user="secret")).code == "encrypted-file"


def test_a_script_that_only_forbids_printing_is_read():
    assert read(locked(user="")).scenes[0].heading.text == "INT. DINER - NIGHT"


def locked(user: str) -> bytes:
    pdf: FPDF = blank_pdf()
    pdf.set_encryption(owner_password="owner", user_password=user)
    pdf.add_page()
    typed(pdf, page(action("INT. DINER - NIGHT")))
    return bytes(pdf.output())


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\n" + bytes(range(256)) * 20,
        b"%PDF-1.4",
        raw_pdf(GOOD, kids=b"", count=0),
        b"%PDF-1.7\n1 0 obj\n" + b"[" * 200_000,
    ],
    ids=["noise", "head alone", "no page", "nesting"],
)
def test_a_damaged_script_is_refused(data):
    assert refusal(data).code == "damaged-file"


def test_letters_without_a_meaning_are_refused():
    font = (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 1/LastChar 4/Widths[1 1 1 1]>>"
    )
    error = refusal(raw_pdf(stream(b"BT /F1 12 Tf 108 700 Td (\\001\\002\\003\\004) Tj ET"), font=font))
    assert error.code == "no-text"


def test_a_page_tree_that_repeats_a_page_is_bounded():
    error = refusal(raw_pdf(GOOD, kids=b"3 0 R " * 50_000, count=50_000))
    assert error.code == "too-large" and "50000 pages" in error.problem


def test_more_text_than_a_script_has_is_refused(monkeypatch):
    monkeypatch.setattr(_pdf_file, "CHARS", 1000)
    error = refusal(raw_pdf(stream(b"BT /F1 12 Tf 108 700 Td " + b"(More and more.) Tj " * 200 + b"ET")))
    assert error.code == "too-large"


def packed_text() -> bytes:
    return raw_pdf(stream(b"BT /F1 12 Tf 108 700 Td " + b"(INT. DINER - NIGHT AND MORE) Tj\n" * 400_000 + b"ET"))


def packed_drawing() -> bytes:
    return raw_pdf(stream(b"0 0 m 10 10 l S\n" * 8_000_000))


def nested_forms() -> bytes:
    """A form that draws another ten times, twelve deep."""
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>/XObject<</X %d 0 R>>>>"
    forms = [stream(b"/X Do " * 10, entries % (7 + depth)) for depth in range(12)]
    last = stream(b"BT /F1 12 Tf (abc) Tj ET", entries % 18)
    return raw_pdf(stream(b"/X Do"), *forms, last, resources=b"/XObject<</X 6 0 R>>")


@pytest.mark.parametrize("bomb", [packed_text, packed_drawing, nested_forms])
def test_a_file_made_to_exhaust_its_reader_is_refused(bomb, small_limits):
    error = refusal(bomb())
    assert error.code == "damaged-file" and "within 3 s and 300 MB" in error.problem


def test_a_line_far_outside_of_any_page_costs_nothing():
    far = stream(b"BT /F1 12 Tf 1 0 0 1 1e30 700 Tm (far) Tj 1 0 0 1 108 700 Tm (INT. DINER - NIGHT) Tj ET")
    layer = open_pdf(raw_pdf(far), "en-0001")
    assert len(layer.text) < 200 and "INT. DINER - NIGHT" in layer.text


def test_control_characters_in_a_page_are_shown_as_lost():
    layer = open_pdf(raw_pdf(stream(b"BT /F1 12 Tf 108 700 Td (INT. DINER\\007 - NIGHT) Tj ET")), "en-0001")
    assert not any(char < " " and char not in "\n\f" for char in layer.text)


SCRIPT = pdf_of(page(action("INT. DINER - NIGHT"), "", action("Rain."), "", *speech("SAL", "Coffee?")))


@settings(max_examples=12, deadline=None)
@given(st.integers(0, len(SCRIPT)), st.binary(max_size=8))
def test_a_cut_or_changed_file_is_read_or_refused(at, bytes):
    for data in (SCRIPT[:at], SCRIPT[:at] + bytes + SCRIPT[at + len(bytes) :]):
        try:
            layer = open_layer(data, "en-0001")
        except LinedscriptError as error:
            assert error.hint
        else:
            assert sum(run.length for run in layer.runs) == len(layer.text)


def test_limits_stay_below_those_of_a_machine_that_has_lower_ones(monkeypatch):
    """Only root may raise them."""
    given = {}
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (resource.RLIM_INFINITY, 5))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: given.update({kind: limits}))
    _pdf_runs._limit(1 << 30, 3)
    assert given == {resource.RLIMIT_AS: (5, 5), resource.RLIMIT_CPU: (3, 4), resource.RLIMIT_CORE: (0, 0)}
