# The pseudonymized release. In: the films' released layers, their frozen name maps, the parent. Out: the other view's tree, known to
# Snakemake by its SHA256SUMS.

RENDERED = (*LAYERS, "scene_texts", "recipe")


rule render:
    input:
        scenes="build/scenes/{film}.jsonl",
        own=expand("build/{layer}/{{film}}.jsonl", layer=OWN),
        reviewed=expand("build/reviewed/{layer}/{{film}}.jsonl", layer=REVIEWED),
        sifted=expand("build/sifted/{layer}/{{film}}.jsonl", layer=SIFTED),
        left=expand("build/review/{what}/{{film}}.jsonl", what=LEFT),
        coverage=expand("build/coverage/{layer}/{{film}}.jsonl", layer=ENGINE_LAYERS),
        ledger=expand("build/ledger/{layer}/{{film}}.jsonl", layer=ENGINE_LAYERS),
        transcripts=expand("build/transcripts/{layer}/{{film}}.jsonl", layer=ENGINE_LAYERS),
        names=lambda wildcards: plan.name_map(wildcards.film),
    output:
        expand("build/rendered/{layer}/{{film}}.jsonl", layer=RENDERED),
    params:
        made=stamp("identity"),
        pin=lambda wildcards: {"sha256": plan.name_pin(wildcards.film)},
        run={"name": plan.run_name},
    log:
        "build/logs/render/{film}.log",
    benchmark:
        "build/benchmarks/render/{film}.tsv"
    shell:
        r"""
        linedscript identity render \
            --film {wildcards.film:q} \
            --build build \
            --run {params.run[name]:q} \
            --map {input.names:q} \
            --map-sha256 {params.pin[sha256]:q} \
            --out build/rendered \
            > {log:q} 2>&1
        """


rule assemble_pseudonymized:
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
        "build/logs/assemble_pseudonymized.log",
    benchmark:
        "build/benchmarks/assemble_pseudonymized.tsv"
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
