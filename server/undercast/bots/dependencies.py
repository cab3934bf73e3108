"""What bots need that is not always installed. Importing this needs nothing."""

import os
from importlib.util import find_spec
from pathlib import Path

TABLE = Path(__file__).parent / "data" / "english.npz"
"""What bots know of words."""

REMEDY = "bots need numpy, which is not installed: pip install 'undercast[bots]'"


class MissingNumpy(Exception):
    """numpy is not installed; the text says the remedy."""

    def __init__(self) -> None:
        super().__init__(REMEDY)


def has_numpy() -> bool:
    """Whether bots can think here."""
    return find_spec("numpy") is not None


def think_on_one_core() -> None:
    """Keep numpy from using all cores: a clue is too small for that, and the game needs the others.
    To be called before numpy is imported.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def require_numpy() -> None:
    """Raise MissingNumpy if bots cannot think: before anything that uses numpy is imported."""
    if not has_numpy():
        raise MissingNumpy
