"""Scene review: what a finding may say, what the rules find, and what a dropped record takes with it."""

import json
from typing import Any

import pytest
from chat_server import ChatServer
from factories import ASKING, entity, finding, made, mention, mention_relation, participant, scene, span, unit

from linedscript.backbone.dropping import standing
from linedscript.backbone.graph import build_graph
from linedscript.backbone.registry import PATH, registry
from linedscript.backbone.resolution import draw_entities
from linedscript.backbone.scene_review import draw_findings
from linedscript.cli.main import main
from linedscript.engines.client import Reach
from linedscript.engines.openai import OpenAIEngine
from linedscript.engines.reaching import Reached
from linedscript.engines.recordings import Answers, ReplayEngine
from linedscript.engines.rules import scene_review
from linedscript.engines.rules.engine import RulesEngine
from linedscript.engines.rules.reflection import annotate as reflect
from linedscript.io.canonical import encode, read_records, write_records
from linedscript.records.entity import Entity
from linedscript.records.finding import Finding
from linedscript.records.relation import Repair

GATES = {"threshold": 6, "retries": 1, "judged_rows": 200, "fuzzy": 0.9}
SETTINGS = {"annotator": "rules", "gates": GATES, "asking": ASKING, "most_dropped": 0.5}
TEXT = "INT. OFFICE - DAY\n\nAnn strikes Bo. Bo is her brother.\n"
UNITS = [unit(evidence=(span(start=19, end=34, text="Ann strikes Bo."),))]
MENTIONS = [mention(1, "Ann"), mention(2, "Bo"), mention(3, "OFFICE", types=("Location",))]
RELATIONS = [
    mention_relation(1, evidence=(span(start=35, end=53, text="Bo is her brother."),)),
    mention_relation(2, predicate="hostility_with", evidence=(span(start=19, end=34, text="Ann strikes Bo."),)),
]


def draft(record: str = "r01", **changes: Any) -> dict[str, Any]:
    return (
        dict(
            record=record,
            against=None,
            verdict="drop",
            problem="unsupported",
            reason="The scene doesn't show it.",
            quotes=[{"text": "Bo is her brother.", "element": None, "occurrence": 1}],
        )
        | changes
    )


def reviewed(*drafts: dict[str, Any], engine: Any = None, settings: dict[str, Any] = SETTINGS) -> Any:
    engine = engine or RulesEngine({"construct": lambda payload: {"findings": list(drafts)}, "judge": reflect})
    return draw_findings("en-0001", "en", [scene(TEXT)], UNITS, MENTIONS, RELATIONS, registry(), engine, settings)


def codes(outcome: Any) -> list[tuple[str, str]]:
    return [(entry.gate, entry.code) for entry in outcome.ledger if entry.outcome == "refused_record"]


def graph(findings: list[Any], **changes: Any) -> Any:
    given = {"units": UNITS, "mentions": MENTIONS, "extracted": RELATIONS, "entities": entities(findings)} | changes
    return build_graph("en-0001", registry=registry(), findings=findings, **given)


def entities(findings: list[Any]) -> list[Any]:
    left = standing("mentions", MENTIONS, findings)
    return [entity(n, m.surface, types=m.types, mentions=(m.id,)) for n, m in enumerate(left, 1)]


def repairs(built: Any) -> list[tuple[str, str, str | None]]:
    return [(repair.action, repair.record, repair.into) for repair in built.repairs]


def test_one_question_shows_a_scene_its_units_mentions_and_relations_together():
    asked = []
    engine = RulesEngine({"construct": lambda payload: asked.append(payload) or {"findings": []}, "judge": reflect})
    outcome = reviewed(engine=engine)
    (payload,) = asked
    assert [len(payload[name]) for name in ("elements", "units", "mentions", "relations")] == [2, 1, 3, 2]
    assert (payload["relations"][0]["id"], payload["relations"][0]["quotes"]) == ("r01", ["Bo is her brother."])
    assert [(block.id, block.status) for block in outcome.coverage] == [("scene_review:s0001", "answered")]


def test_a_finding_names_its_record_its_fault_and_where_the_scene_shows_it():
    (found,) = reviewed(draft("r02", against="r01", problem="contradicted", verdict="flag")).records
    assert (found.id, found.record, found.against) == ("s0001.f01", "relations/s0001.r02", "relations/s0001.r01")
    assert [TEXT[place.start : place.end] for place in found.evidence] == ["Bo is her brother."]


def test_findings_stand_in_the_order_of_the_records_whatever_the_replys():
    outcome = reviewed(draft("r01"), draft("m02"), draft("u01"))
    assert [found.record for found in outcome.records] == [
        "units/s0001.u01",
        "mentions/s0001.m02",
        "relations/s0001.r01",
    ]


@pytest.mark.parametrize(
    ("drafts", "code"),
    [
        ([draft(quotes=[{"text": "Ann weeps."}])], ("grounding", "quote-not-in-scene")),
        ([draft("r09")], ("registry", "unknown-record")),
        ([draft(against="u07")], ("registry", "unknown-record")),
        ([draft(against="")], ("registry", "unknown-record")),
        ([draft(against="r01", problem="contradicted")], ("registry", "against-itself")),
        ([draft(), draft(problem="wrong_endpoint")], ("registry", "second-finding")),
        ([draft("m01", problem="wrong_endpoint")], ("registry", "problem-of-another-kind")),
        ([draft("r01", problem="wrong_actor")], ("registry", "problem-of-another-kind")),
        ([draft(problem="duplicate")], ("registry", "duplicate-of-nothing")),
        ([draft(problem="duplicate", against="m01")], ("registry", "duplicate-of-nothing")),
    ],
)
def test_a_finding_that_a_gate_refuses_is_no_record_and_in_the_ledger(drafts, code):
    outcome = reviewed(*drafts)
    assert (len(outcome.records), codes(outcome)) == (len(drafts) - 1, [code])


@pytest.mark.parametrize(
    ("drafts", "verdicts"),
    [
        ([draft("r01")], ["drop"]),
        ([draft("r01"), draft("r02")], ["flag", "flag"]),
        ([draft("m01"), draft("m02"), draft("r01")], ["flag", "flag", "drop"]),
        ([draft("u01")], ["flag"]),
    ],
)
def test_findings_that_would_drop_too_much_of_a_scene_are_flags_for_a_reviewer(drafts, verdicts):
    outcome = reviewed(*drafts)
    assert [found.verdict for found in outcome.records] == verdicts
    assert codes(outcome) == [("registry", "drops-too-much")] * ("flag" in verdicts)


def test_a_project_may_let_findings_drop_a_whole_scene():
    outcome = reviewed(draft("u01"), draft("r01"), draft("r02"), settings=SETTINGS | {"most_dropped": 1.0})
    assert {found.verdict for found in outcome.records} == {"drop"} and codes(outcome) == []


def test_two_duplicates_never_drop_each_other():
    one = draft("r01", problem="duplicate", against="r02")
    assert codes(reviewed(one, draft("r02", problem="duplicate", against="r01"))) == [("registry", "both-dropped")]


def test_what_a_dropped_duplicate_repeats_is_not_dropped_for_another_fault_either():
    one = draft("r01", problem="duplicate", against="r02")
    assert codes(reviewed(one, draft("r02"))) == [("registry", "both-dropped")]


@pytest.mark.parametrize("changes", [{"problem": "ugly"}, {"verdict": "keep"}, {"quotes": []}, {"reason": ""}])
def test_a_reply_outside_the_vocabulary_fails_its_scene(changes):
    assert reviewed(draft(**changes)).coverage[0].status == "failed"


def test_a_dropped_relation_is_not_in_the_graph_and_recorded():
    built = graph([finding(verdict="drop")])
    assert [relation.predicate for relation in built.relations] == ["hostility_with"]
    assert repairs(built) == [("dropped_in_review", "relations/s0001.r01", None)]


def test_a_dropped_unit_is_not_in_the_graph_and_recorded():
    built = graph([finding(record="units/s0001.u01", verdict="drop")])
    assert (built.units, repairs(built)) == ([], [("dropped_in_review", "units/s0001.u01", None)])


def test_a_relation_whose_mention_was_dropped_ends_as_dangling_and_is_recorded():
    built = graph([finding(record="mentions/s0001.m02", verdict="drop")])
    assert built.relations == []
    assert repairs(built) == [
        ("dropped_in_review", "mentions/s0001.m02", None),
        ("dangling_endpoint", "relations/s0001.r01", None),
        ("dangling_endpoint", "relations/s0001.r02", None),
    ]


def test_a_dropped_mention_is_part_of_no_entity():
    findings = [finding(record="mentions/s0001.m02", verdict="drop")]
    left = standing("mentions", MENTIONS, findings)
    engine = RulesEngine({"construct": lambda payload: {"verdict": "uncertain", "reason": "?"}, "judge": reflect})
    settings = SETTINGS | {"max_block": 24, "max_evidence": 3, "cluster_rounds": 2, "embedding": None}
    outcome, _ = draw_entities("en-0001", "en", [scene(TEXT)], left, engine, settings)
    assert [one.mentions for one in outcome.records] == [("s0001.m01",), ("s0001.m03",)]


def test_a_participant_whose_mention_was_dropped_keeps_its_name_and_is_recorded():
    units = [unit(participants=(participant("Ann", None), participant("Bo", None, role="patient")))]
    built = graph([finding(record="mentions/s0001.m02", verdict="drop")], units=units, extracted=[])
    assert [(part.name, part.entity) for part in built.units[0].participants] == [("Ann", "ent-0001"), ("Bo", None)]
    assert repairs(built)[1:] == [("participant_detached", "units/s0001.u01", None)]
    assert built.repairs[1].before == "patient s0001.m02"


def test_a_doubted_relation_stays_and_is_recorded_with_what_it_became():
    built = graph([finding()])
    assert len(built.relations) == 2
    assert repairs(built) == [("flagged_in_review", "relations/s0001.r01", "relations/rel-0002")]


def test_a_drop_below_the_threshold_takes_nothing_out():
    built = graph([finding(verdict="drop", made=made(accepted=False, score=3.0))])
    assert len(built.relations) == 2 and repairs(built)[0][0] == "flagged_in_review"


def test_without_findings_the_graph_is_what_it_was():
    assert graph([]).repairs == []


def payload(**changes: Any) -> dict[str, Any]:
    """What the rules get, made by the layer; ``changes`` are whole lists of records."""
    asked = []
    engine = RulesEngine({"construct": lambda given: asked.append(given) or {"findings": []}, "judge": reflect})
    reviewed(engine=engine)
    return asked[0] | changes


def shown(number: int, subject: str, predicate: str, object_: str, quote: str, **changes: Any) -> dict[str, Any]:
    return {
        "id": f"r{number:02d}",
        "subject": subject,
        "predicate": predicate,
        "object": object_,
        "description": "Something.",
        "polarity": "positive",
        "modality": "actual",
        "time": None,
        "persistence": "lasting",
        "quotes": [quote],
    } | changes


def found(**changes: Any) -> list[tuple[str, str, str | None]]:
    drafts = scene_review.annotate(payload(**changes))["findings"]
    assert all(one["verdict"] == "flag" for one in drafts)
    return [(one["record"], one["problem"], one["against"]) for one in drafts]


def test_the_rules_find_nothing_where_nothing_is_wrong():
    assert found() == []


def test_the_rules_flag_a_relation_said_twice_whichever_end_of_a_symmetric_one_comes_first():
    kin = shown(1, "m01", "kinship_with", "m02", "Bo is her brother.")
    again = shown(2, "m02", "kinship_with", "m01", "Bo is her brother.")
    assert found(relations=[kin, again]) == [("r02", "duplicate", "r01")]
    leads = [shown(1, "m01", "leads", "m02", "Ann strikes Bo."), shown(2, "m02", "leads", "m01", "Ann strikes Bo.")]
    assert found(relations=leads) == []


def test_the_rules_flag_yes_and_no_about_one_pair():
    yes = shown(1, "m01", "affinity_with", "m02", "Ann strikes Bo.")
    assert found(relations=[yes, yes | {"id": "r02", "polarity": "negative"}]) == [("r02", "contradicted", "r01")]


def test_the_rules_flag_affection_beside_hostility():
    pair = [shown(1, "m01", "affinity_with", "m02", "Ann strikes Bo."), shown(2, "m02", "hostility_with", "m01", "Bo")]
    assert found(relations=pair) == [("r02", "contradicted", "r01")]


def test_the_rules_take_what_is_possible_and_what_is_actual_for_no_contradiction():
    yes = shown(1, "m01", "affinity_with", "m02", "Ann strikes Bo.")
    assert found(relations=[yes, yes | {"id": "r02", "polarity": "negative", "modality": "possible"}]) == []


def test_the_rules_flag_a_predicate_that_the_ends_do_not_admit():
    assert found(relations=[shown(1, "m01", "leads", "m03", "Ann")]) == [("r01", "wrong_type", None)]


def test_the_rules_flag_evidence_that_names_neither_end():
    assert found(relations=[shown(1, "m01", "affinity_with", "m02", "strikes")]) == [("r01", "unsupported", None)]
    assert found(relations=[shown(1, "m01", "affinity_with", "m02", "is her brother")]) == []


def test_the_rules_flag_what_is_only_said_and_given_as_a_fact():
    elements = [{"kind": "dialogue", "text": "Bo is my brother.", "cue": None}]
    kin = shown(1, "m01", "kinship_with", "m02", "Bo is my brother.")
    assert found(elements=elements, units=[], relations=[kin]) == [("r01", "claim_as_fact", None)]
    assert found(elements=elements, units=[], relations=[kin | {"modality": "reported"}]) == []


def test_the_rules_flag_more_units_of_one_deed_than_the_scene_has_places_of_it():
    one = payload()["units"][0]
    assert found(units=[one, one | {"id": "u02"}]) == [("u02", "duplicate", "u01")]
    elements = [{"kind": "action", "text": "Ann strikes Bo. Ann strikes Bo.", "cue": None}]
    assert found(elements=elements, relations=[], units=[one, one | {"id": "u02"}]) == []


def test_the_rules_flag_a_name_listed_twice_under_a_common_type():
    again = payload()["mentions"][2] | {"id": "m04", "types": ["Location", "Organization"]}
    assert found(mentions=[*payload()["mentions"], again]) == [("m04", "duplicate", "m03")]


def test_the_rules_flag_a_term_of_the_format():
    term = {"id": "m04", "surface": "CUT TO", "normalized": "Cut to", "types": ["Object"], "named": True}
    assert found(mentions=[*payload()["mentions"], term]) == [("m04", "source_format", None)]


def test_every_reason_of_the_rules_is_in_the_scripts_language():
    again = payload()["mentions"][0] | {"id": "m04"}
    (one,) = scene_review.annotate(payload(language="zh", mentions=[*payload()["mentions"], again]))["findings"]
    assert "列了两次" in one["reason"]


def test_the_commands_carry_a_drop_from_the_findings_to_entities_and_graph(tmp_path):
    def files(*names: str) -> list[str]:
        return [part for name in names for part in (f"--{name}", str(tmp_path / name))]

    shared = {"scenes": [scene(TEXT)], "units": UNITS, "mentions": MENTIONS, "extracted": RELATIONS}
    for name, rows in shared.items():
        write_records(tmp_path / name, rows)
    (tmp_path / "registry").write_bytes(PATH.read_bytes())
    out = ("records", "coverage", "ledger", "transcript")
    asked = ["--film", "en-0001", "--language", "en", *files(*out)]
    given = files("scenes", "units", "mentions", "extracted", "registry")
    assert main(["findings", "draw", *asked, *given, "--settings", json.dumps(SETTINGS)]) == 0
    assert read_records(tmp_path / "records", Finding) == []
    write_records(tmp_path / "findings", [finding(record="mentions/s0001.m02", verdict="drop")])
    settings = {"annotator": "rules", "gates": GATES, "asking": ASKING} | {
        "max_block": 24,
        "max_evidence": 3,
        "cluster_rounds": 2,
        "embedding": None,
    }
    given = files("scenes", "mentions", "findings", "adjudications")
    assert main(["entities", "draw", *asked, *given, "--settings", json.dumps(settings)]) == 0
    (tmp_path / "records").rename(tmp_path / "entities")
    assert [one.mentions for one in read_records(tmp_path / "entities", Entity)] == [("s0001.m01",), ("s0001.m03",)]
    given = files("units", "mentions", "extracted", "findings", "entities", "registry")
    outputs = files("relations", "narrative", "repairs")
    assert main(["graph", "build", "--film", "en-0001", *given, *outputs]) == 0
    assert [one.action for one in read_records(tmp_path / "repairs", Repair)] == [
        "dropped_in_review",
        "dangling_endpoint",
        "dangling_endpoint",
    ]


MODEL = {"model": "m", "revision": "1", "quantization": None, "context": 32768, "decoding": {"max_tokens": 500}}
RUN = {"run": "r1", "models": {"construct": MODEL, "judge": MODEL}}
NAMES = {"construct": "m@1", "judge": "m@1"}


def test_a_model_reviews_a_scene_under_the_gates_and_its_recording_gives_the_same_again(tmp_path):
    good = encode({"findings": [draft("r02"), draft("r09")]}).decode()
    verdict = '{"score": 8, "critical": false, "feedback": ""}'

    def answer(asked: Any) -> Any:
        if "List the records above that are wrong." in asked.text:
            return asked.completion("{}" if asked.number == 1 else good)
        return asked.completion(verdict)

    settings = SETTINGS | {"annotator": RUN}
    with ChatServer(answer) as server:
        reach = Reach((server.address,), None, 2, 60.0, 2, 0.0)
        models = {role: Reached("m", "m@1", reach) for role in ("construct", "judge")}
        outcome = reviewed(engine=OpenAIEngine(models, Answers("r1", [], tmp_path), tmp_path), settings=settings)
        asked = len(server.asked)
    assert [(one.record, one.drops) for one in outcome.records] == [("relations/s0001.r02", True)]
    assert [(entry.gate, entry.code) for entry in outcome.ledger] == [
        ("engine", "engine"),
        ("registry", "unknown-record"),
        ("reflection", None),
    ]
    assert asked == 3 and outcome.coverage[0].attempts == 2
    recorded = tmp_path / "kept/r1/scene_review"
    recorded.mkdir(parents=True)
    (recorded / "en-0001.jsonl").write_bytes(b"".join(encode(line) + b"\n" for line in outcome.transcript))
    again = reviewed(engine=ReplayEngine(NAMES, Answers("r1", [tmp_path / "kept"], None)), settings=settings)
    assert encode(again) == encode(outcome)
