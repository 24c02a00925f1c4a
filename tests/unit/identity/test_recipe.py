from functools import partial

import msgspec
import pytest
from factories import FILM, heading
from factories import scene as a_scene
from hypothesis import given
from hypothesis import strategies as st
from identity_maps import replaced, title

from linedscript.errors import LinedscriptError
from linedscript.identity.matching import matcher
from linedscript.identity.recipe import apply_recipe, find_changes, make_recipe, render_scene, source_ranges
from linedscript.identity.shift import Shift
from linedscript.io.canonical import encode
from linedscript.io.files import sha256_text
from linedscript.records.scene import Cue, Element, Segment
from linedscript.screenplay.read import read_screenplay
from linedscript.screenplay.scenes import count_words

WORDS = partial(count_words, language="en")
INES = replaced(1, "Ines Calloway", "Bo Prescott", ("Ines", "Bo"), ("Calloway", "Prescott"))
SCRIPT = (
    "INT. CALLOWAY HOUSE - DAY\r\n\r\nInes Calloway waits for INES.\r\n\r\n@INES (TO "
    "CALLOWAY)\r\nCalloway's here, a quay away.\r\n\r\n"
    "EXT. QUAY - NIGHT\r\n\r\nThe end of Ines\r\nCalloway.\r\n"
)


def read(script=SCRIPT, language="en"):
    return read_screenplay(script.encode(), FILM, language, budget=100).scenes


def render(scenes, *lines):
    names = matcher(lines)
    changes = {scene.id: find_changes(scene, names) for scene in scenes}
    return [render_scene(scene, changes[scene.id], WORDS) for scene in scenes], make_recipe(scenes, changes)


def test_scene_text_heading_and_cue_are_rendered():
    (first, second), _ = render(read(), INES)
    assert first.heading.place == "PRESCOTT HOUSE"
    assert first.heading.text == "INT. PRESCOTT HOUSE - DAY"
    assert [element.cue.name for element in first.elements if element.cue] == ["BO"]
    assert [element.cue.extensions for element in first.elements if element.cue] == [("TO PRESCOTT",)]
    assert "The end of Bo Prescott." in second.text


def test_elements_partition_the_rendered_text():
    for scene in render(read(), INES)[0]:
        assert scene.elements[0].start == 0
        assert [element.end for element in scene.elements[:-1]] == [element.start for element in scene.elements[1:]]
        assert scene.elements[-1].end == len(scene.text)


def test_hash_and_words_are_of_the_rendered_text():
    for scene in render(read(), INES)[0]:
        assert scene.sha256 == sha256_text(scene.text)
        assert scene.words == len(scene.text.split())


def test_segments_are_the_runs_that_are_verbatim_in_the_source():
    rendered, _ = render(read(), INES)
    for scene in rendered:
        for run in scene.segments:
            assert scene.text[run.start : run.start + run.length] == SCRIPT[run.source : run.source + run.length]
    assert sum(run.length for run in rendered[0].segments) < len(rendered[0].text)


def test_a_name_is_not_read_across_a_cue_and_its_dialogue():
    scenes = read("INT. QUAY - DAY\n\nINES\nCalloway is my name.\n")
    assert "BO\nPrescott is" in render(scenes, INES)[0][0].text


def test_the_recipe_gives_the_bytes_of_the_build():
    scenes = read()
    rendered, recipe = render(scenes, INES, title("a quay away"))
    assert [encode(scene) for scene in apply_recipe(scenes, recipe, WORDS)] == [encode(scene) for scene in rendered]


def test_the_recipe_holds_no_original_surface():
    _, recipe = render(read(), INES)
    assert not any(name in encode(row).decode() for row in recipe for name in ("Ines", "Calloway", "INES", "CALLOWAY"))


def test_a_recipe_for_another_script_is_refused_by_name():
    _, recipe = render(read(), INES)
    with pytest.raises(LinedscriptError, match="recipe-misfit.*rc-0000"):
        apply_recipe(read("INT. QUAY - DAY\n\nShort.\n"), recipe, WORDS)


def test_a_name_cut_by_furniture_maps_back_to_two_source_ranges():
    text = "INT. QUAY - DAY\n\nInes\nCalloway waits.\n"
    at = text.index("Calloway")
    scene = a_scene(
        text,
        heading=heading("INT. QUAY - DAY", place="QUAY"),
        segments=(Segment(start=0, source=0, length=at), Segment(start=at, source=at + 50, length=len(text) - at)),
    )
    rendered, recipe = render([scene], INES)
    assert recipe[0].source == ((17, 22), (at + 50, at + 58))
    assert apply_recipe([scene], recipe, WORDS) == rendered


ALPHABET = st.text(alphabet="ab '’\n-é林晚秋", max_size=40)
SURFACE = st.text(alphabet="ab林晚秋", min_size=1, max_size=4)


@st.composite
def scenes_and_map(draw):
    """Up to three scenes with gaps between their sources, and names whose pseudonyms share no character with a text."""
    scenes, source = [], 0
    for index in range(1, draw(st.integers(1, 3)) + 1):
        text = draw(ALPHABET.filter(bool))
        cuts = sorted({0, len(text), *draw(st.lists(st.integers(0, len(text)), max_size=3))})
        segments, gap = [], draw(st.integers(0, 3))
        source += gap
        for start, end in zip(cuts, cuts[1:], strict=False):
            segments.append(Segment(start=start, source=source, length=end - start))
            source += end - start + draw(st.integers(0, 2))
        middle = draw(st.integers(0, len(text)))
        elements = tuple(
            Element(
                kind=kind,
                start=start,
                end=end,
                content=(start, end),
                source=((0, 1),),
                lines=(1, 1),
                dual=None,
                contacts=(),
                cue=Cue(name=text[start:end], extensions=(), voice="on", continued=False, language=None)
                if kind == "cue"
                else None,
            )
            for kind, start, end in (("cue", 0, middle), ("action", middle, len(text)))
            if end > start
        )
        scenes.append(a_scene(text, index=index, heading=None, segments=tuple(segments), elements=elements))
    surfaces = draw(st.lists(SURFACE, max_size=4, unique_by=str.casefold))
    lines = [
        replaced(number, surface, "XYZVWU"[number] * draw(st.integers(1, 5))) for number, surface in enumerate(surfaces)
    ]
    return scenes, lines


@given(scenes_and_map())
def test_a_recipe_equals_direct_rendering_and_no_form_is_left(drawn):
    scenes, lines = drawn
    rendered, recipe = render(scenes, *lines)
    assert apply_recipe(scenes, recipe, WORDS) == rendered
    names = matcher(lines)
    for scene in rendered:
        for element in scene.elements:
            assert names.find(scene.text[element.start : element.end]) == []


@given(scenes_and_map())
def test_what_is_no_name_comes_out_as_it_went_in(drawn):
    scenes, lines = drawn
    names = matcher(lines)
    for scene in scenes:
        changes = find_changes(scene, names)
        shift, at = Shift(changes), 0
        text = render_scene(scene, changes, WORDS).text
        for start, end, new in changes:
            assert at <= start < end
            assert text[shift.end(at) : shift.start(start)] == scene.text[at:start]
            assert text[shift.start(start) : shift.end(end)] == new
            at = end
        assert text[shift.end(at) :] == scene.text[at:]


@given(scenes_and_map())
def test_replaced_stretches_map_back_to_their_source(drawn):
    scenes, lines = drawn
    names = matcher(lines)
    for scene in scenes:
        for start, end, _ in find_changes(scene, names):
            ranges = source_ranges(scene, start, end)
            assert sum(high - low for low, high in ranges) == end - start


@given(scenes_and_map())
def test_a_range_that_cuts_a_name_widens_to_the_whole_pseudonym(drawn):
    scenes, lines = drawn
    names = matcher(lines)
    for scene in scenes:
        changes = find_changes(scene, names)
        shift = Shift(changes)
        text = render_scene(scene, changes, WORDS).text
        for start, end, new in changes:
            if end - start > 1:
                low, high = shift.range(start + 1, end)
                assert text[low:high] == new
                low, high = shift.range(start, end - 1)
                assert text[low:high] == new


def test_rendering_twice_changes_nothing_more():
    rendered, _ = render(read(), INES)
    again = [
        msgspec.structs.replace(scene, segments=(Segment(start=0, source=0, length=len(scene.text)),))
        for scene in rendered
    ]
    assert [scene.text for scene in render(again, INES)[0]] == [scene.text for scene in rendered]
