"""Role-play prompts: paired over checkpoints, worded by an engine, gated."""

import msgspec
import pytest
from factories import access, alias, at, checkpoint, entity, memory, participant, span, state, unit

from linedscript.engines.rules import prompts as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.suites.stage.prompts import draw_prompts

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 0, "fuzzy": 0.9, "judged_rows": 200},
    "pairs": 6,
    "per_kind": 3,
    "episodes": 1,
    "turns": 3,
    "request_words": 40,
    "request_chars": 60,
    "told_share": 0.6,
}
POINTS = [checkpoint(number, scene, 100) for number, scene in ((1, 1), (2, 3), (3, 5))]
PEOPLE = [
    entity(1, "Ann"),
    entity(2, "Bo"),
    entity(3, "lamp", types=("Object",), named=False),
    entity(4, "Cy", aliases=(alias("Cy", first_scene="s0004"),)),
]
FACT = unit(
    1,
    id="s0002.u01",
    scene="s0002",
    summary="Bo burns the letter behind the barn.",
    participants=(participant("Bo", "ent-0002"),),
    evidence=(span("s0002", 10, 20),),
)
STATES = [
    state(1, aspect="role", claim="Ann is a clerk.", value="clerk", valid_from=at(1), valid_to=at(4)),
    state(2, aspect="role", claim="Ann is the boss.", value="boss", valid_from=at(4)),
]
LATE = access(1, fact=FACT.id, mode="told", gained=at(4))


MEMORIES = (memory(),)
"""Of what ``STATES`` and ``LATE`` rest on."""


def draw(
    states=STATES,
    known=(LATE,),
    annotate=rules.annotate,
    language="en",
    points=POINTS,
    titles=(),
    fact=FACT,
    memories=MEMORIES,
    **changes,
):
    engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
    made = SETTINGS | changes
    read = ([fact], PEOPLE, states, list(known), points, memories)
    return draw_prompts("en-0001", language, *read, engine, made, titles)


def worded(*prompts):
    return lambda payload: {"prompts": [{"turns": list(turns), "stance": stance} for turns, stance in prompts]}


def refused(outcome):
    return [entry.code for entry in outcome.ledger if entry.outcome == "refused_record" and entry.attempt]


def test_a_pair_is_two_prompts_of_which_the_later_names_the_earlier():
    one, two = draw(known=(), episodes=0).records[:2]
    assert (one.id, one.pair, two.id, two.pair) == ("rp-0001", None, "rp-0002", "rp-0001")


def test_both_sides_of_a_pair_are_asked_the_same():
    one, two = draw(known=(), episodes=0).records[:2]
    assert one.turns == two.turns and one.stance != two.stance


def test_all_four_conditions_are_drawn():
    kin = state(3, aspect="relationship", value="brother", target="ent-0002", invariant=True)
    found = {prompt.condition for prompt in draw([*STATES, kin], episodes=0).records}
    assert found == {"evolving", "invariant", "inaccessible", "post_disclosure"}


def test_an_episode_takes_several_topics_at_one_checkpoint_and_comes_back_to_the_first():
    (episode,) = (prompt for prompt in draw().records if prompt.mode == "multi")
    assert len(episode.turns) == 3 and set(episode.about) == {"states/cs-0001", "states/cs-0002", "access/ac-0001"}


def test_no_episode_is_drawn_where_there_is_one_topic_alone():
    assert [prompt.mode for prompt in draw(known=()).records] == ["single", "single"]


def test_a_prompt_cites_what_it_rests_on_but_not_how_a_state_is_worded():
    cites = {(cite.layer, cite.fields) for cite in draw(known=()).records[0].cites}
    assert cites == {
        ("checkpoints", ("character", "anchor")),
        ("entities", ("name",)),
        ("states", ("value", "target", "valid_from", "valid_to")),
    }


def test_a_prompt_about_a_fact_cites_access_and_the_fact():
    cites = {(cite.layer, cite.fields) for cite in draw(states=()).records[0].cites}
    assert {("access", ("fact", "mode", "gained")), ("units", ("summary", "polarity", "modality"))} <= cites


def test_a_fact_is_asked_about_by_its_people_alone():
    assert "Bo" in draw(states=()).records[0].turns[0] and "letter" not in draw(states=()).records[0].turns[0]


def test_a_thing_without_a_name_of_its_own_has_an_article():
    held = state(3, aspect="possession", value="lamp", target="ent-0003", valid_from=at(1))
    assert "the lamp" in draw([held], ()).records[0].turns[0]


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_wording_by_rule_passes_its_own_gates(number, language):
    aspects = ("role", "goal", "physical", "emotion", "location", "knowledge")
    states = [
        state(place, aspect=aspect, value=f"x{place}", claim=f"Ann x{place}", valid_from=at(4))
        for place, aspect in enumerate(aspects[:number], 1)
    ]
    outcome = draw([*states, *STATES], language=language, pairs=9)
    assert outcome.records and refused(outcome) == []


@pytest.mark.parametrize(
    ("code", "reply"),
    [
        ("wrong-number-of-prompts", worded((["What are you here?"], "A clerk."))),
        ("wrong-number-of-turns", worded((["What?", "Why?"], "A."), (["What?"], "B."))),
        ("request-too-long", worded((["What " * 41], "A."), (["What?"], "B."))),
        ("carries-an-id", worded((["What of cs-0001?"], "A."), (["What?"], "B."))),
        ("carries-an-id", worded((["What?"], "As in s0004."), (["What?"], "B."))),
        ("stance-in-request", worded((["Answer as a mate."], "As a mate."), (["What?"], "B."))),
        ("tells-what-it-asks", worded((["What are you now?"], "A."), (["Are you the boss?"], "B."))),
        ("name-comes-later", worded((["Do you know Cy?"], "A."), (["What?"], "B."))),
    ],
)
def test_a_wording_that_breaks_a_rule_is_refused_by_name(code, reply):
    outcome = draw(known=(), annotate=reply, episodes=0)
    assert refused(outcome) == [code] and outcome.records == []


def test_a_request_that_says_the_films_title_is_refused():
    reply = worded((["How do you like it at The Lamp Office?"], "Says yes."), (["And now?"], "Says no."))
    assert "title-in-request" in refused(draw(known=(), episodes=0, annotate=reply, titles=("The Lamp Office",)))
    assert "title-in-request" not in refused(draw(known=(), episodes=0, annotate=reply, titles=("Now", "Lamp Oil")))


def test_a_request_that_tells_the_fact_is_refused():
    told = worded((["Did Bo burn a letter behind the barn?"], "A."), (["What?"], "B."))
    assert refused(draw(states=(), annotate=told, episodes=0)) == ["tells-what-it-asks"]


@pytest.mark.parametrize(
    ("language", "summary", "says_nothing", "tells"),
    [
        (
            "en",
            "Bo tells Dee: “The letter is ash.”",
            "What can you tell me about Bo and the ash?",
            "So the letter is ash now?",
        ),
        ("zh", "Bo答应Dee：“清明一定回来。”", "Bo答应过什么没有？", "Bo清明一定回来吧？"),
    ],
)
def test_of_what_was_said_a_request_may_hold_the_verb_and_not_the_words(language, summary, says_nothing, tells):
    said = msgspec.structs.replace(FACT, summary=summary)
    for request, codes in ((says_nothing, []), (tells, ["tells-what-it-asks"])):
        reply = worded(([request], "A."), ([request], "B."))
        outcome = draw(states=(), annotate=reply, episodes=0, fact=said, language=language)
        assert refused(outcome) == codes


def test_what_is_passed_over_is_counted():
    counted = {(entry.key, entry.code) for entry in draw(pairs=1).ledger if entry.key.startswith("candidates:")}
    assert ("candidates:fact", "over-the-cap") in counted


def test_a_target_without_a_name_yet_is_passed_over():
    late = state(3, aspect="relationship", value="at odds", target="ent-0004", valid_from=at(4))
    outcome = draw([late], ())
    assert [entry.code for entry in outcome.ledger if entry.key == "candidates:relationship"] == [
        "target-not-introduced"
    ]


HURT = state(
    3,
    aspect="physical",
    value="leg hurt",
    claim="Ann's leg is hurt.",
    valid_from=at(4),
    evidence=(span("s0004", 20, 40),),
)


@pytest.mark.parametrize(
    ("memories", "drawn"),
    [
        ([memory(1, 4, "The lamp hit my leg.", evidence=(span("s0004", 20, 40),))], True),
        ([memory(1, 4, "I pushed Bo away.", evidence=(span("s0004", 10, 25),))], False),
        ([memory(1, 5, "I heard Cy say: “Your leg is hurt.”", evidence=(span("s0005", 2, 9),))], True),
        ([memory(1, 6, "I heard Cy say: “Your leg is hurt.”", evidence=(span("s0006", 2, 9),))], False),
        ([memory(1, 4, "The lamp hit my leg.", character="ent-0002", evidence=(span("s0004", 20, 40),))], False),
        ([], False),
    ],
)
def test_what_nothing_remembered_by_then_tells_is_not_asked_about(memories, drawn):
    outcome = draw([HURT], (), memories=memories, episodes=0)
    codes = [entry.code for entry in outcome.ledger if entry.key == "candidates:physical"]
    assert (bool(outcome.records), "not-in-the-pack" in codes) == (drawn, not drawn)


def test_a_fact_that_the_character_cannot_remember_learning_is_not_asked_about():
    outcome = draw((), memories=())
    assert outcome.records == []
    assert [entry.code for entry in outcome.ledger if entry.key == "candidates:fact"] == ["not-in-the-pack"]


def test_a_position_and_a_tie_need_no_memory():
    assert draw([*STATES, relating(3, "at odds", "Ann is at odds with Bo.", at(1))], (), memories=()).records


def test_no_payload_holds_the_films_id_or_a_records():
    payloads = []

    def listen(payload):
        payloads.append(str(payload))
        return rules.annotate(payload)

    draw(annotate=listen)
    assert payloads and not any("-0001" in text or "s000" in text for text in payloads)


def test_the_same_records_give_the_same_prompts_in_any_order():
    assert draw(STATES[::-1], points=POINTS[::-1]).records == draw().records


def stances(states, **changes):
    return [prompt.stance for prompt in draw(states, known=(), episodes=0, **changes).records]


def relating(number, value, claim, start, end=None, **changes):
    held = {"value": value, "claim": claim, "valid_from": start, "valid_to": end}
    return state(number, aspect="relationship", target="ent-0002", **held | changes)


def test_a_stance_before_a_change_names_what_comes_only_later():
    assert stances([relating(1, "at odds", "Ann is at odds with Bo.", at(4))])[:2] == [
        "Speaks of Bo as before: nothing has put the two on the footing “at odds” yet.",
        "Speaks of Bo as somebody with whom the footing is “at odds”.",
    ]


def test_a_stance_after_an_end_names_what_is_over():
    found = stances([relating(1, "at odds", "Ann is at odds with Bo.", at(1), at(4, 9))])
    assert "Speaks of Bo as somebody with whom the footing is no longer “at odds”." in found


def test_a_chinese_stance_before_a_change_names_what_comes_only_later():
    found = stances([relating(1, "对立", "Ann与Bo对立。", at(4))], language="zh")
    assert found[0] == "谈到Bo时一如从前：两人此时还没有“对立”。"


def test_a_stance_of_kinship_says_who_is_what_to_whom():
    found = stances([relating(1, "sister", "Bo is Ann's sister.", at(1), invariant=True)])
    assert set(found) == {"Knows that Bo is Ann's sister."}


def test_a_kinship_worded_as_a_phrase_is_quoted():
    found = stances([relating(1, "his long-lost sister", "Bo is Ann's long-lost sister.", at(1), invariant=True)])
    assert set(found) == {"Knows Bo as family: “his long-lost sister”."}


def test_a_quotation_inside_a_stance_has_single_marks():
    known = state(1, aspect="knowledge", target=None, value="Bo says: “I left.”", claim="Ann knows.", valid_from=at(4))
    assert stances([known])[1] == "Knows by now: “Bo says: ‘I left.’”."
