"""What set-up leaves behind."""

import os
import subprocess
import sys
from pathlib import Path

from projects import ROOT


def test_python_starts_in_a_folder_whose_name_the_locale_cannot_read(tmp_path: Path) -> None:
    folder = tmp_path / "фильмы"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / ".venv"], check=True)
    (site,) = folder.glob(".venv/lib/python3.*/site-packages")
    (site / "_linedscript.pth").write_text(f"{folder}/src\n", encoding="utf-8")
    (folder / "src").mkdir()
    (folder / "src/told.py").write_text("print('here')\n")
    subprocess.run(["make", "--silent", "-f", ROOT / "Makefile", "relative-path"], cwd=folder, check=True)
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MAKE"))}
    done = subprocess.run(
        [folder / ".venv/bin/python", "-c", "import told"],
        cwd=tmp_path,
        env=env | {"LC_ALL": "C"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "here\n"), done.stderr
