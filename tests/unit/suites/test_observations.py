"""What the extractor of Task I sees of a film, and what is kept of its replies."""

import pytest
from factories import ASKING, focal
from scripted import Scripted
from story import mentions_of, story
from unit.suites.trajectory import anchor, checkpoint

from linedscript.backbone.resolution import draw_entities
from linedscript.engines.rules import entities as entity_rules
from linedscript.engines.rules import observations as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.suites.stage.memory import wording
from linedscript.suites.stage.observations import draw_observations

GATES = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 0, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
}
RESOLUTION = GATES | {"max_block": 24, "max_evidence": 3, "cluster_rounds": 2}
EN = (
    "INT. PIER - DAY\nAnn Poe drops the lantern into the water. She kneels down beside it.\n"
    "@ANN POE: I never wanted this house.\n@BO: Give it to Ann Poe, will you?",
    "INT. HALL - NIGHT\nBo waits alone by the window.",
    "INT. YARD - DAY\nBo hands Ann Poe a wet letter.",
)
ZH = ("内景 码头 - 日\n林晚秋把灯笼扔进水里。她在旁边跪下来。\n@林晚秋: 我从来就不想要这座房子。",)


class Listening(RulesEngine):
    def __init__(self):
        super().__init__({"construct": rules.annotate, "judge": reflection.annotate})
        self.asked = []

    def ask(self, requests, reply):
        self.asked += [request for request in requests if request.role == "construct"]
        return super().ask(requests, reply)


def draw(texts, names, *, engine=None, points=(), budget=600, language="en"):
    """The outcome, the requests, and what each observation reads like."""
    scenes = story(*texts, film=f"{language}-0009")
    resolving = RulesEngine({"construct": entity_rules.annotate, "judge": reflection.annotate})
    mentions = mentions_of(scenes, *names)
    entities = draw_entities(scenes[0].film, language, scenes, mentions, resolving, RESOLUTION)[0].records
    who = next(entity.id for entity in entities if entity.name == names[0])
    engine = engine or Listening()
    settings = GATES | {"budget": budget, "tokenizer": "linedscript/1"}
    checkpoints = [checkpoint(n, at, character=who) for n, at in enumerate(points, 1)]
    args = (scenes[0].film, language, scenes, entities, [focal(who)], checkpoints)
    outcome = draw_observations(*args, engine, settings)
    texts = {scene.id: scene.text for scene in scenes}
    return outcome, engine, [wording(record, texts, language) for record in outcome.records]


def test_the_rules_keep_what_names_the_character_and_what_it_says():
    _, _, read = draw(EN, ("Ann Poe", "Bo"))
    assert read == [
        "In the action, of Ann Poe: “Ann Poe drops the lantern into the water.”",
        "In the action, of Ann Poe: “She kneels down beside it.”",
        "Ann Poe says: “I never wanted this house.”",
        "BO says, naming Ann Poe: “Give it to Ann Poe, will you?”",
        "In the action, of Ann Poe: “Bo hands Ann Poe a wet letter.”",
    ]


def test_the_rules_read_chinese():
    _, _, read = draw(ZH, ("林晚秋",), language="zh")
    assert read == [
        "动作里写到林晚秋：“林晚秋把灯笼扔进水里。”",
        "动作里写到林晚秋：“她在旁边跪下来。”",
        "林晚秋说：“我从来就不想要这座房子。”",
    ]


def test_an_extractor_sees_the_characters_names_and_one_chunk_and_nothing_else():
    _, engine, _ = draw(EN, ("Ann Poe", "Bo"), budget=45)
    for request in engine.asked:
        assert set(request.payload) == {"language", "character", "elements"}
        assert set(request.payload["character"]) == {"name", "aliases"}
        assert {name for element in request.payload["elements"] for name in element} == {"kind", "text", "cue"}
    assert len(engine.asked) == 2


def test_a_chunk_that_does_not_name_the_character_is_not_asked_about():
    _, engine, _ = draw(EN, ("Ann Poe", "Bo"), budget=11)
    asked = "\n".join(element["text"] for request in engine.asked for element in request.payload["elements"])
    assert "waits alone" not in asked and "lantern" in asked


def test_a_chunk_ends_where_a_checkpoint_anchors():
    cut = len("INT. PIER - DAY\n\nAnn Poe drops the lantern into the water.")
    _, engine, _ = draw(EN, ("Ann Poe", "Bo"), points=[anchor(1, cut)])
    first, second = engine.asked
    assert first.payload["elements"][-1]["text"] == "Ann Poe drops the lantern into the water."
    assert second.payload["elements"][0]["text"] == " She kneels down beside it."


def test_numbers_follow_the_text():
    outcome, _, _ = draw(EN, ("Ann Poe", "Bo"))
    assert [record.id for record in outcome.records] == [f"ob-{number:05d}" for number in range(1, 6)]
    assert [record.at.scene for record in outcome.records] == ["s0001"] * 4 + ["s0003"]


def reply(text, quote, element=None, quoted=False):
    quotes = [{"text": quote, "element": element, "occurrence": 1}]
    return {"observations": [{"text": text, "quoted": quoted, "quotes": quotes}]}


@pytest.mark.parametrize(
    ("text", "quote", "element", "code"),
    [
        ("Ann Poe flies.", "Ann Poe flies over the pier", None, "quote-not-in-chunk"),
        ("Ann Poe drops it.", "drops the lantern", 9, "quote-not-in-chunk"),
        ("She drops it.", "drops the lantern", 1, "observation-names-nobody"),
    ],
)
def test_what_is_not_grounded_or_names_nobody_is_refused(text, quote, element, code):
    outcome, _, _ = draw(EN[:1], ("Ann Poe", "Bo"), engine=Scripted(reply(text, quote, element)))
    assert not outcome.records
    assert [entry.code for entry in outcome.ledger if entry.outcome == "refused_record"] == [code]


def test_a_models_own_words_are_kept_with_their_place():
    outcome, _, read = draw(
        EN[:1], ("Ann Poe", "Bo"), engine=Scripted(reply("Ann Poe loses the light.", "drops the lantern", 1))
    )
    assert read == ["Ann Poe loses the light."]
    (record,) = outcome.records
    assert (record.evidence[0].grounding, record.at.offset) == ("exact", record.evidence[0].start)


def test_a_quote_from_another_chunk_is_not_in_this_one():
    cut = len("INT. PIER - DAY\n\nAnn Poe drops the lantern into the water.")
    model = Scripted(reply("Ann Poe kneels.", "She kneels down beside it", None))
    outcome, _, _ = draw(EN[:1], ("Ann Poe", "Bo"), engine=model, points=[anchor(1, cut)])
    assert len(outcome.records) == 1
    assert [entry.key for entry in outcome.ledger if entry.outcome == "refused_record"] == ["ent-0001.c001"]
