import pytest
from unit.screenplay.reading import read

from linedscript.screenplay.headings import find_slug, scene_heading


@pytest.mark.parametrize(
    ("text", "interior", "place", "time", "modifiers"),
    [
        ("CAR / INT. HOUSE - DAY", "int", "CAR / HOUSE", "DAY", ()),
        ("CAR / INT. HOUSE", "int", "CAR / HOUSE", None, ()),
        ("INT. CAR / EXT. HOUSE - DAY", "int/ext", "CAR / HOUSE", "DAY", ()),
        ("INT. CAR - EXT. HOUSE - DAY", "int/ext", "CAR - HOUSE", "DAY", ()),
        ("HOUSE - INT. - DAY", "int", "HOUSE", "DAY", ()),
        ("HOUSE, INT. - NIGHT", "int", "HOUSE", "NIGHT", ()),
        ("HOUSE, INT. KITCHEN - NIGHT", "int", "HOUSE, KITCHEN", "NIGHT", ()),
        ("HOUSE (INT.) - DAY", "int", "HOUSE", "DAY", ()),
        ("HOUSE / EXT - NIGHT", "ext", "HOUSE", "NIGHT", ()),
        ("HOUSE, INT/EXT. NIGHT", "int/ext", "HOUSE", "NIGHT", ()),
        ("HOUSE. EXT. NIGHT", "ext", "HOUSE", "NIGHT", ()),
        ("MINT - DAY", None, "MINT", "DAY", ()),
        ("THE NEXT MORNING, INT. HOUSE - DAY", "int", "HOUSE", "DAY", ("THE NEXT MORNING",)),
        ("LATER / INT. HOUSE - DAY", "int", "HOUSE", "DAY", ("LATER",)),
        ("INT. HOUSE - DAY 12 - MORNING", "int", "HOUSE", "MORNING", ("DAY 12",)),
        ("INT. HOUSE - DAY 12, MORNING", "int", "HOUSE", "MORNING", ("DAY 12",)),
        ("INT. HOUSE - DAY 12 (MORNING)", "int", "HOUSE", "MORNING", ("DAY 12",)),
        ("INT. HOUSE. DAY 12. MORNING.", "int", "HOUSE", "MORNING", ("DAY 12",)),
        ("INT. HOUSE - DAY TWO - LATE NIGHT", "int", "HOUSE", "LATE NIGHT", ("DAY TWO",)),
        ("INT. HOUSE - FLASHBACK - DAY 12 - MORNING", "int", "HOUSE", "MORNING", ("FLASHBACK", "DAY 12")),
        ("INT. HOUSE - DAY 12", "int", "HOUSE", "DAY", ("12",)),
        ("INT. HOUSE - D12 - NIGHT", "int", "HOUSE", "NIGHT", ("D12",)),
        ("INT. HOUSE - D12", "int", "HOUSE - D12", None, ()),
        ("OMITTED", None, None, None, ("OMITTED",)),
        ("INT. HOUSE - OMITTED", "int", "HOUSE", None, ("OMITTED",)),
        ("INT. OMITTED", "int", None, None, ("OMITTED",)),
        ("INT. KITCHEN - HOUSE - DAY", "int", "KITCHEN - HOUSE", "DAY", ()),
        ("EXT STREET - DAY", "ext", "STREET", "DAY", ()),
        ("INT./EXT. CAR - DAY", "int/ext", "CAR", "DAY", ()),
        ("INT.-EXT. CAR - DAY", "int/ext", "CAR", "DAY", ()),
        ("INT & EXT. CAR - DAY", "int/ext", "CAR", "DAY", ()),
        ("I/E. CAR - NIGHT", "int/ext", "CAR", "NIGHT", ()),
        ("I/E CAR - NIGHT", "int/ext", "CAR", "NIGHT", ()),
        ("INT - CAR - NIGHT", "int", "CAR", "NIGHT", ()),
        ("INT: CAR - NIGHT", "int", "CAR", "NIGHT", ()),
        ("EST. CITY - MAGIC HOUR", "ext", "CITY", "MAGIC HOUR", ()),
        ("INT. CLASSROOM (FLASHBACK) - DAY", "int", "CLASSROOM", "DAY", ("FLASHBACK",)),
        ("FLASHBACK - INT. HOUSE - DAY", "int", "HOUSE", "DAY", ("FLASHBACK",)),
        ("DREAM SEQUENCE: INT. HOUSE - DAY", "int", "HOUSE", "DAY", ("DREAM SEQUENCE",)),
        ("(DREAM) INT. HOUSE - DAY", "int", "HOUSE", "DAY", ("DREAM",)),
        ("THE OLD WAR. INT. CAMP. TENT. 1916.", "int", "CAMP. TENT", None, ("THE OLD WAR", "1916")),
        ("INT. GERMAN BEER HALL. NIGHT. 1868.", "int", "GERMAN BEER HALL", "NIGHT", ("1868",)),
        ("INT. TUNNEL. LATER.", "int", "TUNNEL", None, ("LATER",)),
        ("EXT. BEACH - DAWN - JUNE 6, 1944", "ext", "BEACH", "DAWN", ("JUNE 6, 1944",)),
        ("EXT. FARM - SUMMER 1911", "ext", "FARM", None, ("SUMMER 1911",)),
        ("EXT. FARM - 1911", "ext", "FARM", None, ("1911",)),
        ("INT. HOTEL - 1408", "int", "HOTEL - 1408", None, ()),
        ("INT. HOTEL - ROOM 1911 - DAY", "int", "HOTEL - ROOM 1911", "DAY", ()),
        ("EXT. SPACE - 3-D PRINTED CRAFT", "ext", "SPACE - 3-D PRINTED CRAFT", None, ()),
        ("EXT. SHAFT-ANOTHER DAY.", "ext", "SHAFT", "ANOTHER DAY", ()),
        ("INT. HOUSE-NIGHT", "int", "HOUSE", "NIGHT", ()),
        ("INT. CLUB MID-DAY", "int", "CLUB MID-DAY", None, ()),
        ("EXT. PARK, NIGHT", "ext", "PARK", "NIGHT", ()),
        ("EXT. PARK, WEST SIDE - NIGHT", "ext", "PARK, WEST SIDE", "NIGHT", ()),
        ("INT. BAR (NIGHT)", "int", "BAR", "NIGHT", ()),
        ("INT. BAR - NIGHT (RAINING)", "int", "BAR", "NIGHT", ("RAINING",)),
        ("INT. BAR (BACK ROOM) - NIGHT", "int", "BAR (BACK ROOM)", "NIGHT", ()),
        ("INT. OFFICE - CONTINUOUS", "int", "OFFICE", None, ("CONTINUOUS",)),
        ("INT. OFFICE - SAME TIME", "int", "OFFICE", None, ("SAME TIME",)),
        ("INT. OFFICE - DAY - TWO HOURS LATER", "int", "OFFICE", "DAY", ("TWO HOURS LATER",)),
        ("EXT. MILL - ESTABLISHING - DAY", "ext", "MILL", "DAY", ("ESTABLISHING",)),
        ("EXT. MILL - SUNDAY MORNING", "ext", "MILL", "SUNDAY MORNING", ()),
        ("INTERCUT - INT. MILL - DAY", "int", "MILL", "DAY", ("INTERCUT",)),
        ("SERIES OF SHOTS", None, None, None, ("SERIES OF SHOTS",)),
        ("MONTAGE - VARIOUS", None, "VARIOUS", None, ("MONTAGE",)),
        ("INT. O'BRIEN'S BAR--NIGHT", "int", "O'BRIEN'S BAR", "NIGHT", ()),
        ("ИНТ. КВАРТИРА – КУХНЯ – ДЕНЬ", "int", "КВАРТИРА - КУХНЯ", "ДЕНЬ", ()),
        ("НАТ. ДВОР. НОЧЬ", "ext", "ДВОР", "НОЧЬ", ()),
        ("ЭКСТ. ДВОР - РАННЕЕ УТРО (ФЛЭШБЕК)", "ext", "ДВОР", "РАННЕЕ УТРО", ("ФЛЭШБЕК",)),
        ("ИНТ./НАТ. МАШИНА - ВЕЧЕР", "int/ext", "МАШИНА", "ВЕЧЕР", ()),
        ("INT。 病院-日", "int", "病院", "日", ()),
        ("屋内　台所　夜", "int", "台所", "夜", ()),
        ("屋外・公園（昼）", "ext", "公園", "昼", ()),
        ("○喫茶店（夜）", None, "喫茶店", "夜", ()),
        ("内景 客厅 夜", "int", "客厅", "夜", ()),
        ("外景。码头。清晨", "ext", "码头", "清晨", ()),
        ("内/外景 车里 夜（闪回）", "int/ext", "车里", "夜", ("闪回",)),
        ("DINING ROOM - DAY", None, "DINING ROOM", "DAY", ()),
        ("INT. HALLWAY", "int", "HALLWAY", None, ()),
    ],
)
def test_a_heading_gives_its_fields(text, interior, place, time, modifiers):
    heading = scene_heading(text)
    assert (heading.interior, heading.place, heading.time, heading.modifiers) == (interior, place, time, modifiers)


@pytest.mark.parametrize(
    ("text", "subplace"),
    [
        ("INT. HOUSE - KITCHEN - DAY", "KITCHEN"),
        ("INT. HOUSE - FIRST FLOOR - KITCHEN - DAY", "FIRST FLOOR - KITCHEN"),
        ("INT. CAMP. TENT. NIGHT.", "TENT"),
        ("INT. DR. MOTH'S HOUSE. ATTIC. NIGHT.", "ATTIC"),
        ("INT. J. P. MOTH'S HOUSE - NIGHT", None),
        ("INT. HOUSE - DAY", None),
        ("○喫茶店・店内（夜）", "店内"),
        ("内景 学校 教室 日", "教室"),
    ],
)
def test_the_part_of_the_place_behind_its_first_dash_or_full_stop_is_the_subplace(text, subplace):
    assert scene_heading(text).subplace == subplace


def test_the_scene_number_is_apart_from_the_text():
    heading = scene_heading("INT. ROOM 6 - LATE AFTERNOON #16#")
    assert (heading.text, heading.number, heading.time) == ("INT. ROOM 6 - LATE AFTERNOON", "16", "LATE AFTERNOON")


def test_a_number_in_the_text_goes_before_one_that_stands_apart():
    assert scene_heading("INT. ROOM #16#", "4").number == "16"
    assert scene_heading("INT. ROOM", "4").number == "4"


@pytest.mark.parametrize("text", ["HE WENT INT. IT", "EXTRA", "INTO THE ROOM", "НАТАША", "(ANGRY) EXIT"])
def test_a_word_that_only_begins_so_is_no_slug(text):
    assert find_slug(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "INTERIOR DESIGN IS HER LIFE.",
        "INTERIOR DESIGN IS HER LIFE",
        "INTERIOR DESIGN is her life.",
        "INTERIOR MONOLOGUE: I must go now.",
        "EXTERIOR WALLS CRUMBLE.",
        "INTERIOR LIGHTS COME ON!",
        "INT CAR EXPLODES!",
    ],
)
def test_a_sentence_that_begins_like_a_slug_is_none(text):
    assert find_slug(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "INTERIOR HOUSE - DAY",
        "INTERIOR HOUSE. NIGHT.",
        "INTERIOR HOUSE (NIGHT)",
        "INTERIOR PARKING LOT, THE CAR IS GONE - DAY",
        "EXTERIOR HOUSE.",
        "EXTERIOR - WALLS",
        "INTERIOR. DESIGN IS US.",
        "EXT PARKING LOT.",
        "INT WILL'S ROOM",
        "Int. Car",
    ],
)
def test_a_place_behind_interior_or_exterior_is_a_slug(text):
    assert find_slug(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("SCENE A - INT. HUT - DAY", "A"),
        ("SCENE 4: INT. HUT - DAY", "4"),
        ("SCENE 12B. INT. HUT - DAY", "12B"),
        ("SCENE 4 INT. HUT - DAY", "4"),
        ("SC. 12 - INT. HUT - DAY", "12"),
        ("SCENE A - INT. HUT - DAY #7#", "7"),
    ],
)
@pytest.mark.parametrize("format", ["fountain", "plain"])
def test_a_scene_s_number_behind_the_word_is_its_number(text, number, format):
    (scene,) = read(f"{text}\n\nRain on the roof.\n\nANN\nSo it is.\n", format=format).scenes
    heading = scene.heading
    assert (heading.number, heading.interior, heading.place, heading.time) == (number, "int", "HUT", "DAY")
    assert heading.modifiers == ()
