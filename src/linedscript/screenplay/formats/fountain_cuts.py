"""What isn't story text in Fountain: boneyard, notes, title page, page breaks."""

from linedscript.patterns import Pattern
from linedscript.screenplay.headings import SLUG
from linedscript.screenplay.kept import Cut, whole_lines
from linedscript.screenplay.lines import split_lines

_BONE = Pattern(r"/\*|\*/")
_NOTE = Pattern(r"\[\[|\]\]|(?>\r\n|\r|\n)[ \t]?(?=\r|\n)")
_BREAK = Pattern(r"[ \t]*={3,}[ \t]*")
_KEY = Pattern(r"[ \t\u3000]*(?P<key>[^\s:：.!@>#=~(\[][^:：\r\n]{0,30}?)[ \t]*[:：](?P<value>.*)")
KEYS = frozenset(
    (
        "title|credit|author|authors|source|notes|draft|draft date|date|contact|copyright|revision|episode|format|"
        "written by|writer|writers|director|company|version|contact info|agent|phone|email|e-mail|address|font|"
        "language|project|status|website|subtitle|series|season|"
        "标题|片名|剧名|作者|编剧|版权|联系|联系方式|联系电话|电话|邮箱|地址|日期|稿次|版本|来源|署名|导演|备注|"
        "タイトル|題名|作者|著者|連絡先|название|автор|авторы|источник|контакты|дата|заголовок"
    ).split("|")
)


def bare(key: str) -> str:
    """A title-page key as it is compared: no emphasis, small letters."""
    return key.strip("*_ \t\u3000").lower()


def boneyards(text: str) -> list[Cut]:
    """``/* … */``, nested ones with their outermost marks. A mark without its partner is text."""
    cuts, opened = [], []
    for match in _BONE.finditer(text):
        if match.group() == "/*":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            while cuts and cuts[-1][0] > start:
                cuts.pop()
            cuts.append((start, match.end()))
    return [Cut(*whole_lines(text, start, end), "boneyard") for start, end in cuts]


def notes(text: str) -> list[Cut]:
    """``[[ … ]]``. A blank line ends an open note, unless it holds two spaces or more."""
    cuts, opened = [], None
    for match in _NOTE.finditer(text):
        mark = match.group()
        if mark == "[[":
            opened = match.start() if opened is None else opened
        elif mark == "]]" and opened is not None:
            cuts.append(Cut(*whole_lines(text, opened, match.end()), "note"))
            opened = None
        elif mark != "]]":
            opened = None
    return cuts


def title_page(text: str) -> list[Cut]:
    """Lines of ``Key: value`` at the top with their indented continuations, through the blank lines that follow.

    Blank lines between keys that are known are part of it (exporters write them). A first line such as ``FADE IN:``
    or a forced element opens no title page: one of the first block's keys has to be known.
    """
    lines = split_lines(text)
    at = next((number for number, line in enumerate(lines) if line.body), len(lines))
    stop, known, first = 0, False, True
    while at < len(lines):
        if not lines[at].body:
            at += 1
            continue
        begin, keys = at, []
        while at < len(lines) and lines[at].body:
            match = _KEY.fullmatch(lines[at].raw)
            if (
                match
                and not SLUG.match(lines[at].body)
                and not (keys and keys[-1] is None and lines[at].indent > lines[begin].indent)
            ):
                keys.append(bare(match.group("key")))
            elif not (keys and lines[at].indent > lines[begin].indent):
                break
            at += 1
        whole = at == len(lines) or not lines[at].body
        fits = bool(keys) and (any(key in KEYS for key in keys) if first else all(key in KEYS for key in keys))
        if not fits or not whole:
            break
        known, first = True, False
        while at < len(lines) and not lines[at].body:
            at += 1
        stop = lines[at - 1].stop
    return [Cut(0, stop, "title_page")] if known else []


def page_breaks(text: str) -> list[Cut]:
    """Lines of three ``=`` or more."""
    return [
        Cut(*whole_lines(text, line.start, line.end), "page_break")
        for line in split_lines(text)
        if line.body and _BREAK.fullmatch(line.raw)
    ]
