"""Subtitles of a film that was made of a script, not word for word: for tests of alignment."""

import random
import re
from collections.abc import Mapping, Sequence

_WORDS = re.compile(r"[\u3400-\u9fff][，。！？、]*|[A-Za-z0-9'’-]+[.,?!]*")


def clock(seconds: float) -> str:
    whole = round(seconds * 1000)
    return f"{whole // 3_600_000:02}:{whole // 60_000 % 60:02}:{whole // 1000 % 60:02},{whole % 1000:03}"


def filmed(
    scenes: Sequence,
    seed: int,
    *,
    cut: float = 0,
    unsaid: float = 0,
    changed: float = 0,
    dropped: float = 0,
    added: float = 0,
    moved: float = 0,
) -> tuple[str, Mapping[str, tuple[float, float]]]:
    """An SRT file, and when each scene with speech was heard.

    Shares: of scenes ``cut`` or ``moved``; of speeches ``unsaid``; of words ``changed`` to others of the script,
    ``dropped``, or followed by others.
    """
    rng = random.Random(seed)
    speeches = [
        [
            _WORDS.findall(scene.text[slice(*element.content)])
            for element in scene.elements
            if element.kind == "dialogue"
        ]
        for scene in scenes
    ]
    words = [word for scene in speeches for speech in scene for word in speech]
    order = list(range(len(scenes)))
    spoken = [number for number in order if speeches[number]]
    gone = set(rng.sample(spoken, round(cut * len(spoken))))
    for number in rng.sample(spoken, round(moved * len(spoken))):
        order.remove(number)
        order.insert(rng.randrange(len(order) + 1), number)
    now, cues, heard = 30.0, [], {}
    for number in order:
        if number in gone:
            continue
        now += rng.uniform(5, 40)
        first = len(cues)
        for speech in speeches[number]:
            if rng.random() < unsaid:
                continue
            said = []
            for word in speech:
                fate = rng.random()
                said += [rng.choice(words)] if fate < changed else [] if fate < changed + dropped else [word]
                if rng.random() < added:
                    said += rng.sample(words, 3)
            for at in range(0, len(said), 9):
                part = said[at : at + 9]
                length = 0.3 + 0.35 * len(part)
                glue = "" if part[0][0] > "\u3400" else " "
                cues.append((now, now + length, glue.join(part)))
                now += length + rng.uniform(0.05, 1)
        if len(cues) > first:
            heard[scenes[number].id] = (round(cues[first][0], 3), round(cues[-1][1], 3))
    text = "".join(
        f"{number}\n{clock(start)} --> {clock(end)}\n{line}\n\n" for number, (start, end, line) in enumerate(cues, 1)
    )
    return text, heard
