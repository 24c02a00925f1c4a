"""A pseudonym for a part of a name: from a pool, by a seeded hash, so that choices don't hang on the parts' order."""

import hashlib
from collections.abc import Callable, Sequence


class Chooser:
    """Gives each part one pseudonym, and no pseudonym twice."""

    def __init__(self, seed: str, free: Callable[[str], bool]) -> None:
        """``free`` says whether a candidate stands nowhere in the film; ``seed`` names the map (params and film)."""
        self._seed = seed
        self._free = free
        self._used: set[str] = set()
        self.given: dict[str, str] = {}

    def learn(self, part: str, pseudonym: str) -> None:
        """Take over an earlier decision."""
        if part not in self.given and pseudonym.casefold() not in self._used:
            self.given[part] = pseudonym
            self._used.add(pseudonym.casefold())

    def choose(self, part: str, pool: Sequence[str]) -> str:
        """Of near length, another initial where possible; beyond the pool's end two members joined."""
        if part in self.given:
            return self.given[part]
        for candidates in (pool, [one + other.lower() for one in pool for other in pool[:12] if one != other]):
            ranked = sorted(candidates, key=lambda name: (self._distance(part, name), self._rank(part, name)))
            for name in ranked:
                if self.fits(name):
                    return self.give(part, name)
        raise ValueError(f"no free pseudonym left for {part!r}")

    def fits(self, name: str) -> bool:
        return name.casefold() not in self._used and self._free(name)

    def give(self, part: str, name: str) -> str:
        self.given[part] = name
        self._used.add(name.casefold())
        return name

    def _distance(self, part: str, name: str) -> int:
        alike = part[:1].casefold() == name[:1].casefold()
        return max(0, abs(len(part) - len(name)) - 1) + (2 if alike else 0)

    def _rank(self, part: str, name: str) -> str:
        return hashlib.sha256(f"{self._seed}\0{part.casefold()}\0{name}".encode()).hexdigest()
