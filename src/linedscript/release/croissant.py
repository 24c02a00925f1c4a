"""croissant.json: the release as Croissant 1.1 JSON-LD (MLCommons, 2026)."""

from collections.abc import Iterable
from typing import Any

from linedscript.records.layers import LAYERS, RECIPE
from linedscript.records.release import FileEntry, Manifest, ReleaseSettings
from linedscript.release.parquet import columns
from linedscript.release.tree import layers_of, parquet_path
from linedscript.release.words import ABOUT

_TYPES = {"string": "sc:Text", "json": "sc:Text", "int64": "sc:Integer", "double": "sc:Float", "bool": "sc:Boolean"}
_TERMS = (
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
    settings: ReleaseSettings, manifest: Manifest, languages: Iterable[str], files: Iterable[FileEntry]
) -> dict[str, Any]:
    """The document: one FileObject and one RecordSet per Parquet file."""
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
        kind = (LAYERS | {RECIPE.name: RECIPE})[layer].record
        record_sets.append(
            {
                "@type": "cr:RecordSet",
                "@id": layer,
                "name": layer,
                "description": ABOUT[layer],
                **({"key": [{"@id": f"{layer}/film"}, {"@id": f"{layer}/id"}]} if _keyed(kind) else {}),
                "field": [
                    {
                        "@type": "cr:Field",
                        "@id": f"{layer}/{name}",
                        "name": name,
                        "dataType": _TYPES[type_],
                        "description": "JSON text" if type_ == "json" else name.replace("_", " "),
                        "source": {"fileObject": {"@id": f"{layer}-parquet"}, "extract": {"column": name}},
                    }
                    for name, type_ in columns(kind).items()
                ],
            }
        )
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": f"{settings.name}-{view}",
        "description": f"{settings.title}, {view} release: annotations over screenplays.",
        "version": settings.version.removeprefix("v"),
        "datePublished": settings.date,
        "url": settings.url,
        "license": "LICENSE-DATA.md",
        "creator": {"@type": "sc:Organization", "name": settings.creator},
        "citeAs": f"{settings.creator}. {settings.title} ({view} release, {settings.version}). {settings.date[:4]}.",
        "inLanguage": sorted(languages),
        "isLiveDataset": False,
        "keywords": ["narrative", "screenplays"],
        "distribution": distribution,
        "recordSet": record_sets,
    }


def _keyed(kind: type) -> bool:
    return "id" in kind.__struct_fields__ and kind.__name__ != "LedgerEntry"
