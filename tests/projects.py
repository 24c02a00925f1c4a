"""Projects to build in: a copy of this one, with fewer films, that a test may change at will."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Project:
    """A checkout in ``path``. Commands run with its own ``src``, not the installed one."""

    path: Path

    @property
    def env(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DVC_STAGE", "DVC_ROOT", "LINEDSCRIPT_BUILD_PID"}
        }
        return kept | {
            "PATH": f"{Path(sys.executable).parent}:{kept['PATH']}",
            "PYTHONPATH": str(self.path / "src"),
            "DVC_SITE_CACHE_DIR": str(self.path.parent / f"{self.path.name}.site"),
            "DVC_NO_ANALYTICS": "1",
            "GIT_CEILING_DIRECTORIES": str(self.path.parent),
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


def checkout(path: Path) -> Project:
    """What git has or would add, without releases, in a repository of its own."""
    files = (
        subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        .stdout.decode()
        .split("\0")
    )
    for name in filter(None, files):
        if (ROOT / name).is_file():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, path / name)
    project = Project(path)
    project.run("git", "init", "-q")
    project.run("git", "add", "-A")
    project.run("git", "-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "start")
    return project


def only(project: Project, *films: str) -> None:
    """Leave only these films in the index, the identity manifest and the patches."""
    index = project.path / "manifests/sources.jsonl"
    index.write_text(
        "".join(
            line
            for line in index.read_text(encoding="utf-8").splitlines(True)
            if any(f'"{film}"' in line for film in films)
        ),
        encoding="utf-8",
    )
    for folder in (project.path / "manifests/patches").iterdir():
        if folder.is_dir() and folder.name not in films:
            shutil.rmtree(folder)
