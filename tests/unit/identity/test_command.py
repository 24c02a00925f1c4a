"""The command, from a draft to a rendered film, in a folder of its own."""

import json

import msgspec
import pytest
from factories import alias, entity, mention, span, unit
from source_rows import SCRIPT, film

from linedscript.cli.main import main
from linedscript.io.canonical import read_records, write_records
from linedscript.records.base import Record
from linedscript.records.entity import Entity
from linedscript.records.layers import LEFT, OWN, REVIEWED, SIFTED
from linedscript.records.scene import Scene
from linedscript.screenplay.read import read_screenplay
from linedscript.sources.index import load_index, write_index

SCENES = read_screenplay(SCRIPT.encode(), "en-0001", "en", budget=1000).scenes


def quote(words):
    scene = next(scene for scene in SCENES if words in scene.text)
    start = scene.text.index(words)
    return span(scene.id, start, start + len(words), words)


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_records(tmp_path / "manifests/sources.jsonl", [film(1, SCRIPT)])
    write_records(tmp_path / "build/scenes/en-0001.jsonl", SCENES)
    reviewed: dict[str, list[Record]] = {layer: [] for layer in REVIEWED}
    reviewed["entities"] = [
        entity(1, "Ann", aliases=(alias("Ann"),), evidence=(quote("Ann waits"),)),
        entity(2, "Bob", evidence=(quote("Bob comes"),)),
    ]
    reviewed["units"] = [unit(1, evidence=(quote("Ann waits"),))]
    for layer, rows in reviewed.items():
        write_records(tmp_path / f"build/reviewed/{layer}/en-0001.jsonl", rows)
    for folder, layers in (("build", OWN), ("build/review", LEFT), ("build/sifted", SIFTED)):
        for layer in layers:
            write_records(tmp_path / folder / layer / "en-0001.jsonl", [])
    return tmp_path


def run(*words):
    return main(["identity", *words, "--film", "en-0001"])


def render(*more):
    return run(
        *("render", *more), "--build", "build", "--map", "private/identity/en-0001.jsonl", "--out", "build/rendered"
    )


def draft():
    assert run("candidates", "--out", "private/identity/en-0001.jsonl") == 0


def test_a_draft_is_frozen_and_rendered(project):
    draft()
    assert run("freeze") == 0
    assert render() == 0
    names = [row.name for row in read_records(project / "build/rendered/entities/en-0001.jsonl", Entity)]
    assert not {"Ann", "Bob"} & set(names)
    text = "".join(scene.text for scene in read_records(project / "build/rendered/scene_texts/en-0001.jsonl", Scene))
    assert names[0] in text
    assert "Ann" not in text


def test_a_film_that_is_not_bundled_has_a_private_map_and_withholds_its_recipe(project):
    draft()
    run("freeze")
    (entry,) = json.loads((project / "manifests/identity.json").read_text())
    assert (entry["place"], entry["recipe"]) == ("private", "withhold")


def test_a_map_that_was_changed_after_freezing_is_refused(project, capsys):
    draft()
    run("freeze")
    path = project / "private/identity/en-0001.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"named"', b'"diagnostic"', 1))
    assert render() == 1
    assert "map-changed" in capsys.readouterr().err
    assert not (project / "build/rendered").exists()


def test_a_map_with_an_undecided_entity_is_not_frozen(project, capsys):
    draft()
    path = project / "private/identity/en-0001.jsonl"
    path.write_bytes(b"".join(line for line in path.read_bytes().splitlines(True) if b"ent-0002" not in line))
    assert run("freeze") == 1
    assert "[undecided] identity/en-0001.jsonl#ent-0002" in capsys.readouterr().err
    assert not (project / "manifests/identity.json").exists()


def test_the_rendered_bytes_do_not_change_on_a_second_run(project):
    draft()
    run("freeze")
    render()
    first = {path: path.read_bytes() for path in (project / "build/rendered").rglob("*.jsonl")}
    render()
    assert first == {path: path.read_bytes() for path in (project / "build/rendered").rglob("*.jsonl")}


def test_candidates_that_could_not_be_read_again_are_not_written(project, capsys):
    rows = load_index(project / "manifests/sources.jsonl")
    forms = tuple(f"The Longest Wait of All {number}" for number in range(60))
    write_index(project / "manifests/sources.jsonl", [msgspec.structs.replace(rows[0], title_forms=forms)])
    assert main(["identity", "candidates", "--film", "en-0001", "--out", "draft.jsonl"]) == 1
    assert "[invalid-record] draft.jsonl#title-100: " in capsys.readouterr().err
    assert not (project / "draft.jsonl").exists()


def test_a_name_that_scene_review_dropped_is_decided_frozen_and_rendered(project, capsys):
    """The only mention of Cy is dropped: no entity has his name."""
    draft()
    run("freeze")
    write_records(project / "build/mentions/en-0001.jsonl", [mention(1, "Cy", evidence=(quote("Bob comes"),))])
    assert render() == 1
    assert "[name-undecided] mentions/en-0001.jsonl#s0001.m01" in capsys.readouterr().err
    assert run("freeze") == 1
    assert "[undecided] identity/en-0001.jsonl#s0001.m01" in capsys.readouterr().err
    draft()
    assert run("freeze") == 0
    assert render() == 0
    assert b"Cy" not in (project / "build/rendered/mentions/en-0001.jsonl").read_bytes()


def test_a_draft_ends_with_its_numbers_and_the_next_step(project, capsys):
    draft()
    *_, numbers, after = capsys.readouterr().err.splitlines()
    assert numbers == "en-0001: 2 replaced, 0 kept, 8 title forms"
    assert after.endswith("linedscript identity freeze --film en-0001 --map private/identity/en-0001.jsonl")


def test_a_kept_name_is_told(project, capsys):
    path = project / "build/reviewed/entities/en-0001.jsonl"
    write_records(path, [*read_records(path, Entity), entity(3, "Station Master", evidence=(quote("Ann waits"),))])
    draft()
    assert "look at ent-0003 'Station Master' is kept (generic_role), and its record calls it a name" in (
        capsys.readouterr().err
    )


def test_a_name_that_no_entity_bears_any_more_and_that_is_kept_is_told_as_well(project, capsys):
    write_records(project / "build/mentions/en-0001.jsonl", [mention(7, "Station Master")])
    draft()
    assert "'Station Master' is kept (generic_role), and its record calls it a name" in capsys.readouterr().err


def test_a_draft_over_an_earlier_map_tells_what_is_new_and_doubts_nothing_else(project, capsys):
    draft()
    path = project / "build/reviewed/entities/en-0001.jsonl"
    write_records(path, [*read_records(path, Entity)[:1], entity(3, "Cy", evidence=(quote("Ann waits"),))])
    capsys.readouterr()
    assert run("candidates", "--previous", "private/identity/en-0001.jsonl", "--out", "later.jsonl") == 0
    told = capsys.readouterr().err
    assert "new: ent-0003 'Cy' -> " in told and "fell away: ent-0002 'Bob' -> " in told and "ent-0001" not in told


def test_a_draft_over_a_map_that_still_fits_says_so(project, capsys):
    draft()
    run("candidates", "--previous", "private/identity/en-0001.jsonl", "--out", "later.jsonl")
    assert "all as in the earlier map" in capsys.readouterr().err
    assert (project / "later.jsonl").read_bytes() == (project / "private/identity/en-0001.jsonl").read_bytes()


@pytest.mark.parametrize("verb", ["candidates", "freeze"])
def test_before_a_build_the_command_that_builds_is_named(project, capsys, verb):
    (project / "build/scenes/en-0001.jsonl").unlink()
    assert run(verb) == 1
    told = capsys.readouterr().err
    assert "[missing-file] build/scenes/en-0001.jsonl" in told and "hint: build it first: snakemake -- backbone" in told


@pytest.mark.parametrize("title", ["The Lamp Office", "风雪夜归人", "Grace"])
def test_another_films_title_in_the_index_is_no_pseudonym(project, capsys, title):
    draft()
    other = msgspec.structs.replace(film(2, "INT. LAB - DAY\n\nCy.\n"), title=title, withdrawn=None)
    write_index(project / "manifests/sources.jsonl", [film(1, SCRIPT), other])
    path = project / "private/identity/en-0001.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[0] |= {"pseudonym": title, "aliases": [form | {"pseudonym": title} for form in rows[0]["aliases"]]}
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    assert run("freeze") == 1
    told = capsys.readouterr().err
    assert "[other-title] identity/en-0001.jsonl#ent-0001" in told and f"{title!r}, the title of en-0002" in told
    assert not (project / "manifests/identity.json").exists()
