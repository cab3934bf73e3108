"""Messages as docs/protocol.md describes them, from the shorter form in which they are sent."""

from typing import Any

from tools.shapes import shapes
from undercast.service import Message

SHAPES = shapes(Message)


def whole(sent: Any, name: str = "Message") -> Any:
    """With names instead of rows, and with what was left out."""
    if sent is None:
        return None
    shape = SHAPES[name]
    row = shape.get("row")
    fields = dict(zip(row, sent, strict=True)) if row else {**shape.get("absent", {}), **sent}
    parts, lists = shape.get("parts", {}), shape.get("lists", {})
    fields |= {at: whole(fields[at], of) for at, of in parts.items() if at in fields}
    fields |= {at: [whole(it, of) for it in fields[at]] for at, of in lists.items() if at in fields}
    return fields
