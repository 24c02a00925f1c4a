"""The verbs of ``linedscript evaluate`` that people call: run, plan, questions, check, score, compare."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linedscript.cli._layer import add_reach, at_least_one
from linedscript.cli.runs import RUNS

if TYPE_CHECKING:
    from linedscript.evaluation.asking import Heard
    from linedscript.evaluation.results import ScoredRun
    from linedscript.evaluation.running import Texts
    from linedscript.records.run import FileConfig, RunConfig, RunManifest
    from linedscript.release.tree import Release

_TASKS = ("I", "II", "III")
_SETTINGS = ("rsu", "asu", "context", "closed_book", "single", "multi")


def register(verbs: Any) -> None:
    run = verbs.add_parser(
        "run",
        help="run a model or a control under the conditions of a configuration file",
        description="Retrieve, predict and judge, condition by condition, and write a folder per run. Answers are kept "
        "in the journal as they arrive: the same command goes on where an interrupted one stopped. What failed to the "
        "last attempt stays failed once the run is written, but for --retry-failed.",
    )
    run.add_argument("--config", required=True, type=Path, metavar="FILE", help="the run, in YAML (docs/evaluation.md)")
    run.add_argument(
        "--plan", action="store_true", help="say how many calls and tokens the run would take, and ask nobody"
    )
    _releases(run)
    _texts(run)
    _names(run)
    run.add_argument(
        "--out", type=Path, default=Path("evaluated"), metavar="DIR", help="where runs go (default: %(default)s)"
    )
    _retry(run)
    add_reach(run, ("answer", "judge"))
    run.set_defaults(run=_run)

    questions = verbs.add_parser(
        "questions",
        help="write what is to be answered, for predictions that are made elsewhere",
        description="A JSON line per target: film, target, item_sha256, language; in Task II its question. No answer. "
        "What is given with each in Tasks I and III is written by 'linedscript materialize' (docs/evaluation.md, "
        "Scoring your own predictions).",
    )
    _one_release(questions)
    questions.set_defaults(run=_questions)

    check = verbs.add_parser(
        "check",
        help="say what is wrong in a prediction file, line by line",
        description="Takes predictions as JSON lines and the release that they answer, and prints each fault with its"
        " line, then what counts as missing or isn't scored. Exit status 0 where no fault is left: "
        "'linedscript evaluate score' then makes a run of the file.",
    )
    check.add_argument("predictions", type=Path, metavar="FILE", help="JSON lines (docs/evaluation.md)")
    _one_release(check)
    check.add_argument("--generations", required=True, type=at_least_one, metavar="N", help="per target")
    check.add_argument(
        "--other",
        type=Path,
        metavar="DIR",
        help="the other view's release, to tell a file that was made over it (default: the one beside --release)",
    )
    check.set_defaults(run=_check)

    score = verbs.add_parser(
        "score",
        help="judge and score a prediction file that was made elsewhere, as a run of its own",
        description="Check the file, judge every sound line, write the run's folder, and print its scores.",
    )
    score.add_argument("predictions", type=Path, metavar="FILE", help="JSON lines (docs/evaluation.md)")
    score.add_argument(
        "--config", required=True, type=Path, metavar="FILE", help="what is known of how they were made, in YAML"
    )
    _releases(score)
    _names(score)
    score.add_argument(
        "--out", type=Path, default=Path("evaluated"), metavar="DIR", help="where the run goes (default: %(default)s)"
    )
    _retry(score)
    add_reach(score, ("judge",))
    score.set_defaults(run=_score)

    compare = verbs.add_parser(
        "compare",
        help="compare two runs target by target; refused where more than the identity view differs",
        description="Takes two runs of one task over one release, and prints for each measure the mean difference and"
        " the paired consistency over the films that both cover. Nothing is written; 'linedscript runs "
        "publish' puts both into the tables, which have intervals too.",
    )
    compare.add_argument(
        "first", type=Path, metavar="RUN", help="a run's folder, or a published run's name as 'runs list' prints it"
    )
    compare.add_argument("second", type=Path, metavar="RUN", help="the other one")
    compare.add_argument(
        "--runs",
        type=Path,
        default=RUNS,
        metavar="DIR",
        help="where a run is that is named alone (default: %(default)s)",
    )
    _releases(compare)
    compare.set_defaults(run=_compare)


def _releases(parser: argparse.ArgumentParser) -> None:
    for view in ("parent", "pseudonymized"):
        parser.add_argument(
            f"--{view}",
            type=Path,
            default=Path("releases") / view,
            metavar="DIR",
            help=f"the {view} release (default: %(default)s)",
        )
    parser.add_argument(
        "--params", type=Path, default=Path("params.yaml"), metavar="FILE", help="whose evaluation section is taken"
    )


def _texts(parser: argparse.ArgumentParser) -> None:
    for view, folder in (("parent", "build/scenes"), ("pseudonymized", "build/rendered/scene_texts")):
        parser.add_argument(
            f"--{view}-texts",
            type=Path,
            metavar="DIR",
            help=f"scenes with their text, <DIR>/<film>.jsonl (default: materialized/{view}/scenes, else {folder})",
        )


def _retry(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--retry-failed",
        action="store_true",
        help="make the last attempt again of what failed to the last in a run that is written",
    )


def _names(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--identity",
        type=Path,
        default=Path("manifests/identity.json"),
        metavar="FILE",
        help="the pins of the name maps, by which original names are looked for in answers (default: %(default)s)",
    )


def _one_release(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--release", required=True, type=Path, metavar="DIR", help="a release, either view")
    parser.add_argument("--task", required=True, choices=_TASKS, help="of the stage suite")
    parser.add_argument(
        "--setting",
        choices=_SETTINGS,
        help="the targets of that setting alone, as condition names it (default: every target); in Task III single "
        "and multi have other targets",
    )


def _look_everywhere(args: argparse.Namespace) -> None:
    """Answers that were kept are found without an option."""
    args.recordings = [*(args.recordings or (Path("recordings"), Path("private/recordings"))), args.out / "recordings"]
    args.journal = args.journal or Path("journal")


def _retry_from(args: argparse.Namespace, config: "RunConfig | FileConfig") -> int | None:
    return config.retries + 1 if args.retry_failed else None


def _tell_failed(manifest: "RunManifest", heard: "Heard") -> None:
    from linedscript.evaluation.asking import failed_for_good

    if count := failed_for_good(heard, manifest.retries):
        what = (
            f"{count} question{'s' * (count != 1)} failed to the last attempt and will stay so when this is run again"
        )
        print(f"{manifest.id}: {what}; --retry-failed makes the last attempt again", file=sys.stderr)


def _opened(args: argparse.Namespace) -> "dict[Any, Release]":
    from linedscript.release.tree import Release

    return {"parent": Release(args.parent), "pseudonymized": Release(args.pseudonymized)}


def _watch(films: Any, what: str) -> Any:
    from linedscript.cli._progress import watched

    return watched(films, what)


def _run(args: argparse.Namespace) -> int:
    from contextlib import nullcontext

    from linedscript.engines.opening import open_models
    from linedscript.evaluation.asking import keep_heard
    from linedscript.evaluation.names_at_hand import map_finder
    from linedscript.evaluation.running import Engines, Running, read_config, run_condition
    from linedscript.evaluation.settings import in_params
    from linedscript.evaluation.tree import RunTree, write_run
    from linedscript.records.params import Model
    from linedscript.release.sums import require_whole
    from linedscript.release.swap import alone

    _look_everywhere(args)
    config = read_config(args.config)
    settings, tokenizer = in_params(args.params)
    nobody = Engines(None, None)
    running = Running(
        config, _opened(args), settings, tokenizer, _texts_at_hand(args), map_finder(args.identity), nobody
    )
    require_whole(sorted({running.releases[condition.view].root for condition in config.conditions}))
    if args.plan:
        from linedscript.cli._evaluate_plan import plan

        return plan(args, running, _retry_from(args, config), _watch)
    answer, judge = (
        open_models(config.run, {role: model}, args, _retry_from(args, config)) if isinstance(model, Model) else None
        for role, model in (("answer", config.answerer), ("judge", config.judge))
    )
    running = running._replace(engines=Engines(answer, judge))
    asks = args.engine != "replay" and (answer is not None or judge is not None)
    # two at once would pay twice for answers of which one is kept
    with alone(args.journal / config.run) if asks else nullcontext():
        for condition in config.conditions:
            manifest, films, heard = run_condition(running, condition, _watch)
            out = args.out / manifest.id
            write_run(out, manifest, films)
            keep_heard(args.out / "recordings" / config.run, heard)
            _tell_failed(manifest, heard)
            if manifest.left_out:
                of = len(manifest.films) + len(manifest.left_out)
                print(
                    f"{manifest.id}: over {len(manifest.films)} of {of} films; "
                    f"left out: {', '.join(manifest.left_out)}",
                    file=sys.stderr,
                )
            _print_scores(_scored(RunTree(out), running.releases))
            print(f"{out}: written; 'linedscript runs publish {out} releases/runs' publishes it", file=sys.stderr)
    return 0


def _texts_at_hand(args: argparse.Namespace) -> "Texts":
    from linedscript.evaluation.texts_at_hand import text_finder

    given = {"parent": args.parent_texts, "pseudonymized": args.pseudonymized_texts}
    return text_finder(given, {"parent": args.parent, "pseudonymized": args.pseudonymized})


_GIVEN = {"I": "intervals", "III": "packs"}
"""What ``materialize`` writes of what a prediction of the task goes by."""


def _questions(args: argparse.Namespace) -> int:
    from linedscript.evaluation.prediction_file import targets_of
    from linedscript.evaluation.tasks import task_with
    from linedscript.io.canonical import encode
    from linedscript.release.tree import Release

    task, release = task_with(args.task, args.setting), Release(args.release)
    for targets in targets_of(release, task, args.setting).values():
        for one in targets.values():
            line = {"film": one.film, "target": one.id, "item_sha256": one.sha256, "language": one.language}
            if question := task.query(one):
                line |= {"question": question}
            sys.stdout.write(encode(line).decode() + "\n")
    if kind := _GIVEN.get(task.number):
        where = f"materialized/{release.manifest().view}/{kind}/<film>.jsonl"
        text = f"note: 'linedscript materialize' writes what is given with each to {where}; docs/evaluation.md has more"
        print(text, file=sys.stderr)
    return 0


def _check(args: argparse.Namespace) -> int:
    from linedscript.evaluation.prediction_file import OTHER, at_hand, check_predictions, ended_of, targets_of, told
    from linedscript.evaluation.tasks import task_with
    from linedscript.release.tree import Release

    task, release = task_with(args.task, args.setting), Release(args.release)
    other = Release(args.other or args.release.parent / OTHER[release.manifest().view])
    checked = check_predictions(
        args.predictions,
        targets_of(release, task, args.setting),
        task,
        args.generations,
        lambda: at_hand(other, task, args.setting),
        ended_of(release, task),
    )
    for fault in told(checked.faults):
        print(fault)
    for note in checked.notes:
        print(f"note: {note}")
    sound = sum(map(len, checked.predictions.values()))
    faults = len(checked.faults)
    print(f"{sound} sound line{'s' * (sound != 1)}, {faults} fault{'s' * (faults != 1)}", file=sys.stderr)
    return 1 if checked.faults else 0


def _score(args: argparse.Namespace) -> int:
    from linedscript.engines.opening import open_models
    from linedscript.evaluation.asking import keep_heard
    from linedscript.evaluation.file_runs import read_file_config, run_of_file
    from linedscript.evaluation.names_at_hand import map_finder
    from linedscript.evaluation.tree import RunTree, write_run
    from linedscript.records.params import Model
    from linedscript.release.sums import require_whole

    _look_everywhere(args)
    config = read_file_config(args.config)
    releases = _opened(args)
    require_whole([releases[config.condition.view].root])
    model = {"judge": config.judge}
    judge = open_models(config.run, model, args, _retry_from(args, config)) if isinstance(config.judge, Model) else None
    done = run_of_file(args.predictions, config, releases, judge, map_finder(args.identity), _watch)
    for note in done.notes:
        print(f"note: {note}", file=sys.stderr)
    out = args.out / done.manifest.id
    write_run(out, done.manifest, done.films)
    keep_heard(args.out / "recordings" / config.run, done.heard)
    _tell_failed(done.manifest, done.heard)
    _print_scores(_scored(RunTree(out), releases))
    print(f"{out}: written; 'linedscript runs publish {out} releases/runs' publishes it", file=sys.stderr)
    return 0


def _scored(run: Any, releases: "dict[Any, Release]") -> "ScoredRun":
    from linedscript.evaluation.results import ScoredRun
    from linedscript.evaluation.scoring import score_run
    from linedscript.evaluation.soundness import require_sound
    from linedscript.evaluation.tasks import task_named

    require_sound(run)
    manifest = run.manifest()
    task = task_named(manifest.task)
    return ScoredRun(manifest, task, score_run(run, releases[manifest.condition.view], task))


def _print_scores(one: "ScoredRun") -> None:
    """A line per measure: its means, and what is missing."""
    from linedscript.cli._means import means
    from linedscript.statistics.columns import present

    keys = [(target.film, target.id) for target in one.scores.targets]
    missing, stale = (one.scores.missing_rate(keys, *reasons) for reasons in ((), ("stale",)))
    for measure, observations in one.scores.observations.items():
        over = f"{len(present(observations))} of {len(keys)} targets, {len({film for film, _ in keys})} films"
        rates = f"missing {missing or 0:.1%}, of all {stale or 0:.1%} stale"
        print(f"{one.manifest.id}\t{measure}\t{means(observations)}\t{over}\t{rates}")


def _compare(args: argparse.Namespace) -> int:
    from linedscript.cli._means import means
    from linedscript.evaluation.comparing import common_films, require_pair
    from linedscript.evaluation.tree import RunTree, run_folder
    from linedscript.statistics.columns import present
    from linedscript.statistics.paired import consistency, differences

    releases = _opened(args)
    one, other = (_scored(RunTree(run_folder(path, args.runs)), releases) for path in (args.first, args.second))
    require_pair(one.manifest, other.manifest)
    for name, run in (("first", one.manifest), ("second", other.manifest)):
        print(f"{name}: {run.id}, {run.condition.view} view")
    if one.manifest.condition.view == other.manifest.condition.view:
        note = "both are of one view: what differs is between two repetitions, and no effect of the view"
        print(f"note: {note}", file=sys.stderr)
    films = common_films(one.manifest, other.manifest)
    print(f"films that both cover: {', '.join(films) or 'none'}")
    for measure in one.task.measures:
        pairs = {
            "difference (second − first)": differences(one.of(measure, films), other.of(measure, films)),
            "paired consistency": consistency(one.majorities(measure, films), other.majorities(measure, films)),
        }
        for name, rows in pairs.items():
            print(f"{measure}\t{name}\t{means(rows)}\t{len(present(rows))} of {len(rows)} targets")
    return 0
