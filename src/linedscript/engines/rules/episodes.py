"""Episodes by rule: cut a scene's units where the participants change, and word each piece from its own summaries."""

from typing import Any

from linedscript.engines.rules.acts import RESOLVING, acts, weight
from linedscript.engines.rules.wording import clip, first_sentence, headline, listing, named, with_stop

_AT_LEAST = 3
"""Units of an Episode before a change of participants may end it."""


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``episodes`` layer: every Event and Interaction of the payload in one Episode, in text order."""
    language = payload["language"]
    units = [unit for unit in payload["units"] if unit["kind"] != "Occasion"]
    return {"episodes": [_draft(piece, payload, language) for piece in _pieces(units, payload["max_units"])]}


def _people(unit: dict[str, Any]) -> set[str]:
    return {part["entity"] or part["name"] for part in unit["participants"]}


def _pieces(units: list[dict[str, Any]], most: int) -> list[list[dict[str, Any]]]:
    pieces: list[list[dict[str, Any]]] = []
    current: list[dict[str, Any]] = []
    for index, unit in enumerate(units):
        if (
            current
            and len(current) >= _AT_LEAST
            and len(units) - index >= 2
            and _turns(current, units[index : index + 2])
        ):
            pieces.append(current)
            current = []
        current.append(unit)
    if current:
        pieces.append(current)
    return [part for piece in pieces for part in _split(piece, most)]


def _turns(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> bool:
    """Whether nobody of the last units goes on, or the place or time named changes."""
    gone = set().union(*map(_people, before[-2:]))
    come = set().union(*map(_people, after))
    if gone and come and not gone & come:
        return True
    return any(
        before[-1][field] and after[0][field] and before[-1][field] != after[0][field] for field in ("place", "time")
    )


def _split(piece: list[dict[str, Any]], most: int) -> list[list[dict[str, Any]]]:
    """Parts of nearly equal size, none above ``most``; each cut lies where the fewest participants go on."""
    if len(piece) <= most:
        return [piece]
    middle = len(piece) // 2
    near = range(max(1, middle - most // 4), min(len(piece), middle + most // 4 + 1))
    cut = min(near, key=lambda at: (len(_people(piece[at - 1]) & _people(piece[at])), abs(at - middle), at))
    return _split(piece[:cut], most) + _split(piece[cut:], most)


def _draft(units: list[dict[str, Any]], payload: dict[str, Any], language: str) -> dict[str, Any]:
    limit = payload["sentence_limit"]
    names = {entity["id"]: entity["name"] for entity in payload["entities"]}

    def sentence(unit: dict[str, Any]) -> str:
        return clip(
            with_stop(named(first_sentence(unit["summary"], language), unit, names, language), language),
            language,
            limit,
        )

    last = units[-1]
    ends = len(units) > 1 and any(act in RESOLVING for act in acts(last, language))
    inner = units[1 : -1 if ends and len(units) > 2 else None] or units[-1:]
    core = max(inner, key=lambda unit: (weight(unit, language), -units.index(unit)))
    setup = sentence(units[0]) if len(units) > 1 else _opening(units[0], payload, names, language, limit)
    outcome = sentence(last) if ends and len(units) > 2 else None
    head = max(units, key=lambda unit: (weight(unit, language), -units.index(unit)))
    text = named(first_sentence(head["summary"], language), head, names, language)
    title = headline(text, language, 10 if language == "en" else 18)
    return {
        "title": title,
        "setup": setup,
        "development": sentence(core),
        "outcome": outcome,
        "units": [unit["id"] for unit in units],
    }


def _opening(unit: dict[str, Any], payload: dict[str, Any], names: dict[str, str], language: str, limit: int) -> str:
    """A setup for an Episode of a single unit: who is where."""
    people = list(dict.fromkeys(names.get(part["entity"] or "", part["name"]) for part in unit["participants"]))[:3]
    place = (payload["place"] or "").title() if language == "en" else payload["place"] or ""
    if language == "zh":
        text = f"{listing(people, language)}在{place or '场'}。" if people else f"场景在{place or '原处'}。"
    elif people:
        verb = "is" if len(people) == 1 else "are"
        text = f"{listing(people, language)} {verb} " + (f"at {place}." if place else "present.")
    else:
        text = f"The scene is {place}." if place else "The scene opens."
    return clip(text, language, limit)
