"""Which lines show how a focal character speaks, and how they are ranked."""

from collections import Counter
from math import log, sqrt

import msgspec
import pytest
from factories import ASKING, focal
from story import mentions_of, story

from linedscript.backbone.resolution import draw_entities
from linedscript.characters.exemplars import draw_exemplars
from linedscript.characters.spoken import sentences, spoken_lines
from linedscript.characters.style import independence, quotes_others, salience, speaker_weights, standing
from linedscript.engines.rules import entities as entity_rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.io.canonical import lines as as_lines
from linedscript.records.params import ExemplarSettings, StyleWeights

GATES = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
}
RESOLUTION = GATES | {"max_block": 24, "max_evidence": 3, "cluster_rounds": 2}
SETTINGS = ExemplarSettings(
    lines=8,
    per_scene=8,
    min_words=3,
    max_words=20,
    min_chars=4,
    max_chars=30,
    prior=20,
    independence=0.0,
    composite=0.0,
    weights=StyleWeights(distinctiveness=0.4, salience=0.3, independence=0.3),
)


def draw(scenes, forms, who, language="en", **changes):
    engine = RulesEngine({"construct": entity_rules.annotate, "judge": reflection.annotate})
    entities = draw_entities("en-0001", language, scenes, mentions_of(scenes, *forms), engine, RESOLUTION)[0].records
    names = {entity.name: entity.id for entity in entities}
    chosen = [focal(names[name]) for name in who]
    settings = msgspec.structs.replace(SETTINGS, **changes)
    return draw_exemplars("en-0001", language, scenes, entities, chosen, settings), entities


def said(exemplars, scenes):
    texts = {scene.id: scene.text for scene in scenes}
    return [texts[one.evidence[0].scene][one.evidence[0].start : one.evidence[0].end] for one in exemplars]


SCENES = story(
    "INT. A - DAY\n@ANN: Blast the tide and every blasted gull!\n@BO: Please pass the bread to me.\n"
    "@ANN: Blast the bread and the gulls.\n@BO: Please sit down with me.",
    "INT. B - DAY\n@ANN: She said that to him there.\n@BO: I would like some bread, please.",
)


def test_the_line_with_the_speakers_own_words_and_manner_is_first():
    exemplars, _ = draw(SCENES, ("ANN", "BO"), ("Ann",))
    assert said(exemplars, SCENES)[0] == "Blast the tide and every blasted gull!"


def test_ranks_and_ids_run_from_one_by_character():
    exemplars, entities = draw(SCENES, ("ANN", "BO"), ("Ann", "Bo"))
    names = {entity.id: entity.name for entity in entities}
    assert [(one.id, names[one.character], one.rank) for one in exemplars] == [
        (f"ex-{number:04d}", name, rank)
        for number, (name, rank) in enumerate([("Ann", 1), ("Ann", 2), ("Ann", 3), ("Bo", 1), ("Bo", 2), ("Bo", 3)], 1)
    ]


def test_the_record_holds_no_words_of_the_line():
    exemplars, _ = draw(SCENES, ("ANN", "BO"), ("Ann",))
    assert b"Blast" not in as_lines(exemplars)


def test_a_line_counts_from_its_end_on():
    exemplars, _ = draw(SCENES, ("ANN", "BO"), ("Ann",))
    assert [(one.at.scene, one.at.offset) for one in exemplars] == [
        (one.evidence[0].scene, one.evidence[0].end) for one in exemplars
    ]


@pytest.mark.parametrize(
    ("setting", "value", "kept"), [("lines", 2, 2), ("per_scene", 1, 2), ("independence", 0.9, 2), ("min_words", 7, 1)]
)
def test_bounds_limit_what_is_kept(setting, value, kept):
    exemplars, _ = draw(SCENES, ("ANN", "BO"), ("Ann",), **{setting: value})
    assert len(exemplars) == kept


def test_out_of_a_long_line_whole_sentences_are_taken():
    scenes = story("INT. A - DAY\n@ANN: I saw the boat come in. Nobody was at her wheel at all. It was cold.\n@BO: Oh.")
    exemplars, _ = draw(scenes, ("ANN", "BO"), ("Ann",), max_words=10)
    assert sorted(said(exemplars, scenes)) == [
        "I saw the boat come in.",
        "Nobody was at her wheel at all. It was cold.",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "@ANN (V.O.): I never saw the harbor again.",
        '@ANN: He wrote "I never saw the harbor again."',
        "@ANN: (singing) I never saw the harbor again.",
    ],
)
def test_what_is_said_over_the_scene_read_out_or_sung_is_no_exemplar(line):
    exemplars, _ = draw(story(f"INT. A - DAY\n{line}\n@BO: Oh."), ("ANN", "BO"), ("Ann",))
    assert exemplars == []


def test_a_direction_inside_a_chinese_line_is_no_part_of_it():
    scenes = story("内景 后台\n@林晚秋: 三百块钱也不肯花。（苦笑）我真会省钱过日子。\n@邵平: 哦。")
    exemplars, _ = draw(scenes, ("林晚秋", "邵平"), ("林晚秋",), "zh")
    assert sorted(said(exemplars, scenes)) == ["三百块钱也不肯花。", "我真会省钱过日子。"]


def test_names_say_nothing_about_whose_words_they_are():
    scenes = story("INT. A - DAY\n@ANN: Come over here, Bo, come.\n@BO: Ann, come over here, come.")
    exemplars, _ = draw(scenes, ("ANN", "BO", "Ann", "Bo"), ("Ann", "Bo"))
    assert len({one.scores.distinctiveness for one in exemplars}) == 1


def test_the_order_of_entities_and_focal_characters_changes_nothing():
    exemplars, entities = draw(SCENES, ("ANN", "BO"), ("Ann", "Bo"))
    chosen = [focal(entity.id) for entity in reversed(entities)]
    again = draw_exemplars("en-0001", "en", SCENES, entities[::-1], chosen, SETTINGS)
    assert as_lines(again) == as_lines(exemplars)


def test_the_weight_of_a_word_is_its_log_odds_under_the_prior_over_its_spread():
    """By hand: ann says "a" 3 of 4 times, bo 1 of 4; 4 of 8 words, so a prior of 8 counts 4 of it."""
    counts = {"ann": Counter(a=3, b=1), "bo": Counter(a=1, b=3)}
    weights = speaker_weights(counts, Counter(a=4, b=4), "ann", 8)
    assert weights["a"] == pytest.approx((log(7 / 5) - log(5 / 7)) / sqrt(1 / 7 + 1 / 5))
    assert weights["b"] == pytest.approx(-weights["a"])


def test_equal_values_share_the_middle_of_their_places():
    assert standing([3.0, 1.0, 1.0, 9.0]) == [pytest.approx(2 / 3), pytest.approx(1 / 6), pytest.approx(1 / 6), 1.0]


@pytest.mark.parametrize(
    ("free", "bound", "language"),
    [
        ("A pilot keeps six feet.", "He keeps six feet.", "en"),
        ("A pilot keeps six feet.", "Yes, a pilot does.", "en"),
        ("I keep my own counsel.", "I told him about that, didn't she?", "en"),
        ("The harbor is closed tonight.", "The harbor is --", "en"),
        ("我管了四十年箱子。", "他管了四十年箱子。", "zh"),
        ("戏院是公产。", "是，那是公产。", "zh"),
    ],
)
def test_a_line_that_leans_on_its_exchange_is_less_independent(free, bound, language):
    alone, leaning = (independence(text, language, replies=False, strangers=0) for text in (free, bound))
    assert leaning < alone


def test_a_bare_answer_and_unknown_names_cost_independence():
    text = "Three hundred for the rope."
    whole = independence(text, "en", replies=False, strangers=0)
    assert independence(text, "en", replies=True, strangers=0) < whole
    assert independence(text, "en", replies=False, strangers=1) < whole


@pytest.mark.parametrize(
    ("marked", "plain", "language"),
    [
        ("A lie is like a rope!", "We go home now.", "en"),
        ("I ain't going, no sir, no way!", "We go home now.", "en"),
        ("一个谎，就像那根绳子！", "我们回家吃饭去。", "zh"),
        ("说话算数，一言为定。", "我们现在回家去吃饭。", "zh"),
    ],
)
def test_figures_marks_and_set_forms_make_a_line_salient(marked, plain, language):
    common = Counter({"go": 9, "home": 9})
    assert salience(marked, (), common, language) > salience(plain, (), common, language)


@pytest.mark.parametrize(
    ("text", "others"),
    [('"I was never told," he said.', True), ("I said “no” to every one of them.", False), ("“省城下雪了。", True)],
)
def test_a_line_that_is_a_quotation_is_told(text, others):
    assert quotes_others(text) is others


@pytest.mark.parametrize(
    ("text", "language", "cut"),
    [
        ("Mr. Ames left at 5.30. Go.", "en", ["Mr. Ames left at 5.30.", "Go."]),
        ("Why?! Oh... well.", "en", ["Why?!", "Oh...", "well."]),
        ("腰要立住。“好。”我说！", "zh", ["腰要立住。", "“好。”", "我说！"]),
    ],
)
def test_sentences_end_at_their_marks(text, language, cut):
    assert [text[start:end] for start, end in sentences(text, language)] == cut


def test_an_answer_to_somebody_elses_question_is_told():
    scenes = story("INT. A - DAY\n@ANN: Where is he?\n@BO: At the pier.\n@BO: I saw him.")
    _, entities = draw(scenes, ("ANN", "BO"), ())
    assert [line.answers for line in spoken_lines(scenes, entities)] == [False, True, False]
