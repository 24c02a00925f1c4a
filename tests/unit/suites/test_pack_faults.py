"""Each way in which the two sides of Task III could mix is caught by name."""

import msgspec
import pytest
from factories import at, checkpoint, entity, exemplar, memory, phase, scene, span, state, tie, trait
from role_factories import prompt

from linedscript.suites.stage.actor import actor_side, asked
from linedscript.suites.stage.pack_faults import filled_faults, pack_faults
from linedscript.suites.stage.packs import assemble_pack
from linedscript.suites.stage.scaffolds import assemble_scaffold, evaluator_side

SETTINGS = {"budget": 400, "reserve": 0, "exemplars": 2, "phases": 2, "tokenizer": "linedscript/1"}
STATES = [
    state(1, aspect="role", claim="Ann is a clerk.", value="clerk", valid_to=at(3, 0)),
    state(2, aspect="role", claim="Ann is the boss.", value="boss", valid_from=at(3, 0), evidence=(span("s0003"),)),
]
POINTS = [checkpoint(1, 2, 50), checkpoint(2, 4, 50)]
SIDE = actor_side(
    "en",
    [scene(f"INT. A - DAY\n\nAnn: I'm number {number}.\n", number) for number in range(1, 6)],
    [entity(1, "Ann"), entity(2, "Bo")],
    POINTS,
    STATES,
    (),
    [trait(1), trait(2, valid_from=at(3, 0)), trait(3, valid_to=at(2, 0))],
    [exemplar(1), exemplar(2, at=at(3, 0), evidence=(span("s0003"),))],
    [memory(1), memory(2, 3), memory(3, 1, character="ent-0002")],
    [tie(1, phase(), phase("They part.", valid_from=at(3, 0), source="states/cs-0009"))],
)
PROMPT = prompt()
PACK = assemble_pack(asked(PROMPT), SIDE, SETTINGS)
SCAFFOLD = assemble_scaffold(PROMPT, evaluator_side(POINTS, STATES, (), ()), {"future": 2})


def codes(**changes):
    changed = msgspec.structs.replace(PACK, **changes)
    return {fault.code for fault in pack_faults(changed, PROMPT.turns, SIDE)} - {"wrong-tokens"}


def test_an_assembled_pack_has_no_fault():
    assert pack_faults(PACK, PROMPT.turns, SIDE) == []


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("leak-later", {"traits": ("tr-0002",)}),
        ("expired-trait", {"traits": ("tr-0003",)}),
        ("leak-later", {"exemplars": ("ex-0002",)}),
        ("leak-later", {"memories": ("mm-0001", "mm-0002")}),
        ("leak-later", {"left_out": ("mm-0002",)}),
        ("unknown-record", {"memories": ("mm-0003",)}),
        ("unknown-record", {"memories": ("mm-0099",)}),
        ("unknown-record", {"checkpoint": "cp-0001-09"}),
        ("leak-later", {"phases": ("states/cs-0009",)}),
        ("leak-later", {"identity": "Ann. Ann is the boss."}),
        ("pack-over-budget", {"budget": 5}),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value)),
)
def test_a_pack_that_holds_too_much_is_caught_by_name(code, changes):
    assert codes(**changes) == {code}


def test_a_pack_whose_token_count_is_wrong_is_caught():
    wrong = msgspec.structs.replace(PACK, tokens=1)
    assert [fault.code for fault in pack_faults(wrong, PROMPT.turns, SIDE)] == ["wrong-tokens"]


def test_a_filled_pack_says_nothing_of_the_evaluators_side():
    assert filled_faults(PACK, PROMPT.turns, SIDE, SCAFFOLD) == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("leak-reference", f"Remember: {PROMPT.stance.upper()}"),
        ("leak-later", "By the way, ann is\nthe boss."),
        ("leak-id", "See cs-0004."),
        ("leak-id", "You know rp-0001.f01."),
        ("leak-id", "It happens in s0012.u03."),
        ("leak-checkpoint", "As of cp-0001-02."),
    ],
)
def test_a_filled_pack_that_mixes_the_sides_is_caught_by_name(code, text):
    told = msgspec.structs.replace(PACK, identity=text)
    assert [fault.code for fault in filled_faults(told, PROMPT.turns, SIDE, SCAFFOLD)] == [code]
