"""What holds whatever the records and patches are."""

import factories as make
from hypothesis import given, settings
from hypothesis import strategies as st

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import id_key
from linedscript.review.apply import apply_patches
from linedscript.review.drafting import to_yaml
from linedscript.review.notes import note_problem
from linedscript.review.patches import decode
from linedscript.review.references import references

NUMBERS = st.integers(1, 6)
NAMES = ("Ann", "Bo", "the pilot", "林晚秋", "苏映月", "Wren")


@st.composite
def films(draw):
    """Six entities, and relations, a unit with its Episode, presence and states between any of them."""

    def entity():
        return f"ent-{draw(NUMBERS):04d}"

    entities = [make.entity(number, name) for number, name in enumerate(NAMES, 1)]
    relations, seen = [], set()
    for number in range(1, draw(st.integers(0, 8)) + 1):
        ends = tuple(sorted((entity(), entity())))
        if ends[0] != ends[1] and ends not in seen:
            seen.add(ends)
            relations.append(make.relation(number, subject=ends[0], object=ends[1]))
    unit = make.unit(participants=tuple(make.participant("x", entity()) for _ in range(draw(st.integers(0, 3)))))
    cast = draw(st.sets(NUMBERS, max_size=4))
    episode = make.episode(
        participants=tuple(sorted({entity() for _ in range(draw(st.integers(0, 3)))})),
        cites=(make.cite("units", unit, "participants"), *(make.cite("entities", one, "name") for one in entities[:2])),
    )
    states = [
        make.state(number, character=f"ent-{who:04d}", catalyst=None) for number, who in enumerate(sorted(cast), 1)
    ]
    return {
        "units": [unit],
        "entities": entities,
        "relations": relations,
        "episodes": [episode],
        "links": [],
        "storylines": [],
        "presence": [make.presence("s0001", f"ent-{who:04d}") for who in sorted(cast)],
        "perception": [make.perception("s0001.u01", f"ent-{who:04d}") for who in sorted(cast)],
        "focal": [make.focal(f"ent-{who:04d}") for who in sorted(cast)],
        "states": states,
        "items": [
            make.item(
                1,
                subjects=(entity(),),
                cites=(make.cite("episodes", episode, "participants"),),
                path=(make.step("entities/" + entity()), make.step("episodes/ep-0001", "s0002")),
            )
        ],
    }


def _merge(number, gone, into):
    return decode(
        {
            "id": f"pt-{number:04d}",
            "film": "en-0001",
            "layer": "entities",
            "action": "merge",
            "target": f"ent-{gone:04d}",
            "expect": {"name": NAMES[gone - 1], "also": {f"entities/ent-{into:04d}": {"name": NAMES[into - 1]}}},
            "value": {"into": f"ent-{into:04d}"},
            "reason": "identity",
            "note": "The two are one person.",
            "scenes": ["s0001"],
            "reviewer": "r1",
            "date": "2026-01-31",
            "dependents": None,
            "supersedes": None,
        },
        "x",
    )


MERGES = st.lists(st.tuples(NUMBERS, NUMBERS).filter(lambda pair: pair[0] != pair[1]), max_size=3)


def _applicable(pairs):
    """Merges whose ends are both still there."""
    gone, patches = set(), []
    for old, into in pairs:
        if not {old, into} & gone:
            gone.add(old)
            patches.append(_merge(len(patches) + 1, old, into))
    return patches


@settings(max_examples=40, deadline=None)
@given(films())
def test_applying_no_patches_is_the_identity(film):
    reviewed = apply_patches("en-0001", film, [], [])
    assert reviewed.layers == {
        layer: sorted(records, key=lambda record: id_key(record.id)) for layer, records in film.items()
    }
    assert (reviewed.stale, reviewed.tombstones, reviewed.superseded, reviewed.log) == ([], [], [], [])


@settings(max_examples=40, deadline=None)
@given(films(), MERGES)
def test_after_merges_no_reference_dangles(film, pairs):
    reviewed = apply_patches("en-0001", film, [], _applicable(pairs))
    there = {(layer, record.id) for layer, records in reviewed.layers.items() for record in records}
    assert not [
        (record.id, path, to)
        for layer, records in reviewed.layers.items()
        for record in records
        for path, to in references(layer, record)
        if to not in there
    ]


@settings(max_examples=40, deadline=None)
@given(films(), MERGES)
def test_every_record_is_released_withheld_or_has_a_tombstone(film, pairs):
    reviewed = apply_patches("en-0001", film, [], _applicable(pairs))
    accounted = {f"{layer}/{record.id}" for layer, records in reviewed.layers.items() for record in records}
    accounted |= {entry.id for entry in reviewed.stale} | {stone.id for stone in reviewed.tombstones}
    assert {f"{layer}/{record.id}" for layer, records in film.items() for record in records} <= accounted


@settings(max_examples=40, deadline=None)
@given(films(), MERGES)
def test_the_chain_of_successors_ends_at_a_record(film, pairs):
    reviewed = apply_patches("en-0001", film, [], _applicable(pairs))
    stones = {stone.id: stone for stone in reviewed.tombstones}
    there = {f"{layer}/{record.id}" for layer, records in reviewed.layers.items() for record in records}
    there |= {entry.id for entry in reviewed.stale}
    for stone in stones.values():
        for successor in stone.successors:
            while successor in stones and stones[successor].successors:
                successor = stones[successor].successors[0]
            assert successor in there or successor in stones


@settings(max_examples=40, deadline=None)
@given(films(), MERGES, st.randoms(use_true_random=False))
def test_the_order_in_which_patches_are_given_does_not_matter(film, pairs, random):
    patches = _applicable(pairs)
    shuffled = random.sample(patches, len(patches))
    assert apply_patches("en-0001", film, [], patches) == apply_patches("en-0001", film, [], shuffled)


@settings(max_examples=40, deadline=None)
@given(films(), MERGES)
def test_reviewing_the_reviewed_layers_again_changes_nothing(film, pairs):
    reviewed = apply_patches("en-0001", film, [], _applicable(pairs))
    if not reviewed.stale:  # a withheld Episode leaves its units without one
        assert apply_patches("en-0001", reviewed.layers, [], []).layers == reviewed.layers


@settings(max_examples=40, deadline=None)
@given(films(), MERGES)
def test_a_record_that_no_patch_touched_is_byte_for_byte_the_models(film, pairs):
    reviewed = apply_patches("en-0001", film, [], _applicable(pairs))
    touched = {entry.id for entry in reviewed.superseded}
    model = {f"{layer}/{record.id}": record for layer, records in film.items() for record in records}
    for layer, records in reviewed.layers.items():
        for record in records:
            text = f"{layer}/{record.id}"
            assert text in touched or text not in model or model[text] == record


@settings(max_examples=40, deadline=None)
@given(st.text(min_size=10, max_size=80).filter(lambda note: not note_problem(note)), st.text(max_size=30))
def test_a_patch_file_holds_any_text(note, summary):
    from linedscript.io.yaml import loads

    data = {
        "id": "pt-0001",
        "film": "en-0001",
        "layer": "units",
        "action": "revise",
        "target": "s0001.u01",
        "expect": {"summary": "Ann waits."},
        "value": {"summary": summary},
        "reason": "other",
        "note": note,
        "scenes": [],
        "reviewer": "r1",
        "date": "2026-01-31",
        "dependents": None,
        "supersedes": None,
    }
    try:
        data["note"].encode(), data["value"]["summary"].encode()
    except UnicodeEncodeError:
        return
    patch = decode(data, "x")
    try:
        assert decode(loads(to_yaml(patch), "x"), "x") == patch
    except LinedscriptError as error:
        assert error.code == "invalid-yaml" and not (note + summary).isprintable()
