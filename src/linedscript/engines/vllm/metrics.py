"""What vLLM's ``/metrics`` says of its prefix cache. Its names change between versions; all are read."""

import re
from typing import NamedTuple

_QUERIES = ("vllm:prefix_cache_queries", "vllm:gpu_prefix_cache_queries")
_HITS = ("vllm:prefix_cache_hits", "vllm:gpu_prefix_cache_hits")
"""Tokens, from version 0.8 on; ``gpu_`` until 0.9. Counters are printed with ``_total``."""
_RATE = ("vllm:gpu_prefix_cache_hit_rate",)
"""A share from 0 to 1 and -1 before the first query, in versions before."""
_PROMPT = ("vllm:prompt_tokens",)
_SAMPLE = re.compile(r"^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{[^}]*\})?\s+(\S+)", re.M)


class Prefixes(NamedTuple):
    """Of one server or several."""

    queries: float
    """Prompt tokens that were looked up."""
    hits: float
    """Those that were found."""

    @property
    def rate(self) -> float | None:
        return self.hits / self.queries if self.queries else None


def prefixes(text: str) -> Prefixes | None:
    """The counts in Prometheus' text format, over all engines of a server; null where it names none.

    An old server's rate is weighed by its prompt tokens.
    """
    sums: dict[str, float] = {}
    for name, value in _SAMPLE.findall(text):
        try:
            sums[name] = sums.get(name, 0.0) + float(value)
        except ValueError:
            continue
    queries, hits = _named(sums, _QUERIES), _named(sums, _HITS)
    if queries is not None and hits is not None:
        return Prefixes(queries, hits)
    rate, prompt = _named(sums, _RATE), _named(sums, _PROMPT)
    if rate is not None and prompt is not None:
        return Prefixes(prompt, prompt * rate) if rate >= 0 else Prefixes(0, 0)
    return None


def total(found: list[Prefixes]) -> Prefixes:
    return Prefixes(sum(one.queries for one in found), sum(one.hits for one in found))


def _named(sums: dict[str, float], names: tuple[str, ...]) -> float | None:
    for name in names:
        for full in (name, f"{name}_total"):
            if full in sums:
                return sums[full]
    return None
