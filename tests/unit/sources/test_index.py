import subprocess
import sys
from pathlib import Path

import pytest
from projects import CORPUS, ROOT
from source_rows import film, source

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import write_records
from linedscript.records.source import Withdrawal
from linedscript.sources.index import index_faults, load_index, next_id, read_genres, script_path, write_index

GENRES = {"Drama": "Drama", "Satire": "Comedy", "Comedy": "Comedy"}


def load(tmp_path, *rows, genres=GENRES):
    path = tmp_path / "sources.jsonl"
    path.write_bytes(b"".join(__import__("linedscript.io.canonical").io.canonical.encode(row) + b"\n" for row in rows))
    return load_index(path, genres)


def test_rows_come_back_by_id(tmp_path):
    write_records(tmp_path / "sources.jsonl", [film(2), film(1)])
    assert [row.id for row in load_index(tmp_path / "sources.jsonl", GENRES)] == ["en-0001", "en-0002"]


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([film(1), film(1)], "duplicate-film"),
        ([film(1), film(2, sources=film(1).sources)], "duplicate-script"),
        ([film(1, language="zh")], "wrong-language"),
        ([film(1, genres=("Noodle",))], "unmapped-genre"),
        ([film(1, genres=("Drama", "Drama"))], "duplicate-value"),
        ([film(1, suites=("stage", "stage"))], "duplicate-value"),
        ([film(1, sources=())], "no-screenplay"),
        ([film(1, sources=(source(method="address"),))], "incomplete-retrieval"),
        ([film(1, sources=(source(method="bundled"),))], "incomplete-retrieval"),
        ([film(1, sources=(source(method="bundled", path="../x.fountain"),))], "unsafe-path"),
        ([film(1, sources=(source(file="../x.fountain"),))], "unsafe-path"),
        ([film(1, sources=(source(normalizer=None),))], "incomplete-hash"),
    ],
)
def test_what_is_wrong_with_a_row_is_named_with_its_film(tmp_path, rows, code):
    with pytest.raises(LinedscriptError, match=rf"{code}.*sources.jsonl#en-000"):
        load(tmp_path, *rows)


def test_a_fourth_genre_is_refused_with_its_line(tmp_path):
    import msgspec

    path = tmp_path / "sources.jsonl"
    row = msgspec.to_builtins(film(1)) | {"genres": ["Drama", "Satire", "Comedy", "War"]}
    path.write_bytes(msgspec.json.encode(row) + b"\n")
    with pytest.raises(LinedscriptError, match="invalid-record.*sources.jsonl:1.*genres"):
        load_index(path)


def test_all_faults_are_told_at_once(tmp_path):
    with pytest.raises(LinedscriptError) as caught:
        load(tmp_path, film(1, genres=("Noodle",)), film(2, language="zh"))
    assert {fault.code for fault in caught.value.faults} == {"unmapped-genre", "wrong-language"}


def test_a_withdrawn_film_needs_no_source(tmp_path):
    gone = film(1, sources=(), withdrawn=Withdrawal(reason="asked", date="2026-01-01"))
    assert load(tmp_path, gone)[0].withdrawn.reason == "asked"


def test_ids_of_withdrawn_films_are_not_given_again():
    gone = film(7, withdrawn=Withdrawal(reason="asked", date="2026-01-01"))
    assert (next_id([film(1), gone], "en"), next_id([film(1), gone], "zh")) == ("en-0008", "zh-0001")


def test_a_bundled_script_lies_in_the_repository_and_others_under_sources():
    bundled = source(method="bundled", path="samples/scripts/a.fountain")
    assert script_path(Path("p"), film(1), bundled) == Path("p/samples/scripts/a.fountain")
    assert script_path(Path("p"), film(1), source()) == Path("p/sources/en-0001/wait.fountain")


def test_a_parent_genre_maps_to_itself(tmp_path):
    (tmp_path / "genres.yaml").write_text("Satire: Comedy\n")
    with pytest.raises(LinedscriptError, match="invalid-genres.*Satire"):
        read_genres(tmp_path / "genres.yaml")


def test_the_samples_index_and_the_project_s_genres_are_whole():
    rows = load_index(CORPUS / "manifests/sources.jsonl", read_genres(ROOT / "manifests/genres.yaml"))
    assert {row.id for row in rows} == {"en-0001", "en-0002", "zh-0001"}


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        ".hidden",
        "../up",
        "a/b",
        "a\\b",
        "{film}.txt",
        "a\nb",
        "a\0b",
        "a\u202eb",
        "x" * 201,
        "我" * 70,
        "bad\udcff",
    ],
)
def test_a_file_name_that_is_not_plain_is_refused(name):
    (fault,) = index_faults([film(1, sources=(source(file=name),))], "index")
    assert fault.code == "unsafe-path"


@pytest.mark.parametrize("name", ["a b (1).fountain", "-dash.txt", "剧本 'q'.txt", "$(id) *?[a].fountain"])
def test_a_file_name_with_blanks_quotes_and_marks_is_accepted(name):
    assert list(index_faults([film(1, sources=(source(file=name),))], "index")) == []


@pytest.mark.parametrize("changes", [{"title": ""}, {"title": " \n"}, {"title_forms": ("…",)}])
def test_a_title_without_a_letter_is_refused(changes):
    (fault,) = index_faults([film(1, **changes)], "index")
    assert fault.code == "empty-title"


def test_two_who_change_the_index_at_once_both_have_their_change(tmp_path):
    path = tmp_path / "index.jsonl"
    write_index(path, [film(1), film(2)])
    code = (
        "import sys\nfrom pathlib import Path\nimport msgspec\nfrom linedscript.sources.index import change_film\n"
        "for year in range(1990, 2010):\n"
        "    change_film(Path(sys.argv[1]), sys.argv[2], lambda row: msgspec.structs.replace(row, year=year))\n"
    )
    command = [sys.executable, "-c", code, str(path)]
    both = [subprocess.Popen([*command, name]) for name in ("en-0001", "en-0002")]
    assert [one.wait() for one in both] == [0, 0]
    assert [row.year for row in load_index(path)] == [2009, 2009]
