"""``linedscript release``: assemble, publish, freeze and compare releases."""

import argparse
import sys
from pathlib import Path

from linedscript.cli._layer import settings_object

SUMMARY = "assemble, publish, freeze and compare releases"


def register(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs", required=True)
    _parent(
        verbs.add_parser(
            "assemble-parent",
            help="put the parent release together from a build; every gate must pass",
            description="Takes the layers of a build, and writes the release of the original view with manifest, "
            "schemas and sums, or says which gates it fails and writes none. 'linedscript release publish' copies it "
            "to releases/; a build runs both by itself.",
        )
    )
    _pseudonymized(
        verbs.add_parser(
            "assemble-pseudonymized",
            help="put the pseudonymized release together from rendered layers; every gate must pass",
            description="Takes the layers that were rendered with the frozen names, and their parent release, and "
            "writes the release of the pseudonymized view, or says which gates it fails and writes none. "
            "'linedscript release publish' copies it to releases/.",
        )
    )
    publish = verbs.add_parser(
        "publish",
        help="copy an assembled tree over its published one, in one step",
        description="Takes an assembled tree (a release, or tables), and puts it in place of the published one, which"
        " stays whole until the new one is. 'linedscript verify' looks at it again; 'linedscript release "
        "freeze' keeps it under its version.",
    )
    publish.add_argument("source", type=Path, metavar="SOURCE", help="the assembled tree, e.g. build/parent")
    publish.add_argument("target", type=Path, metavar="TARGET", help="the published tree, e.g. releases/parent")
    publish.add_argument(
        "--recordings",
        type=Path,
        default=Path("manifests/recordings.jsonl"),
        metavar="FILE",
        help="the hash manifest of recorded answers; a release made from other answers is refused",
    )
    publish.add_argument(
        "--parent",
        type=Path,
        metavar="DIR",
        help="for a pseudonymized release of a recorded run, the parent that it was "
        "rendered from, which names its answers (default: parent beside SOURCE)",
    )
    _index(publish)
    publish.set_defaults(run=_publish)
    freeze = verbs.add_parser(
        "freeze",
        help="keep a copy of the published releases under a version",
        description="Takes the published releases, tables and runs, looks at sums and gates, and copies them to "
        "releases/frozen/<version>, which is never written again. It prints the 'dvc add' that puts the "
        "copy under DVC.",
    )
    freeze.add_argument("release_version", metavar="vX.Y.Z", help="the version; it must be the one in params.yaml")
    freeze.add_argument("--releases", type=Path, default=Path("releases"), metavar="DIR", help="where the releases lie")
    freeze.add_argument("--params", type=Path, default=Path("params.yaml"), metavar="FILE", help="the project's params")
    _index(freeze)
    freeze.set_defaults(run=_freeze)
    diff = verbs.add_parser(
        "diff",
        help="name each record that differs between two releases, and the patch that did it",
        description="Names each added, removed and changed record; as text, of a film that only one of the "
        "releases has, how many. Exit status: 0 compared, whether or not the "
        "releases differ; 1 a release can't be read; 2 wrong usage.",
    )
    diff.add_argument("old", type=Path, metavar="OLD", help="a release")
    diff.add_argument("new", type=Path, metavar="NEW", help="another release of the same view")
    diff.add_argument(
        "--format", choices=("text", "json"), default="text", help="json: one object a line, for every record"
    )
    diff.set_defaults(run=_diff)


def _index(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--index",
        type=Path,
        default=Path("manifests/sources.jsonl"),
        metavar="FILE",
        help="the source index; a release that holds a withdrawn film is refused (default: %(default)s)",
    )


def _shared(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--registry",
        type=Path,
        default=Path("manifests/predicates.yaml"),
        metavar="FILE",
        help="the predicate registry",
    )
    parser.add_argument(
        "--licence", type=Path, default=Path("LICENSE-DATA.md"), metavar="FILE", help="the licence of the annotations"
    )
    parser.add_argument(
        "--settings", required=True, type=settings_object, metavar="JSON", help="the release section of params.yaml"
    )
    parser.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="the tree; its SHA256SUMS is written last"
    )


def _parent(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--build", required=True, type=Path, metavar="DIR", help="the build folder with every layer's files"
    )
    parser.add_argument(
        "--index", required=True, type=Path, metavar="FILE", help="the source index, manifests/sources.jsonl"
    )
    parser.add_argument("--films", required=True, nargs="+", metavar="ID", help="the films of the release")
    parser.add_argument(
        "--run-name", required=True, metavar="NAME", help="the annotator's run, as in params; rules: none is recorded"
    )
    parser.add_argument(
        "--genres",
        required=True,
        type=Path,
        metavar="FILE",
        help="a YAML file that maps each genre to its parent genre",
    )
    _shared(parser)
    parser.set_defaults(run=_assemble_parent)


def _pseudonymized(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rendered", required=True, type=Path, metavar="DIR", help="the rendered layers, build/rendered"
    )
    parser.add_argument(
        "--parent", required=True, type=Path, metavar="DIR", help="the parent release that was rendered"
    )
    parser.add_argument(
        "--identity",
        type=Path,
        default=Path("manifests/identity.json"),
        metavar="FILE",
        help="the pins of the name maps, which say whose recipe may be released (default: %(default)s)",
    )
    _shared(parser)
    parser.set_defaults(run=_assemble_pseudonymized)


def _assemble_parent(args: argparse.Namespace) -> int:
    from linedscript.backbone.registry import read_registry
    from linedscript.release.assemble import assemble_parent
    from linedscript.release.options import release_settings
    from linedscript.sources.index import read_genres

    assemble_parent(
        build=args.build,
        index=args.index,
        films=args.films,
        run=args.run_name,
        parent_genres=read_genres(args.genres),
        registry=read_registry(args.registry),
        licence=args.licence,
        settings=release_settings(args.settings),
        out=args.out,
    )
    return 0


def _assemble_pseudonymized(args: argparse.Namespace) -> int:
    from linedscript.backbone.registry import read_registry
    from linedscript.identity.store import read_manifest
    from linedscript.release.assemble import assemble_pseudonymized
    from linedscript.release.options import release_settings

    assemble_pseudonymized(
        rendered=args.rendered,
        parent=args.parent,
        pins=read_manifest(args.identity),
        registry=read_registry(args.registry),
        licence=args.licence,
        settings=release_settings(args.settings),
        out=args.out,
    )
    return 0


def _publish(args: argparse.Namespace) -> int:
    from linedscript.release.publish import publish

    done = publish(args.source, args.target, args.recordings, args.parent, args.index)
    print(f"{args.target}: {done}", file=sys.stderr)
    return 0


def _freeze(args: argparse.Namespace) -> int:
    from linedscript.cli._progress import watched
    from linedscript.release.freeze import freeze
    from linedscript.release.options import version_in_params

    frozen = freeze(args.release_version, args.releases, version_in_params(args.params), args.index, watched)
    print(f"{frozen} is written; this command puts it under DVC:", file=sys.stderr, flush=True)
    print(f"dvc add {frozen}")
    return 0


def _diff(args: argparse.Namespace) -> int:
    from linedscript.release.diff import compare
    from linedscript.release.differences import as_json, as_text

    changes = compare(args.old, args.new)
    sys.stdout.write(as_json(changes) if args.format == "json" else as_text(changes))
    return 0
