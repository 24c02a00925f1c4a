"""Sheets that people, or other systems, fill in: CSV with a row per profile, and the cluster left empty.

Only ``profile`` (or ``block``) and ``cluster`` are read back.
"""

from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

from linedscript.errors import LinedscriptError, folded, raise_all
from linedscript.io.sheet import read_sheet_rows
from linedscript.records.study import Profile

COLUMNS = ("profile", "film", "scene", "type", "name", "description", "evidence", "cluster")
UNDECIDED = "?"
"""What an annotator writes who can't say who is meant: the profile is left out, and counted."""


def profile_row(profile: Profile) -> dict[str, str]:
    fields = {name: getattr(profile, name) for name in COLUMNS if name not in ("profile", "cluster")}
    return fields | {"profile": profile.id, "cluster": ""}


def read_sheet(path: Path, key: str, known: Sequence[str], partial: bool = False) -> dict[str, str]:
    """Key to cluster label, stripped and normalized (NFKC): a full-width letter or question mark, as a Chinese keyboard
    writes it, is the plain one. Every known key stands in the sheet once, and no other.

    ``partial``: keys may be missing, e.g. where another system reads one language only. Raises all faults at once:
    ``sheet-columns``, ``sheet-doubled``, ``sheet-unknown``, ``sheet-empty`` and ``sheet-incomplete``.
    """
    faults: list[LinedscriptError] = []
    found: dict[str, str] = {}
    wanted = set(known)
    try:
        for place, row in read_sheet_rows(path, (key, "cluster")):
            name, label = row[key], normalize("NFKC", row["cluster"]).strip()
            if name not in wanted:
                hint = "take the row out, or give the sheet that the profiles were exported with"
                faults.append(LinedscriptError("sheet-unknown", place, f"{name!r} was not asked about", hint))
            elif name in found:
                hint = "leave one row of it"
                faults.append(LinedscriptError("sheet-doubled", place, f"{name} stands in the sheet already", hint))
            elif not label:
                hint = f"write any label, the same where the same is meant, or {UNDECIDED}"
                faults.append(LinedscriptError("sheet-empty", place, f"{name} has no cluster", hint))
            found.setdefault(name, label)
    except LinedscriptError as error:
        if not found:
            raise
        faults.append(error)
    if not partial:
        missing = [name for name in known if name not in found]
        if missing:
            problem = f"{len(missing)} rows are missing, the first {missing[0]}"
            hint = f"every row of the sheet comes back, with {UNDECIDED} where nobody can tell"
            faults.append(LinedscriptError("sheet-incomplete", str(path), problem, hint))
    raise_all(folded(faults))
    return found
