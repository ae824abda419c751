"""``python -m euchre_solve`` is the command ``euchre-solve``."""

import sys

try:
    from euchre_solve.cli.app import main

    status = main()
except KeyboardInterrupt:  # before `main` could catch it
    status = 130
sys.exit(status)
