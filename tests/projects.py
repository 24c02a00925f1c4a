"""Projects to build in: a copy of this one, with fewer films, that a test may change at will."""

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from linedscript.io.files import sha256_file

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(__file__).resolve().parent / "corpus"
"""The sample corpus as it ships: its params, index, pins, patches and name maps, at the paths that they have in the
project, where a maintainer changes them."""
_CODE = (
    ".dvc/.gitignore",
    ".dvcignore",
    ".gitignore",
    "CITATION.cff",
    "LICENSE",
    "LICENSE-DATA.md",
    "Makefile",
    "README.md",
    "Snakefile",
    "dvc.yaml",
    "manifests/audits/README.md",
    "manifests/genres.yaml",
    "manifests/patches/README.md",
    "manifests/predicates.yaml",
    "profiles/default",
    "prompts",
    "pyproject.toml",
    "releases/.gitignore",
    "samples/scripts",
    "schemas",
    "src",
    "workflow",
)
"""What a project takes from ``ROOT``: none of it is a maintainer's data, release, recording or DVC file."""
_DVC = """\
[core]
    analytics = false
    check_update = false
    autostage = false
    remote = store
['remote "store"']
    url = ../../linedscript-store
"""
"""Without the remote that a maintainer pushes to."""
_ANOTHERS = ("DVC_", "GIT_", "LINEDSCRIPT_", "SNAKEMAKE_")
"""What variables of a build, a hook or a maintainer's settings begin with."""


@dataclass(frozen=True)
class Project:
    """A checkout in ``path``. Commands run with its own ``src``, not the installed one."""

    path: Path

    @property
    def env(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_ANOTHERS)}
        return kept | {
            "PATH": f"{Path(sys.executable).parent}:{kept['PATH']}",
            "PYTHONPATH": str(self.path / "src"),
            "DVC_SITE_CACHE_DIR": str(self.path.parent / f"{self.path.name}.site"),
            "DVC_GLOBAL_CONFIG_DIR": str(self.path.parent / f"{self.path.name}.config"),
            "DVC_NO_ANALYTICS": "1",
            "GIT_CEILING_DIRECTORIES": str(self.path.parent),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            "XDG_CACHE_HOME": str(self.path.parent / f"{self.path.name}.cache"),
        }

    def run(self, *command: str, check: bool = True, **env: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            command,
            cwd=self.path,
            env=self.env | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0 or not check, done.stdout
        return done

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            command,
            cwd=self.path,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def planned(self, *target: str) -> list[str]:
        """The rules of the jobs that a dry run plans, with repeats, sorted."""
        done = self.run("snakemake", "-n", "--quiet", "rules", "--", *target)
        import re

        log = self.run("snakemake", "-n", "--", *target).stdout if "Nothing to be done" not in done.stdout else ""
        return sorted(re.findall(r"^(?:local)?rule (\w+):$", log, re.M))

    def sums(self, folder: str) -> str:
        return (self.path / folder / "SHA256SUMS").read_text()

    def copy(self, path: Path) -> "Project":
        """Time stamps and records included."""
        shutil.copytree(self.path, path, symlinks=True)
        return Project(path)


def checkout(path: Path, root: Path = ROOT) -> Project:
    """The code of ``root`` with the sample corpus as it ships, never built, in a repository of its own."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *_CODE],
        cwd=root,
        check=True,
        capture_output=True,
    ).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, path / name)
    shutil.copytree(CORPUS, path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("README.md"))
    (path / ".dvc/config").write_text(_DVC, encoding="utf-8")
    project = Project(path)
    project.run("git", "init", "-q")
    project.run("git", "add", "-A")
    project.run("git", "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "start")
    return project


def once(factory: Any, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that ``make`` fills, once for all of pytest's workers: a build costs more than waiting for one.

    ``factory``: pytest's ``tmp_path_factory``. Nobody changes what lies in it.
    """
    root = factory.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root
    folder, made = root / name, root / f"{name}.made"
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


def only(project: Project, *films: str) -> None:
    """Leave only these films in the index and the patches."""
    index = project.path / "manifests/sources.jsonl"
    rows = index.read_text(encoding="utf-8").splitlines(True)
    index.write_text("".join(row for row in rows if json.loads(row)["id"] in films), encoding="utf-8")
    for folder in (project.path / "manifests/patches").iterdir():
        if folder.is_dir() and folder.name not in films:
            shutil.rmtree(folder)


def shorten(project: Project) -> None:
    """Cut en-0001 down to its first scenes and free it of patches: what is tested is how a build goes."""
    script = project.path / "samples/scripts/en-0001.fountain"
    before = sha256_file(script)
    script.write_text(script.read_text(encoding="utf-8").split("EXT. FUEL DOCK")[0], encoding="utf-8")
    index = project.path / "manifests/sources.jsonl"
    index.write_text(index.read_text(encoding="utf-8").replace(before, sha256_file(script)), encoding="utf-8")
    shutil.rmtree(project.path / "manifests/patches/en-0001")
    revise(project, "share: 0.3", "share: 1.0")  # of so short a script the annotators repeat a larger share


def revise(project: Project, before: str, after: str) -> None:
    """Change params."""
    params = project.path / "params.yaml"
    text = params.read_text(encoding="utf-8")
    assert before in text
    params.write_text(text.replace(before, after), encoding="utf-8")


def ask_models(
    project: Project, construct: str = "m", judge: str = "m", context: int = 8192, max_tokens: int = 900
) -> None:
    """Name models in params, as the run ``pilot``."""
    both = (
        f"revision: r1, quantization: null, context: {context}, decoding: {{temperature: 0, max_tokens: {max_tokens}}}"
    )
    models = f"{{construct: {{model: {construct}, {both}}}, judge: {{model: {judge}, {both}}}}}"
    revise(project, "annotator: rules", f"annotator: {{run: pilot, models: {models}}}")
