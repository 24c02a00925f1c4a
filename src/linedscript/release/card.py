"""The data set card (README.md, with the front matter that Hugging Face reads) and CITATION.cff of a release."""

from linedscript.records.release import Claims, Manifest, ReleaseSettings
from linedscript.release.tree import layers_of, parquet_path
from linedscript.release.words import ABOUT

VIEWS = {
    "parent": (
        "The **parent** release: annotations over the scripts as they are. Its source index names each work and says "
        "how "
        "to retrieve its script."
    ),
    "pseudonymized": (
        "The **pseudonymized** release: the same records with every selected name replaced one to one, rendered from "
        "the "
        "parent release whose digest `manifest.json` holds. No field, id or file name says which work a film is."
    ),
}


BOTH_VIEWS = (
    "Whoever lays the parent and the pseudonymized release side by side can align their names. The pseudonymized view "
    "controls for what a model recalls about a work; it doesn't keep a secret. Use it alone where that matters."
)
REMOVAL = (
    "See `LICENSE-DATA.md`: non-commercial research, with attribution. It also says how to reach the maintainers and "
    "how a rights holder has a work removed."
)


def made_by(manifest: Manifest) -> str:
    if manifest.annotators in (("rules",), ("patch", "rules")):
        return (
            "These annotations were made by `rules`, the embedded deterministic annotators: **a baseline**, not a "
            "model's work."
        )
    return f"Made by {', '.join(f'`{name}`' for name in manifest.annotators)}."


def script_text(manifest: Manifest) -> str:
    limit = manifest.quote_limit
    return (
        f"The release holds no scripts. It names spans and hashes, and repeats at most {limit.en_words} consecutive "
        f"words (English) or {limit.zh_chars} characters (Chinese) and {limit.share:.0%} of a film in runs of "
        f"{limit.en_counted} words or {limit.zh_counted} characters and more. With the scripts at hand, "
        "`linedscript materialize` joins the text to the annotations."
    )


def withheld(claims: Claims) -> str:
    return (
        f"{claims.withheld} records are withheld as stale after a correction; {claims.failed_blocks} blocks of work "
        "failed and are waived by name."
    )


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _size(rows: int) -> str:
    bounds = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
    return next((name for bound, name in bounds if rows < bound), "1M<n<10M")


def front_matter(title: str, manifest: Manifest, claims: Claims) -> str:
    layers = layers_of(manifest)
    lines = ["---", f"pretty_name: {_quoted(f'{title} ({claims.view})')}", "language:"]
    lines += [f"- {language}" for language in sorted(claims.films_by_language)]
    lines += [
        "license: other",
        "license_name: linedscript-annotations-non-commercial",
        "license_link: LICENSE-DATA.md",
        "task_categories:",
        "- question-answering",
        "- text-generation",
        "annotations_creators:",
        "- machine-generated",
        "- expert-generated",
        "size_categories:",
        f"- {_size(sum(claims.records.values()))}",
        "tags:",
        "- screenplays",
        "- narrative",
        "- croissant",
        "configs:",
    ]
    for layer in layers:
        lines += [f"- config_name: {layer}", f"  data_files: {parquet_path(layer)}"]
        lines += ["  default: true"] if layer == "items" else []
    return "\n".join([*lines, "---"])


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    rule = "|" + "---|" * len(head)
    return "\n".join([f"| {' | '.join(head)} |", rule, *(f"| {' | '.join(row)} |" for row in rows)])


def stated(manifest: Manifest, claims: Claims) -> dict[str, str]:
    """The sections of the card that state numbers, by title."""
    units = {"en": "words", "zh": "characters"}
    languages = [
        (name, str(claims.films_by_language[name]), f"{claims.length_by_language.get(name, 0)} {units[name]}")
        for name in sorted(claims.films_by_language)
    ]
    records = _table(
        ("layer", "records", "what it holds"),
        [(f"`{layer}`", str(claims.records[layer]), ABOUT[layer]) for layer in layers_of(manifest)],
    )
    patches = [(name, str(number)) for name, number in sorted(claims.patches_by_layer.items())]
    return {
        "Films": _table(("language", "films", "length"), languages),
        "Records": f"{records}\n\n{withheld(claims)}",
        "Task II questions by category": _table(
            ("category", "questions"), [(name, str(number)) for name, number in claims.items_by_category.items()]
        ),
        "Corrections": _table(("layer", "patches"), patches) if patches else "None.",
    }


def card(title: str, manifest: Manifest, claims: Claims) -> str:
    """README.md of the data set called ``title``. Every number in it stands in ``claims.json`` too, which a gate holds
    against the data."""
    return "\n".join(
        [
            front_matter(title, manifest, claims),
            "",
            f"# {title}: {claims.view} release {claims.version}",
            "",
            VIEWS[claims.view],
            "",
            made_by(manifest),
            "",
            *(line for head, text in stated(manifest, claims).items() for line in (f"## {head}", "", text, "")),
            "## Layout",
            "",
            "- `data/<layer>/<film>.jsonl`: canonical JSON lines, one file per layer and film.",
            "- `parquet/<layer>.parquet`: the same rows in the same order, lists as lists and records as structs. A "
            "field without a fixed shape (`model` and `reviewed` of `superseded`) is a text column with its JSON.",
            "- `schemas/`: a JSON Schema (2020-12) per layer. `registry.json`: the predicates and what they may link.",
            "- `films.jsonl`, `recordings.json`, `claims.json`, `croissant.json`, `manifest.json` (every file with "
            "its class), "
            "`SHA256SUMS`.",
            "",
            "Check the files with `sha256sum -c SHA256SUMS`, and everything else with `linedscript verify`.",
            "",
            "## Script text",
            "",
            script_text(manifest),
            "",
            "## Both views are public",
            "",
            BOTH_VIEWS,
            "",
            "## Licence, contact, removal",
            "",
            REMOVAL,
            "",
        ]
    )


def citation(settings: ReleaseSettings, view: str) -> str:
    """CITATION.cff (format 1.2.0) of a release."""
    return (
        "\n".join(
            [
                "cff-version: 1.2.0",
                f"message: {_quoted('Cite this data set as below.')}",
                "type: dataset",
                f"title: {_quoted(f'{settings.title} ({view} release)')}",
                f"version: {_quoted(settings.version)}",
                f"date-released: {settings.date}",
                "authors:",
                f"- name: {_quoted(settings.creator)}",
                f"url: {_quoted(settings.url)}" if settings.url.startswith(("http://", "https://")) else "",
            ]
        ).rstrip()
        + "\n"
    )
