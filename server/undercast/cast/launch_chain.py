"""From one receiver of a device to the next: how often each is tried, and what people are told.

`State.chain` holds the receivers of a device, `State.receiver_index` the one in use. If a receiver
cannot be used, the next one is tried; after the last, people are told the most specific reason.
"""

from dataclasses import replace

from undercast.base.cast_status import CastReason
from undercast.cast.state import State

_BY_SPECIFICITY = (
    CastReason.NO_HELLO,
    CastReason.APP_UNAVAILABLE,
    CastReason.APP_NOT_FOUND,
    CastReason.LAUNCH_REFUSED,
    CastReason.LAUNCH_TIMEOUT,
)
"""Why a receiver is skipped; first what people can do most about."""

_UNRESPONSIVE = frozenset({CastReason.NO_HELLO, CastReason.LAUNCH_TIMEOUT})
"""Reasons that probably hold for every receiver: a firewall, a device that hangs."""


def following(state: State, reason: CastReason) -> State | None:
    """With the next receiver, since this one failed for `reason`; None: it was the last."""
    if state.receiver_index + 1 >= len(state.chain):
        return None
    skipped = replace(state, skipped_reason=most_specific(state, reason), reason=None)
    index = state.receiver_index + 1
    return replace(skipped, receiver_index=index, session="", launches=0, loads=0)


def most_specific(state: State, reason: CastReason) -> CastReason:
    """Of all the reasons why receivers were skipped, this one included."""
    reasons = (state.skipped_reason, reason)
    return next((each for each in _BY_SPECIFICITY if each in reasons), reason)


def attempts(state: State, most: int) -> int:
    """How often to try a receiver: once if an earlier one found device or network unresponsive."""
    return 1 if state.skipped_reason in _UNRESPONSIVE else most


def interim_reason(state: State) -> CastReason | None:
    """What people are told while a receiver is launched and loaded."""
    return None if state.skipped_reason is None else CastReason.NEXT_WAY
