"""What of a film's reviewed records goes into its assembled layers."""

from factories import checkpoint, entity, focal, scene, state
from projects import CORPUS

from linedscript.io.yaml import load
from linedscript.records.character import Anchor
from linedscript.records.layers import ASSEMBLED
from linedscript.suites.stage.assembling import Film, assemble_film

PARAMS = load(CORPUS / "params.yaml")
SETTINGS = PARAMS["stage"] | {"observations": PARAMS["observations"]}


def assembled(*checkpoints):
    """Of a film of two scenes with one focal character and these reviewed checkpoints."""
    held = {
        "scenes": [scene(index=1), scene(index=2)],
        "entities": [entity()],
        "focal": [focal()],
        "states": [state()],
        "checkpoints": list(checkpoints),
    }
    return assemble_film(Film("en-0001", "en", lambda layer: held.get(layer, [])), SETTINGS)


def at(number, **changes):
    return checkpoint(number, anchor=Anchor(scene=f"s{number:04d}", offset=20), **changes)


def test_every_assembled_layer_is_made():
    assert tuple(assembled(at(1), at(2, kind="final"))) == ASSEMBLED


def test_a_trajectory_of_two_checkpoints_has_an_interval_and_a_rubric_for_each():
    layers = assembled(at(1), at(2, kind="final"))
    assert [one.id for one in layers["intervals"]] == ["cp-0001-01", "cp-0001-02"]
    assert [one.id for one in layers["rubrics"]] == ["cp-0001-01", "cp-0001-02"]


def test_a_checkpoint_that_review_left_alone_is_asked_about_by_no_task():
    layers = assembled(at(1))
    assert [(row.id, row.checkpoints, row.why_none) for row in layers["trajectories"]] == [("ent-0001", (), "withheld")]
    assert layers["intervals"] == [] and layers["rubrics"] == []
