import pytest
from factories import alias, entity, heading, mention
from factories import scene as a_scene
from identity_maps import replaced

from linedscript.identity.candidates import propose
from linedscript.identity.checking import check_map
from linedscript.identity.doubts import notes, ordinary
from linedscript.identity.matching import protected
from linedscript.identity.rendering import render_text
from linedscript.identity.title import title_forms
from linedscript.records.identity import NameDecision, TitleForm
from linedscript.records.source import Film
from linedscript.release.gates.titles import Title

TEXT = (
    "INT. CARROW CLINIC - DAY\n\nCaptain August Calloway waits in August for June. She sees the "
    "Calloways. Toby Lund laughs. "
    "Ann waits on June 14, 1994 in Halifax. The Captain nods.\n"
)


def film(language="en", **changes):
    return Film(
        **dict(
            id=f"{language}-0001",
            title="The Long Wait",
            title_forms=(),
            year=None,
            language=language,
            genres=(),
            suites=(),
            votes=None,
            sources=(),
            withdrawn=None,
        )
        | changes
    )


def person(number, name, *aliases, **changes):
    return entity(number, name, aliases=tuple(alias(surface) for surface in (name, *aliases)), **changes)


def proposed(entities, text=TEXT, language="en", previous=(), seed="s"):
    rows = propose(film(language), entities, [a_scene(text, heading=heading())], seed=seed, previous=previous)
    return {row.id: row for row in rows if isinstance(row, NameDecision)}


def forms(row):
    return {form.surface: form.pseudonym for form in row.aliases}


AUGUST = person(1, "August Calloway", "Captain August Calloway", "Captain Calloway", "the Captain", "August")
CLINIC = entity(2, "Carrow Clinic", types=("Organization", "Location"))
TOBY = person(3, "Tobias Lund", "Toby", "Toby Lund", "Mr. Lund", "T. Lund", "T.L.")


@pytest.mark.parametrize(
    ("one", "decision", "reason"),
    [
        (entity(1, "Ann Pell"), "replace", "named"),
        (entity(1, "Carrow Clinic", types=("Location",)), "replace", "named"),
        (entity(1, "the old man", named=False), "keep", "generic_role"),
        (entity(1, "Station Master"), "keep", "generic_role"),
        (entity(1, "grudge", types=("Concept",), named=False), "keep", "concept"),
        (entity(1, "June 14, 1994", types=("TimePoint",)), "keep", "time_point"),
        (entity(1, "Halifax", types=("Location",)), "keep", "real_world"),
        (entity(1, "Fuel Dock", types=("Location",)), "keep", "common_word"),
    ],
)
def test_names_go_and_the_rest_stays(one, decision, reason):
    row = proposed([one])["ent-0001"]
    assert (row.decision, row.reason) == (decision, reason)


def test_titles_and_roles_stay_around_the_name():
    got = forms(proposed([AUGUST])["ent-0001"])
    first, last = got["August Calloway"].split()
    assert got["Captain August Calloway"] == f"Captain {first} {last}"
    assert got["Captain Calloway"] == f"Captain {last}"
    assert got["the Captain"] == "the Captain"
    assert got["August"] == first


def test_the_month_is_protected_from_the_name():
    row = proposed([AUGUST])["ent-0001"]
    assert {form.surface for form in row.aliases if protected(form)} == {"the Captain", "in August"}
    assert {form.match for form in row.aliases if form.surface in ("August", "AUGUST")} == {"exact"}


def test_a_place_keeps_its_head():
    assert forms(proposed([CLINIC])["ent-0002"])["Carrow Clinic"].split()[1] == "Clinic"


def test_kin_share_their_new_surname():
    rows = proposed([AUGUST, person(4, "Ines Calloway", "Ines")])
    assert rows["ent-0001"].pseudonym.split()[1] == rows["ent-0004"].pseudonym.split()[1]


def test_a_nickname_follows_the_new_first_name():
    got = forms(proposed([TOBY])["ent-0003"])
    first, last = got["Tobias Lund"].split()
    assert got["Toby"][:2] == first[:2]
    assert got["Toby"] != first
    assert got["Mr. Lund"] == f"Mr. {last}"


def test_initials_follow_the_new_name():
    got = forms(proposed([TOBY])["ent-0003"])
    first, last = got["Tobias Lund"].split()
    assert got["T. Lund"] == f"{first[0]}. {last}"
    assert got["T.L."] == f"{first[0]}.{last[0]}."


def test_a_woman_gets_a_woman_s_name():
    from linedscript.identity.names_en import MEN, WOMEN

    rows = proposed([person(1, "Helen Pell"), person(2, "Peter Lund")])
    assert rows["ent-0001"].pseudonym.split()[0] in WOMEN
    assert rows["ent-0002"].pseudonym.split()[0] in MEN


def test_a_plural_that_stands_in_the_text_is_added():
    got = forms(proposed([AUGUST])["ent-0001"])
    assert got["Calloways"] == got["August Calloway"].split()[1] + "s"


def test_the_proposal_may_be_frozen_as_it_is():
    entities = [
        AUGUST,
        CLINIC,
        TOBY,
        entity(5, "Halifax", types=("Location",)),
        entity(6, "June 14, 1994", types=("TimePoint",)),
    ]
    scenes = [a_scene(TEXT)]
    rows = propose(film(), entities, scenes, seed="s")
    assert (
        check_map(rows, entities, scenes, film="en-0001", titles=title_forms("en-0001", "en", "The Long Wait", ()))
        == []
    )


def test_the_proposal_does_not_hang_on_the_order_of_entities():
    assert proposed([AUGUST, TOBY])["ent-0003"] == proposed([TOBY, AUGUST])["ent-0003"]


def test_another_seed_gives_other_names():
    assert proposed([TOBY])["ent-0003"].pseudonym != proposed([TOBY], seed="t")["ent-0003"].pseudonym


def test_earlier_decisions_are_taken_over_by_name():
    before = [
        replaced(
            7, "Tobias Lund", "Oscar Wilder", ("Toby", "Ossie"), ("T.L.", "O.W."), ("Mr. Lund's tug", "Mr. Lund's tug")
        )
    ]
    got = forms(proposed([TOBY], previous=before)["ent-0003"])
    assert (got["Tobias Lund"], got["Toby"], got["T.L."]) == ("Oscar Wilder", "Ossie", "O.W.")
    assert got["Mr. Lund"] == "Mr. Wilder"
    assert "Mr. Lund's tug" not in got  # a further form that the text hasn't got


def test_a_kept_time_that_holds_a_name_is_protected():
    rows = proposed([person(1, "June Lund", "June"), entity(2, "June 14, 1994", types=("TimePoint",))])
    assert forms(rows["ent-0002"]) == {"June 14, 1994": "June 14, 1994"}


def test_places_of_a_common_word_are_shown_to_the_reviewer():
    scenes = [a_scene(TEXT)]
    shown = notes(propose(film(), [person(1, "June Lund", "June")], scenes, seed="s"), scenes)
    assert len(shown) == 1
    assert "in August for June. She sees" in shown[0]


def test_many_places_of_a_common_word_are_one_note_with_their_number_and_two_examples():
    text = "INT. YARD - DAY\n\nJune sits. June stands. June runs. June sleeps.\n"
    shown = notes(propose(film(), [person(1, "June Lund", "June")], [a_scene(text)], seed="s"), [a_scene(text)])
    assert len(shown) == 1
    assert "'June'" in shown[0] and "4 places" in shown[0]
    assert shown[0].count("s0001: …") == 2


def doubted(text, *entities, language="en"):
    scenes = [a_scene(text)]
    return ordinary(propose(film(language), entities, scenes, seed="s"), entities, scenes)


def test_a_replaced_word_of_a_place_that_is_a_name_nowhere_is_doubted():
    """A heading's capitals make no name of "roadside"; a sentence makes one of Valdosta."""
    text = "EXT. ROADSIDE TEA STALL - DAWN\n\nRoadside dust. She says that he lives in Valdosta.\n"
    places = [entity(1, "Roadside Tea Stall", types=("Location",)), entity(2, "Valdosta", types=("Location",))]
    shown = doubted(text, *places)
    assert [note.split("'")[1] for note in shown] == ["roadside", "stall"]
    assert "never stands as a name inside a sentence, 2 places" in shown[0]


def test_a_person_s_words_are_not_doubted():
    assert doubted("INT. YARD - DAY\n\nMrs. Pell waits.\n", person(1, "Mrs. Pell", "Pell")) == []


def test_a_chinese_name_that_is_a_word_of_every_day_is_doubted():
    text = "第一场　内景　院子　日\n\n△林希望坐着。希望还在。\n"
    (shown,) = doubted(text, person(1, "林希望", "希望"), language="zh")
    assert "'希望'" in shown and "a word of every day too, 2 places" in shown


CHINESE = (
    "第一场　内景　春泉戏院　夜\n\n△林晚秋坐着。她笑了。"
    "老林和晚晚进来，林团长说：窦小川，阿豆，名字还叫春泉。丁婶点头。\n"
)
WAN = person(1, "林晚秋", "晚秋", "晚秋姐", "晚晚", "林姑娘")
FU = person(2, "林广福", "林团长", "老林", "团长", "爹")


def test_chinese_forms_follow_the_new_name():
    got = forms(proposed([WAN], CHINESE, "zh")["ent-0001"])
    full = got["林晚秋"]
    assert len(full) == 3
    assert got["晚秋"] == full[1:]
    assert got["晚秋姐"] == full[1:] + "姐"
    assert got["晚晚"] == full[1] * 2
    assert got["林姑娘"] == full[0] + "姑娘"


def test_chinese_roles_and_kin_stay_and_titles_keep_their_office():
    rows = proposed([WAN, FU], CHINESE, "zh")
    got = forms(rows["ent-0002"])
    surname = rows["ent-0001"].pseudonym[0]
    assert (got["团长"], got["爹"], got["林团长"], got["老林"]) == ("团长", "爹", surname + "团长", "老" + surname)


def test_a_chinese_by_name_keeps_its_first_character():
    got = forms(proposed([person(3, "阿豆")], CHINESE, "zh")["ent-0003"])["阿豆"]
    assert got[0] == "阿"
    assert got != "阿豆"


def test_a_surname_with_a_form_of_address_keeps_it():
    assert forms(proposed([person(3, "丁婶")], CHINESE, "zh")["ent-0003"])["丁婶"][1:] == "婶"


def test_a_chinese_house_and_its_rooms_share_a_name():
    rows = proposed(
        [entity(4, "春泉戏院", types=("Organization", "Location")), entity(5, "春泉戏院后台", types=("Location",))],
        CHINESE,
        "zh",
    )
    house = rows["ent-0004"].pseudonym
    assert house.endswith("戏院")
    assert rows["ent-0005"].pseudonym == house + "后台"
    assert forms(rows["ent-0004"])["春泉"] == house[:2]


def test_a_chinese_proposal_renders_every_name():
    rows = propose(film("zh", title="雪落不封箱"), [WAN, FU], [a_scene(CHINESE)], seed="s")
    assert "林" not in render_text(CHINESE, rows)[0]


def test_title_forms_hold_the_article_less_form_and_the_slugs():
    surfaces = {form.surface for form in title_forms("en-0001", "en", "A Widow's Fathom", ())}
    assert {
        "A Widow's Fathom",
        "Widow's Fathom",
        "a-widows-fathom",
        "widows_fathom",
        "widow-s-fathom",
        "awidowsfathom",
    } <= surfaces


def test_title_forms_of_the_index_are_removed_too():
    rows = propose(film(title_forms=("Waiting Long",)), [], [a_scene(TEXT)], seed="s")
    assert "Waiting Long" in {row.surface for row in rows if isinstance(row, TitleForm)}


def test_an_alias_that_holds_another_entity_s_name_goes_with_it():
    rows = proposed([CLINIC, person(4, "Ines Calloway", "Carrow Clinic's nurse", "the nurse of Carrow")])
    core = rows["ent-0002"].pseudonym.split()[0]
    assert core in forms(rows["ent-0004"])["the nurse of Carrow"]


def test_a_name_whose_entity_ended_gets_a_pseudonym_under_its_mention():
    ended = [mention(7, "Leopold Finch"), mention(8, "LEOPOLD FINCH"), mention(9, "Ann", mergeable=False)]
    rows = propose(film(), [person(1, "Ann")], [a_scene("Ann calls Leopold Finch.\n")], seed="s", mentions=ended)
    given = {row.id: row for row in rows if isinstance(row, NameDecision)}
    assert list(given) == ["ent-0001", "s0001.m07"]
    assert given["s0001.m07"].decision == "replace"
    assert not {"Leopold", "Finch"} & set(given["s0001.m07"].pseudonym.split())


MIRROR = entity(1, "Cracked Rearview Mirror", types=("Object",))
MIRROR_TEXT = "INT. CAR - DAY\n\nTHE CRACKED REARVIEW MIRROR shakes. A rearview mirror, a mirror.\n"


@pytest.mark.parametrize("title", ["REARVIEW", "Rearview Mirror", "The Rearview Mirror"])
def test_a_drafted_pseudonym_holds_no_form_of_the_title(title):
    rows = propose(film(title=title), [MIRROR], [a_scene(MIRROR_TEXT)], seed="s")
    assert "rearview" not in rows[0].pseudonym.casefold()
    assert (
        check_map(
            rows, [MIRROR], [a_scene(MIRROR_TEXT)], film="en-0001", titles=title_forms("en-0001", "en", title, ())
        )
        == []
    )


def test_a_form_that_stays_but_for_the_title_in_it_goes():
    one = person(1, "Ann Pell", "the Rearview")
    text = "INT. CAR - DAY\n\nAnn Pell, the Rearview, waits for a rearview.\n"
    (row, *_) = propose(film(title="Rearview"), [one], [a_scene(text)], seed="s")
    assert "rearview" not in forms(row)["the Rearview"].casefold()


def test_a_phrase_that_would_stay_is_not_protected_where_it_holds_the_title():
    rows = propose(film(title="In August"), [AUGUST], [a_scene(TEXT)], seed="s")
    assert "in August" not in forms(rows[0])
    assert "[title]" in render_text(TEXT, rows)[0]


def test_a_drafted_pseudonym_holds_no_old_name_in_any_case():
    people = [person(1, "Grace Lund", "Grace"), entity(2, "Amazing grace Quell", types=("Object",))]
    text = "INT. CAR - DAY\n\nGrace says grace, an amazing word. AMAZING GRACE QUELL.\n"
    rows = propose(film(), people, [a_scene(text)], seed="s")
    assert "grace" not in rows[1].pseudonym.casefold()


def test_a_chinese_pseudonym_holds_no_form_of_the_title():
    text = "第一场　内景　春泉戏院　夜\n\n△春泉戏院封箱，人散了。\n"
    place = entity(1, "春泉封箱戏院", types=("Location",))
    rows = propose(film("zh", title="封箱"), [place], [a_scene(text)], seed="s")
    assert "封箱" not in (rows[0].pseudonym or "")


@pytest.mark.parametrize(("language", "name", "text"), [("en", "Ann", TEXT), ("zh", "林晚秋", "林晚秋站着。\n")])
def test_no_drafted_name_is_another_films_title(language, name, text):
    def drafted(*others):
        rows = propose(film(language), [person(1, name)], [a_scene(text)], seed="s", others=others)
        return next(row.pseudonym for row in rows if isinstance(row, NameDecision))

    first = drafted()
    given = first[1:] if language == "zh" else first
    assert given in first and given not in drafted(Title("en-0007", (given,)))
