# Review. In: the model layers of a film, its account, its patches and audits. Out: reviewed layers, what patching left behind, and
# the released audits.

MODEL = {"units": "narrative"}  # the units that patches see have their participants resolved


rule review:
    input:
        scenes="build/scenes/{film}.jsonl",
        mentions="build/mentions/{film}.jsonl",
        adjudications="build/adjudications/{film}.jsonl",
        findings="build/scene_review/{film}.jsonl",
        repairs="build/repairs/{film}.jsonl",
        checks="build/checks/{film}.jsonl",
        model=expand("build/{layer}/{{film}}.jsonl", layer=[MODEL.get(layer, layer) for layer in REVIEWED]),
        coverage=expand("build/coverage/{layer}/{{film}}.jsonl", layer=ENGINE_LAYERS),
        ledger=expand("build/ledger/{layer}/{{film}}.jsonl", layer=ENGINE_LAYERS),
        registry="manifests/predicates.yaml",
        patches=lambda wildcards: plan.patches(wildcards.film),
    output:
        reviewed=expand("build/reviewed/{layer}/{{film}}.jsonl", layer=REVIEWED),
        left=expand("build/review/{what}/{{film}}.jsonl", what=LEFT),
    params:
        made=stamp("review", "review"),
    log:
        "build/logs/review/{film}.log",
    benchmark:
        "build/benchmarks/review/{film}.tsv"
    shell:
        r"""
        linedscript review apply \
            --film {wildcards.film:q} \
            --settings {params.made[settings]:q} \
            --model build \
            --reviewed build/reviewed \
            --review build/review \
            --patches {input.patches:q} \
            > {log:q} 2>&1
        """


rule audits:
    input:
        reviewed=expand("build/reviewed/{layer}/{{film}}.jsonl", layer=REVIEWED),
        patches=lambda wildcards: plan.patches(wildcards.film),
    output:
        looks="build/audits/{film}.jsonl",
        frames="build/audit_frames/{film}.jsonl",
    params:
        made=stamp("audit"),
        rounds=lambda wildcards: {"sha256": plan.audits_digest(wildcards.film)},
    log:
        "build/logs/audits/{film}.log",
    benchmark:
        "build/benchmarks/audits/{film}.tsv"
    shell:
        r"""
        linedscript audit release \
            --film {wildcards.film:q} \
            --build build \
            --audits manifests/audits \
            --looks {output.looks:q} \
            --frames {output.frames:q} \
            --patches {input.patches:q} \
            > {log:q} 2>&1
        """
