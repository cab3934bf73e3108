"""A household's own vectors: read once, and what bots need of them is stored.

Reading gigabytes takes a minute and memory, so a process of its own does it:

    python -m undercast.thinking.custom_vectors FILE OUT
"""

import hashlib
import subprocess
import sys
from pathlib import Path

from undercast.bots.dependencies import TABLE, require_numpy

COMMAND = (sys.executable, "-m", "undercast.thinking.custom_vectors")


class UnusableVectors(Exception):
    """The file of vectors cannot be used; the text says why."""


def prepared(file: Path, folder: Path) -> Path:
    """What bots need of `file`, in `folder`; made now unless it was made of the same file before.

    Raises Unusable, MissingNumpy.
    """
    require_numpy()
    try:
        there = file.stat()
        name = f"{file.resolve()} {there.st_size} {there.st_mtime_ns} {_of(TABLE)}"
    except OSError as fault:
        raise UnusableVectors(f"{file} cannot be read: {fault.strerror}") from None
    out = folder / f"vectors-{hashlib.sha256(name.encode()).hexdigest()[:16]}.npz"
    if not out.exists():
        _make(file, out)
    return out


def _of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _make(file: Path, out: Path) -> None:
    for older in out.parent.glob("vectors-*.npz"):
        older.unlink()
    begun = out.with_suffix(".part")
    done = subprocess.run(  # noqa: S603  # our own command
        [*COMMAND, str(file), str(begun)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        begun.unlink(missing_ok=True)
        told = done.stderr.strip().splitlines() or ["the reader died"]
        raise UnusableVectors(told[-1])
    begun.replace(out)


def main() -> int:
    """Read the first file, write the second; say what is wrong."""
    from undercast.bots.vector_files import BadVectors, prepare  # noqa: PLC0415  # needs numpy

    file, out = (Path(name) for name in sys.argv[1:])
    try:
        prepare(file, out)
    except BadVectors as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
