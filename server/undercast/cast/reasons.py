"""See `undercast.screens`."""

from undercast.screens import CastReason

Reason = CastReason
