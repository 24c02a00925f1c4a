import msgspec
import pytest
from factories import alias, entity, heading, mention
from factories import scene as a_scene
from identity_maps import kept, replaced, title

from linedscript.identity.checking import check_map
from linedscript.release.gates.titles import Title

SCENES = [a_scene("INT. OFFICE - DAY\n\nAnn Pell waits for Bob. Grace says grace to Zelda.\n")]
ANN = entity(1, "Ann Pell", aliases=(alias("Ann Pell"), alias("Ann")))
BOB = entity(2, "Bob")
MAP = [replaced(1, "Ann Pell", "Theodora Q", ("Ann", "Theodora")), kept(2, "Bob")]


def codes(rows, entities=(ANN, BOB), scenes=SCENES, titles=()):
    return [fault.code for fault in check_map(rows, list(entities), scenes, film="en-0001", titles=list(titles))]


def test_a_map_that_decides_everything_passes():
    assert codes(MAP) == []


def test_an_undecided_candidate_is_named():
    (fault,) = check_map(MAP[:1], [ANN, BOB], SCENES, film="en-0001", titles=[])
    assert (fault.code, fault.place) == ("undecided", "identity/en-0001.jsonl#ent-0002")


def test_an_entity_renumbered_under_the_map_is_named():
    assert codes(MAP, (ANN, entity(2, "Bella"))) == ["renumbered"]


def test_a_decision_on_no_entity_is_named():
    assert codes([*MAP, kept(3, "Cy")]) == ["unknown-entity"]


def test_an_alias_without_a_line_is_named():
    assert codes([replaced(1, "Ann Pell", "Theodora Q"), MAP[1]]) == ["alias-undecided"]


def test_a_pseudonym_that_is_another_name_collides():
    assert "pseudonym-collision" in codes([replaced(1, "Ann Pell", "Bob", ("Ann", "Theodora")), MAP[1]])


def test_two_names_with_one_pseudonym_collide():
    rows = [MAP[0], replaced(2, "Bob", "Theodora Q")]
    assert codes(rows) == ["pseudonym-collision"]


def test_a_pseudonym_that_stands_in_the_script_is_refused():
    assert codes([replaced(1, "Ann Pell", "Theodora Q", ("Ann", "Zelda")), MAP[1]]) == ["pseudonym-in-text"]


def test_one_form_with_two_pseudonyms_is_one_to_many():
    assert codes([replaced(1, "Ann Pell", "Theodora Q", ("Ann", "Theodora"), ("ANN", "Thea")), MAP[1]]) == [
        "one-to-many"
    ]


def test_one_form_of_two_entities_with_two_pseudonyms_is_ambiguous():
    other = entity(3, "Ann Lee", aliases=(alias("Ann Lee"), alias("Ann")))
    assert codes([*MAP, replaced(3, "Ann Lee", "Ursula Z", ("Ann", "Ursula"))], (ANN, BOB, other)) == [
        "ambiguous-alias"
    ]


def test_a_kept_homonym_has_to_be_said_to_be_one():
    month = entity(3, "Ann", types=("TimePoint",))
    assert codes([*MAP, kept(3, "Ann", "time_point")], (ANN, BOB, month)) == ["ambiguous-alias"]
    assert codes([*MAP, kept(3, "Ann", "common_word")], (ANN, BOB, month)) == []


def test_an_alias_that_stays_may_not_hold_a_replaced_name():
    captain = entity(1, "Ann Pell", aliases=(alias("Ann Pell"), alias("Ann"), alias("Captain Ann")))
    rows = [replaced(1, "Ann Pell", "Theodora Q", ("Ann", "Theodora"), ("Captain Ann", "Captain Ann")), MAP[1]]
    assert codes(rows, (captain, BOB)) == ["name-kept"]


def test_a_role_that_stays_is_fine():
    captain = entity(1, "Ann Pell", aliases=(alias("Ann Pell"), alias("the Captain")))
    assert codes([replaced(1, "Ann Pell", "Theodora Q", ("the Captain", "the Captain")), MAP[1]], (captain, BOB)) == []


def test_a_one_character_chinese_alias_is_refused():
    lin = entity(1, "林")
    assert codes([replaced(1, "林", "沈")], (lin,), [a_scene("树林里。\n", heading=heading("第一场"))]) == [
        "alias-too-short"
    ]


def test_a_title_form_without_a_line_is_named():
    assert codes(MAP, titles=[title("The Long Wait")]) == ["title-undecided"]
    assert codes([*MAP, title("The Long Wait")], titles=[title("The Long Wait")]) == []


def test_a_pseudonym_that_makes_an_old_name_with_its_neighbour_is_refused():
    rows = [replaced(1, "林晚", "江秋", ("秋水", "甲乙"))]
    lin = entity(1, "林晚", aliases=(alias("林晚"), alias("秋水")))
    (fault,) = check_map(rows, [lin], [a_scene("林晚水边。\n")], film="en-0001", titles=[])
    assert fault.code == "alias-left" and "'秋水'" in str(fault) and "ent-0001" in str(fault)


def test_a_kept_entity_that_renames_a_form_is_refused():
    import msgspec

    wrong = msgspec.structs.replace(MAP[0], decision="keep", pseudonym=None)
    assert "wrong-decision" in codes([wrong, MAP[1]])


def test_a_name_whose_entity_ended_is_decided_under_its_mention():
    """Scene review drops mentions, patches drop entities: the name still stands in the script."""
    left = [mention(1, "Ann"), mention(4, "Cy Dole"), mention(5, "CY DOLE"), mention(6, "the boy", named=False)]

    def codes(*rows):
        return [fault.code for fault in check_map(rows, [ANN, BOB], SCENES, film="en-0001", titles=[], mentions=left)]

    assert codes(*MAP) == ["undecided"]
    assert codes(*MAP, msgspec.structs.replace(kept(3, "Cy Dole"), id="s0001.m04")) == []


CAR = [a_scene("INT. CAR - DAY\n\nThe Rearview Mirror shakes. The REARVIEW MIRROR falls.\n")]
MIRROR = entity(1, "Rearview Mirror", types=("Object",))


def test_a_pseudonym_that_holds_a_form_of_the_title_is_named_with_its_line_once():
    rows = [replaced(1, "Rearview Mirror", "Linwood Rearview"), title("REARVIEW")]
    (fault,) = check_map(rows, [MIRROR], CAR, film="en-0001", titles=[])
    assert (fault.code, fault.place) == ("title-left", "identity/en-0001.jsonl#ent-0001")
    assert "'Linwood Rearview' holds 'REARVIEW', a form of the film's title (title-01)" in str(fault)


def test_a_pseudonym_that_makes_the_title_with_its_neighbour_is_told_as_the_title_s_form_and_names_its_line():
    rows = [replaced(1, "Rearview Mirror", "Long"), title("The Long")]
    (fault,) = check_map(rows, [MIRROR], CAR[:1], film="en-0001", titles=[])
    assert (fault.code, fault.place) == ("title-left", "identity/en-0001.jsonl#ent-0001")
    assert "s0001" in str(fault) and "a form of the film's title (title-01)" in str(fault)


def test_a_pseudonym_that_leaves_an_old_name_names_its_line():
    rows = [replaced(1, "林晚", "江秋", ("秋水", "甲乙"))]
    lin = entity(1, "林晚", aliases=(alias("林晚"), alias("秋水")))
    (fault,) = check_map(rows, [lin], [a_scene("林晚水边。\n")], film="en-0001", titles=[])
    assert fault.place == "identity/en-0001.jsonl#ent-0001" and "s0001" in str(fault)
    assert "'林晚' -> '江秋'" in str(fault)


def test_a_pseudonym_that_does_not_show_or_reads_like_an_id_is_refused():
    for new in ("Theo\u200bdora", "Theo\ndora", "cp-0006-02", "s0001.u01"):
        assert "unfit-pseudonym" in codes([replaced(1, "Ann Pell", "Theodora Q", ("Ann", new)), MAP[1]])


def test_what_takes_a_titles_place_is_no_title():
    for new in ("The Lamp Office", "the lamp office", "a Lamp Office: The Lamp Office"):
        assert codes([*MAP, title("The Lamp Office", replacement=new)]) == ["title-left"]
    assert codes([*MAP, title("The Lamp Office", replacement="cp-0006-02")]) == ["unfit-pseudonym"]


OTHERS = (
    Title("en-0007", ("The Lamp Office",)),
    Title("en-0008", ("Theodora",)),
    Title("zh-0009", ("风雪夜归人", "归人")),
)


def other_titles(rows, entities=(ANN, BOB), scenes=SCENES):
    faults = check_map(rows, list(entities), scenes, film="en-0001", titles=[], others=OTHERS)
    return [(fault.code, fault.place.partition("#")[2], str(fault)) for fault in faults]


@pytest.mark.parametrize(
    ("pseudonym", "title", "other"),
    [
        ("The Lamp Office", "The Lamp Office", "en-0007"),
        ("Old Lamp-Office Street", "Lamp-Office", "en-0007"),
        ("lamp office", "lamp office", "en-0007"),
        ("Theodora", "Theodora", "en-0008"),
        ("风雪夜归人客栈", "风雪夜归人", "zh-0009"),
        ("老归人", "归人", "zh-0009"),
    ],
)
def test_a_pseudonym_that_is_or_holds_another_films_title_is_refused_by_name(pseudonym, title, other):
    ((code, line, text),) = other_titles([MAP[0], replaced(2, "Bob", pseudonym)][1:], (BOB,))
    assert (code, line) == ("other-title", "ent-0002")
    assert f"'Bob' -> {pseudonym!r}: holds {title!r}, the title of {other}" in text


def test_a_replacement_of_the_title_by_another_films_title_is_refused():
    rows = [replaced(2, "Bob", "Cy"), title("The Long Wait", replacement="风雪夜归人")]
    assert [fault[:2] for fault in other_titles(rows, (BOB,))] == [("other-title", "title-01")]


def test_a_name_that_only_holds_the_letters_of_a_one_word_title_is_no_title():
    assert other_titles([replaced(2, "Bob", "Theodoras")], (BOB,)) == []


def test_a_form_that_stays_is_no_pseudonym_though_it_is_another_films_title():
    office = entity(3, "Bob", aliases=(alias("Bob"), alias("Lamp Office")))
    rows = [msgspec.structs.replace(replaced(3, "Bob", "Cy", ("Lamp Office", "Lamp Office")), id="ent-0003")]
    assert other_titles(rows, (office,)) == []


def test_a_pseudonym_that_makes_another_films_title_with_its_neighbour_is_refused_with_the_scene():
    scenes = [a_scene("INT. BOB OFFICE - DAY\n\nBob Office is open.\n")]
    ((code, scene, text),) = other_titles([replaced(2, "Bob", "Lamp")], (BOB,), scenes)
    assert (code, scene) == ("other-title", "s0001") and "makes 'LAMP OFFICE', the title of en-0007" in text
