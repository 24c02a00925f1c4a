"""The broker of a build: starts vLLM replicas when a film first asks, hands out their addresses, ends them all.

It listens on an abstract Unix socket, which leaves no file behind, and answers its own user alone: a line
``{"role", "film"}`` gets a line ``{"addresses", "key", "facts"}`` or ``{"error"}``, and the connection stays open as
long as the film talks.
"""

import asyncio
import contextlib
import fcntl
import json
import os
import secrets
import signal
import socket
import struct
from collections.abc import Sequence
from typing import Any

from linedscript.engines.vllm.facts import facts
from linedscript.engines.vllm.layout import Served
from linedscript.engines.vllm.metrics import total
from linedscript.engines.vllm.replica import Means, Replica
from linedscript.errors import LinedscriptError


class Broker:
    def __init__(self, layout: Sequence[Served], means: Means) -> None:
        self.name = f"linedscript-{secrets.token_hex(16)}"
        self._means = means
        self._layout = layout
        self._replicas = {
            served.name: [Replica(served, gpus, f"{served.roles[0]}-{n}", means) for n, gpus in enumerate(served.gpus)]
            for served in layout
        }
        self._starting: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self._ending = asyncio.Event()

    async def run(self, watched: int | None) -> None:
        """Serve until SIGTERM or SIGINT comes or process ``watched`` ends; then end every replica."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self._ending.set)
        if watched is not None:
            try:
                loop.add_reader(os.pidfd_open(watched), self._ending.set)
            except ProcessLookupError:
                return
        server = await asyncio.start_unix_server(self._talk, path="\0" + self.name)
        print(json.dumps({"broker": self.name}), flush=True)
        try:
            await self._ending.wait()
        finally:
            server.close()
            await self._end()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        replica = None
        try:
            with contextlib.suppress(ConnectionError, ValueError, KeyError):  # who asked is gone, or isn't ours
                if not _is_own(writer):
                    return
                asked = json.loads(await reader.readline())
                try:
                    served = self._served(asked["role"])
                    known = await self._ready(served)
                    replica = self._chosen(served, asked["film"])
                    self._means.say(f"{asked['film']}: {asked['role']} at {replica.name}")
                    said: dict[str, Any] = known | {
                        "addresses": self._addresses(served, replica),
                        "key": self._means.key,
                    }
                except LinedscriptError as error:
                    said = {"error": [error.code, error.place, error.problem, error.hint]}
                if replica is not None:
                    replica.talking += 1
                writer.write(json.dumps(said).encode() + b"\n")
                await writer.drain()
                await reader.read()
        finally:
            if replica is not None:
                replica.talking -= 1
            writer.close()

    def _served(self, role: str) -> Served:
        for served in self._layout:
            if role in served.roles:
                return served
        raise LinedscriptError("unserved-role", role, "the broker serves no model in this role")

    async def _ready(self, served: Served) -> dict[str, Any]:
        """Start the model's replicas, once, and wait for them. Raises ``server-failed`` where none is up."""
        if served.name not in self._starting:
            self._starting[served.name] = asyncio.ensure_future(self._start(served))
        known = await asyncio.shield(self._starting[served.name])
        replicas = self._replicas[served.name]
        if not any(replica.ready for replica in replicas):
            raise LinedscriptError(
                "server-failed",
                served.name,
                f"no replica is up; {replicas[0].name} said last: {replicas[0].tail() or 'nothing'}",
                f"{replicas[0].log} has all of it; put right what it says, then run the build again: answers that "
                "arrived are kept",
            )
        return known

    async def _start(self, served: Served) -> dict[str, Any]:
        await self._alone()
        replicas = self._replicas[served.name]
        await asyncio.gather(*(replica.start() for replica in replicas))
        version = next((replica.version for replica in replicas if replica.version), None)
        return {"facts": await asyncio.to_thread(facts, served, version)}

    async def _alone(self) -> None:
        """Wait until no server of an earlier build is left: after a kill they have the GPUs a little longer."""
        waited = False
        while True:
            try:
                fcntl.flock(self._means.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if not waited:
                    self._means.say("waiting for servers of an earlier build to end")
                waited = True
                await asyncio.sleep(0.2)

    def _chosen(self, served: Served, film: str) -> Replica:
        """The replica that the film had before, whose cache knows it; for a new film the one with least to do."""
        up = [replica for replica in self._replicas[served.name] if replica.ready]
        chosen = min(up, key=lambda one: (film not in one.films, one.talking, len(one.films)))
        chosen.films.add(film)
        return chosen

    def _addresses(self, served: Served, first: Replica) -> list[str]:
        """Of all that are up, the first one first: the others stand in for it should it die."""
        up = [replica for replica in self._replicas[served.name] if replica.ready and replica is not first]
        return [replica.address for replica in (first, *up)]

    async def _end(self) -> None:
        for task in self._starting.values():
            task.cancel()
        await self._report()
        await asyncio.gather(*(replica.stop() for replicas in self._replicas.values() for replica in replicas))
        self._means.say("ended")

    async def _report(self) -> None:
        for name, replicas in self._replicas.items():
            if name not in self._starting:
                self._means.say(f"{name}: no replica was started: every answer was recorded, or none was wanted")
                continue
            found = [one for one in await asyncio.gather(*(replica.prefixes() for replica in replicas)) if one]
            sums = total(found)
            rate = "not known" if sums.rate is None else f"{sums.rate:.1%}"
            self._means.say(
                f"{name}: prefix cache hit rate {rate} ({sums.hits:.0f} of {sums.queries:.0f} prompt tokens, "
                f"{len(found)} of {len(replicas)} replicas)"
            )


def _is_own(writer: asyncio.StreamWriter) -> bool:
    peer = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return struct.unpack("3i", peer)[1] == os.getuid()
