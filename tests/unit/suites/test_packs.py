"""What an actor may see at a checkpoint: nothing later, nothing of the evaluator's, and no more than the budget."""

import pytest
from factories import alias, at, checkpoint, entity, exemplar, memory, phase, relation, scene, span, state, tie, trait
from role_factories import prompt

from linedscript.errors import LinedscriptError
from linedscript.records.stage import Pack, Scaffold
from linedscript.suites.stage.actor import ActorInput, Asked, actor_side, asked, fill, pack_text
from linedscript.suites.stage.packs import assemble_pack, pack_tokens

SETTINGS = {"budget": 400, "reserve": 20, "exemplars": 2, "phases": 2, "tokenizer": "linedscript/1"}
ANN = entity(1, "Ann Lee", aliases=(alias("Ann Lee"), alias("Annie", kind="nickname", first_scene="s0003")))
BO = entity(2, "Bo")
SCENES = [scene(f"INT. A - DAY\n\nAnn: I'm number {number}.\n", number) for number in range(1, 6)]


def side(**held):
    films = dict(states=(), relations=(), traits=(), exemplars=(), memories=(), ties=())
    points = [checkpoint(1, 2, 50), checkpoint(2, 4, 50)]
    return actor_side("en", SCENES, [ANN, BO], points, **films | held)


def pack(held, number=1, settings=SETTINGS, **changes):
    one = asked(prompt(checkpoint=f"cp-0001-{number:02d}", **changes))
    return assemble_pack(one, held, settings)


def test_a_pack_holds_the_memories_acquired_by_then_in_the_order_of_acquiring():
    held = side(memories=[memory(3, 3), memory(2, 1), memory(1, 2), memory(4, 5)])
    assert pack(held, 2).memories == ("mm-0002", "mm-0001", "mm-0003")


def test_a_memory_of_a_later_scene_is_left_out():
    assert pack(side(memories=[memory(1, 3)])).memories == ()


def test_a_memory_later_in_the_same_scene_is_left_out():
    later = memory(1, 2, at=at(2, 51), evidence=(span("s0002", 51, 60),))
    assert pack(side(memories=[later])).memories == ()


def test_a_memory_of_the_same_scene_is_kept_where_a_span_before_the_checkpoint_proves_it():
    early = memory(1, 2, at=at(2, 10), evidence=(span("s0002", 10, 50),))
    assert pack(side(memories=[early])).memories == ("mm-0001",)


@pytest.mark.parametrize(
    "evidence",
    [
        (span("s0002", 10, 51),),
        (span("s0002", kind="scene", start=None, end=None, sha256=None, source=(), grounding=None),),
        (span("s0001"),),
    ],
    ids=["a span that runs over it", "the whole scene", "another scene alone"],
)
def test_a_memory_of_the_same_scene_without_a_span_that_proves_it_is_left_out(evidence):
    assert pack(side(memories=[memory(1, 2, at=at(2, 10), evidence=evidence)])).memories == ()


def test_a_memory_that_leans_on_a_later_scene_is_left_out():
    assert pack(side(memories=[memory(1, 1, evidence=(span("s0001"), span("s0003")))])).memories == ()


def test_a_trait_holds_from_its_last_evidence_until_it_ends():
    traits = [trait(1), trait(2, valid_from=at(3, 0)), trait(3, valid_to=at(2, 0))]
    assert pack(side(traits=traits)).traits == ("tr-0001",)


def test_exemplars_are_the_best_that_are_spoken_by_then():
    exemplars = [exemplar(4, rank=4), exemplar(1, rank=2), exemplar(2, rank=1, at=at(3, 0)), exemplar(3, rank=3)]
    assert pack(side(exemplars=exemplars)).exemplars == ("ex-0001", "ex-0003")


def test_relationships_are_those_to_whom_the_request_names():
    ties = [tie(1), tie(2, phase("Ann is at odds with Cy.", source="states/cs-0002"), other="ent-0003")]
    assert pack(side(ties=ties)).phases == ("states/cs-0001",)


def test_where_the_request_names_nobody_all_relationships_are_shown():
    ties = [tie(1), tie(2, phase("Ann is at odds with Cy.", source="states/cs-0002"), other="ent-0003")]
    assert pack(side(ties=ties), turns=("And you?",)).ties == ("tie-0001", "tie-0002")


def test_a_phase_that_ended_or_comes_later_is_no_relationship_then():
    phases = [phase(valid_to=at(2, 0)), phase(valid_from=at(3, 0), source="states/cs-0002")]
    assert pack(side(ties=[tie(1, *phases)])).phases == ()


def test_a_phase_of_the_checkpoints_scene_needs_a_span_before_it():
    shown = relation(1, evidence=(span("s0002", 10, 20),))
    hidden = relation(2, evidence=(span("s0002", 10, 60),))
    phases = [phase(valid_from=at(2, 10), source=f"relations/rel-000{number}") for number in (1, 2)]
    assert pack(side(ties=[tie(1, *phases)], relations=[shown, hidden])).phases == ("relations/rel-0001",)


def test_the_identity_says_the_position_that_is_held_then():
    roles = [
        state(1, aspect="role", claim="Ann is a clerk.", valid_to=at(3, 0)),
        state(2, aspect="role", claim="Ann is the boss.", valid_from=at(3, 0), evidence=(span("s0003"),)),
    ]
    assert pack(side(states=roles)).identity == "Ann Lee. Ann is a clerk."


def test_the_identity_knows_no_form_of_name_that_comes_later():
    assert [pack(side(), number).identity for number in (1, 2)] == ["Ann Lee.", "Ann Lee, also called Annie."]


def test_the_oldest_memories_are_left_out_first_and_listed():
    held = side(memories=[memory(number, 1, "I " + "really " * 30 + "waited.") for number in range(1, 5)])
    found = pack(held, settings=SETTINGS | {"budget": 140})
    assert (found.left_out, found.memories) == (("mm-0001", "mm-0002"), ("mm-0003", "mm-0004"))


def test_tokens_are_those_of_the_filled_pack_with_its_request():
    held = side(memories=[memory(1)])
    assert pack(held).tokens == pack_tokens(pack(held), prompt().turns, held)


def test_the_reserve_stays_free():
    held = side(memories=[memory(1)])
    full = pack(held).tokens
    assert pack(held, settings=SETTINGS | {"budget": full + 19}).left_out == ("mm-0001",)


def test_a_pack_that_fits_only_over_budget_is_an_error():
    with pytest.raises(LinedscriptError, match="pack-over-budget"):
        pack(side(), settings=SETTINGS | {"budget": 25})


def test_a_filled_pack_reads_as_a_page():
    where = SCENES[0].text.index("I'm")
    spoken = span("s0001", where, len(SCENES[0].text))
    held = side(memories=[memory(1)], traits=[trait(1)], exemplars=[exemplar(1, evidence=(spoken,))], ties=[tie(1)])
    assert pack_text(fill(pack(held), prompt().turns, held)) == (
        "# Ann Lee\n\nAnn Lee.\n\n## How you are and how you speak\n\n- Ann is stubborn.\n\n"
        "## Lines of yours\n\n- I'm number 1.\n\n## Where you stand with others\n\n- Ann is on good terms with Bo.\n\n"
        "## What you remember, the oldest first\n\n- I waited.\n\n"
        "## What you are asked\n\n- How are things between you and Bo?\n"
    )


@pytest.mark.parametrize("kind", [Pack, Asked, ActorInput])
def test_a_type_of_the_actors_side_shares_only_ids_with_the_evaluators(kind):
    ids = {"id", "film", "character", "checkpoint"}
    assert set(kind.__struct_fields__) & set(Scaffold.__struct_fields__) <= ids


@pytest.mark.parametrize("kind", [Pack, Asked, ActorInput])
def test_a_type_of_the_actors_side_has_nothing_of_a_prompt_that_an_evaluator_alone_may_know(kind):
    assert not {"stance", "condition", "pair", "about", "mode"} & set(kind.__struct_fields__)
