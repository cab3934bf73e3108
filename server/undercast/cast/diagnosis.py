"""What a cast's facts amount to: what an event tells, why nothing is shown, whose wish it is.

Pure, as `machine`, which decides what is done about it; its numbers of laws are used here, too.
"""

from dataclasses import replace

from undercast.base.cast_status import CastReason, Receiver
from undercast.cast.states import (
    AppReady,
    AppUp,
    BaseIs,
    Event,
    GamePlayed,
    Hello,
    Linked,
    OnScreen,
    PageWent,
    PeopleChanged,
    Pressed,
    ScreenIs,
    State,
    Unlinked,
)
from undercast.cast.timings import Timings


def noted(state: State, event: Event, now: float, timings: Timings) -> State:
    """The state with the facts that an event brings, whatever follows from them."""
    match event:
        case Linked():
            unseen = replace(state, screen=OnScreen.UNKNOWN, active=None)
            return replace(unseen, link=True, tries=0, relink_at=None)
        case Unlinked():
            return replace(state, link=False, screen=OnScreen.UNKNOWN, active=None)
        case ScreenIs():
            return _with_screen(state, event, now, timings)
        case AppUp(session=session) | AppReady(session=session):
            return replace(state, session=session)
        case Hello():
            return replace(state, page=True)
        case PageWent():
            return replace(state, page=False)
        case BaseIs(base=base):
            return replace(state, base=base)
        case PeopleChanged(here=here) | Pressed(here=here):
            return replace(state, here=here)
        case GamePlayed():
            return replace(state, wished=now, acted=True)
    return state


def _with_screen(state: State, event: ScreenIs, now: float, timings: Timings) -> State:
    """Some devices never call themselves active: only one that did can have been left (law 4)."""
    idle = event.screen is OnScreen.IDLE and not event.standby
    return replace(
        state,
        screen=event.screen,
        stranger=event.session,
        stopped=idle and (state.stopped or _is_stopped(state, event, now, timings)),
        active=event.active,
        was_active=state.was_active or event.active is True,
        standby=event.standby,
        away=event.standby or (event.active is False and state.was_active),
    )


def _is_stopped(state: State, event: ScreenIs, now: float, timings: Timings) -> bool:
    """Law 11. It ran just now, on this connection, and then there was nothing; and that was not at
    the hour at which devices end what they hold for idle.
    """
    if not event.stopped or state.screen not in (OnScreen.OURS, OnScreen.LIKE_OURS):
        return False
    early, late = timings.idles_after
    return state.opened is None or not early <= now - state.opened <= late


def may_recast(state: State, now: float, timings: Timings) -> bool:
    """Law 12. Whether a cast that nobody presses for would be somebody's wish; law 10."""
    if state.wished is None or state.on_request:
        return False
    ago = now - state.wished
    if state.resumed and (state.active is not True or ago > timings.resume_within):
        return False
    return state.here and ago <= timings.wish_lasts


def row_is_full(state: State, timings: Timings) -> bool:
    """Law 3. Whether it was cast often enough by itself."""
    return state.recasts >= len(timings.recast_after)


def why_dark(state: State, now: float, timings: Timings) -> tuple[CastReason, float | None]:
    """Why nothing is shown, and how long that is borne; None: for ever."""
    if not state.link:
        return CastReason.CONNECTION_LOST, None  # law 5
    if state.away:
        return CastReason.STANDBY, None  # law 4
    if may_recast(state, now, timings):
        if state.screen is OnScreen.IDLE:  # law 3
            row = timings.recast_after
            return CastReason.IDLE_SCREEN, row[min(state.recasts, len(row) - 1)]
        if state.base != state.loaded:
            return CastReason.ADDRESS_CHANGED, 0.0  # law 6
    elif _nothing_will_come(state):
        return CastReason.NOBODY_PLAYING, None  # law 12
    pictures = state.receiver is Receiver.PICTURES
    return CastReason.PAGE_GONE, timings.stream_grace if pictures else timings.page_grace


def _nothing_will_come(state: State) -> bool:
    """Whether no page is there that might come back by itself, or it had its time."""
    waited = state.reason is CastReason.NOBODY_PLAYING
    return waited or state.screen is OnScreen.IDLE or state.base != state.loaded
