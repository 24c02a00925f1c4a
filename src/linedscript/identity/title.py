"""The forms under which a film's title can show: as written, without its article, and as a slug."""

import re
import unicodedata

from linedscript.records.base import Language
from linedscript.records.identity import TitleForm

PLACEHOLDER: dict[Language, str] = {"en": "[title]", "zh": "〔片名〕"}
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=\S+\s+\S)", re.IGNORECASE)


def title_forms(film: str, language: Language, title: str, others: tuple[str, ...]) -> list[TitleForm]:
    """The forms to remove, the longest first. ``others`` come from the source index."""
    surfaces: dict[str, str] = {}
    for form in (title, *others):
        form = form.strip()
        core = _ARTICLE.sub("", form)
        for surface in (form, core, *slugs(form), *slugs(core)):
            if surface:
                surfaces.setdefault(surface.casefold(), surface)
    ordered = sorted(surfaces.values(), key=lambda surface: (-len(surface), surface))
    return [
        TitleForm(id=f"title-{number:02d}", film=film, surface=surface, replacement=PLACEHOLDER[language])
        for number, surface in enumerate(ordered, 1)
    ]


def slugs(title: str) -> list[str]:
    """File-name forms: words joined by ``-``, ``_`` or nothing, an apostrophe dropped or taken for a blank.

    None for one word, which its own form covers, nor for a joined form under eight letters, which may be a word.
    """
    found = []
    plain = "".join(char for char in unicodedata.normalize("NFKD", title.casefold()) if not unicodedata.combining(char))
    for text in (re.sub(r"['’]", "", plain), re.sub(r"['’]", " ", plain)):
        words = re.findall(r"[^\W_]+", text)
        if len(words) > 1:
            found += ["-".join(words), "_".join(words)]
            if len("".join(words)) >= 8:
                found.append("".join(words))
    return list(dict.fromkeys(found))
