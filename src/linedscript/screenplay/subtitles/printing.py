"""Cues and scene times as lines for a person."""

from collections import Counter
from collections.abc import Iterator, Sequence

from linedscript.records.scene import Scene
from linedscript.screenplay.subtitles.alignment import Alignment
from linedscript.screenplay.subtitles.read import Subtitles, overlaps


def clock(seconds: float | None) -> str:
    if seconds is None:
        return "?".rjust(11)
    whole = round(seconds * 1000)
    return f"{whole // 3_600_000}:{whole // 60_000 % 60:02}:{whole // 1000 % 60:02}.{whole % 1000:03}"


def cue_lines(found: Subtitles) -> Iterator[str]:
    """Tab-separated: id, start, end, kind, and each turn as speaker, speech and sounds."""
    for cue in found.cues:
        turns = []
        for turn in cue.turns:
            sounds = [f"[{sound}]" for sound in turn.sounds]
            turns.append(
                " ".join(filter(None, [turn.speaker and f"{turn.speaker}:", *sounds, turn.speech])).replace("\t", " ")
            )
        shown = " / ".join(turns) if cue.kind not in ("credit", "advertisement") else " ".join(cue.text.split())
        yield "\t".join((cue.id, clock(cue.start), clock(cue.end), cue.kind, shown))
    for region in found.removed:
        first, last = region.lines
        yield "\t".join((region.id, f"lines {first} to {last}", "removed", region.reason))


def summary(found: Subtitles) -> str:
    """What was read, what is odd about it: one line."""
    counts = Counter(cue.kind for cue in found.cues)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    odd = "".join(f"; {count} {what}" for what, count in sorted(overlaps(found.cues).items()))
    unnumbered = sum(cue.index is None and cue.name is None for cue in found.cues)
    if found.file.format == "srt" and unnumbered:
        odd += f"; {unnumbered} without a number"
    return f"{found.file.format}, {found.file.encoding}: {len(found.cues)} cues ({kinds}){odd}"


def time_lines(scenes: Sequence[Scene], aligned: Alignment) -> Iterator[str]:
    """Tab-separated: scene, start, end, how it was found, share of its words, cues, heading."""
    for scene, time in zip(scenes, aligned.scenes, strict=True):
        share = "" if time.share is None else f"{time.share:.0%}"
        cues = f"{time.cues[0]} to {time.cues[-1]}" if time.cues else ""
        heading = " ".join(scene.heading.text.split()) if scene.heading else ""
        by = "aligned, moved" if time.moved else time.by
        yield "\t".join((time.id, clock(time.start), clock(time.end), by, share, cues, heading))
