"""The fields of a reading's title page, where its grammar has them."""

from linedscript.screenplay.showing.look import Look

_GRAMMARS = ("fountain/", "markdown/")


def title_page_fields(look: Look) -> list[tuple[str, str]]:
    """Key and value of each field, as written; a value of several lines keeps its line ends as LF."""
    reading = look.reading
    if not any(grammar in reading.source.reader for grammar in _GRAMMARS):
        return []
    regions = [reading.text[slice(*region.source)] for region in reading.removed if region.reason == "title_page"]
    if not regions:
        return []
    from linedscript.screenplay.formats.fountain_cuts import title_fields

    return [(field.key.strip("*_ \t"), field.value) for field in title_fields("".join(regions))]
