"""`undercast receiver-page`: what is read from its command line, and what it prints."""

import argparse
from pathlib import Path

from undercast.cast.receiver_app import write


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command among others. What runs raises CannotWrite."""
    page = commands.add_parser(
        "receiver-page", help="write the page of a receiver app of your own, to be hosted on https"
    )
    page.add_argument("folder", type=Path)
    page.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    print(*write(options.folder), sep="\n")
    print("Host these files on https, register their address as a custom receiver with Google,")
    print("and start the server with --cast-app-id and the id that you get (docs/hosting.md).")
    return 0
