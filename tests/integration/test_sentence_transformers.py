"""The encoder that sentence-transformers loads, on a small random model of bge-m3's build: its first token, length 1.

Needs the extra ``models``: ``python -m pytest tests/integration/test_sentence_transformers.py``.
"""

import numpy as np
import pytest

from linedscript.engines.embedding import SentenceTransformersEncoder, open_embedder, state_digest
from linedscript.errors import LinedscriptError

sentence_transformers = pytest.importorskip("sentence_transformers")
TEXTS = ["Ada Moss", "June Moss", "林晚秋", "the stranger", "Ada Moss"]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """The folder of a saved model."""
    import torch
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
    from transformers import BertConfig, BertModel, BertTokenizerFast

    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("model")
    letters = [chr(number) for number in range(97, 123)]
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{letter}" for letter in letters), *"林晚秋"]
    (folder / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    BertTokenizerFast(str(folder / "vocab.txt")).save_pretrained(folder / "bert")
    sizes = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
    BertModel(BertConfig(vocab_size=len(words), **sizes)).save_pretrained(folder / "bert")
    parts = [Transformer(str(folder / "bert")), Pooling(32, pooling_mode="cls"), Normalize()]
    sentence_transformers.SentenceTransformer(modules=parts, device="cpu").save(str(folder / "whole"))
    return str(folder / "whole")


def settings(model, **changes):
    return {"encoder": model, "revision": "main", "sha256": None} | changes


def test_rows_are_float32_of_length_one_and_blank_texts_say_nothing(model):
    rows = open_embedder(settings(model)).embed([*TEXTS, " "])
    assert rows.dtype == np.float32 and rows.shape == (6, 32)
    assert np.linalg.norm(rows[:5], axis=1) == pytest.approx(1, abs=1e-4)
    assert not rows[5].any()


def test_one_text_has_one_row_wherever_it_stands(model):
    encoder = open_embedder(settings(model))
    rows = encoder.embed(TEXTS)
    assert np.array_equal(rows[0], rows[4])
    assert np.array_equal(encoder.embed(TEXTS[::-1]), rows[::-1])
    assert len({row.tobytes() for row in rows}) == 4


def test_a_model_loaded_anew_gives_the_same_rows(model):
    one, two = (SentenceTransformersEncoder(model, "main", None).embed(TEXTS) for _ in range(2))
    assert np.array_equal(one, two)


def test_weights_are_checked_against_their_digest(model):
    held = sentence_transformers.SentenceTransformer(model, device="cpu").state_dict()
    assert open_embedder(settings(model, sha256=state_digest(held)))
    with pytest.raises(LinedscriptError, match="wrong-weights"):
        open_embedder(settings(model, sha256="0" * 64))


def test_a_model_that_is_not_there_is_an_error_with_its_name(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(LinedscriptError, match="no-encoder"):
        open_embedder(settings(str(tmp_path / "none")))
