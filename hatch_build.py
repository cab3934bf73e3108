"""Hatchling's build hook: a wheel carries the built pages, looks of pictures, words, languages.

So an installed Undercast needs no Node. An editable installation takes both from the checkout.
"""

import sys
from collections.abc import Iterator
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
            **{str(file): f"undercast/{file.relative_to(self.root)}" for file in self._languages()},
        }

    def _languages(self) -> Iterator[Path]:
        """What a server reads of each language: the pages have their texts inside."""
        for file in sorted(Path(self.root, "languages").rglob("*.*")):
            if file.parent.name != "review" and (
                file.parent.name != "texts" or file.stem in {"phone", "server"}
            ):
                yield file
