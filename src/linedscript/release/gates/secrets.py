"""Keys, tokens and machine paths in any file of the tree, and in file names."""

import re
from collections.abc import Iterator
from functools import cache

from linedscript.records.release import Defect
from linedscript.release.gates.base import Setting, clip

GATE = "secrets"


@cache
def patterns() -> tuple[tuple[str, re.Pattern[bytes]], ...]:
    """``(code, pattern)``; compiled at the first use, which the start of a command needn't wait for."""
    return (
        ("private-key", re.compile(rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY")),
        ("api-key", re.compile(rb"(?<![A-Za-z0-9])(?:sk|pk|rk)-(?:[a-z]+-)*[A-Za-z0-9_-]{20,}")),
        ("api-key", re.compile(rb"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])")),
        ("api-key", re.compile(rb"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}")),
        (
            "token",
            re.compile(
                rb"(?<![A-Za-z0-9])(?:gh[pousr]_|github_pat_|glpat-|hf_|xox[abprs]-|pypi-|npm_)[A-Za-z0-9_-]{16,}"
            ),
        ),
        ("token", re.compile(rb"(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.")),
        ("token", re.compile(rb"(?i)\bbearer\s+[A-Za-z0-9._~+/-]{20,}")),
        (
            "password",
            re.compile(
                rb"(?i)\b(?:password|passwd|secret|api[_-]?key|access[_-]?token)[\"']?\s?[:=]\s?[\"'][^\"'\s]{6,}"
            ),
        ),
        ("password", re.compile(rb"(?i)\b[a-z][a-z0-9+.-]*://[^/\s:@\"]+:[^/\s:@\"]+@")),
        (
            "machine-path",
            re.compile(
                rb"(?<![\w./~-])/(?:home|Users|root|tmp|work|workspace|mnt|var|opt|srv|scratch|private|data[0-9]*)/[\w.@-]+"
            ),
        ),
        ("machine-path", re.compile(rb"(?<![A-Za-z])[A-Za-z]:\\{1,2}[A-Za-z][\w .-]*\\")),
        ("machine-path", re.compile(rb"(?<![A-Za-z])file://")),
    )


_NEEDED: tuple[tuple[bytes, ...], ...] = (
    (b"private key",),
    (b"sk-", b"pk-", b"rk-"),
    (b"akia", b"asia"),
    (b"aiza",),
    (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"github_pat_", b"glpat-", b"hf_", b"xox", b"pypi-", b"npm_"),
    (b"eyj",),
    (b"bearer",),
    (b"password", b"passwd", b"secret", b"key", b"token"),
    (b"://",),
    (b"/",),
    (b":\\",),
    (b"file://",),
)
"""For each pattern, what a file has in small letters if it can match: most files have none of most."""


def check(setting: Setting) -> Iterator[Defect]:
    for name in setting.release.files():
        path = setting.release.root / name
        data = b"" if path.is_symlink() else path.read_bytes()
        small = data.lower()
        for (code, pattern), needed in zip(patterns(), _NEEDED, strict=True):
            if not any(word in small for word in needed):
                continue
            for match in pattern.finditer(data):
                line = data.count(b"\n", 0, match.start()) + 1
                shown = match[0].decode("utf-8", "replace")
                yield Defect(
                    gate=GATE,
                    code=code,
                    file=name,
                    record=f"line {line}",
                    problem=f"holds “{clip(shown if code == 'machine-path' else shown[:8] + '…')}”",
                    hint="a release holds no key and no path of the machine that built it",
                )
