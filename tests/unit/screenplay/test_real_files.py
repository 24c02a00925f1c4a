"""Real scripts: the sample corpus, and public ones where the checkout has them."""

from collections import Counter
from pathlib import Path

import pytest
from unit.screenplay.reading import contents, cues, read, removed

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared" / "data" / "screenplays"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="public scripts aren't in this checkout")


@pytest.mark.parametrize(
    ("name", "language", "scenes"),
    [("en-0001.fountain", "en", 19), ("en-0002.fountain", "en", 20), ("zh-0001.txt", "zh", 20)],
)
def test_each_sample_has_the_scenes_that_its_author_counted(name, language, scenes):
    assert len(read((ROOT / "samples/scripts" / name).read_bytes(), language).scenes) == scenes


def test_the_furnished_sample_loses_its_furniture_and_no_sentence():
    reading = read((ROOT / "samples/scripts/en-0001.fountain").read_bytes())
    assert Counter(reason for reason, _ in removed(reading)) == {
        "title_page": 1,
        "continued_mark": 8,
        "page_header": 4,
        "page_number": 4,
    }
    kept = dict.fromkeys(text for _, text in contents(reading))
    assert any("I never once\ngave it away." in text for text in kept)
    assert any("Toby\nthrows his deckhand flat" in text for text in kept)
    assert any("bone-handled clasp knife and\nholds it out" in text for text in kept)
    assert not any("Rev. 3/14" in text or "CONTINUED" in text for text in kept)


def test_no_contact_of_a_samples_title_page_is_in_a_scene():
    for name, language in (("en-0001.fountain", "en"), ("en-0002.fountain", "en"), ("zh-0001.txt", "zh")):
        text = "".join(scene.text for scene in read((ROOT / "samples/scripts" / name).read_bytes(), language).scenes)
        assert "@example" not in text and "WGA" not in text and "登记号" not in text


@needs_shared
@pytest.mark.parametrize("path", sorted(SHARED.glob("*.fountain")), ids=lambda path: path.stem[-20:])
def test_each_public_fountain_file_is_read(path):
    reading = read(path.read_bytes())
    assert reading.source.format == "fountain" and reading.scenes


@needs_shared
def test_the_chinese_hamlet_has_twenty_scenes_and_its_speakers():
    reading = read(next(SHARED.glob("*哈姆莱特*")).read_bytes(), "zh", budget=2000)
    assert (reading.source.encoding, reading.source.format, len(reading.scenes)) == ("gb18030", "chinese", 20)
    speakers = Counter(cue.name for cue in cues(reading))
    assert speakers.most_common(3) == [("哈姆莱特", 363), ("霍拉旭", 113), ("国王", 107)]
    assert reading.scenes[0].heading.place == "艾尔西诺。城堡前的露台"
    assert [reason for reason, _ in removed(reading)] == ["site_banner", "cast_list", "note", "site_banner"]


@needs_shared
def test_an_english_play_in_latin_1_is_read_act_by_act():
    reading = read(next(SHARED.glob("GITenberg*")).read_bytes(), budget=2000)
    assert reading.source.encoding == "iso-8859-1" and len(reading.scenes) == 4
    assert Counter(cue.name for cue in cues(reading)).most_common(1) == [("LILY", 379)]
