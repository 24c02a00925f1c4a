"""The verbs of ``linedscript evaluate`` that a build calls: frozen contexts, and the runs of controls."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linedscript.cli._layer import settings_object

if TYPE_CHECKING:
    from linedscript.records.evaluation import EvaluationSettings


def register(verbs: Any) -> None:
    retrieve = verbs.add_parser(
        "retrieve",
        help="freeze the passages that each question of a film gets",
        description="Index the film's scene text in one view, and write for each target the passages that it gets: "
        "where they stand and their scores, no text.",
    )
    _film(retrieve)
    retrieve.add_argument("--view", required=True, choices=("parent", "pseudonymized"))
    retrieve.add_argument(
        "--scenes", required=True, type=Path, metavar="FILE", help="the view's scenes with their text"
    )
    retrieve.add_argument(
        "--records", required=True, nargs="+", type=Path, metavar="DIR", help="the view's layers, first found wins"
    )
    retrieve.add_argument("--out", required=True, type=Path, metavar="FILE", help="where the frozen contexts go")
    retrieve.set_defaults(run=_retrieve)

    predict = verbs.add_parser(
        "predict",
        help="predictions of every control for a film, both views",
        description="Takes a film's layers in both views, and writes what each control (reference, empty, shuffled) "
        "answers to every target, with no model. 'linedscript evaluate judge' takes them next; a build "
        "runs all of this by itself.",
    )
    _film(predict)
    _views(predict)
    predict.add_argument("--out", required=True, type=Path, metavar="DIR", help="they go to <DIR>/<run>/<film>.jsonl")
    predict.set_defaults(run=_predict)

    judge = verbs.add_parser(
        "judge",
        help="the deterministic judge over every control's predictions for a film",
        description="Takes what 'linedscript evaluate predict' wrote for a film, and writes the labels that the exact"
        " judges give each prediction, with the original names that came back. 'linedscript evaluate "
        "assemble' makes runs of both.",
    )
    _film(judge)
    _views(judge)
    judge.add_argument(
        "--names",
        required=True,
        type=Path,
        metavar="FILE",
        help="the film's name map, to look for names that came back",
    )
    judge.add_argument("--predictions", required=True, type=Path, metavar="DIR", help="<DIR>/<run>/<film>.jsonl")
    judge.add_argument("--out", required=True, type=Path, metavar="DIR", help="they go to <DIR>/<run>/<film>.jsonl")
    judge.set_defaults(run=_judge)

    assemble = verbs.add_parser(
        "assemble",
        help="put the controls' runs together, one folder each",
        description="Takes the controls' predictions, judgements and frozen passages of every film, and writes a "
        "folder of runs, each with its manifest and sums. 'linedscript runs publish' copies them to the "
        "published ones, from which the tables are printed.",
    )
    assemble.add_argument("--settings", required=True, type=settings_object, metavar="JSON", help=_SETTINGS)
    assemble.add_argument("--tokenizer", required=True, metavar="NAME", help="of passages, as in params")
    for view in ("parent", "pseudonymized"):
        assemble.add_argument(f"--{view}", required=True, type=Path, metavar="DIR", help=f"the {view} release")
    for what in ("predictions", "judgements", "retrieval"):
        assemble.add_argument(f"--{what}", required=True, type=Path, metavar="DIR", help=f"what was made of {what}")
    assemble.add_argument("--out", required=True, type=Path, metavar="DIR", help="the folder of runs")
    assemble.set_defaults(run=_assemble)


_SETTINGS = "the evaluation section of params.yaml as a JSON object"


def _film(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    parser.add_argument("--language", required=True, choices=("en", "zh"), help="the script's language")
    parser.add_argument("--settings", required=True, type=settings_object, metavar="JSON", help=_SETTINGS)
    parser.add_argument("--tokenizer", required=True, metavar="NAME", help="of passages, as in params")


def _views(parser: argparse.ArgumentParser) -> None:
    for view in ("parent", "pseudonymized"):
        parser.add_argument(
            f"--{view}", required=True, nargs="+", type=Path, metavar="DIR", help=f"{view} layers, first found wins"
        )


def _settings(args: argparse.Namespace) -> "EvaluationSettings":
    from linedscript.evaluation.settings import evaluation_settings

    return evaluation_settings(args.settings)


def _retrieve(args: argparse.Namespace) -> int:
    from linedscript.evaluation.retrieving import retrieve_film
    from linedscript.io.canonical import write_records

    settings = _settings(args)
    rows = retrieve_film(
        args.film, args.language, args.view, settings.control_retrieval, args.scenes, args.records,
        settings.retrieval, args.tokenizer,
    )  # fmt: skip
    write_records(args.out, rows)
    return 0


def _predict(args: argparse.Namespace) -> int:
    from linedscript.evaluation.control_runs import control_runs, generations
    from linedscript.evaluation.controls import control_predictions
    from linedscript.evaluation.film_rows import build_rows
    from linedscript.io.canonical import write_records

    settings = _settings(args)
    for run in control_runs(settings):
        rows = build_rows(run.task.layers, getattr(args, run.condition.view), args.film)
        targets = run.task.targets(args.film, args.language, rows, run.condition.setting)
        samples = generations(run.control, settings)
        predictions = control_predictions(run.control, run.task, targets, samples, settings.seed)
        write_records(args.out / run.name / f"{args.film}.jsonl", predictions)
    return 0


def _judge(args: argparse.Namespace) -> int:
    from linedscript.evaluation.control_runs import control_runs
    from linedscript.evaluation.film_rows import build_rows
    from linedscript.evaluation.judging import judged
    from linedscript.identity.matching import matcher
    from linedscript.identity.store import read_map
    from linedscript.io.canonical import read_records, write_records
    from linedscript.records.run import Prediction

    names = matcher(read_map(args.names))
    for run in control_runs(_settings(args)):
        view = run.condition.view
        rows = build_rows(run.task.layers, getattr(args, view), args.film)
        targets = run.task.targets(args.film, args.language, rows, run.condition.setting)
        predictions = read_records(args.predictions / run.name / f"{args.film}.jsonl", Prediction)
        found = judged(run.task, targets, predictions, None, names if view == "pseudonymized" else None)
        write_records(args.out / run.name / f"{args.film}.jsonl", found)
    return 0


def _assemble(args: argparse.Namespace) -> int:
    from linedscript.evaluation.assembling import assemble_runs

    assemble_runs(
        args.parent, args.pseudonymized, args.predictions, args.judgements, args.retrieval, _settings(args),
        args.tokenizer, args.out,
    )  # fmt: skip
    return 0
