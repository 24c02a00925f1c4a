"""A job ends with the build that started it, however that build ends.

Linux only: elsewhere the watch is not set and jobs end by themselves.
"""

import _thread  # threading and signal would double what the watch adds to a job's start
import os
import select


def end_with(pid: int) -> None:
    """End this process (exit status 137) as soon as process ``pid`` has ended, even by ``kill -9``."""
    if not hasattr(os, "pidfd_open"):
        return
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        os._exit(137)
    _thread.start_new_thread(_wait, (handle,))


def _wait(handle: int) -> None:
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    poll.poll()
    os._exit(137)


def end_with_the_build() -> None:
    """Watch the Snakemake process that runs this job, or else the DVC process whose stage command this is."""
    pid = os.environ.get("LINEDSCRIPT_BUILD_PID")
    if pid:
        end_with(int(pid))
    else:
        end_with_dvc()


def end_with_dvc() -> None:
    """Watch the DVC process whose stage command this is; end at once where it is already gone.

    Stage commands are written ``exec …``, so that DVC is the parent and not a shell that would outlive it. A command
    whose DVC was killed before this point has been handed to another parent, which isn't to be watched.
    """
    parent = os.getppid()
    try:
        with open(f"/proc/{parent}/cmdline", "rb") as file:
            words = file.read().split(b"\0")
    except OSError:
        words = [b""]
    if hasattr(os, "pidfd_open") and not any(word.rpartition(b"/")[2].startswith(b"dvc") for word in words):
        os._exit(137)
    end_with(parent)
