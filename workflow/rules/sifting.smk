# Sifting. In: reviewed items, what their checks found, what reviewers kept. Out: the items to release, their checks, and what is
# withheld of them and why.


rule assemble_items:
    input:
        scenes="build/scenes/{film}.jsonl",
        reviewed=expand("build/reviewed/{layer}/{{film}}.jsonl", layer=REVIEWED),
        left=expand("build/review/{what}/{{film}}.jsonl", what=("patches", "stale")),
        checks="build/checks/{film}.jsonl",
    output:
        expand("build/sifted/{layer}/{{film}}.jsonl", layer=SIFTED),
    params:
        made=stamp("items", "items"),
    log:
        "build/logs/assemble_items/{film}.log",
    benchmark:
        "build/benchmarks/assemble_items/{film}.tsv"
    shell:
        r"""
        linedscript items assemble \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --checks {input.checks:q} \
            --reviewed build/reviewed \
            --review build/review \
            --out build/sifted \
            > {log:q} 2>&1
        """
