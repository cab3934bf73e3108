"""Long repetitions: what a release asks for, by `python3 go.py test --long`, and no usual run."""

import os

import pytest

LONG = os.environ.get("UNDERCAST_TEST_LONG") == "1"

only_long = pytest.mark.skipif(not LONG, reason="for a release: python3 go.py test --long")
