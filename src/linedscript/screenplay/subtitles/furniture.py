"""What a cue is as a whole: speech, song, sound, or words about the subtitles themselves."""

import re

from linedscript.contacts import WEB_ADDRESS
from linedscript.patterns import Pattern
from linedscript.records.subtitles import CueKind
from linedscript.screenplay.subtitles.pieces import Content

_ADDRESS = WEB_ADDRESS + r"|\b[\w-]{1,63}\.(?:com|org|net|info|tv|cc|cn|io|me|to|lt|mx|ru|fr)\b(?:/\S*)?"
_SITE = (
    r"open\s?subtitles|addic7ed|subscene|podnapisi|yify|\byts\b|tvsubtitles|subdl|amara\.org|"
    r"字幕组|字幕組|字幕站|人人影视|人人影視|射手网|射手網|伪射手|天使字幕|字幕库|字幕庫|shooter\.cn|zimuku|zimuzu"
)
_SELLS = (
    r"\badvertis|\bdownload|\bsupport us\b|\bvip member|\bremove all ads\b|\brate this subtitle|\bvisit\b|\bjoin us\b|"
    r"\bhelp (?:us|other users)\b|\bwatch .{0,40}\bonline\b|\bfree\b|"
    r"下载|下載|关注|關注|公众号|公眾號|更多.{0,8}请|敬请访问|访问"
)
_NAMED = Pattern(_SITE, re.IGNORECASE)
_ANY_ADDRESS = Pattern(_ADDRESS, re.IGNORECASE)
_SALE = Pattern(_SELLS, re.IGNORECASE)
_ALONE = Pattern(rf"[\W_]*(?:{_ADDRESS})[\W_]*", re.IGNORECASE)
_WORK = (
    r"(?:sub(?:title|bed|s)?(?:s|d)?|captions?|captioned|captioning|closed[- ]captioned|translat(?:ed|ion|ions|or)|"
    r"transcri(?:bed|pt|ption)|sync(?:ed|hed|hronized|hronised|hronization)?|re-?sync(?:ed|hed)?|correct(?:ed|ions?)|"
    r"edited|ripped|encoded|timed|timing|spotting|proof-?read(?:ing)?|adapted|adaptation|created|fixed|improved|uploaded)"
)
_CREDIT = Pattern(
    rf"[\W_]*{_WORK}(?:\s*(?:,|&|and|\+|/)\s*{_WORK}|\s+{_WORK}){{0,4}}\s*(?:by\b|:|：)(?!$).{{1,120}}",
    re.IGNORECASE | re.DOTALL,
)
_CHINESE_CREDIT = Pattern(
    r"[\W_]*(?:中文)?(?:翻译|翻譯|字幕|校对|校對|校订|校訂|时间轴|時間軸|后期|後期|压制|壓制|听译|聽譯|听写|聽寫|"
    r"总监|總監|监制|監製|制作|製作|片源|轴|译者|譯者)(?:[&＆、/／ ]*\w{1,6})?\s*[:：].{1,80}",
    re.DOTALL,
)
_LETTER = Pattern(r"[^\W_]")
_LONGEST = 400
"""Characters of a cue that is looked at: a longer one is no credit."""


def furniture(text: str, edge: bool) -> CueKind | None:
    """``credit`` or ``advertisement`` where a cue is surely one; null otherwise: no story text may be lost.

    A line of credits counts at the file's edges, ``edge``, or with a subtitle site's name or an address in it; an
    advertisement needs such a name, or an address with words that sell, or nothing but an address at an edge. What a
    character reads aloud, web address or not, stays speech.
    """
    if len(text) > _LONGEST:
        return None
    site = _NAMED.search(text)
    address = _ANY_ADDRESS.search(text)
    if (edge or site or address) and (_CREDIT.fullmatch(text) or _CHINESE_CREDIT.fullmatch(text)):
        return "credit"
    if site and (edge or address or _SALE.search(text)):
        return "advertisement"
    if address and ((edge and _SALE.search(text)) or (edge and _ALONE.fullmatch(text))):
        return "advertisement"
    return None


def cue_kind(content: Content) -> CueKind:
    """By its pieces: words spoken, words sung, or neither."""
    if not content.text:
        return "empty"
    kinds = {kind for kind, words in content.words.items() if _LETTER.search(words)}
    if "speech" in kinds:
        return "speech"
    if "lyric" in kinds:
        return "lyric"
    return "sound" if content.sounds or "♪" in content.text or "♫" in content.text else "speech"
