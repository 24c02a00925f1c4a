"""A film's further sources: its subtitles, a synopsis, the video, page images."""

import msgspec

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256, sha256_text
from linedscript.records.source import Film, Retrieval, Source
from linedscript.screenplay.normalize import NORMALIZER, normalize
from linedscript.sources.adding import NOT_STATED, Facts

KINDS = ("subtitles", "synopsis", "video", "page_images")
_TEXTS = frozenset(("subtitles", "synopsis"))


def attached(film: Film, data: bytes, name: str, kind: str, facts: Facts, bundled: str | None = None) -> Film:
    """The film's row with one more source. Subtitles and synopses are read first: what can't be read isn't attached.

    Raises ``withdrawn-film``, and ``duplicate-source`` where the row has the same bytes or a file of that name.
    """
    if film.withdrawn:
        raise LinedscriptError("withdrawn-film", film.id, f"was withdrawn on {film.withdrawn.date}")
    raw = sha256(data)
    for source in film.sources:
        if source.raw_sha256 == raw or source.file == name:
            same = "bytes" if source.raw_sha256 == raw else "file name"
            raise LinedscriptError("duplicate-source", f"{film.id}: {name}", f"its {source.kind} has the same {same}")
    if kind not in _TEXTS and (facts.encoding or facts.errors != "strict"):
        raise LinedscriptError("wrong-usage", "--encoding, --errors", f"{kind} isn't text", "leave the option away")
    text, format, encoding = _text(data, name, kind, facts)
    source = Source(
        kind=kind,
        file=name,
        provenance=facts.provenance or NOT_STATED,
        retrieval=Retrieval(
            method="bundled" if bundled else "address" if facts.address else "bring_your_own",
            path=bundled,
            address=facts.address,
            archived=facts.archived,
            date=facts.date,
            outcome="retrieved",
        ),
        licence=facts.licence or NOT_STATED,
        raw_sha256=raw,
        normalized_sha256=None if text is None else sha256_text(normalize(text)),
        normalizer=None if text is None else NORMALIZER,
        format=format,
        encoding=encoding,
        errors=facts.errors,
        removal="none",
    )
    return msgspec.structs.replace(film, sources=(*film.sources, source))


def _text(data: bytes, name: str, kind: str, facts: Facts) -> tuple[str | None, str | None, str | None]:
    """The decoded text of a source that is text, its format and its encoding."""
    if kind == "subtitles":
        from linedscript.screenplay.subtitles.read import read_subtitles

        found = read_subtitles(data, name, None, facts.encoding, facts.errors)
        return found.text, found.file.format, found.file.encoding
    if kind == "synopsis":
        from linedscript.screenplay.decode import decode

        decoded = decode(data, name, facts.encoding, facts.errors)
        return decoded.text, None, decoded.encoding
    return None, None, None
