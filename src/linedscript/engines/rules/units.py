"""The ``rules`` annotator of the units layer: Events, Interactions and Occasions from action and dialogue."""

from typing import Any

from linedscript.engines.rules.addressing import Talk, exchanges
from linedscript.engines.rules.parts import Clause, Speech, quote

_MANNERS = {"sings": "sing", "reads": "read"}


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """From a scene's payload to ``{units: […]}`` in the shape of the units reply."""
    if payload["language"] == "zh":
        from linedscript.engines.rules import scene_zh as language
    else:
        from linedscript.engines.rules import scene_en as language
    scene = language.SceneReader(payload)
    talk = Talk(payload, scene)
    units = [unit for clause in scene.clauses() for unit in _of_clause(payload, clause, scene)]
    units += _of_speeches(payload, talk, scene)
    units += _of_occasions(payload, scene)
    seen: set[tuple[str, str]] = set()
    kept = []
    for unit in units:
        key = (unit["kind"], unit["summary"])
        if key not in seen:
            seen.add(key)
            kept.append(unit)
    return {"units": kept}


def _unit(
    payload: dict[str, Any],
    kind: str,
    label: str,
    summary: str,
    trigger: str | None,
    people: list[tuple[str, str]],
    quotes: list[dict[str, Any]],
    polarity: str = "positive",
    modality: str = "actual",
) -> dict[str, Any]:
    heading = payload["heading"] or {}
    participants = []
    for name, role in people:
        if name and name not in [part["name"] for part in participants]:
            participants.append({"name": name[:120], "role": role})
    return {
        "kind": kind,
        "label": label[:200],
        "summary": summary[:300],
        "trigger": trigger,
        "participants": participants[:12],
        "place": (heading.get("place") or "")[:120] or None,
        "time": (heading.get("time") or "")[:120] or None,
        "polarity": polarity,
        "modality": modality,
        "quotes": quotes[:6],
    }


def _of_clause(payload: dict[str, Any], clause: Clause, scene: Any) -> list[dict[str, Any]]:
    subject, target, recipient = clause.subject, clause.object, clause.recipient
    if subject is None or not scene.eventful(clause):
        return []
    people = [(subject.name, "agent" if subject.person else "theme")]
    people += [(part.name, "agent") for part in clause.also]
    other = (
        recipient
        if recipient is not None and recipient.person
        else target
        if target is not None and target.person
        else None
    )
    if recipient is not None and recipient.person:
        people.append((recipient.name, "recipient"))
    if target is not None:
        people.append((target.name, "patient" if target.person else "theme"))
    dealing = subject.person and other is not None and other.name != subject.name
    return [
        _unit(
            payload,
            "Interaction" if dealing else "Event",
            clause.label,
            clause.text,
            clause.lemma,
            people,
            [quote(payload, clause.element, clause.start, clause.end)],
            "negative" if clause.negative else "positive",
            clause.modality,
        )
    ]


def _of_speeches(payload: dict[str, Any], talk: Talk, scene: Any) -> list[dict[str, Any]]:
    units: list[dict[str, Any]] = []
    said = talk.said
    names = list(dict.fromkeys(speech.speaker for speech in said))
    for position, speech in enumerate(said):
        if speech.manner:  # what is sung or read are another's words
            continue
        for element, text in speech.lines:
            to = talk.to(position, text)
            before = said[position - 1] if position and said[position - 1].speaker == to else None
            asked = before.lines[-1][1] if before else ""
            for act, start, end in scene.acts(text, asked):
                if act == "ask" and (to is None or not _answered(said, position, to)):
                    continue
                to = scene.called(text[start:end], [name for name in names if name != speech.speaker]) or to
                people = [(speech.speaker, "speaker")] + ([(to, "addressee")] if to else [])
                label, summary = scene.act_text(act, speech.speaker, to, text[start:end])
                units.append(
                    _unit(
                        payload,
                        "Interaction" if to else "Event",
                        label,
                        summary,
                        act,
                        people,
                        [quote(payload, element, start, end)],
                    )
                )
    return units + [_of_exchange(payload, talk, run, scene) for run in exchanges(talk)]


def _of_exchange(payload: dict[str, Any], talk: Talk, run: list[Speech], scene: Any) -> dict[str, Any]:
    """Two who talk; or one who speaks, sings, reads or is heard."""
    speakers = list(dict.fromkeys(speech.speaker for speech in run))
    first, last = run[0], run[-1]
    quotes = [_opening(payload, first.lines[0], scene)]
    if last is not first:
        quotes.append(_opening(payload, last.lines[-1], scene))
    if len(speakers) == 2:
        label, summary = scene.talk_text(speakers[0], speakers[1], quotes[0]["text"])
        people = [(speakers[0], "speaker"), (speakers[1], "addressee")]
        return _unit(payload, "Interaction", label, summary, "talk", people, quotes)
    to = None
    if not first.manner and first.voice != "over":
        to = talk.surely(talk.said.index(first), first.lines[0][1])
    label, summary = scene.alone_text(speakers[0], first.voice, first.manner, to, quotes[0]["text"])
    trigger = _MANNERS.get(first.manner) or ("narrate" if first.voice == "over" else "speak")
    people = [(speakers[0], "speaker")] + ([(to, "addressee")] if to else [])
    return _unit(payload, "Interaction" if to else "Event", label, summary, trigger, people, quotes)


def _answered(said: list[Speech], position: int, to: str) -> bool:
    return position + 1 < len(said) and said[position + 1].speaker == to


def _opening(payload: dict[str, Any], line: tuple[int, str], scene: Any) -> dict[str, Any]:
    """The first sentence of a line."""
    element, text = line
    start, end = next(iter(scene.sentences(text)), (0, len(text)))
    return quote(payload, element, start, end)


def _of_occasions(payload: dict[str, Any], scene: Any) -> list[dict[str, Any]]:
    """An Occasion per named event. Captions, headings and action show it as held here; dialogue only speaks of it."""
    found: dict[str, dict[str, Any]] = {}
    for number, element in enumerate(payload["elements"]):
        if element["kind"] not in ("heading", "action", "dialogue"):
            continue
        for occasion in scene.occasions(element["text"]):
            held = element["kind"] != "dialogue"
            key = occasion.name.casefold()
            where = quote(payload, number, occasion.start, occasion.end)
            if key not in found:
                present = [(name, "present") for name in scene.present()] if held else []
                label, summary = scene.occasion_text(occasion.name, held)
                found[key] = _unit(
                    payload,
                    "Occasion",
                    label,
                    summary,
                    None,
                    present,
                    [where],
                    modality="actual" if held else "reported",
                )
            elif held and found[key]["modality"] == "reported":
                label, summary = scene.occasion_text(occasion.name, held)
                found[key] |= {
                    "modality": "actual",
                    "summary": summary,
                    "label": label,
                    "quotes": [*found[key]["quotes"], where][:6],
                    "participants": [{"name": name, "role": "present"} for name in scene.present()][:12],
                }
            elif len(found[key]["quotes"]) < 6:
                found[key]["quotes"].append(where)
    for unit in found.values():
        if unit["modality"] == "reported":
            unit["place"] = unit["time"] = None
    return list(found.values())
