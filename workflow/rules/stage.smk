# The stage suite. In: every layer of the backbone and of its characters. Out: observations for Task I, Task II items and what their
# checks found, role-play prompts for Task III.


rule observations:
    input:
        scenes="build/scenes/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        focal="build/focal/{film}.jsonl",
        checkpoints="build/checkpoints/{film}.jsonl",
    output:
        records="build/observations/{film}.jsonl",
        **account("observations"),
    params:
        made=stamp("observations", "observations", "observations"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/observations/{film}.log",
    benchmark:
        "build/benchmarks/observations/{film}.tsv"
    shell:
        r"""
        linedscript observations draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --entities {input.entities:q} \
            --focal {input.focal:q} \
            --checkpoints {input.checkpoints:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule items:
    input:
        scenes="build/scenes/{film}.jsonl",
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        relations="build/relations/{film}.jsonl",
        episodes="build/episodes/{film}.jsonl",
        links="build/links/{film}.jsonl",
        storylines="build/storylines/{film}.jsonl",
        states="build/states/{film}.jsonl",
        developments="build/developments/{film}.jsonl",
        access="build/access/{film}.jsonl",
        checkpoints="build/checkpoints/{film}.jsonl",
    output:
        records="build/items/{film}.jsonl",
        **account("items"),
    params:
        made=stamp("items", "items", "items"),
        named=titles,
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/items/{film}.log",
    benchmark:
        "build/benchmarks/items/{film}.tsv"
    shell:
        r"""
        linedscript items draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --relations {input.relations:q} \
            --episodes {input.episodes:q} \
            --links {input.links:q} \
            --storylines {input.storylines:q} \
            --states {input.states:q} \
            --developments {input.developments:q} \
            --access {input.access:q} \
            --checkpoints {input.checkpoints:q} \
            --titles {params.named[titles]:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule checks:
    input:
        scenes="build/scenes/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        drawn="build/items/{film}.jsonl",
    output:
        records="build/checks/{film}.jsonl",
        **account("checks"),
    params:
        made=stamp("items", "checks", "checks"),
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/checks/{film}.log",
    benchmark:
        "build/benchmarks/checks/{film}.tsv"
    shell:
        r"""
        linedscript items check \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --scenes {input.scenes:q} \
            --entities {input.entities:q} \
            --items {input.drawn:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """


rule prompts:
    input:
        units="build/narrative/{film}.jsonl",
        entities="build/entities/{film}.jsonl",
        states="build/states/{film}.jsonl",
        access="build/access/{film}.jsonl",
        checkpoints="build/checkpoints/{film}.jsonl",
        memories="build/memories/{film}.jsonl",
    output:
        records="build/prompts/{film}.jsonl",
        **account("prompts"),
    params:
        made=stamp("prompts", "prompts", "prompts"),
        named=titles,
    threads: ENGINE_THREADS
    resources:
        gpu=ENGINE_SHARE,
    log:
        "build/logs/prompts/{film}.log",
    benchmark:
        "build/benchmarks/prompts/{film}.tsv"
    shell:
        r"""
        linedscript prompts draw \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --units {input.units:q} \
            --entities {input.entities:q} \
            --states {input.states:q} \
            --access {input.access:q} \
            --checkpoints {input.checkpoints:q} \
            --memories {input.memories:q} \
            --titles {params.named[titles]:q} \
            --records {output.records:q} \
            --coverage {output.coverage:q} \
            --ledger {output.ledger:q} \
            --transcript {output.transcript:q} \
            {RECORDINGS:q} \
            > {log:q} 2>&1
        """
