"""The same inputs give the same released bytes in another folder, under other settings of the machine."""

import pytest
from projects import Project, checkout

FOLDERS = ("build/parent", "build/pseudonymized", "build/tables")


def build(project: Project, cores: int, umask: str, **env: str) -> dict[str, bytes]:
    """The sample corpus, every film of it: path to bytes of each released file."""
    project.run("sh", "-c", f"umask {umask}; exec snakemake --cores {cores}", **env)
    return {
        path.relative_to(project.path).as_posix(): path.read_bytes()
        for folder in FOLDERS
        for path in (project.path / folder).rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], dict[str, bytes]]:
    root = tmp_path_factory.mktemp("bytes")
    one = build(checkout(root / "a"), 1, "077", PYTHONHASHSEED="1", TZ="Pacific/Kiritimati", LC_ALL="C")
    folder = root / "deeper" / "a folder" / "剧本 é's"
    other = build(
        checkout(folder), 2, "002", PYTHONHASHSEED="4242", TZ="America/St_Johns", LC_ALL="C.UTF-8", LANG="tr_TR.UTF-8"
    )
    return one, other


def test_both_builds_have_the_same_files(builds):
    one, other = builds
    assert one.keys() == other.keys() and {f"{folder}/SHA256SUMS" for folder in FOLDERS} <= one.keys()


def test_every_released_file_has_the_same_bytes(builds):
    one, other = builds
    assert [path for path in one if one[path] != other.get(path)] == []
