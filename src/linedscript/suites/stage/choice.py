"""Whether a question offers its answer among others."""

import re

from linedscript.patterns import Pattern
from linedscript.records.item import Item
from linedscript.suites.stage.answers import Names, normalized

_CHOICE = {"en": Pattern(r"\b(?:or|which|these)\b", re.IGNORECASE), "zh": Pattern(r"还是|或|哪|[两三几]件事|其中")}


def is_choice(item: Item) -> bool:
    """Then no passage can answer it by holding the answer."""
    return item.answer.rstrip(".。").casefold() in item.question.casefold()


def offers(item: Item, names: Names) -> bool:
    """Whether a question that holds its answer offers it among others: by a word of choosing, or beside a name."""
    if not is_choice(item):
        return False
    named = {token for token in normalized(item.question, names) if token.startswith("e:")}
    return len(named) > 1 or bool(_CHOICE[item.language].search(item.question))
