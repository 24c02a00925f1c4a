"""What Snakemake itself makes of the project in the current folder, as JSON: its rules, and the jobs of every target.

Run in a process of its own: reading the Snakefile sets the environment of a build.
"""

import contextlib
import io
import json
import sys
from pathlib import Path

from snakemake.api import SnakemakeApi
from snakemake.io import is_flagged
from snakemake.settings.types import ConfigSettings, DAGSettings, OutputSettings, ResourceSettings


def dump() -> dict:
    with SnakemakeApi(OutputSettings(quiet=set())) as api, contextlib.redirect_stdout(io.StringIO()):
        opened = api.workflow(ResourceSettings(cores=1), ConfigSettings(), snakefile=Path("Snakefile"), workdir=Path())
        workflow = opened._workflow
        targets = _targets(opened)
        graph = opened.dag(DAGSettings(targets=set(targets), forceall=True))
        graph.printrulegraph()
        rules = [_rule(rule) for rule in workflow.rules]
        jobs = [
            {"rule": job.rule.name, "input": list(map(str, job.input)), "output": list(map(str, job.output))}
            for job in workflow.dag.jobs
        ]
    return {"targets": targets, "rules": rules, "jobs": sorted(jobs, key=lambda job: (job["rule"], job["output"]))}


def _targets(opened) -> list[str]:
    """Rules without outputs. ``list_rules`` reads the Snakefile."""
    opened.list_rules()
    return sorted(rule.name for rule in opened._workflow.rules if not rule.output)


def _rule(rule) -> dict:
    return {
        "name": rule.name,
        "output": list(map(str, rule.output)),
        "folders": [str(path) for path in rule.output if is_flagged(path, "directory")],
        "log": list(map(str, rule.log)),
        "benchmark": str(rule.benchmark) if rule.benchmark else None,
        "shell": rule.shellcmd,
        "code": bool(rule.is_run or rule.is_script or rule.is_notebook or rule.is_wrapper or rule.is_template_engine),
    }


if __name__ == "__main__":
    sys.path.insert(0, "src")
    print(json.dumps(dump()))
