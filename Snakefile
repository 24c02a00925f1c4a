# The build, as a table of contents. In: params.yaml, manifests/, samples/ and sources/. Out: build/, never releases/.
#
#   snakemake                        the draft: both releases and their tables, under build/
#   snakemake -- backbone            every model layer and its review, with no release
#   snakemake -- parent              the parent release alone
#   snakemake -- tables_of_releases  every table again, from releases/ only
#   linedscript --help               the command behind each rule


include: "workflow/rules/common.smk"
include: "workflow/rules/reading.smk"
include: "workflow/rules/extraction.smk"
include: "workflow/rules/narrative.smk"
include: "workflow/rules/characters.smk"
include: "workflow/rules/stage.smk"
include: "workflow/rules/review.smk"
include: "workflow/rules/identity.smk"
include: "workflow/rules/release.smk"
include: "workflow/rules/tables.smk"


rule all:
    default_target: True
    input:
        rules.parent.output,
        rules.pseudonymized.output,
        rules.tables.output,


rule backbone:
    input:
        per_film("build/items/{film}.jsonl"),
        per_film("build/repairs/{film}.jsonl"),
        per_film("build/reviewed/entities/{film}.jsonl"),
