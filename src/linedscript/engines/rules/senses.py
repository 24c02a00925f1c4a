"""What of a unit can be heard, and by whom it can be seen: words of sounds and of looking, places apart."""

import re
from collections.abc import Sequence
from typing import Any

from linedscript.patterns import Pattern

SOUNDS = frozenset(
    "scream buzz ring bang whistle creak crack crash thud clang hiss rumble roar howl bark beep chime hum shriek slam "
    "knock cry laugh sob shout yell groan moan call sing clatter echo blare honk tick".split()
)
"""Heard rather than seen."""
AUDIBLE = SOUNDS | frozenset(
    "break shatter smash hammer pound thump explode rattle applaud clap cheer chant cough sneeze snore "
    "喊 叫 哭 笑 唱 敲 砸 响 咳嗽".split()
)
"""What is seen as well, but heard by who can't see it."""
_SOUND = Pattern(
    r"(?:the|an?|another|some(?:body|one)['’]s) (?:\w+ )?(?:laugh|laughter|voice|cry|scream|shout|murmur|whisper|bell|"
    r"noise|sound|song|music|whistle|siren|growl|roar|applause)s?\b|一声|声音|笑声|哭声|歌声|钟声|铃声|锣鼓",
    2,
)
"""As the subject of a sentence."""
LOOKING = frozenset(
    "see look watch notice spot stare glance read examine inspect study peer gaze 看 看见 看到 望 望着 看着 读".split()
)
REMOTE = Pattern(
    r"\b(?:(?:tele|cell)?phones?|radio|intercom|walkie|(?:loud)?speaker(?:phone)?|filtered|video|call)\b|电话|对讲|手机|广播",
    2,
)
"""What carries a voice from elsewhere."""
_ABOARD = Pattern(r"\b(?:aboard|on board|deck|bridge of|cockpit|cabin|boat|ship|tug|ferry|yacht|barge)\b", 2)
_ELSEWHERE = Pattern(
    r"^\W*(?:(?:back|out|over|meanwhile|and),? )*(?:on|aboard|from) (?:the|an?|another|her|his) (?:[\w'’-]+ )?"
    r"(?:ship|boat|tug|ferry|vessel|liner|barge|yacht|trawler|freighter|steamer|launch|shore|quay|pier|mole|dock|wharf|"
    r"bank|beach)(?:['’]s [\w-]+)?\b",
    2,
)
"""Begins a sentence that leaves the vessel that the heading names; 2: any case."""


def spoken(unit: dict[str, Any]) -> bool:
    return "“" in unit["summary"] or any(part["role"] == "speaker" for part in unit["participants"])


def audible(unit: dict[str, Any]) -> bool:
    return spoken(unit) or unit["kind"] == "Occasion" or unit["trigger"] in AUDIBLE or sounds(unit["summary"])


def sounds(summary: str) -> bool:
    """Whether the sentence is about a sound: a laugh dies."""
    return bool(_SOUND.match(summary))


def only_heard(elements: Sequence[dict[str, Any]], remote: bool = False) -> set[str]:
    """Names of the cues whose every speech comes from out of the picture; ``remote``: over a telephone or a radio."""
    heard: set[str] = set()
    seen: set[str] = set()
    lines: set[str] = set()
    for number, element in enumerate(elements):
        cue = element["cue"] if element["kind"] == "cue" else None
        if cue:
            (seen if cue["voice"] == "on" else heard).add(cue["name"])
            beside = elements[number + 1]["text"] if _is_aside(elements, number + 1) else ""
            if REMOTE.search(f"{element['text']} {beside}"):
                lines.add(cue["name"])
    return (heard & lines if remote else heard) - seen


def _is_aside(elements: Sequence[dict[str, Any]], number: int) -> bool:
    return number < len(elements) and elements[number]["kind"] == "parenthetical"


def elsewhere(heading: dict[str, Any] | None, element: dict[str, Any], start: int) -> bool:
    """Whether the sentence of an action in which somebody stands at ``start`` leaves the heading's place: aboard one
    ship, and then "On the ship astern, Ann waves"."""
    if element["kind"] != "action" or not _ABOARD.search(_words(heading)):
        return False
    begins = max((match.end() for match in re.finditer(r"[.!?]\s+", element["text"][:start])), default=0)
    return bool(_ELSEWHERE.search(element["text"][begins:start]))


def _words(heading: dict[str, Any] | None) -> str:
    return " ".join((heading or {}).get(field) or "" for field in ("text", "place"))
