"""What must come to an end, and what tells where it doesn't: a deadline in CPU time, never a measurement."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ending(seconds: float = 120) -> Iterator[None]:
    """Raise where what runs inside has taken that much CPU: a hundred times its due on a slow machine, and nothing of
    what takes time in the square of its length."""

    def late(*_: object) -> None:
        raise TimeoutError(f"not through after {seconds:g} seconds of CPU time")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
