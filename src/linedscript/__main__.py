"""``python -m linedscript``: the command line."""

import sys

from linedscript.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
