"""What a plan takes for certain and what for an estimate, and the prompts that a model has no room for."""

import ast
from pathlib import Path

import msgspec
import pytest

from linedscript.engines import counting
from linedscript.engines.counting import LAST, FilmCounts, room
from linedscript.engines.recordings import Answers
from linedscript.engines.requests import make_request
from linedscript.records.params import Annotator, Model, Models
from linedscript.workflow import drawing

MODEL = Model(model="m", revision="1", quantization=None, context=8192, decoding={"max_tokens": 900})


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[str, ...]


@pytest.fixture
def counts(monkeypatch):
    monkeypatch.setattr(counting, "messages", lambda request, prompts: [{"content": request.payload["text"]}])
    monkeypatch.setattr(counting.CountingEngine, "_stand_in", lambda self, request: {"units": []})
    return FilmCounts(
        "en-0001", Annotator(run="r1", models=Models(construct=MODEL, judge=MODEL)), Answers("r1", [], None), len
    )


def ask(counts, layer, role="construct", text="Ann waits."):
    engine = counts.engine(layer)
    for _ in range(2):
        asked = make_request(
            layer=layer,
            film="en-0001",
            key="s0001",
            role=role,
            prompt=None,
            prompt_sha256=None,
            payload={"text": text},
            reply=Reply,
            decoding={},
        )
        engine.ask([asked], Reply)
    return counts.counts[layer, role]


def test_what_follows_from_a_stand_in_is_an_estimate(counts):
    ask(counts, "units")
    assert not ask(counts, "mentions").exact


def test_a_stand_in_in_a_layer_of_which_nothing_is_drawn_makes_an_estimate_of_that_layer_alone(counts):
    assert not ask(counts, "traits").exact
    engine = counts.engine("memories")
    assert not counts.guessed and not engine._guessed


def test_the_layers_of_which_nothing_is_drawn_are_those_whose_records_the_drawing_throws_away():
    tree = ast.parse(Path(drawing.__file__).read_text(encoding="utf-8"))
    film = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "draw_film")
    thrown = [node.value for node in film.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    how = [keyword.value for call in thrown for keyword in call.keywords if keyword.arg is None]
    assert {call.args[0].value for call in how if call.func.id == "how"} == LAST


@pytest.mark.parametrize(
    ("decoding", "left"),
    [({"max_tokens": 900}, 7292), ({"max_completion_tokens": 92}, 8100), ({"temperature": 0}, 8192)],
)
def test_a_model_has_room_for_what_its_context_leaves_beside_the_reply(decoding, left):
    assert room(msgspec.structs.replace(MODEL, decoding=decoding)) == left


def test_the_longest_prompt_is_told_and_those_that_are_too_long_are_counted(counts):
    ask(counts, "units", text="x" * 40)
    count = ask(counts, "units", text="x" * 8000)
    assert (count.largest, count.too_long, count.asked) == (8000, 2, 4)
