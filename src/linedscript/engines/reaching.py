"""How a run's models are reached on this machine: addresses, key, concurrency. None of it affects bytes."""

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from linedscript.engines.client import Reach
from linedscript.engines.recordings import annotator
from linedscript.errors import LinedscriptError
from linedscript.records.engine import Role
from linedscript.records.params import Model


class Reached(NamedTuple):
    """Who answers a role, and how it is reached."""

    model: str
    annotator: str
    """Model and revision, as records name them."""
    reach: Reach


def reached(models: Mapping[Role, Model], args: Any, broker: str | None = None) -> dict[Role, Reached]:
    """Of each role. ``args``: ``address`` (each ``URL`` or ``role=URL``), ``key_variable``, ``concurrency``,
    ``timeout``, ``tries``. Where there is a ``broker``, a role without an address has none yet.

    Raises ``no-address`` where a role has none, ``missing-key`` where the named variable isn't set.
    """
    by_role = addresses_by_role(args.address or [])
    key = None
    if args.key_variable:
        key = os.environ.get(args.key_variable)
        if not key:
            raise LinedscriptError(
                "missing-key",
                f"${args.key_variable}",
                "the variable that holds the server's key isn't set",
                f"export {args.key_variable}=…; keys never stand in a file of the project",
            )
    found: dict[Role, Reached] = {}
    for role, model in models.items():
        addresses = by_role.get(role) or by_role.get("")
        if not addresses and not broker:
            raise LinedscriptError(
                "no-address",
                f"role {role}",
                f"no address of a server of {model.model}",
                "give one: --address http://HOST:PORT/v1, or --address "
                f"{role}=http://HOST:PORT/v1; under Snakemake --config engine=openai address=…",
            )
        reach = Reach(tuple(addresses or ()), key, args.concurrency, args.timeout, args.tries, 1.0)
        found[role] = Reached(model.model, annotator(model), reach)
    return found


def addresses_by_role(given: Sequence[str]) -> dict[str, list[str]]:
    """``role=URL`` by role; plain addresses, which serve any role, under the empty name."""
    found: dict[str, list[str]] = {}
    for one in given:
        role, equals, address = one.partition("=") if not one.startswith("http") else ("", "", one)
        address = address.rstrip("/")
        if not address.startswith(("http://", "https://")) or (equals and role not in get_args(Role)):
            raise LinedscriptError(
                "invalid-address", one, "isn't URL or role=URL", "for example construct=http://127.0.0.1:8000/v1"
            )
        found.setdefault(role, []).append(address)
    return found
