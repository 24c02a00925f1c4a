"""Subtitles and other sources of a film that is in the index."""

from pathlib import Path

import pytest

from linedscript.cli.main import main
from linedscript.io.files import sha256
from linedscript.sources.index import load_index

SCRIPT = "INT. MILL - NIGHT\n\nANN\nWho is there?\n\nBEN\nOnly me.\n"
SUBTITLES = "1\n00:00:01,000 --> 00:00:02,000\nWho is there?\n\n2\n00:00:03,000 --> 00:00:04,000\nOnly me.\n"


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    Path("mill.fountain").write_text(SCRIPT)
    Path("mill.srt").write_text(SUBTITLES)
    Path("genres.yaml").write_text("drama: drama\n")
    given = ["--index", "index.jsonl", "--genres", "genres.yaml"]
    assert main(["sources", "add", "mill.fountain", "--title", "The Mill", *given]) == 0
    return given


def test_attached_subtitles_are_pinned_copied_and_found_by_the_film_s_id(
    index: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sources", "attach", "en-0001", "mill.srt", "--kind", "subtitles", *index]) == 0
    source = load_index(Path("index.jsonl"))[0].sources[1]
    assert (source.kind, source.format, source.encoding) == ("subtitles", "srt", "utf-8")
    assert source.raw_sha256 == sha256(Path("sources/en-0001/mill.srt").read_bytes()) == sha256(SUBTITLES.encode())
    capsys.readouterr()
    assert main(["subtitles", "align", "--film", "en-0001", "--index", "index.jsonl"]) == 0
    assert "aligned" in capsys.readouterr().out


def test_a_video_has_no_normalized_text(index: list[str]) -> None:
    Path("mill.mp4").write_bytes(b"\x00\x00\x00\x18ftypmp42")
    assert main(["sources", "attach", "en-0001", "mill.mp4", "--kind", "video", *index]) == 0
    assert load_index(Path("index.jsonl"))[0].sources[1].normalized_sha256 is None


@pytest.mark.parametrize(
    ("film", "content", "name", "code"),
    [
        ("en-0009", SUBTITLES, "mill.srt", "unknown-film"),
        ("en-0001", "no times at all", "mill.srt", "no-cue"),
        ("en-0001", SUBTITLES, "mill.fountain", "duplicate-source"),
    ],
)
def test_what_cannot_be_attached_leaves_the_index_as_it_was(
    index: list[str], capsys: pytest.CaptureFixture[str], film: str, content: str, name: str, code: str
) -> None:
    before = Path("index.jsonl").read_bytes()
    folder = Path("other")
    folder.mkdir()
    (folder / name).write_text(content)
    assert main(["sources", "attach", film, str(folder / name), "--kind", "subtitles", *index]) == 1
    assert f"[{code}]" in capsys.readouterr().err
    assert Path("index.jsonl").read_bytes() == before


def test_subtitles_are_attached_in_the_encoding_that_is_named(index: list[str]) -> None:
    Path("mill.srt").write_bytes(SUBTITLES.replace("Only me", "Nur \xff\xfe\x81").encode("latin-1"))
    given = ["sources", "attach", "en-0001", "mill.srt", "--kind", "subtitles", *index]
    assert main(given) == 1
    assert main([*given, "--encoding", "latin-1"]) == 0
    assert load_index(Path("index.jsonl"))[0].sources[1].encoding == "iso8859-1"


def test_a_video_has_no_encoding_to_be_named(index: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("mill.mp4").write_bytes(b"\x00\x00\x00\x18ftypmp42")
    given = ["sources", "attach", "en-0001", "mill.mp4", "--kind", "video", *index]
    assert main([*given, "--encoding", "latin-1"]) == 2
    assert "video" in capsys.readouterr().err
