"""Table A1 counts a film once in each of its genres."""

from types import SimpleNamespace

from linedscript.tables.genres import genres


def test_every_format_says_films_and_only_the_total_says_slots():
    films = [SimpleNamespace(id="en-0001", language="en", parent_genres=("Drama", "Mystery"))]
    table = genres(SimpleNamespace(films=films, languages=("en",)))
    assert [(column.name, column.head) for column in table.columns[:2]] == [("genre", "Genre"), ("films", "Films")]
    assert (table.rows[-1][0].value, table.rows[-1][1].value) == ("All slots", 2)
