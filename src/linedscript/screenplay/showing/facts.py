"""The facts of a reading as pairs of a name and a sentence: the same on a terminal and on a page."""

from linedscript.records.scene import Element, Scene
from linedscript.screenplay.showing.look import Look
from linedscript.screenplay.showing.marks import one_line, visible
from linedscript.screenplay.showing.summary import Summary
from linedscript.screenplay.showing.titled import title_page_fields

LANGUAGES = {"en": "English", "zh": "Chinese"}
_BY = {
    "bom": "its byte order mark says so",
    "utf-8": "the bytes are valid UTF-8",
    "index": "as you say",
    "declared": "the file says so",
    "detected": "found out",
}


def facts(look: Look, summary: Summary) -> list[tuple[str, str]]:
    source, proof = look.reading.source, summary.proof
    titles = title_page_fields(look)
    by = _BY.get(source.encoding_by, source.encoding_by)
    ends = ", ".join(f"{count:,} {name}" for name, count in summary.line_ends.items()) or "none"
    words = sum(scene.words for scene in look.reading.scenes)
    unit = "characters that aren't blank" if look.language == "zh" else "words"
    return [
        ("file", visible(look.name)),
        *(("titled", one_line("; ".join(f"{key}: {value}" for key, value in titles), 400)) for _ in titles[:1]),
        ("format", f"{source.format}, read by {source.reader}"),
        ("encoding", f"{source.encoding}: {by}, confidence {source.encoding_confidence:.2f}"),
        ("size", f"{source.bytes:,} bytes, {source.chars:,} characters; line ends {ends}"),
        ("language", LANGUAGES[look.language] + (", read off the letters" if look.guessed else ", as you say")),
        ("scenes", f"{len(look.reading.scenes):,}, {words:,} {unit}"),
        ("elements", ", ".join(f"{count:,} {kind}" for kind, count in summary.kinds.items())),
        (
            "removed",
            ", ".join(
                f"{chars:,} {reason.replace('_', ' ')}" + (f" in {regions:,} places" if regions > 1 else "")
                for reason, (regions, chars) in summary.removed.items()
            )
            or "nothing",
        ),
        (
            "contacts",
            f"{summary.contacts} contact detail{'s' if summary.contacts != 1 else ''} in story text, kept and marked",
        ),
        (
            "proof",
            f"{proof.kept:,} characters kept + {proof.removed:,} removed = {proof.kept + proof.removed:,} of "
            f"{proof.total:,}" + ("" if proof.holds else ": NOT ALL ARE ACCOUNTED FOR"),
        ),
    ]


def heading_fields(scene: Scene) -> list[tuple[str, str]]:
    """A heading's fields that aren't empty, with their names."""
    heading = scene.heading
    if heading is None:
        return []
    fields = (
        ("number", heading.number),
        ("", heading.interior),
        ("place", heading.place),
        ("sub-place", heading.subplace),
        ("time", heading.time),
        ("modifiers", ", ".join(heading.modifiers)),
    )
    shown = [(name, visible(value)) for name, value in fields if value]
    return shown or [("heading", visible(heading.text))]


def present_names(scene: Scene, look: Look) -> dict[str, list[str]]:
    """``present``: who is in the scene, with the line at which the script says that one leaves; ``heard``: others."""
    names: dict[str, list[str]] = {}
    for one in look.present[scene.index - 1]:
        out = "" if one.exit_element is None else f" (leaves at line {scene.elements[one.exit_element].lines[0]})"
        names.setdefault("present" if one.present else "heard", []).append(visible(one.character) + out)
    return dict(sorted(names.items(), reverse=True))


def cue_notes(element: Element | None) -> str:
    """What a cue says beyond its name: the voice, the language, whether it goes on. Empty for any other element."""
    cue = element.cue if element else None
    if cue is None:
        return ""
    said = [f"voice {cue.voice}"] if cue.voice != "on" else []
    said += ["continued"] if cue.continued else []
    said += [f"in {visible(cue.language)}"] if cue.language else []
    return ", ".join(said)
