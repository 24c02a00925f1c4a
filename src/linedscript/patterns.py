"""Regular expressions that are compiled at their first use."""

import re
from typing import Any


class Pattern:
    """A compiled regular expression, but compiled when it is first asked for something.

    Compiling takes longer than importing the module around it, and a command needs few of the expressions that the
    modules behind it hold: those of one language, of one format, of none where its input is missing.
    """

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        """An attribute of the ``re.Pattern``; kept, so that it is looked up here once."""
        value = getattr(re.compile(*self._source), name)
        setattr(self, name, value)
        return value


UNSEEN = Pattern("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
"""Characters that show nothing: soft hyphens, zero-width and bidirectional marks."""
