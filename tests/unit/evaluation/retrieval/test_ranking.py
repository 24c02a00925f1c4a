import numpy as np
import pytest
from evaluated import retrieval, scenes
from factories import entity, episode, relation, unit
from hypothesis import assume, given
from hypothesis import strategies as st

from linedscript.evaluation.retrieval.building import Source, build_index, stretches
from linedscript.evaluation.retrieval.lexical import LexicalIndex, terms
from linedscript.evaluation.retrieval.passages import passages
from linedscript.evaluation.retrieval.ranking import Index, fused, retrieve
from linedscript.io.files import sha256_text
from linedscript.screenplay.tokens import tokenizer_named

TOKENS = tokenizer_named("linedscript/1")
THREE = scenes(
    "INT. OFFICE - DAY\n\nAnn waits for the letter.\n",
    "EXT. PIER - NIGHT\n\nBob burns the letter on the pier.\n",
    "INT. KITCHEN - DAY\n\nAnn cooks soup.\n",
)


class Words:
    """An encoder whose axes are words: as good as a real one where texts share them."""

    name = revision = "words"

    def embed(self, texts):
        rows = np.zeros((len(texts), 64), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in terms(text, "en"):
                rows[row, sum(map(ord, word)) % 64] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1)


def index(kind="bm25", of=THREE, **changes):
    how = retrieval(**changes)
    return Index(kind, stretches(kind, Source("en", of), how, "linedscript/1"), "en", how, Words())


@given(st.lists(st.text("ab .\n", min_size=1, max_size=80), min_size=1, max_size=4), st.integers(1, 9))
def test_passages_put_together_are_the_scene_and_none_is_over_the_budget(texts, budget):
    made = scenes(*texts)
    found = list(passages(made, budget, TOKENS))
    for one in made:
        own = "".join(part.text for part in found if part.scene == one.id)
        assert own == (one.text if TOKENS.count(one.text) else "")
    assert all(TOKENS.count(part.text) <= budget for part in found)


@pytest.mark.parametrize("kind", ["bm25", "dense", "hybrid"])
def test_the_passage_that_says_it_comes_first(kind):
    (_, first), *_ = index(kind).best("Who burns the letter on the pier?", 2)
    assert first.scene == "s0002"


def test_passages_of_one_score_stand_in_the_order_of_the_story():
    alike = scenes(*["INT. HALL - DAY\n\nNobody is here.\n"] * 5)
    assert [one.scene for _, one in index(of=alike).best("Who sings?", 3)] == ["s0001", "s0002", "s0003"]


@given(st.lists(st.text("abc ", max_size=30), min_size=1, max_size=6), st.text("abcd ", max_size=12))
def test_bm25_scores_are_to_the_bit_those_of_its_package(texts, question):
    from rank_bm25 import BM25Okapi

    assume(any(terms(text, "en") for text in texts))
    ours = LexicalIndex(texts, "en", retrieval()).scores(question)
    theirs = BM25Okapi([terms(text, "en") for text in texts], k1=1.5, b=0.75, epsilon=0.25)
    assert ours.tolist() == theirs.get_scores(terms(question, "en")).tolist()


def test_a_film_without_a_word_has_passages_of_no_weight():
    assert LexicalIndex(["...", "!"], "en", retrieval()).scores("Who?").tolist() == [0, 0]


def test_chinese_is_matched_by_pairs_of_characters():
    assert terms("林晚秋说OK", "zh") == ["林晚", "晚秋", "秋说", "ok"]


def test_fusion_adds_reciprocal_ranks_and_ties_share_the_better_one():
    one, two = np.array([3.0, 1.0, 1.0]), np.array([0.0, 5.0, 2.0])
    assert np.allclose(fused([one, two], 60), [1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 62 + 1 / 62])


def test_the_frozen_context_holds_places_and_scores_and_no_text():
    (row,) = retrieve("en-0001", "parent", [("t2-0001", "Who burns the letter?")], index(), 2)
    first = row.passages[0]
    text = THREE[1].text[first.start : first.end]
    assert first.sha256 == sha256_text(text) and "burns" in text
    assert "burns" not in str(row)


def test_another_question_changes_nothing_of_a_questions_context():
    alone = retrieve("en-0001", "parent", [("a", "Who burns the letter?")], index("hybrid"), 2)
    beside = retrieve("en-0001", "parent", [("b", "Who cooks?"), ("a", "Who burns the letter?")], index("hybrid"), 2)
    assert alone[0] == beside[1]


def test_the_graph_is_read_as_sentences_with_the_views_own_names():
    source = Source(
        "en",
        THREE,
        units=[unit(modality="reported", polarity="negative")],
        relations=[relation()],
        episodes=[episode()],
        entities=[entity(1, "Ann"), entity(2, "Bob")],
    )
    texts = [one.text for one in stretches("graph", source, retrieval(), "linedscript/1")]
    assert texts == [
        "Ann waits. Ann. Ann sits. Ann waits.",
        "Said by someone: It isn't so that: Ann waits.",
        "Ann — kinship with — Bob. They are kin.",
    ]


def test_the_graph_index_finds_records():
    source = Source("en", THREE, units=[unit(), unit(2, summary="Bob burns it."), unit(3)])
    (_, first), *_ = build_index("graph", source, retrieval(), "linedscript/1").best("Who burns it?", 1)
    assert (first.record, first.scene) == ("units/s0001.u02", "s0001")
