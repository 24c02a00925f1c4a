"""Links: forward, within eight scenes, over a bridge that both Episodes share."""

import pytest
from factories import ASKING, entity, episode, participant, relation, scene, span, unit
from scripted import Scripted

from linedscript.backbone.link_bridges import bridges, profiles
from linedscript.backbone.links import draw_links
from linedscript.engines.rules import links as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.records.narrative import LINK_WINDOW

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 0, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "candidates": 8,
    "links": 3,
}
RULES = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
ANN, BO, LEAD = entity(1, "Ann"), entity(2, "Bo"), entity(3, "lead", types=("Object",))


class Film:
    """Episodes of one unit each, added in story order."""

    def __init__(self):
        self.units, self.episodes, self.scenes = [], [], {}

    def add(self, scene_number, text, *people, trigger=None, kind="Event", **changes):
        where, number = f"s{scene_number:04d}", len(self.units) + 1
        one = unit(
            number,
            id=f"{where}.u{number:02d}",
            scene=where,
            kind=kind,
            summary=text,
            trigger=trigger,
            participants=tuple(participant(name, ref, role=role) for name, ref, role in people),
            evidence=(span(where, number, number + 1),),
        )
        self.units.append(one)
        self.scenes.setdefault(where, scene(index=scene_number))
        self.episodes.append(
            episode(
                **dict(
                    number=len(self.episodes) + 1,
                    scene=where,
                    units=(one.id,),
                    setup=text,
                    development=text,
                    outcome=None,
                    open=True,
                    participants=tuple(ref for _, ref, _ in people),
                    evidence=one.evidence,
                )
                | changes
            )
        )
        return self

    def draw(self, engine=RULES, language="en", entities=(ANN, BO, LEAD), relations=(), **settings):
        scenes = [self.scenes[key] for key in sorted(self.scenes)]
        return draw_links(
            "en-0001",
            language,
            scenes,
            self.episodes,
            self.units,
            entities,
            list(relations),
            engine,
            SETTINGS | settings,
        )

    def bridges(self, language="en"):
        index = {key: where.index for key, where in self.scenes.items()}
        first, second = profiles(self.episodes, self.units, (ANN, BO, LEAD), index, language)[:2]
        return {shared.kind: shared for shared in bridges(first, second)}


def ann(role="agent"):
    return ("Ann", "ent-0001", role)


def bo(role="agent"):
    return ("Bo", "ent-0002", role)


def lead(role="theme"):
    return ("lead", "ent-0003", role)


def reply(target="ep-0002", **changes):
    return {
        "links": [
            {
                "target": target,
                "type": "continues",
                "bridge": "participant",
                "entities": ["ent-0001"],
                "units": [],
                "note": "Ann.",
                "rationale": "Ann goes on.",
                "confidence": 0.8,
            }
            | changes
        ]
    }


def codes(outcome):
    return [entry.code for entry in outcome.ledger if entry.code]


def pair(distance=1):
    return Film().add(1, "Ann waits.", ann()).add(1 + distance, "Ann reads.", ann())


def test_a_link_over_a_shared_participant_is_kept_with_its_distance():
    link = pair(3).draw(Scripted(reply())).records[0]
    assert (link.id, link.source, link.target, link.distance, link.bridge.kind) == (
        "lk-0001",
        "ep-0001",
        "ep-0002",
        3,
        "participant",
    )


def test_the_last_scene_of_the_window_is_in_it():
    assert pair(LINK_WINDOW).draw(Scripted(reply())).records[0].distance == LINK_WINDOW


def test_a_target_beyond_the_window_is_refused():
    film = Film().add(1, "Ann waits.", ann()).add(2, "Ann reads.", ann()).add(2 + LINK_WINDOW, "Ann goes.", ann())
    outcome = film.draw(Scripted(reply("ep-0003"), {"links": []}))
    assert "out-of-window" in codes(outcome) and outcome.records == []


def test_a_target_before_the_source_is_refused():
    film = Film().add(1, "Ann waits.", ann()).add(2, "Ann reads.", ann()).add(3, "Ann goes.", ann())
    outcome = film.draw(Scripted({"links": []}, reply("ep-0001")))
    assert codes(outcome) == ["backward-link"]


def test_a_link_to_itself_is_a_critical_error():
    outcome = pair().draw(Scripted(reply("ep-0001")))
    assert codes(outcome) == ["self-link"]
    assert outcome.coverage[0].best_score == 0


def test_an_unknown_target_is_refused():
    assert codes(pair().draw(Scripted(reply("ep-0099")))) == ["unknown-episode"]


def test_a_bridge_that_only_one_end_has_is_refused():
    film = Film().add(1, "Ann waits.", ann(), bo()).add(2, "Ann reads.", ann())
    assert codes(film.draw(Scripted(reply(entities=["ent-0002"])))) == ["bridge-not-shared"]


def test_a_bridge_that_names_nothing_is_refused():
    assert codes(pair().draw(Scripted(reply(entities=[])))) == ["bridge-not-shared"]


def test_two_links_between_two_episodes_are_one_too_many():
    twice = {"links": reply()["links"] * 2}
    outcome = pair().draw(Scripted(twice))
    assert len(outcome.records) == 1 and codes(outcome) == ["link-doubled"]


def test_episodes_that_share_nothing_are_not_asked_about():
    assert Film().add(1, "Ann waits.", ann()).add(2, "Bo reads.", bo()).draw().coverage == []


def test_a_place_alone_bridges_neighbouring_scenes_only():
    near = Film().add(1, "Ann waits.", ann(), location="ent-0003").add(2, "Bo reads.", bo(), location="ent-0003")
    far = Film().add(1, "Ann waits.", ann(), location="ent-0003").add(4, "Bo reads.", bo(), location="ent-0003")
    assert len(near.draw().coverage) == 1 and far.draw().coverage == []


def test_no_more_candidates_than_the_cap_are_asked_about():
    film = Film().add(1, "Ann waits.", ann())
    for number in range(2, 9):
        film.add(number, "Ann reads.", ann())
    seen = []
    engine = RulesEngine(
        {
            "construct": lambda payload: seen.append(len(payload["candidates"])) or {"links": []},
            "judge": reflection.annotate,
        }
    )
    film.draw(engine, candidates=4)
    assert max(seen) == 4


def test_no_more_links_of_one_episode_than_the_cap_are_kept():
    film = Film().add(1, "Ann waits.", ann())
    for number in range(2, 9):
        film.add(number, "Ann reads.", ann())
    kept = [link.source for link in film.draw(links=2).records]
    assert max(map(kept.count, kept)) <= 2


def test_two_people_who_deal_with_each_other_twice_are_an_interaction_endpoint():
    film = Film().add(1, "Ann asks Bo.", ann("speaker"), bo("addressee"), kind="Interaction")
    film.add(2, "Bo thanks Ann.", bo("speaker"), ann("addressee"), kind="Interaction")
    assert film.bridges()["interaction_endpoint"].entities == ("ent-0001", "ent-0002")


def test_what_undergoes_a_change_and_returns_is_a_state_target():
    film = (
        Film()
        .add(1, "Ann steals the lead.", ann(), lead(), trigger="steal")
        .add(2, "Bo looks at the lead.", bo(), lead())
    )
    assert film.bridges()["state_target"].entities == ("ent-0003",)


def test_an_open_promise_that_is_kept_is_an_open_thread_and_resolves():
    film = Film().add(1, "Bo promises the lead to Ann.", bo(), ann("recipient"), lead(), trigger="promise")
    film.add(2, "Bo gives the lead to Ann.", bo(), ann("recipient"), lead(), trigger="give")
    assert "open_thread" in film.bridges()
    assert film.draw().records[0].type == "resolves"


def test_a_closed_episode_leaves_no_thread_open():
    film = Film().add(
        1, "Bo promises it to Ann.", bo(), ann("recipient"), trigger="promise", outcome="Done.", open=False
    )
    film.add(2, "Bo gives it to Ann.", bo(), ann("recipient"), trigger="give")
    assert "open_thread" not in film.bridges()


def test_a_theft_and_the_return_reverse_each_other():
    film = Film().add(1, "Ann steals the lead.", ann(), lead(), trigger="steal")
    film.add(2, "Ann gives the lead to Bo.", ann(), lead(), bo("recipient"), trigger="give")
    link = film.draw().records[0]
    assert (link.type, link.bridge.kind, link.bridge.units) == (
        "reverses",
        "trigger_result",
        ("s0001.u01", "s0002.u02"),
    )


def test_chinese_acts_bridge_too():
    film = Film().add(1, "邵平偷走银簪。", ann(), lead()).add(2, "邵平把银簪还给女客。", ann(), lead(), bo("recipient"))
    assert film.draw(language="zh").records[0].type == "reverses"


def test_what_did_not_happen_carries_no_act():
    film = (
        Film()
        .add(1, "Ann steals the lead.", ann(), lead(), trigger="steal")
        .add(2, "Ann gives it back.", ann(), lead(), trigger="give")
    )
    film.units[0] = unit(
        1,
        id="s0001.u01",
        summary="Ann may steal the lead.",
        trigger="steal",
        modality="possible",
        participants=film.units[0].participants,
    )
    assert "trigger_result" not in film.bridges()


def test_relations_between_the_ends_stand_in_the_question():
    seen = []
    engine = RulesEngine(
        {"construct": lambda payload: seen.extend(payload["relations"]) or {"links": []}, "judge": reflection.annotate}
    )
    film = Film().add(1, "Ann asks Bo.", ann("speaker"), bo("addressee"), kind="Interaction")
    film.add(2, "Bo thanks Ann.", bo("speaker"), ann("addressee"), kind="Interaction")
    film.draw(engine, relations=[relation()])
    assert seen == [{"subject": "ent-0001", "predicate": "kinship_with", "object": "ent-0002"}]


def test_a_link_cites_both_ends_and_the_names_of_its_bridge():
    link = pair().draw(Scripted(reply())).records[0]
    assert [(cite.layer, cite.record) for cite in link.cites] == [
        ("entities", "ent-0001"),
        ("episodes", "ep-0001"),
        ("episodes", "ep-0002"),
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_link_of_the_rules_passes_the_gate(language):
    film = Film()
    for number in range(1, 12):
        film.add(
            number,
            "Ann gives the lead to Bo." if language == "en" else "安把铅锤交给博。",
            ann(),
            lead(),
            bo("recipient"),
        )
    outcome = film.draw(language=language)
    assert outcome.records and codes(outcome) == []
