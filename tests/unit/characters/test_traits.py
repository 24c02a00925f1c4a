"""What stands on a persona card, on what it rests, and from when to when it holds."""

import msgspec
import pytest
from factories import alias, entity, focal, participant, relation, span, state, unit
from story import story

from linedscript.backbone.grounding import ground, ground_all
from linedscript.characters.speech_habits import addresses, measures
from linedscript.characters.spoken import spoken_lines
from linedscript.characters.traits import draw_traits
from linedscript.engines.rules import reflection
from linedscript.engines.rules import traits as rules
from linedscript.engines.rules.engine import RulesEngine
from linedscript.records.character import Anchor

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "facts": 12,
    "acts": 40,
    "lines": 40,
    "per_kind": 5,
}


def people(scenes, *names):
    """Entities with every place of their names, cues included."""
    return [
        entity(
            number,
            forms[0],
            aliases=tuple(alias(form, spoken="s0001") for form in forms),
            evidence=tuple(place for scene in scenes for form in forms for place in ground_all(scene, form)),
        )
        for number, forms in enumerate(names, 1)
    ]


def draw(scenes, cast, *, units=(), states=(), relations=(), who=1, language="en", annotate=rules.annotate, **settings):
    engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
    chosen = [focal(f"ent-{who:04d}")]
    return draw_traits("en-0001", language, scenes, units, cast, relations, states, chosen, engine, SETTINGS | settings)


def card(outcome, kind):
    return [one.text for one in outcome.records if one.kind == kind]


def act(scenes, scene, quote, trigger, number=1, who=1, **changes):
    return unit(
        number,
        id=f"s{scene:04d}.u{number:02d}",
        scene=f"s{scene:04d}",
        summary=quote,
        trigger=trigger,
        evidence=(ground(scenes[scene - 1], quote),),
        participants=(participant("Ann", f"ent-{who:04d}"),),
        **changes,
    )


def test_a_role_stands_on_the_card_for_as_long_as_its_state_holds():
    scenes = story("INT. A - DAY\nCaptain Ann waits.", "INT. B - DAY\nAnn leaves.")
    here = Anchor(scene="s0001", offset=0)
    role = state(
        1,
        aspect="role",
        claim="Ann is Captain.",
        value="Captain",
        valid_from=here,
        valid_to=Anchor(scene="s0002", offset=3),
        evidence=(ground(scenes[0], "Captain Ann"),),
    )
    trait = draw(scenes, people(scenes, ("Ann",)), states=[role]).records[0]
    assert (trait.kind, trait.text, trait.valid_to) == ("identity", "Ann is Captain.", role.valid_to)
    assert (trait.valid_from.scene, trait.valid_from.offset) == ("s0001", role.evidence[0].end)
    assert [(cite.layer, cite.record) for cite in trait.cites] == [("entities", "ent-0001"), ("states", "cs-0001")]


def test_a_name_by_which_others_call_somebody_is_identity_from_where_it_is_said():
    scenes = story("INT. A - DAY\n@BO: Where is Nan?")
    trait = draw(scenes, people(scenes, ("Ann", "Nan"), ("BO",))).records[0]
    assert (trait.text, trait.valid_from.offset) == ("Ann is called “Nan” by others.", trait.evidence[0].end)


def orders(*scenes):
    """Ann gives an order in each of these scenes of a film of three."""
    texts = story(*(f"INT. A{number} - DAY\nAnn points at the door.\nAnn points at the lamp." for number in range(3)))
    quotes = ("Ann points at the door.", "Ann points at the lamp.")
    units, used = [], {}
    for scene in scenes:
        used[scene] = used.get(scene, 0) + 1
        units.append(act(texts, scene, quotes[used[scene] - 1], "order", used[scene]))
    return texts, units


def test_what_is_done_three_times_in_two_scenes_is_a_trait_from_the_third_on():
    scenes, units = orders(1, 1, 2)
    outcome = draw(scenes, people(scenes, ("Ann",)), units=units)
    assert card(outcome, "trait") == ["Ann gives others orders."]
    trait = outcome.records[-1]
    assert (trait.valid_from.scene, len(trait.evidence)) == ("s0002", 3)


@pytest.mark.parametrize("where", [(1, 2), (1, 1)])
def test_fewer_acts_or_acts_of_one_scene_make_no_trait(where):
    scenes, units = orders(*where)
    assert card(draw(scenes, people(scenes, ("Ann",)), units=units), "trait") == []


def test_planned_and_denied_acts_make_no_trait():
    scenes, units = orders(1, 2, 3)
    unreal = [
        msgspec.structs.replace(units[0], modality="intended"),
        msgspec.structs.replace(units[1], polarity="negative"),
    ]
    assert card(draw(scenes, people(scenes, ("Ann",)), units=[*unreal, units[2]]), "trait") == []


def questions(language="en"):
    ask, say = (
        ("Where did you go?", "I went down to the pier.") if language == "en" else ("你去了哪里？", "我去码头那边了。")
    )
    ann, bo = ("ANN", "BO") if language == "en" else ("林晚秋", "邵平")
    scenes = story(
        *(f"INT. A{number} - DAY\n@{ann}: {ask}\n@{bo}: {say}\n@{ann}: {ask}\n@{bo}: {say}" for number in range(6))
    )
    return scenes, people(scenes, (ann,), (bo,))


@pytest.mark.parametrize(("language", "text"), [("en", "ANN asks many questions."), ("zh", "林晚秋说话常用问句。")])
def test_what_sentences_are_more_often_than_the_others_is_style(language, text):
    scenes, cast = questions(language)
    outcome = draw(scenes, cast, language=language)
    assert text in card(outcome, "speaking_style")


def test_style_holds_from_where_so_much_was_said_that_it_can_be_told():
    scenes, cast = questions()
    trait = next(one for one in draw(scenes, cast).records if "questions" in one.text)
    assert (trait.valid_from.scene, len(trait.evidence)) == ("s0004", 3)


def test_where_all_speak_alike_there_is_no_style():
    scenes = story(*(f"INT. A{number} - DAY\n@ANN: Where is he?\n@BO: Where is she?" for number in range(9)))
    assert measures(spoken_lines(scenes, people(scenes, ("ANN",), ("BO",))), "en") == {}


def of_lengths(language, own, others):
    """Ten scenes in which Ann says sentences of these lengths and Bo of those, in words or characters."""
    ann, bo = ("ANN", "BO") if language == "en" else ("林晚秋", "邵平")
    word, stop = ("gull ", ".") if language == "en" else ("雪", "。")

    def said(speaker, lengths):
        return "\n".join(f"@{speaker}: {(word * length).strip().capitalize()}{stop}" for length in lengths)

    scenes = story(*(f"INT. A{number} - DAY\n{said(ann, own)}\n{said(bo, others)}" for number in range(10)))
    found = measures(spoken_lines(scenes, people(scenes, (ann,), (bo,))), language)
    return {one.name for one in found.get("ent-0001", ())}


@pytest.mark.parametrize(
    ("language", "own", "others", "names"),
    [
        ("en", (15, 9, 8), (6, 7, 6), {"long"}),
        ("en", (15, 2, 2), (6, 7, 6), set()),
        ("en", (15, 8, 8), (9, 10, 9), set()),
        ("en", (3, 2, 6), (8, 7, 9), {"short"}),
        ("en", (3, 2, 11), (6, 6, 7), set()),
        ("en", (3, 3, 12), (9, 10, 9), set()),
        ("zh", (18, 9, 8), (7, 8, 7), {"long"}),
        ("zh", (18, 3, 3), (7, 8, 7), set()),
        ("zh", (4, 3, 9), (9, 9, 10), {"short"}),
        ("zh", (4, 3, 16), (8, 9, 8), set()),
    ],
)
def test_sentences_are_long_or_short_on_the_whole_and_beside_the_others(language, own, others, names):
    assert of_lengths(language, own, others) & {"long", "short"} == names


def father(*lines):
    scenes = story(*(f"INT. A{number} - DAY\n@ANN: {line}\n@GUS: Well then." for number, line in enumerate(lines)))
    return scenes, people(scenes, ("ANN",), ("GUS", "Gus"))


def test_an_address_without_a_name_is_a_constraint_from_the_third_time_on():
    scenes, cast = father("Dad, come here.", "You knew it, Dad.", "Dad. Sit down.")
    trait = next(one for one in draw(scenes, cast).records if one.kind == "constraint")
    assert trait.text == "ANN addresses GUS as “Dad” and never by name."
    assert trait.valid_from.scene == "s0003"
    assert ("entities", "ent-0002") in {(cite.layer, cite.record) for cite in trait.cites}


def test_an_address_beside_the_name_is_style():
    scenes, cast = father("Dad, come here.", "You knew it, Dad.", "Dad. Sit down.", "Come, Gus.")
    outcome = draw(scenes, cast)
    assert "ANN addresses GUS as “Dad”." in card(outcome, "speaking_style") and card(outcome, "constraint") == []


def test_chinese_terms_of_address_are_told():
    scenes = story(*(f"内景 后台{number}\n@林晚秋: 平哥，你来。\n@邵平: 好的，来了。" for number in range(3)))
    cast = people(scenes, ("林晚秋",), ("邵平",))
    found = addresses(spoken_lines(scenes, cast), {one.id: one for one in cast}, "zh")
    assert [(one.form, one.times, one.by_name) for one in found["ent-0001"]] == [("平哥", 3, 0)]


def answer(**changes):
    return lambda payload: {
        "traits": [{"kind": "identity", "text": "Ann is a pilot.", "supports": ["cs-0001"]} | changes]
    }


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"supports": ["cs-0009"]}, "unknown-support"),
        ({"text": "She is a pilot."}, "trait-names-nobody"),
        ({"kind": "trait", "text": "Ann is stern."}, "one-scene"),
        ({"kind": "speaking_style", "text": "Ann mutters."}, "too-few-lines"),
        ({"kind": "constraint", "text": "Ann never says no."}, "too-few-lines"),
    ],
)
def test_a_line_that_its_supports_do_not_bear_is_refused_by_name(changes, code):
    scenes = story("INT. A - DAY\nCaptain Ann waits.")
    role = state(1, aspect="role", claim="Ann is Captain.", evidence=(ground(scenes[0], "Captain Ann"),))
    outcome = draw(scenes, people(scenes, ("Ann",)), states=[role], annotate=answer(**changes))
    assert outcome.records == []
    assert [entry.code for entry in outcome.ledger if entry.outcome == "refused_record"] == [code]


def test_no_more_than_the_bound_are_kept_of_a_kind():
    scenes = story("INT. A - DAY\nCaptain Ann waits.")
    role = state(1, aspect="role", claim="Ann is Captain.", evidence=(ground(scenes[0], "Captain Ann"),))

    def two(payload):
        return {"traits": [answer()(payload)["traits"][0] | {"text": f"Ann is a pilot {number}."} for number in (1, 2)]}

    outcome = draw(scenes, people(scenes, ("Ann",)), states=[role], annotate=two, per_kind=1)
    assert len(outcome.records) == 1
    assert [entry.code for entry in outcome.ledger if entry.outcome == "refused_record"] == ["too-many"]


def test_a_question_is_bounded_and_shows_no_film():
    asked = []

    def listen(payload):
        asked.append(payload)
        return {"traits": []}

    scenes, cast = questions()
    ties = [relation(number, evidence=(span(),), object="ent-0002") for number in range(1, 9)]
    draw(scenes, cast, relations=ties, annotate=listen, lines=4, facts=2)
    (payload,) = asked
    assert (len(payload["relations"]), len(payload["lines"]) <= 4 + 3) == (2, True)
    assert b"en-0001" not in msgspec.json.encode(payload)
