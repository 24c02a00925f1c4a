import msgspec
import pytest
from factories import (
    access,
    checkpoint,
    development,
    entity,
    exemplar,
    look,
    made,
    mention,
    phase,
    scene,
    span,
    state,
    tie,
    unit,
)
from identity_maps import kept, replaced, title

from linedscript.identity.rendering import render_film, render_text
from linedscript.identity.views import validate_views
from linedscript.records.character import Anchor
from linedscript.screenplay.outline import outline

TEXT = "INT. OFFICE - DAY\n\nAnn Pell waits for Bob. Ann leaves.\n"
SCENE = scene(TEXT)
NAMES = [
    replaced(1, "Ann Pell", "Theodora Q", ("Ann", "Theodora")),
    kept(2, "Bob"),
    title("The Long Wait"),
    title("long-wait", 2),
]


def ev(quote):
    start = TEXT.index(quote)
    return span(start=start, end=start + len(quote), text=quote)


PARENT = {
    "scenes": [outline(SCENE)],
    "entities": [entity(1, "Ann Pell", evidence=(ev("Ann Pell"),)), entity(2, "Bob", evidence=(ev("Bob"),))],
    "units": [unit(1, evidence=(ev("Ann Pell waits"),)), unit(2, label="Bob sits", evidence=(ev("Bob"),))],
    "states": [
        state(
            1,
            valid_from=Anchor(scene="s0001", offset=19),
            valid_to=Anchor(scene="s0001", offset=42),
            evidence=(ev("Ann leaves"),),
        )
    ],
    "exemplars": [
        exemplar(number, at=Anchor(scene="s0001", offset=at), evidence=(ev("Bob"),))
        for number, at in ((1, 19), (2, 42))
    ],
    "audits": [look("units/s0001.u01")],
}
RENDERED = render_film(PARENT, [SCENE], NAMES, lambda text: len(text.split()))


def defects(changes=None, names=NAMES, scenes=None):
    layers = RENDERED.layers | (changes or {})
    found = validate_views(PARENT, layers, names, scenes or RENDERED.scenes, film="en-0001")
    return [(fault.code, fault.place) for fault in found]


def changed(layer, number, **fields):
    rows = list(RENDERED.layers[layer])
    rows[number] = msgspec.structs.replace(rows[number], **fields)
    return {layer: rows}


def test_a_rendered_view_corresponds_to_its_parent():
    assert defects() == []


def test_a_missing_record_is_named():
    found = defects({"units": RENDERED.layers["units"][:1]})
    assert ("view-missing", "units/en-0001.jsonl#s0001.u02") in found
    assert ("view-count", "units/en-0001.jsonl") in found


def test_an_added_record_is_named():
    assert ("view-added", "units/en-0001.jsonl#s0001.u09") in defects(
        {
            "units": [
                *RENDERED.layers["units"],
                unit(9, label="x", summary="x", participants=(), evidence=(), made=made(request=None)),
            ]
        }
    )


def test_a_real_name_left_is_named_with_its_record():
    assert ("alias-left", "units/en-0001.jsonl#s0001.u02") in defects(changed("units", 1, summary="Bob waits for Ann."))


def test_a_real_name_left_in_a_plain_string_is_found():
    assert ("alias-left", "units/en-0001.jsonl#s0001.u02") in defects(changed("units", 1, trigger="ann pell"))


@pytest.mark.parametrize("text", ["It was a long wait.", "THE LONG WAIT", "see long-wait.pdf"])
def test_a_title_or_its_slug_is_found(text):
    names = [*NAMES, title("Long Wait", 3)]
    assert ("title-left", "units/en-0001.jsonl#s0001.u02") in defects(changed("units", 1, summary=text), names)


def test_a_name_left_in_the_scene_text_is_found():
    text = RENDERED.scenes[0].text.replace("Theodora leaves", "Ann leaves")
    scenes = [msgspec.structs.replace(RENDERED.scenes[0], text=text)]
    assert ("alias-left", "scene_texts/en-0001.jsonl#s0001") in defects(scenes=scenes)


def test_a_changed_role_is_found():
    participant = msgspec.structs.replace(RENDERED.layers["units"][0].participants[0], role="patient")
    assert ("view-differs", "units/en-0001.jsonl#s0001.u01") in defects(
        changed("units", 0, participants=(participant,))
    )


def test_a_changed_type_is_found():
    assert ("view-differs", "entities/en-0001.jsonl#ent-0002") in defects(changed("entities", 1, types=("Object",)))


def test_lost_evidence_is_found():
    assert ("evidence-coverage", "units/en-0001.jsonl#s0001.u01") in defects(changed("units", 0, evidence=()))


def test_a_hash_of_original_text_is_found():
    assert ("original-hash", "units/en-0001.jsonl#s0001.u01") in defects(
        changed("units", 0, evidence=PARENT["units"][0].evidence)
    )


def test_a_request_hash_is_found():
    assert ("original-hash", "units/en-0001.jsonl#s0001.u01") in defects(changed("units", 0, made=made()))


def test_two_entities_of_one_name_collide():
    assert ("name-collision", "entities/en-0001.jsonl#ent-0002") in defects(changed("entities", 1, name="Theodora Q"))


def test_an_entity_without_its_pseudonym_is_found():
    assert ("not-one-to-one", "entities/en-0001.jsonl#ent-0001") in defects(changed("entities", 0, name="Zoe"))


def test_a_turned_interval_is_found():
    one = RENDERED.layers["states"][0]
    turned = changed("states", 0, valid_from=one.valid_to, valid_to=one.valid_from)
    assert ("interval-order", "states/en-0001.jsonl#cs-0001") in defects(turned)


def test_an_exemplar_that_comes_before_one_that_it_followed_is_found():
    turned = changed("exemplars", 1, at=Anchor(scene="s0001", offset=0))
    assert ("interval-order", "exemplars/en-0001.jsonl#ex-0002") in defects(turned)


def moments(*anchors):
    """A parent with a checkpoint at each of these places of the one scene, and its rendering."""
    parent = {
        "scenes": [outline(SCENE)],
        "entities": PARENT["entities"],
        "checkpoints": [
            checkpoint(number, anchor=Anchor(scene="s0001", offset=at)) for number, at in enumerate(anchors, 1)
        ],
    }
    return parent, render_film(parent, [SCENE], NAMES, lambda text: len(text.split()))


def test_checkpoints_keep_their_order_in_the_other_view():
    parent, rendered = moments(3, len(SCENE.text))
    assert validate_views(parent, rendered.layers, NAMES, rendered.scenes, film="en-0001") == []
    ends = [row.anchor.offset for row in rendered.layers["checkpoints"]]
    assert ends[0] < ends[1] == len(rendered.scenes[0].text)


def test_checkpoints_that_changed_places_are_found():
    parent, rendered = moments(3, len(SCENE.text))
    one, two = rendered.layers["checkpoints"]
    turned = [msgspec.structs.replace(one, anchor=two.anchor), msgspec.structs.replace(two, anchor=one.anchor)]
    found = validate_views(parent, rendered.layers | {"checkpoints": turned}, NAMES, rendered.scenes, film="en-0001")
    assert [(fault.code, fault.place) for fault in found] == [
        ("interval-order", "checkpoints/en-0001.jsonl#cp-0001-02")
    ]


def test_checkpoints_that_fell_together_are_found():
    parent, rendered = moments(3, len(SCENE.text))
    one, two = rendered.layers["checkpoints"]
    together = [one, msgspec.structs.replace(two, anchor=one.anchor)]
    found = validate_views(parent, rendered.layers | {"checkpoints": together}, NAMES, rendered.scenes, film="en-0001")
    assert [fault.code for fault in found] == ["checkpoint-order"]


def test_the_moments_of_developments_access_and_ties_are_moved_with_the_names_before_them():
    end = Anchor(scene="s0001", offset=len(SCENE.text))
    parent = {
        "scenes": [outline(SCENE)],
        "entities": PARENT["entities"],
        "developments": [development(at=end, evidence=())],
        "access": [access(gained=end, evidence=())],
        "ties": [tie(phases=(phase(valid_from=end),))],
    }
    layers = render_film(parent, [SCENE], NAMES, lambda text: len(text.split())).layers
    moved = {layers["developments"][0].at, layers["access"][0].gained, layers["ties"][0].phases[0].valid_from}
    assert {anchor.offset for anchor in moved} == {len(render_text(SCENE.text, NAMES)[0])}


def test_the_source_of_a_phase_is_no_text_to_render():
    parent = {"scenes": [outline(SCENE)], "entities": PARENT["entities"], "ties": [tie()]}
    rendered = render_film(parent, [SCENE], NAMES, lambda text: len(text.split()))
    assert rendered.layers["ties"][0].phases[0].source == "states/cs-0001"


def test_a_time_that_is_a_name_too_stays_in_a_time_field():
    names = [replaced(1, "June", "Wanda"), kept(2, "June", "common_word")]
    parent = {
        "scenes": [outline(SCENE)],
        "entities": [entity(1, "June", evidence=()), entity(2, "June", types=("TimePoint",), evidence=())],
        "units": [unit(1, label="x", summary="June sits.", participants=(), time="June", evidence=())],
    }
    rendered = render_film(parent, [SCENE], names, lambda text: len(text.split()))
    assert (rendered.layers["units"][0].time, rendered.layers["units"][0].summary) == ("June", "Wanda sits.")
    assert validate_views(parent, rendered.layers, names, rendered.scenes, film="en-0001") == []


def test_a_dropped_name_that_no_entity_has_and_the_map_does_not_decide_is_found():
    """Scene review or a patch ended it: no entity is left to decide on, and the name would stay in every text."""
    parent = PARENT | {"mentions": [mention(1, "Ann Pell"), mention(2, "Cy Dole")]}

    def codes(*names):
        rendered = render_film(parent, [SCENE], names, lambda text: len(text.split()))
        found = validate_views(parent, rendered.layers, names, rendered.scenes, film="en-0001")
        return [(fault.code, fault.place) for fault in found]

    assert codes(*NAMES) == [("name-undecided", "mentions/en-0001.jsonl#s0001.m02")]
    decided = kept(3, "Cy Dole", "common_word")
    for line in (decided, msgspec.structs.replace(decided, id="s0001.m02"), replaced(3, "Cy Dole", "Abel Wray")):
        assert codes(*NAMES, line) == []
