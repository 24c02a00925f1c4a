"""Whether a question offers its answer among others."""

from linedscript.records.item import Item


def is_choice(item: Item) -> bool:
    """Then no passage can answer it by holding the answer."""
    return item.answer.rstrip(".。").casefold() in item.question.casefold()
