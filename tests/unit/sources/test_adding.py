import os
from pathlib import Path

import pytest
from source_rows import SCRIPT, film

from linedscript.cli.main import main
from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256
from linedscript.sources.adding import Facts, entry
from linedscript.sources.index import load_index
from linedscript.sources.titles import guess_language, title_of

DATA = Path(__file__).parents[4] / "shared/data/screenplays"
CHINESE = "剧名：雪落不封箱\n\n第一场　内景　戏院　夜\n\n△林晚秋坐着。\n\n林晚秋：谁？\n"


def facts(**changes):
    return Facts(
        **dict(
            id=None,
            title=None,
            title_forms=(),
            language=None,
            year=None,
            genres=(),
            suites=(),
            licence=None,
            provenance=None,
            address=None,
            archived=None,
            date=None,
        )
        | changes
    )


def add(script=SCRIPT, rows=(), **changes):
    return entry(script.encode(), "wait.fountain", facts(**changes), rows)


def test_an_entry_is_read_off_the_script():
    made = add().film
    assert (made.id, made.title, made.language) == ("en-0001", "The Long Wait", "en")
    assert made.sources[0].raw_sha256 == sha256(SCRIPT.encode())
    assert (made.sources[0].format, made.sources[0].encoding) == ("fountain", "utf-8")
    assert made.sources[0].retrieval.method == "bring_your_own"


def test_what_was_guessed_and_what_was_not_stated_is_told():
    told = "\n".join(add().found)
    assert "language read off the text: en" in told
    assert "title read off the title page: The Long Wait" in told
    assert "licence: not stated" in told
    assert "suites: not stated; the release will list the film under none" in told
    assert "suites" not in "\n".join(add(suites=("stage",)).found)


@pytest.mark.parametrize(
    ("script", "given", "printed"), [(SCRIPT, "The Wait", "The Long Wait"), (CHINESE, "雪落", "雪落不封箱")]
)
def test_a_title_that_is_not_the_title_page_s_is_told_with_it(script, given, printed):
    told = "\n".join(add(script, title=given).found)
    assert f"the title page says {printed}" in told and "--title-form" in told


@pytest.mark.parametrize("given", [{"title": "THE LONG WAIT"}, {"title": "Wait", "title_forms": ("The Long Wait",)}])
def test_a_title_page_s_title_that_is_named_is_not_told_again(given):
    assert "title page says" not in "\n".join(add(**given).found)


def test_a_chinese_script_gets_a_chinese_id():
    made = add(CHINESE, [film(1)]).film
    assert (made.id, made.language, made.title) == ("zh-0001", "zh", "雪落不封箱")


def test_the_next_free_id_is_taken():
    assert add(rows=[film(1), film(4)]).film.id == "en-0005"


def test_the_same_bytes_are_refused_with_the_film_that_has_them():
    with pytest.raises(LinedscriptError, match="duplicate-script.*en-0001 has the same bytes"):
        add(rows=[add().film])


def test_the_same_text_with_other_line_ends_is_refused():
    with pytest.raises(LinedscriptError, match="en-0001 has the same text"):
        entry(SCRIPT.replace("\n", "\r\n").encode(), "w", facts(), [add().film])


def test_an_id_that_is_taken_is_refused():
    with pytest.raises(LinedscriptError, match="duplicate-film.*en-0001"):
        add(rows=[film(1)], id="en-0001")


def test_a_text_without_a_scene_is_not_added():
    with pytest.raises(LinedscriptError, match="no-scene"):
        add("Just a letter.\n")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Title: _**ERRATA FOR TAMARACK**_\nAuthor: X\n", "ERRATA FOR TAMARACK"),
        ("Title:\n    The Long\n    Wait\nAuthor: X\n", "The Long Wait"),
        ("剧名：《雪落不封箱》\n", "雪落不封箱"),
        ("INT. OFFICE - DAY\n", None),
    ],
)
def test_a_title_is_read_off_the_title_page(text, title):
    assert title_of(text) == title


def test_a_title_page_that_final_draft_stores_after_the_script_is_read():
    def paragraph(kind, text):
        return f'<Paragraph Type="{kind}"><Text>{text}</Text></Paragraph>'

    body = paragraph("Scene Heading", "INT. YARD - DAY") + paragraph("Action", "Rain.")
    page = paragraph("Action", "THE LONG WAIT") + paragraph("Action", "Written by")
    text = (
        f'<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="1"><Content>{body}</Content>'
        f"<TitlePage><Content>{page}</Content></TitlePage></FinalDraft>"
    )
    assert entry(text.encode(), "w.fdx", facts(), []).film.title == "THE LONG WAIT"


def test_an_indented_title_page_ends_the_title_at_the_next_key():
    assert title_of("   Title: LOW TIDE\n      A play\n   Credit: Written by\n") == "LOW TIDE A play"


def test_a_language_is_guessed_by_its_characters():
    assert (guess_language("Ann waits for 林晚秋."), guess_language("林晚秋：OK！")) == ("en", "zh")


@pytest.mark.skipif(not DATA.is_dir(), reason="real screenplays aren't here")
@pytest.mark.parametrize("pattern", ["*.fountain", "chuge69*.txt"])
def test_real_scripts_are_added_with_exact_hashes(pattern):
    paths = sorted(DATA.glob(pattern))
    assert paths
    rows = []
    for path in paths:
        try:
            rows.append(entry(path.read_bytes(), path.name, facts(), rows).film)
        except LinedscriptError as error:
            assert error.code == "no-scene"
    assert rows
    assert len({row.id for row in rows}) == len(rows)


def test_the_command_copies_the_file_and_writes_the_index(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    (tmp_path / "wait.fountain").write_text(SCRIPT)
    assert main(["sources", "add", "wait.fountain", "--genre", "Drama", "--suite", "stage"]) == 0
    assert capsys.readouterr().out == "en-0001\n"
    assert (tmp_path / "sources/en-0001/wait.fountain").read_text() == SCRIPT
    assert load_index(tmp_path / "manifests/sources.jsonl")[0].genres == ("Drama",)
    assert main(["sources", "list"]) == 0
    assert capsys.readouterr().out == "en-0001\ten\t-\tstage\there\tThe Long Wait\n"


def test_a_refused_script_leaves_the_index_and_sources_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    (tmp_path / "wait.fountain").write_text(SCRIPT)
    assert main(["sources", "add", "wait.fountain", "--genre", "Noodle"]) == 1
    assert "unmapped-genre" in capsys.readouterr().err
    assert not (tmp_path / "manifests/sources.jsonl").exists()


def test_a_file_whose_row_the_index_refuses_is_not_copied(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "genres.yaml").write_text("Drama: Drama\n")
    (tmp_path / "wait.fountain").write_text(SCRIPT)
    command = ["sources", "add", "--index", "sources.jsonl", "--genres", "genres.yaml"]
    assert main([*command, "wait.fountain", "--genre", "Nope"]) == 1
    assert "[unmapped-genre]" in capsys.readouterr().err
    assert not (tmp_path / "sources").exists() and not (tmp_path / "sources.jsonl").exists()


def test_a_pipe_is_refused_and_not_waited_for(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "genres.yaml").write_text("Drama: Drama\n")
    os.mkfifo(tmp_path / "pipe.fountain")
    assert main(["sources", "add", "--index", "s.jsonl", "--genres", "genres.yaml", "pipe.fountain"]) == 1
    assert "isn't a regular file" in capsys.readouterr().err


def test_a_file_name_of_bytes_that_are_no_text_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "genres.yaml").write_text("Drama: Drama\n")
    name = os.fsdecode(b"bad\xff.fountain")
    (tmp_path / name).write_text(SCRIPT)
    assert main(["sources", "add", "--index", "s.jsonl", "--genres", "genres.yaml", name]) == 1
    assert "[unsafe-path]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("   雪落不封箱\n   编剧：顾听澜\n   联系电话：010-5550-0142\n", "雪落不封箱"),
        ("剧名：雪落不封箱\n   编剧：顾听澜\n   邮箱：gu@example.com\n", "雪落不封箱"),
        ("\n\n                LOW TIDE\n\n              Written by\n\n          P. Example\n", "LOW TIDE"),
        ("# LOW TIDE\n", "LOW TIDE"),
        ("Contact: p@example.com\n(212) 555-0142\n", None),
        ("p@example.com\n", None),
    ],
)
def test_a_title_without_its_key_is_the_page_s_first_line_and_never_a_contact_detail(page, title):
    assert title_of(page) == title


def test_japanese_is_not_taken_for_chinese_and_is_said_to_be_no_language_of_the_index():
    text = "○駅前の広場（夜）\n\n健一、走って来る。\n\n健一「待ってくれ」\n"
    assert guess_language(text) == "en"
    read_as = facts()._replace(format="japanese")
    assert any("name it with --language" in line for line in entry(text.encode(), "a.txt", read_as, []).found)


def test_an_encoding_that_only_a_person_knows_is_given_with_the_file():
    data = "INT. CAFÉ - DAY\n\nANN\nGarçon!\n".encode("cp850")
    source = entry(data, "a", facts()._replace(encoding="cp850", format="fountain"), []).film.sources[0]
    assert (source.encoding, source.format) == ("cp850", "fountain")


def test_one_bad_file_of_several_is_named_and_the_others_are_added(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("genres.yaml").write_text("Drama: Drama\n")
    Path("a.fountain").write_text(SCRIPT)
    Path("b.txt").write_text("Just a letter.\n")
    Path("c.fountain").write_text(SCRIPT.replace("Ann", "Zoe") + "\nShe goes.\n")
    given = ["--index", "index.jsonl", "--genres", "genres.yaml"]
    assert main(["sources", "add", "a.fountain", "b.txt", "c.fountain", *given]) == 1
    shown = capsys.readouterr()
    assert shown.out.split() == ["en-0001", "en-0002"]
    assert "[no-scene] b.txt" in shown.err


def test_a_corrected_script_takes_the_place_of_the_film_s_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("genres.yaml").write_text("Drama: Drama\n")
    Path("a.fountain").write_text(SCRIPT)
    given = ["--index", "index.jsonl", "--genres", "genres.yaml"]
    assert main(["sources", "add", "a.fountain", "--title", "The Wait", *given]) == 0
    Path("sources/en-0001/a.fountain").write_text(SCRIPT + "\nShe goes.\n")
    assert main(["sources", "replace", "en-0001", "sources/en-0001/a.fountain", *given]) == 0
    (row,) = load_index(Path("index.jsonl"))
    assert (row.id, row.title) == ("en-0001", "The Wait")
    assert row.sources[0].raw_sha256 == sha256((SCRIPT + "\nShe goes.\n").encode())
    assert main(["doctor", "--index", "index.jsonl"]) == 0
