"""Links by rule: the strongest bridge of each candidate decides the type; the best few candidates are kept."""

from typing import Any

from linedscript.engines.rules.acts import acts
from linedscript.engines.rules.wording import clip, inline, listing, with_stop

_ORDER = (
    "trigger_result",
    "open_thread",
    "state_target",
    "interaction_endpoint",
    "occasion",
    "participant",
    "location",
)
_BASE = {
    "trigger_result": 0.7,
    "open_thread": 0.65,
    "state_target": 0.6,
    "interaction_endpoint": 0.5,
    "occasion": 0.45,
    "participant": 0.4,
    "location": 0.3,
}
_TYPES: dict[tuple[str, str], str] = {
    ("hurt", "mend"): "causes",
    ("take", "give"): "reverses",
    ("give", "take"): "reverses",
    ("give", "give"): "enables",
    ("take", "reveal"): "reveals",
    ("take", "learn"): "reveals",
    ("take", "hide"): "continues",
    ("lie", "reveal"): "reveals",
    ("lie", "learn"): "reveals",
    ("hide", "learn"): "reveals",
    ("hide", "reveal"): "reveals",
    ("promise", "give"): "resolves",
    ("promise", "close"): "resolves",
    ("promise", "refuse"): "reverses",
    ("ask", "reveal"): "resolves",
    ("ask", "agree"): "resolves",
    ("ask", "refuse"): "resolves",
    ("clash", "bond"): "reverses",
    ("clash", "agree"): "resolves",
    ("clash", "leave"): "causes",
    ("leave", "arrive"): "continues",
    ("learn", "reveal"): "enables",
    ("learn", "clash"): "causes",
    ("appoint", "clash"): "causes",
    ("appoint", "leave"): "causes",
}
"""By the act of the earlier unit and the act of the later one."""
_SPECIFIC = {
    ("take", "give"),
    ("give", "take"),
    ("lie", "reveal"),
    ("hide", "reveal"),
    ("hurt", "mend"),
    ("clash", "bond"),
    ("promise", "give"),
}
_REASONS = {
    "en": {
        "causes": "What happens first brings the later episode about: {a}; later, {b}",
        "enables": "The later episode needs what the earlier one leaves: {a}; later, {b}",
        "continues": "The later episode goes on with {who}: {a}; later, {b}",
        "resolves": "What the earlier episode leaves open is settled: {a}; later, {b}",
        "reverses": "The later episode undoes the earlier one: {a}; later, {b}",
        "reveals": "The later episode brings to light what lies behind the earlier one: {a}; later, {b}",
    },
    "zh": {
        "causes": "前事引出后事：{a}；后来{b}",
        "enables": "后事有赖于前事：{a}；后来{b}",
        "continues": "后一段接着写{who}：{a}；后来{b}",
        "resolves": "前一段悬着的事有了着落：{a}；后来{b}",
        "reverses": "后一段翻转了前一段：{a}；后来{b}",
        "reveals": "后一段揭出前一段的隐情：{a}；后来{b}",
    },
}
_NOTES = {
    "en": {
        "trigger_result": "an act and its result concern {who}",
        "open_thread": "an open thread about {who} is taken up",
        "state_target": "{who}, changed in the first, is there in the second",
        "interaction_endpoint": "{who} deal with each other in both",
        "occasion": "both belong to {who}",
        "participant": "{who} in both",
        "location": "both at {who}",
    },
    "zh": {
        "trigger_result": "起因与结果都关系到{who}",
        "open_thread": "重提{who}的未了之事",
        "state_target": "{who}在前一段起了变化，后一段又出现",
        "interaction_endpoint": "两段都是{who}的交往",
        "occasion": "两段同属{who}",
        "participant": "两段都有{who}",
        "location": "两段都在{who}",
    },
}


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``links`` layer: at most ``payload["links"]`` links of the source, the most certain first."""
    language = payload["language"]
    names = {entity["id"]: entity["name"] for entity in payload["entities"]}
    drafts = [
        draft
        for candidate in payload["candidates"]
        if (draft := _draft(payload["source"], candidate, names, language)) is not None
    ]
    ranked = sorted(enumerate(drafts), key=lambda pair: (-pair[1]["confidence"], pair[0]))
    distances = {candidate["id"]: candidate["distance"] for candidate in payload["candidates"]}
    kept: list[dict[str, Any]] = []
    goes_on: list[tuple[bool, tuple[str, ...]]] = []
    for _, draft in ranked:
        if draft["type"] == "continues":  # once within the scene, and beyond it once with the same people
            way = (distances[draft["target"]] > 0, tuple(sorted(draft["entities"])))
            if way in goes_on or not way[0] and any(not beyond for beyond, _ in goes_on):
                continue
            goes_on.append(way)
        kept.append(draft)
    return {"links": kept[: payload["links"]]}


def _draft(
    source: dict[str, Any], target: dict[str, Any], names: dict[str, str], language: str
) -> dict[str, Any] | None:
    options = [
        option for bridge in target["bridges"] if (option := _option(bridge, source, target, language)) is not None
    ]
    if not options:
        return None
    confidence, kind, bridge = max(options, key=lambda option: (option[0], -_ORDER.index(option[2]["kind"])))
    if confidence < 0.4:
        return None
    who = listing([names[entity] for entity in bridge["entities"][:3] if entity in names], language)
    units = {unit["id"]: unit for unit in (*source["units"], *target["units"])}
    limit = 18 if language == "en" else 30
    if len(bridge["units"]) == 2:
        first, second = (units[unit]["summary"] for unit in bridge["units"])
    else:
        first = _of(source["units"][::-1], bridge["entities"], source["development"])
        second = _of(target["units"], bridge["entities"], target["setup"])
    first, second = (inline(clip(text, language, limit), language) for text in (first, second))
    note = _NOTES[language][bridge["kind"]].format(who=who)
    return {
        "target": target["id"],
        "type": kind,
        "bridge": bridge["kind"],
        "entities": bridge["entities"],
        "units": bridge["units"],
        "note": with_stop(note[:1].upper() + note[1:], language),
        "rationale": with_stop(_REASONS[language][kind].format(a=first, b=second, who=who), language),
        "confidence": round(confidence, 2),
    }


def _of(units: list[dict[str, Any]], entities: list[str], otherwise: str) -> str:
    """The summary of the first of the units in which one of the entities takes part."""
    return next(
        (unit["summary"] for unit in units if any(part["entity"] in entities for part in unit["participants"])),
        otherwise,
    )


def _option(
    bridge: dict[str, Any], source: dict[str, Any], target: dict[str, Any], language: str
) -> tuple[float, str, dict[str, Any]] | None:
    """Confidence and type of a link over this bridge; null where the bridge carries none."""
    distance, kind = target["distance"], bridge["kind"]
    confidence = _BASE[kind] - 0.03 * distance + 0.03 * min(len(bridge["entities"]), 3)
    units = {unit["id"]: unit for unit in (*source["units"], *target["units"])}
    if kind in ("trigger_result", "open_thread", "state_target", "interaction_endpoint"):
        first, second = (units[unit] for unit in bridge["units"])
        pair = next(
            (
                (one, other)
                for one in acts(first, language)
                for other in acts(second, language)
                if (one, other) in _TYPES
            ),
            None,
        )
        if kind in ("trigger_result", "open_thread"):
            if pair is None:
                return None
            confidence += 0.1 if pair in _SPECIFIC else -0.1
            return confidence, _TYPES[pair], bridge
        if kind == "state_target":
            return confidence, _TYPES[pair] if pair else "enables", bridge
        return (confidence + 0.05, _TYPES[pair], bridge) if pair else (confidence, "continues", bridge)
    if kind == "location" and distance > 1:
        return None
    return confidence, "continues", bridge
