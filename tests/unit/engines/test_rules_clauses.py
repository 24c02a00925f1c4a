"""Who does what in action: subjects, objects and pronouns as the rules read them, in English and Chinese."""

import pytest
from read_scenes import labels, payload, people

from linedscript.engines.rules import units
from linedscript.engines.rules.cast_en import Cast

NAMES = ["ANNA", "PAUL", "OLD MAN", "NURSE WITH BASKET"]


def told(*elements, names=NAMES, **options):
    return [label for _, label in labels(*elements, names=names, **options)]


def summaries(*elements, names=NAMES, **options):
    return [unit["summary"] for unit in units.annotate(payload(*elements, names=names, **options))["units"]]


@pytest.mark.parametrize(
    ("sentence", "label"),
    [
        ("The girl with the lantern stops.", "The girl with the lantern stops"),
        ("A truck the colour of rust stops.", "A truck the colour of rust stops"),
        ("The patch on Paul's sleeve tears.", "The patch on Paul's sleeve tears"),
        ("A boy in a straw hat waves.", "A boy in a straw hat waves"),
        ("A soldier wearing a red sash salutes.", "A soldier wearing a red sash salutes"),
        ("On the pier a woman in a raincoat whistles.", "A woman in a raincoat whistles"),
        ("The doctor's lamp flickers.", "The doctor's lamp flickers"),
        ("Paul's kettle whistles.", "Paul's kettle whistles"),
        ("Three hundred people cheer.", "Three hundred people cheer"),
        ("One of the nurses laughs.", "One of the nurses laughs"),
    ],
)
def test_a_subject_is_the_head_of_its_noun_phrase_with_all_that_belongs_to_it(sentence, label):
    assert told(f"- {sentence}") == [label]


@pytest.mark.parametrize(
    ("sentence", "name", "role"),
    [
        ("The girl with the lantern stops.", "girl", "agent"),
        ("A truck the colour of rust stops.", "truck", "theme"),
        ("The patch on Paul's sleeve tears.", "patch", "theme"),
        ("On the pier a woman in a raincoat whistles.", "woman", "agent"),
        ("The nurse with the basket stops.", "Nurse with Basket", "agent"),
        ("The man behind Paul coughs.", "man", "agent"),
        ("The woman beside him coughs.", "woman", "agent"),
    ],
)
def test_who_acts_is_the_head_and_no_word_of_what_describes_it(sentence, name, role):
    (found,) = people(f"- {sentence}", names=NAMES)
    assert found[1] == [(name, role)]


def test_a_title_ends_no_clause():
    assert told("- Anna thanks Mrs. Gray for the soup.") == ["Anna thanks Mrs. Gray"]


def test_what_somebody_is_called_in_a_relative_clause_is_nobodys_act():
    found = told("- PAUL, 40, whom the whole street calls BEAR, shuts the gate.")
    assert found == ["Paul shuts the gate"]


def test_the_subject_goes_on_behind_a_relative_clause():
    assert told("- Anna, who hates dogs, climbs the wall.") == ["Anna climbs the wall"]


def test_a_clause_ends_where_another_subject_begins():
    assert summaries("- Anna shuts the trunk, and moths rise from it.")[0] == "Anna shuts the trunk."


def test_what_is_seen_or_thought_belongs_to_the_clause():
    assert summaries("- Paul stares at what he has written, and tears up the letter.") == [
        "Paul stares at what he has written.",
        "Paul tears up the letter.",
    ]


def test_a_noun_of_a_compound_heads_no_clause():
    assert told("- Anna waits on the church steps.") == ["Anna waits on the church steps"]


def test_an_adjective_or_verb_behind_an_object_is_no_part_of_it():
    found = dict(
        people("- Anna pushes the door open. Paul watches a cat lick the bowl. Anna opens the crate marked B.")
    )
    assert [parts[-1][0] for parts in found.values()] == ["door", "cat", "crate"]


def test_two_names_do_what_their_verb_says_together():
    (unit,) = units.annotate(payload("- Anna and Paul run to the window.", names=NAMES))["units"]
    assert [(part["name"], part["role"]) for part in unit["participants"]] == [("Anna", "agent"), ("Paul", "agent")]


def test_a_pronoun_after_somebodys_thing_is_its_owner():
    assert "Anna answers it" in told("PAUL: Well?", "- Anna's telephone rings. She answers it.", names=["ANNA", "RUTH"])


def test_a_pronoun_in_a_sentence_is_its_subject_before_that_of_the_sentence_before():
    found = told("- Paul throws a rope to Karl. Karl has no time: he is holding the ladder.", names=["PAUL", "KARL"])
    assert found[-1] == "Karl is holding the ladder"


def test_a_pronoun_after_a_line_is_whoever_said_it():
    found = told("KARL: Hello.", "MAYOR SIMON WEST: Supper is paid.", "- He drops a coin and leaves.")
    assert "Mayor Simon West leaves" in found


def test_a_pronoun_isnt_resolved_past_somebody_nearer_who_may_be_meant():
    found = told("- Paul waits. The stranger enters.", "- He sits down.", names=["PAUL", "STRANGER"])
    assert "Paul sits down" not in found


def test_a_pronoun_after_somebody_unnamed_is_nobody_known():
    found = told("PAUL: I did it.", "- Somebody whistles. Somebody else shouts him down.")
    assert not any("Paul" in label for label in found if "shouts" in label)


@pytest.mark.parametrize(
    ("introduction", "gender"),
    [
        ("Judge waits. Anna knocks with her cane.", None),
        ("JUDGE waits for KARL, who drops his hat.", None),
        ("Judge waits in his chair. Anna knocks.", "m"),
        ("JUDGE KARL VANE, 60, waits. He knocks.", "m"),
        ("JUDGE, 60, called BEAR by his friends, waits.", "m"),
    ],
)
def test_a_pronoun_behind_anothers_name_says_nothing_of_whom_a_text_introduces(introduction, gender):
    given = payload("JUDGE: Order.")
    given["names"] = [{"name": "JUDGE", "scenes": 2, "introduction": introduction}]
    assert Cast(given).gender("Judge") == gender


def test_a_title_with_a_surname_has_the_gender_of_the_full_name():
    found = told("- CAPTAIN RUTH VANE, 40, waits.", "CAPTAIN VANE: Sail.", "- She turns the wheel.")
    assert "Captain Vane turns the wheel" in found


def test_a_family_name_of_two_has_no_gender():
    assert Cast(payload(names=["ANNA VANE", "PAUL VANE"])).gender("Vane") is None
