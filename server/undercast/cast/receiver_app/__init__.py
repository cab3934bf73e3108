"""The page of an own receiver app, to be hosted on https and registered (docs/hosting.md).

It only opens the game's page that `launcher.OwnReceiver` sends. It is plain files for any web space
and does not depend on the game's version.
"""

from pathlib import Path

FILES = ("index.html", "receiver.js", "receiver.css")

_HERE = Path(__file__).parent


class CannotWrite(Exception):
    """The page cannot be written there; the text says why and what helps."""


def write(folder: Path) -> tuple[Path, ...]:
    """Write the page to this folder, which is made if needed; the paths of its files.

    Nothing else is overwritten. Raises CannotWrite.
    """
    page = {folder / name: (_HERE / name).read_bytes() for name in FILES}
    try:
        for file, content in page.items():
            if file.exists() and file.read_bytes() != content:
                raise CannotWrite(f"{file} exists and is something else: choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        for file, content in page.items():
            file.write_bytes(content)
    except OSError as fault:
        raise CannotWrite(f"The page cannot be written to {folder}: {fault}") from None
    return tuple(page)
