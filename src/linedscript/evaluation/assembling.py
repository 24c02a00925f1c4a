"""The control runs of a release as one folder of runs, out of what each film's jobs left."""

from collections.abc import Iterator
from pathlib import Path

from linedscript.errors import LinedscriptError, raise_all
from linedscript.evaluation.control_runs import control_manifest, control_runs
from linedscript.evaluation.tree import FilmRun, fill_run
from linedscript.io.canonical import read_records
from linedscript.records.evaluation import EvaluationSettings
from linedscript.records.run import Judgement, Prediction, Retrieved, RunManifest
from linedscript.release.sums import sums_faults, write_sums
from linedscript.release.swap import alone, staging, swap_in
from linedscript.release.tree import Release


def assemble_runs(
    parent: Path,
    pseudonymized: Path,
    predictions: Path,
    judgements: Path,
    retrieval: Path,
    settings: EvaluationSettings,
    tokenizer: str,
    out: Path,
) -> None:
    """Write ``out``: a folder per control run, and ``SHA256SUMS`` over all of them last.

    ``predictions`` and ``judgements`` hold ``<run>/<film>.jsonl``, ``retrieval`` holds ``<view>/<film>.jsonl``. Raises
    LinedscriptError ``changed-file`` and its like where a release's sums don't hold, and ``incomplete-run`` where a
    row is missing or one too many.
    """
    releases = {"parent": Release(parent), "pseudonymized": Release(pseudonymized)}
    raise_all(
        [
            LinedscriptError(code, f"{release.root}/{name}", problem, "assemble the release again")
            for release in releases.values()
            for code, name, problem in sums_faults(release.root)
        ]
    )
    faults: list[LinedscriptError] = []
    with alone(out):
        root = staging(out)
        for run in control_runs(settings):
            view = run.condition.view
            manifest = control_manifest(run, settings, releases[view], tokenizer, view == "pseudonymized")
            films = {
                film: FilmRun(
                    read_records(predictions / run.name / f"{film}.jsonl", Prediction),
                    read_records(judgements / run.name / f"{film}.jsonl", Judgement),
                    read_records(retrieval / view / f"{film}.jsonl", Retrieved) if run.retrieves else [],
                )
                for film in manifest.films
            }
            for film, one in films.items():
                faults += incomplete(manifest, film, one)
            fill_run(root / run.name, manifest, films)
        raise_all(faults)
        write_sums(root)
        swap_in(out)


def incomplete(manifest: RunManifest, film: str, one: FilmRun) -> Iterator[LinedscriptError]:
    """Where a film's judgements or contexts aren't those of its predictions."""
    place = f"{manifest.id}/{film}"
    predicted = {prediction.id for prediction in one.predictions}
    judged = {f"{judgement.target}#{judgement.sample}" for judgement in one.judgements}
    for name in sorted(predicted ^ judged):
        problem = "has no judgement" if name in predicted else "is judged, but wasn't predicted"
        yield LinedscriptError("incomplete-run", f"{place}/{name}", problem, "make the run's files again")
    if manifest.retrieval is None:
        return
    for target in sorted({prediction.target for prediction in one.predictions} - {row.id for row in one.retrieved}):
        yield LinedscriptError("incomplete-run", f"{place}/{target}", "has no frozen context", "retrieve it again")
