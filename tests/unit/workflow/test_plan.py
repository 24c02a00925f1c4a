"""What is refused before any rule is planned."""

import shutil
from pathlib import Path

import msgspec
import pytest
from evaluated import run_manifest
from projects import CORPUS, ROOT
from source_rows import SCRIPT, film, source

from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode
from linedscript.records.source import Withdrawal
from linedscript.sources.index import write_index
from linedscript.workflow.plan import Plan


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copy(CORPUS / "params.yaml", tmp_path)
    (tmp_path / "wait.fountain").write_text(SCRIPT)
    here = source(method="bundled", path="wait.fountain")
    gone = msgspec.structs.replace(film(2), withdrawn=Withdrawal(reason="asked", date="2026-01-02"))
    write_index(tmp_path / "manifests/sources.jsonl", [film(1, sources=(here,)), gone])
    (tmp_path / "manifests/patches").mkdir()
    return tmp_path


def check(root: Path) -> None:
    Plan.load(root, {}).check(["backbone"])


def published(root: Path, name: str, *films: str) -> None:
    """A run of the controls' kind, or of somebody's, as ``runs publish`` leaves it."""
    (root / "releases/runs" / name).mkdir(parents=True)
    (root / "releases/runs" / name / "manifest.json").write_bytes(encode(run_manifest(id=name, films=films)))
    (root / "releases/runs" / name / "SHA256SUMS").write_text("")


def refused(root: Path) -> str:
    with pytest.raises(LinedscriptError) as error:
        check(root)
    return str(error.value)


def test_patches_of_films_in_the_index_are_accepted_withdrawn_ones_included(root: Path) -> None:
    for name in ("en-0001", "en-0002"):
        (root / "manifests/patches" / name).mkdir()
    (root / "manifests/patches/README.md").write_text("how to")
    check(root)


def test_a_folder_of_patches_for_no_film_of_the_index_is_refused(root: Path) -> None:
    (root / "manifests/patches/en-0100").mkdir()
    assert refused(root).startswith("[stray-patch] manifests/patches/en-0100:")


def test_a_patch_beside_the_films_folders_is_refused(root: Path) -> None:
    (root / "manifests/patches/pt-0001.yaml").write_text("")
    assert refused(root).startswith("[stray-patch] manifests/patches/pt-0001.yaml:")


def test_an_index_with_every_film_withdrawn_is_refused_by_name(root: Path) -> None:
    write_index(
        root / "manifests/sources.jsonl",
        [msgspec.structs.replace(film(2), withdrawn=Withdrawal(reason="asked", date="2026-01-02"))],
    )
    assert refused(root).startswith("[no-film] manifests/sources.jsonl:")
    Plan.load(root, {}).check(["tables_of_releases"])


def ask_a_model(root: Path) -> None:
    model = "{model: m, revision: '1', quantization: null, context: 8192, decoding: {}}"
    params = (root / "params.yaml").read_text(encoding="utf-8")
    run = f"annotator: {{run: r1, models: {{construct: {model}, judge: {model}}}}}"
    (root / "params.yaml").write_text(params.replace("annotator: rules", run), encoding="utf-8")


@pytest.mark.parametrize(
    ("template", "said", "code"),
    [
        ("items", "Ask nothing about The Long Wait.", "leak-title"),
        ("wordings", "别提《漫长的等待》。", "leak-title"),
        ("units", "As in en-0001.", "leak-id"),
    ],
)
def test_a_template_that_tells_of_a_film_is_refused_before_a_build(root: Path, template, said, code) -> None:
    here = source(method="bundled", path="wait.fountain")
    titled = msgspec.structs.replace(
        film(1, sources=(here,)), title="The Long Wait", title_forms=("漫长的等待", "Wait")
    )
    write_index(root / "manifests/sources.jsonl", [titled])
    shutil.copytree(ROOT / "prompts", root / "prompts")
    path = root / f"prompts/{template}.en.j2"
    words = f"{{% block system %}}\nYou Wait. {said}\n"
    path.write_text(path.read_text(encoding="utf-8").replace("{% block system %}", words), encoding="utf-8")
    check(root)  # the rules ask by no template
    ask_a_model(root)
    told = refused(root)
    assert told.startswith(f"[{code}] prompts/{template}.en.j2: ") and "prompts/" not in told[5:].partition(":")[2]


def test_a_template_that_is_missing_is_told_before_a_build(root: Path) -> None:
    ask_a_model(root)
    assert "[missing-prompt] prompts/units.en.j2" in refused(root)


def test_a_changed_prompt_is_another_param_of_a_model_s_layer_and_none_of_the_rules(root: Path) -> None:
    assert Plan.load(root, {}).prompts("units", "en") == {}
    ask_a_model(root)
    (root / "prompts").mkdir()
    for name in ("units.en", "reflection.en"):
        (root / f"prompts/{name}.j2").write_text("one")
    before = Plan.load(root, {}).prompts("units", "en")
    (root / "prompts/units.en.j2").write_text("two")
    after = Plan.load(root, {}).prompts("units", "en")
    assert set(before) == set(after) == {"units.en", "reflection.en"}
    assert before["units.en"] != after["units.en"] and before["reflection.en"] == after["reflection.en"]


def test_an_engine_that_is_none_is_refused_and_not_repeated(root: Path) -> None:
    """Somebody may have put an address there, with a password in it."""
    with pytest.raises(LinedscriptError, match="unknown-engine") as caught:
        Plan.load(root, {"engine": "http://ann:hunter22@host/v1"})
    assert "hunter22" not in str(caught.value)


def test_a_published_run_over_a_film_withdrawn_since_is_refused_with_how_to_take_it_away(root: Path) -> None:
    published(root, "mine", "en-0001", "en-0002")
    with pytest.raises(LinedscriptError, match=r"^\[withdrawn-film\] releases/runs/mine#en-0002") as error:
        Plan.load(root, {}).check_published()
    assert "linedscript runs withdraw releases/runs/mine" in str(error.value)


def test_a_control_s_run_over_a_film_withdrawn_since_is_made_again(root: Path) -> None:
    published(root, "reference-ii-parent-closed-book", "en-0001", "en-0002")
    published(root, "mine", "en-0001")
    Plan.load(root, {}).check_published()
