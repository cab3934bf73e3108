"""From one receiver to the next: which is tried, how often, and what is said when none would do.

A device has a chain of receivers (`State.chain`), and `State.way` says which of them is tried or
shows the game. A receiver that cannot be had is followed by the next one; when the last one is
given up, people are told the most telling of all reasons.
"""

from dataclasses import replace

from undercast.base.cast_status import CastReason, Receiver
from undercast.cast.states import State

_TELLING = (
    CastReason.NO_HELLO,
    CastReason.APP_UNAVAILABLE,
    CastReason.APP_NOT_FOUND,
    CastReason.LAUNCH_REFUSED,
    CastReason.LAUNCH_TIMEOUT,
)
"""Why a receiver is given up; first what people can do most about."""

_DEAF = frozenset({CastReason.NO_HELLO, CastReason.LAUNCH_TIMEOUT})
"""Reasons that hold for every receiver, most likely: a firewall, a device that hangs."""

PICTURES_SUFFIX = ".mjpg"
"""What the address of a room's pictures has more than that of its page."""


def after(state: State, reason: CastReason) -> State | None:
    """With the next receiver of the chain, since this one is given up for `reason`; None: it was
    the last one.
    """
    if state.way + 1 >= len(state.chain):
        return None
    return replace(
        state,
        way=state.way + 1,
        gave_up=most_telling(state, reason),
        reason=None,
        session="",
        launches=0,
        loads=0,
    )


def most_telling(state: State, reason: CastReason) -> CastReason:
    """Of all the reasons why receivers were given up, this last one among them."""
    reasons = [each for each in (state.gave_up, reason) if each is not None]
    known = [each for each in _TELLING if each in reasons]
    return known[0] if known else reason


def tries(state: State, most: int) -> int:
    """How often a receiver is tried: once only, if an earlier one found device or network deaf."""
    return 1 if state.gave_up in _DEAF else most


def said_meanwhile(state: State) -> CastReason | None:
    """What is said while a receiver is being launched and loaded."""
    return None if state.gave_up is None else CastReason.NEXT_WAY


def path_for(receiver: Receiver, path: str) -> str:
    """Where on our server this receiver finds the room whose page is at `path`."""
    if receiver is not Receiver.PICTURES:
        return path
    page, mark, query = path.partition("?")
    return f"{page}{PICTURES_SUFFIX}{mark}{query}"
