# Narrative. In: the graph's units and entities. Out: Episodes, links between them, Evolution Storylines.


rule episodes:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
    output:
        records="build/episodes/{film}.jsonl",
        **account("episodes"),
    params:
        made=stamp("episodes", "episodes", "episodes"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/episodes/{film}.log",
    benchmark:
        "build/benchmarks/episodes/{film}.tsv"
    shell:
        r"""
        linedscript episodes draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule links:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        relations="build/relations/{film}.jsonl",
        episodes="build/episodes/{film}.jsonl",
    output:
        records="build/links/{film}.jsonl",
        **account("links"),
    params:
        made=stamp("links", "links", "links"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/links/{film}.log",
    benchmark:
        "build/benchmarks/links/{film}.tsv"
    shell:
        r"""
        linedscript links draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --relations {input.relations:q} \
            --episodes {input.episodes:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule storylines:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        relations="build/relations/{film}.jsonl",
        episodes="build/episodes/{film}.jsonl",
        links="build/links/{film}.jsonl",
    output:
        records="build/storylines/{film}.jsonl",
        **account("storylines"),
    params:
        made=stamp("storylines", "storylines", "storylines"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/storylines/{film}.log",
    benchmark:
        "build/benchmarks/storylines/{film}.tsv"
    shell:
        r"""
        linedscript storylines draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --relations {input.relations:q} \
            --episodes {input.episodes:q} \
            --links {input.links:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """
