# The build, as a table of contents. In: params.yaml, manifests/, samples/ and sources/. Out: build/, never releases/.
#
#   snakemake                        the draft: both releases and their tables, under build/
#   snakemake -- backbone            every model layer, its review, and what is assembled then, with no release
#   snakemake -- parent              the parent release alone
#   snakemake -- runs                the controls' runs too
#   snakemake -- tables_of_releases  every table again, from releases/ only
#   linedscript --help               the command behind each rule
#
# A target asks for every output of the rules above it: of what is only an input on the way, Snakemake doesn't miss a file that a
# failed job took away, and would call the draft before it up to date.


include: "workflow/rules/common.smk"
include: "workflow/rules/reading.smk"
include: "workflow/rules/extraction.smk"
include: "workflow/rules/narrative.smk"
include: "workflow/rules/characters.smk"
include: "workflow/rules/stage.smk"
include: "workflow/rules/review.smk"
include: "workflow/rules/sifting.smk"
include: "workflow/rules/assembly.smk"


rule backbone:
    input:
        every_output(),


include: "workflow/rules/parent.smk"


rule parent:
    input:
        every_output(),


include: "workflow/rules/pseudonymized.smk"


rule pseudonymized:
    input:
        every_output(),


include: "workflow/rules/evaluation.smk"


rule runs:
    input:
        every_output(),


include: "workflow/rules/tables.smk"


rule all:
    default_target: True
    input:
        every_output(),


include: "workflow/rules/reprint.smk"


rule tables_of_releases:
    input:
        rules.reprint_tables.output,
