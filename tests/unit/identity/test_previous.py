"""Drafting over an earlier map: what was decided stays as it was, and only what is new is drafted."""

import msgspec
from factories import alias, entity, heading
from factories import scene as a_scene
from hypothesis import given
from hypothesis import strategies as st
from identity_maps import kept, replaced, title

from linedscript.identity.candidates import propose
from linedscript.identity.checking import check_map
from linedscript.identity.previous import changed
from linedscript.identity.title import title_forms
from linedscript.records.identity import NameDecision, TitleForm
from linedscript.records.source import Film

FILM = Film(
    id="en-0001",
    title="The Long Wait",
    title_forms=("Mirror",),
    year=None,
    language="en",
    genres=(),
    suites=(),
    votes=None,
    sources=(),
    withdrawn=None,
)
WORDS = (
    "Ann",
    "June",
    "Grace",
    "Skinny",
    "Guy",
    "Calloway",
    "Lund",
    "Old",
    "Mirror",
    "Clinic",
    "Captain",
    "the",
    "Will",
)
TEXT = (
    "Skinny Guy and the Calloways wait in June for Grace. Ann will guy the old mirror. JUNE LUND, Clinic Captain. "
    "On June 14 Old Lund saw the Guy.\n"
)


def scenes(text=TEXT):
    return [a_scene(text, heading=heading())]


def draft(entities, previous=(), text=TEXT, film=FILM):
    return propose(film, entities, scenes(text), seed="s", previous=previous)


names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)


@st.composite
def films(draw, first=1, most=6):
    """Entities whose names and aliases often are the same, as a film's are whose people nobody told apart."""
    made = []
    for number in range(first, first + draw(st.integers(1, most))):
        name = draw(names)
        others = draw(st.lists(names, max_size=3))
        types = draw(st.sampled_from([("Character",), ("Location",), ("Object",), ("TimePoint",), ("Concept",)]))
        aliases = tuple(alias(surface) for surface in dict.fromkeys([name, *others]))
        made.append(entity(number, name, types=types, aliases=aliases, named=draw(st.booleans())))
    return made


@given(films())
def test_a_draft_over_the_draft_of_the_same_film_is_that_draft(entities):
    first = draft(entities)
    assert draft(entities, first) == first


@given(films(), st.data())
def test_what_a_person_decided_is_taken_over_whatever_else_the_film_holds(entities, data):
    first = draft(entities)
    decided = [
        msgspec.structs.replace(row, decision="keep", reason="diagnostic", pseudonym=None, aliases=())
        if isinstance(row, NameDecision) and data.draw(st.booleans())
        else row
        for row in first
    ]
    later = [*entities, *data.draw(films(len(entities) + 1, 2))]
    rows = draft(later, decided)
    assert [row for row in rows if row.id in {one.id for one in decided}] == decided


def test_two_entities_of_one_name_keep_a_decision_each():
    guys = [entity(1, "Guy"), entity(2, "Guy")]
    before = [replaced(1, "Guy", "Oscar"), kept(2, "Guy", "common_word")]
    assert draft(guys, before)[:2] == before


def test_an_entity_that_was_numbered_anew_keeps_its_decision():
    (row, *_) = draft([entity(7, "Lund")], [replaced(2, "Lund", "Wilder")])
    assert (row.id, row.pseudonym) == ("ent-0007", "Wilder")


def test_an_entity_that_got_another_of_its_names_keeps_its_decision():
    (row, *_) = draft([entity(1, "Ann Lund", aliases=(alias("Ann"),))], [replaced(1, "Ann", "Theodora")])
    assert row.pseudonym.startswith("Theodora ") and row.aliases[0].pseudonym == "Theodora"


def test_a_new_form_that_another_entity_has_already_gets_the_pseudonym_that_it_has_there():
    before = [replaced(1, "Ann Lund", "Theodora Q", ("Ann", "Theodora")), replaced(2, "Grace", "Ursula")]
    rows = draft([entity(1, "Ann Lund"), entity(2, "Grace", aliases=(alias("Grace"), alias("Ann")))], before)
    assert {form.surface: form.pseudonym for form in rows[1].aliases} == {"Grace": "Ursula", "Ann": "Theodora"}


def test_no_new_name_gets_a_pseudonym_that_is_given():
    first = draft([entity(1, "Lund", types=("Location",))])
    (own,) = [row for row in first if isinstance(row, NameDecision)]
    before = [msgspec.structs.replace(own, name="Grace", id="ent-0002", aliases=())]
    rows = draft([entity(1, "Lund", types=("Location",)), entity(2, "Grace", types=("Location",))], before)
    assert rows[0].pseudonym != own.pseudonym


def test_titles_stay_in_their_order_and_new_forms_follow():
    before = [title("Mirror", replacement="[film]"), title("Something Else", 2)]
    rows = [row for row in draft([], before) if isinstance(row, TitleForm)]
    assert rows[:2] == before and rows[2].id == "title-03" and rows[2].surface == "The Long Wait"


def test_what_is_new_and_what_fell_away_is_told():
    before = [replaced(1, "Ann Lund", "Theodora Q", ("Annie Bee", "Thea")), replaced(2, "Grace", "Ursula")]
    told = changed(before, draft([entity(1, "Ann Lund", aliases=(alias("Lund"),)), entity(3, "old mirror")], before))
    assert [line for line in told if "title" not in line] == [
        "new: ent-0001 'Lund' -> 'Q', a form of 'Ann Lund'",
        "fell away: ent-0001 'Annie Bee' -> 'Thea', a form of 'Ann Lund'",
        "new: ent-0003 'old mirror' is kept (generic_role)",
        "fell away: ent-0002 'Grace' -> 'Ursula': no entity has the name",
    ]


def test_nothing_is_told_where_nothing_changed():
    entities = [entity(1, "Ann Lund"), entity(2, "old mirror", types=("Object",))]
    first = draft(entities)
    assert changed(first, draft(entities, first)) == []


@given(films(), st.sampled_from(["The Long Wait", "Mirror", "Old Mirror", "Skinny"]))
def test_a_draft_may_be_frozen_as_it_is_but_for_what_its_names_make_with_their_neighbours(entities, title_of):
    film = msgspec.structs.replace(FILM, title=title_of)
    titles = title_forms(film.id, film.language, film.title, film.title_forms)
    faults = check_map(draft(entities, film=film), entities, scenes(), film=film.id, titles=titles)
    assert [str(fault) for fault in faults if "rendering s0001 leaves" not in str(fault)] == []
