"""Persona cards out of states, names, repeated acts and measured speech. A baseline of sentences."""

from typing import Any

from linedscript.engines.rules.traits_words import ACTS, ADDRESS, CALLED, NEVER_NAMED, STYLE

_ACTS_LEAST = 3


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """``{traits}``: of each kind at most ``per_kind``, the best supported first."""
    kinds = {
        "identity": _identity(payload),
        "trait": _traits(payload),
        "speaking_style": _style(payload),
        "constraint": _constraints(payload),
    }
    return {
        "traits": [
            {"kind": kind, "text": text[:300], "supports": supports[:8]}
            for kind, found in kinds.items()
            for text, supports in found[: payload["per_kind"]]
        ]
    }


def _identity(payload: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Kinship first, then roles, then the forms of name by which others call the character."""
    states = payload["states"]
    kin = [(state["claim"], [state["id"]]) for state in states if state["invariant"]]
    name = payload["character"]["name"]
    parts = {part.casefold() for part in name.split()}
    roles = [
        (state["claim"], [state["id"]])
        for state in states
        if state["aspect"] == "role" and not {part.casefold() for part in state["value"].split()} <= parts
    ]
    called = [
        (CALLED[payload["language"]].format(name=name, form=row["form"]), [row["id"]])
        for row in payload["names"]
        if row["kind"] in ("name", "nickname") and not {part.casefold() for part in row["form"].split()} & parts
    ]
    return [*kin[:2], *roles, *kin[2:], *called]


def _traits(payload: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """What the character does again and again, by kinds of acts: three times or more, in two scenes or more."""
    of: dict[str, list[dict[str, Any]]] = {}
    times: dict[str, int] = {}
    table = ACTS[payload["language"]]
    for act in payload["acts"]:
        sentence = table.get(act["trigger"])
        if sentence is not None:
            of.setdefault(sentence, []).extend(act["examples"])
            times[sentence] = times.get(sentence, 0) + act["times"]
    found = []
    for sentence, examples in of.items():
        scenes = {example["id"].partition(".")[0] for example in examples}
        if times[sentence] >= _ACTS_LEAST and len(scenes) >= 2:
            supports = [example["id"] for example in sorted(examples, key=lambda one: one["id"])[:_ACTS_LEAST]]
            if len({support.partition(".")[0] for support in supports}) < 2:
                other = next(one for one in examples if one["id"].partition(".")[0] != supports[0].partition(".")[0])
                supports[-1] = other["id"]
            found.append((times[sentence], sentence.format(name=payload["character"]["name"]), supports))
    return [(text, supports) for _, text, supports in sorted(found, key=lambda one: (-one[0], one[1]))]


def _style(payload: dict[str, Any]) -> list[tuple[str, list[str]]]:
    name, language = payload["character"]["name"], payload["language"]
    measured = sorted(payload["style"], key=lambda one: (-one["own"] / max(one["others"], 0.02), one["name"]))
    found = [(STYLE[language][one["name"]].format(name=name), list(one["lines"])) for one in measured]
    return found + [
        (ADDRESS[language].format(name=name, to=one["to"], form=one["form"]), list(one["lines"]))
        for one in payload["address"]
        if one["by_name"]
    ]


def _constraints(payload: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Whom the character addresses by a term alone, never by name."""
    name, language = payload["character"]["name"], payload["language"]
    of: dict[str, list[dict[str, Any]]] = {}
    for one in payload["address"]:
        if not one["by_name"]:
            of.setdefault(one["to"], []).append(one)
    found = []
    for to, forms in of.items():
        best = max(forms, key=lambda one: (one["times"], one["form"]))
        found.append((NEVER_NAMED[language].format(name=name, to=to, form=best["form"]), list(best["lines"])))
    return found
