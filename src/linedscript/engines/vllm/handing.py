"""What a film's job gets from the broker: the addresses of a role's replicas, its film's own first."""

import json
import socket
from typing import Any, NamedTuple

from linedscript.engines.client import Key
from linedscript.errors import LinedscriptError


class Handed(NamedTuple):
    addresses: tuple[str, ...]
    key: Key | None
    facts: dict[str, Any]
    """What every answer of these servers says of how it came."""
    held: socket.socket
    """Open while the job talks: closing it tells the broker that a replica has a film less."""


def ask_broker(broker: str, role: str, film: str) -> Handed:
    """Wait until the role's replicas are up. The first who asks makes them start.

    Raises what the broker says went wrong, and ``broker-gone`` where it ended.
    """
    held = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        held.connect("\0" + broker)
        held.sendall(json.dumps({"role": role, "film": film}).encode() + b"\n")
        with held.makefile("rb") as lines:
            line = lines.readline()
        if not line.endswith(b"\n"):
            raise ConnectionResetError("it ended")
    except OSError as error:
        held.close()
        raise LinedscriptError(
            "broker-gone",
            broker,
            f"no answer about servers for {role}: {error}",
            "the build that started it has ended, or build/logs/serve/broker.log says why; run the build again",
        ) from None
    said = json.loads(line)
    if "error" in said:
        held.close()
        raise LinedscriptError(*said["error"])
    return Handed(tuple(said["addresses"]), Key(said["key"]) if said["key"] else None, said["facts"], held)
