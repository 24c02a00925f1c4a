"""The ``rules`` annotator of one-pass extraction: what the staged annotators propose, before any gate or repair."""

from typing import Any

from linedscript.engines.rules import extracted, mentions, units


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """From a scene's payload to ``{entities: […], relations: […]}`` in the shape of the one-pass reply."""
    told = payload | {
        "units": [_unit(number, draft) for number, draft in enumerate(units.annotate(payload)["units"], 1)]
    }
    named = mentions.annotate(told)["mentions"]
    told["mentions"] = [
        {field: draft[field] for field in ("surface", "normalized", "types", "named")} | {"id": f"e{number}"}
        for number, draft in enumerate(named, 1)
    ]
    return {
        "entities": [
            {
                "id": f"e{number}",
                "name": draft["normalized"],
                "types": list(draft["types"]),
                "description": draft["description"],
            }
            for number, draft in enumerate(named, 1)
        ],
        "relations": [
            {field: draft[field] for field in ("subject", "predicate", "object", "description")}
            for draft in extracted.annotate(told)["relations"]
        ],
    }


def _unit(number: int, draft: dict[str, Any]) -> dict[str, Any]:
    """A unit as the next annotators are told of it."""
    fields = ("kind", "summary", "trigger", "participants", "polarity", "modality")
    return {field: draft[field] for field in fields} | {
        "id": f"u{number:02d}",
        "quotes": [quote["text"] for quote in draft["quotes"]],
    }
