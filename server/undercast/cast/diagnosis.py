"""What a cast's facts mean: what an event reports, why the TV is dark, whether to cast again.

Pure; `transitions` decides what follows. Laws are numbered in `state_machine`.
"""

from dataclasses import replace

from undercast.base.cast_status import CastReason, Receiver
from undercast.cast import events
from undercast.cast.events import Event, ScreenContent, ScreenReported
from undercast.cast.state import State
from undercast.cast.timings import Timings


def with_facts(state: State, event: Event, now: float, timings: Timings) -> State:
    """The state with the facts that an event reports, whatever follows from them."""
    match event:
        case events.Connected():
            connected = replace(state, connected=True, connect_attempts=0, reconnect_at=None)
            return replace(connected, screen=ScreenContent.UNKNOWN, active=None)
        case events.ConnectionLost():
            return replace(state, connected=False, screen=ScreenContent.UNKNOWN, active=None)
        case ScreenReported():
            return _with_screen(state, event, now, timings)
        case events.AppStarted(session=session) | events.AppReady(session=session):
            return replace(state, session=session)
        case events.PageConnected():
            return replace(state, page_connected=True)
        case events.PageDisconnected():
            return replace(state, page_connected=False)
        case events.BaseUrlChanged(base_url=base_url):
            return replace(state, base_url=base_url)
        case events.OccupancyChanged(occupied=occupied) | events.CastRequested(occupied=occupied):
            return replace(state, occupied=occupied)
        case events.ActivityReported():
            return replace(state, last_activity=now, active_since_recast=True)
    return state


def _with_screen(state: State, event: ScreenReported, now: float, timings: Timings) -> State:
    """Some devices never report active: only one that did can be left (law 4)."""
    idle = event.screen is ScreenContent.IDLE and not event.standby
    return replace(
        state,
        screen=event.screen,
        other_session=event.session,
        stopped=idle and (state.stopped or _is_stopped(state, event, now, timings)),
        active=event.active,
        was_active=state.was_active or event.active is True,
        standby=event.standby,
        away=event.standby or (event.active is False and state.was_active),
    )


def _is_stopped(state: State, event: ScreenReported, now: float, timings: Timings) -> bool:
    """Law 11. Our app ran until now, on this connection, and it is not the time at which devices
    end apps that they take for idle.
    """
    if not event.stopped or state.screen not in (ScreenContent.OURS, ScreenContent.SAME_APP):
        return False
    early, late = timings.idles_after
    return state.loaded_at is None or not early <= now - state.loaded_at <= late


def may_recast(state: State, now: float, timings: Timings) -> bool:
    """Laws 12 and 10. Whether people still want the cast, without a press."""
    if state.last_activity is None or state.manual_only:
        return False
    age = now - state.last_activity
    if state.resumed and (state.active is not True or age > timings.resume_within):
        return False
    return state.occupied and age <= timings.intent_lasts


def recasts_used_up(state: State, timings: Timings) -> bool:
    """Law 3."""
    return state.recasts >= len(timings.recast_after)


def reason_dark(state: State, now: float, timings: Timings) -> tuple[CastReason, float | None]:
    """Why nothing is shown, and for how many seconds to wait; None: without end."""
    if not state.connected:
        return CastReason.CONNECTION_LOST, None  # law 5
    if state.away:
        return CastReason.STANDBY, None  # law 4
    if may_recast(state, now, timings):
        if state.screen is ScreenContent.IDLE:  # law 3
            pauses = timings.recast_after
            return CastReason.IDLE_SCREEN, pauses[min(state.recasts, len(pauses) - 1)]
        if state.base_url != state.loaded_url:
            return CastReason.ADDRESS_CHANGED, 0.0  # law 6
    elif _page_is_gone(state):
        return CastReason.NOBODY_PLAYING, None  # law 12
    pictures = state.receiver is Receiver.PICTURES
    return CastReason.PAGE_GONE, timings.stream_grace if pictures else timings.page_grace


def _page_is_gone(state: State) -> bool:
    """Whether no page is left that might come back by itself, or it had its time."""
    waited = state.reason is CastReason.NOBODY_PLAYING
    return waited or state.screen is ScreenContent.IDLE or state.base_url != state.loaded_url
