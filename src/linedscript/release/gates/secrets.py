"""Keys, tokens and private paths in any file of the tree, and in file names."""

import re
from collections.abc import Iterator
from functools import cache

from linedscript.records.release import Defect
from linedscript.release.gates.base import Setting, clip, name_of, plain_text

GATE = "secrets"
_OWN = r"[^\s/\\:*?\"'<>|“”‘’，。；：]"
"""A character of a name in a path."""


@cache
def patterns() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    """``(code, needed, pattern)``: what a text has in small letters if the pattern can match, and the pattern.

    Compiled at the first use, which the start of a command needn't wait for.
    """
    begin = r"(?<![A-Za-z0-9])"
    roots = (
        "home|Users|root|tmp|work|workspace|workspaces|mnt|media|var|etc|opt|usr|srv|run|dev|proc|scratch|private|"
        "Volumes|Library|Applications|content|kaggle|nfs|net|lustre|gpfs|beegfs|cluster|storage|export|projects?|data[0-9]*"
    )
    return (
        ("private-key", ("private key", "ppk-", "user-key-file", "age-secret"), re.compile(
            r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY|PuTTY-User-Key-File|AGE-SECRET-KEY-1"
        )),
        ("api-key", ("sk-", "pk-", "rk-"), re.compile(rf"{begin}(?:sk|pk|rk)-(?:[a-z0-9]+-)*[A-Za-z0-9_-]{{20,}}")),
        ("api-key", ("_live_", "_test_"), re.compile(rf"{begin}(?:sk|pk|rk|whsec)_(?:live|test)_[A-Za-z0-9]{{16,}}")),
        ("api-key", ("akia", "asia", "ltai", "akid"), re.compile(
            rf"{begin}(?:(?:AKIA|ASIA)[A-Z0-9]{{16}}|LTAI[A-Za-z0-9]{{12,26}}|AKID[A-Za-z0-9]{{13,40}})(?![A-Za-z0-9])"
        )),
        ("api-key", ("aiza", "ya29."), re.compile(rf"{begin}(?:AIza[A-Za-z0-9_-]{{35}}|ya29\.[A-Za-z0-9_-]{{20,}})")),
        ("api-key", ("gsk_", "xai-", "r8_", "nvapi-", "sg."), re.compile(
            rf"{begin}(?:(?:gsk_|xai-|r8_|nvapi-)[A-Za-z0-9_-]{{20,}}|SG\.[A-Za-z0-9_-]{{16,}}\.[A-Za-z0-9_-]{{16,}})"
        )),
        (
            "token",
            ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "hf_", "xox", "pypi-", "npm_", "dop_v1_"),
            re.compile(
                rf"{begin}(?:gh[pousr]_|github_pat_|glpat-|hf_|xox[abeoprs]-|pypi-|npm_|dop_v1_)[A-Za-z0-9_-]{{16,}}"
            ),
        ),
        ("token", ("eyj",), re.compile(rf"{begin}eyJ[A-Za-z0-9_-]{{10,}}\.eyJ[A-Za-z0-9_-]{{10,}}\.")),
        ("token", ("bearer", "basic"), re.compile(
            r"(?i)(?<![a-z])bearer\s+[A-Za-z0-9._~+/-]{20,}|(?<![a-z])authorization:\s*basic\s+[A-Za-z0-9+/=]{8,}"
        )),
        ("token", (":aa",), re.compile(r"(?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{30,}")),
        (
            "password",
            ("password", "passwd", "secret", "key", "token", "密码", "口令"),
            re.compile(
                r"(?i)(?<![a-z])(?:[a-z0-9]+[_-])*(?:password|passwd|secret|api[_-]?key|access[_-]?key(?:[_-]id)?|"
                r"account[_-]?key|access[_-]?token|auth[_-]?token|secret[_-]?(?:access[_-]?)?key)"
                r"(?:[\"']\s*[:=]\s*[\"']?|\s*[:=]\s*[\"']|=)[^\"'\s]{6,}"
                r"|(?:密码|口令)\s*[:：=]\s*[A-Za-z0-9!-~]{6,}"
            ),
        ),
        ("password", ("://",), re.compile(r"(?i)(?<![a-z])[a-z][a-z0-9+.-]*://[^/\s:@\"]+:[^/\s:@\"]+@")),
        ("machine-path", ("/",), re.compile(rf"(?<![A-Za-z0-9_./~-])/(?:{roots})/(?!/){_OWN}+")),
        ("machine-path", ("~",), re.compile(rf"(?<![A-Za-z0-9_./~-])~(?:[a-z_][a-z0-9_-]*)?/\.?{_OWN}+")),
        ("machine-path", (":\\", ":/"), re.compile(
            rf"(?<![A-Za-z])[A-Za-z]:(?:\\{{1,2}}{_OWN}+|/(?:{roots}|Windows|Program Files|ProgramData)\b)"
        )),
        ("machine-path", ("\\\\",), re.compile(r"(?<![A-Za-z0-9_\\])\\{2}[A-Za-z0-9][\w.-]+\\[\w$.-]+")),
        ("machine-path", ("file:/",), re.compile(r"(?i)(?<![a-z])file:/+")),
        ("machine-path", ("%userprofile%", "%appdata%", "$home", "${home}"), re.compile(
            r"(?i)%(?:USERPROFILE|APPDATA)%|\$\{?HOME\}?/"
        )),
        ("private-path", ("private/", "journal/", "materialized/"), re.compile(
            r"(?<![A-Za-z0-9_/-])(?:private|journal|materialized)/(?:[\w-]+/[\w.-]+|[\w-]+\.[A-Za-z0-9]+)"
        )),
    )  # fmt: skip


def found(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """``(code, match)`` of every key, token and private path in a text."""
    small = text.lower()
    for code, needed, pattern in patterns():
        if any(word in small for word in needed):
            for match in pattern.finditer(text):
                yield code, match


def check(setting: Setting) -> Iterator[Defect]:
    for name in setting.release.files():
        path = setting.release.root / name
        for code, match in found(name):
            yield _defect(name, None, code, match[0])
        if path.is_symlink() or path.suffix == ".parquet":
            continue  # a copy of the JSON lines, which the copies gate holds it to
        text = path.read_text(encoding="utf-8", errors="replace")
        escaped = name.endswith((".json", ".jsonl")) and "\\" in text
        if escaped:
            lines = text.split("\n")
            seen = [(number, plain_text(name, line)) for number, line in enumerate(lines, 1) if "\\" in line]
            text = "\n".join("" if "\\" in line else line for line in lines)
            for number, readable in seen:
                for code, match in found(readable):
                    yield _defect(name, name_of(name, lines[number - 1], number), code, match[0])
        for code, match in found(text):
            number = text.count("\n", 0, match.start()) + 1
            line = text[text.rfind("\n", 0, match.start()) + 1 :].partition("\n")[0]
            yield _defect(name, name_of(name, line, number), code, match[0])


def _defect(name: str, record: str | None, code: str, matched: str) -> Defect:
    shown = clip(matched if code.endswith("-path") else matched[:8] + "…")
    return Defect(
        gate=GATE,
        code=code,
        file=name,
        record=record,
        problem=f"holds “{shown}”" if record else f"the file's name holds “{shown}”",
        hint="a release holds no key and no path of the machine or the private folder that it was made from",
    )
