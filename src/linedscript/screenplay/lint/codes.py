"""What ``linedscript lint`` reports: each code with its level, what it means and what to do."""

from typing import Literal, NamedTuple

Level = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("note", "warning", "error")


class Code(NamedTuple):
    level: Level
    """error: text that is lost, doubled or can't be read. warning: programs will read it in different ways, or
    other than it looks meant. note: allowed, but not every program keeps it."""
    meaning: str
    hint: str


CODES: dict[str, Code] = {
    "undecodable-byte": Code(
        "error", "bytes that are no text in the file's encoding", "save the file as UTF-8, or name it with --encoding"
    ),
    "not-fountain": Code("error", "a file of another kind", "export it as Fountain from the program that wrote it"),
    "too-large": Code("error", "more characters or lines than any screenplay has", "bring one film's script"),
    "empty-file": Code("error", "no text", "bring the screenplay's file again"),
    "control-character": Code("error", "a control character", "delete it"),
    "replacement-character": Code(
        "warning", "U+FFFD: a byte was lost when the file was converted", "put the right character in its place"
    ),
    "byte-order-mark": Code("note", "a byte order mark at the start", "save as UTF-8 without one"),
    "mixed-line-ends": Code("warning", "lines that end in different ways", "convert all line ends to LF"),
    "line-separator": Code(
        "warning",
        "a form feed, U+2028 or the like: no line end in Fountain, but one for some programs",
        "write a line end, or === for a page break",
    ),
    "tab": Code("note", "a tab: programs differ in its width", "use blanks, or no indentation"),
    "trailing-blanks": Code("note", "two blanks or more, or a tab, at the end of a line", "delete them"),
    "long-line": Code(
        "note",
        "a line of over 1000 characters, which is never looked at as a heading or cue",
        "break it, or check that it isn't several lines run together",
    ),
    "unclosed-boneyard": Code(
        "error",
        "/* without */: text here, but other programs leave out the rest",
        "close it with */, or delete the mark",
    ),
    "stray-boneyard-end": Code("warning", "*/ that closes nothing", "delete it, or open the boneyard with /*"),
    "nested-boneyard": Code(
        "warning", "/* inside a boneyard: other programs end it at the first */", "delete the inner marks"
    ),
    "unclosed-note": Code(
        "error",
        "[[ without ]] before the next blank line: it isn't a note",
        "close it with ]], or put two blanks on the blank line inside it",
    ),
    "stray-note-end": Code("warning", "]] that closes nothing", "delete it, or open the note with [["),
    "nested-note": Code("warning", "[[ inside a note, which ends at the first ]]", "delete the inner marks"),
    "unmatched-emphasis": Code(
        "warning",
        "* or _ without its partner on the line: it's printed as it is",
        "close it on the same line, or write \\* or \\_",
    ),
    "forced-mark-without-text": Code(
        "warning", "a forcing mark with nothing behind", "write the text, or delete the mark"
    ),
    "title-page-unknown-key": Code("note", "a title-page key that Fountain doesn't name", "check its spelling"),
    "title-page-duplicate-key": Code("warning", "a title-page key that comes twice", "keep one, with several lines"),
    "title-page-blank-line": Code(
        "warning", "a blank line inside the title page, at which other programs end it", "delete the blank line"
    ),
    "title-page-value-at-margin": Code(
        "warning", "a value below its key that isn't indented", "indent it by three blanks or more"
    ),
    "title-page-no-blank-after": Code("warning", "a title page that runs into text", "put a blank line below it"),
    "note-in-title-page": Code(
        "note",
        "a note before or inside the title page",
        "move it below the title page: some programs lose one of the two",
    ),
    "no-heading": Code(
        "note", "a script without a scene heading: it's one scene", "write one, such as INT. PLACE - DAY"
    ),
    "heading-without-blank-before": Code("warning", "a heading right below text", "put a blank line above it"),
    "heading-without-blank-after": Code("warning", "a heading right above text", "put a blank line below it"),
    "heading-not-standard": Code(
        "note", "a line that is a heading here and action elsewhere", "put a dot before it, which forces a heading"
    ),
    "section-not-standard": Code(
        "note", "a line that is a section here and action elsewhere", "put # before it, which makes it a section"
    ),
    "heading-like": Code(
        "warning",
        "a line that looks like a heading and isn't one",
        "write INT. or EXT. in capitals between blank lines, or force it with a dot; if it's action, put ! before it",
    ),
    "ellipsis-before-heading": Code(
        "warning", "a line in capitals with two dots or more before it: action", "force a heading with one dot"
    ),
    "unclosed-scene-number": Code(
        "warning", "# at the end of a heading without a second one", "write #12#; a number of the place may stay"
    ),
    "duplicate-scene-number": Code("error", "a scene number that an earlier heading bears", "give it one of its own"),
    "cue-without-speech": Code(
        "warning", "a cue with no speech below", "write the speech, or put ! before it if it's action"
    ),
    "cue-followed-by-blank": Code(
        "warning",
        "a speaker's name alone, with a blank line below: action",
        "delete the blank line, or put ! before it",
    ),
    "cue-without-blank-before": Code(
        "warning", "a speaker's name right below text: action", "put a blank line above it, or ! if it's action"
    ),
    "lower-case-cue": Code("warning", "a speaker's name in small letters: action", "use capitals, or put @ before it"),
    "caps-reads-as-cue": Code(
        "warning",
        "a line in capitals that is read as a cue, but reads like action",
        "put ! before it, or a blank line below it; if it's a name, put @ before it",
    ),
    "cue-on-two-lines": Code(
        "warning",
        "a cue of several that goes on in the next line, which other programs read as speech",
        "write both names on one line",
    ),
    "misplaced-caret": Code(
        "warning", "a caret of dual dialogue that isn't at the end of its cue", "move ^ to the end"
    ),
    "dual-without-partner": Code(
        "error",
        "a cue with ^ and no speech right before it to stand beside",
        "delete ^, or what stands between the two",
    ),
    "transition-not-alone": Code(
        "warning", "a transition with text right above or below", "put blank lines around it, or force it with >"
    ),
    "transition-trailing-blanks": Code(
        "warning", "blanks behind TO:, which make the line action", "delete them, or force the transition with >"
    ),
    "parenthetical-outside-speech": Code(
        "warning", "a bracket below a speech, with a blank line between: action", "delete the blank line above it"
    ),
    "section-jump": Code("note", "a section more than one level below the one before", "leave out no level"),
}
