"""The files of the project, from a checkout or from a downloaded archive."""

import fnmatch
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

CHECKED_OUT = (ROOT / ".git").exists() and shutil.which("git") is not None


def files() -> list[Path]:
    """All of them, from the root: those that git has, or where there is none those that lie here
    and are not made here.
    """
    found = of_git("--cached") if CHECKED_OUT else found_here()
    return [path for path in found if (ROOT / path).is_file()]


def of_git(*which: str) -> list[Path]:
    """As git lists them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *which], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [Path(name) for name in listed.split("\0") if name]


def found_here() -> list[Path]:
    """All files but what .gitignore names."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    made = [line for line in lines if line and not line.startswith("#")]
    return sorted(_walked(Path(), [".git", *made]))


def _walked(folder: Path, made: list[str]) -> Iterator[Path]:
    with os.scandir(ROOT / folder) as entries:
        for entry in entries:
            path = folder / entry.name
            if any(_fits(path, pattern) for pattern in made):
                continue
            if entry.is_dir(follow_symlinks=False):
                yield from _walked(path, made)
            else:
                yield path


def _fits(path: Path, pattern: str) -> bool:
    """As git reads a pattern; of its rules, only those that ours need."""
    name = pattern.rstrip("/")
    if name.startswith("/"):
        return path.as_posix() == name[1:]
    return fnmatch.fnmatchcase(path.name, name)
