"""Long scenes asked about in parts, and the names beside a question."""

from collections import Counter

from factories import ASKING
from story import mentions_of, story

from linedscript.backbone.grounding import ground, ground_alike
from linedscript.backbone.mentions import draw_mentions
from linedscript.backbone.payloads import film_roster
from linedscript.backbone.resolution import draw_entities
from linedscript.backbone.stretches import stretches
from linedscript.backbone.units import draw_units
from linedscript.characters.presence import draw_presence
from linedscript.engines.rules import entities, presence, reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.engines.rules.mentions import annotate as mention_rules
from linedscript.engines.rules.units import annotate as unit_rules
from linedscript.io.files import sha256_text

GATES = {"threshold": 6, "retries": 0, "judged_rows": 200, "fuzzy": 0.9}
SETTINGS = {"annotator": "rules", "gates": GATES, "asking": ASKING | {"scene_tokens": 100}}
WAIT = "Ann waits by the old door of the harbor house and looks out. "
(LONG,) = story(f"INT. A - DAY\n{WAIT * 4}\n@BO: {WAIT * 12}\n@ANN: Go.\n{WAIT * 4}\nCleo comes in.")


def engine(annotate, asked=None):
    def construct(payload):
        if asked is not None:
            asked.append(payload)
        return annotate(payload)

    return RulesEngine({"construct": construct, "judge": reflection.annotate})


def test_a_scene_within_the_budget_is_asked_about_whole():
    (one,) = stretches(LONG, 1000)
    assert (one.key, one.scene, one.whole) == (LONG.id, LONG, True)


def test_the_parts_of_a_long_scene_partition_its_text_and_keep_its_places():
    parts = stretches(LONG, 100)
    assert [part.key for part in parts] == [f"s0001.p{number}" for number in range(1, len(parts) + 1)]
    assert "".join(LONG.text[part.start : part.end] for part in parts) == LONG.text
    for part in parts:
        assert part.scene.text[part.start : part.end] == LONG.text[part.start : part.end]
        assert len(part.scene.text) == len(LONG.text)


def test_a_part_that_goes_on_with_a_speech_says_whose():
    torn = next(part for part in stretches(LONG, 100) if part.scene.elements[1].kind == "dialogue" and part.start)
    assert torn.scene.elements[0].cue.name == "BO"
    low, high = torn.scene.elements[0].content
    assert torn.scene.text[low:high] == "BO"


def test_a_quote_is_found_in_its_own_part():
    last = stretches(LONG, 100)[-1]
    place = ground(last.scene, "Ann waits")
    assert last.start <= place.start < last.end
    assert LONG.text[place.start : place.end] == "Ann waits"


def test_units_and_mentions_of_parts_are_numbered_through_the_scene_and_a_form_is_one_mention():
    units = draw_units("en-0001", "en", [LONG], engine(unit_rules), SETTINGS)
    assert [unit.id for unit in units.records] == [f"s0001.u{n:02d}" for n in range(1, len(units.records) + 1)]
    found = draw_mentions("en-0001", "en", [LONG], units.records, engine(mention_rules), SETTINGS)
    assert [block.key for block in found.coverage] == [part.key for part in stretches(LONG, 100)]
    assert Counter((m.normalized.casefold(), m.types) for m in found.records).most_common(1)[0][1] == 1
    ann = next(mention for mention in found.records if mention.normalized == "Ann")
    starts = [place.start for place in ann.evidence]
    assert starts == sorted(set(starts)) and len(starts) > 10


def in_parts(scenes, forms, settings, asked=None):
    found = mentions_of(scenes, *forms)
    resolving = SETTINGS | {"max_block": 24, "max_evidence": 3, "cluster_rounds": 2}
    cast = draw_entities("en-0001", "en", scenes, found, engine(entities.annotate), resolving)[0].records
    outcome, _ = draw_presence("en-0001", "en", scenes, [], cast, engine(presence.annotate, asked), settings)
    names = {entity.id: entity.name for entity in cast}
    return {(record.scene, names[record.character]): record for record in outcome.records}


def test_presence_in_a_long_scene_is_one_record_per_character_of_the_highest_rung():
    asked = []
    records = in_parts([LONG], ("Ann", "BO", "Cleo"), SETTINGS, asked)
    whole = in_parts([LONG], ("Ann", "BO", "Cleo"), SETTINGS | {"asking": ASKING})
    assert len(asked) == len(stretches(LONG, 100)) > 2
    assert {key: (record.level, record.first) for key, record in records.items()} == {
        key: (record.level, record.first) for key, record in whole.items()
    }


def test_a_later_part_is_told_that_it_is_one():
    asked = []
    in_parts([LONG], ("Ann", "BO", "Cleo"), SETTINGS, asked)
    assert ["goes_on" in payload for payload in asked] == [False] + [True] * (len(asked) - 1)
    assert asked[1]["previous"]["elements"] == asked[0]["elements"]


FILM = story(
    "INT. A - DAY\n@ANN LEE: Hm.\n@JO LEE: Hm.",
    "INT. B - DAY\nAnn Lee waits for Lee.",
    "INT. C - DAY\n@BO LEE: Hm.",
    "INT. D - DAY\n@CY LEE: Hm.\n@DI LEE: Hm.",
    "INT. E - DAY\n@CY LEE: Hm.",
)


def test_of_many_names_those_in_the_scene_come_first_then_those_next_door_then_those_who_speak_most():
    roster = film_roster(FILM)
    shown = [[entry["name"] for entry in roster.shown(FILM[1], most)] for most in (1, 3, 4, 9)]
    assert shown[0] == ["ANN LEE"]
    assert shown[1] == ["ANN LEE", "JO LEE", "BO LEE"]
    assert shown[2] == ["ANN LEE", "JO LEE", "BO LEE", "CY LEE"]
    assert len(shown[3]) == 5


def test_of_many_characters_those_in_the_scene_and_next_door_stand_beside_a_question_about_presence():
    scenes = story("INT. A - DAY\nAnn waits.", "INT. B - DAY\nBo waits.", "INT. C - DAY\nCy waits.\nCy waits.")
    asked = []
    settings = SETTINGS | {"asking": ASKING | {"roster": 2}}
    records = in_parts(scenes, ("Ann", "Bo", "Cy"), settings, asked)
    assert [[entry["name"] for entry in payload["roster"]] for payload in asked] == [
        ["Ann", "Bo"],
        ["Bo", "Cy"],
        ["Bo", "Cy"],
    ]
    assert len(records) == 9


def test_what_is_found_in_a_part_stands_so_in_the_scene():
    """Not the cue and what its speech goes on with, between which the part leaves something out."""
    for part in stretches(LONG, 100):
        shown = [part.scene.text[slice(*element.content)] for element in part.scene.elements]
        for quote in (" ".join(shown), " ".join(shown[:2])[:60], shown[0] + " " + shown[-1][:40]):
            for place in (ground(part.scene, quote), ground_alike(part.scene, quote, 0.5)):
                assert place is None or sha256_text(LONG.text[place.start : place.end]) == place.sha256
