"""Whatever lines a text in plain text, of a play or in Japanese holds: every character is in one element or region."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from linedscript.screenplay.formats.recognize import format_named
from linedscript.screenplay.read import take_apart

LINES = [
    "",
    "",
    "          INT. DINER - NIGHT",
    "1   EXT. ROAD - DAY                                         1  *",
    "4-6   OMITTED   4-6",
    "SCENE 4",
    "Location: Kitchen",
    "ACT I",
    "SCENE II. A room.",
    "          Neon and rain.                                              *",
    "                                                                      *",
    "                    SAL",
    "          Coffee?",
    "               (beat,",
    "               then)",
    "  SAL                      ANN (O.S.)",
    "More coffee?              No, thanks.",
    "                          I'm fine.",
    "ANN.",
    "ANN. Who goes?",
    "ANN.            }",
    "[_To BEN._] Hello. [Exit",
    "[Exeunt.]",
    "_Nora._ (_softly_). Yes [she sits] and no.",
    "  A song,",
    "  A song.",
    "NORA: (softly) Yes.",
    "SAL:",
    "\f",
    "\f                                                  12.",
    "12A.",
    "                                                  (CONTINUED)",
    "CONTINUED:",
    "(MORE)",
    "SAL (CONT'D)",
    "THE FERRY - Rev. 3/14                    12.",
    "Home | Scripts | About | Log in",
    "3 Comments",
    "Jo says:",
    "www.scripts.example.com",
    "Contact:",
    "(207) 555-0118",
    "FADE OUT.",
    "THE END",
    "*** START OF THIS PROJECT GUTENBERG EBOOK X ***",
    "Dramatis Personae",
    "○港（夜）",
    "花子「もう",
    "遅いのに」と言う。",
    "太郎（Ｍ）「（笑って）はい」",
    "終",
    "\tTabs\tand \x0b more",
]
ENDS = ["\n", "\r\n", "\r"]


@pytest.mark.parametrize("name", ["plain", "japanese"])
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(lines=st.lists(st.sampled_from(LINES), max_size=60), end=st.sampled_from(ENDS), closed=st.booleans())
def test_elements_and_regions_partition_the_text(name, lines, end, closed):
    text = end.join(lines) + end * closed
    kept, stretches = take_apart(text, format_named(name, "en-0001"))
    covered = sorted(
        [(piece.source, piece.source + piece.length) for piece in kept.pieces]
        + [(cut.start, cut.end) for cut in kept.cuts]
    )
    assert [start for start, _ in covered] == [0, *(stop for _, stop in covered[:-1])][: len(covered)]
    assert (covered[-1][1] if covered else 0) == len(text)
    starts = [stretch.start for stretch in stretches]
    assert starts == sorted(set(starts))
    bounds = [*starts[1:], len(kept.text)][: len(starts)]
    assert not kept.text[: starts[0] if starts else len(kept.text)].strip()
    for stretch, stop in zip(stretches, bounds, strict=True):
        low, high = stretch.content
        assert stretch.start <= low <= high <= stop
