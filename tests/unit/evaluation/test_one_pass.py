"""One-pass extraction beside the staged one: what is asked, what is counted, and what the command leaves."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from chat_server import ChatServer
from factories import ASKING, made, mention, mention_relation, relation, scene, span
from projects import CORPUS
from story import story

from linedscript.backbone.mentions import draw_mentions
from linedscript.backbone.registry import registry
from linedscript.backbone.relations import draw_relations
from linedscript.backbone.units import draw_units
from linedscript.cli.main import main
from linedscript.engines.opening import open_engine
from linedscript.engines.rules.engine import RulesEngine
from linedscript.engines.rules.one_pass import annotate
from linedscript.engines.rules.reflection import annotate as reflect
from linedscript.evaluation.one_pass import OnePassReply, ask_one_pass
from linedscript.evaluation.outcome_table import RULES_ONE_PASS, annotators, outcome_table
from linedscript.evaluation.outcomes import Staged, one_pass_outcome, staged_outcome
from linedscript.io.canonical import encode, read_records, write_records
from linedscript.records.engine import Coverage, LedgerEntry
from linedscript.records.scene import Block
from linedscript.records.study import ExtractionOutcome

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
}
SCENE = scene("INT. OFFICE - DAY\n\nAnn hands Bo the key. Bo waits.\n")


def rules(layer: str) -> Any:
    return open_engine(layer, SETTINGS, None)


def node(number: int = 1, name: str = "Ann", *types: str) -> dict[str, Any]:
    return {"id": f"e{number}", "name": name, "types": list(types or ("Character",)), "description": f"{name}."}


def triple(subject: str = "e1", predicate: str = "kinship_with", object_: str = "e2") -> dict[str, Any]:
    return {"subject": subject, "predicate": predicate, "object": object_, "description": "Kin."}


ANN, BO, KEY = node(1, "Ann"), node(2, "Bo"), node(3, "key", "Object")


def reply(entities: list[Any], relations: list[Any]) -> dict[str, Any]:
    return {"entities": entities, "relations": relations}


def one_pass(*replies: Any, blocks: int = 1) -> ExtractionOutcome:
    """The outcome of a film with a scene per reply."""
    scenes = [scene(SCENE.text, number) for number in range(1, len(replies) + 1)]
    left = list(replies)
    engine = RulesEngine({"construct": lambda payload: left.pop(0)})
    lines = ask_one_pass("en-0001", "en", scenes, registry(), engine, SETTINGS)
    return one_pass_outcome("en-0001", "rules", lines, blocks, registry())


def counts(outcome: ExtractionOutcome) -> tuple[int, int, int, int]:
    return outcome.nodes, outcome.triples, outcome.proposed, outcome.violations


def test_each_scene_is_asked_about_once_with_the_whole_registry_and_nothing_drawn_before():
    asked = []
    engine = RulesEngine({"construct": lambda payload: asked.append(payload) or reply([], [])})
    lines = ask_one_pass(
        "en-0001", "en", [SCENE, scene("INT. INN - DAY\n\nBo sits.\n", 2)], registry(), engine, SETTINGS
    )
    assert [line.key for line in lines] == ["s0001", "s0002"] and all(line.role == "construct" for line in lines)
    assert len(asked[0]["registry"]) == 15 and not {"units", "mentions"} & asked[0].keys()


def test_entities_of_one_name_are_one_node_of_the_film():
    assert counts(one_pass(reply([ANN, BO], []), reply([node(1, "ANN")], []))) == (2, 0, 3, 0)


def test_a_triple_counts_once_and_a_symmetric_one_in_either_direction():
    both = reply([ANN, BO], [triple(), triple("e2", "kinship_with", "e1"), triple("e1", "leads", "e2")])
    assert counts(one_pass(both, both)) == (2, 2, 10, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        triple(predicate="befriends"),
        triple("e1", "leads", "e3"),
        triple("e1", "kinship_with", "e9"),
        triple("e1", "kinship_with", "e1"),
    ],
    ids=["unknown predicate", "wrong range", "unlisted end", "self-loop"],
)
def test_a_relation_against_the_registry_is_a_violation_and_no_triple(wrong):
    assert counts(one_pass(reply([ANN, BO, KEY], [triple(), wrong]))) == (3, 1, 5, 1)


def test_an_entity_of_an_unknown_type_is_a_violation_and_no_node_and_so_is_what_hangs_on_it():
    assert counts(one_pass(reply([ANN, node(2, "Bo", "Person")], [triple()]))) == (1, 0, 3, 2)


def test_an_id_given_twice_is_a_violation():
    assert counts(one_pass(reply([ANN, node(1, "Bo")], []))) == (1, 0, 2, 1)


@pytest.mark.parametrize("unusable", [None, {}, {"entities": [ANN]}, {"entities": "many", "relations": []}])
def test_an_unusable_reply_is_one_record_and_one_violation(unusable):
    assert counts(one_pass(unusable, reply([ANN], []))) == (1, 0, 2, 1)


def test_the_rules_propose_in_one_pass_what_their_staged_layers_are_given_to_gate():
    scenes = story(
        "INT. INN - DAY\nAda Moss, 30, a clerk, hands Bert Cole a letter.\n@ADA MOSS: Bert Cole is my brother.\n"
        "@BERT COLE: I won't read it.\nAda Moss strikes Bert Cole."
    )
    units = draw_units("en-0001", "en", scenes, rules("units"), SETTINGS).records
    mentions = draw_mentions("en-0001", "en", scenes, units, rules("mentions"), SETTINGS)
    drawn = draw_relations("en-0001", "en", scenes, units, mentions.records, registry(), rules("extracted"), SETTINGS)
    held = Staged(
        mentions.records, drawn.records, mentions.coverage + drawn.coverage, mentions.ledger + drawn.ledger, [], []
    )
    lines = ask_one_pass("en-0001", "en", scenes, registry(), rules("one_pass"), SETTINGS)
    one = one_pass_outcome("en-0001", "rules", lines, 1, registry())
    assert one.proposed == staged_outcome("en-0001", "rules", held, 1, registry()).proposed
    assert (
        {row["predicate"] for row in lines[0].reply["relations"]} == {row.predicate for row in drawn.records} != set()
    )


def coverage(layer: str, **changes: Any) -> Coverage:
    given = dict(
        id=f"{layer}:s0001",
        film="en-0001",
        layer=layer,
        key="s0001",
        status="answered",
        attempts=1,
        records=2,
        best_score=10.0,
        reason=None,
    )
    return Coverage(**given | changes)


def judged(layer: str, count: int, score: float, attempt: int = 1) -> LedgerEntry:
    return entry(layer, "reflection", "passed", count, attempt, f"score {score:g}; something")


def entry(
    layer: str,
    gate: str,
    outcome: str,
    count: int = 1,
    attempt: int = 1,
    detail: str | None = None,
    code: str | None = None,
) -> LedgerEntry:
    return LedgerEntry(
        id="lg-00001",
        film="en-0001",
        layer=layer,
        key="s0001",
        attempt=attempt,
        gate=gate,
        outcome=outcome,
        count=count,
        code=code,
        detail=detail,
    )


PEOPLE = [mention(1, "Ann"), mention(2, "Bo"), mention(3, "key", types=("Object",))]


def staged(ledger: list[LedgerEntry], blocks: list[Coverage] | None = None, extracted: Any = ()) -> ExtractionOutcome:
    blocks = [coverage("mentions"), coverage("extracted")] if blocks is None else blocks
    held = Staged(PEOPLE, list(extracted), blocks, ledger, [], [])
    return staged_outcome("en-0001", "rules", held, 1, registry())


def test_staged_proposals_are_what_was_kept_and_what_was_refused():
    ledger = [
        entry("mentions", "grounding", "refused_record"),
        judged("mentions", 3, 9),
        entry("extracted", "registry", "refused_record", code="unknown-predicate"),
        judged("extracted", 2, 9),
    ]
    assert counts(staged(ledger)) == (0, 0, 7, 1)


@pytest.mark.parametrize(
    ("code", "proposed", "violations"),
    [
        ("unknown-predicate", 3, 1),
        ("unknown-mention", 3, 1),
        ("self-loop", 3, 1),
        ("relation-twice", 3, 0),
        ("quote-not-in-scene", 3, 0),
        ("time-not-in-scene", 2, 0),
    ],
)
def test_a_violation_is_one_of_the_schema_and_a_record_that_lost_a_field_was_proposed_once(code, proposed, violations):
    ledger = [entry("extracted", "registry", "refused_record", code=code), judged("extracted", 2, 9)]
    assert counts(staged(ledger, [coverage("extracted")]))[2:] == (proposed, violations)


def test_of_several_attempts_the_kept_one_counts():
    ledger = [
        *[entry("extracted", "registry", "refused_record") for _ in range(3)],
        judged("extracted", 1, 2.5),
        judged("extracted", 4, 8, attempt=2),
        entry("extracted", "registry", "refused_record", attempt=3),
        judged("extracted", 9, 8, attempt=3),
    ]
    assert counts(staged(ledger, [coverage("extracted")])) == (0, 0, 4, 0)


def test_a_question_that_failed_is_one_record_and_one_violation():
    ledger = [entry("extracted", "schema", "refused_reply"), entry("extracted", "schema", "refused_reply", attempt=2)]
    assert counts(staged(ledger, [coverage("extracted", status="failed", best_score=None)])) == (0, 0, 1, 1)


def test_a_kept_relation_that_the_registry_does_not_admit_is_a_violation_though_the_graph_repairs_it():
    wrong = mention_relation(1, predicate="leads", object="s0001.m03")
    assert counts(staged([judged("extracted", 1, 9)], [coverage("extracted")], [wrong])) == (0, 0, 1, 1)


def test_the_ledger_of_a_real_run_gives_the_same_count_as_its_one_pass_reply():
    """Three entities, of them one not in the scene; two relations, of them one with an unknown predicate."""

    def draft(name: str) -> dict[str, Any]:
        fixed = {"named": True, "scope": "film", "mergeable": True}
        return {"surface": name, "normalized": name, "types": ["Character"], "description": name} | fixed

    def told(predicate: str) -> dict[str, Any]:
        fixed = {"polarity": "positive", "modality": "actual", "qualifiers": [], "time": None}
        ends = {"subject": "m01", "predicate": predicate, "object": "m02", "description": "Kin."}
        return ends | fixed | {"persistence": "lasting", "confidence": 0.5, "quotes": [{"text": "Bo waits."}]}

    def engine(answer: dict[str, Any]) -> RulesEngine:
        return RulesEngine({"construct": lambda payload: answer, "judge": reflect})

    named = {"mentions": [draft(name) for name in ("Ann", "Bo", "Cy")]}
    mentions = draw_mentions("en-0001", "en", [SCENE], [], engine(named), SETTINGS)
    both = {"relations": [told("kinship_with"), told("befriends")]}
    known = mentions.records
    drawn = draw_relations("en-0001", "en", [SCENE], [], known, registry(), engine(both), SETTINGS)
    outcome = staged_outcome(
        "en-0001",
        "rules",
        Staged(
            known,
            drawn.records,
            mentions.coverage + drawn.coverage,
            mentions.ledger + drawn.ledger,
            known,
            [relation()],
        ),
        1,
        registry(),
    )
    in_one = one_pass(reply([ANN, BO, node(3, "Cy")], [triple(), triple(predicate="befriends")]))
    assert counts(outcome)[2:] == counts(in_one)[2:] == (5, 1)


def outcome(film: str, procedure: str, **changes: Any) -> ExtractionOutcome:
    given = dict(id=f"{film}/{procedure}", film=film, procedure=procedure, annotator="m@1", blocks=2)
    return ExtractionOutcome(**given | dict(nodes=4, triples=2, proposed=10, violations=1) | changes)


def test_the_table_holds_means_over_films_and_leaves_out_what_is_undefined():
    table = outcome_table(
        [
            outcome("en-0001", "one_pass"),
            outcome("en-0002", "one_pass", nodes=1, triples=0, blocks=1, proposed=0, violations=0),
            outcome("en-0001", "staged", nodes=8),
            outcome("en-0002", "staged", nodes=8),
        ]
    )
    one, staged_row = ([cell.value for cell in row] for row in table.rows)
    assert one == ["One-pass", 2.5, 1.0, 1.5, 0.1]
    assert staged_row[:2] == ["Staged", 8.0] and table.n == "n = 2 films"


def test_a_table_with_nothing_proposed_has_no_rate():
    rows = outcome_table([outcome("en-0001", "one_pass", proposed=0, violations=0, blocks=0)]).rows
    assert [row[4].value for row in rows] == [None, None] and rows[0][3].value is None


def test_the_rules_one_pass_is_called_what_it_is():
    rows = [outcome("en-0001", "one_pass", annotator="rules"), outcome("en-0001", "staged")]
    assert outcome_table(rows).rows[0][0].value == RULES_ONE_PASS
    assert annotators(rows) == "rules (a deterministic baseline) (one-pass); m@1 (staged)"


@pytest.fixture
def build(tmp_path: Path) -> Path:
    folder = tmp_path / "build"
    rows = {
        "scenes": [SCENE],
        "blocks": [Block(id="b0001", film="en-0001", parts=(), tokens=1, budget=1200, tokenizer="linedscript/1")],
        "mentions": PEOPLE,
        "extracted": [mention_relation(1, evidence=(span(),))],
        "coverage/mentions": [coverage("mentions")],
        "coverage/extracted": [coverage("extracted")],
        "ledger/mentions": [judged("mentions", 3, 9)],
        "ledger/extracted": [judged("extracted", 1, 9)],
        "reviewed/entities": [],
        "reviewed/relations": [relation(made=made())],
    }
    for name, records in rows.items():
        write_records(folder / name / "en-0001.jsonl", records)
    return folder


def command(build: Path, out: str, params: Path, *options: str) -> int:
    given = ["--build", str(build), "--films", "en-0001", "--params", str(params), "--out", str(build.parent / out)]
    return main(["study", "one-pass", *given, *options])


def test_the_command_prints_the_table_and_leaves_it_in_three_forms_with_its_numbers(build, capsys):
    assert command(build, "out", CORPUS / "params.yaml") == 0
    printed = capsys.readouterr().out
    out = build.parent / "out"
    assert printed == (out / "one_pass.md").read_text() and "Staged" in (out / "one_pass.tex").read_text()
    with (out / "one_pass.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["procedure"] for row in rows] == [RULES_ONE_PASS, "Staged"]
    assert (rows[1]["triples"], rows[1]["violation_rate"]) == ("1", "0")
    assert [row.id for row in read_records(out / "outcomes.jsonl", ExtractionOutcome)] == [
        "en-0001/one_pass",
        "en-0001/staged",
    ]


MODEL = {"model": "m", "revision": "1", "quantization": None, "context": 32768, "decoding": {"max_tokens": 500}}


def test_a_model_is_asked_once_per_scene_and_its_answers_repeat_the_run_without_it(build, monkeypatch):
    monkeypatch.chdir(build.parent)
    text = (CORPUS / "params.yaml").read_text()
    run = {"run": "r1", "models": {"construct": MODEL, "judge": MODEL}}
    params = build.parent / "params.yaml"
    params.write_text(text.replace("annotator: rules", f"annotator: {json.dumps(run)}"))
    good = encode(reply([ANN, BO, KEY], [triple(), triple("e1", "leads", "e3")])).decode()
    with ChatServer(lambda asked: asked.completion(good)) as server:
        assert command(build, "out", params, "--engine", "openai", "--address", server.address) == 0
        assert len(server.asked) == 1 and "prompts/" not in server.asked[0].text
    first, _ = read_records(build.parent / "out/outcomes.jsonl", ExtractionOutcome)
    assert counts(first) == (3, 1, 5, 1) and first.annotator == "m@1"
    answers = build.parent / "out/answers"
    assert command(build, "again", params, "--recordings", str(answers)) == 0
    for name in ("outcomes.jsonl", "one_pass.csv", "answers/r1/one_pass/en-0001.jsonl"):
        assert (build.parent / "again" / name).read_bytes() == (build.parent / "out" / name).read_bytes()


def test_a_missing_answer_names_its_request(build, capsys):
    run = {"run": "r1", "models": {"construct": MODEL, "judge": MODEL}}
    params = build.parent / "params.yaml"
    params.write_text((CORPUS / "params.yaml").read_text().replace("annotator: rules", f"annotator: {json.dumps(run)}"))
    assert command(build, "out", params) == 1
    assert "en-0001/one_pass construct s0001" in capsys.readouterr().err


def test_a_film_of_no_known_language_is_refused(build, capsys):
    given = ["--build", str(build), "--films", "fr-0001", "--out", str(build.parent / "out")]
    assert main(["study", "one-pass", *given, "--params", str(CORPUS / "params.yaml")]) == 2
    assert "fr-0001" in capsys.readouterr().err


def test_a_reply_of_the_rules_is_valid_under_the_schema():
    import msgspec

    engine = RulesEngine({"construct": annotate})
    (line,) = ask_one_pass("en-0001", "en", [SCENE], registry(), engine, SETTINGS)
    msgspec.convert(line.reply, OnePassReply)
