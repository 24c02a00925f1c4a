"""A film told in a few units, for tests of Task II."""

from factories import ASKING, entity, participant, unit

from linedscript.backbone.grounding import ground

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6, "retries": 0, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "items": 40,
    "per_category": 12,
    "per_kind": 8,
    "per_unit": 2,
    "per_answer": 2,
    "passage_words": 30,
    "passage_chars": 50,
    "passage_share": 0.6,
    "near_duplicate": 0.8,
    "answer_words": 30,
    "answer_chars": 60,
}
ANN, BO, CY = entity(1, "Ann"), entity(2, "Bo"), entity(3, "Cy")
LEAD = entity(4, "brass lead", types=("Object",), named=False)
ENTITIES = (ANN, BO, CY, LEAD)


def told(scenes, scene_number, sentence, *people, number=1, trigger=None, kind="Event"):
    """A unit whose sentence stands in the scene; people as ``(name, entity, role)``."""
    where = scenes[scene_number - 1]
    evidence = ground(where, sentence)
    assert evidence is not None, sentence
    return unit(
        number,
        id=f"{where.id}.u{number:02d}",
        scene=where.id,
        kind=kind,
        summary=sentence,
        trigger=trigger,
        participants=tuple(participant(name, ref, role=role) for name, ref, role in people),
        evidence=(evidence,),
    )


ANN_ACTS, BO_ACTS, CY_ACTS = ("Ann", "ent-0001", "agent"), ("Bo", "ent-0002", "agent"), ("Cy", "ent-0003", "agent")
TO_BO, TO_CY, THE_LEAD = ("Bo", "ent-0002", "recipient"), ("Cy", "ent-0003", "recipient"), ("lead", "ent-0004", "theme")
