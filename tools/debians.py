"""Tries the README's two commands as a new user would, in a bare Debian of each newer Python.

    sudo python3 -m tools.debians [--folder FOLDER] [--debian NAME] [options of go.py test]

Each Debian is made once by debootstrap, with what the README asks for and nothing else: no
compiler, no git. Each time the last commit is unpacked in it as from an archive, in a folder with
a space and an umlaut, and an ordinary user types `python3 go.py play` and `python3 go.py test`.
Packages come from where this computer has them from: its mirror of Debian, its settings of pip and
npm, its certificates.
"""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent

PYTHONS = {"trixie": "3.13", "sid": "3.14"}
"""Debians, and the Python that each brings."""

PACKAGES = ("python3", "python3-venv", "ca-certificates")

USER = "you"
HOME = Path("/home", USER)
PROJECT = HOME / "Spiele für alle" / "undercast"

FILES = ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf")
HOME_FILES = (".config/pip/pip.conf", ".pip/pip.conf", ".npmrc")
FORWARDED_VARIABLES = re.compile(r"(?i)(PIP|NPM_CONFIG|SSL_CERT|NODE_EXTRA_CA)_\w+|\w+_PROXY")
"""How this computer reaches what is installed; those of the environment by their names."""

CHROOT_SCRIPT = """
trap : INT
mount -t proc proc "$0/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
mount -t tmpfs -o mode=1777 shm "$0/dev/shm"
user="$1"; shift
chroot --userspec="$user" "$0" "$@"
"""

TIMEOUT = 600.0
"""Seconds until it can be played, the first time."""

Words = list[str | Path]


@dataclass
class Debian:
    """A bare Debian in a folder, and how the commands went in it."""

    name: str
    folder: Path
    python: str = ""
    results: list[str] = field(default_factory=list)
    passed: bool = True

    def make(self) -> None:
        """With what the README asks for and an ordinary user, unless it is there."""
        if not self.folder.exists():
            making = self.folder.with_suffix(".making")
            shutil.rmtree(making, ignore_errors=True)
            include = f"--include={','.join(PACKAGES)}"
            run("debootstrap", "--variant=minbase", include, self.name, making, mirror())
            run("chroot", making, "useradd", "--shell", "/bin/sh", USER)
            making.rename(self.folder)
        self.python = output_of("chroot", self.folder, "python3", "--version").removeprefix(
            "Python "
        )
        if not self.python.startswith(f"{PYTHONS[self.name]}."):
            sys.exit(
                f"{self.name} has Python {self.python}: PYTHONS and the classifiers lag behind"
            )

    def unpack(self) -> None:
        """The last commit, for a user who was never here before."""
        shutil.rmtree(self._host_path(HOME), ignore_errors=True)
        self._host_path(PROJECT).mkdir(parents=True)
        archive = self._host_path(HOME) / "undercast.tar"
        run("git", "-C", ROOT, "archive", "--output", archive, "HEAD")
        run("tar", "--extract", "--file", archive, "--directory", self._host_path(PROJECT))
        archive.unlink()
        copy_existing({Path(name): self._host_path(Path(name)) for name in FILES})
        copy_existing({Path.home() / name: self._host_path(HOME / name) for name in HOME_FILES})
        run("chroot", self.folder, "chown", "-R", f"{USER}:{USER}", HOME)

    def play(self) -> None:
        """The first command, until it can be played; then Ctrl+C."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port: int = free.getsockname()[1]
        began = time.monotonic()
        with self._start("play", "--port", str(port)) as process:
            ready = is_ready(port, process)
            self._record(ready, f"play starts in {time.monotonic() - began:.0f} s")
            time.sleep(1)  # nobody is quicker, having read what it says
            os.killpg(process.pid, signal.SIGINT)
            self._record(process.wait(TIMEOUT) == 0, "play stops")

    def test(self, options: list[str]) -> None:
        """The second."""
        began = time.monotonic()
        with self._start("test", *options) as process:
            well = process.wait() == 0
        words = " ".join(["test", *options])
        self._record(well, f"{words} ({(time.monotonic() - began) / 60:.0f} min)")

    @contextmanager
    def _start(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """As that user, with processes and mounts of its own, which are gone with it. Without
        terminals and shared memory of its own, tests would fail for nothing.
        """
        settings = {
            name: value for name, value in os.environ.items() if FORWARDED_VARIABLES.fullmatch(name)
        }
        settings |= {"HOME": str(HOME), "USER": USER, "PATH": "/usr/local/bin:/usr/bin:/bin"}
        command: Words = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        command += ["sh", "-e", "-c", CHROOT_SCRIPT, self.folder, f"{USER}:{USER}"]
        command += ["env", "-i", f"--chdir={PROJECT}"]
        command += [f"{name}={value}" for name, value in settings.items()]
        command += ["python3", "go.py", *words]
        with subprocess.Popen(command, start_new_session=True) as process:
            try:
                yield process
            finally:
                process.kill()

    def _record(self, well: bool, what: str) -> None:
        self.passed &= well
        self.results.append(what if well else f"FAILED: {what}")

    def _host_path(self, path: Path) -> Path:
        return self.folder / path.relative_to("/")


def run(*words: str | Path) -> None:
    """A command that has to go well."""
    subprocess.run(words, check=True)


def output_of(*words: str | Path) -> str:
    """What it prints."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def mirror() -> str:
    """Where this computer has its Debian from."""
    found = output_of("apt-get", "indextargets", "--format", "$(SITE)", "Label: Debian").split()
    if not found:
        sys.exit("No mirror of Debian is known to apt here: apt-get update, and try again.")
    return found[0]


def copy_existing(files: dict[Path, Path]) -> None:
    """Those that are there."""
    for here, there in files.items():
        if here.is_file():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(here, there)


def is_ready(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the phones' page is served, as long as the server lives."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
                return bool(page.status == 200)
        except OSError:
            time.sleep(0.1)
    return False


def main() -> int:
    """Makes what is missing, tries the commands, and says which Pythons passed."""
    parser = argparse.ArgumentParser("python3 -m tools.debians")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp/undercast-debians"))  # noqa: S108
    parser.add_argument("--debian", choices=PYTHONS, action="append")
    known, options = parser.parse_known_args()
    known.folder.mkdir(parents=True, exist_ok=True)
    debians = [Debian(name, known.folder / name) for name in known.debian or PYTHONS]
    for debian in debians:
        debian.make()
        debian.unpack()
        debian.play()
        debian.test(options)
    for debian in debians:
        verdict = "passed" if debian.passed else "FAILED"
        print(f"{verdict}: Python {debian.python} ({debian.name}): {'; '.join(debian.results)}")
    return 0 if all(debian.passed for debian in debians) else 1


if __name__ == "__main__":
    sys.exit(main())
