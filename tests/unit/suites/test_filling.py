"""Packs and intervals with the text of the scripts."""

import json

import pytest
from factories import checkpoint, entity, exemplar, memory, scene, span
from role_factories import pack, prompt

from linedscript.records.character import Anchor
from linedscript.records.stage import Chunk, Interval, Part
from linedscript.suites.stage.filling import clear_filled, fill_packs, interval_lines, pack_lines, write_filled

SCENES = [scene(f"INT. A - DAY\n\nI'm number {number}.\n", number) for number in (1, 2, 3)]
LINE = SCENES[0].text.index("I'm")


def rows(*packs):
    return {
        "entities": [entity(1, "Ann")],
        "checkpoints": [checkpoint(1, 2, 100)],
        "exemplars": [exemplar(1, evidence=(span("s0001", LINE, LINE + 13),))],
        "memories": [memory(1)],
        "prompts": [prompt(1, turns=("And?",)), prompt(2, turns=("Why?",))],
        "packs": packs or [pack(2), pack(1, exemplars=("ex-0001",), memories=("mm-0001",))],
    }


def interval(*parts):
    chunks = tuple(Chunk(parts=tuple(one), tokens=1) for one in parts)
    return Interval(
        id="cp-0001-01",
        film="en-0001",
        character="ent-0001",
        number=1,
        start=None,
        end=Anchor(scene="s0002", offset=5),
        tokenizer="linedscript/1",
        budget=600,
        chunks=chunks,
        tokens=1,
        memory=(),
    )


def part(number, start=0, end=None):
    end = len(SCENES[number - 1].text) if end is None else end
    return Part(scene=f"s{number:04d}", start=start, end=end, tokens=1)


def test_packs_are_filled_in_order_of_their_prompts():
    assert [(one.id, one.input.turns) for one in fill_packs("en", SCENES, rows())] == [
        ("rp-0001", ("And?",)),
        ("rp-0002", ("Why?",)),
    ]


def test_a_machines_line_holds_the_actors_input_and_the_prompts_id():
    line = json.loads(pack_lines(fill_packs("en", SCENES, rows())).splitlines()[0])
    assert line["exemplars"] == ["I'm number 1."] and line["memories"] == ["I waited."] and line["id"] == "rp-0001"


def test_chunks_are_the_text_between_their_ends():
    (line,) = interval_lines([interval([part(1), part(2, 0, 5)], [part(2, 5)])], SCENES).splitlines()
    assert json.loads(line)["chunks"] == [SCENES[0].text + SCENES[1].text[:5], SCENES[1].text[5:]]


def test_a_person_finds_a_page_for_each_prompt(tmp_path):
    write_filled(tmp_path, "en-0001", "en", SCENES, rows())
    page = (tmp_path / "packs/en-0001/rp-0001.md").read_text("utf-8")
    assert page.startswith("<!-- rp-0001 -->\n# Ann\n") and "- I'm number 1.\n" in page
    assert len((tmp_path / "packs/en-0001.jsonl").read_bytes().splitlines()) == 2


def test_pages_of_prompts_that_are_gone_go(tmp_path):
    write_filled(tmp_path, "en-0001", "en", SCENES, rows())
    write_filled(tmp_path, "en-0001", "en", SCENES, rows(pack(2)))
    assert [path.name for path in (tmp_path / "packs/en-0001").iterdir()] == ["rp-0002.md"]


@pytest.mark.parametrize("kind", ["packs", "intervals"])
def test_nothing_is_left_of_a_film_that_no_longer_joins(tmp_path, kind):
    write_filled(tmp_path, "en-0001", "en", SCENES, rows())
    clear_filled(tmp_path, "en-0001")
    assert list((tmp_path / kind).iterdir()) == []
