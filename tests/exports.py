"""The script of a reading, written in other formats as the programs that people use write them."""

import re
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from linedscript.screenplay.read import Reading

_EMPHASIS = re.compile(r"(?<![\\\w])(\*{1,3}|_)(?=\S)(.+?)(?<=[^\s\\])\1(?!\w)|\\([*_])", re.DOTALL)
_STYLES = {"*": ("Italic",), "**": ("Bold",), "***": ("Bold", "Italic"), "_": ("Underline",)}
_KEY = re.compile(r"\s*([^\s:：][^:：]{0,30})[:：][ \t\u3000]*(.*)")


class Item(NamedTuple):
    """One element of a script."""

    kind: str
    text: str
    number: str | None
    """Of a heading."""
    extensions: tuple[str, ...]
    """Of a cue."""
    dual: str | None


class Script(NamedTuple):
    chinese: bool
    front: tuple[tuple[str | None, str], ...]
    """Lines of the title page and of the list of persons, each with its key; null for a line that has none."""
    items: tuple[Item, ...]


def script_of(reading: Reading) -> Script:
    chinese = reading.validation.language == "zh"
    front = [
        line
        for region in reading.removed
        if region.reason in ("title_page", "cast_list")
        for line in _front(reading.text[slice(*region.source)])
    ]
    items = []
    for scene in reading.scenes:
        for element in scene.elements:
            text = scene.text[slice(*element.content)]
            number = scene.heading.number if element.kind == "heading" and scene.heading else None
            if element.kind == "heading" and scene.heading:
                text = scene.heading.text
            extensions = element.cue.extensions if element.cue else ()
            items.append(Item(element.kind, text, number, extensions, element.dual))
    return Script(chinese, tuple(front), tuple(items))


def _front(text: str) -> Iterator[tuple[str | None, str]]:
    for line in text.splitlines():
        if match := _KEY.fullmatch(line):
            yield match.group(1), match.group(2)
        elif line.strip():
            yield None, line.strip()


def styled(text: str, styles: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """Fountain's emphasis as runs of one style each."""
    runs, at = [], 0
    for match in _EMPHASIS.finditer(text):
        runs.append((styles, text[at : match.start()]))
        if match.group(3):
            runs.append((styles, match.group(3)))
        else:
            runs += styled(match.group(2), (*styles, *_STYLES[match.group(1)]))
        at = match.end()
    return [run for run in [*runs, (styles, text[at:])] if run[1]]


def unmarked(text: str) -> str:
    """A text without Fountain's emphasis, as it is printed."""
    return "".join(part for _, part in styled(text))


def title_of(script: Script) -> str:
    titles = [value for key, value in script.front if key and key.strip("*_ ").lower() in ("title", "剧名")]
    return unmarked(titles[0]) if titles else "UNTITLED"


def cue_text(item: Item, chinese: bool) -> str:
    left, right = "（）" if chinese else ("(", ")")
    gap = "" if chinese else " "
    return item.text + "".join(f"{gap}{left}{extension}{right}" for extension in item.extensions)


def printed(script: Script) -> list[Item]:
    """What a printed script shows: sections and synopses are the writer's own, but for acts. Emphasis stays marked."""
    return [
        item
        for item in script.items
        if item.kind != "synopsis" and (item.kind != "section" or re.match(r"ACT |第.{1,3}幕", item.text))
    ]


_FDX_TYPES = {
    "heading": "Scene Heading",
    "action": "Action",
    "cue": "Character",
    "parenthetical": "Parenthetical",
    "dialogue": "Dialogue",
    "lyric": "Lyrics",
    "transition": "Transition",
    "section": "New Act",
    "centered": "Action",
}


def to_fdx(script: Script) -> bytes:
    """Final Draft: every third paragraph in several runs, as an edited file has them; title page and smart type."""
    shown = printed(script)
    body = []
    for dual, group in groupby(enumerate(shown), lambda pair: pair[1].dual is not None):
        paragraphs = [_fdx_paragraph(item, script.chinese, number) for number, item in group]
        opened = ["    <Paragraph>", "      <DualDialogue>"] if dual else []
        body += [*opened, *paragraphs, *(["      </DualDialogue>", "    </Paragraph>"] if dual else [])]
    title = [
        line
        for _, value in script.front
        if value
        for line in (
            '      <Paragraph Alignment="Center" Type="General">',
            f"        <Text>{escape(unmarked(value), quote=False)}</Text>",
            "      </Paragraph>",
        )
    ]
    names = dict.fromkeys(item.text for item in shown if item.kind == "cue")
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>',
            '<FinalDraft DocumentType="Script" Template="No" Version="5">',
            "",
            "  <Content>",
            *body,
            "  </Content>",
            "",
            '  <HeaderAndFooter FooterFirstPage="Yes" FooterVisible="No" HeaderFirstPage="No" HeaderVisible="Yes">',
            "    <Header>",
            '      <Paragraph Alignment="Right" Type="General">',
            '        <DynamicLabel AdornmentStyle="0" Type="Page #"/>',
            "        <Text>.</Text>",
            "      </Paragraph>",
            "    </Header>",
            "  </HeaderAndFooter>",
            "",
            "  <SmartType>",
            "    <Characters>",
            *(f"      <Character>{escape(name, quote=False)}</Character>" for name in names),
            "    </Characters>",
            "    <Extensions>",
            "      <Extension>(V.O.)</Extension>",
            "    </Extensions>",
            "    <Transitions>",
            "      <Transition>CUT TO:</Transition>",
            "    </Transitions>",
            "  </SmartType>",
            "",
            "  <TitlePage>",
            "    <Content>",
            *title,
            "    </Content>",
            "  </TitlePage>",
            "</FinalDraft>",
            "",
        ]
    ).encode()


def _fdx_paragraph(item: Item, chinese: bool, place: int) -> str:
    text = cue_text(item, chinese) if item.kind == "cue" else item.text
    number = f' Number="{escape(item.number)}"' if item.number else ""
    alignment = ' Alignment="Center"' if item.kind == "centered" else ""
    runs = []
    for styles, part in styled(text):
        style = f' Style="{"+".join(styles)}"' if styles else ""
        cut = len(part) // 2 if place % 3 == 0 and not styles else 0
        pieces = [part[:cut], part[cut:]] if cut else [part]
        runs += [f"      <Text{style}>{escape(piece, quote=False)}</Text>" for piece in pieces]
    properties = ['      <SceneProperties Length="1/8" Page="1" Title=""/>'] if item.kind == "heading" else []
    return "\n".join(
        [f'    <Paragraph{alignment}{number} Type="{_FDX_TYPES[item.kind]}">', *properties, *runs, "    </Paragraph>"]
    )


def to_fountain(script: Script) -> bytes:
    """Fountain, with a mark wherever the text alone doesn't say what a line is."""
    out = [f"{key}: {value}" if key else f"    {value}" for key, value in script.front if key or not script.chinese]
    after = ""
    for number, item in enumerate(script.items):
        kind, text = item.kind, item.text
        if kind == "heading":
            forced = not re.match(r"(?:INT|EXT|EST|I/E)[. /]", text)
            text = "." * forced + text + (f" #{item.number}#" if item.number else "")
        elif kind == "cue":
            pair = item.dual == "right"
            text = "@" * (not item.text.isupper()) + cue_text(item, script.chinese) + " ^" * pair
        elif kind == "section":
            text = f"# {text}"
        elif kind == "transition":
            text = f"> {text}"
        elif kind in ("synopsis", "lyric", "centered"):
            text = {"synopsis": f"= {text}", "lyric": f"~{text}", "centered": f"> {text} <"}[kind]
        elif kind == "action":
            text = "!" * (text.split("\n")[0].isupper() or script.chinese or text[0] in ">.@#=~") + text
        close = kind in ("parenthetical", "dialogue", "lyric") and after in (
            "cue",
            "parenthetical",
            "dialogue",
            "lyric",
        )
        out.append(text if close or not number and not script.front else f"\n{text}")
        after = kind
    return ("\n".join(out) + "\n").encode()


def to_markdown(script: Script) -> bytes:
    """Markdown as writers keep scripts in a repository: scenes are headings, cues are bold."""
    out = [f"# {title_of(script)}", ""]
    out += [f"{unmarked(value)}  " for key, value in script.front[1:] if value]
    for item in printed(script):
        item = item._replace(text=unmarked(item.text))
        match item.kind:
            case "heading":
                out += ["", f"## {item.number}. {item.text}" if item.number else f"## {item.text}"]
            case "section":
                out += ["", f"# {item.text}"]
            case "cue":
                left, right = "（）" if script.chinese else ("(", ")")
                extensions = "".join(f" {left}{extension}{right}" for extension in item.extensions)
                out += ["", f"**{item.text}**{extensions}  "]
            case "parenthetical":
                out.append(f"*{item.text}*  ")
            case "dialogue" | "lyric":
                out += [f"{line}  " for line in item.text.split("\n")]
            case "transition":
                out += ["", f"> {item.text}"]
            case _:
                out += ["", item.text]
    return ("\n".join(out) + "\n").encode()


_SITE = "The Script Shelf"


def to_html(script: Script, page: str | None = None) -> bytes:
    """A script site's page. ``page``: an indented plain text, shown in ``<pre>`` with headings and cues in bold;
    null: each element is a paragraph with a class."""
    title = escape(title_of(script))
    main = _pre(page) if page is not None else _paragraphs(script)
    language = "zh" if script.chinese else "en"
    return f"""<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<title>{title} - {_SITE}</title>
<style>p.character {{ margin-left: 22ex; }}</style>
<script>var shelf = "<p>not a paragraph</p>";</script>
</head>
<body>
<table width="99%"><tr><td><a href="/">{_SITE}</a></td>
<td><a href="/all">All scripts</a> | <a href="/a-z">A to Z</a> | <a href="/search">Search</a></td></tr></table>
{main}
<table width="85%"><tr><td><h1>{title}</h1><b>Writers</b> : <a href="/writer/1">A. Writer</a><br>
<b>Genres</b> : <a href="/genre/drama">Drama</a><br><a href="/comments">Read all user comments</a></td></tr></table>
<div class="footer">Index | Submit | Links | Advertise | Contact | Privacy policy</div>
</body>
</html>
""".encode()


def _pre(page: str) -> str:
    lines = []
    for line in page.replace("\f", "").split("\n"):
        text = escape(line, quote=False)
        bold = line.strip() and line.strip().isupper()
        lines.append(f"<b>{text}\n</b>" if bold else f"{text}\n")
    return '<table><tr><td class="scrtext"><pre>' + "".join(lines) + "</pre></td></tr></table>"


_CLASSES = {"heading": "scene-heading", "cue": "character", "lyric": "lyrics", "section": "act"}
_TAGS = {"Italic": "i", "Bold": "b", "Underline": "u"}


def _paragraphs(script: Script) -> str:
    front = "\n".join(f"<p>{escape(unmarked(value))}</p>" for _, value in script.front if value)
    out = ['<article class="screenplay">', f'<div class="title-page">\n{front}\n</div>']
    for dual, sides in groupby(printed(script), lambda item: item.dual is not None):
        out += ['<div class="dual-dialogue">'] if dual else []
        for side, items in groupby(sides, lambda item: item.dual):
            paragraphs = [_paragraph(item, script.chinese) for item in items]
            out += [f'<div class="{side}">', *paragraphs, "</div>"] if dual else paragraphs
        out += ["</div>"] if dual else []
    return "\n".join([*out, "</article>"])


def _paragraph(item: Item, chinese: bool) -> str:
    text = cue_text(item, chinese) if item.kind == "cue" else item.text
    inner = "".join(_tagged(styles, part) for styles, part in styled(text)).replace("\n", "<br>\n")
    return f'<p class="{_CLASSES.get(item.kind, item.kind)}">{inner}</p>'


def _tagged(styles: Sequence[str], text: str) -> str:
    text = escape(text, quote=False).replace("\u2019", "&rsquo;").replace("\u2026", "&hellip;")
    for style in styles:
        text = f"<{_TAGS[style]}>{text}</{_TAGS[style]}>"
    return text
