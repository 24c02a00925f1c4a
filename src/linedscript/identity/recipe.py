"""Scenes rendered by replacements, and the recipe that lets a user with the script render them without the map.

The build itself goes through ``render_scene``, so that a recipe gives its bytes.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.identity.matching import Change, Matcher, apply
from linedscript.identity.shift import Shift
from linedscript.io.files import sha256_text
from linedscript.records.identity import Replacement
from linedscript.records.scene import Cue, Element, Heading, Scene, Segment

CountWords = Callable[[str], int]
"""Words of a scene's text as the reader counts them."""


def find_changes(scene: Scene, names: Matcher) -> list[Change]:
    """Every element is searched alone, so that no name is read across a cue and its dialogue."""
    changes = []
    for element in scene.elements:
        for start, end, new in names.find(scene.text[element.start : element.end]):
            changes.append(Change(element.start + start, element.start + end, new))
    return changes


def render_scene(scene: Scene, changes: Sequence[Change], count_words: CountWords) -> Scene:
    """The scene with its text changed and every offset recomputed; source offsets stay.

    ``segments`` are the runs that are verbatim in the source: replaced stretches lie in none.
    """
    shift = Shift(changes)
    text = apply(scene.text, changes)
    elements = tuple(
        msgspec.structs.replace(
            element,
            start=shift.start(element.start),
            end=shift.start(element.end),
            content=shift.range(*element.content),
            contacts=tuple(shift.range(*span) for span in element.contacts),
            cue=element.cue and _cue(element.cue, scene, element, changes),
        )
        for element in scene.elements
    )
    heading = next((element for element in scene.elements if element.kind == "heading"), None)
    return msgspec.structs.replace(
        scene,
        text=text,
        sha256=sha256_text(text),
        words=count_words(text),
        elements=elements,
        segments=tuple(_segments(scene, changes, shift)),
        heading=scene.heading and _heading(scene.heading, scene, heading, changes),
    )


def make_recipe(scenes: Iterable[Scene], changes: dict[str, list[Change]]) -> list[Replacement]:
    """The changes of every scene (by scene id) as ranges of the decoded source, in its order."""
    found: list[tuple[tuple[tuple[int, int], ...], str, str]] = []
    for scene in scenes:
        for start, end, new in changes[scene.id]:
            found.append((tuple(source_ranges(scene, start, end)), new, scene.film))
    found.sort(key=lambda row: row[0])
    return [
        Replacement(id=f"rc-{number:05d}", film=film, source=ranges, text=new)
        for number, (ranges, new, film) in enumerate(found, 1)
    ]


def apply_recipe(scenes: Iterable[Scene], recipe: Iterable[Replacement], count_words: CountWords) -> list[Scene]:
    """Render original scenes without a map. Equal, byte for byte, to the scenes that the recipe was made with.

    Raises ``recipe-misfit`` for a replacement that lies in no scene: the script isn't the one that was rendered.
    """
    scenes = list(scenes)
    changes: dict[str, list[Change]] = {scene.id: [] for scene in scenes}
    runs = sorted(
        (segment.source, segment.source + segment.length, segment.start, scene.id)
        for scene in scenes
        for segment in scene.segments
    )
    at = 0
    for replacement in sorted(recipe, key=lambda row: row.source):
        first, last = replacement.source[0][0], replacement.source[-1][1]
        while at < len(runs) and runs[at][1] <= first:
            at += 1
        final = at
        while final < len(runs) and runs[final][1] < last:
            final += 1
        if final >= len(runs) or runs[at][0] > first or runs[final][0] >= last or runs[at][3] != runs[final][3]:
            raise LinedscriptError(
                "recipe-misfit",
                f"{replacement.film}/{replacement.id}",
                f"source {first} to {last} lies in no scene",
                "the script isn't the one that the release was made from",
            )
        start = runs[at][2] + first - runs[at][0]
        changes[runs[at][3]].append(Change(start, runs[final][2] + last - runs[final][0], replacement.text))
    return [render_scene(scene, changes[scene.id], count_words) for scene in scenes]


def source_ranges(scene: Scene, start: int, end: int) -> list[tuple[int, int]]:
    """The ranges of the decoded source under ``[start, end)`` of an original scene's text."""
    ranges: list[tuple[int, int]] = []
    for segment in scene.segments:
        low, high = max(start, segment.start), min(end, segment.start + segment.length)
        if low < high:
            low, high = low - segment.start + segment.source, high - segment.start + segment.source
            if ranges and ranges[-1][1] == low:
                ranges[-1] = (ranges[-1][0], high)
            else:
                ranges.append((low, high))
    return ranges


def _segments(scene: Scene, changes: Sequence[Change], shift: Shift) -> Iterable[Segment]:
    for segment in scene.segments:
        at, end = segment.start, segment.start + segment.length
        for change in changes:
            if change.end <= at or change.start >= end:
                continue
            if change.start > at:
                yield Segment(
                    start=shift.start(at), source=segment.source + at - segment.start, length=change.start - at
                )
            at = change.end
        if at < end:
            yield Segment(start=shift.start(at), source=segment.source + at - segment.start, length=end - at)


def _inside(element: Element, changes: Sequence[Change]) -> list[Change]:
    return [change for change in changes if element.start <= change.start and change.end <= element.end]


def _derived(value: str, scene: Scene, element: Element, changes: Sequence[Change]) -> str:
    """A field that was read off an element, as the rendered element has it.

    Where the field isn't verbatim in the element, each replaced surface is looked for in the field.
    """
    inside = _inside(element, changes)
    if not inside or not value:
        return value
    text = scene.text[element.start : element.end]
    local = [Change(start - element.start, end - element.start, new) for start, end, new in inside]
    at = text.find(value, max(0, element.content[0] - element.start))
    if at < 0:
        at = text.find(value)
    if at >= 0:
        low, high = Shift(local).range(at, at + len(value))
        return apply(text, local)[low:high]
    found: list[Change] = []
    for start, end, new in sorted(local, key=lambda change: change.start - change.end):
        old = text[start:end]
        position = value.find(old)
        while position >= 0:
            if all(position + len(old) <= low or position >= high for low, high, _ in found):
                found.append(Change(position, position + len(old), new))
            position = value.find(old, position + len(old))
    return apply(value, sorted(found))


def _cue(cue: Cue, scene: Scene, element: Element, changes: Sequence[Change]) -> Cue:
    return msgspec.structs.replace(
        cue,
        name=_derived(cue.name, scene, element, changes),
        extensions=tuple(_derived(extension, scene, element, changes) for extension in cue.extensions),
    )


def _heading(heading: Heading, scene: Scene, element: Element | None, changes: Sequence[Change]) -> Heading:
    if element is None:
        return heading

    def derived(value: str | None) -> str | None:
        return value and _derived(value, scene, element, changes)

    return msgspec.structs.replace(
        heading,
        text=derived(heading.text),
        place=derived(heading.place),
        subplace=derived(heading.subplace),
        time=derived(heading.time),
        number=heading.number,
        modifiers=tuple(_derived(modifier, scene, element, changes) for modifier in heading.modifiers),
    )
