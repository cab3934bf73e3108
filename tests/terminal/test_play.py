"""Whole games in a real pseudo-terminal, typed by somebody."""

import re
import sys
from collections.abc import Iterator

import pytest
from ptys import Terminal

from undercast.deals import Deals
from undercast.simulation.match import Match

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of POSIX")
