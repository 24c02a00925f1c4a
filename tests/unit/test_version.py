import tomllib
from pathlib import Path

from linedscript.io.yaml import load
from linedscript.version import VERSION

ROOT = Path(__file__).resolve().parents[2]


def test_the_version_is_the_one_of_the_package_and_its_citation():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (project["version"], load(ROOT / "CITATION.cff")["version"]) == (VERSION, VERSION)
