"""Contact details in text: mail and web addresses, telephone numbers, accounts, street addresses."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

WEB = r"https?://|www\."
"""How a web address begins that says so."""
WEB_ADDRESS = rf"(?:{WEB})\S+"
SITES = r"com|net|org|co\.uk|info"
"""Ends of the bare names of script sites."""
MAIL = r"(?<![\w.+-])[\w.+-]+@[\w-]+\.\w+"
"""A mail address on a title page or behind the end, where nothing else has the sign."""
LOCAL_NUMBER = r"\b\d{3}-\d{4}\b"
AREA_NUMBER = r"\(\d{3}\) ?\d{3}"
"""How 555-0142 and (212) 555-0142 are written: the latter's beginning."""
NUMBER_WORDS = "zero|oh|one|two|three|four|five|six|seven|eight|nine"
_DIGIT_WORD = rf"(?:{NUMBER_WORDS})"
_LINES = "(?:tel|phone|telephone|fax|mobile|cell|call)"
_SEP = r"[\s,.;–—-]+"
_HAN_DIGIT = "〇零一二三四五六七八九幺"
TOP_LEVEL = "(?:com|net|org|edu|gov|info|biz|io|ai|app|dev|tv|me|co|cn|hk|tw|uk|us|ca|au|de|fr|jp|ru|eu)"
_AT = rf"(?:\s?@\s?|\s?[\[({{<]\s?(?:at|@)\s?[\])}}>]\s?|\s+at\s+(?=(?:[\w-]+\s+dot\s+)+{TOP_LEVEL}\b))"
_DOT = r"(?:\s?\.\s?|\s?[\[({<]\s?(?:dot|\.)\s?[\])}>]\s?|\s+dot\s+)"
_NAME = r"[^\W_](?:[\w-]*[^\W_])?"
_BEFORE, _AFTER = r"(?<![A-Za-z0-9_.-])(?<!\d[年月/])", r"(?![A-Za-z0-9_]|[-.]\d)"
_LINKED = r"[\s.·–-]"
_HANDLE = r"[A-Za-z][A-Za-z0-9_-]{4,}"
_SAYS = r"(?:\s*(?:号码|号|群号|群|ID|id|is|是|为)){0,2}\s*[:]?\s*"
_ROADS = (
    "Street|St\\.|Avenue|Ave\\.?|Road|Rd\\.?|Boulevard|Blvd\\.?|Lane|Ln\\.?|Drive|Dr\\.|Court|Ct\\.|Place|Pl\\.|"
    "Terrace|Parkway|Highway|Hwy\\.?"
)


@cache
def patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """``(kind, pattern)`` over NFKC text; compiled at the first use, which the start of a command needn't wait for."""
    return (
        ("e-mail", re.compile(rf"(?<![\w.%+-])[\w.%+-]*\w(?i:{_AT}){_NAME}(?:(?i:{_DOT}){_NAME})+")),
        ("web-address", re.compile(rf"(?<![a-z0-9]){WEB_ADDRESS}", re.IGNORECASE)),
        (
            "web-address",
            re.compile(rf"(?<![A-Za-z0-9_@.-])(?:[a-z0-9][a-z0-9-]*\.)+{TOP_LEVEL}(?:/\S*)?(?![A-Za-z0-9-])"),
        ),
        (
            "phone",
            re.compile(
                rf"{_BEFORE}(?:"
                rf"(?:\+?\d{{1,3}}{_LINKED}?)?(?:\(\d{{2,4}}\)\s?|\d{{2,4}}{_LINKED})\d{{3,4}}{_LINKED}\d{{4}}"
                r"|\d{3}[-.·–]\d{4}"  # 555-0142
                r"|[2-9]\d{2}[2-9]\d{6}"  # 2125550142
                # +44 20 7946 0958; a service line; mobile and other numbers in China
                r"|(?:\+|00)\d[\d\s().-]{7,}\d"
                r"|0\d{3,4}\s\d{6}|0\d{4}\s\d{3}\s?\d{3}|0\d{10}|0\d{2}\s\d{4}\s\d{4}"  # 01632 960983, 07700 900123
                rf"|(?:\+?86{_LINKED}?)?1[3-9]\d(?:(?:{_LINKED}?\d{{4}}){{2}}|{_LINKED}?\d{{5}}{_LINKED}?\d{{3}})"
                r"|\(0\d{2,3}\)\s?\d{7,8}|0\d{2,3}[\s-]?\d{7,8}|0\d{2,3}[\s-]\d{4}\s\d{3,4}"
                r"|[48]00[\s-]?\d{3}[\s-]?\d{4}|[48]00[\s-]?\d{4}[\s-]?\d{3}"
                rf"){_AFTER}"
            ),
        ),
        (
            "phone",
            re.compile(
                rf"(?i:(?<![a-z]){_LINES}\b\.?|电话|手机|致电|传真)(?:\s*(?i:no\.?|number|号码|号))?"
                r"\s*[:是]?\s*(\+?[\d(][\d\s().-]{4,}\d)"
            ),
        ),
        ("phone", re.compile(rf"(?<![a-z]){_DIGIT_WORD}(?:{_SEP}{_DIGIT_WORD}){{6,}}(?![a-z])", re.IGNORECASE)),
        ("phone", re.compile(rf"[{_HAN_DIGIT}0-9][{_HAN_DIGIT}\s、,-]{{5,}}[{_HAN_DIGIT}0-9]")),
        ("account", re.compile(rf"(?<![A-Za-z])(?:QQ|qq|Q Q|扣扣){_SAYS}[1-9]\d{{4,11}}(?!\d)")),
        (
            "account",
            re.compile(
                rf"(?:微信|威信|加微|(?<![A-Za-z])(?:WeChat|wechat|weixin|Weixin|WX|wx|VX|vx)){_SAYS}"
                rf"(?:{_HANDLE}\d[\w-]*|{_HANDLE}[_-]\w+|wxid_\w+|1[3-9]\d{{9}})"
            ),
        ),
        (
            "account",
            re.compile(rf"(?:微信|微博|抖音|小红书|WeChat|Weibo|Instagram|Twitter|Telegram){_SAYS}[:@]\s*@?{_HANDLE}"),
        ),
        ("account", re.compile(r"(?<![A-Za-z0-9_@./-])@[A-Za-z][A-Za-z0-9_]{3,}(?![@.-]?[A-Za-z0-9_])")),
        (
            "street-address",
            re.compile(rf"(?<![A-Za-z0-9])\d{{1,5}}[A-Za-z]?\s+(?:(?:[A-Z][\w'’.-]*|of|the)\s+){{1,4}}(?:{_ROADS})(?![\w'’])"),
        ),
        ("street-address", re.compile(r"(?<![a-z])P\.?\s?O\.?\s?Box\s+\d+", re.IGNORECASE)),
        ("street-address", re.compile(r"\b[A-Z][a-z]+,\s[A-Z]{2}\s\d{5}(?:-\d{4})?\b")),
        (
            "street-address",
            re.compile(r"[\u4e00-\u9fff]{1,8}(?:路|街|大道|巷|胡同|弄)\s?[\d〇一二三四五六七八九十百]+\s?号"),
        ),
    )  # fmt: skip


@cache
def _perhaps() -> re.Pattern[str]:
    """What every pattern needs one of; most text has none."""
    return re.compile(
        rf"@|\bat\b|\d{{2}}|{WEB}|\.{TOP_LEVEL}\b|P\.?\s?O\.?\s?Box|\b{_DIGIT_WORD}{_SEP}{_DIGIT_WORD}\b"
        rf"|\d[A-Za-z]?\s|[{_HAN_DIGIT}十百]{{2}}|号|微信|微博|抖音|小红书|wechat|weibo|instagram|twitter|telegram|[vw]x",
        re.IGNORECASE,
    )


def found(text: str) -> Iterator[tuple[str, str]]:
    """``(kind, matched text)`` of every contact detail in a text; full-width signs are read as plain ones."""
    text = text if text.isascii() else unicodedata.normalize("NFKC", text)
    if _perhaps().search(text) is None:
        return
    for kind, pattern in patterns():
        for match in pattern.finditer(text):
            yield kind, match[0].strip()


@cache
def _likely() -> re.Pattern[str]:
    """What a mail or web address and a telephone number in ASCII need one of: more than a year or a room's number."""
    return re.compile(
        r"@|\bat\s?[\])}>]|\bdot\b|://|www\.|\.[a-z]{2,4}(?![a-z0-9])|\d(?:\W*\d){6}|\d[\s,-]{5}|(?:\+|00)\d|"
        rf"(?<![a-z]){_LINES}\b|(?<![a-z]){_DIGIT_WORD}{_SEP}{_DIGIT_WORD}\b",
        re.IGNORECASE,
    )


def spans(text: str) -> list[tuple[int, int]]:
    """Where mail and web addresses and telephone numbers stand, sorted and disjoint."""
    plain = text
    if not text.isascii():
        folded = unicodedata.normalize("NFKC", text)
        plain = folded if len(folded) == len(text) else text
    if (plain.isascii() and _likely().search(plain) is None) or _perhaps().search(plain) is None:
        return []
    out: list[tuple[int, int]] = []
    for start, end in sorted(
        match.span(pattern.groups and 1)
        for kind, pattern in patterns()
        if kind in ("e-mail", "web-address", "phone")
        for match in pattern.finditer(plain)
    ):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out
