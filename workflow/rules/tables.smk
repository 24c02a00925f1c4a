# Tables and figures. In: two releases, drafts or published ones. Out: CSV, Markdown, LaTeX and SVG with their SHA256SUMS.


rule tables:
    input:
        parent="build/parent/SHA256SUMS",
        pseudonymized="build/pseudonymized/SHA256SUMS",
    output:
        sums="build/tables/SHA256SUMS",
    params:
        made=stamp("tables"),
    log:
        "build/logs/tables.log",
    benchmark:
        "build/benchmarks/tables.tsv"
    shell:
        r"""
        linedscript tables print \
            --parent "$(dirname {input.parent:q})" \
            --pseudonymized "$(dirname {input.pseudonymized:q})" \
            --out "$(dirname {output.sums:q})" \
            > {log:q} 2>&1
        """


use rule tables as reprinted_tables with:
    input:
        parent="releases/parent/SHA256SUMS",
        pseudonymized="releases/pseudonymized/SHA256SUMS",
    output:
        sums="build/tables_of_releases/SHA256SUMS",
    log:
        "build/logs/tables_of_releases.log",
    benchmark:
        "build/benchmarks/tables_of_releases.tsv"


rule tables_of_releases:
    input:
        rules.reprinted_tables.output,
