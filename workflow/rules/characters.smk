# Characters. In: scenes, units, entities and relations. Out: presence and perception, focal characters and states; their exemplars and memories.


rule presence:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
    output:
        records="build/presence/{film}.jsonl",
        perception="build/perception/{film}.jsonl",
        **account("presence"),
    params:
        made=stamp("presence", "presence", "presence"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/presence/{film}.log",
    benchmark:
        "build/benchmarks/presence/{film}.tsv"
    shell:
        r"""
        linedscript presence draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --records {output.records:q} \
            --perception {output.perception:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule states:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        relations="build/relations/{film}.jsonl",
        presence="build/presence/{film}.jsonl",
    output:
        records="build/states/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
        **account("states"),
    params:
        made=stamp("characters", "states", "states"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/states/{film}.log",
    benchmark:
        "build/benchmarks/states/{film}.tsv"
    shell:
        r"""
        linedscript characters draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --relations {input.relations:q} \
            --presence {input.presence:q} \
            --records {output.records:q} \
            --focal {output.focal:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule exemplars:
    input:
        scenes="build/scenes/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
    output:
        records="build/exemplars/{film}.jsonl",
    params:
        made=stamp("exemplars", "exemplars"),
    log:
        "build/logs/exemplars/{film}.log",
    benchmark:
        "build/benchmarks/exemplars/{film}.tsv"
    shell:
        r"""
        linedscript exemplars draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --entities {input.entities:q} \
            --focal {input.focal:q} \
            --records {output.records:q} \
            > {log:q} 2>&1
        """


rule memories:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        perception="build/perception/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
    output:
        records="build/memories/{film}.jsonl",
        **account("memories"),
    params:
        made=stamp("memories", "memories", "memories"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/memories/{film}.log",
    benchmark:
        "build/benchmarks/memories/{film}.tsv"
    shell:
        r"""
        linedscript memories draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --perception {input.perception:q} \
            --focal {input.focal:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """
