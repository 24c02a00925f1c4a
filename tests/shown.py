"""Ways to show a text in tests."""

from html.parser import HTMLParser
from pathlib import Path

from linedscript.screenplay.showing.look import Look, look_at

_EMPTY = frozenset(("meta", "input", "link", "br", "hr", "img"))


def look(folder: Path, text: str | bytes, name: str = "script.fountain", **options) -> Look:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return look_at(path, **options)


class Page(HTMLParser):
    """What a page holds, as a parser sees it. Every element that is opened has to be closed in its order."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.source: list[str] = []
        """The texts of the source, in order."""
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rest: list[str] = []
        """Other text."""
        self._open: list[tuple[str, bool]] = []
        self.feed(page)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.append((tag, values))
        if tag not in _EMPTY:
            inside = bool(self._open) and self._open[-1][1]
            self._open.append((tag, inside or "t" in (values.get("class") or "").split()))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        (self.source if self._open and self._open[-1][1] else self.rest).append(data)

    def all(self, name: str) -> list[dict[str, str | None]]:
        """The attributes of every element of this class."""
        return [values for _, values in self.tags if name in (values.get("class") or "").split()]

    def count(self, tag: str) -> int:
        return sum(one == tag for one, _ in self.tags)
