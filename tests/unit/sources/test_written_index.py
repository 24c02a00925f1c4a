"""What a command writes to the index can be read again, or isn't written."""

import msgspec
import pytest
from source_rows import SCRIPT, film, source

from linedscript.cli.main import main
from linedscript.errors import LinedscriptError
from linedscript.records.source import Votes, Withdrawal
from linedscript.sources.index import load_index, write_index

ADD = ("sources", "add", "new.fountain")
WITHDRAW = ("sources", "withdraw", "en-0001", "--reason", "asked")
AMEND = ("sources", "amend", "en-0001")
ATTACH = ("sources", "attach", "en-0001", "cues.srt", "--kind", "subtitles")


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\nComedy: Comedy\nWar: War\nSport: Sport\n")
    write_index(tmp_path / "manifests/sources.jsonl", [film(1)])
    (tmp_path / "new.fountain").write_text(SCRIPT + "\nINT. HALL - DAY\n\nNobody.\n")
    (tmp_path / "cues.srt").write_text("1\n00:00:01,000 --> 00:00:02,000\nHello.\n")
    return tmp_path


def typed(*words):
    try:
        return main(list(words))
    except SystemExit as ended:
        return ended.code


@pytest.mark.parametrize(
    "words, option",
    [
        ((*WITHDRAW, "--date", "yesterday"), "--date"),
        ((*WITHDRAW, "--date", "2026-02-30"), "--date"),
        (("sources", "withdraw", "en-0001", "--reason", " "), "--reason"),
        ((*ADD, "--date", "soon"), "--date"),
        ((*ADD, "--year", "99999"), "--year"),
        ((*ADD, "--year", "0"), "--year"),
        ((*AMEND, "--year", "2201"), "--year"),
        ((*AMEND, "--title", " "), "--title"),
        ((*AMEND, "--clear", "id"), "--clear"),
        ((*ADD, "--id", "en-1"), "--id"),
        ((*ADD, "--id", "mine"), "--id"),
        ((*ADD, "--title", "Two\nlines"), "--title"),
        ((*ATTACH, "--date", "soon"), "--date"),
        (("sources", "fetch", "--date", "soon"), "--date"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_an_option_that_the_index_cannot_hold_is_wrong_usage_and_named(project, capsys, words, option):
    before = (project / "manifests/sources.jsonl").read_bytes()
    assert typed(*words) == 2
    assert f"argument {option}: " in capsys.readouterr().err
    assert (project / "manifests/sources.jsonl").read_bytes() == before
    assert not (project / "sources").exists()


def test_a_year_that_no_film_has_is_refused_with_the_years_that_one_may_have(project, capsys):
    assert typed(*ADD, "--year", "0") == 2
    assert "'0' isn't a year from 1 to 2200" in capsys.readouterr().err


def test_a_play_has_its_year(project):
    assert typed(*ADD, "--year", "1600", "--genre", "Drama") == 0
    assert load_index(project / "manifests/sources.jsonl")[1].year == 1600


def test_a_fourth_genre_is_refused_before_anything_is_written(project, capsys):
    genres = [word for genre in ("Drama", "Comedy", "War", "Sport") for word in ("--genre", genre)]
    assert typed(*ADD, *genres) == 1
    assert "[invalid-record] manifests/sources.jsonl#en-0002: " in capsys.readouterr().err
    assert [row.id for row in load_index(project / "manifests/sources.jsonl")] == ["en-0001"]
    assert not (project / "sources").exists()


BAD = {
    "year": film(1, year=99999),
    "id": film(1, id="en-1"),
    "votes.count": film(1, votes=Votes(count=-1, source="x", date="2026-01-02")),
    "genres": film(1, genres=("a", "b", "c", "d")),
    "raw_sha256": film(1, sources=(msgspec.structs.replace(source(), raw_sha256="0"),)),
}


@pytest.mark.parametrize("field", BAD)
def test_a_row_that_could_not_be_read_again_is_not_written(tmp_path, field):
    path = tmp_path / "sources.jsonl"
    write_index(path, [film(1)])
    with pytest.raises(LinedscriptError, match=f"invalid-record.*{field}"):
        write_index(path, [BAD[field]])
    assert load_index(path) == [film(1)]


@pytest.mark.parametrize(
    "row",
    [
        film(1, withdrawn=Withdrawal(reason="asked", date="2026-02-30")),
        film(1, votes=Votes(count=1, source="x", date="2026-02-30")),
        film(1, sources=(source(date="2026-02-30"),)),
    ],
    ids=["withdrawn", "votes", "retrieval"],
)
def test_a_date_that_no_calendar_has_is_named(tmp_path, row):
    with pytest.raises(LinedscriptError, match="no-day.*2026-02-30"):
        write_index(tmp_path / "sources.jsonl", [row])
