"""Which servers a run needs: a model's roles, its replicas, their GPUs and their command lines. Nothing is started."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from linedscript.errors import LinedscriptError
from linedscript.records.engine import Role
from linedscript.records.params import Model

LAUNCHER = ("vllm", "serve")
_SIZE = re.compile("0{0,5}[1-9][0-9]{0,4}")
_OUTPUTS = '{"backend": "xgrammar", "disable_any_whitespace": true}'
"""Without ``disable_any_whitespace`` a weak model writes blanks up to its token limit."""


class Served(NamedTuple):
    """A model, and the replicas that serve it."""

    model: Model
    """Of several roles the one with the longest context."""
    roles: tuple[Role, ...]
    tensor_parallel: int
    """GPUs per replica."""
    gpus: tuple[tuple[str, ...], ...]
    """Of each replica, as CUDA_VISIBLE_DEVICES names them."""

    @property
    def name(self) -> str:
        return f"{self.model.model} ({', '.join(self.roles)})"


def layout(models: Mapping[Role, Model], gpus: Sequence[str], tensor_parallel: Mapping[str, int]) -> list[Served]:
    """Roles of one model share its replicas. Every model gets one replica; what GPUs are left go, a replica at a
    time, to the model that has the fewest.

    ``tensor_parallel`` is by role, with the empty name for all others. Raises ``too-few-gpus`` and
    ``two-tensor-parallels``.
    """
    groups: dict[tuple[str, str, str | None], list[Role]] = {}
    for role, model in models.items():
        groups.setdefault((model.model, model.revision, model.quantization), []).append(role)
    found = []
    for roles in groups.values():
        sizes = {tensor_parallel.get(role, tensor_parallel.get("", 1)) for role in roles}
        if len(sizes) > 1:
            raise LinedscriptError(
                "two-tensor-parallels",
                models[roles[0]].model,
                f"{' and '.join(roles)} share it, with {' and '.join(map(str, sorted(sizes)))} GPUs per replica",
                "give it one size",
            )
        longest = max((models[role] for role in roles), key=lambda model: model.context)
        found.append((longest, tuple(roles), sizes.pop()))
    counts = _shared_out([size for _, _, size in found], len(gpus))
    left = list(gpus)
    served = []
    for (model, roles, size), count in zip(found, counts, strict=True):
        own, left = left[: count * size], left[count * size :]
        served.append(Served(model, roles, size, tuple(tuple(own[n * size : (n + 1) * size]) for n in range(count))))
    return served


def _shared_out(sizes: Sequence[int], gpus: int) -> list[int]:
    if sum(sizes) > gpus:
        raise LinedscriptError(
            "too-few-gpus",
            f"gpu={gpus}",
            f"one replica of each model takes {sum(sizes)} ({' + '.join(map(str, sizes))})",
            "give more by --resources gpu=N, a smaller tensor_parallel, or one role a server of its own by address=…",
        )
    counts = [1] * len(sizes)
    left = gpus - sum(sizes)
    while fitting := [number for number, size in enumerate(sizes) if size <= left]:
        poorest = min(fitting, key=lambda number: counts[number] * sizes[number])
        counts[poorest] += 1
        left -= sizes[poorest]
    return counts


def visible_gpus(count: int) -> list[str]:
    """The names of ``count`` GPUs: those of CUDA_VISIBLE_DEVICES, where it is set, else 0, 1, …"""
    named = os.environ.get("CUDA_VISIBLE_DEVICES")
    if named is None:
        return [str(number) for number in range(count)]
    names = [name.strip() for name in named.split(",") if name.strip()]
    if len(names) < count:
        raise LinedscriptError(
            "too-few-gpus",
            f"gpu={count}",
            f"CUDA_VISIBLE_DEVICES names {len(names)}",
            "--resources gpu=N says how many GPUs the run may use",
        )
    return names[:count]


def sizes_by_role(text: str) -> dict[str, int]:
    """``4``, or ``construct=4,judge=1``: GPUs per replica by role, with the empty name for all others."""
    found = {}
    for part in text.replace(",", " ").split():
        role, _, size = part.rpartition("=")
        if role not in ("", "construct", "judge") or not _SIZE.fullmatch(size):
            raise LinedscriptError(
                "invalid-tensor-parallel", part, "isn't GPUs per replica", "for example 2, or construct=4,judge=1"
            )
        found[role] = int(size)
    return found


def command(served: Served, port: int, launcher: Sequence[str], options: Sequence[str]) -> list[str]:
    """The command line of one replica. ``options`` come last, so that they win.

    Sampling defaults are vLLM's own, never the model's: what params name is all the decoding there is.
    """
    model = served.model
    words = [*launcher, *([model.model] if launcher[-1] == "serve" else ["--model", model.model])]
    words += ["--served-model-name", model.model, "--host", "127.0.0.1", "--port", str(port)]
    words += ["--tensor-parallel-size", str(served.tensor_parallel), "--max-model-len", str(model.context)]
    words += ["--generation-config", "vllm", "--structured-outputs-config", _OUTPUTS]
    if not Path(model.model).is_dir():  # of a folder there is one revision
        words += ["--revision", model.revision]
    if model.quantization is not None:
        words += ["--quantization", model.quantization]
    return [*words, *options]
