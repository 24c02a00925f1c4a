# Tables and figures. In: the two drafts and the controls' runs. Out: CSV, Markdown, LaTeX and SVG with their SHA256SUMS.


rule print_tables:
    input:
        parent="build/parent/SHA256SUMS",
        pseudonymized="build/pseudonymized/SHA256SUMS",
        runs="build/runs/SHA256SUMS",
    output:
        sums="build/tables/SHA256SUMS",
    params:
        made=stamp("tables", "evaluation"),
    log:
        "build/logs/print_tables.log",
    benchmark:
        "build/benchmarks/print_tables.tsv"
    shell:
        r"""
        linedscript tables print \
            --parent "$(dirname {input.parent:q})" \
            --pseudonymized "$(dirname {input.pseudonymized:q})" \
            --runs "$(dirname {input.runs:q})" \
            --settings {params.made[settings]:q} \
            --out "$(dirname {output.sums:q})" \
            > {log:q} 2>&1
        """
