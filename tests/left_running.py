"""What still runs in a folder, and what a process there can be told."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path


def processes(folder: Path) -> list[str]:
    """Command lines of processes that work in ``folder`` or below."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if Path(os.readlink(entry / "cwd")).is_relative_to(folder):
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
            except OSError:
                continue
    return found


def gone(folder: Path) -> bool:
    return until(lambda: not processes(folder))


def until(met: Callable[[], object], seconds: float = 600) -> bool:
    """Whether it is met in time: a deadline far beyond what a busy machine takes, never a measurement."""
    deadline = time.monotonic() + seconds
    while not met():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def interruptible() -> None:
    """For ``preexec_fn``: a shell starts what it puts in the background deaf to Ctrl-C, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
