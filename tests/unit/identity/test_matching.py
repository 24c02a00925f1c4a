import pytest
from identity_maps import kept, replaced, title

from linedscript.errors import LinedscriptError
from linedscript.identity.matching import matcher
from linedscript.identity.rendering import render_text

INES = replaced(1, "Ines Calloway", "Clara Prescott", ("Ines", "Clara"), ("Calloway", "Prescott"))
WAN = replaced(2, "林晚秋", "沈知夏", ("晚秋", "知夏"))


def rendered(text, *lines):
    return render_text(text, lines)[0]


def test_the_longest_form_wins_over_its_parts():
    assert render_text("Ines Calloway waits.", [INES]) == ("Clara Prescott waits.", [(0, 13, "Clara Prescott")])


def test_a_longer_form_wins_over_one_that_begins_before_it():
    lines = [replaced(1, "Old Town", "New Marsh"), replaced(2, "Town Hall Square", "Mill Lane Green")]
    assert rendered("the Old Town Hall Square", *lines) == "the Old Mill Lane Green"


@pytest.mark.parametrize("surface", ["June of '94", "Tom 'Red' Ames", "Ames -- the elder", "'Red' Ames"])
def test_a_form_with_marks_side_by_side_is_found(surface):
    assert rendered(f"{surface} came.", replaced(1, surface, "Clara Prescott")) == "Clara Prescott came."


def test_an_english_name_inside_a_word_stays():
    assert rendered("Inesita, Pellewer and Calloways", INES) == "Inesita, Pellewer and Calloways"


def test_the_case_of_the_text_is_kept():
    assert rendered("INES and ines and Ines", INES) == "CLARA and clara and Clara"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ines's hat", "Clara's hat"),
        ("INES’S HAT", "CLARA’S HAT"),
        ("Calloway's", "Prescott's"),
        ("the Ines-like calm", "the Clara-like calm"),
    ],
)
def test_possessives_and_hyphens_stay_around_the_name(text, expected):
    assert rendered(text, INES) == expected


def test_a_bare_possessive_gets_its_s_where_the_pseudonym_has_none():
    assert rendered("James' hat, JAMES' HAT", replaced(1, "James", "Peter")) == "Peter's hat, PETER'S HAT"


def test_a_closing_quotation_mark_is_no_possessive():
    assert rendered("'It was James.' 'James'", replaced(1, "James", "Peter")) == "'It was Peter.' 'Peter'"


def test_a_name_over_a_line_end_is_one_name():
    assert rendered("Ines\r\nCalloway", INES) == "Clara Prescott"


def test_a_name_is_not_read_over_a_blank_line():
    assert rendered("Old\n\nTown", replaced(1, "Old Town", "New Marsh")) == "Old\n\nTown"


def test_underlining_marks_are_no_letters():
    assert rendered("_Ines_ *INES*", INES) == "_Clara_ *CLARA*"


def test_no_replacement_is_replaced_again():
    lines = [replaced(1, "Ann", "Bea"), replaced(2, "Bea", "Cleo")]
    assert rendered("Ann and Bea", *lines) == "Bea and Cleo"


def test_a_common_word_is_replaced_only_as_it_is_written():
    assert (
        rendered("Grace says grace. GRACE!", replaced(1, "Grace", "Edith", exact=("Grace",)))
        == "Edith says grace. GRACE!"
    )


def test_a_protected_phrase_keeps_the_month():
    june = replaced(1, "June", "Wanda", ("June 1994", "June 1994"), exact=("June",))
    assert rendered("June in June 1994", june) == "Wanda in June 1994"


def test_a_protected_phrase_of_a_kept_entity_counts_too():
    lines = [replaced(1, "June", "Wanda"), kept(2, "in June", "time_point", "in June")]
    assert rendered("In June, June left.", *lines) == "In June, Wanda left."


def test_chinese_names_match_inside_text_and_the_longest_first():
    assert rendered("林晚秋姐，晚秋说：我是林晚秋。", WAN) == "沈知夏姐，知夏说：我是沈知夏。"


def test_a_latin_name_beside_a_chinese_character_matches():
    assert rendered("Tom哥来了。Tomas没来。", replaced(1, "Tom", "Ned")) == "Ned哥来了。Tomas没来。"


def test_a_title_goes_in_any_case_and_spelling():
    assert rendered("plus a Widow’s  Fathom; A WIDOW'S\nFATHOM", title("A Widow's Fathom")) == "plus [title]; [title]"


def test_a_title_of_one_word_goes_only_with_a_capital():
    assert rendered("Alien, ALIEN, alien", title("Alien")) == "[title], [title], alien"


def test_a_chinese_title_goes_inside_text():
    assert rendered("叫雪落不封箱。", title("雪落不封箱", replacement="〔片名〕")) == "叫〔片名〕。"


def test_a_name_that_is_the_title_becomes_its_pseudonym():
    assert rendered("Ines Calloway", INES, title("Ines Calloway")) == "Clara Prescott"


def test_one_form_of_two_entities_with_two_pseudonyms_is_ambiguous():
    with pytest.raises(LinedscriptError, match="ambiguous-alias.*LUND"):
        matcher([replaced(1, "Lund", "Farrow"), replaced(2, "LUND", "Keane")])


def test_one_form_of_two_entities_with_one_pseudonym_is_fine():
    lines = [
        replaced(1, "Toby Lund", "Ned Farrow", ("Lund", "Farrow")),
        replaced(2, "Peter Lund", "Hugh Farrow", ("Lund", "Farrow")),
    ]
    assert rendered("Lund, Toby Lund, Peter Lund", *lines) == "Farrow, Ned Farrow, Hugh Farrow"


def test_nothing_outside_the_forms_is_touched():
    text = "A stone arm\treaches — into “black” water.\r\n"
    assert render_text(text, [INES, WAN]) == (text, [])
