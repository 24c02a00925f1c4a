"""croissant.json: the release as Croissant 1.1 JSON-LD (MLCommons, 2026)."""

from collections.abc import Iterable, Mapping
from typing import Any

from linedscript.records.layers import LAYERS, RECIPE
from linedscript.records.release import Claims, FileEntry, Manifest, ReleaseSettings
from linedscript.release.card import BOTH_VIEWS, REMOVAL, VIEWS, made_by, script_text, withheld
from linedscript.release.described import Path, descriptions
from linedscript.release.parquet import Column, ListOf, StructOf, columns
from linedscript.release.tree import layers_of, parquet_path
from linedscript.release.words import ABOUT

_TYPES = {"string": "sc:Text", "json": "sc:Text", "int64": "sc:Integer", "double": "sc:Float", "bool": "sc:Boolean"}
_TERMS = (
    "arrayShape",
    "citeAs",
    "column",
    "equivalentProperty",
    "excludes",
    "extract",
    "field",
    "fileObject",
    "fileProperty",
    "fileSet",
    "format",
    "includes",
    "isArray",
    "isLiveDataset",
    "jsonPath",
    "key",
    "md5",
    "parentField",
    "path",
    "recordSet",
    "references",
    "regex",
    "repeated",
    "replace",
    "samplingRate",
    "sdVersion",
    "separator",
    "source",
    "subField",
    "transform",
)
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
} | {term: f"cr:{term}" for term in _TERMS}


def croissant(
    settings: ReleaseSettings, manifest: Manifest, claims: Claims, files: Iterable[FileEntry]
) -> dict[str, Any]:
    """The document: one FileObject and one RecordSet per Parquet file, and what the card says in terms of Croissant RAI
    1.0 (MLCommons, 2024)."""
    view = manifest.view
    parquet = {entry.path: entry for entry in files if entry.path.startswith("parquet/")}
    distribution: list[dict[str, Any]] = []
    record_sets: list[dict[str, Any]] = []
    for layer in layers_of(manifest):
        path = parquet_path(layer)
        entry = parquet[path]
        distribution += [
            {
                "@type": "cr:FileObject",
                "@id": f"{layer}-parquet",
                "name": path,
                "description": ABOUT[layer],
                "contentUrl": path,
                "contentSize": f"{entry.bytes} B",
                "encodingFormat": "application/x-parquet",
                "sha256": entry.sha256,
            }
        ]
        about = descriptions(layer)
        kind = (LAYERS | {RECIPE.name: RECIPE})[layer].record
        record_sets.append(
            {
                "@type": "cr:RecordSet",
                "@id": layer,
                "name": layer,
                "description": ABOUT[layer],
                **({"key": [{"@id": f"{layer}/film"}, {"@id": f"{layer}/id"}]} if _keyed(kind) else {}),
                "field": [_field(layer, (name,), type_, about) for name, type_ in columns(kind).items()],
            }
        )
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"],
        "name": f"{settings.name}-{view}",
        "description": f"{settings.title}, {view} release: annotations over screenplays.",
        "version": settings.version.removeprefix("v"),
        "datePublished": settings.date,
        "url": settings.url,
        "license": "LICENSE-DATA.md",
        "creator": {"@type": "sc:Organization", "name": settings.creator},
        "citeAs": f"{settings.creator}. {settings.title} ({view} release, {settings.version}). {settings.date[:4]}.",
        "inLanguage": sorted(claims.films_by_language),
        "isLiveDataset": False,
        "keywords": ["narrative", "screenplays"],
        **_responsible(manifest, claims),
        "distribution": distribution,
        "recordSet": record_sets,
    }


def _responsible(manifest: Manifest, claims: Claims) -> dict[str, Any]:
    """How the data came about and what they aren't good for, in the card's own sentences."""
    films = ", ".join(f"{count} {language}" for language, count in sorted(claims.films_by_language.items()))
    corrected = f"{ABOUT['patches']} There are {sum(claims.patches_by_layer.values())}."
    said = {
        "dataCollection": f"{VIEWS[claims.view]} Films by language: {films}.",
        "dataCollectionType": "Document analysis",
        "dataCollectionRawData": script_text(manifest),
        "dataAnnotationProtocol": " ".join((made_by(manifest), ABOUT["coverage"], ABOUT["ledger"], corrected)),
        "machineAnnotationTools": [name for name in manifest.annotators if name != "patch"],
        "dataLimitations": f"{made_by(manifest)} {withheld(claims)} {BOTH_VIEWS}",
        "dataReleaseMaintenancePlan": REMOVAL,
    }
    return {f"rai:{name}": text.replace("*", "") if isinstance(text, str) else text for name, text in said.items()}


def _field(
    layer: str, path: Path, type_: Column, about: Mapping[Path, str], steps: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A column, or a field below one; ``steps`` lead to it from the column's value, or from its items."""
    name = "/".join((layer, *path))
    field: dict[str, Any] = {"@type": "cr:Field", "@id": name, "name": path[-1], "description": about[path]}
    rank = 0
    while isinstance(type_, ListOf):
        type_, rank = type_.of, rank + 1
    if rank:
        field |= {"isArray": True, "arrayShape": ",".join(["-1"] * rank)}
    if isinstance(type_, StructOf):
        before = (*steps[:-1], steps[-1] + "[*]" * rank) if steps else ()
        inner = type_.fields.items()
        return field | {"subField": [_field(layer, (*path, name), one, about, (*before, name)) for name, one in inner]}
    source = {"fileObject": {"@id": f"{layer}-parquet"}, "extract": {"column": path[0]}}
    if steps:
        source["transform"] = {"jsonPath": ".".join(steps)}
    return field | {"dataType": _TYPES[type_], "source": source}


def _keyed(kind: type) -> bool:
    return "id" in kind.__struct_fields__ and kind.__name__ != "LedgerEntry"
