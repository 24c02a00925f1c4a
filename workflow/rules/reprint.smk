# The tables again. In: the two published releases and the published runs alone. Out: the same files as of their drafts.


use rule print_tables as reprint_tables with:
    input:
        parent="releases/parent/SHA256SUMS",
        pseudonymized="releases/pseudonymized/SHA256SUMS",
        runs="releases/runs/SHA256SUMS",
    output:
        sums="build/tables_of_releases/SHA256SUMS",
    log:
        "build/logs/reprint_tables.log",
    benchmark:
        "build/benchmarks/reprint_tables.tsv"
