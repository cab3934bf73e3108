"""See `undercast.screens`."""

from undercast.screens import Reason as Reason  # noqa: PLC0414
