"""Long repetitions: what a release asks for, by `python3 go.py test --long`, and no usual run."""

import os
from typing import TypeVar

import pytest

LONG = os.environ.get("UNDERCAST_TEST_LONG") == "1"

only_long = pytest.mark.skipif(not LONG, reason="for a release: python3 go.py test --long")

T = TypeVar("T")


def often(usual: T, long: T) -> T:
    """How often something is repeated: in a usual run, and for a release."""
    return long if LONG else usual
