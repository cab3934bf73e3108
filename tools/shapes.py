"""How what the server sends differs from what its types say: rows, and fields that are left out."""

from collections.abc import Iterator
from inspect import isclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, json
from msgspec.structs import fields

Shape = dict[str, Any]
"""`row`: the names of what comes as a list. `absent`: what a field means that is not there.
`parts` and `lists`: by field, the type of what is in it, where that has a shape, too.
"""


def shapes(kind: type[Struct]) -> dict[str, Shape]:
    """By the type's name, the shape of this type and of all in it; only of those that have one."""
    found: dict[str, Shape] = {}
    _find(kind, found)
    return {name: shape for name, shape in found.items() if shape}


def _find(kind: type[Struct], found: dict[str, Shape]) -> Shape:
    if kind.__name__ not in found:
        found[kind.__name__] = shape = _own(kind)
        for field, hint in get_type_hints(kind).items():
            for part in _structs(hint):
                if _find(part, found):
                    place = "lists" if get_origin(hint) is tuple else "parts"
                    _note(shape.setdefault(place, {}), field, part)
    return found[kind.__name__]


def _own(kind: type[Struct]) -> Shape:
    shape: Shape = {}
    if kind.__struct_config__.array_like:
        shape["row"] = list(kind.__struct_fields__)
    if kind.__struct_config__.omit_defaults:
        absent = {info.name: info.default for info in fields(kind) if info.default is not NODEFAULT}
        shape["absent"] = json.decode(json.encode(absent))
    return shape


def _note(places: dict[str, Any], field: str, part: type[Struct]) -> None:
    """What is one of several kinds is told apart by its `kind`."""
    tag = part.__struct_config__.tag
    if tag is None:
        places[field] = part.__name__
    else:
        places.setdefault(field, {})[tag] = part.__name__


def _structs(hint: Any) -> Iterator[type[Struct]]:
    """The structs that a value of this type can be, or be a list of."""
    if isclass(hint) and issubclass(hint, Struct):
        yield hint
    elif get_origin(hint) in (tuple, Union, UnionType):
        for arg in get_args(hint):
            if arg not in (NoneType, Ellipsis):
                yield from _structs(arg)
