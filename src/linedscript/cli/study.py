"""``linedscript study``: how well mentions are resolved, by people's judgement; one-pass and raw-text construction."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linedscript.cli import _one_pass, _raw_text
from linedscript.cli._layer import settings_object

if TYPE_CHECKING:
    from linedscript.evaluation.study import Film
    from linedscript.records.study import Profile

SUMMARY = "measure resolution against people's judgement, the staged build against one pass, items against raw text"

_DIGITS = 18
_MOST_REPLICATES = 100_000


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)

    export = verbs.add_parser(
        "export",
        help="draw profiles and write two annotators' sheets",
        description="Draw mentions by stratum, hard cases among them, and write a sheet for each of two annotators: "
        "annotator-1.csv and annotator-2.csv, to be filled in column cluster, and profiles.jsonl, to be kept.",
    )
    _add_build(export)
    export.add_argument(
        "--per-stratum", required=True, type=_count, metavar="N", help="profiles drawn per film and stratum, at most"
    )
    export.add_argument(
        "--seed", required=True, type=_seed, metavar="N", help="seed of the draw and of the sheets' order"
    )
    export.add_argument("--out", required=True, type=Path, metavar="DIR", help="where the sheets and profiles go")
    export.set_defaults(run=_export)

    disputes = verbs.add_parser(
        "disputes",
        help="print the annotators' agreement and write the adjudicator's sheet",
        description="Print raw agreement and Cohen's kappa over pairs of profiles, and write a sheet with what the two "
        "annotators dispute, a row per block of profiles that both put together.",
    )
    _add_sheets(disputes)
    disputes.add_argument("--out", required=True, type=Path, metavar="FILE", help="the adjudicator's sheet, CSV")
    disputes.set_defaults(run=_disputes)

    gold = verbs.add_parser(
        "gold",
        help="make gold of the annotators' and the adjudicator's sheets",
        description="Make gold mentions, <DIR>/<film>.jsonl, of two annotators' sheets and the adjudicator's.",
    )
    _add_sheets(gold)
    gold.add_argument(
        "--adjudicated", required=True, type=Path, metavar="FILE", help="the adjudicator's sheet, filled in"
    )
    gold.add_argument("--out", required=True, type=Path, metavar="DIR", help="where the gold goes")
    gold.set_defaults(run=_gold)

    freeze = verbs.add_parser(
        "freeze",
        help="choose the embedding graph's threshold on development films",
        description="Choose the embedding graph's threshold on the development films and write it to a file that "
        "score takes. A file that says otherwise is never overwritten: the threshold is frozen.",
    )
    _add_build(freeze)
    _add_gold(freeze)
    freeze.add_argument(
        "--settings",
        required=True,
        type=settings_object,
        metavar="JSON",
        help="encoder, revision, sha256, alpha and neighbours, as in entities.embedding of params.yaml",
    )
    freeze.add_argument("--out", required=True, type=Path, metavar="FILE", help="the frozen threshold, JSON")
    freeze.set_defaults(run=_freeze)

    score = verbs.add_parser(
        "score",
        help="score exact names, the embedding graph and the pipeline side by side",
        description="Score exact names, the embedding graph and the pipeline against gold, per language and type, with "
        "film-cluster bootstrap intervals; print the table and write every number.",
    )
    _add_build(score)
    _add_gold(score)
    score.add_argument(
        "--frozen",
        type=Path,
        metavar="FILE",
        help="the frozen threshold; its development films can't be scored. Left out: no embedding graph",
    )
    score.add_argument(
        "--other",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="another system's clusters: CSV with columns profile (<film>/<mention>) and cluster; repeatable",
    )
    score.add_argument("--seed", required=True, type=_seed, metavar="N", help="seed of the bootstrap")
    score.add_argument(
        "--replicates",
        type=_replicates,
        default=10_000,
        metavar="N",
        help="bootstrap replicates, up to 100000 (default: 10000)",
    )
    score.add_argument("--out", required=True, type=Path, metavar="FILE", help="the scores, JSON lines")
    score.set_defaults(run=_score)
    _one_pass.register(verbs)
    _raw_text.register(verbs)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} isn't a number above 0, of at most {_DIGITS} digits")
    return int(text)


def _replicates(text: str) -> int:
    if (count := _count(text)) > _MOST_REPLICATES:
        raise argparse.ArgumentTypeError(f"{count} replicates don't fit into memory: at most {_MOST_REPLICATES}")
    return count


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} isn't a whole number from 0, of at most {_DIGITS} digits")
    return int(text)


def _add_build(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--build", required=True, type=Path, metavar="DIR", help="the build folder: scenes, mentions and entities"
    )
    parser.add_argument("--films", required=True, nargs="+", metavar="ID", help="opaque ids, e.g. en-0001")


def _add_gold(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--gold", required=True, type=Path, metavar="DIR", help="gold mentions, <DIR>/<film>.jsonl")
    parser.add_argument(
        "--kinds",
        nargs="+",
        metavar="KIND",
        help="kinds of gold mentions that count, e.g. name title (default: every kind)",
    )


def _add_sheets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--profiles", required=True, type=Path, metavar="FILE", help="profiles.jsonl of the export")
    parser.add_argument("--first", required=True, type=Path, metavar="FILE", help="one annotator's sheet, filled in")
    parser.add_argument("--second", required=True, type=Path, metavar="FILE", help="the other annotator's")


def _layers(build: Path, film: str) -> tuple[list[Any], list[Any], list[Any]]:
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Entity, Mention
    from linedscript.records.scene import Scene

    return (
        read_records(build / f"scenes/{film}.jsonl", Scene),
        read_records(build / f"mentions/{film}.jsonl", Mention),
        read_records(build / f"entities/{film}.jsonl", Entity),
    )


def _export(args: argparse.Namespace) -> int:
    import numpy as np

    from linedscript.evaluation.profiles import draw_profiles
    from linedscript.evaluation.sheets import COLUMNS, profile_row
    from linedscript.io.canonical import write_records
    from linedscript.io.sheet import write_sheet

    profiles: list[Profile] = []
    for film in _films(args):
        rng = np.random.default_rng([args.seed, *film.encode()])
        profiles.extend(draw_profiles(film, *_layers(args.build, film), args.per_stratum, rng))
    order = np.random.default_rng(args.seed)
    for number in (1, 2):
        shuffled = [profiles[index] for index in order.permutation(len(profiles)).tolist()]
        shuffled.sort(key=lambda profile: (profile.film, profile.type))
        write_sheet(args.out / f"annotator-{number}.csv", COLUMNS, map(profile_row, shuffled))
    write_records(args.out / "profiles.jsonl", profiles)
    print(f"{len(profiles)} profiles", file=sys.stderr)
    return 0


def _films(args: argparse.Namespace) -> list[str]:
    from linedscript.errors import LinedscriptError

    if len(set(args.films)) != len(args.films):
        raise LinedscriptError("wrong-usage", "--films", "a film is named twice")
    return sorted(args.films)


def _sheets(args: argparse.Namespace) -> tuple[list["Profile"], dict[str, str], dict[str, str]]:
    from linedscript.evaluation.sheets import read_sheet
    from linedscript.io.canonical import read_records
    from linedscript.records.study import Profile

    profiles = read_records(args.profiles, Profile)
    known = [profile.id for profile in profiles]
    return profiles, read_sheet(args.first, "profile", known), read_sheet(args.second, "profile", known)


def _disputes(args: argparse.Namespace) -> int:
    from linedscript.evaluation.agreement import BLOCK_COLUMNS, agreement, block_row, blocks, disputed
    from linedscript.io.sheet import write_sheet

    profiles, first, second = _sheets(args)
    found = agreement(profiles, first, second)
    open_blocks = disputed(blocks(profiles, first, second))
    write_sheet(args.out, BLOCK_COLUMNS, map(block_row, open_blocks))
    print(f"profiles {len(profiles)}, left open {found.undecided}, pairs {found.pairs}")
    print(f"raw agreement {_number(found.raw)}, Cohen's kappa {_number(found.kappa)}")
    print(f"disputes {len({block.dispute for block in open_blocks})}, blocks {len(open_blocks)}")
    return 0


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"


def _gold(args: argparse.Namespace) -> int:
    from linedscript.evaluation.agreement import blocks, disputed, gold_of
    from linedscript.evaluation.sheets import read_sheet
    from linedscript.io.canonical import write_records

    profiles, first, second = _sheets(args)
    held = blocks(profiles, first, second)
    verdicts = read_sheet(args.adjudicated, "block", [block.id for block in disputed(held)])
    rows = gold_of(held, verdicts)
    for film in sorted({profile.film for profile in profiles}):
        write_records(args.out / f"{film}.jsonl", [row for row in rows if row.film == film])
    print(f"{len(rows)} gold mentions of {len(profiles)} profiles", file=sys.stderr)
    return 0


def _load(args: argparse.Namespace) -> list["Film"]:
    from linedscript.errors import LinedscriptError
    from linedscript.evaluation.gold import join, of_kinds, read_gold
    from linedscript.evaluation.study import make_film

    films = []
    for film in _films(args):
        scenes, mentions, entities = _layers(args.build, film)
        gold = read_gold(args.gold / f"{film}.jsonl", scenes)
        joined = join(gold, mentions)
        if args.kinds is not None:
            unknown = sorted(set(args.kinds) - {row.kind for row in gold})
            if unknown:
                raise LinedscriptError("wrong-usage", "--kinds", f"{film} has no gold of {', '.join(unknown)}")
            joined = of_kinds(joined, args.kinds)
        films.append(make_film(film, joined, mentions, entities))
        told = f"{len(joined.gold)} mentions have gold, {len(joined.missed)} gold mentions have none"
        print(f"{film}: {told}, {len(joined.mixed)} mean several", file=sys.stderr)
    return films


def _freeze(args: argparse.Namespace) -> int:
    import msgspec

    from linedscript.engines.embedding import open_embedder
    from linedscript.errors import LinedscriptError, misfit, raise_all
    from linedscript.evaluation.study import choose_threshold, graph_of
    from linedscript.io.canonical import encode, unreadable
    from linedscript.io.files import read_bytes, sha256, write_bytes
    from linedscript.records.study import FrozenThreshold, GraphSettings

    try:
        settings = msgspec.convert(args.settings, GraphSettings)
    except msgspec.ValidationError as error:
        raise LinedscriptError("invalid-settings", "--settings", misfit(error)) from None
    held = msgspec.structs.asdict(settings)
    films = _load(args)
    embedder = open_embedder(held)
    threshold, curve = choose_threshold(films, {film.id: graph_of(film, embedder, held) for film in films})
    frozen = FrozenThreshold(
        threshold=threshold,
        development=tuple(film.id for film in films),
        gold_sha256=sha256(b"".join(read_bytes(args.gold / f"{film.id}.jsonl") for film in films)),
        curve=tuple(curve),
        **held,
    )
    raise_all(unreadable([frozen], str(args.out)))
    data = encode(frozen) + b"\n"
    if args.out.exists() and read_bytes(args.out) != data:
        raise LinedscriptError(
            "frozen", str(args.out), f"holds another threshold or choice than {threshold}", "delete it to choose anew"
        )
    write_bytes(args.out, data)
    print(f"threshold {threshold}, CoNLL F1 {max(value for _, value in curve):.4f}")
    return 0


def _score(args: argparse.Namespace) -> int:
    import msgspec

    from linedscript.engines.embedding import open_embedder
    from linedscript.errors import LinedscriptError
    from linedscript.evaluation.sheets import read_sheet
    from linedscript.evaluation.study import clusterings, graph_of, score, table
    from linedscript.io.canonical import write_records
    from linedscript.io.files import read_bytes
    from linedscript.records.study import FrozenThreshold

    frozen = None
    if args.frozen is not None:
        try:
            frozen = msgspec.json.decode(read_bytes(args.frozen), type=FrozenThreshold)
        except msgspec.MsgspecError as error:
            raise LinedscriptError("invalid-record", str(args.frozen), str(error)) from None
        seen = sorted(set(frozen.development) & set(args.films))
        if seen:
            raise LinedscriptError(
                "development-film", ", ".join(seen), "the threshold was chosen on it", "score films that it never saw"
            )
    films = _load(args)
    graphs = {}
    if frozen is not None:
        settings = msgspec.structs.asdict(frozen)
        embedder = open_embedder(settings)
        graphs = {film.id: graph_of(film, embedder, settings) for film in films}
    others = {}
    known = [f"{film.id}/{mention}" for film in films for mention in film.known]
    for given in args.other:
        name, equals, path = given.partition("=")
        if not (name and equals and path):
            raise LinedscriptError("wrong-usage", "--other", f"{given!r} isn't NAME=FILE")
        if name in others:
            raise LinedscriptError("wrong-usage", "--other", f"two systems are called {name}", "call one otherwise")
        others[name] = read_sheet(Path(path), "profile", known, partial=True)
    scores = score(films, clusterings(films, graphs, frozen, others), args.seed, args.replicates)
    write_records(args.out, scores)
    sys.stdout.write(table(scores))
    return 0
