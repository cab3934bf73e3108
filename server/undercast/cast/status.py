"""The status messages of a device, checked by a schema: they are untrusted."""

from typing import Annotated, Any

import msgspec

IDLE_APPS = frozenset({"E8C28D3C"})
"""The ambient screen ("Backdrop"), on devices that show it as an app."""

_MISSING = frozenset({"APP_UNAVAILABLE", "APP_NOT_AVAILABLE"})
"""Any other value says nothing about the app."""

Name = Annotated[str, msgspec.Meta(max_length=300)]


class Namespace(msgspec.Struct, frozen=True):
    """A message bus that an app listens on."""

    name: Name


class RunningApp(msgspec.Struct, frozen=True, rename="camel"):
    """What runs on a device."""

    app_id: Name
    session_id: Name = ""
    transport_id: Name = ""
    status_text: str = ""
    """Of any length that a frame allows: apps choose it."""
    is_idle_screen: bool = False
    namespaces: Annotated[tuple[Namespace, ...], msgspec.Meta(max_length=100)] = ()

    def listens_on(self, namespace: str) -> bool:
        """Whether the app is ready for messages there."""
        return any(each.name == namespace for each in self.namespaces)


class Status(msgspec.Struct, frozen=True, rename="camel"):
    """A device's state. Absent is unknown: few devices report everything."""

    applications: Annotated[tuple[RunningApp, ...], msgspec.Meta(max_length=20)] = ()
    is_active_input: bool | None = None
    is_stand_by: bool | None = None

    @property
    def app(self) -> RunningApp | None:
        """What runs; None: the idle screen."""
        app = self.applications[0] if self.applications else None
        return None if app is None or app.is_idle_screen or app.app_id in IDLE_APPS else app


class Availability(msgspec.Struct, frozen=True):
    """Which apps a device says that it can have."""

    there: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()


class _Availability(msgspec.Struct, frozen=True):
    availability: Annotated[dict[Name, Name], msgspec.Meta(max_length=20)]


class _Message(msgspec.Struct, frozen=True):
    status: Status


def read_status(data: dict[str, Any]) -> Status | None:
    """The status in a RECEIVER_STATUS message; None: invalid."""
    try:
        return msgspec.convert(_without_nulls(data), _Message).status
    except (msgspec.ValidationError, RecursionError):
        return None


def read_availability(data: dict[str, Any]) -> Availability:
    """The answer to GET_APP_AVAILABILITY; empty if invalid."""
    try:
        words = msgspec.convert(_without_nulls(data), _Availability).availability
    except (msgspec.ValidationError, RecursionError):
        return Availability()
    there = frozenset(app for app, word in words.items() if word == "APP_AVAILABLE")
    missing = frozenset(app for app, word in words.items() if word in _MISSING)
    return Availability(there, missing)


def _without_nulls(data: Any) -> Any:  # JSON of any kind
    """Some devices write null where others omit a field."""
    if isinstance(data, dict):
        return {key: _without_nulls(value) for key, value in data.items() if value is not None}
    if isinstance(data, list):
        return [_without_nulls(each) for each in data if each is not None]
    return data
