"""What isn't story in an FDX file, beyond what types say: the title page's parts, and marks of page breaks."""

from collections.abc import Sequence
from itertools import groupby

from linedscript.contacts import found
from linedscript.patterns import Pattern
from linedscript.screenplay.cues import split_cue
from linedscript.screenplay.formats.fdx import Entry
from linedscript.screenplay.headings import LONGEST

_LABEL = Pattern(r"(?:contact|agent|agency|represented by|manager|tel|phone|e-?mail|联系|电话|邮箱|地址)", 2)
_MONTHS = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = (
    rf"\d{{1,4}}[-/. ]\d{{1,2}}[-/. ]\d{{2,4}}|(?:{_ORDINAL} )?{_MONTHS}(?: {_ORDINAL})?,? \d{{4}}|\d{{4}}年.{{0,12}}"
)
_DRAFT = Pattern(
    r"\bWGA|\bdraft\b|\brevis(?:ed|ions?)\b|\bregist(?:ered|ration|ry)\b|©|\(c\) ?\d|\bcopyright\b|"
    rf"稿次|第.{{1,3}}稿|修订|登记号|版权|\A\W*(?:{_DATE})\W*\Z",
    2,
)
_MORE = Pattern(r"\(\s*MORE\s*\)|（续）|\(续\)")
_CONTINUED = Pattern(r"(?:\d{1,4}[A-Z]?\s+)?(?:\(CONTINUED\)|CONTINUED:)(?:\s*\(\d+\))?(?:\s+\d{1,4}[A-Z]?)?")
_AGAIN = Pattern(r"CONT(?:['’`´]?D|INUED|INUING)\.?|续", 2)
_NUMBER = Pattern(r"[-–—]?\s*\d{1,3}[A-Z]?\s*[-–—.]?")
_SPOKEN = frozenset(("cue", "parenthetical", "dialogue", "lyric"))


def sort_title_page(entries: Sequence[Entry]) -> None:
    """Give the paragraphs of the title page their reasons.

    A block of them, between empty ones, is contact details where one of it is or says so; but a centered line is only
    where it is itself. Lines of drafts, dates, registration and copyright are draft lines.
    """
    page = [entry for entry in entries if entry.reason == "title_page"]
    for blank, block in groupby(page, lambda entry: not entry.text.strip()):
        if blank:
            continue
        lines = list(block)
        own = [bool(_LABEL.match(line.text.strip())) or any(True for _ in found(line.text[:LONGEST])) for line in lines]
        reached = any(has and not line.paragraph.centered for has, line in zip(own, lines, strict=True))
        for line, has in zip(lines, own, strict=True):
            if has or (reached and not line.paragraph.centered):
                line.reason = "contact"
            elif _DRAFT.search(line.text[:LONGEST]):
                line.reason = "draft_line"


def mark_page_breaks(entries: Sequence[Entry]) -> None:
    """Mark ``(MORE)``, the same speaker's cue with CONT'D after it, ``CONTINUED:``, and page numbers next to these.

    What follows such a cue goes on the speech before the break. No speech is taken for a mark.
    """
    story = [entry for entry in entries if entry.kind and entry.text.strip()]
    speaker, spoken, broken = "", False, False
    marked: list[int] = []
    for number, entry in enumerate(story):
        body = entry.text.strip() if len(entry.text) <= 200 else ""
        name, extensions = split_cue(body) if entry.kind == "cue" and body else ("", ())
        more = spoken and body.endswith((")", "）")) and bool(_MORE.fullmatch(body))
        if more and entry.kind in ("dialogue", "lyric"):
            more = story[number - 1].kind in ("dialogue", "lyric") and _speaks_on(story, number, speaker)
        if more or ("CONTINUED" in body and entry.kind not in ("dialogue", "lyric") and _CONTINUED.fullmatch(body)):
            marked.append(number)
            broken = broken or more
            entry.kind, entry.reason = None, "continued_mark"
        elif broken and name and name == speaker and any(_AGAIN.fullmatch(part) for part in extensions):
            entry.kind, entry.reason = None, "continued_mark"
            for following in story[number + 1 : number + 2]:
                following.joined = following.kind == "dialogue"
            broken = False
        elif not _page_number(entry):
            speaker = name or speaker
            spoken = entry.kind in _SPOKEN
            broken = False
    for number in marked:
        for near in (number - 1, number + 1):
            if 0 <= near < len(story) and _page_number(story[near]):
                story[near].kind, story[near].reason = None, "page_number"


def _speaks_on(story: Sequence[Entry], number: int, speaker: str) -> bool:
    """Whether the next cue, behind marks of a page break, is the same speaker's with CONT'D."""
    for entry in story[number + 1 : number + 6]:
        if entry.kind == "cue":
            name, extensions = split_cue(entry.text.strip()[:200])
            return name == speaker and any(_AGAIN.fullmatch(part) for part in extensions)
        if not (_page_number(entry) or _CONTINUED.fullmatch(entry.text.strip()[:200])):
            return False
    return False


def _page_number(entry: Entry) -> bool:
    """A number of at most three digits: one with four is a year."""
    return entry.kind == "action" and len(entry.text) < 20 and bool(_NUMBER.fullmatch(entry.text.strip()))
