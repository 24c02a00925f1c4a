"""The cross-task coverage audit: every focal character, and what there is too little of."""

from factories import checkpoint, exemplar, focal, item, memory, trait
from role_factories import prompt

from linedscript.suites.stage.roles import audit_roles, shortfall

LEAST = {"least": {"checkpoints": 2, "prompts": 2, "pairs": 1, "traits": 1, "exemplars": 1, "memories": 1}}


ANN = focal()


def audit(focals=(ANN,), **held):
    names = ("checkpoints", "items", "prompts", "traits", "exemplars", "memories")
    return audit_roles("en-0001", focals, *(held.get(name, ()) for name in names), LEAST)


def test_every_focal_character_has_a_package_even_without_anything():
    assert [package.id for package in audit((focal("ent-0002"), ANN))] == ["ent-0001", "ent-0002"]


def test_what_a_role_has_too_little_of_is_named():
    (package,) = audit(checkpoints=[checkpoint(1), checkpoint(2)], traits=[trait()], exemplars=[exemplar()])
    assert package.low_yield == ("prompts", "pairs", "memories")


def test_a_role_that_has_enough_names_nothing():
    (package,) = audit(
        checkpoints=[checkpoint(1), checkpoint(2)],
        prompts=[prompt(1), prompt(2, pair="rp-0001")],
        traits=[trait()],
        exemplars=[exemplar()],
        memories=[memory()],
    )
    assert package.low_yield == ()


def test_episodes_pairs_and_items_are_counted_apart():
    prompts = [prompt(1), prompt(2, pair="rp-0001"), prompt(3, mode="multi", turns=("a", "b"))]
    (package,) = audit(prompts=prompts, items=[item(1), item(2, subjects=("ent-0001", "ent-0001"))])
    assert (package.prompts, package.pairs, package.episodes, package.items) == (3, 1, 1, 2)


def test_a_reviewer_is_told_how_much_there_is():
    (package,) = audit(checkpoints=[checkpoint(1)], traits=[trait()], exemplars=[exemplar()], memories=[memory()])
    assert shortfall(package) == "too few checkpoints (1), prompts (0), pairs (0)"
