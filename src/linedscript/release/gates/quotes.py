"""How much of a script's own text a release repeats."""

import unicodedata
from collections.abc import Iterator, Sequence

from linedscript.patterns import UNSEEN, Pattern
from linedscript.records.release import Defect, QuoteLimit
from linedscript.release.gates.base import FilmRows, Setting, clip
from linedscript.release.tree import DOCUMENTS

GATE = "quote_limit"
_WORD = Pattern(r"[^\W_]+(?:['’][^\W_]+)*")
_CHAR = Pattern(r"[^\W_]")
_QUOTED = Pattern(r"“([^”]*)”|\"([^\"]*)\"|「([^」]*)」|『([^』]*)』|《([^》]*)》")


def tokens(text: str, language: str) -> list[str]:
    """Words without case (English); letters, ideographs and digits one by one (Chinese). A text reads the same in every
    normal form, and with marks that show nothing or without."""
    pattern = _CHAR if language == "zh" else _WORD
    if not text.isascii():
        text = unicodedata.normalize("NFKC", UNSEEN.sub("", text))
    return [match.replace("’", "'").casefold() for match in pattern.findall(text)]


class Script:
    """A film's text as tokens, with an index of its runs."""

    def __init__(self, texts: Sequence[str], language: str, counted: int) -> None:
        self.counted = counted
        self.tokens: list[str] = []
        self.index: dict[tuple[str, ...], list[int]] = {}
        self.covered: set[int] = set()
        for text in texts:
            start = len(self.tokens)
            self.tokens.extend(tokens(text, language))
            for place in range(start, len(self.tokens) - counted + 1):
                self.index.setdefault(tuple(self.tokens[place : place + counted]), []).append(place)

    def longest(self, said: Sequence[str]) -> tuple[int, int]:
        """``(length, start)`` of the longest run of ``said`` that stands in the script; counts what runs cover.

        Runs shorter than ``counted`` are 0 and cover nothing. Where a run stands in several places, the first one of
        the longest counts as covered.
        """
        best = (0, 0)
        place = 0
        while place + self.counted <= len(said):
            length, where = 0, 0
            for start in self.index.get(tuple(said[place : place + self.counted]), ()):
                run = self.counted
                while (
                    place + run < len(said)
                    and start + run < len(self.tokens)
                    and said[place + run] == self.tokens[start + run]
                ):
                    run += 1
                if run > length:
                    length, where = run, start
            if length:
                self.covered.update(range(where, where + length))
                best = max(best, (length, place), key=lambda found: found[0])
                place += length - self.counted + 1
            else:
                place += 1
        return best

    @property
    def share(self) -> float:
        return len(self.covered) / len(self.tokens) if self.tokens else 0.0


def bounds(limit: QuoteLimit, language: str) -> tuple[int, int]:
    """``(longest run, shortest counted run)`` in the language's unit."""
    if language == "zh":
        return limit.zh_chars, min(limit.zh_counted, limit.zh_chars)
    return limit.en_words, min(limit.en_counted, limit.en_words)


def _documents(script: Script, longest: int, unit: str, rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    """What a person reads beside the records; it counts towards no share."""
    for name in DOCUMENTS:
        path = setting.release.root / name
        if path.is_file():
            said = tokens(path.read_text(encoding="utf-8", errors="replace"), rows.film.language)
            length, start = script.longest(said)
            if length > longest:
                yield Defect(
                    gate=GATE,
                    code="text-beyond-limit",
                    file=name,
                    record=None,
                    problem=f"repeats {length} consecutive {unit} of the script of {rows.film.id}: "
                    f"“{clip(' '.join(said[start : start + 8]))}…”",
                    hint=f"at most {longest} are allowed",
                )


def check(rows: FilmRows, setting: Setting) -> Iterator[Defect]:
    """With the script at hand every shared run is measured; without it, what stands in quotation marks."""
    language = rows.film.language
    longest, counted = bounds(setting.manifest.quote_limit, language)
    unit = "characters" if language == "zh" else "words"
    script = Script([scene.text for scene in rows.texts.values()], language, counted) if rows.texts else None
    for layer in rows.lines:
        for name, path, text in rows.said(layer):
            if len(text) < counted:
                continue
            said = tokens(text, language)
            if script is not None:
                length, start = script.longest(said)
                if length > longest:
                    yield rows.defect(
                        GATE,
                        "text-beyond-limit",
                        layer,
                        name,
                        f"{path} repeats {length} consecutive {unit} of the script: "
                        f"“{clip(' '.join(said[start : start + 8]))}…”",
                        f"at most {longest} are allowed; a release names spans, it doesn't quote them",
                    )
            for match in _QUOTED.finditer(text) if len(said) > longest else ():
                length = len(tokens(next(group for group in match.groups() if group is not None), language))
                if length > longest:
                    yield rows.defect(
                        GATE,
                        "quote-too-long",
                        layer,
                        name,
                        f"{path} holds a quotation of {length} {unit}",
                        f"at most {longest} are allowed",
                    )
    if script is not None and script.share > setting.manifest.quote_limit.share:
        yield rows.defect(
            GATE,
            "share-beyond-limit",
            "scenes",
            rows.film.id,
            f"the release repeats {script.share:.1%} of the script in runs of {counted} or more {unit}",
            f"at most {setting.manifest.quote_limit.share:.1%} is allowed (params.yaml, release.quote_limit.share: the "
            "share of a script that all strings of the release may repeat together). Of a very short script much is "
            "repeated: allow a larger share where its licence does, or take the film out: 'linedscript sources "
            f"withdraw {rows.film.id} --reason …'",
        )
    if script is not None:
        yield from _documents(script, longest, unit, rows, setting)
