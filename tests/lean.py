"""Starts a server without what python-socketio would load for engines that it is not to use: nearly
half of a start. A home where `undercast[scale]` is not installed has none of it either.

    python tests/lean.py PROGRAM [options]     a file, or a module
"""

import runpy
import sys

if __name__ == "__main__":
    sys.modules.update(dict.fromkeys(("redis", "valkey", "requests")))  # type: ignore[arg-type]
    del sys.argv[0]
    if sys.argv[0].endswith(".py"):
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
