"""A job ends with the build that started it, however that build ends.

Linux only: elsewhere the watch is not set and jobs end by themselves.
"""

import os
import select
import signal
import threading


def end_with(pid: int) -> None:
    """End this process (exit status 137) as soon as process ``pid`` has ended, even by ``kill -9``."""
    if not hasattr(os, "pidfd_open"):
        return
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        os._exit(137)
    threading.Thread(target=_wait, args=(handle,), name="end-with-the-build", daemon=True).start()


def _wait(handle: int) -> None:
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    poll.poll()
    os.kill(os.getpid(), signal.SIGKILL)


def end_with_the_build() -> None:
    """Watch the Snakemake process that runs this job, or else the DVC process whose stage command this is.

    Stage commands are written ``exec …``, so that DVC is the parent and not a shell that would outlive it.
    """
    pid = os.environ.get("LINEDSCRIPT_BUILD_PID")
    end_with(int(pid) if pid else os.getppid())
