"""Faults of cues and speeches, and of lines that look like a cue."""

from collections import Counter
from collections.abc import Set

from linedscript.patterns import Pattern
from linedscript.screenplay.cues import has_case, is_upper, is_voice, speaker, split_cue
from linedscript.screenplay.lint.findings import View, quoted
from linedscript.screenplay.lint.lined import Lined

_SPEECH = ("dialogue", "parenthetical", "lyric")
_PARENTHETICAL = Pattern(r"[*_]*[(（][^()（）]*[)）][*_]*")
_SHORT = Pattern(r"(?:JR|SR|DR|MR|MRS|MS|ST|NO|PVT|SGT|CPT|LT|COL|GEN|REV|PROF|ESQ|\b[A-Z])\.$")
_LONGEST_NAME = 60
_MOST_WORDS = 4
"""Words of a name; more read like a sentence."""


def check_cues(view: View, lined: Lined) -> None:
    spoken = Counter(speaker(stretch.cue.name) for stretch in lined.stretches if stretch.cue)
    side = None
    for index, stretch in enumerate(lined.stretches):
        if stretch.cue is None:
            side = side if stretch.kind in _SPEECH else None
            continue
        at, name = stretch.content[0], quoted(stretch.cue.name)
        if not _has_speech(lined, index):
            view.add("cue-without-speech", at, f"{name} says nothing")
        if not lined.forced(index, "@") and spoken[speaker(stretch.cue.name)] == 1 and _is_sentence(lined, index):
            view.add("caps-reads-as-cue", at, f"{name} is read as a cue")
        body = lined.body(index)
        if lined.lines[lined.firsts[index]].end < stretch.content[1]:
            view.add("cue-on-two-lines", at, f"{name} stands on two lines")
        if stretch.dual == "right" and side != "left":
            view.add("dual-without-partner", at, f"{name} ^ has no speech to stand beside")
        if "^" in body and body[-1] != "^":
            view.add("misplaced-caret", at, f"{quoted(body)} has its caret before the end")
        side = stretch.dual


def _has_speech(lined: Lined, index: int) -> bool:
    after, number = index + 1, lined.firsts[index] + 1
    while after < len(lined.stretches) and lined.stretches[after].kind in _SPEECH:
        if any(not line.body and line.raw != "  " for line in lined.lines[number : lined.firsts[after]]):
            return False
        if lined.stretches[after].kind != "parenthetical":
            return True
        number = lined.firsts[after]
        after += 1
    return False


def _is_sentence(lined: Lined, index: int) -> bool:
    cue = lined.stretches[index].cue
    if cue.extensions or lined.stretches[index].dual == "right" or not has_case(cue.name):
        return False
    name = cue.name
    if name[-1] in '!?…,;-–—"”' or (name[-1] == "." and not _SHORT.search(name)):
        return True
    return len(name.split()) > _MOST_WORDS


def check_lookalikes(view: View, lined: Lined) -> None:
    """Paragraphs of action that look like a cue or a parenthetical."""
    spoken = {speaker(stretch.cue.name) for stretch in lined.stretches if stretch.cue}
    for index, stretch in enumerate(lined.stretches):
        if stretch.kind != "action" or lined.forced(index, "!"):
            continue
        body, at = lined.body(index), stretch.content[0]
        _check_inner_cues(view, lined, index, spoken)
        before = lined.stretches[index - 1].kind if index else None
        if before in ("cue", *_SPEECH) and len(body) <= 200 and _PARENTHETICAL.fullmatch(body):
            view.add("parenthetical-outside-speech", at, f"{quoted(body)} stands apart from the speech above it")
            continue
        if len(body) > _LONGEST_NAME:
            continue
        name, extensions = split_cue(body.rstrip("^ \t"))
        voiced = any(map(is_voice, extensions)) and len(name.split()) <= _MOST_WORDS
        if not name or not (voiced or speaker(name) in spoken) or not has_case(name):
            continue
        if not is_upper(name):
            if lined.below(index) and not lined.above(index):
                view.add("lower-case-cue", at, f"{quoted(body)} is action")
        elif not lined.below(index) and index + 1 < len(lined.stretches):
            if lined.stretches[index + 1].kind == "action":
                view.add("cue-followed-by-blank", at, f"{quoted(body)} is action")


def _check_inner_cues(view: View, lined: Lined, index: int, spoken: Set[str]) -> None:
    """Lines in mid-paragraph that are a speaker's name with text below."""
    for at, body, _, above, below in lined.rows(index):
        if not (above and below) or len(body) > _LONGEST_NAME or at == lined.stretches[index].content[0]:
            continue
        name, extensions = split_cue(body.rstrip("^ \t"))
        voiced = any(map(is_voice, extensions)) and len(name.split()) <= _MOST_WORDS
        if name and has_case(name) and is_upper(name) and (voiced or speaker(name) in spoken):
            view.add("cue-without-blank-before", at, f"{quoted(body)} is action")
