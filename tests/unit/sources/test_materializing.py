from functools import partial
from pathlib import Path

import pytest
from factories import entity, span, unit
from identity_maps import replaced
from source_rows import SCRIPT, source

from linedscript.errors import LinedscriptError
from linedscript.identity.matching import matcher
from linedscript.identity.rendering import render_film
from linedscript.io.canonical import encode, write_records
from linedscript.records.layers import LAYERS, RECIPE
from linedscript.screenplay.outline import outline
from linedscript.screenplay.read import read_screenplay
from linedscript.screenplay.scenes import count_words
from linedscript.sources.materializing import Scripts, join

SCENES = read_screenplay(SCRIPT.encode(), "en-0001", "en", budget=1000).scenes
ANN = replaced(1, "Ann", "Theodora")


def quote(words):
    scene = next(scene for scene in SCENES if words in scene.text)
    start = scene.text.index(words)
    return span(scene.id, start, start + len(words), words)


LAYERED = {
    "entities": [entity(1, "Ann", evidence=(quote("Ann waits"),))],
    "units": [unit(1, evidence=(quote("Ann leaves"), quote("Bob comes")))],
}


class FakeRelease:
    """The part of a release that joining reads."""

    def __init__(self, root: Path, layers, recipe=None):
        self.root = root
        self._layers = layers
        if recipe is not None:
            self._layers = layers | {"recipe": recipe}
            write_records(root / "data/recipe/en-0001.jsonl", recipe)

    def rows(self, layer, film):
        assert layer in LAYERS or layer == RECIPE.name
        return self._layers.get(layer, [])


@pytest.fixture
def scripts(tmp_path):
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts/any name.txt").write_text(SCRIPT)
    return tmp_path / "scripts"


def parent(tmp_path):
    return FakeRelease(tmp_path, LAYERED | {"scenes": [outline(scene) for scene in SCENES]})


def pseudonymized(tmp_path, ship=True):
    rendered = render_film(LAYERED, SCENES, [ANN], partial(count_words, language="en"))
    return FakeRelease(tmp_path, rendered.layers, rendered.recipe if ship else None), rendered


def joined(scripts, release, view=False):
    return join("en-0001", "en", source(), Scripts(scripts), release, view)


def test_a_script_is_found_by_its_hash_under_any_name(scripts, tmp_path):
    found = joined(scripts, parent(tmp_path))
    assert (found.status, found.scenes) == ("OK", SCENES)


def test_annotations_carry_the_text_of_their_evidence(scripts, tmp_path):
    found = joined(scripts, parent(tmp_path)).annotations
    assert [row["id"] for row in found] == ["units/s0001.u01", "entities/ent-0001"]
    assert [piece["text"] for piece in found[0]["record"]["evidence"]] == ["Ann leaves", "Bob comes"]


def test_the_pseudonymized_view_has_the_build_s_bytes_with_no_map_read(scripts, tmp_path):
    release, rendered = pseudonymized(tmp_path)
    found = joined(scripts, release, True)
    assert found.status == "OK"
    assert [encode(scene) for scene in found.scenes] == [encode(scene) for scene in rendered.scenes]
    assert found.annotations[0]["record"]["evidence"][0]["text"] == "Theodora leaves"


def test_a_withheld_recipe_is_said_to_be_withheld(scripts, tmp_path):
    release, _ = pseudonymized(tmp_path, ship=False)
    assert joined(scripts, release, True).status == "withheld"


def test_a_name_map_at_hand_stands_in_for_a_withheld_recipe(scripts, tmp_path):
    release, rendered = pseudonymized(tmp_path, ship=False)
    release._layers["scenes"] = [outline(scene) for scene in rendered.scenes]
    found = join("en-0001", "en", source(), Scripts(scripts), release, True, lambda film: matcher([ANN]))
    assert (found.status, found.why) == ("OK", "any name.txt: 2 scenes, 2 annotations")
    assert [encode(scene) for scene in found.scenes] == [encode(scene) for scene in rendered.scenes]


def test_another_map_than_the_release_s_makes_no_view(scripts, tmp_path):
    release, rendered = pseudonymized(tmp_path, ship=False)
    other = matcher([replaced(1, "Ann", "Philippa")])
    found = join("en-0001", "en", source(), Scripts(scripts), release, True, lambda film: other)
    assert found.status == "changed" and "another text than in the release" in found.why


def test_a_withheld_recipe_is_told_with_where_the_map_is_looked_for(scripts, tmp_path):
    release, _ = pseudonymized(tmp_path, ship=False)
    told = joined(scripts, release, True).hint
    assert "private/identity/en-0001.jsonl" in told and "--identity" in told


def test_a_script_with_other_line_ends_is_changed(scripts, tmp_path):
    (scripts / "any name.txt").write_bytes(SCRIPT.replace("\n", "\r\n").encode())
    found = joined(scripts, parent(tmp_path))
    assert found.status == "changed"
    assert "any name.txt has SHA-256" in found.why


def test_another_text_under_the_index_s_file_name_is_changed(scripts, tmp_path):
    (scripts / "any name.txt").unlink()
    (scripts / "wait.fountain").write_text("INT. BAR - DAY\n\nNobody.\n")
    assert joined(scripts, parent(tmp_path)).status == "changed"


def test_no_script_is_missing_with_what_to_do(scripts, tmp_path):
    (scripts / "any name.txt").unlink()
    found = joined(scripts, parent(tmp_path))
    assert found.status == "missing"
    assert "put your copy of wait.fountain into the folder" in found.hint


def test_a_scene_of_another_hash_is_named(scripts, tmp_path):
    import msgspec

    outlines = [outline(scene) for scene in SCENES]
    outlines[1] = msgspec.structs.replace(outlines[1], sha256="0" * 64)
    found = joined(scripts, FakeRelease(tmp_path, LAYERED | {"scenes": outlines}))
    assert found.status == "changed"
    assert "s0002 has another text" in found.why


def test_evidence_that_does_not_match_is_not_passed_on(scripts, tmp_path):
    wrong = LAYERED | {
        "units": [unit(1, evidence=(span("s0001", 0, 4, "nope"),))],
        "scenes": [outline(scene) for scene in SCENES],
    }
    found = joined(scripts, FakeRelease(tmp_path, wrong))
    assert found.status == "changed"
    assert "units/s0001.u01" in found.why


def test_a_script_is_found_in_any_of_several_folders(scripts, tmp_path):
    (tmp_path / "others").mkdir()
    release = parent(tmp_path)
    for folders in ((scripts, tmp_path / "others"), (tmp_path / "others", scripts)):
        assert join("en-0001", "en", source(), Scripts(*folders), release, False).status == "OK"


def test_a_missing_folder_of_scripts_is_an_error(tmp_path):
    with pytest.raises(LinedscriptError, match="missing-folder"):
        Scripts(tmp_path / "none")


def test_hidden_files_are_not_scripts(scripts, tmp_path):
    (scripts / "any name.txt").rename(scripts / ".hidden.txt")
    assert joined(scripts, parent(tmp_path)).status == "missing"


@pytest.mark.parametrize(
    "retrieval, hint",
    [
        (dict(method="bundled", path="samples/scripts/a.fountain"), "--scripts samples/scripts"),
        (dict(method="address", address="https://example.org/a"), "linedscript sources fetch en-0001"),
        (dict(method="bring_your_own"), "your copy of wait.fountain"),
    ],
    ids=lambda value: value["method"] if isinstance(value, dict) else None,
)
def test_a_missing_script_is_told_where_it_comes_from(tmp_path, retrieval, hint):
    (tmp_path / "none").mkdir()
    joined = join("en-0001", "en", source(**retrieval), Scripts(tmp_path / "none"), parent(tmp_path), False)
    assert joined.status == "missing" and hint in joined.hint
