"""What a command's start does not import."""

import subprocess
import sys

HEAVY = (
    "typing_extensions",
    "inspect",
    "numpy",
    "scipy",
    "sklearn",
    "networkx",
    "pyarrow",
    "pydantic",
    "rich",
    "asyncio",
)


def test_a_rule_s_command_starts_without_what_is_slow_to_import() -> None:
    code = (
        "import sys; from linedscript.cli.main import main\n"
        "try: main(['items', 'draw', '--help'])\n"
        "except SystemExit: pass\n"
        f"print('\\n' + ' '.join(name for name in {HEAVY!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


def test_typing_extensions_can_be_imported_after_msgspec() -> None:
    code = (
        "from linedscript.cli.main import import_msgspec; import_msgspec(); import typing_extensions, msgspec; print(1)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"1\n"
