"""How what the server sends differs from what its types say: rows, and fields that are left out."""

from collections.abc import Iterator
from inspect import isclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, json
from msgspec.structs import FieldInfo, fields

from undercast.commands import command_types
from undercast.web import messages

_SUFFIXES = {command_types.__name__: "Command", messages.__name__: "Message"}

Shape = dict[str, Any]
"""`row`: the names of what comes as a list. `absent`: what a field means that is not there.
`parts` and `lists`: by field, the name of the shape of what is in it.
"""


def shapes(*kinds: type[Struct]) -> dict[str, Shape]:
    """By the type's name, the shape of these types and of all in them; only of those that have one.

    What can be of several kinds (a view, a happening) has one shape, with the parts of all of them.
    """
    found: dict[str, Shape] = {}
    for kind in kinds:
        _collect(kind.__name__, [kind], found)
    return {name: shape for name, shape in found.items() if shape}


def public_name(kind: type) -> str:
    """A type's name as client authors read it: TouchCardCommand is TouchCard to them."""
    leaf = not kind.__subclasses__()
    return kind.__name__.removesuffix(_SUFFIXES.get(kind.__module__, "") if leaf else "")


def _collect(name: str, kinds: list[type[Struct]], found: dict[str, Shape]) -> bool:
    """Whether there is something to say of what is one of these kinds."""
    if name not in found:
        found[name] = shape = _struct_shape(kinds[0]) if len(kinds) == 1 else {}
        for field, hint in (item for kind in kinds for item in get_type_hints(kind).items()):
            parts = list(_structs(hint))
            part = parts[0].__name__ if len(parts) == 1 else field
            if parts and _collect(part, parts, found):
                place = "lists" if get_origin(hint) is tuple else "parts"
                assert shape.setdefault(place, {}).setdefault(field, part) == part
    return bool(found[name])


def _struct_shape(kind: type[Struct]) -> Shape:
    shape: Shape = {}
    if kind.__struct_config__.array_like:
        shape["row"] = list(kind.__struct_fields__)
    if kind.__struct_config__.omit_defaults:
        absent = {info.name: _default(info) for info in fields(kind) if not info.required}
        shape["absent"] = json.decode(json.encode(absent))
    return shape


def _default(info: FieldInfo) -> Any:
    """What the field is when nothing is said; an empty mapping is made anew each time."""
    return info.default if info.default is not NODEFAULT else info.default_factory()


def _structs(hint: Any) -> Iterator[type[Struct]]:
    """The structs that a value of this type can be, or be a list of."""
    if isclass(hint) and issubclass(hint, Struct):
        yield hint
    elif get_origin(hint) in (tuple, Union, UnionType):
        for arg in get_args(hint):
            if arg not in (NoneType, Ellipsis):
                yield from _structs(arg)
