"""Short ways to make and read subtitles in tests."""

from linedscript.screenplay.subtitles.read import Subtitles, read_subtitles


def srt(*texts: str, end: str = "\n") -> str:
    """A cue of one second for each text, every two seconds."""
    cues = [
        f"{number}\n00:00:{2 * number:02},000 --> 00:00:{2 * number + 1:02},000\n{text}\n"
        for number, text in enumerate(texts, 1)
    ]
    return "\n".join(cues).replace("\n", end)


def subtitles(text: str | bytes, **options) -> Subtitles:
    data = text.encode() if isinstance(text, str) else text
    return read_subtitles(data, "film.srt", **options)


def only(text: str):
    """The one cue of this content."""
    (cue,) = subtitles(srt(text)).cues
    return cue


def partitioned(found: Subtitles) -> bool:
    """Cues and removed regions rebuild the text, and pieces every cue's content, nothing twice."""
    ranges = sorted([cue.source for cue in found.cues] + [region.source for region in found.removed])
    at = 0
    for low, high in ranges:
        if low != at or high <= low:
            return False
        at = high
    for cue in found.cues:
        inner = cue.content[0]
        for piece in cue.pieces:
            if piece.source[0] != inner or piece.source[1] <= inner:
                return False
            inner = piece.source[1]
        if inner != cue.content[1] or not cue.source[0] <= cue.content[0] <= cue.content[1] <= cue.source[1]:
            return False
    return at == len(found.text)
