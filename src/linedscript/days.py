"""Days as ``2026-11-29``: the calendar's, which a pattern can't tell."""

from datetime import date


def is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
