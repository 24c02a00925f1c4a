# Characters. In: scenes, units, entities, relations, Episodes, links and storylines. Out: presence and perception, focal
# characters, their states, developments and access to key facts, the checkpoints of their trajectories; persona cards, exemplars and
# memories.


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


rule developments:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        episodes="build/episodes/{film}.jsonl",
        links="build/links/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
        states="build/states/{film}.jsonl",
    output:
        records="build/developments/{film}.jsonl",
        **account("developments"),
    params:
        made=stamp("developments", "developments", "developments"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/developments/{film}.log",
    benchmark:
        "build/benchmarks/developments/{film}.tsv"
    shell:
        r"""
        linedscript developments draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --episodes {input.episodes:q} \
            --links {input.links:q} \
            --focal {input.focal:q} \
            --states {input.states:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule access:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        episodes="build/episodes/{film}.jsonl",
        storylines="build/storylines/{film}.jsonl",
        presence="build/presence/{film}.jsonl",
        perception="build/perception/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
        states="build/states/{film}.jsonl",
        developments="build/developments/{film}.jsonl",
    output:
        records="build/access/{film}.jsonl",
        **account("access"),
    params:
        made=stamp("access", "access", "access"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/access/{film}.log",
    benchmark:
        "build/benchmarks/access/{film}.tsv"
    shell:
        r"""
        linedscript access draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --episodes {input.episodes:q} \
            --storylines {input.storylines:q} \
            --presence {input.presence:q} \
            --perception {input.perception:q} \
            --focal {input.focal:q} \
            --states {input.states:q} \
            --developments {input.developments:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule checkpoints:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        presence="build/presence/{film}.jsonl",
        perception="build/perception/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
        states="build/states/{film}.jsonl",
        developments="build/developments/{film}.jsonl",
        access="build/access/{film}.jsonl",
    output:
        records="build/checkpoints/{film}.jsonl",
    params:
        made=stamp("checkpoints", "checkpoints"),
    log:
        "build/logs/checkpoints/{film}.log",
    benchmark:
        "build/benchmarks/checkpoints/{film}.tsv"
    shell:
        r"""
        linedscript checkpoints choose \
            --film {wildcards.film:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --presence {input.presence:q} \
            --perception {input.perception:q} \
            --focal {input.focal:q} \
            --states {input.states:q} \
            --developments {input.developments:q} \
            --access {input.access:q} \
            --records {output.records:q} \
            > {log:q} 2>&1
        """


rule traits:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        relations="build/relations/{film}.jsonl",
        states="build/states/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
    output:
        records="build/traits/{film}.jsonl",
        **account("traits"),
    params:
        made=stamp("traits", "traits", "traits"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/traits/{film}.log",
    benchmark:
        "build/benchmarks/traits/{film}.tsv"
    shell:
        r"""
        linedscript traits draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --relations {input.relations:q} \
            --states {input.states:q} \
            --focal {input.focal:q} \
            --records {output.records:q} \
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
