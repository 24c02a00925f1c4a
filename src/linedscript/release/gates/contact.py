"""Contact details in any text of a record: mail and web addresses, telephone numbers, street addresses."""

import re
from collections.abc import Iterator
from functools import cache

from linedscript.records.release import Defect
from linedscript.release.gates.base import FilmRows, Setting, clip

GATE = "contact"

_DIGIT_WORD = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_SEP = r"[\s,.;–—-]+"


@cache
def patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """``(kind, pattern)``; compiled at the first use, which the start of a command needn't wait for."""
    return (
        ("e-mail", re.compile(r"[A-Za-z0-9._%+-]+\s?(?:@|＠|\[at\]|\(at\))\s?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")),
        ("web-address", re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)),
        (
            "phone",
            re.compile(
                r"(?<![A-Za-z0-9_.-])(?:"
                r"(?:\+?\d{1,3}[\s.-]?)?(?:\(\d{2,4}\)\s?|\d{2,4}[\s.-])\d{3,4}[\s.-]\d{4}"  # (212) 555-0142
                r"|\d{3}[-.]\d{4}"  # 555-0142
                r"|\+\d[\d\s().-]{7,}\d"  # +44 20 7946 0958
                r"|1[3-9]\d{9}|1[3-9]\d[\s-]\d{4}[\s-]\d{4}"  # a mobile number in China
                r"|0\d{2,3}[\s-]?\d{7,8}"  # a landline in China
                r")(?![A-Za-z0-9_-])"
            ),
        ),
        ("phone", re.compile(rf"\b{_DIGIT_WORD}(?:{_SEP}{_DIGIT_WORD}){{6,}}\b", re.IGNORECASE)),
        (
            "phone",
            re.compile(
                r"[〇零一二三四五六七八九幺０-９][〇零一二三四五六七八九幺０-９\s、，,-]{5,}[〇零一二三四五六七八九幺０-９]"
            ),
        ),
        (
            "street-address",
            re.compile(
                r"\b\d{1,5}[A-Za-z]?\s+(?:(?:[A-Z][\w'’.-]*|of|the)\s+){1,4}"
                r"(?:Street|St\.|Avenue|Ave\.?|Road|Rd\.?|Boulevard|Blvd\.?|Lane|Ln\.?|Drive|Dr\.|Court|Ct\.|Place|Pl\.|"
                r"Terrace|Parkway|Highway|Hwy\.?)(?![\w'’])"
            ),
        ),
        ("street-address", re.compile(r"\bP\.?\s?O\.?\s?Box\s+\d+", re.IGNORECASE)),
        ("street-address", re.compile(r"\b[A-Z][a-z]+,\s[A-Z]{2}\s\d{5}(?:-\d{4})?\b")),
        (
            "street-address",
            re.compile(r"[\u4e00-\u9fff]{1,8}(?:路|街|大道|巷|胡同|弄)\s?[\d〇一二三四五六七八九十百]+\s?号"),
        ),
    )


@cache
def _perhaps() -> re.Pattern[str]:
    """What every pattern needs one of; most text has none."""
    return re.compile(
        rf"[@＠]|\[at\]|\(at\)|\d|https?://|www\.|P\.?\s?O\.?\s?Box|\b{_DIGIT_WORD}{_SEP}{_DIGIT_WORD}\b"
        r"|[〇零一二三四五六七八九幺十百０-９]{2}|号",
        re.IGNORECASE,
    )


def found(text: str) -> Iterator[tuple[str, str]]:
    """``(kind, matched text)`` of every contact detail in a text."""
    if _perhaps().search(text) is None:
        return
    for kind, pattern in patterns():
        for match in pattern.finditer(text):
            yield kind, match[0].strip()


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    allowed = set(setting.manifest.contact_allowed)
    for layer in rows.lines:
        for name, path, text in rows.said(layer):
            if len(text) < 6 or path == "id":
                continue
            for kind, matched in found(text):
                if matched not in allowed:
                    yield rows.defect(
                        GATE,
                        kind,
                        layer,
                        name,
                        f"{path} holds “{clip(matched)}”",
                        "patch the record; a story's own invented address goes into release.contact_allowed in params",
                    )
