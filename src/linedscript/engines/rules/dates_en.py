"""Times that English text names: dates, weekdays, years, clock times, spans of time."""

import re

from linedscript.engines.rules.english import readable
from linedscript.engines.rules.language_en import MONTHS, WEEKDAYS

_MONTH = "|".join(sorted(MONTHS))
_DAY = "|".join(sorted(WEEKDAYS))
_ORDINAL = (
    r"(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|eleventh|twelfth|thirteenth|fourteenth|fifteenth|twentieth)"
)
DATES = re.compile(
    rf"(?<!\w)(?:(?:{_DAY}),?\s+)?(?:(?:{_MONTH})\s+(?:the\s+)?{_ORDINAL}(?:,?\s+\d{{4}})?|(?:the\s+)?{_ORDINAL}\s+of\s+(?:{_MONTH})(?:,?\s+\d{{4}})?)(?!\w)"
    rf"|(?<!\w)(?:{_MONTH})\s+(?:of\s+)?(?:\d{{4}}|['’]\d\d)(?!\w)"
    rf"|(?<!\w)(?:{_DAY})(?:\s+(?:morning|night|afternoon|evening))?(?!\w)"
    r"|(?<![\w$,.#/-])(?:1[5-9]|20)\d\d(?![\w,]|\s+(?:people|years|dollars|miles))"
    r"|(?<!\w)\d{1,2}(?::\d\d)?\s*(?:[ap]\.?m\.?|o['’]clock)(?!\w)",
    re.IGNORECASE,
)
LATER = re.compile(
    r"(?<![\w-])(?:(?:(?:(?:twenty|thirty|forty|fifty)-)?(?:one|two|three|four|five|six|seven|eight|nine)|a|an|ten|twenty|thirty|forty|fifty|several|many|\d+)\s+)(?:minute|hour|day|night|week|month|year)s?\s+(?:later|earlier|ago)(?!\w)",
    re.IGNORECASE,
)


def date_name(date: str) -> str:
    """A date without its article and in ordinary case; a clock time as it stands."""
    date = re.sub(r"^(?:the|The|THE)\s+", "", date)
    return " ".join(date.split()).lower() if date[0].isdigit() else readable(date)


def is_date(text: str, match: re.Match[str]) -> bool:
    """Not the "may" of "may go", the "March" of "March on", nor a person called June."""
    word = match.group().split()[0].rstrip(",").lower()
    return word not in MONTHS or match.group()[0].isupper()
