"""The option of every command that reads the source index."""

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
