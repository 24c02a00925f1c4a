"""The journal as answers arrive: on disk before the layer goes on, several in one write where they come fast."""

import asyncio
import os
import tempfile
from pathlib import Path
from types import TracebackType

from linedscript.engines.recordings import append
from linedscript.records.engine import TranscriptLine


class Journal:
    """Use as ``async with``: leaving it waits until everything is on disk, also after an error.

    Entering it raises OSError where nothing could be kept: before a question is asked, and not after answers that were
    paid for.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: list[TranscriptLine] = []
        self._writer: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Journal":
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._path.parent, prefix=".") as probe:
            os.fsync(probe.fileno())
        if self._path.exists():
            self._path.open("r+b").close()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        while self._writer is not None and not self._writer.done():
            await asyncio.shield(self._writer)
        if self._waiting:
            append(self._path, self._waiting)
        if self._writer is not None:
            self._writer.result()

    async def keep(self, line: TranscriptLine) -> None:
        self._waiting.append(line)
        if self._writer is None or self._writer.done():
            if self._writer is not None:
                self._writer.result()
            self._writer = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        while self._waiting:
            lines, self._waiting = self._waiting, []
            await asyncio.to_thread(append, self._path, lines)
