"""Sheets that people, or other systems, fill in: CSV with a row per profile, and the cluster left empty.

Only ``profile`` (or ``block``) and ``cluster`` are read back.
"""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

from linedscript.errors import LinedscriptError, raise_all
from linedscript.io.files import read_bytes
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
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LinedscriptError(
            "sheet-encoding", str(path), f"not UTF-8 at byte {error.start}", "save it as CSV UTF-8"
        ) from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    faults: list[LinedscriptError] = []
    found: dict[str, str] = {}
    wanted = set(known)
    try:
        names = list(reader.fieldnames or ())
        if names.count(key) != 1 or names.count("cluster") != 1:
            hint = "keep the first line as it was, and save with commas"
            raise LinedscriptError("sheet-columns", f"{path}:1", f"has not one column {key} and one cluster", hint)
        for row in reader:
            place = f"{path}:{reader.line_num}"
            name, label = (row[key] or "").strip(), normalize("NFKC", row["cluster"] or "").strip()
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
    except csv.Error as error:
        hint = "save it as CSV with commas, and quotation marks around what holds one"
        faults.append(LinedscriptError("sheet-columns", f"{path}:{reader.line_num}", str(error), hint))
    if not partial:
        missing = [name for name in known if name not in found]
        if missing:
            problem = f"{len(missing)} rows are missing, the first {missing[0]}"
            hint = f"every row of the sheet comes back, with {UNDECIDED} where nobody can tell"
            faults.append(LinedscriptError("sheet-incomplete", str(path), problem, hint))
    raise_all(faults)
    return found
