"""Table A6 and answer lengths of Task II."""

from linedscript.records.item import CATEGORIES
from linedscript.tables.corpus import LANGUAGES, Corpus, counted, refs
from linedscript.tables.model import Cell, Column, Table, sums
from linedscript.tables.summary import cells, columns


def answer_length(text: str, language: str) -> int:
    """Words between blanks in English, characters that aren't blank in Chinese (stage.txt, Task II answers)."""
    return sum(not char.isspace() for char in text) if language == "zh" else len(text.split())


def task_ii_categories(corpus: Corpus) -> Table:
    """Questions by category and language; a category without questions has its row."""
    items = list(corpus.all("items"))
    rows = []
    for category in CATEGORIES:
        found = [item for item in items if item.category == category]
        rows.append((Cell(category), *counted(corpus, "items", found)))
    return Table(
        "task_ii_categories",
        "Task II questions by category.",
        (
            Column("category", "Category", "text"),
            Column("items", "Questions", "count"),
            *(Column(language, LANGUAGES[language], "count") for language in corpus.languages),
        ),
        (*rows, sums("All categories", rows)),
        f"n = {len(items)} questions",
        total=True,
    )


def answer_lengths(corpus: Corpus) -> Table:
    """Reference answers in the unit that suits the language: the two aren't comparable."""
    items = list(corpus.all("items"))
    rows = []
    for language in corpus.languages:
        found = [item for item in items if item.language == language]
        rows.append(
            (
                Cell(LANGUAGES[language]),
                Cell("characters" if language == "zh" else "words"),
                Cell(len(found), refs("items", found)),
                *cells([answer_length(item.answer, language) for item in found], refs("items", found)),
            )
        )
    return Table(
        "answer_lengths",
        "Length of Task II reference answers.",
        (
            Column("language", "Language", "text"),
            Column("unit", "Unit", "text"),
            Column("items", "Questions", "count"),
            *columns(""),
        ),
        tuple(rows),
        f"n = {len(items)} questions",
        total=False,
    )
