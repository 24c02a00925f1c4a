"""One vLLM server: started behind its keeper, asked until it is up, read when it ends."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from linedscript.engines.client import Key
from linedscript.engines.saying import plain_name
from linedscript.engines.vllm.keeper import end_group
from linedscript.engines.vllm.layout import Served, command
from linedscript.engines.vllm.metrics import Prefixes, prefixes


class Means(NamedTuple):
    """How replicas are started on this machine."""

    launcher: tuple[str, ...]
    options: tuple[str, ...]
    logs: Path
    lock: int
    """A file that the keepers hold as well, until their replicas have ended."""
    key: Key
    """That their clients must know: the port is open to everyone on the machine."""
    start_timeout: float
    grace: float
    say: Callable[[str], None]


class Replica:
    def __init__(self, served: Served, gpus: Sequence[str], name: str, means: Means) -> None:
        self.served, self.name = served, name
        self.gpus = gpus
        self.films: set[str] = set()
        """That are sent here first, in every layer: their prompts begin alike."""
        self.talking = 0
        """Jobs that talk now."""
        self.ready = False
        self.ended = False
        self.version: str | None = None
        self._means = means
        self._process: asyncio.subprocess.Process | None = None
        self._hold = held_port()
        self._port = self._hold.getsockname()[1]

    @property
    def log(self) -> Path:
        return self._means.logs / f"{self.name}.log"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}/v1"

    async def start(self) -> bool:
        """True once it serves; False where it ended or took too long, as its log says."""
        words = command(self.served, self._port, self._means.launcher, self._means.options)
        self._means.say(f"{self.name}: starting on gpu {','.join(self.gpus)}: log {self.log}")
        with self.log.open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "linedscript.engines.vllm.keeper", str(os.getpid()), str(self._means.grace)),
                *words,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(self._means.lock,),
                env=os.environ | {"CUDA_VISIBLE_DEVICES": ",".join(self.gpus), "VLLM_API_KEY": self._means.key},
            )
        waiting = asyncio.ensure_future(self._wait(self._process))
        up = asyncio.ensure_future(self._up())
        try:
            await asyncio.wait((waiting, up), timeout=self._means.start_timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            up.cancel()
        if self.ended:
            return False
        if not up.done() or up.cancelled():
            self._means.say(f"{self.name}: not up after {self._means.start_timeout:g} s; ended")
            await self.stop()
            return False
        self.ready = True
        self._means.say(f"{self.name}: up at {self.address}")
        return True

    async def _wait(self, process: asyncio.subprocess.Process) -> None:
        status = await process.wait()
        self.ready, self.ended = False, True
        end_group(process.pid)
        self._hold.close()
        self._means.say(f"{self.name}: ended with exit status {status}")

    async def _up(self) -> None:
        while await self._get("/health") is None:
            await asyncio.sleep(0.2)
        answer = await self._get("/version")
        try:
            said = answer.json() if answer is not None else {}
        except (ValueError, RecursionError):
            said = {}
        self.version = plain_name(said.get("version")) if isinstance(said, dict) else None

    async def _get(self, path: str) -> Any:
        """The answer with status 200; null for any other and for none."""
        import httpx

        try:
            async with httpx.AsyncClient(trust_env=False, verify=False, timeout=5.0) as client:
                answer = await client.get(f"http://127.0.0.1:{self._port}{path}")
        except httpx.HTTPError:
            return None
        return answer if answer.status_code == 200 else None

    async def prefixes(self) -> Prefixes | None:
        """Of its life so far; null where it doesn't say."""
        answer = await self._get("/metrics") if self.ready else None
        return None if answer is None else prefixes(answer.text)

    async def stop(self) -> None:
        """Ask the group to end; its keeper kills what is left after the grace."""
        if self._process is None:
            return
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        await self._process.wait()
        end_group(self._process.pid)

    def tail(self, lines: int = 5) -> str:
        """The end of its log, on one line, which colours no terminal."""
        try:
            text = self.log.read_bytes()[-4000:].decode(errors="replace")
        except OSError:
            return ""
        plain = ("".join(char if char.isprintable() else " " for char in line) for line in text.splitlines()[-lines:])
        shown = " / ".join(line.strip() for line in plain if line.strip())[-600:]
        return shown.replace(self._means.key, "…")


def held_port() -> socket.socket:
    """A socket whose port of the loopback address the system gives to nobody else, and never listens on itself: a
    server that is told the port may bind it as servers do (SO_REUSEADDR), minutes later.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held
