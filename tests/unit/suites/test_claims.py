"""The deterministic judge of Task I: what covers a claim, and what contradicts one."""

import pytest
from factories import alias, entity

from linedscript.suites.stage.claims import ClaimsJudge

SETTINGS = {"full": 0.75, "partial": 0.4}
PEOPLE = [
    entity(1, "Ann Poe", aliases=(alias("Ann Poe"), alias("Ann"), alias("ANN"))),
    entity(2, "Bo Lund", aliases=(alias("Bo Lund"), alias("Bo"), alias("the Captain"))),
    entity(3, "Old Mill", types=("Location",), aliases=(alias("Old Mill"), alias("the mill"))),
]
LEUTE = [entity(1, "林晚秋", aliases=(alias("林晚秋"), alias("晚秋"))), entity(2, "邵平")]


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
        ("林晚秋持有银簪。", ["晚秋手里拿着银簪。"], "partial"),
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
