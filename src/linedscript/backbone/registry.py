"""The predicate registry (D2): fifteen predicates, their domains and ranges, and the type repair that follows."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from linedscript.errors import LinedscriptError, raise_all
from linedscript.records.base import Record
from linedscript.records.entity import EntityType
from linedscript.records.relation import Predicate

PATH = Path(__file__).resolve().parents[3] / "manifests" / "predicates.yaml"


class PredicateRule(Record):
    name: Predicate
    domain: tuple[EntityType, ...]
    range: tuple[EntityType, ...]
    symmetric: bool
    same_type: bool
    """The two ends must share a type."""
    description: str

    def admits(self, subject: str, object_: str) -> bool:
        """Whether the predicate may hold between an entity of type ``subject`` and one of type ``object_``."""
        return subject in self.domain and object_ in self.range and (not self.same_type or subject == object_)


class Registry(Record):
    version: int
    predicates: tuple[PredicateRule, ...]

    def rule(self, name: str) -> PredicateRule | None:
        return next((rule for rule in self.predicates if rule.name == name), None)

    def valid(self, predicate: str, subject_types: Iterable[str], object_types: Iterable[str]) -> bool:
        """Whether the registry has the predicate and admits it for some pair of the ends' types."""
        rule = self.rule(predicate)
        return rule is not None and any(
            rule.admits(left, right) for left in subject_types for right in tuple(object_types)
        )

    def admissible(self, subject_types: Iterable[str], object_types: Iterable[str]) -> tuple[Predicate, ...]:
        """Every predicate that the ends' types admit, in the registry's order.

        Exactly one: the paper's repair rewrites to it. None or several: strict mode removes the relation
        (stage.txt, Appendix B: schema-constrained type repair).
        """
        left, right = tuple(subject_types), tuple(object_types)
        return tuple(rule.name for rule in self.predicates if self.valid(rule.name, left, right))

    def prompt(self) -> list[dict[str, Any]]:
        """The registry as plain data for a payload."""
        return [
            {"name": rule.name, "domain": list(rule.domain), "range": list(rule.range), "description": rule.description}
            for rule in self.predicates
        ]


def read_registry(path: Path = PATH) -> Registry:
    """Load and check a registry file: strict YAML, strict fields, every predicate of the data model exactly once."""
    from linedscript.io.yaml import load

    try:
        registry = msgspec.convert(load(path), Registry)
    except msgspec.ValidationError as error:
        raise LinedscriptError("invalid-registry", str(path), str(error)) from None
    raise_all(_faults(registry, str(path)))
    return registry


@lru_cache(maxsize=1)
def registry() -> Registry:
    """The project's registry, read once."""
    return read_registry()


def _faults(found: Registry, place: str) -> list[LinedscriptError]:
    faults = []
    names = [rule.name for rule in found.predicates]
    wanted: Sequence[str] = Predicate.__args__
    for name in wanted:
        if names.count(name) != 1:
            faults.append(
                LinedscriptError("invalid-registry", place, f"{name} stands {names.count(name)} times, not once")
            )
    for rule in found.predicates:
        if rule.symmetric and rule.domain != rule.range:
            faults.append(
                LinedscriptError("invalid-registry", f"{place}#{rule.name}", "symmetric, but domain isn't range")
            )
        if not rule.domain or not rule.range:
            faults.append(LinedscriptError("invalid-registry", f"{place}#{rule.name}", "an empty domain or range"))
    return faults
