"""A ``vllm`` on the path that is the fake one, and what its servers were asked."""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any, NamedTuple

FAKE = Path(__file__).resolve().parent / "fake_vllm.py"


class Fake(NamedTuple):
    folder: Path

    def env(self, how: str = "") -> dict[str, str]:
        """The environment under which ``vllm`` is the fake one; ``how`` it behaves."""
        bin_ = self.folder / "bin"
        bin_.mkdir(parents=True, exist_ok=True)
        (bin_ / "vllm").write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(FAKE)])} "$@"\n')
        (bin_ / "vllm").chmod(0o755)
        return {
            "PATH": f"{bin_}:{Path(sys.executable).parent}:{os.environ['PATH']}",
            "FAKE_VLLM": how,
            "FAKE_VLLM_NOTES": str(self.folder / "notes"),
        }

    def servers(self) -> list[list[dict[str, Any]]]:
        """Of each server that came up: its options first, then what it was asked, in no order. One that runs may have
        written half a line."""
        return [
            [json.loads(line) for line in path.read_bytes().splitlines(True) if line.endswith(b"\n")]
            for path in sorted((self.folder / "notes").glob("*.jsonl"))
        ]

    def asked(self) -> list[dict[str, Any]]:
        return [request for server in self.servers() for request in server[1:]]
