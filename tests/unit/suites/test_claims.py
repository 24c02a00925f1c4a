"""The deterministic judge of Task I: what covers a claim, and what contradicts one."""

import pytest
from factories import alias, entity

from linedscript.suites.stage.claims import ClaimsJudge

SETTINGS = {"full": 0.75, "partial": 0.4}
PEOPLE = [
    entity(1, "Ann Poe", aliases=(alias("Ann Poe"), alias("Ann"), alias("ANN"))),
    entity(2, "Bo Lund", aliases=(alias("Bo Lund"), alias("Bo"), alias("the Captain"))),
    entity(3, "Old Mill", types=("Location",), aliases=(alias("Old Mill"), alias("the mill"))),
    entity(4, "brass lead", types=("Object",), aliases=(alias("brass lead"), alias("the lead"))),
]
LEUTE = [
    entity(1, "林晚秋", aliases=(alias("林晚秋"), alias("晚秋"))),
    entity(2, "邵平"),
    entity(3, "玉佩", types=("Object",)),
]


def judge(language="en"):
    return ClaimsJudge(PEOPLE if language == "en" else LEUTE, language, SETTINGS)


@pytest.mark.parametrize(
    ("reference", "predicted", "label"),
    [
        ("Ann Poe is at odds with Bo Lund.", ["Ann is at odds with the Captain."], "full"),
        ("Ann Poe is at the Old Mill.", ["Ann Poe has gone to the mill."], "full"),
        ("Ann Poe wants to sell the old house by Friday.", ["Ann wants to sell a boat."], "partial"),
        ("Ann Poe wants to sell the old house.", ["Ann Poe is in tears."], "none"),
        ("Ann Poe wants to sell the old house.", [], "none"),
        ("Ann Poe has the key.", ["Ann Poe doesn't have the key."], "none"),
        ("Ann Poe no longer trusts Bo.", ["Ann never trusted Bo Lund."], "full"),
    ],
)
def test_a_claim_is_covered_by_the_key_terms_of_one_predicted_claim(reference, predicted, label):
    assert judge().coverage("ent-0001", reference, predicted) == label


def test_two_half_claims_are_not_one_whole():
    predicted = ["Ann wants to sell the boat.", "Ann paints the house on Friday."]
    assert judge().coverage("ent-0001", "Ann wants to sell the house on Friday morning.", predicted) == "partial"


def test_the_characters_own_name_covers_nothing():
    assert judge().coverage("ent-0001", "Ann Poe is ill.", ["Ann Poe has the key."]) == "none"
    assert judge().coverage("ent-0002", "Bo Lund trusts Ann Poe.", ["Bo Lund is ill."]) == "none"


@pytest.mark.parametrize(
    ("reference", "predicted", "label"),
    [
        ("林晚秋持有银簪。", ["晚秋手里拿着银簪。"], "full"),
        ("林晚秋知道邵平偷走银簪。", ["晚秋知道银簪是邵平偷走的。"], "full"),
        ("林晚秋在后台。", ["林晚秋不在后台。"], "none"),
        ("林晚秋右腿受伤。", ["邵平想要离开。"], "none"),
    ],
)
def test_chinese_claims_are_judged_by_pairs_of_characters(reference, predicted, label):
    assert judge("zh").coverage("ent-0001", reference, predicted) == label


HOLDING = ["Ann Poe is at odds with Bo Lund.", "Ann Poe has the key."]
LATER = ["Ann Poe forgives Bo Lund.", "Ann Poe has the letter."]


@pytest.mark.parametrize(
    ("predicted", "contradicted"),
    [
        ("Ann Poe has the key.", False),
        ("Ann Poe doesn't have the key.", True),
        ("Ann forgives the Captain.", True),
        ("Ann Poe has the letter.", True),
        ("Ann Poe hasn't forgiven Bo.", False),
        ("Ann Poe is tired of waiting.", False),
    ],
)
def test_a_claim_that_denies_what_holds_or_asserts_what_comes_later_is_contradicted(predicted, contradicted):
    assert judge().contradicted("ent-0001", predicted, HOLDING, LATER) is contradicted


def test_what_the_reference_itself_says_is_never_contradicted():
    holding = ["Ann Poe is at the mill.", "Ann Poe is not at the mill."]
    assert not any(judge().contradicted("ent-0001", claim, holding, holding) for claim in holding)


def test_a_chinese_claim_that_asserts_what_comes_later_is_contradicted():
    assert judge("zh").contradicted("ent-0001", "林晚秋原谅了邵平。", ["林晚秋与邵平对立。"], ["林晚秋原谅邵平。"])
    assert not judge("zh").contradicted(
        "ent-0001", "林晚秋没有原谅邵平。", ["林晚秋与邵平对立。"], ["林晚秋原谅邵平。"]
    )


LEAD = "Ann Poe has the brass lead."


@pytest.mark.parametrize(
    "verb",
    [
        "has lost",
        "lacks",
        "wants",
        "refuses",
        "no longer has",
        "never had",
        "has no",
        "sees",
        "used to have",
        "gave away",
        "had",
    ],
)
def test_a_thing_is_not_had_by_whom_another_verb_stands_between(verb):
    assert judge().coverage("ent-0001", LEAD, [f"Ann {verb} the brass lead."]) == "none"


@pytest.mark.parametrize(
    "said", ["Ann still has the lead.", "Ann Poe carries the brass lead.", "Ann is holding the lead."]
)
def test_a_thing_is_had_in_other_words(said):
    assert judge().coverage("ent-0001", LEAD, [said]) == "full"


def test_what_somebody_else_has_covers_nothing():
    assert judge().coverage("ent-0001", LEAD, ["Bo has the brass lead."]) == "none"


@pytest.mark.parametrize("said", ["Bo is far from recovered.", "Has Bo Lund recovered?", "Bo might have recovered."])
def test_what_is_asked_or_supposed_or_far_from_so_covers_nothing(said):
    assert judge().coverage("ent-0002", "Bo Lund has recovered.", [said]) == "none"


@pytest.mark.parametrize(
    "said", ["Ann and Bo are friends.", "Ann loves Bo Lund.", "Bo Lund; Ann Poe", "Bo Lund; Old Mill"]
)
@pytest.mark.parametrize("reference", ["Ann Poe is at odds with Bo Lund.", "Ann Poe is at the Old Mill.", LEAD])
def test_names_alone_cover_nothing(reference, said):
    assert judge().coverage("ent-0001", reference, [said]) == "none"


QUOTED = "Ann Poe is told by Bo Lund: “He was drunk, and he can't be bothered.”"


@pytest.mark.parametrize(
    ("reference", "denied"),
    [
        (LEAD, "Ann Poe no longer has the brass lead."),
        (LEAD, "It is not true that Ann Poe has the brass lead."),
        (LEAD, "Ann Poe has lost the brass lead."),
        ("Ann Poe is at the Old Mill.", "Ann Poe is not at the Old Mill."),
        ("Ann Poe is at odds with Bo Lund.", "Ann Poe was never at odds with Bo Lund."),
        (QUOTED, QUOTED.replace("is told", "is not told")),
    ],
)
def test_a_denied_claim_is_contradicted_and_not_covered(reference, denied):
    assert judge().coverage("ent-0001", reference, [denied]) == "none"
    assert judge().contradicted("ent-0001", denied, [reference], [])


@pytest.mark.parametrize(
    "denied",
    ["林晚秋没有玉佩。", "林晚秋不再持有玉佩。", "林晚秋未持有玉佩。", "林晚秋弄丢了玉佩。", "林晚秋曾持有玉佩。"],
)
def test_a_denied_chinese_claim_is_contradicted_and_not_covered(denied):
    assert judge("zh").coverage("ent-0001", "林晚秋持有玉佩。", [denied]) == "none"
    assert judge("zh").contradicted("ent-0001", denied, ["林晚秋持有玉佩。"], [])


@pytest.mark.parametrize("said", ["林晚秋想要玉佩。", "林晚秋有玉佩吗？", "林晚秋、玉佩", "邵平持有玉佩。"])
def test_a_chinese_wish_question_list_or_other_holder_covers_nothing(said):
    assert judge("zh").coverage("ent-0001", "林晚秋持有玉佩。", [said]) == "none"


@pytest.mark.parametrize(
    "claim", [QUOTED, LEAD, "Ann Poe gets the brass lead from Bo.", "Ann Poe is Captain.", "Ann Poe and Bo Lund marry."]
)
def test_a_claim_covers_itself_and_never_contradicts_itself(claim):
    assert judge().coverage("ent-0001", claim, [claim]) == "full"
    assert not judge().contradicted("ent-0001", claim, [claim], [])


def test_a_renamed_film_is_judged_the_same():
    # "June" is a person's name and a month's, and "Clerk" a title; the renamed view shares no form with the month
    def film(name):
        first = name.split()[0]
        held = (alias(name), alias(first), alias("Clerk", kind="title"))
        return ClaimsJudge([entity(1, name, aliases=held), entity(2, "June", types=("Concept",))], "en", SETTINGS)

    claims = ["{} knows that {} sings.", "{} is Clerk.", "{} sings in the rain.", "{} is not Clerk."]
    marks = []
    for name in ("June Poe", "Ada Moor"):
        texts = [claim.format(name, name.split()[0]) for claim in claims]
        marks.append(
            [
                (film(name).coverage("ent-0001", one, [other]), film(name).contradicted("ent-0001", other, [one], []))
                for one in texts
                for other in texts
            ]
        )
    assert marks[0] == marks[1]


ORTE = [
    *PEOPLE,
    entity(5, "Pilot Station - Chief Pilot's Office", types=("Location",)),
    entity(6, "Old Harbor - the Mole", types=("Location",)),
    entity(7, "Carrow Reach - Aboard the Maude", types=("Location",)),
    entity(8, "Chief Pilot", aliases=(alias("Chief Pilot", kind="role"),)),
]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("Pilot Station - Chief Pilot's Office", "Ann Poe is in the Chief Pilot's office."),
        ("Pilot Station - Chief Pilot's Office", "Ann Poe is in the office of the Chief Pilot."),
        ("Pilot Station - Chief Pilot's Office", "Ann is in the Chief Pilot's office at the Pilot Station."),
        ("Old Harbor - the Mole", "Ann Poe waits on the mole of Old Harbor."),
        ("Carrow Reach - Aboard the Maude", "Ann is aboard the Maude in Carrow Reach."),
    ],
)
def test_a_place_in_prose_is_covered_and_not_contradicted_by_what_it_is_called_after(place, said):
    reference = f"Ann Poe is at {place}."
    judge = ClaimsJudge(ORTE, "en", SETTINGS)
    later = ["Ann Poe is Chief Pilot.", "Ann Poe is at odds with Bo Lund."]
    assert judge.coverage("ent-0001", reference, [said]) == "full"
    assert not judge.contradicted("ent-0001", said, [reference], later)


def test_another_place_in_prose_covers_nothing():
    judge = ClaimsJudge(ORTE, "en", SETTINGS)
    said = ["Ann is in the Chief Pilot's office."]
    assert judge.coverage("ent-0001", "Ann Poe is at Old Harbor - the Mole.", said) == "none"


def test_a_role_that_comes_later_is_contradicted_beside_an_office_of_its_name():
    judge = ClaimsJudge(ORTE, "en", SETTINGS)
    here = ["Ann Poe is at Pilot Station - Chief Pilot's Office."]
    assert judge.contradicted("ent-0001", "Ann Poe is the Chief Pilot.", here, ["Ann Poe is Chief Pilot."])


def test_a_chinese_place_in_prose_is_covered():
    places = [*LEUTE, *(entity(n, name, types=("Location",)) for n, name in ((4, "春泉戏院"), (5, "春泉戏院后台")))]
    judge = ClaimsJudge(places, "zh", SETTINGS)
    assert judge.coverage("ent-0001", "林晚秋在春泉戏院后台。", ["晚秋在戏院的后台。"]) == "full"


ROOMS = [
    *ORTE,
    entity(9, "Pilot Station", types=("Location",)),
    entity(10, "Pilot Station - Commission Room", types=("Location",)),
    entity(11, "Tug Maude - Galley", types=("Location",)),
    entity(12, "Halifax", types=("Location",)),
]


def gone(said, *holding):
    return ClaimsJudge(ROOMS, "en", SETTINGS).contradicted("ent-0001", said, holding, [])


@pytest.mark.parametrize(
    "said",
    [
        "Ann Poe is at Pilot Station - Chief Pilot's Office.",
        "Ann is in the office of the Chief Pilot.",
        "Ann is on the mole of Old Harbor.",
        "Ann is in the galley of the Tug Maude.",
    ],
)
def test_who_is_said_to_be_where_it_was_earlier_is_contradicted_by_where_it_is(said):
    assert gone(said, "Ann Poe is at Pilot Station - Commission Room.", "Ann Poe has the brass lead.")


@pytest.mark.parametrize(
    "said",
    [
        *(
            "Ann Poe is at the Pilot Station.",
            "Ann is in the Commission Room of the Pilot Station.",
            "Ann is in Halifax.",
        ),
        *("Bo Lund is in the Chief Pilot's office.", "Ann was in the Chief Pilot's office.", "Ann is not on the mole."),
        *("Ann goes to the Chief Pilot's office.", "Ann is in Halifax."),
        *("Ann is in the Commission Room with the notes on the Chief Pilot's office.", "Ann is at ease."),
    ],
)
def test_who_may_be_there_all_the_same_is_not_contradicted(said):
    assert not gone(said, "Ann Poe is at Pilot Station - Commission Room.", "Ann Poe has the brass lead.")


def test_places_that_are_called_alike_may_be_one():
    assert not gone("Ann is in the galley of the Tug Maude.", "Ann Poe is at Carrow Reach - Aboard the Maude.")


@pytest.mark.parametrize(
    ("said", "holding"),
    [
        ("Ann Poe is on good terms with Bo Lund.", "Ann Poe is at odds with Bo Lund."),
        ("Ann Poe is on good terms with Bo Lund.", "From then on Ann Poe is at odds with Bo Lund."),
        ("Ann and the Captain are at odds.", "Ann Poe is on good terms with Bo Lund."),
        ("Ann Poe is Clerk.", "Ann Poe goes from Clerk to Chief Pilot."),
    ],
)
def test_a_footing_or_a_position_that_is_over_is_contradicted_by_the_one_that_holds(said, holding):
    assert gone(said, holding)
    assert not gone(holding, holding)


@pytest.mark.parametrize(
    ("said", "holding"),
    [
        ("Ann Poe was on good terms with Bo Lund.", "Ann Poe is at odds with Bo Lund."),
        ("Ann Poe is no longer on good terms with Bo Lund.", "Ann Poe is at odds with Bo Lund."),
        ("Ann Poe is Chief Pilot.", "Ann Poe goes from Clerk to Chief Pilot."),
        ("Ann Poe was Clerk.", "Ann Poe goes from Clerk to Chief Pilot."),
        ("Ann Poe has the key.", "Ann Poe has the brass lead."),
    ],
)
def test_what_was_or_can_be_so_as_well_is_not_contradicted(said, holding):
    assert not gone(said, holding)


@pytest.mark.parametrize(
    ("said", "contradicted"),
    [
        ("林晚秋在春泉戏院后台。", True),
        ("晚秋在戏院的后台。", True),
        ("林晚秋在春泉戏院。", False),
        ("林晚秋在春泉戏院化妆间。", False),
        ("林晚秋之前在春泉戏院后台。", False),
        ("林晚秋在春泉戏院后台门外。", False),
        ("邵平在春泉戏院后台。", False),
        ("林晚秋与邵平关系和睦。", True),
        ("林晚秋是演员。", True),
        ("林晚秋是班主。", False),
    ],
)
def test_chinese_claims_of_what_is_over_are_contradicted(said, contradicted):
    names = ("春泉戏院", "春泉戏院后台", "春泉戏院化妆间")
    places = [*LEUTE, *(entity(n, name, types=("Location",)) for n, name in enumerate(names, 4))]
    holding = ["林晚秋在春泉戏院化妆间。", "林晚秋与邵平对立。", "林晚秋由演员变为班主。"]
    judge = ClaimsJudge(places, "zh", SETTINGS)
    assert judge.contradicted("ent-0001", said, holding, []) is contradicted
    assert not any(judge.contradicted("ent-0001", one, holding, []) for one in holding)


NEAR = [
    entity(1, "Ann Lee", aliases=(alias("Ann Lee"), alias("Ann"))),
    entity(2, "Bob", aliases=(alias("Bob"),)),
    entity(3, "Annabel", aliases=(alias("Annabel"),)),
    entity(4, "HARBOR - OFFICE", types=("Location",), aliases=(alias("HARBOR - OFFICE"),)),
    entity(5, "HARBOR - DOCK", types=("Location",), aliases=(alias("HARBOR - DOCK"),)),
]
NAH = [
    entity(1, "林广", aliases=(alias("林广"),)),
    entity(2, "林广福", aliases=(alias("林广福"),)),
    entity(3, "剧场", types=("Location",), aliases=(alias("剧场"),)),
    entity(4, "剧场后台", types=("Location",), aliases=(alias("剧场后台"),)),
    entity(5, "剧场化妆间", types=("Location",), aliases=(alias("剧场化妆间"),)),
]
NOW = {
    "en": ["Ann is at HARBOR - OFFICE.", "Ann is at odds with Bob.", "Ann goes from first mate to captain."],
    "zh": ["林广在剧场后台。", "林广与林广福对立。", "林广由班主变为船工。"],
}


@pytest.mark.parametrize(
    ("language", "predicted", "contradicted"),
    [
        ("en", "Ann is at HARBOR - DOCK.", True),
        ("en", "Annabel is at HARBOR - DOCK.", False),
        ("en", "Ann is the first mate.", True),
        ("en", "Bob is the first mate.", False),
        ("en", "The first mate is at odds with Ann.", False),
        ("en", "Bob is on good terms with Ann.", True),
        ("en", "Annabel is on good terms with Bob.", False),
        ("en", "Ann promises to be on good terms with Bob.", False),
        ("en", "Ann fears Bob is at HARBOR - DOCK.", False),
        ("en", "Ann is at either the office or the dock of the harbor.", False),
        ("zh", "林广在剧场化妆间。", True),
        ("zh", "林广福在剧场化妆间。", False),
        ("zh", "林广是班主。", True),
        ("zh", "林广福是班主。", False),
        ("zh", "林广福与林广关系和睦。", True),
        ("zh", "林广答应与林广福关系和睦。", False),
    ],
)
def test_what_a_state_rules_out_is_contradicted_of_the_character_alone_and_as_a_fact(language, predicted, contradicted):
    made = ClaimsJudge(NEAR if language == "en" else NAH, language, SETTINGS)
    assert made.contradicted("ent-0001", predicted, NOW[language], []) is contradicted


@pytest.mark.parametrize(
    ("language", "held", "said"),
    [
        ("en", "Ann is at HARBOR - OFFICE.", "Ann is either at the harbor office or at the harbor dock."),
        ("zh", "林广在剧场后台。", "林广要么在剧场后台，要么在剧场化妆间。"),
    ],
)
def test_one_of_two_places_covers_neither(language, held, said):
    made = ClaimsJudge(NEAR if language == "en" else NAH, language, SETTINGS)
    assert made.coverage("ent-0001", held, [said]) == "none"
