# Releases. In: the layers of every film. Out: the two assembled trees, each known to Snakemake by its SHA256SUMS.

ACCOUNTS = ("coverage", "ledger", "transcripts")


def released_files():
    """Every file of the build that the parent release is put together from."""
    own = [layer for layer in LAYERS if layer not in (*REVIEWED, *ACCOUNTS, *LEFT)]
    patterns = [
        *(f"build/{layer}/{{film}}.jsonl" for layer in ("source", *own)),
        *(f"build/reviewed/{layer}/{{film}}.jsonl" for layer in REVIEWED),
        *(f"build/review/{what}/{{film}}.jsonl" for what in LEFT),
        *(f"build/{account}/{layer}/{{film}}.jsonl" for account in ACCOUNTS for layer in ENGINE_LAYERS),
    ]
    return [path for pattern in patterns for path in per_film(pattern)]


rule parent:
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
        "build/logs/parent.log",
    benchmark:
        "build/benchmarks/parent.tsv"
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


rule pseudonymized:
    input:
        parent="build/parent/SHA256SUMS",
        identity="manifests/identity.json",
        rendered=[path for layer in RENDERED for path in per_film(f"build/rendered/{layer}/{{film}}.jsonl")],
        registry="manifests/predicates.yaml",
        licence="LICENSE-DATA.md",
    output:
        sums="build/pseudonymized/SHA256SUMS",
    params:
        made=stamp("release", "release"),
    log:
        "build/logs/pseudonymized.log",
    benchmark:
        "build/benchmarks/pseudonymized.tsv"
    shell:
        r"""
        linedscript release assemble-pseudonymized \
            --rendered build/rendered \
            --parent build/parent \
            --identity {input.identity:q} \
            --registry {input.registry:q} \
            --licence {input.licence:q} \
            --settings {params.made[settings]:q} \
            --out build/pseudonymized \
            > {log:q} 2>&1
        """
