"""Rows of the source index for tests."""

from typing import Any

from linedscript.io.files import sha256, sha256_text
from linedscript.records.source import Film, Retrieval, Source
from linedscript.screenplay.normalize import NORMALIZER, normalize

SCRIPT = (
    "Title: The Long Wait\n\nINT. OFFICE - DAY\n\nAnn waits.\n\nANN\nBob?\n\nEXT. QUAY - "
    "NIGHT\n\nBob comes, and Ann leaves.\n"
)


def source(script: str = SCRIPT, method: str = "bring_your_own", **changes: Any) -> Source:
    retrieval = dict(method=method, path=None, address=None, archived=None, date=None, outcome="not_tried")
    retrieval |= {name: changes.pop(name) for name in tuple(changes) if name in retrieval}
    return Source(
        **dict(
            kind="screenplay",
            file="wait.fountain",
            provenance="tests",
            retrieval=Retrieval(**retrieval),
            licence="none",
            raw_sha256=sha256(script.encode()),
            normalized_sha256=sha256_text(normalize(script)),
            normalizer=NORMALIZER,
            format=None,
            encoding=None,
            errors="strict",
            removal="none",
        )
        | changes
    )


def film(number: int = 1, script: str | None = None, **changes: Any) -> Film:
    return Film(
        **dict(
            id=f"en-{number:04d}",
            title="The Long Wait",
            title_forms=(),
            year=2020,
            language="en",
            genres=("Drama",),
            suites=("stage",),
            votes=None,
            sources=(source(script or SCRIPT + f"{number}\n"),),
            withdrawn=None,
        )
        | changes
    )
