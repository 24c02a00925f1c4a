"""The numbers that a release states about itself, counted from its files."""

from collections import Counter

from linedscript.records.item import CATEGORIES
from linedscript.records.release import Claims
from linedscript.release.tree import Release, film_layers, layers_of


def count(release: Release) -> Claims:
    """Count everything anew, a film at a time. Raises LinedscriptError where a file is missing or invalid."""
    manifest = release.manifest()
    languages: Counter[str] = Counter()
    lengths: Counter[str] = Counter()
    records: Counter[str] = Counter({name: 0 for name in layers_of(manifest)})
    categories: Counter[str] = Counter({name: 0 for name in CATEGORIES})
    patches: Counter[str] = Counter()
    failed = 0
    films = release.films()
    for film in films:
        languages[film.language] += 1
        for layer in film_layers(manifest, film.id):
            rows = release.rows(layer, film.id)
            records[layer] += len(rows)
            if layer == "scenes":
                lengths[film.language] += sum(scene.words for scene in rows)
            elif layer == "items":
                categories.update(item.category for item in rows)
            elif layer == "patches":
                patches.update(patch.layer for patch in rows)
            elif layer == "coverage":
                failed += sum(block.status == "failed" for block in rows)
    return Claims(
        version=manifest.version,
        view=manifest.view,
        films=len(films),
        films_by_language=dict(languages),
        length_by_language=dict(lengths),
        records=dict(records),
        items_by_category=dict(categories),
        patches_by_layer=dict(patches),
        withheld=records["stale"],
        failed_blocks=failed,
    )
