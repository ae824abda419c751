"""Run the command line: ``python -m euchre_solve``."""

import sys

from euchre_solve.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
