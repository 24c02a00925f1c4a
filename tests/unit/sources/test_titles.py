import pytest
from source_rows import SCRIPT

from linedscript.cli.main import main
from linedscript.sources.index import load_index
from linedscript.sources.titles import title_of, unmarked


@pytest.mark.parametrize(
    "page, title",
    [
        ("Title: _**ERRATA FOR TAMARACK**_\n", "ERRATA FOR TAMARACK"),
        ("            Title: _**SPACED**_\n            Credit: x\n", "SPACED"),
        ("Title:\n    _**BRICK & STEEL**_\n    _**FULL RETIRED**_\nAuthor: x\n", "BRICK & STEEL FULL RETIRED"),
        ("Title:\n    _**BRICK & STEEL\n    FULL RETIRED**_\n", "BRICK & STEEL FULL RETIRED"),
        ("**Title:** _Two Lives_\n", "Two Lives"),
        ("**Title**: Two *Lives*\n", "Two Lives"),
        ("Title: The \\*Star\\_ Map\n", "The *Star_ Map"),
        ("剧名：**电影**\n", "电影"),
    ],
)
def test_a_title_page_gives_its_title_without_marks_of_emphasis(page, title):
    assert title_of(page) == title


@pytest.mark.parametrize(
    "given, title",
    [
        ("_**ERRATA**_", "ERRATA"),
        ("***ERRATA***", "ERRATA"),
        ("_ERRATA_", "ERRATA"),
        ("M*A*S*H", "M*A*S*H"),
        ("*batteries not included", "*batteries not included"),
        ("a_b", "a_b"),
    ],
)
def test_a_given_title_loses_the_marks_around_the_whole_of_it_alone(given, title):
    assert unmarked(given) == title


def test_a_title_is_added_and_listed_without_its_marks(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    (tmp_path / "new.fountain").write_text(SCRIPT)
    given = ["--title", "_**ERRATA**_", "--title-form", "_Errata_"]
    assert main(["sources", "add", "new.fountain", *given]) == main(["sources", "list"]) == 0
    assert capsys.readouterr().out.endswith("\there\tERRATA\n")
    assert load_index(tmp_path / "manifests/sources.jsonl")[0].title_forms == ("Errata",)
