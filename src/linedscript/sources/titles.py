"""A script's title and language, read off the script for the person who adds it."""

import re

from linedscript.contacts import found
from linedscript.records.base import Language
from linedscript.screenplay import emphasis
from linedscript.screenplay.formats.plain_headings import plain_heading
from linedscript.screenplay.read import Reading

_TITLE = re.compile(r"\s*(?:title|剧名|片名|标题|电影名)\s*[:：]\s*(.*)", re.IGNORECASE)
_KEY = re.compile(r"\s*[^\W\d_][\w ]{0,19}(?::(?:\s|$)|：)")
"""Another key of a title page, indented or not."""
_OTHERS = re.compile(
    r"(?:(?:an? |the )?(?:original )?"
    r"(?:written|screenplay|script|story|teleplay|adapted|based|directed|produced|revised|draft)\b.*|"
    r"by\b.*|(?:编剧|作者|导演|原著|人物表).*|[\W\d_]*)",
    re.IGNORECASE,
)
"""What stands on a title page beside the title."""
_MARKED = re.compile(r"([*_]+)(.+?)([*_]+)", re.DOTALL)
_LONGEST = 80
_KANA = re.compile(r"[\u3040-\u30ff]")


def title_page(reading: Reading) -> str:
    """What the reader took for the title page: above the first scene, but for Final Draft, which stores it last."""
    first = min((segment.source for segment in reading.scenes[0].segments), default=0)
    last = len(reading.text) if "fdx/" in reading.source.reader else first
    return "".join(
        reading.text[region.source[0] : region.source[1]]
        for region in reading.removed
        if region.reason == "title_page" and region.source[1] <= last
    )


def title_of(page: str) -> str | None:
    """The title on a title page, without emphasis marks: what its key says, else its first line that may be one.

    A title of several lines, indented more than its key, is joined by blanks; no contact detail gets into it.
    """
    lines = page.removeprefix("\ufeff").splitlines()[:60]
    for number, line in enumerate(lines):
        if match := _TITLE.fullmatch(emphasis.plain(line)):
            margin = _margin(line)
            parts = [match.group(1)]
            for more in lines[number + 1 :]:
                if _margin(more) <= margin or not more.strip() or _KEY.match(more) or any(found(more)):
                    break
                parts.append(more)
            return _plain(" ".join(filter(None, map(_plain, parts))))
    solid = (line for line in lines if line.strip() and not _OTHERS.fullmatch(_plain(line) or ""))
    line = next(solid, "")
    if not line or len(line.strip()) > _LONGEST or _KEY.match(line) or any(found(line)) or plain_heading(line.strip()):
        return None
    return _plain(line)


def guess_language(text: str) -> Language:
    """Chinese where more than a third of the letters are Chinese characters, and kana is no part of them."""
    letters = [char for char in text if char.isalpha()]
    wide = sum("\u3400" <= char <= "\u9fff" for char in letters)
    return "zh" if wide * 3 > len(letters) and not _is_japanese(text, wide) else "en"


def is_known(text: str) -> bool:
    """Whether at least half of the letters are Latin or Chinese, and it isn't Japanese."""
    letters = [char for char in text if char.isalpha()]
    wide = sum("\u3400" <= char <= "\u9fff" for char in letters)
    return 2 * (sum(char <= "\u024f" for char in letters) + wide) >= len(letters) and not _is_japanese(text, wide)


def _is_japanese(text: str, wide: int) -> bool:
    kana = len(_KANA.findall(text))
    return kana * 10 > wide and kana > 0


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def unmarked(title: str) -> str:
    """A title that somebody gives, without the marks of emphasis around the whole of it: ``_**ERRATA**_``."""
    title = title.strip()
    while (match := _MARKED.fullmatch(title)) and match[1] == match[3][::-1]:
        title = match[2].strip()
    return title


def _plain(text: str) -> str | None:
    """As it is read. What is marked over several lines has marks without a partner at its ends."""
    return emphasis.plain(text).strip(' \t\u3000#*_《》"“”') or None
