import pytest

from linedscript.screenplay.headings import scene_heading


@pytest.mark.parametrize(
    ("text", "interior", "place", "time", "modifiers"),
    [
        ("INT. KITCHEN - HOUSE - DAY", "int", "KITCHEN - HOUSE", "DAY", ()),
        ("EXT STREET - DAY", "ext", "STREET", "DAY", ()),
        ("INT./EXT. CAR - DAY", "int/ext", "CAR", "DAY", ()),
        ("I/E. CAR - NIGHT", "int/ext", "CAR", "NIGHT", ()),
        ("EST. CITY - MAGIC HOUR", "ext", "CITY", "MAGIC HOUR", ()),
        ("INT. CLASSROOM (FLASHBACK) - DAY", "int", "CLASSROOM", "DAY", ("FLASHBACK",)),
        ("FLASHBACK - INT. HOUSE - DAY", "int", "HOUSE", "DAY", ("FLASHBACK",)),
        ("INT. GERMAN BEER HALL. NIGHT. 1868.", "int", "GERMAN BEER HALL", "NIGHT", ("1868",)),
        ("EXT. SPACE - 3-D PRINTED CRAFT", "ext", "SPACE - 3-D PRINTED CRAFT", None, ()),
        ("INT. OFFICE - CONTINUOUS", "int", "OFFICE", None, ("CONTINUOUS",)),
        ("INT. O'BRIEN'S BAR--NIGHT", "int", "O'BRIEN'S BAR", "NIGHT", ()),
        ("ИНТ. КВАРТИРА – КУХНЯ – ДЕНЬ", "int", "КВАРТИРА - КУХНЯ", "ДЕНЬ", ()),
        ("INT。 病院-日", "int", "病院", "日", ()),
        ("DINING ROOM - DAY", None, "DINING ROOM", "DAY", ()),
        ("INT. HALLWAY", "int", "HALLWAY", None, ()),
    ],
)
def test_a_heading_gives_its_fields(text, interior, place, time, modifiers):
    heading = scene_heading(text)
    assert (heading.interior, heading.place, heading.time, heading.modifiers) == (interior, place, time, modifiers)


def test_the_scene_number_is_apart_from_the_text():
    heading = scene_heading("INT. ROOM 6 - LATE AFTERNOON #16#")
    assert (heading.text, heading.number, heading.time) == ("INT. ROOM 6 - LATE AFTERNOON", "16", "LATE AFTERNOON")
