"""`undercast receiver-page`."""

import argparse
from pathlib import Path

from undercast.cast.receiver_app import write


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command. Running it raises CannotWrite."""
    page = commands.add_parser(
        "receiver-page", help="write the page of your own receiver app, to host on HTTPS"
    )
    page.add_argument("folder", type=Path)
    page.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    print(*write(options.folder), sep="\n")
    print("Host these files on HTTPS, register their address as a custom receiver with Google,")
    print("and start the server with --cast-app-id and the ID that you get (docs/hosting.md).")
    return 0
