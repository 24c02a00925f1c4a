"""Leaks that are tried: each is caught by its own name, and what a role may see isn't."""

import msgspec
import pytest
from factories import alias, entity, span
from identity_maps import replaced
from identity_maps import title as title_form
from source_rows import film as index_row
from unit.suites.trajectory import anchor

from linedscript.backbone.grounding import scene_evidence
from linedscript.engines.requests import make_request
from linedscript.engines.views import NOTHING, Forbidden, View, _line, check_view, guarded, ids_in, leaks, leaks_later
from linedscript.engines.wire import is_refused
from linedscript.errors import Faults, LinedscriptError
from linedscript.evaluation.names_at_hand import originals_of, titles_of
from linedscript.identity.matching import matcher
from linedscript.records.release import ParentFilm, PublicFilm
from linedscript.suites.stage import views
from linedscript.suites.stage.playing import SpeechReply

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
BY_ROLE = {
    "predictor": views.PREDICTOR,
    "extractor": views.EXTRACTOR,
    "closed_book": views.CLOSED_BOOK,
    "actor": views.ACTOR,
    "reader": views.READER,
}
WORDS = [
    (view, path)
    for view in views.VIEWS
    for path, kind in view.fields.items()
    if kind in ("words", "quoting") and "*" not in path
]


def found(role, payload, forbidden=NOTHING):
    return [fault.code for fault in leaks(BY_ROLE[role], payload, forbidden)]


def holding(path, text):
    """A payload with that one field."""
    name, _, rest = path.partition(".")
    inner = holding(rest, text) if rest else text
    return {name.removesuffix("[]"): [inner] if name.endswith("[]") else inner}


@pytest.mark.parametrize(
    ("role", "payload"), [("predictor", PREDICTOR), ("extractor", EXTRACTOR), ("closed_book", CLOSED), ("actor", ACTOR)]
)
def test_what_a_role_may_see_is_no_leak(role, payload):
    assert found(role, payload) == []


@pytest.mark.parametrize("view", views.VIEWS, ids=lambda view: view.role)
def test_a_field_that_the_view_has_not_got_is_a_leak(view):
    assert [fault.code for fault in leaks(view, {"language": "en", "notes": "Ann"}, NOTHING)] == ["leak-field"]


@pytest.mark.parametrize(("view", "path"), WORDS, ids=lambda one: one.role if isinstance(one, View) else one)
@pytest.mark.parametrize(
    ("code", "text", "forbidden"),
    [
        ("leak-checkpoint", "At cp-0007-03 Ann is ill.", NOTHING),
        ("leak-id", "Ann is ill (cs-0012).", NOTHING),
        ("leak-original-name", "Ann is ill.", Forbidden(originals=lambda text: "Ann" if "Ann" in text else None)),
    ],
)
def test_no_words_of_any_role_carry_an_id_or_an_original_name(view, path, code, text, forbidden):
    assert [fault.code for fault in leaks(view, holding(path, text), forbidden)] == [code]


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
        "You know rp-0001.f01.",
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
    names = originals_of(matcher([replaced(1, "Ann Poe", "Eve Lund", ("Poes", "Lunds"))]))
    clean = PREDICTOR | {"character": "Eve Lund", "preceding": [], "memory": []}
    assert found("predictor", clean | {field: [text]}, Forbidden(originals=names)) == ["leak-original-name"]
    assert found("predictor", clean | {field: ["Eve Lund is ill."]}, Forbidden(originals=names)) == []


def test_a_maps_title_is_caught_in_the_scripts_words_too():
    lines = [title_form("The Harbor Rule"), replaced(1, "Ann Poe", "Eve Lund")]
    names = matcher(lines)
    forbidden = Forbidden(titles_of(PublicFilm(id="en-0001", language="en", suites=()), (), names), originals_of(names))
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
        check_view(views.PREDICTOR, payload)
    assert [fault.code for fault in raised.value.faults] == ["leak-checkpoint", "leak-id", "leak-provenance"]


def test_what_a_model_under_test_said_is_its_own():
    said = {"language": "en", "character": "Eve", "predicted": ["Ann Poe is ill (cp-0007-03)."]}
    forbidden = Forbidden(originals=lambda text: "Ann" if "Ann" in text else None)
    assert leaks(views.STATE_JUDGE, said, forbidden) == []
    along = PREDICTOR | {"character": "Eve", "memory": [], "preceding": ["Ann Poe is ill."]}
    assert leaks(views.PREDICTOR_ALONG, along, forbidden) == []
    assert leaks(views.PREDICTOR, along, forbidden)[0].code == "leak-original-name"


def test_the_scripts_own_text_may_look_like_an_id():
    assert found("extractor", EXTRACTOR | {"elements": [{"text": "ROUTE s0012"}]}) == []
    assert found("actor", ACTOR | {"exemplars": ["Take ex-1001."]}) == []


@pytest.mark.parametrize("text", ["parent", "inaccessible", "reference"])
def test_a_word_that_a_story_says_too_is_no_provenance(text):
    assert found("predictor", PREDICTOR | {"preceding": [text]}) == []


def titles(title, *names):
    row = msgspec.structs.asdict(index_row(1, title=title))
    film = ParentFilm(
        **{field: row[field] for field in ParentFilm.__struct_fields__ if field in row} | {"parent_genres": ()}
    )
    return titles_of(film, [entity(1, names[0], aliases=tuple(map(alias, names)))] if names else [], None)


@pytest.mark.parametrize("text", ["In The House, who waits?", "Seen THE HOUSE?"])
def test_a_title_is_found_with_its_capitals(text):
    assert titles("The House")(text)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Amélie", "Who met Ame\u0301lie?"),
        ("Amélie", "Who met AMELIE?"),
        ("Don't Look", "Seen Don’t Look?"),
        ("Don’t Look", "in dont-look.fdx"),
        ("The Quiet Letter", "Seen The\u00a0Quiet  Letter?"),
        ("The Quiet Letter", "Seen The Qui\u00adet\u200b Letter?"),
        ("The Quiet Letter", "Seen Ｔｈｅ Ｑｕｉｅｔ Ｌｅｔｔｅｒ?"),
        ("The Quiet Letter", "in the_quiet_letter.pdf"),
        ("The Quiet Letter", "#TheQuietLetter"),
        ("安静的信", "谁看过《安静 的信》？"),
    ],
)
def test_a_title_is_found_however_it_is_spelt(title, text):
    assert titles(title)(text)


def test_two_sentences_are_no_title():
    assert titles("Yes No")("Yes. No.") is None


def test_a_title_in_small_letters_is_words_of_the_language():
    assert titles("The House")("Who sold the house?") is None
    assert titles("Her")("Who told her?") is None


def test_a_title_that_is_a_name_in_the_film_is_the_scripts_own_word():
    assert titles("Leopold", "Leopold", "Leo")("Who hit Leopold?") is None


@pytest.mark.parametrize(
    "text", ["As of cp‑0007‑03.", "As of cp–0007–03.", "As of ｃｐ-０００７-03.", "As of cp-00\u200b07-03."]
)
def test_an_id_is_found_in_other_letters_and_hyphens(text):
    assert found("predictor", PREDICTOR | {"preceding": [text]}) == ["leak-checkpoint"]
    assert ids_in(text) == ["cp-0007-03"]


@pytest.mark.parametrize("text", ["Ines\u200b waits.", "I\u00adnes waits.", "Ｉｎｅｓ waits.", "Ines waits."])
def test_an_original_name_is_found_in_other_letters(text):
    assert originals_of(matcher([replaced(1, "Ines", "Vera")]))(text)


def test_ids_that_a_text_carries_are_told_each_once():
    assert ids_in("mm-0003, mm-0003 and cp-0007-03.s01; flat 2-B in 1984") == ["cp-0007-03", "mm-0003"]


class Engine:
    annotator, deterministic = "m@1", True

    def __init__(self):
        self.asked = []

    def ask(self, requests, reply):
        self.asked += requests
        return [_line(one, self.annotator, None) for one in requests]


def request(payload, role="construct"):
    return make_request(
        layer="observations", film="en-0001", key="k", role=role, prompt=None, prompt_sha256=None, payload=payload,
        reply=SpeechReply, decoding={},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("view", "payload", "code"),
    [
        (views.QUESTION_WRITER, {"statements": ["s0012.u03: Ann waits."]}, "leak-id"),
        (views.REQUEST_WRITER, {"parts": [{"fact": "At cp-0007-03 Ann waits."}]}, "leak-checkpoint"),
    ],
)
def test_a_build_asks_no_question_that_leaks_and_the_others_all_the_same(view, payload, code):
    engine = Engine()
    requests = [request(payload), request({"language": "en"}), request(payload, role="judge")]
    lines = guarded(engine, view).ask(requests, SpeechReply)
    assert [line.error and line.error.startswith(f"[refused] {code}: {view.role}") for line in lines] == [
        True,
        None,
        None,
    ]
    assert engine.asked == requests[1:] and is_refused(lines[0].error)


def test_a_field_that_a_builds_own_code_adds_is_no_question_to_pass_over():
    engine = Engine()
    with pytest.raises(LinedscriptError, match="leak-field.*en-0001/observations/k"):
        guarded(engine, views.EXTRACTOR).ask([request(EXTRACTOR | {"checkpoint": "cp-0007-03"})], SpeechReply)
    assert engine.asked == []
