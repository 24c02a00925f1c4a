"""A replica's watching parent: ends its whole process group with the broker, also where that is killed.

Run as ``python -m linedscript.engines.vllm.keeper BROKER_PID GRACE COMMAND…`` in a session of its own. A replica is
several processes (vLLM has one per GPU and one more): the group is what ends. Exits with the replica's status. Killed
itself, it takes the replica's first process along, and the broker ends the rest. Linux only.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys

_PR_SET_PDEATHSIG = 1


def keep(broker: int, grace: float, command: list[str]) -> int:
    """Run ``command`` until it ends, the broker ends or SIGTERM comes. ``grace``: seconds from asking to killing."""
    woken, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    try:
        watched = os.pidfd_open(broker)
    except ProcessLookupError:
        return 137
    if os.getppid() != broker:  # it ended before the watch began, and its number may be another's by now
        return 137
    libc = ctypes.CDLL(None)
    me = os.getpid()

    def bound() -> None:
        libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != me:
            os._exit(137)

    try:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=bound)
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
        return 127
    ended = os.pidfd_open(child.pid)
    if ended not in _first(None, watched, woken, ended):
        os.killpg(0, signal.SIGTERM)
        _first(grace, ended)
    end_group(os.getpgrp())
    status = child.wait()
    return status if status >= 0 else 128 - status


def _first(seconds: float | None, *handles: int) -> set[int]:
    """Which of the handles can be read first; none when the time is over."""
    poll = select.poll()
    for handle in handles:
        poll.register(handle, select.POLLIN)
    return {handle for handle, _ in poll.poll(None if seconds is None else seconds * 1000)}


def end_group(group: int) -> None:
    """Kill every process of a group but this one. Those that are born meanwhile are killed too."""
    while found := members(group):
        for pid in found:
            try:
                handle = os.pidfd_open(pid)
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            _first(5.0, handle)
            os.close(handle)


def members(group: int) -> list[int]:
    """The living processes of a group, but for this one."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    state, _, its = file.read().rpartition(b")")[2].split()[:3]
            except OSError:
                continue
            if int(its) == group and state not in (b"Z", b"X"):
                found.append(int(entry))
    return found


if __name__ == "__main__":
    sys.exit(keep(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))
