import msgspec
import pytest
from unit.screenplay.reading import read

from linedscript.errors import LinedscriptError
from linedscript.screenplay.containers.opening import open_layer
from linedscript.screenplay.layer import Run
from linedscript.screenplay.tokens import LINEDSCRIPT
from linedscript.screenplay.validation import raw_of, validate

TEXT = "Title: A\n\nINT. A - DAY\n\nAnn [[x]]waits.\n\nINT. B - DAY\n\nBen waits.\n"
READING = read(TEXT)
LAYER = open_layer(TEXT.encode(), "en-0001")


def check(scenes=None, removed=None, blocks=None):
    return validate(
        "en-0001",
        "en",
        LAYER,
        raw_of(TEXT.encode(), LAYER),
        scenes or READING.scenes,
        READING.removed if removed is None else removed,
        blocks or READING.blocks,
        LINEDSCRIPT,
    )


def fails(**changes) -> LinedscriptError:
    with pytest.raises(LinedscriptError) as caught:
        check(**changes)
    return caught.value


def changed(number: int, **fields):
    return [
        msgspec.structs.replace(scene, **fields) if at == number else scene for at, scene in enumerate(READING.scenes)
    ]


def test_an_honest_reading_is_proven():
    assert check() == READING.validation
    assert READING.validation.source_chars == READING.validation.scene_chars + READING.validation.removed_chars


def test_scene_text_that_does_not_rebuild_the_source_is_named_with_scene_and_offsets():
    error = fails(scenes=changed(1, text=READING.scenes[1].text.replace("Ben", "Bob")))
    text = str(error)
    assert "en-0001/s0002" in text and "scene-text" in text and f"{READING.text.index('Ben') + 1} of the source" in text


def test_a_lost_removed_region_names_the_offsets_and_the_text():
    error = fails(removed=READING.removed[:1])
    assert error.code == "text-lost" and "'[[x]]'" in error.problem


def test_a_lost_scene_is_named():
    error = fails(scenes=READING.scenes[:1])
    assert error.code == "text-lost" and "INT. B" in error.problem


def test_doubled_text_is_named():
    twice = [*READING.removed, msgspec.structs.replace(READING.removed[0], id="x0003")]
    assert fails(removed=twice).code == "text-doubled"


def test_elements_that_leave_a_gap_are_named():
    assert fails(scenes=changed(0, elements=READING.scenes[0].elements[:1])).code == "element-gap"


def test_an_element_with_another_source_is_named():
    first, *rest = READING.scenes[1].elements
    wrong = msgspec.structs.replace(first, source=((0, first.end),))
    assert fails(scenes=changed(1, elements=(wrong, *rest))).code == "element-source"


def test_scenes_out_of_order_are_named():
    assert "scene-order" in str(fails(scenes=READING.scenes[::-1]))


def test_blocks_that_leave_out_a_scene_are_named():
    block = READING.blocks[0]
    short = msgspec.structs.replace(block, parts=block.parts[:1], tokens=block.parts[0].tokens)
    assert fails(blocks=[short]).code == "block-gap"


@pytest.mark.parametrize(
    "runs",
    [
        (),
        (Run(0, len(TEXT) - 1, 0, len(TEXT)),),
        (Run(1, len(TEXT) - 1, 0, len(TEXT)),),
        (Run(0, 5, 0, 5), Run(4, len(TEXT) - 4, 5, 5)),
        (Run(0, len(TEXT), 0, len(TEXT) + 1),),
    ],
)
def test_a_text_that_is_not_tied_to_the_file_s_bytes_once_is_refused(runs):
    with pytest.raises(LinedscriptError) as caught:
        raw_of(TEXT.encode(), LAYER._replace(runs=runs))
    assert caught.value.code == "text-map"


def test_the_proof_names_the_file_s_bytes_and_the_map_to_them():
    proof = READING.validation
    assert (proof.raw_bytes, proof.raw_sha256) == (len(TEXT.encode()), READING.source.raw_sha256)
    other = raw_of(TEXT.encode(), LAYER._replace(runs=(Run(0, 3, 0, 3), Run(3, len(TEXT) - 3, 3, len(TEXT) - 3))))
    assert other.map_sha256 != proof.raw_map_sha256
