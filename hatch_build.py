"""Hatchling's build hook: a wheel carries the built pages, the looks of pictures, the word lists.

So an installed Undercast needs no Node. An editable installation takes both from the checkout.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesHook(BuildHookInterface[Any]):
    """Builds the pages as `go.py` does, and puts them beside the code."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is put together; `version` is "editable" or "standard"."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        import go  # noqa: PLC0415 - it lies in the project's root, known only now

        python = Path(sys.executable)
        go.set_up_node(everything=False, python=python)
        go.build_pages(python)
        go.build_drawing(python)
        build_data["force_include"] |= {
            f"{self.root}/build/pages": "undercast/pages",
            f"{self.root}/build/drawing": "undercast/looks",
            f"{self.root}/wordlists": "undercast/wordlists",
        }
