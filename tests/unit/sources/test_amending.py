"""Corrections of the index: what it says about a film, and files that aren't the film's."""

import json

import msgspec
import pytest
from source_rows import film, source

from linedscript.cli.main import main
from linedscript.sources.index import load_index, write_index

INDEX = "manifests/sources.jsonl"
CUES = source("1\n00:00:01,000 --> 00:00:02,000\nHello.\n", kind="subtitles", file="cues.srt", format="srt")


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\nComedy: Comedy\n")
    one = film(1, title_forms=("Waiting",))
    rows = [msgspec.structs.replace(one, sources=(*one.sources, CUES)), film(2)]
    write_index(tmp_path / INDEX, rows)
    return tmp_path


def amend(*words, film="en-0001"):
    return main(["sources", "amend", film, *words])


def row(project):
    return load_index(project / INDEX)[0]


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        (("--title", "*The Short Wait*"), "title", "The Short Wait"),
        (("--title-form", "Short", "--title-form", "Wait"), "title_forms", ("Short", "Wait")),
        (("--year", "1600"), "year", 1600),
        (("--genre", "Comedy"), "genres", ("Comedy",)),
        (("--suite", "beliefs", "--suite", "stage"), "suites", ("beliefs", "stage")),
        (("--clear", "year"), "year", None),
        (("--clear", "title-forms"), "title_forms", ()),
        (("--clear", "genres"), "genres", ()),
        (("--clear", "suites"), "suites", ()),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_is_given_changes_and_nothing_else(project, words, field, value):
    before = load_index(project / INDEX)
    assert amend(*words) == 0
    after = load_index(project / INDEX)
    assert getattr(after[0], field) == value
    for name in after[0].__struct_fields__:
        assert name == field or getattr(after[0], name) == getattr(before[0], name)
    assert after[1] == before[1]


def test_licence_and_provenance_are_the_screenplay_s(project):
    assert amend("--licence", "CC0", "--provenance", "the archive") == 0
    script, cues = row(project).sources
    assert (script.licence, script.provenance, cues) == ("CC0", "the archive", CUES)


def test_licence_and_provenance_may_be_another_file_s(project):
    assert amend("--licence", "CC0", "--file", "cues.srt") == 0
    script, cues = row(project).sources
    assert (script.licence, cues.licence) == ("none", "CC0")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ((), 2, "[wrong-usage] sources amend: nothing to change"),
        (("--file", "cues.srt"), 2, "[wrong-usage] --file"),
        (("--year", "1600", "--clear", "year"), 2, "[wrong-usage] --clear year"),
        (("--genre", "Opera"), 1, "[unmapped-genre]"),
        (("--genre", "Drama", "--genre", "Drama"), 1, "[duplicate-value]"),
        (("--title", "..."), 1, "[empty-title]"),
        (("--licence", "CC0", "--file", "nothing.srt"), 1, "there are: wait.fountain (screenplay), cues.srt (subtit"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_the_index_cannot_hold_leaves_it_as_it_was(project, capsys, words, status, said):
    before = (project / INDEX).read_bytes()
    assert amend(*words) == status
    assert said in capsys.readouterr().err
    assert (project / INDEX).read_bytes() == before


def test_a_film_that_is_unknown_or_withdrawn_is_not_amended(project, capsys):
    assert amend("--year", "1600", film="en-0009") == 1
    main(["sources", "withdraw", "en-0001", "--reason", "asked", "--date", "2026-01-02"])
    assert amend("--year", "1600") == 1
    told = capsys.readouterr().err
    assert "[unknown-film]" in told and "[withdrawn-film]" in told


@pytest.mark.parametrize("frozen", ["en-0001", "en-0002"])
def test_another_title_tells_of_the_film_s_name_map_where_one_is_frozen(project, capsys, frozen):
    pin = {"film": frozen, "place": "private", "recipe": "withhold", "sha256": "0" * 64}
    (project / "manifests/identity.json").write_text(json.dumps([pin]))
    assert amend("--title", "Elsewhere") == 0
    said = capsys.readouterr()
    assert said.out == "en-0001: title changed\n"
    again = "identity candidates --film en-0001 --previous private/identity/en-0001.jsonl"
    assert (again in said.err) == (frozen == "en-0001")


def test_a_file_that_was_attached_by_mistake_is_detached_and_its_copy_stays(project, capsys):
    copy = project / "sources/en-0001/cues.srt"
    copy.parent.mkdir(parents=True)
    copy.write_text("cues")
    assert main(["sources", "detach", "en-0001", "cues.srt"]) == 0
    assert [one.kind for one in row(project).sources] == ["screenplay"]
    assert copy.exists() and "sources/en-0001/cues.srt stays" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "said"), [("wait.fountain", "sources replace en-0001 FILE"), ("nothing.srt", "[unknown-file]")]
)
def test_the_screenplay_and_what_is_not_there_are_not_detached(project, capsys, file, said):
    before = (project / INDEX).read_bytes()
    assert main(["sources", "detach", "en-0001", file]) == 1
    assert said in capsys.readouterr().err
    assert (project / INDEX).read_bytes() == before
