"""The ``rules`` annotator of the extracted-relations layer: lexical patterns over a scene's mentions and units."""

from typing import Any

from linedscript.engines.rules.comings import is_elsewhere
from linedscript.engines.rules.known import Known
from linedscript.engines.rules.parts import CAPTION, present
from linedscript.engines.rules.senses import elsewhere, only_heard


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """From a scene's payload to ``{relations: […]}`` in the shape of the relations reply."""
    if payload["language"] == "zh":
        from linedscript.engines.rules import relations_zh as language
    else:
        from linedscript.engines.rules import relations_en as language
    scene = language.SceneReader(payload)
    known = Known(payload)
    _places(payload, scene, known, language.SAYS)
    _possessions(scene, known, language)
    _occasions(payload, scene, known, language.SAYS)
    _feelings(payload, known, language)
    language.patterns(payload, scene, known)
    return {"relations": known.drafts()}


def _places(payload: dict[str, Any], scene: Any, known: Known, says: dict[str, str]) -> None:
    """On-screen persons are at the heading's place, which is part of a wider place that the heading names."""
    heading = _heading(payload)
    if heading is None:
        return
    number, start, end = heading
    place = known.find("Location", payload["heading"]["place"]) or known.find("Location", scene.readable_place())
    persons = present(payload, scene.clauses(), scene.display)
    away = {scene.display(name) for name in only_heard(payload["elements"], remote=True)} | {
        name
        for name, (element, low, _) in persons.items()
        if elsewhere(payload["heading"], payload["elements"][element], low)
    }
    for name, where in persons.items():
        beside = is_elsewhere(payload["elements"][where[0]]["text"], where[1])
        if beside or any(scene.same(name, other) for other in away):
            continue
        known.add(
            known.find("Character", name),
            "located_at",
            place,
            says["located_at"].format(name, scene.readable_place()),
            [known.spot(number, start, end), known.spot(*where)],
            confidence=0.9,
            time=payload["heading"]["time"],
        )
    text = payload["elements"][number]["text"][start:end]
    outer = [
        mention
        for mention in payload["mentions"]
        if "Location" in mention["types"]
        and mention["id"] != place
        and text.startswith(mention["surface"])
        and len(mention["surface"]) < len(text)
    ]
    for mention in outer[:1]:
        known.add(
            place,
            "part_of",
            mention["id"],
            says["part_of"].format(scene.readable_place(), mention["normalized"]),
            [known.spot(number, start, end)],
            confidence=0.85,
            persistence="permanent",
        )


def _heading(payload: dict[str, Any]) -> tuple[int, int, int] | None:
    heading = payload["heading"]
    if not heading or not heading["place"]:
        return None
    for number, element in enumerate(payload["elements"]):
        if element["kind"] == "heading" and heading["place"] in element["text"]:
            start = element["text"].index(heading["place"])
            return number, start, start + len(heading["place"])
    return None


def _possessions(scene: Any, known: Known, language: Any) -> None:
    """Who is given, takes or holds a thing has it: lasting after a change of hands, momentary while only held."""
    for clause in scene.clauses():
        thing = known.find("Object", clause.object.name) if clause.object and not clause.object.person else None
        if thing is None or clause.subject is None or not clause.subject.person:
            continue
        polarity = "negative" if clause.negative else "positive"
        where = [known.spot(clause.element, clause.start, clause.end)]
        sure = 0.75 if clause.subject.sure else 0.6
        given = language.gives(clause.lemma) or clause.handed
        if given and clause.recipient is not None and clause.recipient.person:
            known.add(
                known.find("Character", clause.recipient.name),
                "possesses",
                thing,
                language.SAYS["given"].format(clause.recipient.name, clause.object.name, clause.subject.name),
                where,
                confidence=sure,
                persistence="lasting",
                polarity=polarity,
                modality=clause.modality,
            )
        elif (
            (language.takes(clause.lemma) or language.holds(clause.lemma))
            and clause.recipient is None
            and not clause.handed
        ):
            known.add(
                known.find("Character", clause.subject.name),
                "possesses",
                thing,
                language.SAYS["has"].format(clause.subject.name, clause.object.name),
                where,
                confidence=round(sure - 0.1, 2),
                persistence="lasting" if language.takes(clause.lemma) else "momentary",
                polarity=polarity,
                modality=clause.modality,
            )


def _occasions(payload: dict[str, Any], scene: Any, known: Known, says: dict[str, str]) -> None:
    """An occasion that caption, heading or action shows is held here, on the caption's date, by those present."""
    heading = _heading(payload)
    place = known.find("Location", payload["heading"]["place"]) if heading else None
    persons = present(payload, scene.clauses(), scene.display)
    for number, element in enumerate(payload["elements"]):
        text = element["text"]
        if element["kind"] not in ("heading", "action", "dialogue"):
            continue
        held = element["kind"] != "dialogue"
        for occasion in scene.occasions(text):
            event = known.find("Occasion", occasion.name)
            where = known.spot(number, occasion.start, occasion.end)
            if held and heading:
                known.add(
                    event,
                    "occurs_at",
                    place,
                    says["occurs_at"].format(occasion.name, scene.readable_place()),
                    [where, known.spot(*heading)],
                    confidence=0.7,
                    persistence="momentary",
                )
            caption = bool(CAPTION.match(text))
            for low, high in scene.sentences(text) if not caption else [(0, len(text))]:
                if low <= occasion.start < high:
                    for when, start, end in scene.times(text, low, high):
                        known.add(
                            event,
                            "occurs_on",
                            known.find("TimePoint", when),
                            says["occurs_on"].format(occasion.name, when.rstrip(".")),
                            [where, known.spot(number, start, end)],
                            confidence=0.8 if caption else 0.5,
                            modality="actual" if held else "reported",
                            persistence="lasting",
                            time=when,
                        )
            if held:
                for name, spot in persons.items():
                    known.add(
                        known.find("Character", name),
                        "participates_in",
                        event,
                        says["participates_in"].format(name, occasion.name),
                        [where, known.spot(*spot)],
                        confidence=0.7 if caption else 0.5,
                    )


def _feelings(payload: dict[str, Any], known: Known, language: Any) -> None:
    """Violence, threats and accusations show hostility; embraces and thanks show affinity."""
    for unit in payload["units"]:
        if (
            unit["kind"] != "Interaction"
            or not unit["trigger"]
            or len(unit["participants"]) < 2
            or unit["polarity"] == "negative"
        ):
            continue
        predicate = (
            "hostility_with"
            if language.hostile(unit["trigger"])
            else "affinity_with"
            if language.fond(unit["trigger"])
            else None
        )
        if predicate is None:
            continue
        one = known.find("Character", unit["participants"][0]["name"])
        other = next(
            (
                known.find("Character", part["name"])
                for part in unit["participants"][1:]
                if part["role"] in ("patient", "addressee", "recipient")
            ),
            None,
        )
        known.add(
            one,
            predicate,
            other,
            unit["summary"],
            [{"text": said, "element": None, "occurrence": 1} for said in unit["quotes"][:2]],
            confidence=0.6,
            modality=unit["modality"],
            qualifiers=(("manner", unit["trigger"]),),
        )
