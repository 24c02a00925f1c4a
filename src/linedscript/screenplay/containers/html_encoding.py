"""The encoding that a page declares for itself."""

import codecs
import re

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.screenplay.decode import Decoded, decode

_META = Pattern(r"<meta\b[^>]{0,300}?\bcharset\s*=\s*[\"']?\s*([\w.:-]{2,40})", re.IGNORECASE)
_XML = Pattern(r"<\?xml[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{2,40})[\"']", re.IGNORECASE)
_WIDER = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
"""What browsers read under a name: an encoding that holds the named one and more."""
_TEXTUAL = Pattern(
    r"utf-8|cp(?:1250|1251|1252|1253|1254|1255|1256|1257|1258|866|874|932|949)|iso8859-\d+|gb18030|big5hkscs|euc_jp|koi8-[ru]"
)


def decode_page(data: bytes, place: str, encoding: str | None, errors: str) -> Decoded:
    """Decode as ``decode`` does, but by the page's own word where it has no byte order mark.

    A declaration that the bytes contradict is passed over, as is one of a Western or Chinese encoding where they are
    UTF-8. Raises what ``decode`` raises.
    """
    marked = data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    named = None if encoding or marked else declared(data)
    if named and (named == "utf-8" or not _is_utf8(data)):
        try:
            return decode(data, place, named)._replace(by="declared")
        except LinedscriptError as error:
            if error.code != "undecodable-byte":
                raise
    return decode(data, place, encoding, errors)


def declared(data: bytes) -> str | None:
    """The encoding that the first bytes of a page name, as Python calls it; null where they name none."""
    head = data[:4096].decode("latin-1")
    match = _META.search(head) or _XML.search(head)
    if not match:
        return None
    try:
        name = codecs.lookup(match[1]).name
    except LookupError:
        return None
    name = _WIDER.get(name, name)
    return name if _TEXTUAL.fullmatch(name) else None


def _is_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 beyond ASCII."""
    if data.isascii():
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
