"""Messages as docs/protocol.md describes them, from the shorter form in which they are sent."""

from typing import Any

from tools.shapes import shapes
from undercast.service import Message

SHAPES = shapes(Message)

VIEWS = SHAPES["Message"]["parts"]["view"]
"""A view of any kind, for `whole`."""


def whole(sent: Any, part: Any = "Message") -> Any:
    """With names instead of rows, and with what was left out."""
    if sent is None:
        return None
    shape = SHAPES.get(part if isinstance(part, str) else part.get(sent["kind"]))
    if shape is None:
        return sent
    row = shape.get("row")
    fields = dict(zip(row, sent, strict=True)) if row else {**shape.get("absent", {}), **sent}
    for name, of in shape.get("parts", {}).items():
        fields[name] = whole(fields[name], of)
    for name, of in shape.get("lists", {}).items():
        fields[name] = [whole(item, of) for item in fields[name]]
    return fields
