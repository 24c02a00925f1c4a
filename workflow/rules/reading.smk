# Reading. In: a film's script, pinned by the index. Out: scenes, removed regions, the validation record, blocks.


rule read:
    input:
        script=lambda wildcards: plan.script(wildcards.film),
    output:
        source="build/source/{film}.jsonl",
        scenes="build/scenes/{film}.jsonl",
        removed="build/removed/{film}.jsonl",
        validation="build/validation/{film}.jsonl",
        blocks="build/blocks/{film}.jsonl",
    params:
        made=stamp("scenes", "reading"),
        pinned=lambda wildcards: plan.pinned(wildcards.film),
    log:
        "build/logs/read/{film}.log",
    benchmark:
        "build/benchmarks/read/{film}.tsv"
    shell:
        r"""
        linedscript scenes read \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --script {input.script:q} \
            {params.pinned[options]:q} \
            --settings {params.made[settings]:q} \
            --source {output.source:q} \
            --scenes {output.scenes:q} \
            --removed {output.removed:q} \
            --validation {output.validation:q} \
            --blocks {output.blocks:q} \
            > {log:q} 2>&1
        """
