"""Questions from raw text beside backbone-guided ones: what is asked, what is measured, the command."""

import csv
import json
from pathlib import Path

import pytest
from chat_server import ChatServer
from factories import alias, entity, item, step
from projects import CORPUS
from story import story

from linedscript.backbone.grounding import ground
from linedscript.cli.main import main
from linedscript.engines.rules import raw_text as rules
from linedscript.engines.rules.engine import RulesEngine
from linedscript.evaluation.item_outcome_table import item_outcome_table
from linedscript.evaluation.item_outcomes import Screenplay, backbone_outcomes, raw_text_outcomes
from linedscript.evaluation.raw_text import ask_raw_text
from linedscript.io.canonical import read_records, write_records
from linedscript.records.study import ItemOutcome
from linedscript.screenplay.blocks import pack_blocks
from linedscript.screenplay.tokens import tokenizer_named

SCENES = story(
    "INT. OFFICE - DAY\nAnn hides the torn letter.\n@ANN: Nobody will look under the loose board.\n@BO: Maybe.\n",
    "EXT. DOCK - NIGHT\nBo burns the torn letter in an oil drum.\n@CY: That is the end of it, then.\n",
)
BLOCKS = pack_blocks("en-0001", SCENES, 1200, tokenizer_named("linedscript/1"))
PEOPLE = [entity(1, "Ann"), entity(2, "Bo", aliases=(alias("Bo"), alias("Robert"))), entity(3, "Cy")]
SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 0, "judged_rows": 200},
    "items": {"answer_words": 24, "answer_chars": 50},
}


def screenplay():
    return Screenplay("en", SCENES, PEOPLE)


def ask(engine=None, most=3):
    engine = engine or RulesEngine({"construct": rules.annotate})
    return ask_raw_text("en-0001", "en", SCENES, BLOCKS, engine, SETTINGS, most)


def replied(*questions):
    (line,) = ask(RulesEngine({"construct": lambda payload: {"questions": list(questions)}}))
    return raw_text_outcomes("en-0001", "rules", [line], BLOCKS, screenplay())


def question(answer="Bo", *quotes):
    steps = [{"fact": quote, "quote": quote} for quote in quotes or ("Bo burns the torn letter",)]
    return {"question": "Who?", "answer": answer, "steps": steps}


def test_a_block_is_asked_about_once_with_its_text_and_without_the_films_id():
    seen = []
    ask(RulesEngine({"construct": lambda payload: seen.append(payload) or {"questions": []}}))
    assert len(seen) == len(BLOCKS) == 1 and "en-0001" not in json.dumps(seen)
    assert [len(scene["elements"]) for scene in seen[0]["scenes"]] == [len(scene.elements) for scene in SCENES]


def test_the_rules_ask_who_says_a_line_and_who_speaks_last():
    (line,) = ask()
    told = [(one["question"], one["answer"]) for one in line.reply["questions"]]
    assert told == [
        ("Who says, “Nobody will look under the loose board”?", "ANN"),
        ("Who says, “That is the end of it, then”?", "CY"),
        ("Who has the last word in the scene in which somebody says, “Nobody will look under the loose board”?", "BO"),
    ]


def test_no_more_questions_than_are_wanted():
    assert len(ask(most=1)[0].reply["questions"]) == 1


def test_the_span_is_the_distance_between_the_evidence_by_the_length_of_the_screenplay():
    (outcome,) = replied(question("Bo", "Ann hides the torn letter", "Bo burns the torn letter"))
    first, second = (SCENES[n].text.index(text) for n, text in ((0, "Ann hides"), (1, "Bo burns")))
    whole = sum(len(scene.text) for scene in SCENES)
    assert outcome.span == round((len(SCENES[0].text) + second - first) / whole, 6) and outcome.hops == 2


@pytest.mark.parametrize(
    ("answer", "quote", "grounded", "hallucinated"),
    [
        ("Robert", "Bo burns the torn letter", True, False),
        ("Ann", "Bo burns the torn letter", False, False),
        ("Dee", "Bo burns the torn letter", False, True),
        ("Bo", "Bo buries the torn letter", False, True),
        ("Bo destroys the letter", "Bo burns the torn letter", True, False),
        ("Three days", "Bo burns the torn letter", True, False),
        ("1931", "Bo burns the torn letter", False, True),
    ],
)
def test_a_question_is_grounded_where_the_scenes_of_its_quotes_hold_its_answer(answer, quote, grounded, hallucinated):
    (outcome,) = replied(question(answer, quote))
    assert (outcome.grounded, outcome.hallucinated) == (grounded, hallucinated)


def test_an_unusable_reply_is_one_question_that_nothing_bears_out():
    (line,) = ask(RulesEngine({"construct": lambda payload: {"nothing": 1}}))
    (outcome,) = raw_text_outcomes("en-0001", "rules", [line], BLOCKS, screenplay())
    assert (outcome.span, outcome.hops, outcome.grounded, outcome.hallucinated) == (None, 0, False, True)


def guided():
    places = [(0, "Ann hides the torn letter."), (1, "Bo burns the torn letter")]
    return item(
        1,
        answer="Bo burns it.",
        path=tuple(
            step(f"units/{SCENES[n].id}.u01", SCENES[n].id, evidence=ground(SCENES[n], text)) for n, text in places
        ),
    )


def test_a_released_item_is_measured_by_its_path():
    (outcome,) = backbone_outcomes("en-0001", [guided()], screenplay())
    assert (outcome.hops, outcome.grounded, outcome.hallucinated) == (2, True, False) and outcome.span > 0.3


def test_the_table_leaves_a_question_without_evidence_out_of_the_mean_span():
    table = item_outcome_table([*replied(question()), *replied(question("Dee", "never said"))])
    raw, backbone = ({column.name: cell for column, cell in zip(table.columns, row, strict=True)} for row in table.rows)
    assert (raw["items"].value, len(raw["span"].records), raw["grounded"].value) == (2, 1, 0.5)
    assert (backbone["items"].value, backbone["hops"].value) == (0, None)


@pytest.fixture
def build(tmp_path: Path) -> Path:
    folder = tmp_path / "build"
    rows = {"scenes": SCENES, "blocks": BLOCKS, "sifted/items": [guided()], "reviewed/entities": PEOPLE}
    for name, records in rows.items():
        write_records(folder / name / "en-0001.jsonl", records)
    return folder


def command(build: Path, out: str, params: Path, *options: str) -> int:
    given = ["--build", str(build), "--films", "en-0001", "--params", str(params), "--out", str(build.parent / out)]
    return main(["study", "raw-text", *given, *options])


def test_the_command_prints_the_table_and_leaves_it_in_three_forms_with_its_numbers(build, capsys):
    assert command(build, "out", CORPUS / "params.yaml") == 0
    out = build.parent / "out"
    assert capsys.readouterr().out == (out / "raw_text.md").read_text()
    with (out / "raw_text.csv").open() as file:
        assert [(row["mode"], row["items"]) for row in csv.DictReader(file)] == [
            ("Raw text", "3"),
            ("Backbone-guided", "1"),
        ]
    assert len(read_records(out / "outcomes.jsonl", ItemOutcome)) == 4


def test_a_model_is_asked_once_per_block_and_its_answers_repeat_the_run_without_it(build, monkeypatch):
    monkeypatch.chdir(build.parent)
    model = {"model": "m", "revision": "1", "quantization": None, "context": 32768, "decoding": {"max_tokens": 500}}
    run = {"run": "r1", "models": {"construct": model, "judge": model}}
    params = build.parent / "params.yaml"
    params.write_text((CORPUS / "params.yaml").read_text().replace("annotator: rules", f"annotator: {json.dumps(run)}"))
    good = json.dumps({"questions": [question()]})
    with ChatServer(lambda asked: asked.completion(good)) as server:
        assert command(build, "out", params, "--engine", "openai", "--address", server.address) == 0
        assert len(server.asked) == 1
    assert command(build, "again", params, "--recordings", str(build.parent / "out/answers")) == 0
    for name in ("outcomes.jsonl", "raw_text.csv", "answers/r1/raw_text/en-0001.jsonl"):
        assert (build.parent / "again" / name).read_bytes() == (build.parent / "out" / name).read_bytes()


def test_more_questions_per_block_than_a_reply_may_hold_is_wrong_usage(build, capsys):
    with pytest.raises(SystemExit):
        command(build, "out", CORPUS / "params.yaml", "--per-block", "21")
    assert "from 1 to 20" in capsys.readouterr().err
