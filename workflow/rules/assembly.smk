# Assembly. In: a film's scenes, its reviewed layers, its items to release and what patching left behind. Out: what Tasks I and III
# are made of.


rule assemble_stage:
    input:
        scenes="build/scenes/{film}.jsonl",
        reviewed=expand("build/reviewed/{layer}/{{film}}.jsonl", layer=REVIEWED),
        sifted=expand("build/sifted/{layer}/{{film}}.jsonl", layer=SIFTED),
        left=expand("build/review/{what}/{{film}}.jsonl", what=LEFT),
    output:
        assembled=expand("build/{layer}/{{film}}.jsonl", layer=ASSEMBLED),
    params:
        made=stamp("stage", "stage"),
    log:
        "build/logs/assemble_stage/{film}.log",
    benchmark:
        "build/benchmarks/assemble_stage/{film}.tsv"
    shell:
        r"""
        linedscript stage assemble \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --build build \
            --reviewed build/reviewed \
            --review build/review \
            --out build \
            > {log:q} 2>&1
        """
