"""Exported games as files for programs."""

import msgspec

from undercast.book.export import ExportedGame

_MARKUP = {b"<": b"\\u003c", b">": b"\\u003e", b"&": b"\\u0026"}


def as_json(game: ExportedGame) -> str:
    """The game as JSON. What could be markup in a page is escaped, so that no name does any harm
    wherever the file ends up.
    """
    data = msgspec.json.format(msgspec.json.encode(game), indent=1)
    for markup, harmless in _MARKUP.items():
        data = data.replace(markup, harmless)  # they stand in strings only
    return data.decode() + "\n"
