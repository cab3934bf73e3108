"""The reader of pasted lists, as slow as a test needs it: `gated_reader.py FILE`.

Each list waits until FILE is there no more; FILE.reached says that one does. A list that says "die"
is its end.
"""

import os
import sys
import time
from pathlib import Path

from undercast.words import checker_process, checks

gate = Path(sys.argv[1])


def read(text: str, *, fewest: int) -> object:
    if text == "die":
        os._exit(1)
    if gate.exists():
        gate.with_suffix(".reached").touch()
    while gate.exists():
        time.sleep(0.01)
    return checks.parse_pasted(text, fewest=fewest)


checker_process.parse_pasted = read  # type: ignore[assignment]
checker_process.main()
