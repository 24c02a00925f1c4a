"""The options of the commands that read the source index, and the index that they name."""

import argparse
from pathlib import Path


def add_index(parser: argparse.ArgumentParser, use: str = "") -> None:
    """``--index``; ``use`` ends what its help says."""
    parser.add_argument(
        "--index",
        type=Path,
        default=Path("manifests/sources.jsonl"),
        metavar="FILE",
        help=f"the source index{use} (default: %(default)s)",
    )


def add_genres(parser: argparse.ArgumentParser) -> None:
    """``--genres``, for the commands that change the index."""
    parser.add_argument(
        "--genres",
        type=Path,
        default=Path("manifests/genres.yaml"),
        metavar="FILE",
        help="the parent-genre map (default: %(default)s)",
    )


def read_genres_and_index(args: argparse.Namespace, new: bool = False):
    """The index and the parent-genre map; with ``new`` an index that isn't there is an empty one."""
    from linedscript.sources.index import load_index, read_genres

    genres = read_genres(args.genres)
    return ([] if new and not args.index.exists() else load_index(args.index, genres)), genres
