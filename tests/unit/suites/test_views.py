"""Leaks that are tried: each is caught by its own name, and what a role may see isn't."""

import pytest
from factories import span
from identity_maps import replaced
from identity_maps import title as title_form
from unit.suites.trajectory import anchor

from linedscript.backbone.grounding import scene_evidence
from linedscript.errors import Faults
from linedscript.suites.stage.views import VIEWS, Forbidden, check_view, leaks, leaks_later, names_of, titles_of

PREDICTOR = {
    "language": "en",
    "character": "Ann Poe",
    "preceding": ["Ann Poe is ill."],
    "memory": ["Ann Poe says: “I sold the house.”"],
    "bounds": {"states": 8, "developments": 4},
}
EXTRACTOR = {
    "language": "en",
    "character": {"name": "Ann Poe", "aliases": ["Ann Poe", "Ann"]},
    "elements": [
        {"kind": "heading", "text": "INT. PIER - DAY", "cue": None},
        {"kind": "cue", "text": "ANN", "cue": {"name": "ANN", "voice": "on"}},
        {"kind": "dialogue", "text": "I sold the house.", "cue": None},
    ],
}
CLOSED = {"language": "en", "question": "Who sold the house?"}
ACTOR = {
    "language": "en",
    "name": "Ann Poe",
    "identity": "Ann Poe, a clerk.",
    "persona": ["Ann Poe is stubborn."],
    "exemplars": ["I sold the house."],
    "relationships": ["Ann Poe is at odds with Bo."],
    "memories": ["I waited at the pier."],
    "turns": ["Where were you?"],
}
NOTHING = Forbidden()


def found(role, payload, forbidden=NOTHING):
    return [fault.code for fault in leaks(role, payload, forbidden)]


@pytest.mark.parametrize(
    ("role", "payload"), [("predictor", PREDICTOR), ("extractor", EXTRACTOR), ("closed_book", CLOSED), ("actor", ACTOR)]
)
def test_what_a_role_may_see_is_no_leak(role, payload):
    assert found(role, payload) == []


@pytest.mark.parametrize("role", VIEWS)
def test_a_field_that_the_view_has_not_got_is_a_leak(role):
    assert found(role, {"language": "en", "notes": "Ann"}) == ["leak-field"]


@pytest.mark.parametrize("field", ["made", "evidence", "kind", "stance", "future_negatives", "condition"])
def test_a_field_of_the_evaluators_side_is_provenance(field):
    assert found("predictor", PREDICTOR | {field: "x"}) == ["leak-provenance"]


def test_a_digest_is_provenance_wherever_it_stands():
    assert found("predictor", PREDICTOR | {"preceding": ["Ann is ill. " + "0a" * 32]}) == ["leak-provenance"]


@pytest.mark.parametrize("word", ["no_change", "future_negative", "asu", "A+C"])
def test_a_word_of_the_evaluators_side_is_provenance(word):
    assert found("predictor", PREDICTOR | {"memory": [word]}) == ["leak-provenance"]


@pytest.mark.parametrize(
    "text",
    [
        "Ann is ill (cs-0012).",
        "s0012: Ann waits.",
        "see s0012.u03",
        "林晚秋ent-0007生病",
        "film en-0001",
        "ob-00012",
        "unit-pt-0004 says so",
        "rp-0003",
    ],
)
def test_an_id_in_a_model_facing_input_is_caught(text):
    assert found("predictor", PREDICTOR | {"preceding": [text]}) == ["leak-id"]


@pytest.mark.parametrize("text", ["cp-0007-03", "cp-0007-03.s01", "at cp-0007-03, Ann is ill"])
@pytest.mark.parametrize("field", ["preceding", "memory"])
def test_a_checkpoint_id_in_a_model_facing_input_is_caught(field, text):
    assert found("predictor", PREDICTOR | {field: [text]}) == ["leak-checkpoint"]


@pytest.mark.parametrize("text", ["The 2012 flood", "Route S-12", "ward s12", "an ex-policeman", "st-12"])
def test_what_only_looks_like_an_id_is_none(text):
    assert found("predictor", PREDICTOR | {"memory": [text]}) == []


def title(form):
    return lambda text: form if form in text else None


def test_a_films_title_in_a_prompt_is_caught():
    forbidden = Forbidden(titles=title("The Harbor Rule"))
    assert found("closed_book", CLOSED | {"question": "In The Harbor Rule, who sold it?"}, forbidden) == ["leak-title"]


def test_a_title_that_the_script_itself_says_is_its_own_word_in_the_original_view():
    said = PREDICTOR | {"memory": ["Ann Poe says: “That's the harbor rule.”"]}
    assert found("predictor", said, Forbidden(titles=title("harbor rule"))) == []
    assert found("predictor", said, Forbidden(titles=title("harbor rule"), originals=lambda text: None)) == [
        "leak-title"
    ]


@pytest.mark.parametrize("field", ["preceding", "memory"])
@pytest.mark.parametrize("text", ["Ann Poe is ill.", "ANN POE says: “No.”", "the Poes"])
def test_an_original_name_in_the_pseudonymized_view_is_caught(field, text):
    names = names_of([replaced(1, "Ann Poe", "Eve Lund", ("Poes", "Lunds"))])
    clean = PREDICTOR | {"character": "Eve Lund", "preceding": [], "memory": []}
    assert found("predictor", clean | {field: [text]}, Forbidden(originals=names)) == ["leak-original-name"]
    assert found("predictor", clean | {field: ["Eve Lund is ill."]}, Forbidden(originals=names)) == []


def test_a_maps_title_is_caught_in_the_scripts_words_too():
    lines = [title_form("The Harbor Rule"), replaced(1, "Ann Poe", "Eve Lund")]
    forbidden = Forbidden(titles=titles_of(lines), originals=names_of(lines))
    clean = PREDICTOR | {"character": "Eve Lund", "preceding": [], "memory": ["Eve Lund says: “The harbor rule.”"]}
    assert found("predictor", clean, forbidden) == ["leak-title"]


@pytest.mark.parametrize(
    "text", ["Ann Poe sells the house.", "“ann poe sells the\nhouse”", "So Ann Poe sells the house, they say."]
)
def test_an_actor_context_that_tells_a_later_fact_is_caught(text):
    later = Forbidden(later=("Ann Poe sells the house.",))
    assert found("actor", ACTOR | {"memories": [text]}, later) == ["leak-later"]


def test_a_later_fact_that_is_only_part_of_a_word_is_none():
    assert found("actor", ACTOR | {"memories": ["Hannah waits."]}, Forbidden(later=("Hanna",))) == []


def test_evidence_behind_the_checkpoint_is_later_also_within_its_scene():
    here = anchor(2, 30)
    pieces = [span("s0001", 0, 90), span("s0002", 0, 30), span("s0002", 20, 31), span("s0003", 0, 4)]
    whole = scene_evidence("s0002")
    assert [len(leaks_later("memories/mm-0001", [piece], here)) for piece in (*pieces, whole)] == [0, 0, 1, 1, 1]
    assert {fault.code for fault in leaks_later("memories/mm-0001", pieces, here)} == {"leak-later"}


@pytest.mark.parametrize("text", ["Who sold the house? Ann Poe", "Who sold the house? (ANN POE!)"])
def test_the_reference_answer_inside_a_closed_book_prompt_is_caught(text):
    assert found("closed_book", CLOSED | {"question": text}, Forbidden(reference=("Ann Poe",))) == ["leak-reference"]
    assert found("closed_book", CLOSED, Forbidden(reference=("Ann Poe",))) == []


def test_a_chinese_reference_answer_is_caught():
    question = {"language": "zh", "question": "谁偷走了银簪？答案是邵平。"}
    assert found("closed_book", question, Forbidden(reference=("邵平",))) == ["leak-reference"]


def test_a_reference_claim_in_a_predictors_preceding_state_is_caught():
    assert found("predictor", PREDICTOR, Forbidden(reference=("Ann Poe is ill.",))) == ["leak-reference"]


def test_the_evidence_of_a_reader_may_hold_the_answer():
    reader = CLOSED | {"passages": ["Ann Poe sold the house."]}
    assert found("reader", reader, Forbidden(reference=("Ann Poe",))) == []


def test_all_leaks_of_a_payload_are_told_at_once():
    payload = PREDICTOR | {"preceding": ["cp-0007-03", "s0012"], "kind": "change"}
    with pytest.raises(Faults) as raised:
        check_view("predictor", payload, NOTHING)
    assert [fault.code for fault in raised.value.faults] == ["leak-checkpoint", "leak-id", "leak-provenance"]
