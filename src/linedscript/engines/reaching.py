"""How a run's models are reached on this machine: addresses, key, concurrency. None of it affects bytes."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

from linedscript.engines.client import Key, Reach
from linedscript.engines.recordings import annotator
from linedscript.errors import LinedscriptError, raise_all
from linedscript.records.engine import Role
from linedscript.records.params import Model

_VARIABLE = re.compile("[A-Z][A-Z0-9_]{0,31}")
"""A name that may be shown: what doesn't look like one may be the key itself."""
_URL = re.compile(
    r"https?://(?P<host>\[[0-9A-Fa-f:.]*\]|[A-Za-z0-9._-]+)(?::(?P<port>[0-9]*))?"
    r"(?:/(?:[A-Za-z0-9._~!$&'()*+,;=:/-]|%[0-9A-Fa-f]{2})*)?"
)
_LABEL = re.compile("[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")


class Reached(NamedTuple):
    """Who answers a role, and how it is reached."""

    model: str
    annotator: str
    """Model and revision, as records name them."""
    reach: Reach


def reached(models: Mapping[Role, Model], args: Any, broker: str | None = None) -> dict[Role, Reached]:
    """Of each role. ``args``: ``address`` (each ``URL`` or ``role=URL``), ``key_variable``, ``concurrency``,
    ``timeout``, ``tries``. Where there is a ``broker``, a role without an address has none yet.

    Raises ``no-address`` where a role has none, ``missing-key`` where the named variable isn't set, and ``invalid-key``
    where no header can hold what it holds. No message repeats a key, or what may be one.
    """
    by_role = addresses_by_role(args.address or [], next(iter(models)))
    key = _key(args.key_variable) if args.key_variable else None
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


def _key(variable: str) -> Key:
    key = os.environ.get(variable)
    shown = variable if _VARIABLE.fullmatch(variable) else "VARIABLE"
    if not key:
        raise LinedscriptError(
            "missing-key",
            "--key-variable" if shown == "VARIABLE" else f"${shown}",
            "the variable that holds the server's key isn't set",
            f"export {shown}=…, and name the variable, not the key; keys never stand in a file of the project",
        )
    if not re.fullmatch("[!-~]+", key):
        raise LinedscriptError(
            "invalid-key",
            "--key-variable" if shown == "VARIABLE" else f"${shown}",
            "the key holds a blank, a line end or a letter beyond ASCII, which no header can",
            "set the variable again, to the key alone",
        )
    return Key(key)


def addresses_by_role(given: Sequence[str], example: Role = "construct") -> dict[str, list[str]]:
    """``role=URL`` by role; plain addresses, which serve any role, under the empty name. ``example``: a role that is
    asked, for the hint.

    Raises ``invalid-address``, which doesn't repeat it: it may hold a password, or a part of one.
    """
    found: dict[str, list[str]] = {}
    faults: list[LinedscriptError] = []
    for number, one in enumerate(given, 1):
        role, equals, address = one.partition("=") if not one.startswith("http") else ("", "", one)
        address = address.rstrip("/")
        wrong = (
            f"its role isn't one of {', '.join(get_args(Role))}"
            if equals and role not in get_args(Role)
            else _wrong(address)
        )
        if wrong:
            hint = f"for example {example}=http://127.0.0.1:8000/v1; a key goes by --key-variable"
            faults.append(LinedscriptError("invalid-address", f"address {number} of {len(given)}", wrong, hint))
        found.setdefault(role, []).append(address)
    raise_all(faults)
    return found


def _wrong(address: str) -> str | None:
    """What is wrong with an address, in no word of it."""
    if "@" in address:
        return "it holds a user name or password, which messages and logs would show"
    if "?" in address or "#" in address:
        return "it goes on behind its path (? or #)"
    parts = _URL.fullmatch(address)
    if not parts:
        return "isn't URL or role=URL: http:// or https://, a host, perhaps a port, a path; in ASCII"
    host, port = parts["host"], parts["port"]
    if port is not None and not (0 < len(port) <= 5 and 1 <= int(port) <= 65535):
        return "its port isn't a number from 1 to 65535"
    return None if _is_host(host) else "its host is no name and no IP address"


def _is_host(host: str) -> bool:
    import ipaddress

    try:
        if host.startswith("["):
            ipaddress.IPv6Address(host[1:-1])
        elif re.fullmatch("[0-9.]+", host):
            ipaddress.IPv4Address(host)
        elif "xn--" in host.lower():
            host.encode("ascii").decode("idna")
    except ValueError:
        return False
    labels = host.removesuffix(".").split(".")
    return host.startswith("[") or (len(host) <= 253 and all(_LABEL.fullmatch(label) for label in labels))
