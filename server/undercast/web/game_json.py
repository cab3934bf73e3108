"""Exported games as files for programs."""

import msgspec

from undercast.book.export import ExportedGame

_MARKUP = {b"<": b"\\u003c", b">": b"\\u003e", b"&": b"\\u0026"}


def as_json(game: ExportedGame) -> str:
    """The game as JSON, with markup escaped: so no name does harm in a page that includes it."""
    data = msgspec.json.format(msgspec.json.encode(game), indent=1)
    for markup, harmless in _MARKUP.items():
        data = data.replace(markup, harmless)  # they occur in strings only
    return data.decode() + "\n"
