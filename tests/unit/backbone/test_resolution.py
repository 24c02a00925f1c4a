"""Which mentions become one entity, and which stay apart."""

import pytest
from factories import ASKING
from story import mentions_of, story

from linedscript.backbone.resolution import draw_entities
from linedscript.engines.rules import entities as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "judged_rows": 200, "fuzzy": 0.9},
    "asking": ASKING,
    "max_block": 24,
    "max_evidence": 3,
    "cluster_rounds": 2,
}
PLACE = {"types": ("Location",)}


def resolve(scenes, mentions, language="en", **changes):
    engine = RulesEngine({"construct": rules.annotate, "judge": reflection.annotate})
    return draw_entities("en-0001", language, scenes, mentions, engine, SETTINGS | changes)


def names_of(outcome):
    return [sorted(alias.surface for alias in entity.aliases) for entity in outcome.records]


REYES = story(
    "INT. LAB - DAY\nMaria Reyes enters. Tomas Reyes waits.\n@MARIA: Morning.\n@TOMAS: Morning.",
    "INT. HALL - DAY\nA guard reads a list.\n@GUARD: There is a parcel for Mr. Reyes here.",
    "INT. YARD - DAY\n@GUARD: Mr. Reyes, sign here.\n@TOMAS: Thanks.",
)
REYES_MENTIONS = mentions_of(REYES, "Maria Reyes", "Tomas Reyes", "Mr. Reyes", "MARIA", "TOMAS", "GUARD")


def test_two_people_who_share_a_surname_stay_two_people():
    outcome, _ = resolve(REYES, REYES_MENTIONS)
    assert {"Maria", "Maria Reyes"} <= set(names_of(outcome)[0])
    assert {"Tomas", "Tomas Reyes"} <= set(names_of(outcome)[1])


def test_a_surname_that_two_people_have_stays_apart_where_nothing_settles_it():
    outcome, adjudications = resolve(REYES, REYES_MENTIONS)
    assert ["Mr. Reyes"] in names_of(outcome)
    asked = {
        a.left: a.verdict
        for a in adjudications
        if (a.left[:5], a.right[:5]) == ("s0001", "s0002") and a.left[6:] in ("m01", "m02")
    }
    assert asked == {"s0001.m01": "different_identity", "s0001.m02": "uncertain"}  # a woman; a man, whom nothing names


@pytest.mark.parametrize(
    ("titled", "full"),
    [("Mrs. O'Malley", "Danny O'Malley"), ("Mr. Calloway", "Ines Calloway"), ("Miss Poe", "Tom Poe")],
)
def test_a_title_of_the_other_gender_is_somebody_elses_though_nobody_else_bears_the_name(titled, full):
    scenes = story(f"INT. LAB - DAY\n{titled} enters. {full} waits.\n@{full.split()[0].upper()}: Morning.")
    outcome, _ = resolve(scenes, mentions_of(scenes, titled, full, full.split()[0].upper()))
    assert [titled] in names_of(outcome)


def test_a_title_of_the_same_gender_is_the_only_one_of_that_name():
    scenes = story("INT. LAB - DAY\nMs. Calloway enters. Ines Calloway waits.")
    outcome, _ = resolve(scenes, mentions_of(scenes, "Ms. Calloway", "Ines Calloway"))
    assert names_of(outcome) == [["Ines Calloway", "Ms. Calloway"]]


def test_an_address_that_only_one_of_them_answers_settles_who_is_meant():
    outcome, _ = resolve(REYES, REYES_MENTIONS)
    tomas = next(entity for entity in outcome.records if entity.name == "Tomas Reyes")
    assert "s0003.m01" in tomas.mentions or "s0003.m02" in tomas.mentions
    assert "Mr. Reyes" in {alias.surface for alias in tomas.aliases}


def test_a_person_is_found_under_title_nickname_and_bare_names():
    scenes = story(
        "INT. A - DAY\nSHERIFF DALE HARGROVE and THEODORE PRUITT sit.\n@TEDDY: Hm.\n@DALE: Sheriff Hargrove will do."
    )
    outcome, _ = resolve(
        scenes, mentions_of(scenes, "SHERIFF DALE HARGROVE", "THEODORE PRUITT", "TEDDY", "DALE", "Sheriff Hargrove")
    )
    assert [entity.name for entity in outcome.records] == ["Sheriff Dale Hargrove", "Theodore Pruitt"]
    assert len(outcome.records[0].aliases) == 3


def test_a_title_settles_which_of_two_is_meant():
    scenes = story("INT. A - DAY\nCaptain August Moss and Ines Moss wait.", "INT. B - DAY\nCaptain Moss leaves.")
    outcome, _ = resolve(scenes, mentions_of(scenes, "Captain August Moss", "Ines Moss", "Captain Moss"))
    assert names_of(outcome) == [["Captain August Moss", "Captain Moss"], ["Ines Moss"]]


def test_a_title_that_passes_on_is_not_given_to_the_later_holder():
    scenes = story(
        "INT. A - DAY\nThe Mayor leaves.", "INT. B - DAY\nMayor Ann Lowe enters.", "INT. C - DAY\nThe Mayor sits."
    )
    outcome, _ = resolve(scenes, mentions_of(scenes, "Mayor", "Mayor Ann Lowe"))
    assert [entity.mentions for entity in outcome.records] == [("s0001.m01",), ("s0002.m01", "s0003.m01")]


def test_two_names_that_speak_in_turn_are_two_people():
    scenes = story("INT. A - DAY\n@KIM: Yes.\n@KIM PARK: No.\n@KIM: Yes.\n@KIM PARK: No.")
    outcome, adjudications = resolve(scenes, mentions_of(scenes, "KIM PARK", "KIM"))
    assert len(outcome.records) == 2
    assert adjudications[0].verdict == "different_identity"


def test_two_people_are_not_joined_through_a_name_that_fits_both():
    scenes = story(*["INT. A - DAY\nPeter Lund. Toby Lund. Lund."] * 3)
    outcome, _ = resolve(scenes, mentions_of(scenes, "Peter Lund", "Toby Lund", "Lund"))
    homes = [entity.name for entity in outcome.records if entity.name in ("Peter Lund", "Toby Lund")]
    assert homes == ["Peter Lund", "Toby Lund"]


def test_the_text_that_says_what_someone_is_called_joins_the_names():
    scenes = story("INT. A - DAY\nMargaret Stone, called PIP by her friends, waits.\n@PIP: Hello.")
    outcome, _ = resolve(scenes, mentions_of(scenes, "Margaret Stone", "PIP"))
    assert names_of(outcome) == [["Margaret Stone", "Pip"]]


def test_an_institution_that_is_a_place_carries_both_types():
    scenes = story("INT. A - DAY\nPellew Station stands.", "INT. B - DAY\nPellew Station decides. The Station sleeps.")
    first = mentions_of(scenes[:1], ("Pellew Station", PLACE))
    second = mentions_of(
        scenes[1:], ("Pellew Station", {"types": ("Organization",)}), ("Station", {"types": ("Organization",)})
    )
    outcome, _ = resolve(scenes, first + second)
    assert [entity.types for entity in outcome.records] == [("Organization", "Location")]


def test_a_month_is_not_the_woman_of_that_name():
    scenes = story("INT. A - DAY\nJune waits in June.")
    (one,) = mentions_of(scenes, "June")
    import msgspec

    other = msgspec.structs.replace(one, id="s0001.m02", types=("TimePoint",))
    outcome, _ = resolve(scenes, [one, other])
    assert len(outcome.records) == 2


def test_scene_scoped_and_unmergeable_mentions_stay_apart_per_scene():
    scenes = story(*["INT. A - DAY\nA waiter bows. It rains."] * 2)
    mentions = mentions_of(
        scenes, ("waiter", {"scope": "scene", "named": False}), ("It", {"mergeable": False, "named": False})
    )
    outcome, adjudications = resolve(scenes, mentions)
    assert (len(outcome.records), len(adjudications)) == (4, 0)


def test_a_description_that_the_text_spells_out_is_the_person_of_that_form():
    scenes = story(
        "INT. A - DAY\nA MAN WITH ACCORDION waits.\n@MAN WITH ACCORDION: Hm.",
        "INT. B - DAY\nThe man with the accordion waits.",
        "INT. C - DAY\nThe man with a dog waits.",
    )
    plain = ("man", {"named": False, "scope": "scene", "mergeable": False})
    outcome, _ = resolve(scenes, mentions_of(scenes, "MAN WITH ACCORDION", plain))
    assert [entity.mentions for entity in outcome.records] == [("s0001.m01", "s0002.m01"), ("s0003.m01",)]


def test_kinship_terms_stay_apart_per_scene():
    scenes = story(*["INT. A - DAY\n@ANN: Dad?"] * 2)
    outcome, _ = resolve(scenes, mentions_of(scenes, "Dad"))
    assert len(outcome.records) == 2


def test_an_alias_records_where_it_is_first_said():
    scenes = story("INT. A - DAY\nToby Lund waits.", "INT. B - DAY\nToby waits.", "INT. C - DAY\n@TOBY: I am Toby.")
    outcome, _ = resolve(scenes, mentions_of(scenes, "Toby Lund", "Toby"))
    assert [(a.surface, a.kind, a.first_scene, a.spoken) for a in outcome.records[0].aliases] == [
        ("Toby Lund", "name", "s0001", None),
        ("Toby", "short_name", "s0002", "s0003"),
    ]


def test_a_cue_alone_is_not_speech():
    scenes = story("INT. A - DAY\n@TOBY: Good day.")
    outcome, _ = resolve(scenes, mentions_of(scenes, "Toby"))
    assert outcome.records[0].aliases[0].spoken is None


def test_ids_follow_the_order_of_appearance():
    scenes = story("INT. A - DAY\nZoe waits. Ann waits.", "INT. B - DAY\nBo waits.")
    outcome, _ = resolve(scenes, list(reversed(mentions_of(scenes, "Ann", "Bo", "Zoe"))))
    assert [(entity.id, entity.name) for entity in outcome.records] == [
        ("ent-0001", "Zoe"),
        ("ent-0002", "Ann"),
        ("ent-0003", "Bo"),
    ]


def test_every_mention_belongs_to_exactly_one_entity():
    outcome, _ = resolve(REYES, REYES_MENTIONS)
    held = [mention for entity in outcome.records for mention in entity.mentions]
    assert sorted(held) == sorted(mention.id for mention in REYES_MENTIONS)


def test_every_question_has_a_coverage_record_and_ledger_ids_are_distinct():
    outcome, adjudications = resolve(REYES, REYES_MENTIONS)
    assert len(outcome.coverage) == len(adjudications) > 0
    assert len({entry.id for entry in outcome.ledger}) == len(outcome.ledger)


def test_an_adjudicator_that_says_same_of_everything_cannot_join_two_full_names():
    engine = RulesEngine(
        {"construct": lambda payload: {"verdict": "same_identity", "reason": "yes"}, "judge": reflection.annotate}
    )
    outcome, _ = draw_entities("en-0001", "en", REYES, REYES_MENTIONS, engine, SETTINGS)
    assert not any({"Maria Reyes", "Tomas Reyes"} <= {a.surface for a in e.aliases} for e in outcome.records)


def test_two_who_speak_in_turn_are_not_joined_through_a_third_name_whatever_an_adjudicator_says():
    """Neither pair of names is a candidate with the other: no question about them could say that they are two."""
    scenes = story("INT. A - DAY\nJack Lund comes.", "INT. B - DAY\n@JACK: Yes.\n@LUND: No.\n@JACK: Yes.\n@LUND: No.")
    engine = RulesEngine(
        {"construct": lambda payload: {"verdict": "same_identity", "reason": "yes"}, "judge": reflection.annotate}
    )
    mentions = mentions_of(scenes, "Jack Lund", "JACK", "LUND")
    outcome, _ = draw_entities("en-0001", "en", scenes, mentions, engine, SETTINGS)
    assert names_of(outcome) == [["Jack", "Jack Lund"], ["Lund"]]


LIN = story(
    "内景 后台\n林广福走进来，林晚秋坐着。\n@林晚秋: 跟我爹说。",
    "内景 办公室\n@何敬之: 林团长，签字吧。\n@林广福: 没人会签。\n@何敬之: 林姑娘呢？",
    "内景 病房\n@韩大夫: 老林，你就躺着听吧。\n@林广福: 嗯。",
    "外景 桥\n@老汉: 那是林团长家的闺女，晚秋。",
)
LIN_FORMS = ("林广福", "林晚秋", "何敬之", "林团长", "林姑娘", "韩大夫", "老林", "晚秋", "老汉")


def test_a_chinese_surname_with_an_office_joins_the_one_who_is_addressed():
    outcome, _ = resolve(LIN, mentions_of(LIN, *LIN_FORMS), "zh")
    father = next(entity for entity in outcome.records if entity.name == "林广福")
    assert {"林团长", "老林"} <= {alias.surface for alias in father.aliases}


def test_a_chinese_given_name_joins_the_full_name():
    outcome, _ = resolve(LIN, mentions_of(LIN, *LIN_FORMS), "zh")
    daughter = next(entity for entity in outcome.records if entity.name == "林晚秋")
    assert [(alias.surface, alias.kind) for alias in daughter.aliases] == [("林晚秋", "name"), ("晚秋", "short_name")]


def test_an_office_once_settled_is_carried_to_other_scenes_by_cluster_review():
    outcome, adjudications = resolve(LIN, mentions_of(LIN, *LIN_FORMS), "zh")
    father = next(entity for entity in outcome.records if entity.name == "林广福")
    assert any(mention.startswith("s0004") for mention in father.mentions)
    assert {record.stage for record in adjudications} == {"pair", "cluster"}


def test_a_title_and_a_surname_name_the_only_person_of_that_surname():
    scenes = story("内景 学校\n王建国进来。", "内景 学校\n王老师坐下。小王笑了。")
    outcome, _ = resolve(scenes, mentions_of(scenes, "王建国", "王老师", "小王"), "zh")
    assert len(outcome.records) == 1


def test_candidates_grow_with_the_film_and_not_with_its_square():
    def count(size):
        scenes = story(*["INT. A - DAY\nAnn Reyes and Tom Reyes.\n@GUARD: Mr. Reyes is out, Ann."] * size)
        return len(resolve(scenes, mentions_of(scenes, "Ann Reyes", "Tom Reyes", "Mr. Reyes", "Ann"))[1])

    assert count(40) <= 2 * count(20) + 2


def test_a_name_with_what_shows_nothing_in_it_is_the_same_name():
    scenes = story("INT. A - DAY\nMaria waits.", "INT. B - DAY\nMa\u00adria\u200b waits.")
    outcome, _ = resolve(scenes, mentions_of(scenes, "Maria", "Ma\u00adria"))
    assert [entity.name for entity in outcome.records] == ["Maria"]
