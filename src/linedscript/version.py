"""The version of this software, which a release names: the schemas and the card's wording are that version's."""

VERSION = "0.1.0"
SOFTWARE = f"linedscript {VERSION}"
