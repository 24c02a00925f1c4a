"""Units, mentions and extracted relations: what a reply's drafts become, and what the gates refuse."""

from typing import Any

import pytest
from factories import ASKING, scene
from story import story

from linedscript.backbone.mentions import draw_mentions
from linedscript.backbone.payloads import film_roster, scene_payload
from linedscript.backbone.registry import registry
from linedscript.backbone.relations import draw_relations
from linedscript.backbone.units import draw_units
from linedscript.engines.rules.engine import RulesEngine
from linedscript.engines.rules.reflection import annotate as reflect

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
}
TEXT = "INT. OFFICE - DAY\n\nNora Pell hands June the key. June Hargrove smiles. It is June 10. Nora waits.\n"


def answering(reply: dict[str, Any]) -> RulesEngine:
    return RulesEngine({"construct": lambda payload: reply, "judge": reflect})


def unit_draft(**changes: Any) -> dict[str, Any]:
    return (
        dict(
            kind="Event",
            label="Nora waits",
            summary="Nora waits.",
            trigger="wait",
            participants=[{"name": "Nora", "role": "agent"}],
            place="OFFICE",
            time="DAY",
            polarity="positive",
            modality="actual",
            quotes=[{"text": "Nora waits."}],
        )
        | changes
    )


def mention_draft(surface: str, **changes: Any) -> dict[str, Any]:
    return (
        dict(
            surface=surface,
            normalized=surface,
            types=["Character"],
            named=True,
            description=surface,
            scope="film",
            mergeable=True,
        )
        | changes
    )


def relation_draft(**changes: Any) -> dict[str, Any]:
    return (
        dict(
            subject="m01",
            predicate="affinity_with",
            object="m02",
            description="They like each other.",
            polarity="positive",
            modality="actual",
            qualifiers=[],
            time=None,
            persistence="lasting",
            confidence=0.5,
            quotes=[{"text": "June Hargrove smiles."}],
        )
        | changes
    )


def units(*drafts, text=TEXT):
    return draw_units("en-0001", "en", [scene(text)], answering({"units": list(drafts)}), SETTINGS)


def mentions(*drafts, text=TEXT):
    return draw_mentions("en-0001", "en", [scene(text)], [], answering({"mentions": list(drafts)}), SETTINGS)


def relations(*drafts):
    known = mentions(mention_draft("Nora Pell"), mention_draft("June")).records
    return draw_relations(
        "en-0001", "en", [scene(TEXT)], [], known, registry(), answering({"relations": list(drafts)}), SETTINGS
    )


def refusals(outcome):
    return [(entry.gate, entry.code) for entry in outcome.ledger if entry.outcome == "refused_record"]


def spans(outcome, number=0, text=TEXT):
    return [text[span.start : span.end] for span in outcome.records[number].evidence]


def test_units_are_numbered_in_the_order_of_their_first_evidence():
    outcome = units(unit_draft(), unit_draft(label="Nora hands", quotes=[{"text": "Nora Pell hands June the key."}]))
    assert [(unit.id, unit.label) for unit in outcome.records] == [
        ("s0001.u01", "Nora hands"),
        ("s0001.u02", "Nora waits"),
    ]


def test_a_unit_whose_quote_is_not_in_its_scene_is_refused_and_in_the_ledger():
    outcome = units(unit_draft(quotes=[{"text": "Nora leaves."}]), unit_draft())
    assert len(outcome.records) == 1
    assert refusals(outcome) == [("grounding", "quote-not-in-scene")]


def test_a_reply_without_quotes_is_no_reply():
    outcome = units(unit_draft(quotes=[]))
    assert (outcome.records, outcome.coverage[0].status) == ([], "failed")


def test_a_scene_without_units_is_answered():
    assert units().coverage[0].status == "answered"


def test_every_place_of_a_surface_form_is_a_span_of_its_mention():
    assert spans(mentions(mention_draft("Nora", normalized="Nora"))) == ["Nora", "Nora"]


def test_a_short_form_inside_a_longer_mention_stands_for_the_longer_one():
    outcome = mentions(mention_draft("Nora Pell"), mention_draft("Nora"))
    assert spans(outcome, 0) == ["Nora Pell"]
    assert spans(outcome, 1) == ["Nora"]


def test_a_name_inside_a_date_is_not_the_person():
    outcome = mentions(
        mention_draft("June 10", types=["TimePoint"]), mention_draft("June Hargrove"), mention_draft("June")
    )
    june = next(mention for mention in outcome.records if mention.surface == "June")
    assert [span.start for span in june.evidence] == [TEXT.index("June the key")]


def test_a_form_that_stands_only_inside_others_is_refused():
    assert refusals(mentions(mention_draft("Nora Pell"), mention_draft("Pell"))) == [
        ("grounding", "only-inside-another-mention")
    ]


def test_an_institution_inside_a_place_stays_a_mention():
    text = "INT. PILOT STATION - DISPATCH - DAY\n\nAnn waits.\n"
    outcome = mentions(
        mention_draft("PILOT STATION - DISPATCH", types=["Location"]),
        mention_draft("PILOT STATION", types=["Location", "Organization"]),
        text=text,
    )
    assert [mention.types for mention in outcome.records] == [("Location",), ("Organization", "Location")]


def test_the_owner_in_a_place_name_stays_a_mention():
    text = "INT. NORA'S OFFICE - DAY\n\nAnn waits.\n"
    outcome = mentions(mention_draft("NORA'S OFFICE", types=["Location"]), mention_draft("NORA"), text=text)
    assert len(outcome.records) == 2


def test_forms_that_differ_in_case_alone_are_one_mention():
    text = "INT. OFFICE - DAY\n\nNORA PELL waits. Nora Pell leaves.\n"
    outcome = mentions(mention_draft("Nora Pell"), mention_draft("NORA PELL", normalized="Nora Pell"), text=text)
    assert spans(outcome, text=text) == ["NORA PELL", "Nora Pell"]


def test_a_mention_that_is_not_in_its_scene_is_refused():
    assert refusals(mentions(mention_draft("Teddy"))) == [("grounding", "surface-not-in-scene")]


def test_a_relation_joins_mentions_of_its_scene():
    (relation,) = relations(relation_draft()).records
    assert (relation.id, relation.subject, relation.object) == ("s0001.r01", "s0001.m01", "s0001.m02")


@pytest.mark.parametrize(
    ("change", "code"), [({"predicate": "knows"}, "unknown-predicate"), ({"object": "m01"}, "self-loop")]
)
def test_an_unknown_predicate_and_a_self_loop_are_critical(change, code):
    outcome = relations(relation_draft(**change), relation_draft())
    assert refusals(outcome) == [("registry", code)]
    assert outcome.coverage[0].best_score == 0
    assert outcome.records[0].made.accepted is False


def test_a_relation_to_a_mention_that_is_not_listed_is_refused():
    assert refusals(relations(relation_draft(object="m99"))) == [("registry", "unknown-mention")]


def test_a_predicate_outside_its_domain_is_kept_for_the_graph_layer():
    assert len(relations(relation_draft(predicate="occurs_on")).records) == 1


def test_a_momentary_relation_holds_in_its_scene_and_a_lasting_one_from_it_on():
    moment, lasting, always = (
        relations(
            relation_draft(persistence="momentary"),
            relation_draft(predicate="hostility_with", persistence="lasting"),
            relation_draft(predicate="kinship_with", persistence="permanent"),
        ).records[0],
        *relations(relation_draft(persistence="lasting")).records,
        *relations(relation_draft(persistence="permanent")).records,
    )
    assert (moment.time_range.start, moment.time_range.end) == ("s0001", "s0001")
    assert (lasting.time_range.start, lasting.time_range.end) == ("s0001", None)
    assert always.time_range is None


def test_a_payload_names_no_film():
    payload = scene_payload(scene(film="en-0042"), "en", film_roster([scene(film="en-0042")]), 60)
    assert "en-0042" not in str(payload)
    assert set(payload) == {"language", "heading", "elements", "names"}


def test_a_name_that_is_not_in_its_scene_is_refused_whatever_is_quoted_for_it():
    assert refusals(mentions(mention_draft("Zeus", quotes=[{"text": "Nora"}]))) == [
        ("grounding", "surface-not-in-scene")
    ]


def test_a_quote_that_does_not_hold_the_surface_form_is_refused():
    assert refusals(mentions(mention_draft("Nora", quotes=[{"text": "June Hargrove"}]))) == [
        ("grounding", "quote-without-surface")
    ]


def test_a_mention_is_where_its_form_stands_in_the_quote():
    assert spans(mentions(mention_draft("June", quotes=[{"text": "hands June the key"}]))) == ["June"]


@pytest.mark.parametrize(
    ("surface", "normalized", "named"),
    [("Nora Pell", "Zeus", True), ("Nora", "Nora Quell", True), ("key", "sword", False), ("Nora", "N.", True)],
)
def test_a_normalized_form_of_another_name_is_refused(surface, normalized, named):
    outcome = mentions(mention_draft(surface, normalized=normalized, named=named))
    assert refusals(outcome) == [("grounding", "normalized-to-another-name")]


@pytest.mark.parametrize(
    ("surface", "normalized", "named"),
    [
        ("CAPT. RUIZ", "Captain Ruiz", True),
        ("The Calloways", "Calloway", True),
        ("the men", "man", False),
        ("Zoë", "Zoe", True),
        ("Dr. Pell's", "Doctor Pell", True),
    ],
)
def test_a_form_as_a_dictionary_heads_it_is_kept(surface, normalized, named):
    text = f"INT. OFFICE - DAY\n\nHere is {surface} again.\n"
    (mention,) = mentions(mention_draft(surface, normalized=normalized, named=named), text=text).records
    assert mention.normalized == normalized


def test_a_chinese_form_is_headed_by_a_part_of_it():
    text = "内景 码头 - 夜\n\n那把刀在老周手里。\n"
    outcome = mentions(
        mention_draft("那把刀", normalized="刀", named=False, types=["Object"]),
        mention_draft("老周", normalized="周大海"),
        text=text,
    )
    assert [mention.normalized for mention in outcome.records] == ["刀"]
    assert refusals(outcome) == [("grounding", "normalized-to-another-name")]


@pytest.mark.parametrize("name", ["\x00", "\x1b", " ", "\u200b"])
def test_a_name_that_shows_nothing_is_refused(name):
    outcome = mentions(mention_draft("Nora", normalized=name), mention_draft("June Hargrove"))
    assert refusals(outcome) == [("schema", "blank-text")]
    assert [mention.surface for mention in outcome.records] == ["June Hargrove"]


def test_types_in_another_order_make_no_second_mention():
    outcome = mentions(
        mention_draft("Office", types=["Location", "Organization"]),
        mention_draft("OFFICE", normalized="Office", types=["Organization", "Location", "Location"]),
    )
    assert [mention.types for mention in outcome.records] == [("Organization", "Location")]


def test_a_participant_whom_the_scene_does_not_name_is_left_out_and_in_the_ledger():
    outcome = units(unit_draft(participants=[{"name": "Zeus", "role": "agent"}, {"name": "the key", "role": "theme"}]))
    assert [part.name for part in outcome.records[0].participants] == ["the key"]
    assert refusals(outcome) == [("grounding", "name-not-in-scene")]


def test_a_participant_may_bear_the_full_name_that_was_shown():
    film = story("INT. HALL - DAY\nPell sits.\n", "INT. ATTIC - DAY\n@NORA PELL: No.\n")
    draft = unit_draft(participants=[{"name": "Nora Pell", "role": "agent"}], quotes=[{"text": "Pell sits."}])
    reply = {"units": [draft | {"place": None, "time": None}]}
    (unit,) = draw_units("en-0001", "en", film, answering(reply), SETTINGS).records
    assert [part.name for part in unit.participants] == ["Nora Pell"]


def test_a_place_and_a_time_that_the_scene_does_not_name_are_left_out():
    outcome = units(unit_draft(place="MOON", time="1969"))
    assert (outcome.records[0].place, outcome.records[0].time) == (None, None)
    assert refusals(outcome) == [("grounding", "name-not-in-scene")] * 2


def test_a_name_over_two_lines_is_one_line():
    outcome = units(unit_draft(participants=[{"name": "Nora\n  Pell", "role": "agent"}]))
    assert outcome.records[0].participants[0].name == "Nora Pell"


def test_one_unit_told_twice_is_one():
    parts = [{"name": "Nora", "role": "agent"}, {"name": "June", "role": "patient"}]
    outcome = units(unit_draft(participants=parts), unit_draft(participants=parts[::-1]))
    assert len(outcome.records) == 1
    assert refusals(outcome) == [("registry", "unit-twice")]


def test_one_relation_told_twice_is_one_whatever_the_order_of_its_qualifiers():
    held = [{"name": "kind", "value": "friends"}, {"name": "manner", "value": "closely"}]
    outcome = relations(relation_draft(qualifiers=held), relation_draft(qualifiers=held[::-1]))
    assert len(outcome.records) == 1
    assert refusals(outcome) == [("registry", "relation-twice")]


def test_a_relations_time_that_the_scene_does_not_name_is_left_out():
    (relation,) = (outcome := relations(relation_draft(time="1969"))).records
    assert relation.time_range.text is None
    assert refusals(outcome) == [("grounding", "time-not-in-scene")]
