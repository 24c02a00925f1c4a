"""Stage plays: the ways in which cues are written, acts and scenes, directions, songs, simultaneous speech."""

from collections import Counter
from pathlib import Path

import pytest
from unit.screenplay.reading import contents, cues, read, removed

SHARED = Path(__file__).parents[4] / "shared" / "data" / "screenplays"


def found(text: str) -> list[tuple[str, str]]:
    return [(kind, " ".join(own.split())) for kind, own in contents(read(text, budget=2000))]


SPEECHES = (("NORA", "Hide the tree."), ("PORTER", "Sixpence, miss."), ("HELMER", "Is that my lark?")) * 3
STYLES = {
    "name, full stop": "{name}. {speech}\n\n",
    "name alone with a full stop": "{name}.\n\n{speech}\n\n",
    "name alone with a full stop, speech right below": "{name}.\n{speech}\n\n",
    "name, dash": "{name} -- {speech}\n\n",
    "name, long dash": "{name}—{speech}\n\n",
    "name, full stop and dash": "{name}.— {speech}\n\n",
    "name in italics": "_{name}._ {speech}\n\n",
    "small letters in italics": "_{small}._ {speech}\n\n",
    "small letters": "{small}. {speech}\n\n",
}


@pytest.mark.parametrize("style", STYLES)
def test_each_way_to_write_a_cue_is_read(style):
    text = "ACT ONE\n\n_A room._\n\n" + "".join(
        STYLES[style].format(name=name, small=name.title(), speech=speech) for name, speech in SPEECHES
    )
    small = "{small}" in STYLES[style]
    expected = [
        pair for name, speech in SPEECHES for pair in (("cue", name.title() if small else name), ("dialogue", speech))
    ]
    assert found(text)[2:] == expected


@pytest.mark.parametrize("line", ["{name}\n    {speech}\n\n", "{name}: {speech}\n\n", "{name}:\n{speech}\n\n"])
def test_bare_names_and_colons_are_cues_of_a_play_where_people_enter(line):
    text = "ACT I\n\nSCENE I. A street.\n\nEnter NORA and HELMER.\n\n" + "".join(
        line.format(name=name, speech=speech) for name, speech in SPEECHES
    )
    text += "Exeunt.\n\nSCENE II. A room.\n\nEnter PORTER.\n\nPORTER. Alone.\n" if "." in line[:7] else "Exeunt.\n"
    pairs = [pair for name, speech in SPEECHES for pair in (("cue", name), ("dialogue", speech))]
    assert found(text)[3:] == [*pairs, ("action", "Exeunt.")]


def test_acts_are_sections_above_scenes_and_scenes_elsewhere():
    body = "".join(f"{name}. {speech}\n\n" for name, speech in SPEECHES)
    text = f"ACT I\n\nSCENE I. A street.\n\n{body}SCENE II.--A room.\n\n{body}ACT II\n\n{body}EPILOGUE\n\n{body}"
    reading = read(text, budget=2000)
    assert [(scene.heading.text, scene.heading.number) for scene in reading.scenes] == [
        ("SCENE I. A street.", "I"),
        ("SCENE II.--A room.", "II"),
        ("ACT II", None),
        ("EPILOGUE", None),
    ]
    assert [own for kind, own in contents(reading) if kind == "section"] == ["ACT I"]


def test_an_act_and_its_scene_on_one_line_are_a_scene():
    text = "ACT I. SCENE 2. A street.\n\n" + "".join(f"{name}. {speech}\n\n" for name, speech in SPEECHES)
    heading = read(text).scenes[0].heading
    assert (heading.number, heading.place) == ("2", "A street")


ACT = "THE FIRST ACT\n\n_A room._\n\n" + "".join(f"{name}.\n\n{speech}\n\n" for name, speech in SPEECHES)


@pytest.mark.parametrize(
    ("speech", "expected"),
    [
        ("[_To BEN._] Hello.", [("parenthetical", "[_To BEN._]"), ("dialogue", "Hello.")]),
        ("One. [_She sits._] Two.", [("dialogue", "One."), ("parenthetical", "[_She sits._]"), ("dialogue", "Two.")]),
        ("Adieu. [Exit.", [("dialogue", "Adieu."), ("action", "[Exit.")]),
        ("Speak. [Exit PORTER.] Gone!", [("dialogue", "Speak."), ("action", "[Exit PORTER.]"), ("dialogue", "Gone!")]),
        ("(aside) Well. (It was so.)", [("parenthetical", "(aside)"), ("dialogue", "Well. (It was so.)")]),
        (
            "A _very_ good [_laughing_] day.",
            [("dialogue", "A _very_ good"), ("parenthetical", "[_laughing_]"), ("dialogue", "day.")],
        ),
    ],
)
def test_directions_within_a_speech_are_told_from_its_words(speech, expected):
    assert found(f"{ACT}NORA.\n\n{speech}\n")[-len(expected) :] == expected


def test_a_direction_of_its_own_is_action_and_the_speech_goes_on_behind_it():
    text = f"{ACT}NORA.\n\nOne.\n\n  [_The bell rings._\n\nTwo.\n\n  [_She goes._]\n\nPORTER.\n\nWell.\n"
    assert found(text)[-7:] == [
        ("cue", "NORA"),
        ("dialogue", "One."),
        ("action", "[_The bell rings._"),
        ("dialogue", "Two."),
        ("action", "[_She goes._]"),
        ("cue", "PORTER"),
        ("dialogue", "Well."),
    ]


def test_verse_that_is_set_in_is_a_song():
    song = "  The boat is gone,\n  The boat is gone,\n    And so am I.\n\n"
    text = f"{ACT}NORA.\n\n[_Singing._]\n\n{song}PORTER.\n\nWell.\n"
    assert ("lyric", "The boat is gone, The boat is gone, And so am I.") in found(text)


def test_a_brace_holds_together_what_is_said_at_once():
    first = f"{ACT}NORA.            }}\n\nNo!              }}\n\n"
    text = f"{first}HELMER.          }} [_Rising._]\n\nNever! }}\n\nPORTER.\n\nWell.\n"
    elements = [
        (element.kind, element.dual, scene.text[slice(*element.content)])
        for scene in read(text).scenes
        for element in scene.elements
    ]
    assert elements[-7:] == [
        ("cue", "left", "NORA"),
        ("dialogue", "left", "No!"),
        ("cue", "right", "HELMER"),
        ("parenthetical", "right", "[_Rising._]"),
        ("dialogue", "right", "Never!"),
        ("cue", None, "PORTER"),
        ("dialogue", None, "Well."),
    ]


def test_a_name_at_the_start_of_a_line_within_a_paragraph_is_no_cue():
    text = f"{ACT}NORA.\n\nHe spoke in the voice of\nPORTER. It was well done.\n"
    assert [name for kind, name in found(text) if kind == "cue"] == [name for name, _ in SPEECHES] + ["NORA"]


def test_titles_before_a_name_belong_to_it():
    text = "ACT I\n\n" + "MRS. LINDE. Good day.\n\nDR. RANK. Is it?\n\nNORA. It is.\n\n" * 3
    assert {name for kind, name in found(text) if kind == "cue"} == {"MRS. LINDE", "DR. RANK", "NORA"}


def test_a_table_of_contents_and_the_persons_are_no_scenes():
    listed = "ACT I\nScene I. A street.\nScene II. A room.\nACT II\nScene I. A wood.\n\n"
    body = "".join(f"{name}. {speech}\n\n" for name, speech in SPEECHES)
    text = (
        f"The Ferry\n\nContents\n\n{listed}Dramatis Personae\n\nNORA, a lady\nPORTER\n\n"
        f"ACT I\n\nScene I. A street.\n\n{body}Scene II. A room.\n\n{body}ACT II\n\nScene I. A wood.\n\n{body}THE END\n"
    )
    reading = read(text, budget=2000)
    assert [scene.heading.text for scene in reading.scenes] == [
        "Scene I. A street.",
        "Scene II. A room.",
        "Scene I. A wood.",
    ]
    assert [reason for reason, _ in removed(reading)] == ["title_page", "cast_list", "end_mark"]


def test_a_speech_before_the_first_act_is_no_title_page():
    prologue = "CHORUS\nTwo towns.\n\nCLERK\nOne river.\n\nCHORUS\nNo bridge.\n\n"
    text = prologue + "ACT I\n\n" + "".join(f"{name}. {speech}\n\n" for name, speech in SPEECHES)
    assert removed(read(text, budget=2000)) == []


def test_a_screenplay_with_names_before_full_stops_in_action_is_no_play():
    text = "INT. A - DAY\n\nNORA. A woman of sixty.\n\n" * 3 + "INT. B - DAY\n\nNORA\nHello.\n\nBEN\nYes.\n"
    assert {name for kind, name in found(text) if kind == "cue"} <= {"NORA", "BEN"}
    assert ("action", "NORA. A woman of sixty.") in found(text)


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_a_whole_printed_play_is_read_without_a_wrong_cue():
    reading = read(next(SHARED.glob("GITenberg*")).read_bytes(), budget=2000)
    counted = Counter(cue.name for cue in cues(reading))
    assert sum(counted.values()) == 1578 and counted["MRS. UPJOHN"] == 154
    assert counted["DAPHNE and NITA"] == 2
    spoken = [own for kind, own in contents(reading) if kind in ("dialogue", "lyric")]
    assert not any(mark in own for own in spoken for mark in "[]{}")
    assert Counter(kind for kind, _ in contents(reading))["lyric"] == 5


TITLE = "Title: The Tin Ferry\nCredit: a play by\nAuthor: R. Oake\nDraft date: 3 May 2024\n\n"
TALK = "{0}You said six.\n\n{1}I said about six.\n\n{0}About is not a time.\n\n{1}It is on this river.\n\n"


@pytest.mark.parametrize("marks", [("NELL. ", "OTTO. "), ("NELL -- ", "OTTO -- "), ("NELL: ", "OTTO: ")])
def test_a_play_below_a_fountain_title_page_is_read_as_a_play(marks):
    text = f"{TITLE}ACT ONE\n\nSCENE 1\n\nA jetty. Enter NELL.\n\n{TALK.format(*marks)}SCENE 2\n\n{TALK.format(*marks)}"
    reading = read(text, budget=2000)
    assert [cue.name.strip(" .:-") for cue in cues(reading)] == ["NELL", "OTTO"] * 4
    assert {reason for reason, _ in removed(reading)} <= {"title_page", "draft_line"}


def test_a_play_in_fountain_s_own_cues_stays_fountain():
    talk = TALK.format("NELL\n", "OTTO\n") + "~O the tin ferry\n\n[[cut?]]\n\n"
    text = f"{TITLE}ACT ONE\n\nSCENE 1\n\nA jetty. Enter NELL.\n\n{talk}SCENE 2\n\nEnter OTTO.\n\n{talk}"
    reading = read(text, budget=2000)
    assert reading.source.format == "fountain" and [cue.name for cue in cues(reading)] == ["NELL", "OTTO"] * 4
