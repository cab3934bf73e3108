"""Finds what is built or shipped with the code: pages, the pictures' theme, word lists, languages.

An installed wheel has them inside the package, a checkout in the project's folders.
"""

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).parent.parent
CHECKOUT = PACKAGE.parent.parent


class MissingBuild(Exception):
    """Something that should be built or shipped is missing; the text names the remedy."""

    def __init__(self, what: str, looked_in: Path, remedy: str) -> None:
        super().__init__(f"{what} not found in {looked_in}. {remedy}")
        self.what = what
        self.looked_in = looked_in
        self.remedy = remedy


def pages(name: Literal["receiver", "controller"]) -> Path:
    """The folder of a built page: its index.html, and assets/<name>/ whose names carry hashes.

    Raises MissingBuild when the page was not built.
    """
    inside, outside = PACKAGE / "pages" / name, CHECKOUT / "build" / "pages" / name
    folder = outside if _is_checkout() else inside
    if not (folder / "index.html").is_file():
        raise MissingBuild(f"The built {name} page was", folder, _remedy())
    return folder


def drawing() -> Path:
    """The folder of the pictures' theme: look.json and fonts.

    Raises MissingBuild when it was not built.
    """
    folder = CHECKOUT / "build" / "drawing" if _is_checkout() else PACKAGE / "looks"
    if not (folder / "look.json").is_file():
        raise MissingBuild("The material for pictures was", folder, _remedy())
    return folder


def wordlists() -> Path:
    """The folder of the word lists, one file a language.

    Raises MissingBuild when it is not there.
    """
    folder = CHECKOUT / "wordlists" if _is_checkout() else PACKAGE / "wordlists"
    if not folder.is_dir():
        raise MissingBuild("The word lists were", folder, _remedy())
    return folder


def languages() -> Path:
    """The folder of the languages, each a folder.

    Raises MissingBuild when it is not there.
    """
    folder = CHECKOUT / "languages" if _is_checkout() else PACKAGE / "languages"
    if not folder.is_dir():
        raise MissingBuild("The languages were", folder, _remedy())
    return folder


def _is_checkout() -> bool:
    # site-packages has no pyproject.toml beside it.
    return PACKAGE.parent.name == "server" and (CHECKOUT / "pyproject.toml").is_file()


def _remedy() -> str:
    if _is_checkout():
        return "Run `python3 go.py build` in the project's folder."
    return "The installation is damaged: reinstall undercast."
