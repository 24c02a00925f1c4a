# The parent release. In: the layers of every film. Out: the assembled tree, known to Snakemake by its SHA256SUMS.


def released_files():
    """Every file of the build that the parent release is put together from."""
    patterns = [
        *(f"build/{layer}/{{film}}.jsonl" for layer in ("source", "scenes", *OWN)),
        *(f"build/reviewed/{layer}/{{film}}.jsonl" for layer in REVIEWED if layer not in SIFTED),
        *(f"build/sifted/{layer}/{{film}}.jsonl" for layer in SIFTED),
        *(f"build/review/{what}/{{film}}.jsonl" for what in LEFT),
        *(f"build/{account}/{layer}/{{film}}.jsonl" for account in ACCOUNTS for layer in ENGINE_LAYERS),
    ]
    return [path for pattern in patterns for path in per_film(pattern)]


rule assemble_parent:
    input:
        files=released_files(),
        genres="manifests/genres.yaml",
        registry="manifests/predicates.yaml",
        licence="LICENSE-DATA.md",
    output:
        sums="build/parent/SHA256SUMS",
    params:
        made=stamp("release", "release"),
        films=FILMS,
        rows={"digest": plan.rows_digest},
        run=plan.run_name,
    log:
        "build/logs/assemble_parent.log",
    benchmark:
        "build/benchmarks/assemble_parent.tsv"
    shell:
        r"""
        linedscript release assemble-parent \
            --build build \
            --index manifests/sources.jsonl \
            --films {params.films:q} \
            --run-name {params.run:q} \
            --genres {input.genres:q} \
            --registry {input.registry:q} \
            --licence {input.licence:q} \
            --settings {params.made[settings]:q} \
            --out build/parent \
            > {log:q} 2>&1
        """
