from evaluated import prediction, targets
from factories import FILM

from linedscript.evaluation.judging import judged
from linedscript.evaluation.tasks import Verdict
from linedscript.identity.matching import matcher
from linedscript.records.identity import NameDecision, Renaming
from linedscript.suites.stage.task_ii import TASK

NAMES = matcher(
    [
        NameDecision(
            id="ent-0001", film=FILM, name="Ann", decision="replace", reason="named", pseudonym="Eve",
            aliases=(Renaming(surface="Ann", pseudonym="Eve", match="any_case"),),
        )
    ]
)  # fmt: skip


def one(text, names=None, **changes):
    first, *_ = own = targets()
    return {row.dimension: row for row in judged(TASK, own, [prediction(first, text, **changes)], None, names)}


def test_an_unusable_reply_has_missing_judgements_with_the_reason():
    rows = one(None)
    assert {(row.label, row.missing) for row in rows.values()} == {(None, "unusable")}


def test_a_prediction_of_what_the_item_was_before_is_stale_and_not_judged():
    rows = one("She waits.", item_sha256="0" * 64)
    assert {(row.label, row.missing) for row in rows.values()} == {(None, "stale")}


def test_a_prediction_for_no_item_is_not_judged():
    own = targets()
    assert judged(TASK, own[1:], [prediction(own[0])], None) == []


def test_an_original_name_in_an_answer_is_a_reversion():
    assert one("ann waits", NAMES)["reversion"].label == "reverted"
    assert one("Eve waits", NAMES)["reversion"].label == "kept"


def test_names_are_looked_for_only_where_the_map_is_given():
    assert "reversion" not in one("Ann waits")


def test_a_task_of_pairs_judges_a_reply_beside_the_earlier_one_of_its_generation():
    class Pairs(type(TASK)):
        def earlier(self, target):
            return "t2-0001" if target.id == "t2-0002" else None

        def exact_pair(self, target, reply, other):
            return [Verdict("pair", "pair/1", f"{other.text} then {reply.text}")]

    own = targets()
    said = [prediction(own[0], "a", 1), prediction(own[0], "b", 2), prediction(own[1], "c", 2)]
    found = [row for row in judged(Pairs(), own, said, None) if row.dimension == "pair"]
    assert [(row.id, row.label) for row in found] == [("t2-0002#2/pair", "b then c")]
