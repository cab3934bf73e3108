"""Which tests a changed file can break, and which of them take seconds.

    near    the tests of the same room (server/undercast/web/routes/… and tests/web/routes/), those
            that import a changed module themselves, and changed tests
    far     those that import one through others, if they start no process: no server, no browser

Whatever is marked `slow` is left to the whole run; and so is what no import tells, above all what
only a running server would show.
"""

import ast
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from go import ROOT

CORE = ("rules", "room", "commands", "book", "golden")
"""What decides what is true: its tests are run whatever has changed, as they take seconds."""

SHAPE = ("tests/test_architecture.py", "tests/test_glossary.py", "tests/test_docs.py")
"""What any file can break."""

STARTS = {"multiprocessing", "playwright.sync_api", "servers", "socket", "subprocess", "websocket"}
"""Who imports one of these, starts processes or waits for sockets."""

_TEST_FOLDERS = ("tests/e2e", "tests")
_SERVER = Path("server")


@dataclass(frozen=True)
class Chosen:
    """The tests to be run, the nearest first; and what is not, for a person to read."""

    tests: tuple[Path, ...]
    said: str


def files(paths: Sequence[Path]) -> list[Path]:
    """These, from the root; or those that differ from the last commit, none without git."""
    if paths:
        return [path.resolve().relative_to(ROOT) for path in paths]
    found = _of_git("diff", "--name-only", "--relative", "HEAD", "--")
    found += _of_git("ls-files", "--others", "--exclude-standard")
    return [Path(name) for name in found if (ROOT / name).is_file()]


def _of_git(*words: str) -> list[str]:
    try:
        asked = subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return []
    return asked.stdout.splitlines()


def chosen(changed: Sequence[Path]) -> Chosen:
    """The tests that a change of these files can break."""
    tests = Tests()
    core = [test for test in tests.all if len(test.parts) > 2 and test.parts[1] in CORE]
    near, far = tests.near(changed), tests.far(changed)
    quick = [test for test in far if not tests.starts_processes(test)]
    run = dict.fromkeys([*near, *quick, *core, *map(Path, SHAPE)])
    left = [test for test in far if test not in run]
    what = ", ".join(map(str, changed[:3])) + (" …" if len(changed) > 3 else "")
    said = [f"For {what or 'no change: the core'}: {len(run)} test files, without what is slow."]
    if left:
        rooms = sorted({"/".join(test.parts[:2]) for test in left})
        said.append(f"Not run, though they import it: {len(left)} files that start processes, in")
        said.append(f"{', '.join(rooms)}.")
    said.append("Everything: python3 go.py test")
    return Chosen(tuple(run), " ".join(said))


class Tests:
    """The tests' files, and what they import."""

    @cached_property
    def all(self) -> list[Path]:
        """Every test file, from the root."""
        return sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))

    def below(self, path: Path) -> list[Path]:
        """The test file, or those in the folder."""
        here = (ROOT / path).resolve().relative_to(ROOT)
        return [test for test in self.all if test == here or here in test.parents]

    def near(self, changed: Iterable[Path]) -> list[Path]:
        """The changed tests, those that import a changed module, those of its room."""
        changed = [*changed]
        modules = {name for path in changed for name in _names(path)}
        itself = [test for test in self.all if test in changed]
        direct = [test for test in self.all if _imports(test) & modules]
        mirror = [test for path in changed for test in self._of_room(path)]
        every = dict.fromkeys([*itself, *direct, *mirror])
        return [test for test in every if test.parts[1] != "e2e"]

    def far(self, changed: Iterable[Path]) -> list[Path]:
        """Those that import a changed module, if only through others."""
        modules = {name for path in changed for name in _names(path)}
        return [test for test in self.all if self._reached(test) & modules]

    def starts_processes(self, test: Path) -> bool:
        """Whether a test, or what helps it, starts some or waits for sockets."""
        return any(self.reaches(test, name) for name in STARTS)

    def reaches(self, test: Path, module: str) -> bool:
        """Whether a test imports this, by itself or through other files of the tests."""
        return module in self._reached(test, through_server=False)

    def _of_room(self, path: Path) -> list[Path]:
        """The tests in the folder that mirrors the file's, or of its name."""
        parts = path.relative_to(_SERVER / "undercast").parts if _is_ours(path) else path.parts
        for depth in range(len(parts) - 1, 0, -1):
            folder = Path("tests", *parts[:depth])
            if (ROOT / folder).is_dir() and parts[0] != "tests":
                return [test for test in self.all if test.parent == folder]
        top = Path(parts[0]).stem
        return [t for t in self.all if len(t.parts) == 2 and t.stem.startswith(f"test_{top}")]

    def _reached(self, test: Path, *, through_server: bool = True) -> set[str]:
        reached, ahead = set[str](), {*_imports(test)}
        while ahead:
            name = ahead.pop()
            if name in reached:
                continue
            reached.add(name)
            path = _by_name().get(name)
            if path is not None and (through_server or not _is_ours(path)):
                ahead |= _imports(path)
        return reached


@cache
def _by_name() -> dict[str, Path]:
    """The files of tests, server and tools, by what they can be imported as."""
    folders = (ROOT / folder for folder in ("tests", "server", "tools"))
    paths = (path.relative_to(ROOT) for folder in folders for path in folder.rglob("*.py"))
    return {name: path for path in paths for name in _names(path)}


@cache
def _imports(path: Path) -> frozenset[str]:
    """What a file imports itself."""
    return frozenset(_imported(ROOT / path))


def _is_ours(path: Path) -> bool:
    return path.parts[:2] == ("server", "undercast")


def _names(path: Path) -> list[str]:
    """By what a file can be imported."""
    if path.suffix != ".py":
        return []
    homes = [_SERVER] if path.parts[0] == "server" else [Path(home) for home in _TEST_FOLDERS]
    found = [path.relative_to(home) for home in (*homes, Path()) if path.is_relative_to(home)]
    return [".".join(each.with_suffix("").parts).removesuffix(".__init__") for each in found]


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)  # perhaps a module
