"""Marks that don't pair or force nothing: boneyards, notes, emphasis, title page."""

from linedscript.patterns import Pattern
from linedscript.screenplay.emphasis import emphasis
from linedscript.screenplay.formats.fountain_cuts import KEYS, Field, bare, bones, note_pairs, title_fields
from linedscript.screenplay.kept import Kept
from linedscript.screenplay.lint.findings import Source, View, quoted
from linedscript.screenplay.stretch import Stretch

_WORD = Pattern(r"[ \t]*[^\s]")
_EMPTY = Pattern(r"[@!.]|>[ \t]*<?|#+|={1,2}")


def check_boneyards(source: Source) -> None:
    found = bones(source.text)
    for at in found.single:
        if source.text.startswith("/*", at):
            source.add("unclosed-boneyard", at, "/* opens a boneyard that is never closed")
        else:
            source.add("stray-boneyard-end", at, "*/ closes no boneyard")
    for at in found.nested:
        source.add("nested-boneyard", at, "/* inside a boneyard")


def check_notes(view: View) -> None:
    text = view.kept.text
    found = note_pairs(text)
    for at in found.single:
        if text.startswith("[[", at):
            view.add(
                "unclosed-note", at, f"{quoted(text[at : at + 60].splitlines()[0])} opens a note that isn't closed"
            )
        else:
            view.add("stray-note-end", at, "]] closes no note")
    for at in found.nested:
        view.add("nested-note", at, "[[ inside a note")


def check_title_page(view: View, noted: Kept) -> int:
    """Faults of the title page; gives where it ends in the source, 0 where there is none. ``noted``: notes not cut."""
    text = view.kept.text
    fields = title_fields(text)
    if not fields:
        return 0
    seen: dict[str, Field] = {}
    for field in fields:
        key = bare(field.key)
        if key not in KEYS:
            view.add("title-page-unknown-key", field.start, f"{quoted(field.key)} is no key of Fountain{_near(key)}")
        if key in seen:
            view.add("title-page-duplicate-key", field.start, f"{quoted(field.key)} comes a second time")
        if field.apart:
            view.add("title-page-blank-line", field.start, f"a blank line before {quoted(field.key)}")
        if field.flat:
            view.add("title-page-value-at-margin", field.start, f"the value of {quoted(field.key)} isn't indented")
        seen[key] = field
    stop = fields[-1].stop
    if _WORD.match(text, stop):
        view.add("title-page-no-blank-after", stop, "text right below the title page")
    ranges = view.kept.ranges(max(0, stop - 1), stop)
    end = ranges[-1][1] if ranges else 0
    for start, _ in note_pairs(noted.text).whole:
        place = noted.ranges(start, start + 1)[0][0]
        if place < end:
            view.source.add("note-in-title-page", place, "a note before or inside the title page")
    return end


def _near(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key[:40], sorted(KEYS), 1, 0.75)
    return f"; did you mean {near[0]}?" if near else ""


def check_emphasis(view: View, stretches: list[Stretch]) -> None:
    text = view.kept.text
    for stretch in stretches:
        low, high = stretch.content
        own = text[low:high]
        for at in emphasis(own).unmatched:
            end = at + 1
            while end < len(own) and own[end] == own[at]:
                end += 1
            if own[max(0, at - 1) : at].isalnum() and own[end : end + 1].isalnum():
                continue
            view.add("unmatched-emphasis", low + at, f"{own[at:end]} has no partner on its line")


def check_forced(view: View, stretches: list[Stretch]) -> None:
    for stretch in stretches:
        if stretch.kind != "action":
            continue
        low = stretch.content[0]
        own = view.kept.text[low : stretch.content[1]]
        if len(own) <= 8 and _EMPTY.fullmatch(own.strip()):
            view.add("forced-mark-without-text", low, f"{own.strip()} with nothing behind")
