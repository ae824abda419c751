"""``python -m euchre_solve`` is the command ``euchre-solve``."""

import sys

from euchre_solve.cli.app import main

sys.exit(main())
