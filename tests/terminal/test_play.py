"""Whole games in a real pseudo-terminal, typed by somebody."""

import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of POSIX")
