"""`python -m undercast.cli` is the command `undercast`."""

import sys

from undercast.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
