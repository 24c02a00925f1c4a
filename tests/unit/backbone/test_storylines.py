"""Storylines: connected cross-scene transitions, forward, over existing Episodes and links."""

import pytest
from factories import ASKING, entity, episode, link, participant, scene, span, unit
from scripted import Scripted

from linedscript.backbone.storylines import draw_storylines
from linedscript.engines.rules import reflection
from linedscript.engines.rules import storylines as rules
from linedscript.engines.rules.engine import RulesEngine

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 0, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "storylines": 8,
    "per_dimension": 3,
    "chain_links": 4,
    "sentence_words": 20,
    "sentence_chars": 40,
}
RULES = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
TEXTS = ("Ann waits for Bo.", "Ann finds the lead.", "Ann gives the lead to Bo.", "Ann goes away.", "Ann writes to Bo.")


def film(texts=TEXTS, types=("causes", "resolves", "continues", "continues"), same_scene=False):
    scenes = [scene(index=number) for number in range(1, len(texts) + 1)]
    units, episodes = [], []
    for number, text in enumerate(texts, 1):
        where = "s0001" if same_scene else f"s{number:04d}"
        units.append(
            unit(
                number,
                id=f"{where}.u{number:02d}",
                scene=where,
                summary=text,
                trigger=None,
                participants=(participant("Ann", "ent-0001"), participant("lead", "ent-0003", role="theme")),
                evidence=(span(where, number, number + 1),),
            )
        )
        episodes.append(
            episode(
                number, scene=where, units=(units[-1].id,), setup=text, development=text, evidence=units[-1].evidence
            )
        )
    links = [
        link(
            number, source=f"ep-{number:04d}", target=f"ep-{number + 1:04d}", type=kind, distance=0 if same_scene else 1
        )
        for number, kind in enumerate(types[: len(texts) - 1], 1)
    ]
    return scenes, episodes, links, units


def draw(made, engine=RULES, language="en", **settings):
    scenes, episodes, links, units = made
    entities = [entity(1, "Ann"), entity(3, "lead", types=("Object",))]
    return draw_storylines(
        "en-0001", language, scenes, episodes, links, entities, [], units, engine, SETTINGS | settings
    )


def transition(episodes=("ep-0001", "ep-0002", "ep-0003"), links=("lk-0001", "lk-0002")):
    return {
        "before": "Ann waits.",
        "catalyst": "A letter.",
        "after": "Ann goes.",
        "episodes": list(episodes),
        "links": list(links),
    }


def say(*transitions):
    return Scripted({"keep": True, "title": "Ann", "transitions": list(transitions)})


def codes(outcome):
    return sorted({entry.code for entry in outcome.ledger if entry.code})


def test_a_chain_of_one_character_becomes_a_storyline():
    storyline = next(record for record in draw(film()).records if record.dimension == "character")
    assert storyline.subjects == ("ent-0001",)
    assert storyline.transitions[0].episodes == ("ep-0001", "ep-0002", "ep-0003")
    assert storyline.transitions[0].links == ("lk-0001", "lk-0002")


def test_an_object_that_runs_through_the_links_has_a_storyline_unless_it_repeats_another():
    assert {record.dimension for record in draw(film()).records} <= {"character", "goal_conflict"}


def test_a_transition_tells_before_catalyst_and_after_in_the_episodes_order():
    first = draw(film()).records[0].transitions[0]
    assert (first.before, first.catalyst, first.after) == TEXTS[:3]


def test_links_within_one_scene_make_no_storyline():
    assert draw(film(same_scene=True)).records == []


def test_one_link_is_too_short_a_chain():
    assert draw(film(TEXTS[:2])).coverage == []


def test_a_character_that_only_goes_on_has_no_development():
    outcome = draw(film(("Ann sits.", "Ann sings.", "Ann eats.", "Ann sleeps."), types=("continues",) * 3))
    assert "character" not in {record.dimension for record in outcome.records}


def test_going_on_is_a_development_where_two_episodes_change_something():
    outcome = draw(
        film(("Ann waits there.", "Ann promises the lead.", "Ann steals the lead."), types=("continues",) * 2)
    )
    assert "character" in {record.dimension for record in outcome.records}


def test_a_chain_that_tells_nothing_new_is_not_kept():
    assert draw(film(("Ann waits there.",) * 3)).records == []


@pytest.mark.parametrize(
    ("code", "transitions"),
    [
        ("no-transition", []),
        ("unknown-episode", [transition(("ep-0001", "ep-0099"))]),
        ("unknown-link", [transition(links=("lk-0099",))]),
        ("backward-transition", [transition(("ep-0003", "ep-0002"), ("lk-0002",))]),
        ("one-scene", [transition(("ep-0001",), ())]),
        ("stray-link", [transition(("ep-0001", "ep-0002"), ("lk-0001", "lk-0002"))]),
        ("unconnected", [transition(links=("lk-0001",))]),
        (
            "backward-transition",
            [transition(("ep-0002", "ep-0003"), ("lk-0002",)), transition(("ep-0001", "ep-0002"), ("lk-0001",))],
        ),
    ],
)
def test_the_gate_refuses(code, transitions):
    outcome = draw(film(), say(*transitions))
    assert outcome.records == [] and codes(outcome) == [code]


def test_a_transition_may_begin_where_the_one_before_it_ended():
    outcome = draw(film(), say(transition(), transition(("ep-0003", "ep-0004"), ("lk-0003",))))
    assert codes(outcome) == [] and outcome.records


def test_no_more_storylines_than_the_cap_are_asked_about():
    assert len(draw(film(), storylines=1).coverage) == 1


def test_no_chain_is_longer_than_the_cap():
    outcome = draw(film(), chain_links=2)
    assert all(len(record.transitions) == 1 for record in outcome.records)


def test_a_storyline_cites_its_episodes_links_and_subjects():
    record = draw(film(), say(transition())).records[0]
    assert [f"{cite.layer}/{cite.record}" for cite in record.cites] == [
        "entities/ent-0001",
        "episodes/ep-0001",
        "episodes/ep-0002",
        "episodes/ep-0003",
        "links/lk-0001",
        "links/lk-0002",
    ]


def test_chinese_titles_are_chinese():
    texts = ("林晚秋等人。", "林晚秋发现银簪。", "林晚秋把银簪还给母亲。")
    assert "的" in draw(film(texts), language="zh").records[0].title


def test_a_storyline_that_names_none_of_its_subjects_is_refused():
    told = transition() | {"before": "Zeus waits.", "after": "Anna goes."}
    outcome = draw(film(), Scripted({"keep": True, "title": "Zeus", "transitions": [told]}))
    assert outcome.records == [] and "names-nobody" in codes(outcome)
