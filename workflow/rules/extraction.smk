# Extraction. In: a film's scenes. Out: units, mentions and relations between mentions, their scene-level review, then canonical
# entities and the graph.


rule units:
    input:
        scenes="build/scenes/{film}.jsonl",
    output:
        records="build/units/{film}.jsonl",
        **account("units"),
    params:
        made=stamp("units", "units", "units"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/units/{film}.log",
    benchmark:
        "build/benchmarks/units/{film}.tsv"
    shell:
        r"""
        linedscript units draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule mentions:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/units/{film}.jsonl",
    output:
        records="build/mentions/{film}.jsonl",
        **account("mentions"),
    params:
        made=stamp("mentions", "mentions", "mentions"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/mentions/{film}.log",
    benchmark:
        "build/benchmarks/mentions/{film}.tsv"
    shell:
        r"""
        linedscript mentions draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule extracted:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/units/{film}.jsonl",
        mentions="build/mentions/{film}.jsonl",
        registry="manifests/predicates.yaml",
    output:
        records="build/extracted/{film}.jsonl",
        **account("extracted"),
    params:
        made=stamp("relations", "extracted", "extracted"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/extracted/{film}.log",
    benchmark:
        "build/benchmarks/extracted/{film}.tsv"
    shell:
        r"""
        linedscript relations draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --mentions {input.mentions:q} \
            --registry {input.registry:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule scene_review:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/units/{film}.jsonl",
        mentions="build/mentions/{film}.jsonl",
        extracted="build/extracted/{film}.jsonl",
        registry="manifests/predicates.yaml",
    output:
        records="build/scene_review/{film}.jsonl",
        **account("scene_review"),
    params:
        made=stamp("findings", "scene_review", "scene_review"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/scene_review/{film}.log",
    benchmark:
        "build/benchmarks/scene_review/{film}.tsv"
    shell:
        r"""
        linedscript findings draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --mentions {input.mentions:q} \
            --extracted {input.extracted:q} \
            --registry {input.registry:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule entities:
    input:
        scenes="build/scenes/{film}.jsonl",
        mentions="build/mentions/{film}.jsonl",
        findings="build/scene_review/{film}.jsonl",
    output:
        records="build/entities/{film}.jsonl",
        adjudications="build/adjudications/{film}.jsonl",
        **account("entities"),
    params:
        made=stamp("entities", "entities", "entities"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/entities/{film}.log",
    benchmark:
        "build/benchmarks/entities/{film}.tsv"
    shell:
        r"""
        linedscript entities draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --mentions {input.mentions:q} \
            --findings {input.findings:q} \
            --records {output.records:q} \
            --adjudications {output.adjudications:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule graph:
    input:
        units="build/units/{film}.jsonl",
        mentions="build/mentions/{film}.jsonl",
        extracted="build/extracted/{film}.jsonl",
        findings="build/scene_review/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        registry="manifests/predicates.yaml",
    output:
        relations="build/relations/{film}.jsonl",
        narrative="build/narrative/{film}.jsonl",
        repairs="build/repairs/{film}.jsonl",
    params:
        made=stamp("graph"),
    log:
        "build/logs/graph/{film}.log",
    benchmark:
        "build/benchmarks/graph/{film}.tsv"
    shell:
        r"""
        linedscript graph build \
            --film {wildcards.film:q} \
            --units {input.units:q} \
            --mentions {input.mentions:q} \
            --extracted {input.extracted:q} \
            --findings {input.findings:q} \
            --entities {input.entities:q} \
            --registry {input.registry:q} \
            --relations {output.relations:q} \
            --narrative {output.narrative:q} \
            --repairs {output.repairs:q} \
            > {log:q} 2>&1
        """
