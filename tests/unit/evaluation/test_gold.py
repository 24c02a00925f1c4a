"""Gold mentions: their places, and which of a build's mentions they are."""

import msgspec
import pytest
from story import mentions_of, story

from linedscript.errors import LinedscriptError
from linedscript.evaluation.gold import among, join, read_gold
from linedscript.io.canonical import write_records
from linedscript.records.study import GoldMention

SCENES = story("INT. INN - DAY\nMiss Moss waits. June Moss enters in June.", "内景 客栈 日\n晚秋姐坐下。")


def gold(number, surface, entity, scene="s0001", nth=0, **changes):
    text = SCENES[int(scene[1:]) - 1].text
    start = -1
    for _ in range(nth + 1):
        start = text.index(surface, start + 1)
    fields = dict(
        id=f"{scene}.g{number:02d}",
        film="en-0001",
        scene=scene,
        surface=surface,
        type="Character",
        entity=entity,
        kind="name",
        spans=((start, start + len(surface)),),
    )
    return GoldMention(**fields | changes)


def read_back(tmp_path, *rows):
    write_records(tmp_path / "gold.jsonl", rows)
    return read_gold(tmp_path / "gold.jsonl", SCENES)


def test_gold_is_read_back_as_written(tmp_path):
    rows = [gold(1, "Miss Moss", "Ada Moss"), gold(2, "June Moss", "June Moss")]
    assert read_back(tmp_path, *rows) == rows


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (gold(1, "Miss Moss", "Ada", spans=((3, 12),)), "gold-misplaced"),
        (gold(1, "晚秋姐", "晚秋", "s0002", spans=((0, 3),)), "gold-misplaced"),
    ],
    ids=["en", "zh"],
)
def test_gold_that_does_not_stand_where_it_says_is_refused(tmp_path, row, code):
    with pytest.raises(LinedscriptError, match=code):
        read_back(tmp_path, row)


def test_a_place_is_marked_once_per_type(tmp_path):
    with pytest.raises(LinedscriptError, match="gold-doubled"):
        read_back(tmp_path, gold(1, "Miss Moss", "Ada"), gold(2, "Miss Moss", "June"))


def test_of_places_inside_one_another_the_mention_s_own_counts():
    yard = [gold(1, "Miss Moss waits", "a", type="Location"), gold(2, "Moss", "b", type="Location")]
    mentions = mentions_of(SCENES[:1], ("Miss Moss waits", {"types": ("Location",)}))
    assert set(join(yard, mentions).gold.values()) == {"Location: a"}


def test_gold_of_a_scene_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(LinedscriptError, match="unknown-scene"):
        read_back(tmp_path, msgspec.structs.replace(gold(1, "Miss Moss", "Ada"), scene="s0009"))


def test_a_mention_inside_a_gold_place_is_who_the_place_means():
    mentions = mentions_of(SCENES, "June Moss", "Moss", "晚秋")
    found = join(
        [gold(1, "Miss Moss", "Ada"), gold(2, "June Moss", "June"), gold(1, "晚秋姐", "晚秋", "s0002")], mentions
    )
    by_name = {mention.normalized: found.gold.get(mention.id) for mention in mentions}
    assert by_name == {"June Moss": "Character: June", "Moss": "Character: Ada", "晚秋": "Character: 晚秋"}
    assert found.missed == found.mixed == ()


def test_a_month_is_not_the_person_of_its_name():
    month = mentions_of(SCENES, ("June", {"types": ("TimePoint",)}))
    assert join([gold(1, "June", "June", nth=0)], month).gold == {}


def test_a_mention_whose_places_mean_two_people_is_left_out_and_named():
    mentions = mentions_of(SCENES, "Moss")
    found = join([gold(1, "Miss Moss", "Ada"), gold(2, "June Moss", "June")], mentions)
    assert found.gold == {} and found.mixed == (mentions[0].id,)


def test_gold_without_a_mention_is_named():
    assert join([gold(1, "Miss Moss", "Ada")], []).missed == ("s0001.g01",)


def test_a_mention_that_a_system_lacks_is_alone():
    assert len(set(among({"a": "x", "b": "x"}, ["a", "b", "c", "d"]).values())) == 3
