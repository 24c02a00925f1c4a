# What every rule file uses. In: params.yaml, manifests/. Out: nothing; no file is written while this is read.

import os
import sys
from pathlib import Path

from snakemake.exceptions import WorkflowError
from snakemake.io import strip_wildcard_constraints
from snakemake.utils import min_version

from linedscript.engines.embedding import check_installed
from linedscript.errors import LinedscriptError
from linedscript.evaluation.control_runs import control_runs
from linedscript.evaluation.retrieval.building import GRAPH_LAYERS
from linedscript.records.layers import ACCOUNTS, ASSEMBLED, ENGINE_LAYERS, LAYERS, LEFT, OWN, REVIEWED, SIFTED
from linedscript.workflow.hold import check_tokens, hold_build, take_away, write_tokens
from linedscript.workflow.plan import Plan
from linedscript.workflow.servers import start_servers, stop_servers
from linedscript.workflow.watch import end_with_dvc

min_version("9.27")
if "DVC_STAGE" in os.environ:
    end_with_dvc()
os.environ["LINEDSCRIPT_BUILD_PID"] = str(os.getpid())


def hinted(function):
    """Our errors as Snakemake's, so that it ends the run as after its own."""

    def call(*args):
        try:
            return function(*args)
        except LinedscriptError as error:
            raise WorkflowError(str(error)) from None

    return call


def told(function):
    """Our errors while this is read, as one message: to one of its own Snakemake adds where in this file it was raised."""

    def call(*args):
        try:
            return function(*args)
        except LinedscriptError as error:
            sys.exit(str(error))

    return call


plan = told(Plan.load)(Path(), config)
os.environ.update(plan.reach(config))
told(check_tokens)()
told(plan.check)(sys.argv[1:])
if "DVC_STAGE" in os.environ:
    told(plan.check_published)()
HELD = []
SERVERS = []


onstart:
    HELD.append(hinted(hold_build)(Path(), "snakemake"))
    hinted(write_tokens)()
    jobs = list(workflow.dag.needrun_jobs())
    asking = any("transcript" in job.output.keys() for job in jobs)
    if plan.params.entities.embedding and any(job.rule.name == "entities" for job in jobs):
        hinted(check_installed)(plan.params.entities.embedding.encoder, plan.params.entities.embedding.revision)
    gpu = workflow.global_resources.get("gpu")
    SERVERS.extend(hinted(start_servers)(plan, config, asking, gpu.value if gpu else None))
    if not workflow.touch:
        hinted(take_away)(outputs_of(jobs))


onsuccess:
    stop_servers(SERVERS)


onerror:
    stop_servers(SERVERS)


FILMS = list(plan.films)
ENGINE_SHARE = 0 if plan.runs_rules else 1
ENGINE_THREADS = 0 if plan.asks(config) else 1
RECORDINGS = plan.recordings


wildcard_constraints:
    film="[a-z]{2}-[0-9]{4}",


def stamp(noun, section=None, layer=None):
    """One dict with names for a rule's params: code, settings and language of the film."""

    def of(wildcards):
        made = {"code": plan.code(noun, layer)}
        if section:
            made["settings"] = json_of(plan.settings(section))
        if "film" in wildcards.keys():
            made["language"] = plan.films[wildcards.film].language
            made |= plan.prompts(layer, made["language"])
        return made

    return of


def titles(wildcards):
    """What a film is called, of its own row of the index: no question may say it."""
    return {"titles": json_of(plan.titles(wildcards.film))}


def json_of(value):
    import json

    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def per_film(pattern):
    return [pattern.format(film=film) for film in FILMS]


def every_output():
    """The files that the rules so far make for these films, in the rules' order."""
    patterns = [strip_wildcard_constraints(path) for rule in workflow.rules for path in rule.output]
    return list(dict.fromkeys(path for pattern in patterns for path in per_film(pattern)))


def outputs_of(jobs):
    """What the jobs write, the pipeline's end first."""
    place = {rule.name: number for number, rule in enumerate(workflow.rules)}
    last_first = sorted(jobs, key=lambda job: -place[job.rule.name])
    return [os.fspath(path) for job in last_first for path in job.output]


def account(layer):
    """The three files that account for an engine layer's work on a film."""
    return {
        "coverage": f"build/coverage/{layer}/{{film}}.jsonl",
        "ledger": f"build/ledger/{layer}/{{film}}.jsonl",
        "transcript": f"build/transcripts/{layer}/{{film}}.jsonl",
    }
