"""Which patches a difference goes back to: patch pt-0001 revised the state cs-0001."""

import factories as make
import role_factories as role

from linedscript.records.layers import LAYERS
from linedscript.records.review import PatchLogEntry, QueueEntry
from linedscript.release.blame import Blame, blame

STATE = "states/cs-0001"


def entry(**changes):
    return PatchLogEntry(
        **dict(
            id="pt-0001", film=make.FILM, layer="states", action="revise", target=STATE, fields=("claim",),
            reason="other", note="The scene says so.", scenes=("s0001",), reviewer="r1", date="2026-01-31",
            supersedes=None, superseded_by=None, before_sha256=None, after_sha256=None, stale=(),
        )
        | changes
    )  # fmt: skip


def found(patch=None, **changed):
    """``changed``: by layer the rows that differ, each as it is now."""
    rows = {layer: [] for layer in LAYERS}
    after = rows | {"patches": [patch or entry()]} | {layer: list(group) for layer, group in changed.items()}
    differing = {layer: {row.id: (row,) for row in group} for layer, group in changed.items()}
    return {f"{layer}/{name}": one for (layer, name), one in blame(rows, after, differing).items()}


def test_what_is_put_together_of_a_patched_record_goes_back_to_the_patch_through_it():
    told = found(
        rubrics=[make.rubric(states=(make.claim(source=STATE),))],
        ties=[make.tie(phases=(make.phase(source=STATE),))],
        scaffolds=[role.scaffold(supporting=(role.supporting(source=STATE),))],
    )
    assert set(told.values()) == {Blame("reference", ("pt-0001",), (STATE,))} and len(told) == 3


def test_a_record_goes_back_over_others_that_changed_by_the_patch():
    told = found(
        ties=[make.tie(phases=(make.phase(source=STATE),))], packs=[role.pack(ties=("tie-0001",), phases=(0,))]
    )
    assert told["packs/rp-0001"] == Blame("reference", ("pt-0001",), ("ties/tie-0001",))


def test_a_role_package_goes_back_to_what_it_counts():
    told = found(
        entry(stale=("items/t2-0001",)), items=[make.item(subjects=("ent-0001",))], roles=[role.role_package()]
    )
    assert told["items/t2-0001"].how == "stale"
    assert told["roles/ent-0001"] == Blame("reference", ("pt-0001",), ("items/t2-0001",))


def test_the_queue_says_what_a_patch_made_stale():
    row = QueueEntry(
        id="stale:items/t2-0001", film=make.FILM, kind="stale", layer="items", record="t2-0001", priority=1,
        detail="withheld", scenes=(),
    )  # fmt: skip
    told = found(entry(stale=("items/t2-0001",)), queue=[row])
    assert told["queue/stale:items/t2-0001"] == Blame("account", ("pt-0001",), ("items/t2-0001",))


def test_what_nothing_patched_leads_to_has_no_patch():
    told = found(rubrics=[make.rubric(states=(make.claim(source="states/cs-0009"),))])
    assert told["rubrics/cp-0001-01"] == Blame("none", (), ())
