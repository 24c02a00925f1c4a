"""Printing every table and figure into a folder of its own."""

from pathlib import Path

from linedscript.errors import LinedscriptError
from linedscript.io.files import sha256_file, write_bytes
from linedscript.records.evaluation import EvaluationSettings
from linedscript.release.sums import require_whole, write_sums
from linedscript.release.swap import alone, staging, swap_in
from linedscript.release.tree import SUMS
from linedscript.tables.contents import FIGURES, TABLES
from linedscript.tables.corpus import Corpus
from linedscript.tables.figures import figure
from linedscript.tables.formats import as_csv, as_latex, as_markdown, note
from linedscript.tables.model import Table


def print_tables(
    parent: Path, pseudonymized: Path, out: Path, runs: Path | None = None, evaluation: EvaluationSettings | None = None
) -> None:
    """Write ``out``: each table as CSV, Markdown and LaTeX, figures as SVG, an index, and SHA256SUMS last.

    Reads the two releases and the runs alone. Raises LinedscriptError where one isn't whole, or isn't the other's.
    """
    roots = (parent, pseudonymized, *([runs] if runs is not None else []))
    require_whole(roots)
    corpus = Corpus(parent, pseudonymized, runs, evaluation)
    named = corpus.pseudonymized.manifest().parent
    if named is None or named.sums_sha256 != sha256_file(parent / SUMS):
        raise LinedscriptError(
            "other-parent",
            str(pseudonymized),
            f"was not rendered from {parent}",
            "print the tables of releases that belong together",
        )
    with alone(out):
        root = staging(out)
        tables = {name: function(corpus) for name, function in TABLES.items()}
        for name, table in tables.items():
            makers = corpus.makers(table)
            write_bytes(root / f"{name}.csv", as_csv(table, makers))
            write_bytes(root / f"{name}.md", as_markdown(table, makers))
            write_bytes(root / f"{name}.tex", as_latex(table, makers))
            if name in FIGURES:
                write_bytes(root / f"{name}.svg", figure(table, makers))
        write_bytes(root / "README.md", _index(corpus, tables))
        write_sums(root)
        swap_in(out)


def _index(corpus: Corpus, tables: dict[str, Table]) -> bytes:
    lines = [
        f"# Tables of {corpus.version}",
        "",
        "Printed by `linedscript tables print` from the parent and the pseudonymized release and the runs over them. "
        "`linedscript trace tables/<table>#<row>,<column>` lists the records that a cell counts.",
        "",
    ]
    for name, table in tables.items():
        drawn = f", [figure]({name}.svg)" if name in FIGURES else ""
        said = note(table, corpus.makers(table))
        lines.append(f"- [{name}]({name}.md) ([CSV]({name}.csv), [LaTeX]({name}.tex){drawn}): {said}")
    return ("\n".join(lines) + "\n").encode()
