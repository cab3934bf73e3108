"""Each module of the pure core is covered whole by its own tests, so that a reader knows where to
look: rules/timer.py by tests/rules/test_timer.py. Read from the coverage of a run of all tests.
"""

import io
import sys
import tomllib
from pathlib import Path

import coverage

from go import ROOT

CORE = ("rules", "room", "commands", "book", "views.py")

BESIDES = tomllib.loads((ROOT / "tests" / "own_tests.toml").read_text(encoding="utf-8"))
"""Module -> further tests of its own."""

NOT_YET: frozenset[str] = frozenset()
"""Modules of which other tests still cover a part. Nothing is added here."""

_SERVER = ROOT / "server" / "undercast"


def hold() -> bool:
    """Whether it is so; says where it is not. There must have been a run with coverage."""
    measured = coverage.Coverage(config_file=str(ROOT / "pyproject.toml"))
    measured.load()
    covered = {name: _covered(measured, name) for name in modules()}
    lacking = {name: said for name, said in covered.items() if said and name not in NOT_YET}
    for name, said in lacking.items():
        print(f"{name} is not covered whole by {', '.join(own(name))}:\n{said}")
    whole = [name for name in NOT_YET if not covered.get(name, "")]
    for name in whole:
        print(f"{name} is covered by its own tests: take it off the list in tools/own_tests.py")
    gone = sorted({*BESIDES, *NOT_YET} - covered.keys())
    for name in gone:
        print(f"{name} is no module of the core any more")
    return not lacking and not whole and not gone


def modules() -> list[str]:
    """The modules of the core, from the package."""
    found = (path for part in CORE for path in [_SERVER / part, *(_SERVER / part).rglob("*.py")])
    return sorted(path.relative_to(_SERVER).as_posix() for path in found if path.is_file())


def own(name: str) -> list[str]:
    """The own tests of a module, from tests/."""
    path = Path(name)
    room = "" if len(path.parts) == 1 else f"{path.parts[0]}/"
    mirror = f"{room}test_{path.stem}.py"
    there = [mirror] if (ROOT / "tests" / mirror).exists() else []
    return [*there, *BESIDES.get(name, ())]


def _covered(measured: coverage.Coverage, name: str) -> str:
    """Nothing, or what its own tests leave out."""
    tests = ["^$", *(f"^tests/{test}::" for test in own(name))]  # "": what importing does
    said = io.StringIO()
    path = str(_SERVER / name)
    share = measured.report([path], contexts=tests, file=said, skip_covered=False)
    return "" if share == 100.0 else said.getvalue()


if __name__ == "__main__":
    sys.exit(0 if hold() else 1)
