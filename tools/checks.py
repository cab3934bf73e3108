"""What `python3 go.py test` runs, once .venv is set up.

    every check        lint, types, the pages' tests, all tests in Python
    --only KINDS       some of them: lint, types, pages, py
    --quick [PATH…]    what a change of these files can break, by default of those that differ from
                       the last commit: see `tools.impact`
    tests/PATH…        only these tests, with the builds that they need

What it does not know goes to pytest.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

import go
from go import EXE, PYTHON, ROOT, SCRIPTS, VITE, Command, node
from tools import impact, own_tests

KINDS = ("lint", "types", "pages", "py")

VITEST = Path("node_modules", "vitest", "vitest.mjs")
TSC = Path("node_modules", "typescript", "bin", "tsc")


@dataclass(frozen=True)
class Check:
    """Something that must hold; `kinds` is what --only chooses by."""

    name: str
    kinds: set[str]
    command: Command


def main(options: list[str]) -> int:
    """Runs what the options ask for, and says how it went."""
    known, others = options_of(options)
    kinds = set(known.only.split(","))
    if not kinds <= set(KINDS):
        raise go.Failed(f"--only {known.only} names no checks.", f"Choose from {', '.join(KINDS)}.")
    if known.long:
        os.environ["UNDERCAST_TEST_LONG"] = "1"
    started = time.monotonic()
    if known.quick:
        names, failed = quick([Path(word) for word in others])
    elif paths := [word for word in others if _is_path(word)]:
        names, failed = only(paths, others)
    else:
        names, failed = everything(kinds, others)
    seconds = f"{time.monotonic() - started:.0f} s"
    if failed:
        print(f"\nFAILED: {', '.join(failed)} (of {', '.join(names)}; {seconds})")
        return 1
    print(f"\nAll is well: {', '.join(names)} ({seconds})")
    return 0


def options_of(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options that are known here, and what is pytest's, or a path."""
    parser = argparse.ArgumentParser("go.py test", allow_abbrev=False)
    parser.add_argument("--only", default=",".join(KINDS), help="of " + ", ".join(KINDS))
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--quick", action="store_true")
    return parser.parse_known_args(words)


Outcome = tuple[list[str], list[str]]
"""The names of the checks, and of those that failed."""


def everything(kinds: set[str], options: list[str]) -> Outcome:
    """Every check of these kinds: the short ones side by side, pytest last."""
    checks = [check for check in all_checks() if check.kinds & kinds]
    failed = run_side_by_side(checks)
    names = [check.name for check in checks]
    if "py" in kinds:
        names.append("pytest")
        if not run_pytest(options or ALL_TESTS):
            failed.append("pytest")
        elif not options:
            names.append("own tests")
            if not own_tests.hold():
                failed.append("own tests")
    return names, failed


def only(paths: Iterable[str], options: list[str]) -> Outcome:
    """These tests, and the builds that one of them needs."""
    chosen = [Path(path.partition("::")[0]) for path in paths]
    failed = run_side_by_side(builds(chosen))
    return ["pytest"], failed or ([] if run_pytest(options) else ["pytest"])


def quick(paths: Sequence[Path]) -> Outcome:
    """What can break by a change of these files, as far as that is known in seconds."""
    changed = impact.files(paths)
    chosen = impact.chosen(changed)
    checks = quick_checks(changed)
    failed = run_side_by_side(checks)
    names = [check.name for check in checks]
    if chosen.tests:
        names.append("pytest")
        spread = ("-q", "-n", "2", "--dist", "loadfile", "-m", "not slow")
        if not run_pytest([*spread, *map(str, chosen.tests)]):
            failed.append("pytest")
    print(f"\n{chosen.said}")
    return names, failed


# --- Which ---------------------------------------------------------------------------------------


def all_checks() -> list[Check]:
    """The checks before pytest, the longest first."""
    tool: Command = [PYTHON, "-m"]
    return [
        Check("mypy", {"types"}, [*tool, "mypy"]),
        Check("vitest", {"pages"}, node(VITEST, "run")),
        Check("pages build", {"pages", "py"}, [PYTHON, "go.py", "build"]),
        Check("gallery build", {"pages", "py"}, node(VITE, "build", "--mode", "gallery")),
        Check("tsc", {"types"}, node(TSC, "--noEmit")),
        Check("ruff", {"lint"}, [*tool, "ruff", "check"]),
        Check("format", {"lint"}, [*tool, "ruff", "format", "--check"]),
        Check("layers", {"lint"}, [SCRIPTS / f"lint-imports{EXE}"]),
        Check("browsers", {"py"}, [PYTHON, Path("tests", "browsers.py")]),
    ]


def quick_checks(changed: Sequence[Path]) -> list[Check]:
    """Lint and types of what changed, and the tests of the pages that import it."""
    python = [path for path in changed if path.suffix == ".py"]
    pages = [path for path in changed if path.parts[0] in ("common", *go.PAGES)]
    named = {check.name: check for check in all_checks()}
    checks = []
    if python:
        tool: Command = [PYTHON, "-m", "ruff"]
        checks.append(Check("ruff", {"lint"}, [*tool, "check", *python]))
        checks.append(Check("format", {"lint"}, [*tool, "format", "--check", *python]))
        checks += [named["mypy"], named["layers"]]
    if pages:
        related = node(VITEST, "related", "--run", "--passWithNoTests", *pages)
        checks += [named["tsc"], Check("vitest", {"pages"}, related)]
    return checks


def builds(tests: Iterable[Path]) -> list[Check]:
    """What these tests need to be built."""
    known = impact.Tests()
    chosen = [test for path in tests for test in known.below(path)]
    named = {check.name: check for check in all_checks()}
    needed = []
    if any(known.starts_processes(test) for test in chosen):
        needed.append(named["pages build"])
    if any(known.reaches(test, "browsers") for test in chosen):
        needed += [named["browsers"], named["gallery build"]]
    return needed


# Three workers, as many tests wait for a clock or a time limit; tests/conftest.py spreads them.
SPREAD = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"]
ALL_TESTS = [*SPREAD, "--cov", "--cov-context=test", "--cov-report=term"]


def _is_path(word: str) -> bool:
    return not word.startswith("-") and (ROOT / word.partition("::")[0]).exists()


# --- How -----------------------------------------------------------------------------------------


def run_pytest(options: Sequence[str]) -> bool:
    """Whether all went well."""
    print("\npytest", flush=True)
    command: Command = [PYTHON, "-m", "pytest", *options]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def run_side_by_side(checks: Iterable[Check]) -> list[str]:
    """Runs them two at a time and says how each went; returns the names of those that failed."""
    waiting = SimpleQueue[Check]()
    for check in checks:
        waiting.put(check)
    failed: list[str] = []

    def worker() -> None:
        with suppress(Empty):
            while True:
                check = waiting.get_nowait()
                ended, seconds = timed(check.command)
                if ended.returncode == 0:
                    print(f"  ok      {check.name} ({seconds:.1f} s)\n", end="", flush=True)
                    continue
                failed.append(check.name)
                said = go.indented(ended.stdout)
                print(f"  FAILED  {check.name} ({seconds:.1f} s)\n{said}\n", end="", flush=True)

    workers: list[Callable[[], None]] = [worker, worker]
    go.side_by_side(*workers)
    return failed


def timed(command: Command) -> tuple[subprocess.CompletedProcess[str], float]:
    """Runs a command; its output, both kinds together, and the seconds that it took."""
    started = time.monotonic()
    ended = subprocess.run(
        command,
        cwd=ROOT,
        check=False,
        env={**os.environ, **go.PLAIN},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    return ended, time.monotonic() - started


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except go.Failed as failure:
        sys.exit(f"\n{failure}")
