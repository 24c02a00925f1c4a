from functools import lru_cache
from typing import Annotated, Any

import jsonschema
import msgspec
import pytest
from layer_requests import REPLIES, SCRIPTS, draw_sample
from msgspec import Meta

from linedscript.backbone.relations import QualifierDraft
from linedscript.engines.grammar import KEYWORDS, grammar, unbounded
from linedscript.records.relation import Qualifier

QUOTE = {"text": "Ann waits", "element": None, "occurrence": 1}
UNIT = {
    "kind": "Event",
    "label": "Ann waits",
    "summary": "Ann waits.",
    "trigger": None,
    "participants": [{"name": "Ann", "role": "agent"}],
    "place": None,
    "time": None,
    "polarity": "positive",
    "modality": "actual",
    "quotes": [QUOTE],
}
LINK = {
    "target": "ep-0002",
    "type": "causes",
    "bridge": "participant",
    "entities": [],
    "units": [],
    "note": "安",
    "rationale": "因为安。",
    "confidence": 0.5,
}
RELATION = {
    "subject": "m01",
    "predicate": "leads",
    "object": "m02",
    "description": "Ann leads Bo.",
    "polarity": "positive",
    "modality": "actual",
    "qualifiers": [],
    "time": None,
    "persistence": "lasting",
    "confidence": 1,
    "quotes": [QUOTE],
}
GOOD = {
    "units": {"units": [UNIT]},
    "extracted": {"relations": [RELATION]},
    "links": {"links": [LINK]},
    "entities": {"verdict": "uncertain", "reason": "too little"},
    "reflection": {"score": 7.5, "critical": False, "feedback": ""},
}
BAD = [
    ("units", {"units": [UNIT | {"kind": "Happening"}]}),
    ("units", {"units": [UNIT | {"mood": "dark"}]}),
    ("units", {"units": [{name: value for name, value in UNIT.items() if name != "label"}]}),
    ("units", {"units": [UNIT | {"label": "x" * 301}]}),
    ("units", {"units": [UNIT | {"label": ""}]}),
    ("units", {"units": [UNIT | {"quotes": []}]}),
    ("units", {"units": [UNIT | {"quotes": [QUOTE | {"element": -1}]}]}),
    ("units", {"units": UNIT}),
    ("extracted", {"relations": [RELATION | {"qualifiers": [{"name": "kind", "value": "姑" * 161}]}]}),
    ("extracted", {"relations": [RELATION | {"confidence": 1.5}]}),
    ("links", {"links": [LINK | {"target": "x" * 41}]}),
    ("links", {"links": [LINK | {"units": ["s0001.u01"] * 21}]}),
    ("entities", {"verdict": "same", "reason": "so"}),
    ("reflection", {"score": 11, "critical": False, "feedback": ""}),
    ("reflection", {"score": 5, "critical": False, "feedback": "x" * 1001}),
    ("reflection", {"score": 5, "critical": "no", "feedback": ""}),
]


def fits(schema: dict[str, Any], reply: Any) -> bool:
    return jsonschema.Draft202012Validator(schema).is_valid(reply)


def places(schema: Any) -> list[dict[str, Any]]:
    """Every schema within a schema, itself first."""
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *([schema.get("items")] * 1)]
    return [schema] + [found for one in inner if one for found in places(one)]


@pytest.mark.parametrize("layer", REPLIES)
def test_a_layers_reply_has_a_greatest_length_everywhere(layer):
    assert unbounded(grammar(REPLIES[layer])) == []


@pytest.mark.parametrize("layer", REPLIES)
def test_a_layers_grammar_has_no_keyword_that_a_server_might_drop(layer):
    assert {key for schema in places(grammar(REPLIES[layer])) for key in schema} <= KEYWORDS


@pytest.mark.parametrize("layer", REPLIES)
def test_a_layers_grammar_wants_every_field_and_no_other(layer):
    for schema in places(grammar(REPLIES[layer])):
        if schema.get("type") == "object":
            assert set(schema["required"]) == set(schema["properties"]) and schema["additionalProperties"] is False


@pytest.mark.parametrize("layer", GOOD)
def test_a_grammar_admits_what_the_reply_type_admits(layer):
    assert fits(grammar(REPLIES[layer]), GOOD[layer])
    msgspec.convert(GOOD[layer], REPLIES[layer])


@pytest.mark.parametrize(("layer", "reply"), BAD)
def test_a_grammar_refuses_what_the_reply_type_refuses(layer, reply):
    assert not fits(grammar(REPLIES[layer]), reply)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(reply, REPLIES[layer])


@lru_cache
def answers(film):
    return [request.payload for request in draw_sample(film).requests["reflection"]]


@pytest.mark.parametrize("film", SCRIPTS)
def test_every_answer_of_the_rules_fits_its_grammar(film):
    for judged in answers(film):
        assert fits(grammar(REPLIES[judged["layer"]]), judged["reply"]), judged["layer"]


def test_what_has_no_greatest_length_is_named_by_its_path():
    class Inner(msgspec.Struct):
        name: str
        count: int

    class Reply(msgspec.Struct):
        rows: list[Inner]
        few: Annotated[list[str], Meta(max_length=3)]
        free: dict[str, bool]
        more: Any

    assert unbounded(grammar(Reply)) == ["rows", "rows[].name", "rows[].count", "few[]", "free", "more"]


class Tree(msgspec.Struct):
    below: "list[Tree]"


def test_a_reply_that_refers_to_itself_has_no_grammar():
    with pytest.raises(ValueError, match="Tree refers to itself"):
        grammar(Tree)


def test_a_pair_of_fixed_places_has_no_grammar():
    class Reply(msgspec.Struct):
        pair: tuple[int, int]

    with pytest.raises(ValueError, match="prefixItems"):
        grammar(Reply)


def test_a_relations_qualifiers_have_the_names_of_the_record():
    assert QualifierDraft.__annotations__["name"] == Qualifier.__annotations__["name"]
