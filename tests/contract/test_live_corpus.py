"""Tests build the sample corpus as it ships, whatever a maintainer did with the live one."""

import re

import pytest
from projects import CORPUS, ROOT, Project, checkout

LIVE = re.compile(
    r"""(?<![\w.])ROOT\s*/\s*f?["'](?:params\.yaml|dvc\.lock|releases|build|recordings|journal|private|sources|"""
    r"""manifests/(?:sources|identity|recordings|patches|audits)|samples/identity)"""
)
ADDED = {
    "manifests/patches/en-0001/pt-0999.yaml": "id: pt-0999\n",
    "manifests/patches/en-0003/pt-0001.yaml": "id: pt-0001\n",
    "samples/identity/en-0003.jsonl": "{}\n",
    "recordings/pilot.dvc": "outs: []\n",
    "releases/frozen/.gitignore": "/v1.0.0\n",
    "releases/frozen/v1.0.0.dvc": "outs: []\n",
    "releases/frozen/v2.0.0/parent/films.jsonl": "{}\n",
    "profiles/slurm/config.yaml": "jobs: 100\n",
    "dvc.lock": "schema: '2.0'\n",
    ".dvc/config": "[core]\n    remote = theirs\n['remote \"theirs\"']\n    url = s3://theirs/store\n",
}


def files(project: Project) -> dict[str, bytes]:
    paths = {path.relative_to(project.path): path for path in project.path.rglob("*") if path.is_file()}
    return {str(name): path.read_bytes() for name, path in paths.items() if name.parts[0] != ".git"}


@pytest.fixture(scope="module")
def clean(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return checkout(tmp_path_factory.mktemp("clean") / "project")


def test_a_maintainers_films_patches_maps_params_recordings_and_releases_stay_out(clean, tmp_path):
    live = clean.copy(tmp_path / "live")
    for name, text in ADDED.items():
        (live.path / name).parent.mkdir(parents=True, exist_ok=True)
        (live.path / name).write_text(text, encoding="utf-8")
    for name in ("params.yaml", "manifests/sources.jsonl", "manifests/identity.json", "samples/identity/en-0001.jsonl"):
        (live.path / name).write_text("theirs\n", encoding="utf-8")
    (live.path / "manifests/patches/en-0001/pt-0001.yaml").unlink()
    assert files(checkout(tmp_path / "again", live.path)) == files(clean)


def test_no_test_reads_what_a_maintainer_changes():
    texts = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    assert {name: found for name, text in texts.items() if (found := LIVE.findall(text))} == {}


def test_the_shipped_maps_are_the_pinned_ones(clean):
    from linedscript.identity.store import map_path, read_frozen, read_manifest

    for entry in read_manifest(CORPUS / "manifests/identity.json"):
        read_frozen(entry.film, map_path(clean.path, entry.film), entry.sha256)


def test_dvc_has_no_empty_file_to_warn_of(clean):
    empty = [name for name, data in files(clean).items() if not data and not name.startswith("src/")]
    assert empty == []
