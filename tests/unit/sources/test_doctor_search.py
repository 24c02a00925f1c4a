"""Films among a person's own files."""

import os
import re

import pytest
from source_rows import film, source

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.screenplay.outline import outline
from linedscript.screenplay.read import read_screenplay
from linedscript.sources.scene_hashes import SceneHashes, from_release, from_scripts, from_texts
from linedscript.sources.searching import Search, adopt, files_under

SCENES = [
    f"INT. ROOM {name} - DAY\n\nAnn walks about room {name} and counts what is left on its shelves.\n\nANN\nStill "
    f"{name}, and nobody has told me why.\n\n"
    for name in ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN")
]
SCRIPT = "".join(SCENES)
FILM = film(sources=(source(SCRIPT),))


def nothing(count):
    pass


def search(folder, *, films=(FILM,), known=(), largest=1_000_000, encoding=None):
    files, skipped = files_under([folder])
    found = Search(films, known, largest, encoding)
    for file in files:
        found.look(file, nothing)
    found.skipped[:0] = skipped
    return found


def hits(folder, **options):
    return [(one.by, one.path.split("/")[-1], one.matched) for one in search(folder, **options).best()]


@pytest.fixture
def known(tmp_path):
    path = tmp_path / "project/sources/en-0001/wait.fountain"
    path.parent.mkdir(parents=True)
    path.write_text(SCRIPT)
    return from_scripts([FILM], tmp_path / "project")


@pytest.fixture
def mine(tmp_path):
    (tmp_path / "mine/deep/er").mkdir(parents=True)
    return tmp_path / "mine"


class FakeRelease:
    def __init__(self, root, view="parent"):
        self.root = root
        self._view = view
        (root / "data/scenes").mkdir(parents=True)
        scenes = read_screenplay(SCRIPT.encode(), "en-0001", "en", budget=1000).scenes
        (root / "data/scenes/en-0001.jsonl").write_bytes(b"".join(encode(outline(scene)) + b"\n" for scene in scenes))

    def manifest(self):
        return self

    @property
    def view(self):
        return self._view

    def films(self):
        return [FILM]


def test_the_very_file_is_found_under_any_name(mine):
    (mine / "deep/er/draft 7.txt").write_text(SCRIPT)
    assert hits(mine) == [("bytes", "draft 7.txt", None)]


@pytest.mark.parametrize(
    "data",
    [
        SCRIPT.replace("\n", "\r\n").encode(),
        SCRIPT.encode("utf-16"),
        ("\ufeff" + SCRIPT).encode(),
        SCRIPT.replace("\n\n", "\n\n\n\n").encode(),
        SCRIPT.replace(".\n", ".   \n").encode(),
    ],
    ids=["line ends", "encoding", "byte order mark", "blank lines", "blanks"],
)
def test_the_same_text_in_other_bytes_is_found(mine, data):
    (mine / "x.txt").write_bytes(data)
    assert hits(mine) == [("text", "x.txt", None)]


def test_the_same_text_in_another_unicode_form_is_found(mine):
    script = SCRIPT.replace("Ann", "Ännchen")
    (mine / "x.txt").write_text(script.replace("Ä", "A\u0308"))
    assert hits(mine, films=[film(sources=(source(script),))]) == [("text", "x.txt", None)]


@pytest.mark.parametrize("encoding", ["mac_roman", "cp437", "koi8-r"])
def test_an_encoding_that_only_the_index_knows_is_tried(mine, encoding):
    letters = "Здравствуй, полка" if encoding == "koi8-r" else "étagères"
    script = SCRIPT.replace("shelves", letters)
    (mine / "x.txt").write_bytes(script.encode(encoding) + b"\n\n\n")
    assert hits(mine, films=[film(sources=(source(script, encoding=encoding),))]) == [("text", "x.txt", None)]


def test_a_file_whose_encoding_is_not_found_is_read_in_the_one_that_is_named(mine):
    script = SCRIPT.replace("shelves", "caf\xe9 \xff\xfe\x81")
    (mine / "x.txt").write_bytes(script.encode("latin-1") + b"\n\n\n")
    films = [film(sources=(source(script),))]
    assert "--encoding" in search(mine, films=films).skipped[0].why
    assert hits(mine, films=films, encoding="latin-1") == [("text", "x.txt", None)]


def test_another_draft_is_found_by_its_scenes_with_their_share(mine, known):
    (mine / "draft.fountain").write_text("".join(SCENES[:3] + SCENES[5:]).replace("room TWO and", "room TWO or"))
    assert hits(mine, known=known) == [("scenes", "draft.fountain", 7)]


def test_scenes_count_in_their_order(mine, known):
    (mine / "draft.fountain").write_text("".join(SCENES[5:] + SCENES[:5]))
    assert hits(mine, known=known) == [("scenes", "draft.fountain", 5)]


def test_scenes_are_known_whatever_the_line_ends(mine, known):
    (mine / "draft.fountain").write_bytes("".join(SCENES[1:]).replace("\n", "\r\n").encode())
    assert hits(mine, known=known) == [("scenes", "draft.fountain", 9)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("blank", ["\n\n", "\n\n\n"])
def test_a_release_knows_scenes_by_their_exact_text_in_several_forms(mine, tmp_path, end, blank):
    known = from_release(FakeRelease(tmp_path / "release"), [FILM])
    text = "".join(scene.rstrip() + blank for scene in SCENES[2:]).replace("\n", end)
    (mine / "draft.fountain").write_bytes(text.encode())
    assert hits(mine, known=known) == [("scenes", "draft.fountain", 8)]


def test_a_pseudonymized_release_is_refused(tmp_path):
    with pytest.raises(LinedscriptError, match="other-view"):
        from_release(FakeRelease(tmp_path / "release", "pseudonymized"), [FILM])


def test_scenes_of_another_file_than_the_index_names_are_not_used(tmp_path):
    (tmp_path / "build/scenes").mkdir(parents=True)
    (tmp_path / "build/source").mkdir()
    (tmp_path / "build/scenes/en-0001.jsonl").write_text('{"text":"' + "x" * 80 + '"}\n')
    assert len(from_texts(tmp_path / "build/scenes", [FILM])) == 1
    (tmp_path / "build/source/en-0001.jsonl").write_text('{"raw_sha256":"' + "0" * 64 + '"}\n')
    assert from_texts(tmp_path / "build/scenes", [FILM]) == []


def test_the_script_in_another_format_is_found_by_its_scenes(mine, known):
    page = SCRIPT.replace("\nANN\n", f"\n{' ' * 22}ANN\n").replace("\nStill", f"\n{' ' * 10}Still")
    numbered = re.sub("^INT.*$", lambda line: f"4   {line.group()}     4", page, flags=re.MULTILINE)
    (mine / "printed.txt").write_text(numbered.replace("counts what", "counts  what"))
    assert hits(mine, known=known) == [("scenes", "printed.txt", 10)]


def test_short_scenes_say_nothing(known):
    texts = ["INT. ROOM - DAY\n\nRain.\n\n"] * 5
    assert SceneHashes(texts).in_order(known[0]) == 0


def test_another_script_is_not_found(mine, known):
    (mine / "other.fountain").write_text(SCRIPT.replace("counts", "counted"))
    assert hits(mine, known=known) == []


def test_a_better_find_comes_first(mine, known):
    (mine / "a.fountain").write_text("".join(SCENES[:5]))
    (mine / "b.fountain").write_text("".join(SCENES[:8]))
    (mine / "c.fountain").write_text(SCRIPT.replace("\n", "\r\n"))
    (mine / "d.fountain").write_text(SCRIPT)
    assert [name for _, name, _ in hits(mine, known=known)] == ["d.fountain", "c.fountain", "b.fountain", "a.fountain"]


def test_no_link_leads_out_of_the_folder(mine, tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/x.txt").write_text(SCRIPT)
    (mine / "folder").symlink_to(tmp_path / "outside")
    (mine / "file.txt").symlink_to(tmp_path / "outside/x.txt")
    (mine / "loop").symlink_to(mine)
    found = search(mine)
    assert found.best() == []
    assert sorted((one.path.split("/")[-1], one.reason) for one in found.skipped) == [
        ("file.txt", "link"),
        ("folder", "link"),
        ("loop", "link"),
    ]


def test_hidden_files_are_left_out_and_pipes_not_waited_for(mine):
    (mine / ".git").mkdir()
    (mine / ".git/x.txt").write_text(SCRIPT)
    (mine / ".x.txt").write_text(SCRIPT)
    os.mkfifo(mine / "pipe")
    found = search(mine)
    assert (found.best(), [one.reason for one in found.skipped]) == ([], ["special"])


def test_a_file_is_looked_at_once_however_often_it_is_named(mine):
    (mine / "deep/x.txt").write_text(SCRIPT)
    os.link(mine / "deep/x.txt", mine / "y.txt")
    files, _ = files_under([mine, mine / "deep", mine / "deep/x.txt"])
    assert len(files) == 1


def test_a_large_file_is_passed_over_and_told(mine):
    (mine / "x.txt").write_text(SCRIPT)
    found = search(mine, largest=10)
    assert (found.best(), [one.reason for one in found.skipped]) == ([], ["too large"])


def test_a_large_film_is_found_by_its_bytes_where_the_index_names_one(mine):
    (mine / "any.mkv").write_bytes(b"\0" * 5000)
    films = [film(sources=(source(SCRIPT), source("\0" * 5000, kind="video", file="film.mkv")))]
    assert hits(mine, films=films, largest=100) == [("bytes", "any.mkv", None)]


def test_what_is_no_text_is_passed_over(mine):
    (mine / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (mine / "empty.txt").write_bytes(b"")
    assert [one.reason for one in search(mine).skipped] == ["no text"]


@pytest.mark.parametrize(
    "data", [b"caf\xe9 \x81\x8d\x8f \xff\xfe\xff r\xe9sum\xe9", b'<?xml version="1.0"?><FinalDraft><Content><Par']
)
def test_a_file_that_may_be_a_script_but_cannot_be_read_is_named(mine, data):
    (mine / "x.fdx").write_bytes(data)
    assert [(one.path.split("/")[-1], one.reason) for one in search(mine).skipped] == [("x.fdx", "unreadable")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_files_and_folders_that_may_not_be_read_are_named(mine):
    (mine / "x.txt").write_text(SCRIPT)
    (mine / "x.txt").chmod(0)
    (mine / "deep").chmod(0)
    try:
        assert sorted(one.path.split("/")[-1] for one in search(mine).skipped) == ["deep", "x.txt"]
    finally:
        (mine / "deep").chmod(0o700)


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(LinedscriptError, match="missing-folder"):
        files_under([tmp_path / "none"])


def test_a_withdrawn_film_is_not_looked_for(mine):
    from linedscript.records.source import Withdrawal

    (mine / "x.txt").write_text(SCRIPT)
    gone = film(sources=(source(SCRIPT),), withdrawn=Withdrawal(reason="asked", date="2025-01-01"))
    assert hits(mine, films=[gone]) == []


def adopted(mine, target):
    (found,) = search(mine).best()
    return adopt(found, FILM, FILM.sources[0], target)


def test_a_found_file_is_copied_to_where_it_belongs(mine, tmp_path):
    (mine / "x.txt").write_text(SCRIPT)
    assert adopted(mine, tmp_path / "sources/en-0001/wait.fountain") is None
    assert (tmp_path / "sources/en-0001/wait.fountain").read_text() == SCRIPT
    assert [path.name for path in (tmp_path / "sources/en-0001").iterdir()] == ["wait.fountain"]


@pytest.mark.parametrize("kind", ["file", "link"])
def test_nothing_is_overwritten(mine, tmp_path, kind):
    (mine / "x.txt").write_text(SCRIPT)
    target = tmp_path / "target"
    target.write_text("mine") if kind == "file" else target.symlink_to(tmp_path / "nowhere")
    assert "is there already" in adopted(mine, target)
    assert os.path.islink(target) if kind == "link" else target.read_text() == "mine"


def test_a_file_that_changes_while_it_is_copied_is_not_kept(mine, tmp_path):
    (mine / "x.txt").write_text(SCRIPT)
    (found,) = search(mine).best()
    (mine / "x.txt").write_text("other")
    assert "changed while" in adopt(found, FILM, FILM.sources[0], tmp_path / "target")
    assert not (tmp_path / "target").exists()
