"""What graph construction keeps, repairs, merges and drops."""

import msgspec
from factories import entity, mention, mention_relation, participant, span, unit
from hypothesis import given
from hypothesis import strategies as st

from linedscript.backbone.graph import build_graph
from linedscript.backbone.identity_key import d10_key
from linedscript.backbone.registry import registry
from linedscript.records.entity import ENTITY_TYPES
from linedscript.records.relation import Predicate, Qualifier, TimeRange


def entity_of(number, *types, name=None, mentions=None):
    return entity(
        number, name or f"N{number}", types=types or ("Character",), mentions=mentions or (f"s0001.m{number:02d}",)
    )


def graph(extracted=(), entities=(), units=(), mentions=()):
    return build_graph("en-0001", units, mentions, extracted, entities, registry())


ANN, BO = entity_of(1), entity_of(2)


def test_endpoints_become_canonical_ids():
    found = graph([mention_relation()], [ANN, BO]).relations
    assert [(relation.id, relation.subject, relation.object) for relation in found] == [
        ("rel-0001", "ent-0001", "ent-0002")
    ]


def test_a_dangling_endpoint_is_dropped_and_recorded():
    found = graph([mention_relation(object="s0001.m09")], [ANN, BO])
    assert (found.relations, [(r.action, r.record) for r in found.repairs]) == (
        [],
        [("dangling_endpoint", "relations/s0001.r01")],
    )


def test_a_relation_that_merging_turned_on_itself_is_dropped_and_recorded():
    found = graph([mention_relation()], [entity_of(1, mentions=("s0001.m01", "s0001.m02"))])
    assert (found.relations, found.repairs[0].action) == ([], "self_loop")


def test_a_predicate_that_one_of_several_types_admits_stays():
    station = entity_of(2, "Organization", "Location")
    found = graph([mention_relation(predicate="located_at")], [ANN, station])
    assert (found.relations[0].predicate, found.repairs) == ("located_at", [])


def test_types_that_admit_one_predicate_rewrite_a_wrong_one_to_it():
    found = graph([mention_relation(predicate="possesses")], [ANN, entity_of(2, "Location")])
    assert (found.relations[0].predicate, found.repairs[0].action, found.repairs[0].after) == (
        "located_at",
        "retyped",
        "located_at",
    )


def test_types_that_admit_several_predicates_remove_a_wrong_one():
    found = graph([mention_relation(predicate="located_at")], [ANN, BO])
    assert (found.relations, found.repairs[0].action) == ([], "ambiguous_type")


def test_types_that_admit_no_predicate_remove_the_relation():
    found = graph([mention_relation(predicate="leads")], [entity_of(1, "TimePoint"), entity_of(2, "Location")])
    assert (found.relations, found.repairs[0].action) == ([], "no_valid_type")


def test_duplicates_merge_their_evidence_and_keep_the_richer_description():
    found = graph(
        [
            mention_relation(1, description="Kin.", evidence=(span(start=0),), confidence=0.5),
            mention_relation(
                2, description="Ann is Bo's elder sister.", evidence=(span(start=9, end=12),), confidence=0.8
            ),
        ],
        [ANN, BO],
    )
    (one,) = found.relations
    assert (one.description, [e.start for e in one.evidence], one.confidence) == (
        "Ann is Bo's elder sister.",
        [0, 9],
        0.8,
    )


def test_a_merged_duplicate_is_recorded_with_the_relation_that_carries_on():
    found = graph([mention_relation(1), mention_relation(2)], [ANN, BO])
    assert [(r.action, r.record, r.into) for r in found.repairs] == [
        ("merged_duplicate", "relations/s0001.r02", "relations/rel-0001")
    ]


def test_a_symmetric_predicate_is_one_relation_whichever_end_comes_first():
    found = graph([mention_relation(1), mention_relation(2, subject="s0001.m02", object="s0001.m01")], [ANN, BO])
    assert len(found.relations) == 1


def test_polarity_modality_qualifiers_and_time_keep_relations_apart():
    changes = (
        {},
        {"polarity": "negative"},
        {"modality": "reported"},
        {"qualifiers": (Qualifier(name="kind", value="aunt"),)},
        {"time_range": TimeRange(start="s0001", end=None, text=None)},
    )
    found = graph([mention_relation(number, **change) for number, change in enumerate(changes, 1)], [ANN, BO])
    assert len(found.relations) == len(changes)


def test_relation_ids_follow_the_first_evidence():
    late = mention_relation(1, predicate="leads", evidence=(span("s0002"),))
    early = mention_relation(2, evidence=(span("s0001"),))
    assert [relation.predicate for relation in graph([late, early], [ANN, BO]).relations] == ["kinship_with", "leads"]


def test_an_event_with_the_name_of_an_entity_gives_way_to_it():
    lamps = entity_of(3, "Occasion", name="The Blessing")
    found = graph(units=[unit(1, label="Blessing"), unit(2)], entities=[lamps])
    assert [u.id for u in found.units] == ["s0001.u02"]
    assert [(r.action, r.record, r.into) for r in found.repairs] == [
        ("outranked_by_entity", "units/s0001.u01", "entities/ent-0003")
    ]


def test_an_event_with_the_name_of_a_concept_stays():
    found = graph(units=[unit(1, label="Betrayal")], entities=[entity_of(3, "Concept", name="Betrayal")])
    assert len(found.units) == 1


def test_participants_resolve_by_the_mention_of_their_name_in_the_scene():
    mentions = [mention(1, "ANN", normalized="Ann")]
    drawn = unit(participants=(participant("Ann", None), participant("nobody", None)))
    found = graph(units=[drawn], entities=[ANN, BO], mentions=mentions).units[0].participants
    assert [(p.mention, p.entity) for p in found] == [("s0001.m01", "ent-0001"), (None, None)]


def test_a_name_that_two_entities_of_the_film_have_resolves_to_the_one_in_the_scene():
    one = entity_of(1, name="Reyes", mentions=("s0001.m01",))
    two = entity_of(2, name="Reyes", mentions=("s0002.m01",))
    drawn = unit(id="s0002.u01", scene="s0002", participants=(participant("Reyes", None),))
    assert graph(units=[drawn], entities=[one, two]).units[0].participants[0].entity == "ent-0002"


def test_a_name_that_two_entities_share_resolves_to_neither():
    one, two = entity_of(1, name="Reyes", mentions=("s0002.m01",)), entity_of(2, name="Reyes", mentions=("s0003.m01",))
    drawn = unit(participants=(participant("Reyes", None),))
    assert graph(units=[drawn], entities=[one, two]).units[0].participants[0].entity is None


ENTITIES = st.lists(
    st.lists(st.sampled_from(ENTITY_TYPES), min_size=1, max_size=2, unique=True), min_size=1, max_size=5
).map(
    lambda kinds: [
        entity_of(n, *sorted(k, key=ENTITY_TYPES.index), mentions=(f"s0001.m{2 * n - 1:02d}", f"s0001.m{2 * n:02d}"))
        for n, k in enumerate(kinds, 1)
    ]
)
RELATIONS = st.lists(
    st.tuples(
        st.integers(1, 12),
        st.sampled_from(Predicate.__args__),
        st.integers(1, 12),
        st.sampled_from(("positive", "negative")),
        st.sampled_from(("actual", "reported")),
        st.integers(0, 40),
    ),
    max_size=25,
).map(
    lambda rows: [
        mention_relation(
            number,
            subject=f"s0001.m{a:02d}",
            predicate=p,
            object=f"s0001.m{b:02d}",
            polarity=polarity,
            modality=modality,
            description="x " * (start % 5 + 1),
            evidence=(span(start=start, end=start + 3),),
        )
        for number, (a, p, b, polarity, modality, start) in enumerate(rows, 1)
    ]
)


@given(ENTITIES, RELATIONS)
def test_a_built_graph_has_no_dangling_end_self_loop_duplicate_or_unlicensed_predicate(entities, extracted):
    found = graph(extracted, entities)
    types = {entity.id: entity.types for entity in entities}
    assert all(relation.subject in types and relation.object in types for relation in found.relations)
    assert all(relation.subject != relation.object for relation in found.relations)
    assert len({d10_key(relation) for relation in found.relations}) == len(found.relations)
    assert all(registry().valid(r.predicate, types[r.subject], types[r.object]) for r in found.relations)


@given(ENTITIES, RELATIONS)
def test_every_extracted_relation_is_in_the_graph_or_has_its_repair(entities, extracted):
    found = graph(extracted, entities)
    ended = [repair for repair in found.repairs if repair.action != "retyped"]
    assert len(found.relations) + len(ended) == len(extracted)


@given(ENTITIES, RELATIONS)
def test_building_a_built_graph_again_changes_nothing(entities, extracted):
    once = graph(extracted, entities).relations
    first = {entity.id: entity.mentions[0] for entity in entities}
    again = [
        mention_relation(
            number,
            **{
                name: getattr(r, name)
                for name in (
                    "predicate",
                    "description",
                    "polarity",
                    "modality",
                    "qualifiers",
                    "time_range",
                    "persistence",
                    "confidence",
                    "evidence",
                    "made",
                )
            }
            | {"subject": first[r.subject], "object": first[r.object]},
        )
        for number, r in enumerate(once, 1)
    ]
    twice = graph(again, entities)
    assert (twice.relations, twice.repairs) == (once, [])


@given(ENTITIES, RELATIONS, st.randoms())
def test_the_graph_does_not_depend_on_the_order_of_its_inputs(entities, extracted, random):
    mixed = list(extracted)
    random.shuffle(mixed)
    assert msgspec.json.encode(graph(mixed, entities)) == msgspec.json.encode(graph(extracted, entities))


def test_a_repair_quotes_no_name():
    lamps = entity_of(3, "Occasion", name="The Blessing")
    found = graph([mention_relation(1), mention_relation(2)], [ANN, BO, lamps], units=[unit(1, label="Blessing")])
    assert [(r.before, r.after) for r in found.repairs] == [
        ("s0001.m01 kinship_with s0001.m02", "ent-0001 kinship_with ent-0002"),
        ("Event", None),
    ]
