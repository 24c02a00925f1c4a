# Evaluation. In: each film's texts, records and name map in both views, and the two drafts. Out: the controls' runs, as one folder
# of runs known to Snakemake by its SHA256SUMS.

CONTROL_RUNS = [run.name for run in control_runs(plan.params.evaluation)]
VIEWS = ("parent", "pseudonymized")
EVALUATED = sorted({layer for run in control_runs(plan.params.evaluation) for layer in run.task.layers})
PARENT_ROOTS = ["build/sifted", "build/reviewed", "build"]


def own_layers(layers, root, reviewed):
    """Files of a view's layers for one film."""

    def folder(layer):
        if not reviewed:
            return ""
        return "sifted/" if layer in SIFTED else "reviewed/" if layer in REVIEWED else ""

    return [f"{root}/{folder(layer)}{layer}/{{film}}.jsonl" for layer in layers]


rule retrieve:
    input:
        scenes="build/scenes/{film}.jsonl",
        records=own_layers(EVALUATED, "build", True),
        graph=own_layers(GRAPH_LAYERS, "build", True) if plan.params.evaluation.control_retrieval == "graph" else [],
    output:
        rows="build/retrieval/parent/{film}.jsonl",
    params:
        made=stamp("evaluate", "evaluation"),
        tokenizer={"name": plan.params.reading.tokenizer},
        view={"name": "parent"},
        roots=PARENT_ROOTS,
    log:
        "build/logs/retrieve/{film}.log",
    benchmark:
        "build/benchmarks/retrieve/{film}.tsv"
    shell:
        r"""
        linedscript evaluate retrieve \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --tokenizer {params.tokenizer[name]:q} \
            --view {params.view[name]:q} \
            --scenes {input.scenes:q} \
            --records {params.roots:q} \
            --out {output.rows:q} \
            > {log:q} 2>&1
        """


use rule retrieve as retrieve_pseudonymized with:
    input:
        scenes="build/rendered/scene_texts/{film}.jsonl",
        records=own_layers(EVALUATED, "build/rendered", False),
        graph=own_layers(GRAPH_LAYERS, "build/rendered", False)
        if plan.params.evaluation.control_retrieval == "graph"
        else [],
    output:
        rows="build/retrieval/pseudonymized/{film}.jsonl",
    params:
        made=stamp("evaluate", "evaluation"),
        tokenizer={"name": plan.params.reading.tokenizer},
        view={"name": "pseudonymized"},
        roots=["build/rendered"],
    log:
        "build/logs/retrieve_pseudonymized/{film}.log",
    benchmark:
        "build/benchmarks/retrieve_pseudonymized/{film}.tsv"


rule predict:
    input:
        parent=own_layers(EVALUATED, "build", True),
        pseudonymized=own_layers(EVALUATED, "build/rendered", False),
    output:
        expand("build/predictions/{run}/{{film}}.jsonl", run=CONTROL_RUNS),
    params:
        made=stamp("evaluate", "evaluation"),
        tokenizer={"name": plan.params.reading.tokenizer},
        roots=PARENT_ROOTS,
    log:
        "build/logs/predict/{film}.log",
    benchmark:
        "build/benchmarks/predict/{film}.tsv"
    shell:
        r"""
        linedscript evaluate predict \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --tokenizer {params.tokenizer[name]:q} \
            --parent {params.roots:q} \
            --pseudonymized build/rendered \
            --out build/predictions \
            > {log:q} 2>&1
        """


rule judge:
    input:
        parent=own_layers(EVALUATED, "build", True),
        pseudonymized=own_layers(EVALUATED, "build/rendered", False),
        predictions=expand("build/predictions/{run}/{{film}}.jsonl", run=CONTROL_RUNS),
        names=lambda wildcards: plan.name_map(wildcards.film),
    output:
        expand("build/judgements/{run}/{{film}}.jsonl", run=CONTROL_RUNS),
    params:
        made=stamp("evaluate", "evaluation"),
        tokenizer={"name": plan.params.reading.tokenizer},
        roots=PARENT_ROOTS,
    log:
        "build/logs/judge/{film}.log",
    benchmark:
        "build/benchmarks/judge/{film}.tsv"
    shell:
        r"""
        linedscript evaluate judge \
            --film {wildcards.film:q} \
            --language {params.made[language]:q} \
            --settings {params.made[settings]:q} \
            --tokenizer {params.tokenizer[name]:q} \
            --parent {params.roots:q} \
            --pseudonymized build/rendered \
            --names {input.names:q} \
            --predictions build/predictions \
            --out build/judgements \
            > {log:q} 2>&1
        """


rule assemble_runs:
    input:
        parent="build/parent/SHA256SUMS",
        pseudonymized="build/pseudonymized/SHA256SUMS",
        predictions=[path for run in CONTROL_RUNS for path in per_film(f"build/predictions/{run}/{{film}}.jsonl")],
        judgements=[path for run in CONTROL_RUNS for path in per_film(f"build/judgements/{run}/{{film}}.jsonl")],
        retrieval=[path for view in VIEWS for path in per_film(f"build/retrieval/{view}/{{film}}.jsonl")],
    output:
        sums="build/runs/SHA256SUMS",
    params:
        made=stamp("evaluate", "evaluation"),
        tokenizer={"name": plan.params.reading.tokenizer},
    log:
        "build/logs/assemble_runs.log",
    benchmark:
        "build/benchmarks/assemble_runs.tsv"
    shell:
        r"""
        linedscript evaluate assemble \
            --settings {params.made[settings]:q} \
            --tokenizer {params.tokenizer[name]:q} \
            --parent build/parent \
            --pseudonymized build/pseudonymized \
            --predictions build/predictions \
            --judgements build/judgements \
            --retrieval build/retrieval \
            --out build/runs \
            > {log:q} 2>&1
        """
