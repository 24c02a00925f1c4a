"""Terms of kinship: whose relative is meant, and which terms and names mean one person."""

import pytest
from factories import ASKING
from story import mentions_of, story

from linedscript.backbone.kin_owners import owners_at
from linedscript.backbone.normalization import read_person, split_kin
from linedscript.backbone.normalization_words import KIN, KIN_SENSES, ZH_KIN
from linedscript.backbone.resolution import draw_entities
from linedscript.backbone.resolution_context import SceneContext
from linedscript.engines.rules import entities as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 0, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "max_block": 24,
    "max_evidence": 3,
    "cluster_rounds": 2,
}
UNNAMED = {"named": False}


def resolve(scenes, *forms, language="en", annotate=rules.annotate):
    """The entities' mentions as ``form@scene``, those of several mentions alone; and the verdicts."""
    engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
    mentions = mentions_of(scenes, *forms)
    outcome, adjudications = draw_entities("en-0001", language, scenes, mentions, engine, SETTINGS)
    by_id = {mention.id: f"{mention.surface}@{mention.scene[-1]}" for mention in mentions}
    groups = [tuple(by_id[mention] for mention in entity.mentions) for entity in outcome.records]
    return {group for group in groups if len(group) > 1}, adjudications


def kin(*forms):
    return [(form, UNNAMED) for form in forms]


def said(line, form, before="@BEN: Yes.", after="@BEN: Yes."):
    (scene,) = story(f"INT. A - DAY\n{before}\n{line}\n{after}")
    start = scene.text.index(form)
    return owners_at(SceneContext(scene), start, start + len(form))


@pytest.mark.parametrize(
    ("line", "form", "owners"),
    [
        ("@ANN: My dad left.", "dad", ["ANN"]),
        ("@ANN: Dad left.", "Dad", ["ANN"]),
        ("@ANN: Where's Dad?", "Dad", ["ANN"]),
        ("@ANN: Your late father left.", "father", ["BEN"]),
        ("@ANN: Cleo's father left.", "father", ["Cleo"]),
        ("@ANN: His father left.", "father", []),
        ("@ANN: Father, forgive me.", "Father", []),
        ("@ANN: Every Dad knows.", "Dad", []),
        ("Ann kisses her father.", "father", []),
        ("@ANN (V.O.): My dad left.", "dad", []),
        ("@安: 我爹走了。", "爹", ["安"]),
        ("@安: 爹，走吧。", "爹", ["安"]),
        ("@安: 去告诉奶奶。", "奶奶", ["安"]),
        ("@安: 你们爹走了。", "爹", []),
        ("@安: 你爹走了。", "爹", ["BEN"]),
        ("@安: 他爹走了。", "爹", []),
        ("@安: 小雨妈走了。", "妈", []),
    ],
)
def test_whose_relative_a_term_means(line, form, owners):
    assert said(line, form) == owners


def test_who_is_spoken_to_between_two_others_may_be_either():
    assert said("@ANN: Your father left.", "father", after="@CLEO: No.") == ["BEN", "CLEO"]


def test_terms_for_ones_own_parent_in_several_scenes_are_one_person():
    scenes = story(
        "INT. A - DAY\n@ANN: My dad left.",
        "INT. B - DAY\n@BEN: Your father called.\n@ANN: No.",
        "INT. C - DAY\n@BEN: My dad is home.",
    )
    found, _ = resolve(scenes, "ANN", "BEN", *kin("dad", "father"))
    assert ("dad@1", "father@2") in found and not any("dad@3" in group for group in found)


def test_chinese_terms_are_told_apart_by_who_says_them():
    scenes = story(
        "内景 后台\n@林晚秋: 跟我爹说。",
        "内景 客房\n@邵平: 我爹病着。",
        "内景 河边\n@邵平: 你爹呢？\n@晚秋: 我爹走了。",
    )
    found, _ = resolve(scenes, "林晚秋", "晚秋", "邵平", *kin("爹"), language="zh")
    assert {group for group in found if "爹@1" in group} == {("爹@1", "爹@3")}
    assert not any("爹@2" in group for group in found)


def test_a_term_for_relatives_of_two_people_in_one_scene_stays_apart():
    scenes = story("INT. A - DAY\n@ANN: My dad left.\n@BEN: My dad too.", "INT. B - DAY\n@ANN: My dad is back.")
    found, _ = resolve(scenes, "ANN", "BEN", *kin("dad"))
    assert not any("dad@1" in group for group in found)


def brothers(line):
    scenes = story("INT. A - DAY\n@ANN: My brother left.", f"INT. B - DAY\n@ANN: My brother is home.\n{line}")
    return resolve(scenes, "ANN", *kin("brother"))[0]


def test_a_brother_is_one_person_where_the_film_speaks_of_no_other():
    assert ("brother@1", "brother@2") in brothers("Ann waits.")


@pytest.mark.parametrize("line", ["Two brothers wait.", "@BEN: Your big brother?", "@BEN: I have a brother too."])
def test_of_brothers_there_may_be_several(line):
    assert not any("brother@1" in group for group in brothers(line))


def test_an_unnamed_person_goes_by_the_fullest_description():
    scenes = story("INT. A - DAY\nThe man with the accordion waits.", "INT. B - DAY\n@MAN WITH ACCORDION: Hm.")
    forms = (("man", UNNAMED | {"scope": "scene", "mergeable": False}), ("MAN WITH ACCORDION", UNNAMED))
    engine = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    (entity,) = draw_entities("en-0001", "en", scenes, mentions_of(scenes, *forms), engine, SETTINGS)[0].records
    assert entity.name == "Man With Accordion"


@pytest.mark.parametrize(
    "line",
    ["My brother Wendell paid.", "My brother is Wendell.", "Wendell was my brother.", "My brother, Wendell, paid."],
)
def test_a_name_that_the_text_sets_beside_a_term_is_the_relatives(line):
    found, _ = resolve(story(f"INT. A - DAY\n@ANN: {line}"), "ANN", "Wendell", *kin("brother"))
    assert {frozenset(group) for group in found} == {frozenset(("brother@1", "Wendell@1"))}


@pytest.mark.parametrize(
    "line",
    [
        "Tell my brother Wendell paid.",
        "My brother isn't Wendell.",
        "Is my brother Wendell here?",
        "If Wendell was my brother!",
        "My brother Wendell's boat sank.",
        "My brother is Wendell's friend.",
    ],
)
def test_a_name_beside_a_term_may_be_anothers(line):
    found, _ = resolve(story(f"INT. A - DAY\n@ANN: {line}"), "ANN", "Wendell", *kin("brother"))
    assert found == set()


@pytest.mark.parametrize("line", ["我爹林广福走了。", "我爹是林广福。", "林广福是我爹。"])
def test_a_chinese_name_beside_a_term_is_the_relatives(line):
    found, _ = resolve(story(f"内景 河边\n@安: {line}"), "安", "林广福", *kin("爹"), language="zh")
    assert {frozenset(group) for group in found} == {frozenset(("爹@1", "林广福@1"))}


def test_a_term_that_is_a_cue_is_its_speakers_name_wherever_the_script_uses_it():
    scenes = story(
        "INT. A - DAY\nMom stirs a pot.\n@MOM: Eat.\n@SALLY: Mom, where's Dad?",
        "INT. B - DAY\nMom sits.",
        "INT. C - DAY\n@BEN: My mom won't let me.",
    )
    found, _ = resolve(scenes, "SALLY", "BEN", "Mom")
    assert ("Mom@1", "Mom@2") in found


def test_a_form_that_names_the_owner_is_the_owners_relative():
    scenes = story("内景 学校\n@小雨妈: 什么？\n@小雨: 走。", "内景 车站\n@爸: 你妈急坏了。\n@小雨: 嗯。")
    found, _ = resolve(scenes, "小雨妈", "小雨", ("妈", UNNAMED), language="zh")
    assert any({"小雨妈@1", "妈@2"} <= set(group) for group in found)


def test_what_a_question_says_of_kinship_is_whose_relative_is_meant():
    asked = []
    scenes = story("INT. A - DAY\n@ANN: My dad left.", "INT. B - DAY\n@ANN: My father is home.")
    resolve(scenes, "ANN", *kin("dad", "father"), annotate=lambda p: asked.append(p) or rules.annotate(p))
    assert [payload["kin"] for payload in asked if "kin" in payload] == [
        {"by": "owner", "sense": "father", "owner": "Ann", "single": True}
    ]


def test_kinship_changes_no_id_but_those_that_it_ends():
    scenes = story("INT. A - DAY\n@ANN: My dad left.", "INT. B - DAY\n@ANN: My dad is home. Cleo waits.")
    engine = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    mentions = mentions_of(scenes, "ANN", *kin("dad"), "Cleo")
    records = draw_entities("en-0001", "en", scenes, mentions, engine, SETTINGS)[0].records
    assert [(entity.id, entity.name) for entity in records] == [
        ("ent-0001", "Ann"),
        ("ent-0002", "dad"),
        ("ent-0004", "Cleo"),
    ]


def test_every_sense_is_of_terms_that_the_reader_of_names_knows():
    assert KIN_SENSES.keys() <= KIN | ZH_KIN
    assert all(read_person(term).kind == "kin" for term in KIN_SENSES)


@pytest.mark.parametrize(
    ("key", "parts"),
    [
        ("dad", ("", "dad")),
        ("my dad", ("my", "dad")),
        ("ines's mother", ("ines", "mother")),
        ("我爹", ("我", "爹")),
        ("小雨妈", ("小雨", "妈")),
        ("小雨奶奶", ("小雨", "奶奶")),
        ("big dad", None),
        ("ann", None),
        ("林广福", None),
    ],
)
def test_a_form_of_kinship_is_read_as_owner_and_term(key, parts):
    assert split_kin(key) == parts
