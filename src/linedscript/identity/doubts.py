"""What of a drafted name map a reviewer should look at, and how much of it there is."""

from collections.abc import Sequence

from linedscript.identity.matching import MapLine, Surface, protected
from linedscript.records.entity import Entity
from linedscript.records.identity import NameDecision, TitleForm
from linedscript.records.scene import Scene


def notes(rows: Sequence[MapLine], scenes: Sequence[Scene], width: int = 30) -> list[str]:
    """What a reviewer should look at: each form that is an ordinary word too, how often it stands, and where first."""
    found = []
    for line in rows:
        if not isinstance(line, NameDecision):
            continue
        phrases = [Surface(form.surface) for form in line.aliases if protected(form)]
        for form in line.aliases:
            if form.match != "exact" or protected(form):
                continue
            places = []
            for scene in scenes:
                covered = [span for phrase in phrases for span in phrase.spans(scene.text)]
                for start, end in Surface(form.surface, True).spans(scene.text):
                    if not any(low <= start and end <= high for low, high in covered):
                        around = scene.text[max(0, start - width) : end + width]
                        places.append(f"{scene.id}: …{' '.join(around.split())}…")
            if places:
                count = "1 place" if len(places) == 1 else f"{len(places)} places"
                head = f"{line.id} {form.surface!r} -> {form.pseudonym!r}, an ordinary word too, {count}"
                found.append("\n    ".join([head, *places[:2]]))
    return found


def kept_names(rows: Sequence[MapLine], entities: Sequence[Entity]) -> list[str]:
    """Each kept candidate (an entity, or the stand-in for one that ended) whose record calls it a name: a person, or
    what was taken for ordinary words."""
    known = {entity.id: entity for entity in entities}
    return [
        f"{row.id} {row.name!r} is kept ({row.reason}), and its record calls it a name"
        for row in rows
        if isinstance(row, NameDecision)
        and row.decision == "keep"
        and known[row.id].named
        and ("Character" in known[row.id].types or row.reason == "common_word")
    ]


def counts(rows: Sequence[MapLine]) -> str:
    """``12 replaced, 30 kept, 4 title forms``."""
    names = [row for row in rows if isinstance(row, NameDecision)]
    replaced = sum(row.decision == "replace" for row in names)
    titles = sum(isinstance(row, TitleForm) for row in rows)
    return f"{replaced} replaced, {len(names) - replaced} kept, {titles} title form{'s' * (titles != 1)}"
