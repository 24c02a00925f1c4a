"""``linedscript identity``: decide, freeze and render the names of the pseudonymized view."""

import argparse
import sys
from pathlib import Path

SUMMARY = "decide, freeze and render the names of the pseudonymized view"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(metavar="VERB", title="verbs", required=True)
    candidates = verbs.add_parser(
        "candidates",
        help="propose a name map: every reviewed entity decided, a pseudonym for each name that goes",
        description="Draft a film's name map from its reviewed entities. Read it, change what "
        "is wrong, then freeze it. "
        "Printed on stderr: names that are ordinary words too, with two places each; what is kept though its record "
        "calls it a name; with --previous what is new and what fell away, and doubts about the new alone.",
    )
    _film_options(candidates)
    candidates.add_argument(
        "--previous", type=Path, metavar="MAP", help="take over all that this map decided, and draft only the rest"
    )
    candidates.add_argument(
        "--seed",
        default="linedscript",
        metavar="TEXT",
        help="another seed gives other pseudonyms (default: %(default)s)",
    )
    candidates.add_argument("--out", type=Path, metavar="MAP", help="write the draft here instead of stdout")
    candidates.set_defaults(run=_candidates)

    freeze = verbs.add_parser(
        "freeze",
        help="check a name map and pin it in the manifest",
        description="Check that a map decides every entity one-to-one, then write it in "
        "canonical form and pin its SHA-256 "
        "in the manifest. The build refuses a map that differs from its pin.",
    )
    _film_options(freeze)
    freeze.add_argument(
        "--map", type=Path, metavar="MAP", help="the map to freeze (default: where the manifest's place has it)"
    )
    freeze.add_argument(
        "--place",
        choices=("samples", "private"),
        help="where the map lives (default: samples for a bundled film, else private)",
    )
    freeze.add_argument(
        "--recipe",
        choices=("release", "withhold"),
        help="whether the pseudonymized release ships the recipe that renders the script "
        "(default: release for samples, else withhold)",
    )
    _manifest_option(freeze)
    freeze.set_defaults(run=_freeze)

    render = verbs.add_parser(
        "render",
        help="render a film's released layers under its frozen map, and validate the two views",
        description="Write <OUT>/<layer>/<film>.jsonl for every released layer, "
        "<OUT>/scene_texts (scenes with their rendered "
        "text) and <OUT>/recipe. Nothing is written unless the two views correspond.",
    )
    render.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    render.add_argument(
        "--build", required=True, type=Path, metavar="DIR", help="the build, with the film reviewed and assembled"
    )
    render.add_argument(
        "--run",
        dest="run_name",
        default="rules",
        metavar="NAME",
        help="the annotator's run, for the transcripts' records",
    )
    render.add_argument("--map", required=True, type=Path, metavar="MAP", help="the frozen name map")
    render.add_argument("--out", required=True, type=Path, metavar="DIR", help="where the rendered layers go")
    _manifest_option(render)
    _pin_option(render)
    render.set_defaults(run=_render)

    check = verbs.add_parser(
        "validate",
        help="compare the two views of a film, as assembled",
        description="Compare data/<layer>/<film>.jsonl of a parent and a pseudonymized tree "
        "under the map: one-to-one, equal counts "
        "and evidence, every alias replaced, no title left. Each defect is named with file and record.",
    )
    check.add_argument("--film", required=True, metavar="ID", help="the film's opaque id")
    check.add_argument(
        "--parent",
        required=True,
        type=Path,
        metavar="DIR",
        help="folder that holds <layer>/<film>.jsonl of the parent view",
    )
    check.add_argument("--rendered", required=True, type=Path, metavar="DIR", help="the same of the pseudonymized view")
    check.add_argument(
        "--texts", required=True, type=Path, metavar="DIR", help="folder of rendered scenes with their text"
    )
    check.add_argument("--map", required=True, type=Path, metavar="MAP", help="the frozen name map")
    _manifest_option(check)
    _pin_option(check)
    check.set_defaults(run=_validate)


def _film_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--film", required=True, metavar="ID", help="the film's opaque id, e.g. en-0001")
    parser.add_argument(
        "--entities",
        type=Path,
        metavar="FILE",
        help="the reviewed entities (default: build/reviewed/entities/<film>.jsonl)",
    )
    parser.add_argument(
        "--mentions",
        type=Path,
        metavar="FILE",
        help="the film's mentions, for names that no entity bears any more (default: build/mentions/<film>.jsonl, if "
        "it is there)",
    )
    parser.add_argument(
        "--scenes", type=Path, metavar="FILE", help="the scenes with their text (default: build/scenes/<film>.jsonl)"
    )
    parser.add_argument(
        "--index",
        type=Path,
        default=Path("manifests/sources.jsonl"),
        metavar="FILE",
        help="the source index (default: %(default)s)",
    )


def _manifest_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--manifest",
        type=Path,
        default=Path("manifests/identity.json"),
        metavar="FILE",
        help="the pins of all maps (default: %(default)s)",
    )


def _pin_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--map-sha256", metavar="HEX", help="the map's pinned SHA-256, so that the manifest needn't be read"
    )


def _inputs(args: argparse.Namespace):
    from linedscript.errors import LinedscriptError, raise_all
    from linedscript.io.canonical import read_records
    from linedscript.records.entity import Entity, Mention
    from linedscript.records.scene import Scene
    from linedscript.release.gates.titles import titles
    from linedscript.sources.index import film_named, load_index

    rows = load_index(args.index)
    film = film_named(rows, args.film, args.index)
    others = titles(row for row in rows if row.id != film.id)
    where = args.mentions or Path("build/mentions") / f"{args.film}.jsonl"
    mentions = read_records(where, Mention) if args.mentions or where.is_file() else []
    built = (Path("build/reviewed/entities"), Path("build/scenes"))
    entities, scenes = (
        given or folder / f"{film.id}.jsonl" for given, folder in zip((args.entities, args.scenes), built, strict=True)
    )
    raise_all(
        [
            LinedscriptError("missing-file", str(path), "no such file", "build it first: snakemake -- backbone")
            for path in (entities, scenes)
            if path.parent in built and not path.exists()
        ]
    )
    return film, others, read_records(entities, Entity), read_records(scenes, Scene), mentions


def _candidates(args: argparse.Namespace) -> int:
    from linedscript.errors import raise_all
    from linedscript.identity.candidates import propose
    from linedscript.identity.doubts import counts, kept_names, notes, ordinary
    from linedscript.identity.ended import ended_names
    from linedscript.identity.previous import changed, fresh
    from linedscript.identity.store import map_path, read_map
    from linedscript.io.canonical import lines, unreadable
    from linedscript.io.files import print_bytes, write_bytes

    film, others, entities, scenes, mentions = _inputs(args)
    previous = read_map(args.previous) if args.previous else []
    seed = f"{args.seed}/{film.id}"
    rows = propose(film, entities, scenes, seed=seed, previous=previous, mentions=mentions, others=others)
    raise_all(unreadable(rows, str(args.out or "candidates")))
    if args.out:
        write_bytes(args.out, lines(rows))
    else:
        print_bytes(lines(rows))
    told = changed(previous, rows) if args.previous else []
    unseen = fresh(previous, rows) if args.previous else rows
    candidates = [*entities, *ended_names(mentions, entities)]
    told_of = (*notes(unseen, scenes), *ordinary(unseen, candidates, scenes), *kept_names(unseen, candidates))
    doubts = [f"look at {note}" for note in told_of]
    same = ["all as in the earlier map"] if args.previous and not told else []
    place = args.out or map_path(Path(), film.id)
    for line in (*told, *doubts, *same, f"{film.id}: {counts(rows)}", _next(film.id, place, bool(args.out))):
        print(line, file=sys.stderr)
    return 0


def _next(film: str, place: Path, written: bool) -> str:
    read = f"read {place}" if written else f"save it, for example by --out {place}, read it"
    return f"next: {read}, change what is wrong, then: linedscript identity freeze --film {film} --map {place}"


def _freeze(args: argparse.Namespace) -> int:
    from linedscript.errors import raise_all
    from linedscript.identity.checking import check_map
    from linedscript.identity.store import map_path, pin, pinned, read_map, write_frozen
    from linedscript.identity.title import title_forms

    film, others, entities, scenes, mentions = _inputs(args)
    old = pinned(args.manifest, film.id)
    bundled = any(source.retrieval.method == "bundled" for source in film.sources)
    place = args.place or (old.place if old else "samples" if bundled else "private")
    recipe = args.recipe or (old.recipe if old else "release" if place == "samples" else "withhold")
    path = map_path(Path(), film.id, place)
    rows = read_map(args.map or path)
    raise_all(
        check_map(
            rows,
            entities,
            scenes,
            film=film.id,
            titles=title_forms(film.id, film.language, film.title, film.title_forms),
            mentions=mentions,
            others=others,
        )
    )
    entry = pin(film.id, rows, place, recipe)
    write_frozen(rows, entry, path, args.manifest)
    print(f"{film.id}: {path} frozen as {entry.sha256[:12]}…, recipe: {recipe}")
    return 0


def _render(args: argparse.Namespace) -> int:
    from functools import partial

    from linedscript.errors import raise_all
    from linedscript.identity.inputs import released_layers
    from linedscript.identity.rendering import render_film
    from linedscript.identity.store import pin_of, read_frozen
    from linedscript.identity.views import validate_views
    from linedscript.io.canonical import read_records
    from linedscript.io.files import write_bytes
    from linedscript.records.scene import Scene
    from linedscript.release.tree import row_lines
    from linedscript.screenplay.outline import outline
    from linedscript.screenplay.scenes import count_words

    film = args.film
    names = read_frozen(film, args.map, args.map_sha256 or pin_of(film, args.manifest))
    scenes = read_records(args.build / f"scenes/{film}.jsonl", Scene)
    layers = released_layers(args.build, film, args.run_name)
    rendered = render_film(layers, scenes, names, partial(count_words, language=film[:2]))
    parent = layers | {"scenes": [outline(scene) for scene in scenes]}
    raise_all(validate_views(parent, rendered.layers, names, rendered.scenes, film=film))
    outputs = rendered.layers | {"scene_texts": rendered.scenes, "recipe": rendered.recipe}
    for name, rows in outputs.items():
        write_bytes(args.out / name / f"{film}.jsonl", row_lines(rows))
    return 0


def _validate(args: argparse.Namespace) -> int:
    from linedscript.errors import raise_all
    from linedscript.identity.inputs import read_layers
    from linedscript.identity.store import pin_of, read_frozen
    from linedscript.identity.views import validate_views
    from linedscript.io.canonical import read_records
    from linedscript.records.layers import LAYERS
    from linedscript.records.scene import Scene

    views = [
        read_layers({name: path for name in LAYERS if (path := folder / name / f"{args.film}.jsonl").exists()})
        for folder in (args.parent, args.rendered)
    ]
    names = read_frozen(args.film, args.map, args.map_sha256 or pin_of(args.film, args.manifest))
    raise_all(validate_views(*views, names, read_records(args.texts / f"{args.film}.jsonl", Scene), film=args.film))
    print(f"{args.film}: the two views correspond in {len(views[0])} layers")
    return 0
