"""``linedscript subtitles`` at its command line."""

import json

import msgspec
import pytest
from source_rows import film, source
from unit.screenplay.subtitling import srt

from linedscript.cli.main import main
from linedscript.records.subtitles import SceneTime, SubtitleCue
from linedscript.sources.index import write_index

SCRIPT = "INT. BARN - DAY\n\nANN\nWhere did you put the lantern last night?\n\nEXT. FIELD - DAY\n\nNobody.\n"
SAID = srt("[DOOR]", "Where did you put\nthe lantern last night?")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "film.fountain").write_text(SCRIPT)
    (tmp_path / "film.srt").write_text(SAID)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_cues_are_printed_a_line_each(folder, capsys):
    assert main(["subtitles", "read", "film.srt"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "c0001\t0:00:02.000\t0:00:03.000\tsound\t[DOOR]",
        "c0002\t0:00:04.000\t0:00:05.000\tspeech\tWhere did you put the lantern last night?",
    ]
    assert printed.err == "srt, utf-8: 2 cues (1 sound, 1 speech)\n"


def test_json_holds_whole_records(folder, capsys):
    assert main(["subtitles", "read", "film.srt", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [msgspec.convert(row, SubtitleCue, strict=False).id for row in found["cues"]] == ["c0001", "c0002"]
    assert found["file"]["format"] == "srt"


def test_a_bad_time_names_file_and_line(folder, capsys):
    (folder / "film.srt").write_text(SAID.replace("00:00:05", "00:00:01"))
    assert main(["subtitles", "read", "film.srt"]) == 1
    assert "[impossible-time] film.srt:6:" in capsys.readouterr().err


def test_scenes_are_printed_with_their_times(folder, capsys):
    assert main(["subtitles", "align", "--script", "film.fountain", "--subtitles", "film.srt"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "s0001\t0:00:04.000\t0:00:05.000\taligned\t100%\tc0002 to c0002\tINT. BARN - DAY",
        "s0002\t0:00:05.000\t          ?\tinterpolated\t\t\tEXT. FIELD - DAY",
    ]
    assert "1 of 2 scenes aligned" in printed.err


def test_lines_of_json_are_records(folder, capsys):
    assert (
        main(["subtitles", "align", "--script", "film.fountain", "--subtitles", "film.srt", "--format", "jsonl"]) == 0
    )
    rows = [msgspec.json.decode(line, type=SceneTime) for line in capsys.readouterr().out.splitlines()]
    assert [row.by for row in rows] == ["aligned", "interpolated"]


def test_another_films_subtitles_are_refused(folder, capsys):
    (folder / "film.srt").write_text(srt("Nothing of this is in there at all.", "Nor is any of that."))
    assert main(["subtitles", "align", "--script", "film.fountain", "--subtitles", "film.srt"]) == 1
    assert "[subtitles-differ]" in capsys.readouterr().err


@pytest.mark.parametrize("files", [("none.fountain", "film.srt"), ("film.fountain", "none.srt")])
def test_a_missing_file_is_named(folder, capsys, files):
    assert main(["subtitles", "align", "--script", files[0], "--subtitles", files[1]]) == 1
    assert "[missing-file] none" in capsys.readouterr().err


def indexed(folder, *sources):
    write_index(folder / "index.jsonl", [film(1, sources=(source(SCRIPT, file="film.fountain"), *sources))])
    (folder / "sources/en-0001").mkdir(parents=True)
    (folder / "sources/en-0001/film.fountain").write_text(SCRIPT)
    (folder / "sources/en-0001/film.srt").write_text(SAID)


def test_a_film_of_the_index_brings_its_own_subtitles(folder, capsys):
    indexed(folder, source(SAID, kind="subtitles", file="film.srt"))
    assert main(["subtitles", "align", "--film", "en-0001", "--index", "index.jsonl"]) == 0
    assert capsys.readouterr().out.startswith("s0001\t0:00:04.000")


def test_subtitles_that_are_not_the_indexs_are_refused(folder, capsys):
    indexed(folder, source("other", kind="subtitles", file="film.srt"))
    assert main(["subtitles", "align", "--film", "en-0001", "--index", "index.jsonl"]) == 1
    assert "[hash-mismatch]" in capsys.readouterr().err


def test_a_film_without_subtitles_needs_some(folder, capsys):
    indexed(folder)
    assert main(["subtitles", "align", "--film", "en-0001", "--index", "index.jsonl"]) == 1
    assert "[no-subtitles]" in capsys.readouterr().err
    assert main(["subtitles", "align", "--film", "en-0001", "--index", "index.jsonl", "--subtitles", "film.srt"]) == 0
