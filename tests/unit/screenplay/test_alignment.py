"""Scenes of a screenplay timed by subtitles."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unit.screenplay.filming import filmed
from unit.screenplay.reading import read
from unit.screenplay.subtitling import srt, subtitles

from linedscript.errors import LinedscriptError
from linedscript.screenplay.subtitles.alignment import align
from linedscript.screenplay.subtitles.matching import match

ROOT = Path(__file__).parents[3]
SAMPLES = {"en-0001": "en-0001.fountain", "en-0002": "en-0002.fountain", "zh-0001": "zh-0001.txt"}

SCRIPT = """INT. BARN - DAY

Hay.

ANN
Where did you put the lantern last night?

BEN
Behind the door, where it always was.

EXT. FIELD - DAY

Nobody.

EXT. ROAD - NIGHT

ANN
We should have left before the rain began.

INT. CHURCH - DAY

Candles.
"""
SAID = (
    "Where did you put\nthe lantern last night?",
    "Behind the door, where it always was.",
    "We should have left\nbefore the rain began.",
)


@cache
def sample(film):
    return read((ROOT / "samples/scripts" / SAMPLES[film]).read_bytes(), film[:2]).scenes


def aligned(script, text):
    scenes = read(script).scenes if isinstance(script, str) else script
    return align(scenes, subtitles(text).cues, "film.srt").scenes


def refused(script, text):
    with pytest.raises(LinedscriptError) as caught:
        aligned(script, text)
    return caught.value


def test_a_scene_lasts_from_its_first_to_its_last_spoken_word():
    barn, _, road, _ = aligned(SCRIPT, srt(*SAID))
    assert (barn.by, barn.start, barn.end, barn.cues) == ("aligned", 2.0, 5.0, ("c0001", "c0002"))
    assert (road.by, road.start, road.end, road.cues) == ("aligned", 6.0, 7.0, ("c0003",))


def test_each_speech_has_its_cues_and_words():
    (lantern, door) = aligned(SCRIPT, srt(*SAID))[0].spoken
    assert (lantern.element, lantern.cues, lantern.matched, lantern.words) == (3, ("c0001", "c0001"), 8, 8)
    assert (door.start, door.end) == (4.0, 5.0)


def test_a_scene_without_dialogue_lies_between_its_neighbours_and_says_so():
    field = aligned(SCRIPT, srt(*SAID))[1]
    assert (field.by, field.start, field.end, field.share, field.cues) == ("interpolated", 5.0, 6.0, None, ())


def test_scenes_before_the_first_match_begin_at_zero():
    first, second, third = aligned(
        "INT. A - DAY\n\nOne.\n\nINT. B - DAY\n\nTwo words more here.\n\n" + SCRIPT, srt(*SAID)
    )[:3]
    assert (first.start, first.end, second.end) == (0.0, second.start, third.start)
    assert first.end < second.end - second.start


def test_a_scene_after_the_last_match_has_no_known_end():
    church = aligned(SCRIPT, srt(*SAID))[3]
    assert (church.by, church.start, church.end) == ("interpolated", 7.0, None)


def test_two_scenes_in_one_cue_part_it_by_their_words():
    barn, _, road, _ = aligned(SCRIPT, srt("Where did you put the lantern last night?", f"{SAID[1]} {SAID[2]}"))
    assert barn.end == road.start
    assert 4.0 < barn.end < 5.0


def test_sounds_speakers_and_tags_are_not_matched():
    noisy = srt(
        "[WE SHOULD HAVE LEFT BEFORE THE RAIN BEGAN]",
        "ANN: (sighs) <i>Where did you put</i>\nthe lantern last night?",
        SAID[1],
        "Subtitles by Before The Rain Began",
    )
    barn, _, road, _ = aligned(SCRIPT, noisy)
    assert (barn.start, barn.share) == (4.0, 1.0)
    assert road.by == "interpolated"


def test_emphasis_apostrophes_and_case_do_not_matter():
    script = "INT. A - DAY\n\nANN\n*Don’t* tell _anyone_ where I’ve been tonight.\n"
    assert aligned(script, srt("DON'T TELL ANYONE WHERE I'VE BEEN TONIGHT."))[0].share == 1.0


def test_cues_out_of_order_are_taken_by_time():
    cues = srt(*SAID).split("\n\n")
    barn = aligned(SCRIPT, "\n\n".join(reversed(cues)))[0]
    assert (barn.start, barn.cues) == (2.0, ("c0003", "c0002"))


def test_captions_that_roll_up_are_counted_once():
    rolled = srt(
        "Where did you put the lantern",
        "Where did you put the lantern last night? Behind the door,",
        "last night? Behind the door, where it always was.",
        "where it always was. We should have left before the rain began.",
    ).replace(":01,000\n", ":02,000\n")
    rolled = "\n".join(
        line if " --> " not in line else f"{line[:12]} --> 00:00:{int(line[6:8]) + 2:02},000"
        for line in rolled.split("\n")
    )
    barn, _, road, _ = aligned(SCRIPT, rolled)
    assert (barn.matched, road.matched) == (15, 8)


def test_a_scene_that_the_film_has_elsewhere_is_found_there():
    scenes = sample("en-0001")
    text, heard = filmed(scenes, 3, moved=0.1)
    times = {time.id: time for time in aligned(scenes, text)}
    assert any(time.moved for time in times.values())
    assert {scene: (times[scene].start, times[scene].end) for scene in heard} == heard


def test_a_moved_scene_is_no_neighbour_to_interpolate_from():
    times = aligned(sample("en-0001"), filmed(sample("en-0001"), 3, moved=0.1, cut=0.2)[0])
    still = [time for time in times if not time.moved and time.end is not None]
    assert all(one.start <= one.end <= other.start for one, other in zip(still, still[1:], strict=False))


@pytest.mark.parametrize("film", SAMPLES)
def test_word_for_word_every_scene_has_its_exact_time(film):
    text, heard = filmed(sample(film), 1)
    times = {time.id: time for time in aligned(sample(film), text)}
    assert {scene: (times[scene].start, times[scene].end) for scene in heard} == heard


@pytest.mark.parametrize("film", SAMPLES)
@pytest.mark.parametrize(
    "losses",
    [
        dict(changed=0.1),
        dict(changed=0.3, dropped=0.1, added=0.1),
        dict(cut=0.3),
        dict(cut=0.3, unsaid=0.3, changed=0.1),
        dict(moved=0.3, changed=0.1),
        dict(moved=0.3, cut=0.2, changed=0.2, added=0.05, unsaid=0.2),
    ],
    ids=lambda losses: "-".join(losses),
)
def test_most_scenes_are_found_and_few_are_misplaced(film, losses):
    right = wrong = missed = 0
    for seed in range(3):
        text, heard = filmed(sample(film), seed, **losses)
        for time in aligned(sample(film), text):
            if time.by == "interpolated":
                missed += time.id in heard
                continue
            start, end = heard.get(time.id, (0, 0))
            shared = min(end, time.end) - max(start, time.start)
            if shared > (max(end, time.end) - min(start, time.start)) / 2:
                right += 1
            else:
                wrong += 1
    assert right / (right + wrong) >= 0.97
    assert right / (right + missed) >= 0.85


def test_a_scene_that_was_cut_is_interpolated():
    scenes = sample("en-0002")
    text, heard = filmed(scenes, 1, cut=0.3)
    cut = [time for time in aligned(scenes, text) if time.words and time.id not in heard]
    assert len(cut) > 4
    assert {time.by for time in cut} == {"interpolated"}


@pytest.mark.parametrize(("film", "other"), [("en-0001", "en-0002"), ("en-0002", "en-0001"), ("zh-0001", "en-0001")])
def test_another_films_subtitles_are_refused(film, other):
    error = refused(sample(film), filmed(sample(other), 1)[0])
    assert (error.code, error.place) == ("subtitles-differ", "film.srt")


def test_half_of_a_films_subtitles_place_half_of_its_scenes():
    text, heard = filmed(sample("en-0001"), 1)
    half = "\n\n".join(text.split("\n\n")[: text.count("\n\n") // 2]) + "\n"
    last = subtitles(half).cues[-1].end
    times = {time.id: time for time in aligned(sample("en-0001"), half)}
    whole = {scene: time for scene, time in heard.items() if time[1] <= last}
    assert {scene: (times[scene].start, times[scene].end) for scene in whole} == whole
    assert {times[scene].by for scene in heard if heard[scene][0] > last} == {"interpolated"}


def test_subtitles_without_speech_are_refused():
    assert refused(SCRIPT, srt("[BELLS]", "(sighs)")).code == "no-speech"


def test_a_script_without_dialogue_is_refused():
    assert refused("INT. A - DAY\n\nNobody.\n", srt("Hello.")).code == "no-dialogue"


def test_the_same_input_gives_the_same_times():
    text, _ = filmed(sample("zh-0001"), 2, changed=0.3, cut=0.1, moved=0.2)
    assert aligned(sample("zh-0001"), text) == aligned(sample("zh-0001"), text)


WORDS = st.lists(st.sampled_from("abcdefgh"), max_size=60)


@given(WORDS, WORDS)
@settings(max_examples=200, deadline=None)
def test_matched_words_are_equal_and_rise_in_both(one, two):
    pairs = match(one, two, 3)
    assert all(one[left] == two[right] for left, right in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in zip(pairs, pairs[1:], strict=False))


@given(WORDS)
@settings(max_examples=100, deadline=None)
def test_a_text_matches_itself_whole(words):
    assert match(words, words, 3) == [(at, at) for at in range(len(words))]


@given(st.lists(st.integers(0, 400), min_size=300, max_size=500), st.data())
@settings(max_examples=20, deadline=None)
def test_a_text_with_words_taken_out_matches_what_is_left(words, data):
    words = [str(word) for word in words]
    low = data.draw(st.integers(0, 200))
    pairs = match(words, words[:low] + words[low + 50 :], 3)
    assert len(pairs) == len(words) - len(words[low : low + 50])
