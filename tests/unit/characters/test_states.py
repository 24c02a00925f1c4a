"""What the states layer reads off scenes, units and relations, and how it supports it."""

import pytest
from drawn_states import KEY, SCHLUESSEL, claims, draw, happening, of
from story import story

from linedscript.io.canonical import fields_digest


def test_a_gift_moves_possession_from_giver_to_taker():
    scenes = story("INT. A - DAY\nAnn takes the key.", "INT. B - DAY\nAnn gives the key to Bo.")
    units = [
        happening(scenes, 1, "Ann takes the key.", "take", ("Ann", "agent"), ("key", "theme")),
        happening(
            scenes, 2, "Ann gives the key to Bo.", "give", ("Ann", "agent"), ("Bo", "recipient"), ("key", "theme")
        ),
    ]
    outcome, _, _ = draw(scenes, ("Ann", "Bo", KEY), ("Ann", "Bo"), units)
    assert claims(outcome, "possession") == [("Ann has the key.", "s0001", "s0002"), ("Bo has the key.", "s0002", None)]


def test_a_chinese_gift_moves_possession():
    scenes = story("内景 后台\n丁桂香把银簪递给林晚秋。", "内景 台上\n邵平偷走银簪。")
    units = [
        happening(
            scenes,
            1,
            "丁桂香把银簪递给林晚秋。",
            "递给",
            ("丁桂香", "agent"),
            ("林晚秋", "recipient"),
            ("银簪", "theme"),
        ),
        happening(scenes, 2, "邵平偷走银簪。", "偷", ("邵平", "agent"), ("银簪", "theme")),
    ]
    outcome, _, _ = draw(scenes, ("丁桂香", "林晚秋", "邵平", SCHLUESSEL), ("林晚秋", "邵平"), units, language="zh")
    assert claims(outcome, "possession") == [("林晚秋持有银簪。", "s0001", "s0002"), ("邵平持有银簪。", "s0002", None)]


@pytest.mark.parametrize(
    ("line", "language", "forms", "who", "claim"),
    [
        ("Ann breaks her arm.", "en", ("Ann",), "Ann", "Ann is injured: the arm."),
        ("Ann's left arm is in plaster.", "en", ("Ann",), "Ann", "Ann is injured: the arm."),
        ("林广福推开众人，灯架砸在他右腿上。", "zh", ("林广福",), "林广福", "林广福右腿受伤。"),
    ],
)
def test_an_injury_is_a_physical_state(line, language, forms, who, claim):
    outcome, _, _ = draw(story(f"INT. A - DAY\n{line}"), forms, (who,), language=language)
    assert [found[0] for found in claims(outcome, "physical")] == [claim]


@pytest.mark.parametrize(
    ("speech", "language", "forms", "claim"),
    [
        ("@ROZ: You're fired.\n@JUNE: Fine.", "en", ("ROZ", "JUNE"), "June is fired."),
        ("@何敬之: 你被开除了。\n@邵平: 好。", "zh", ("何敬之", "邵平"), "邵平被开除。"),
    ],
)
def test_a_dismissal_is_a_role_of_whom_it_is_said_to(speech, language, forms, claim):
    who = ("June",) if language == "en" else ("邵平",)
    outcome, _, _ = draw(story(f"INT. A - DAY\n{speech}"), forms, who, language=language)
    assert [found[0] for found in claims(outcome, "role")] == [claim]


@pytest.mark.parametrize(
    ("speech", "language", "who", "claim"),
    [
        ("@ANN: I know who took the wheel.", "en", "Ann", "Ann knows: who took the wheel."),
        ("@邵平: 我知道绳子要断。", "zh", "邵平", "邵平知道：绳子要断。"),
    ],
)
def test_what_a_character_says_to_know_is_known(speech, language, who, claim):
    scenes = story(f"INT. A - DAY\n{speech}")
    outcome, _, _ = draw(scenes, ("ANN", "邵平"), (who,), language=language)
    assert [found[0] for found in claims(outcome, "knowledge")] == [claim]


def test_what_somebody_learns_in_a_unit_is_known_from_there():
    scenes = story("INT. A - DAY\nAnn discovers the cut page.")
    units = [happening(scenes, 1, "Ann discovers the cut page.", "discover", ("Ann", "agent"))]
    outcome, _, _ = draw(scenes, ("Ann",), ("Ann",), units)
    assert claims(outcome, "knowledge") == [("Ann discovers the cut page.", "s0001", None)]


@pytest.mark.parametrize(
    ("language", "line", "trigger", "known"),
    [
        ("en", "Ann tells Bo.", "tell", []),
        ("en", "Ann tells Bo that Cy drowned the old dog.", "tell", ["Bo is told by Ann: “Cy drowned the old dog.”"]),
        ("zh", "邵平告诉林晚秋阿豆把银锁扔进了江里。", "告诉", []),
        ("zh", "邵平告诉林晚秋，阿豆把银锁扔进了江里。", "告诉", ["邵平告诉林晚秋：“阿豆把银锁扔进了江里。”"]),
    ],
)
def test_what_somebody_is_told_in_action_is_what_stands_behind_the_telling(language, line, trigger, known):
    scenes = story(f"INT. A - DAY\n{line}")
    teller, hearer = ("Ann", "Bo") if language == "en" else ("邵平", "林晚秋")
    units = [happening(scenes, 1, line, trigger, (teller, "agent"), (hearer, "recipient"))]
    outcome, _, _ = draw(scenes, (teller, hearer), (hearer,), units, language=language)
    assert [found[0] for found in claims(outcome, "knowledge")] == known


@pytest.mark.parametrize(
    ("language", "said", "aims"),
    [
        ("en", "I promise.", 0),
        ("en", "I swear it.", 0),
        ("en", "I promise you nothing.", 0),
        ("en", "I promise I'll come.", 1),
        ("zh", "我答应你。", 0),
        ("zh", "我答应你，我会收好。", 1),
    ],
)
def test_a_promise_of_nothing_is_no_goal(language, said, aims):
    teller, hearer = ("Ann", "Bo") if language == "en" else ("邵平", "林晚秋")
    summary = f"Ann promises Bo: “{said}”" if language == "en" else f"邵平答应林晚秋：“{said}”"
    scenes = story(f"INT. A - DAY\n@{teller}: {said}")
    units = [happening(scenes, 1, said, "promise", (teller, "speaker"), (hearer, "addressee"), summary=summary)]
    outcome, _, _ = draw(scenes, (teller, hearer), (teller,), units, language=language)
    assert len(claims(outcome, "goal")) == aims


@pytest.mark.parametrize(
    ("line", "hurt"),
    [("他的腿断了。", 0), ("她左腿断了。", 0), ("他的右腿断了。", 0), ("你的腿断了。", 1), ("腿断了。", 1)],
)
def test_a_hurt_of_somebody_else_is_not_the_hearers(line, hurt):
    scenes = story(f"INT. A - DAY\n@邵平: {line}\n@林晚秋: 怎么会？")
    outcome, _, _ = draw(scenes, ("邵平", "林晚秋"), ("林晚秋",), language="zh")
    assert len(claims(outcome, "physical")) == hurt


def test_to_know_what_somebody_did_is_nothing_that_a_claim_can_say():
    outcome, _, _ = draw(story("INT. A - DAY\n@ANN: I know what you did."), ("ANN",), ("Ann",))
    assert claims(outcome, "knowledge") == []


def test_kinship_is_an_invariant_of_both():
    scenes = story("INT. A - DAY\nAnn is Bo's sister.")
    outcome, _, _ = draw(
        scenes,
        ("Ann", "Bo"),
        ("Ann", "Bo"),
        relations=[of("kinship_with", "Ann", "Bo", scenes, 1, "Ann is Bo's sister")],
    )
    assert [(s.invariant, s.valid_to) for s in outcome.records] == [(True, None), (True, None)]


def test_a_relationship_that_turns_closes_the_earlier_one():
    scenes = story("INT. A - DAY\nAnn hugs Bo.", "INT. B - DAY\nAnn curses Bo.")
    outcome, _, _ = draw(
        scenes,
        ("Ann", "Bo"),
        ("Ann",),
        relations=[
            of("affinity_with", "Ann", "Bo", scenes, 1, "Ann hugs Bo"),
            of("hostility_with", "Ann", "Bo", scenes, 2, "Ann curses Bo", 2),
        ],
    )
    assert claims(outcome, "relationship") == [
        ("Ann is on good terms with Bo.", "s0001", "s0002"),
        ("Ann is at odds with Bo.", "s0002", None),
    ]


def test_a_reported_relation_is_no_state():
    scenes = story("INT. A - DAY\nAnn hates Bo, they say.")
    outcome, _, _ = draw(
        scenes,
        ("Ann", "Bo"),
        ("Ann",),
        relations=[of("hostility_with", "Ann", "Bo", scenes, 1, "Ann hates Bo", modality="reported")],
    )
    assert outcome.records == []


def test_a_title_tells_a_role():
    outcome, _, _ = draw(
        story("INT. A - DAY\nChief Pilot Ann Lowe climbs up."), ("Chief Pilot Ann Lowe",), ("Chief Pilot Ann Lowe",)
    )
    assert [s.value for s in outcome.records if s.aspect == "role"] == ["Chief Pilot"]


def test_a_state_cites_what_it_was_read_off():
    scenes = story("INT. A - DAY\nAnn discovers the cut page.")
    units = [happening(scenes, 1, "Ann discovers the cut page.", "discover", ("Ann", "agent"))]
    outcome, resolved, entities = draw(scenes, ("Ann",), ("Ann",), units)
    (state,) = outcome.records
    assert [(c.layer, c.record) for c in state.cites] == [("entities", "ent-0001"), ("units", "s0001.u01")]
    assert state.cites[1].digest == fields_digest(resolved[0], state.cites[1].fields)
    assert state.catalyst == "s0001.u01"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"claim": "Someone is ill."}, "claim-names-nobody"),
        ({"claim": "Anna is ill."}, "claim-names-nobody"),
        ({"unit": "s0001.u09"}, "unknown-support"),
        ({"unit": ""}, "unknown-support"),
        ({"relation": ""}, "unknown-support"),
        ({"target": ""}, "unknown-target"),
        ({"character": ""}, "not-focal"),
    ],
)
def test_a_state_of_nobody_or_by_nothing_is_refused(changes, code):
    sound = {
        "character": "ent-0001",
        "aspect": "physical",
        "claim": "Ann is ill.",
        "value": "ill",
        "target": None,
        "ends": False,
        "invariant": False,
        "confidence": 1.0,
        "unit": None,
        "relation": None,
        "quotes": [{"text": "Ann"}],
    }
    scenes = story("INT. A - DAY\nAnn coughs.")
    outcome, _, _ = draw(scenes, ("Ann",), ("Ann",), annotate=lambda payload: {"states": [sound | changes]})
    assert (outcome.records, [e.code for e in outcome.ledger if e.code]) == ([], [code])


def test_only_scenes_with_a_focal_character_are_asked_about():
    outcome, _, _ = draw(story("INT. A - DAY\nAnn coughs.", "INT. B - DAY\nBo coughs."), ("Ann", "Bo"), ("Ann",))
    assert [record.key for record in outcome.coverage] == ["s0001"]


def test_no_focal_character_means_no_question():
    outcome, _, _ = draw(story("INT. A - DAY\nAnn coughs."), ("Ann",), ())
    assert (outcome.records, outcome.coverage) == ([], [])


def test_what_a_claim_quotes_of_the_script_is_short():
    scenes = story("INT. A - DAY\n@ANN: I know " + "that the long night was over and nobody came " * 5 + "home.")
    outcome, _, _ = draw(scenes, ("ANN",), ("Ann",))
    assert len(outcome.records[0].value.split()) == 16


@pytest.mark.parametrize(
    ("name", "said"), [("key", "the key"), ("the key", "the key"), ("Ann's key", "Ann's key"), ("a key", "a key")]
)
def test_a_thing_without_a_name_of_its_own_has_an_article_in_a_claim(name, said):
    from linedscript.engines.rules.states_scene import StateScene

    thing = {"id": "ent-0009", "name": name, "named": False, "places": []}
    scene = StateScene({"language": "en", "elements": [], "focal": [], "entities": [thing]})
    assert scene.inside("ent-0009") == said


@pytest.mark.parametrize(
    ("speech", "language", "forms", "who"),
    [
        (
            "@INES: Sit down. I need a Station Master, and Nora signed it.\n@WREN: I'm a clerk.",
            "en",
            ("INES", "WREN"),
            "Wren",
        ),
        ("@丁桂香: 戏班要一个团长。\n@林晚秋: 我是班长。", "zh", ("丁桂香", "林晚秋"), "林晚秋"),
    ],
)
def test_what_somebody_who_is_offered_another_position_says_to_be_does_not_begin_there(speech, language, forms, who):
    outcome, _, _ = draw(story(f"INT. A - DAY\n{speech}"), forms, (who,), language=language)
    assert claims(outcome, "role") == []


def test_what_somebody_says_to_be_whom_nobody_offers_a_position_holds():
    outcome, _, _ = draw(story("INT. A - DAY\n@INES: Who are you?\n@WREN: I'm a clerk."), ("INES", "WREN"), ("Wren",))
    assert [found[0] for found in claims(outcome, "role")] == ["Wren is a clerk."]


def test_a_title_in_the_sentence_of_a_promotion_is_no_new_position():
    scenes = story("INT. A - DAY\n@INES: I name you Station Master, Captain Wren Abara.\n@WREN ABARA: Well.")
    outcome, _, _ = draw(scenes, ("INES", "WREN ABARA", "Captain Wren Abara"), ("Wren Abara",))
    assert [found[0] for found in claims(outcome, "role")] == ["Wren Abara is Station Master."]


@pytest.mark.parametrize(
    ("line", "language", "forms"),
    [
        ("Uncle Felix nods.", "en", ("Felix", "Uncle Felix")),
        ("Aunt Felix nods.", "en", ("Felix", "Aunt Felix")),
        ("林师兄点头。林晚秋笑。", "zh", ("林晚秋", "林师兄")),
        ("林婆婆点头。林晚秋笑。", "zh", ("林晚秋", "林婆婆")),
    ],
)
def test_a_relative_or_a_form_of_address_is_no_position(line, language, forms):
    outcome, _, entities = draw(story(f"INT. A - DAY\n{line}"), forms, (), language=language)
    who = tuple(entity.name for entity in entities)
    outcome, _, _ = draw(story(f"INT. A - DAY\n{line}"), forms, who, language=language)
    assert claims(outcome, "role") == []


def _thing(name):
    return name, {"types": ("Object",), "named": False}


@pytest.mark.parametrize(
    ("line", "trigger", "thing", "language", "holds"),
    [
        ("Ann holds the door.", "hold", "door", "en", False),
        ("Ann takes off the boots.", "take", "boots", "en", False),
        ("Ann takes her hat off.", "take", "hat", "en", False),
        ("Ann takes the hat off the hook.", "take", "hat", "en", True),
        ("Ann takes the light.", "take", "light", "en", False),
        ("Ann takes the lamp.", "take", "lamp", "en", False),
        ("Ann takes the door key.", "take", "door key", "en", True),
        ("林晚秋摘下工牌。", "拿", "工牌", "zh", False),
        ("林晚秋从墙上摘下照片。", "拿", "照片", "zh", True),
        ("林晚秋拿起灯。", "拿起", "灯", "zh", False),
        ("林晚秋拿起银簪。", "拿起", "银簪", "zh", True),
    ],
)
@pytest.mark.parametrize("by", ["unit", "relation"])
def test_doors_lights_and_what_is_taken_off_are_no_possessions(line, trigger, thing, language, holds, by):
    who = "Ann" if language == "en" else "林晚秋"
    scenes = story(f"INT. A - DAY\n{line}")
    units = [happening(scenes, 1, line, trigger, (who, "agent"), (thing, "theme"))] if by == "unit" else ()
    relations = [of("possesses", who, thing, scenes, 1, line)] if by == "relation" else ()
    outcome, _, _ = draw(scenes, (who, _thing(thing)), (who,), units, relations, language=language)
    assert bool(claims(outcome, "possession")) is holds


def test_a_lamp_that_somebody_is_given_is_a_possession():
    line = "Ann hands the lamp to Bo."
    scenes = story(f"INT. A - DAY\n{line}")
    units = [happening(scenes, 1, line, "hand", ("Ann", "agent"), ("Bo", "recipient"), ("lamp", "theme"))]
    outcome, _, _ = draw(scenes, ("Ann", "Bo", _thing("lamp")), ("Bo",), units)
    assert [found[0] for found in claims(outcome, "possession")] == ["Bo has the lamp."]
