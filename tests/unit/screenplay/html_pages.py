"""Small web pages for tests."""

from html import escape

NAV = '<div class="nav"><a href="/">HOME</a> | <a href="/a-z">A TO Z</a> | <a href="/scripts">ALL SCRIPTS</a></div>'
FOOT = '<div class="footer">Contact us | Privacy | Links</div>'
LINES = (
    "INT. MILL - NIGHT",
    "",
    "Dust & <flour>.",
    "",
    "                    ANN",
    "          Who's there?",
    "",
    "                    BEN",
    "               (low)",
    '          "Nobody."',
    "",
    "EXT. RIVER - DAY",
    "",
    "Ann runs.",
)


def page(body: str, head: str = "") -> str:
    return (
        f"<!DOCTYPE html>\n<html><head><title>INT. TITLE - DAY</title>{head}</head>\n<body>\n{body}\n</body></html>\n"
    )


def site(main: str) -> str:
    """A script within a site's page."""
    return page(f"{NAV}\n<table><tr><td>{main}</td></tr></table>\n{FOOT}")


def pre(lines: tuple[str, ...] = LINES) -> str:
    """Headings and cues in bold, which takes in the line end, as script sites have it."""
    out = [
        f"<b>{escape(line)}\n</b>" if line.strip() and line == line.upper() else f"{escape(line)}\n" for line in lines
    ]
    return "".join(out)


def broken(lines: tuple[str, ...] = LINES) -> str:
    """Lines ended by ``<br>`` and set in by ``&nbsp;``."""
    return "<br>\n".join("&nbsp;" * (len(line) - len(line.lstrip())) + escape(line.lstrip()) for line in lines)
