"""Whether a release's schemas and card are those that the software writes: sums that were taken anew prove nothing.

Only the version that put the release together can say so; of another's the report tells that nothing was compared.
"""

from collections.abc import Iterator

from linedscript.errors import LinedscriptError
from linedscript.patterns import Pattern
from linedscript.records.release import Defect
from linedscript.release.card import card
from linedscript.release.claims import count
from linedscript.release.gates.base import Setting, clip
from linedscript.release.schemas import release_schemas
from linedscript.release.tree import CARD
from linedscript.version import SOFTWARE

_HEADING = Pattern(r"^# (?P<title>.+): \w+ release \S+$(?!\n)")


def check_schemas(setting: Setting) -> Iterator[Defect]:
    """A weakened schema lets anything pass that validates against it."""
    if setting.manifest.software != SOFTWARE:
        return
    for name, data in release_schemas(setting.manifest.view, bool(setting.manifest.recipes)).items():
        path = setting.release.root / "schemas" / name
        if path.is_file() and path.read_bytes() != data:
            yield Defect(
                gate="schema",
                code="edited-schema",
                file=f"schemas/{name}",
                record=None,
                problem=f"isn't the schema that {SOFTWARE} writes",
                hint="get the release again, or assemble it again",
            )


def check_card(setting: Setting) -> Iterator[Defect]:
    """The card's wording; its numbers are the claims gate's. The title of the data set is its own."""
    if setting.manifest.software != SOFTWARE:
        return
    try:
        lines = (setting.release.root / CARD).read_text(encoding="utf-8").splitlines()
        titles = [match["title"] for line in lines if (match := _HEADING.match(line))]
        wanted = card(titles[0] if titles else "", setting.manifest, count(setting.release)).splitlines()
    except (LinedscriptError, OSError, UnicodeDecodeError):
        return  # the claims gate names what can't be read or counted
    odd = [line for line in lines if line not in set(wanted)] or [line for line in wanted if line not in set(lines)]
    if lines != wanted:
        told = clip(odd[0]) if odd else "its lines stand in another order"
        number = next((place for place, line in enumerate(lines, 1) if line in odd[:1]), len(lines))
        yield Defect(
            gate="claims",
            code="edited-card",
            file=CARD,
            record=f"line {number}",
            problem=f"isn't what {SOFTWARE} writes of these data: {told}",
            hint="get the release again, or assemble it again",
        )
