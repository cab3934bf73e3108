"""The transitions of the state machine, by the names in its table. Laws are numbered there."""

from collections.abc import Callable
from dataclasses import replace

from undercast.base.cast_status import CastPhase, CastReason
from undercast.cast import events, launch_chain
from undercast.cast.diagnosis import may_recast, reason_dark, recasts_used_up
from undercast.cast.events import Event, ScreenContent
from undercast.cast.state import Connect, Disconnect, Launch, Load, State, Transition
from undercast.cast.timings import Timings

Step = Callable[[State, Event, float, Timings], Transition]


def record(state: State, _event: Event, _now: float, _timings: Timings) -> Transition:
    """Nothing follows."""
    return state, ()


# --- Requests -------------------------------------------------------------------------------------


def start(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Cast to a device; one that was in use is freed."""
    assert isinstance(event, events.CastRequested)
    freed = (Disconnect(),) if state.device else ()
    started = State(
        phase=CastPhase.CONNECTING,
        device=event.device,
        base_url=event.base_url,
        chain=event.chain,
        occupied=state.occupied,
        last_activity=now,
        active_since_recast=True,
        coming=event.coming,
        deadline=now + timings.connect_limit,
    )
    return started, (*freed, Connect(event.device, ""))


def switch(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Law 8."""
    assert isinstance(event, events.CastRequested)
    return (state, ()) if event.device == state.device else start(state, event, now, timings)


def retry(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Somebody does not want to wait."""
    assert isinstance(event, events.CastRequested)
    if event.device != state.device:
        return start(state, event, now, timings)
    asked = _requested(state, now)
    if state.connected:
        return launch(asked, event, now, timings)
    return replace(asked, connect_attempts=0, reconnect_at=None), (connect(state),)


def take_back(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Cast over another app, or to another device."""
    if isinstance(event, events.CastRequested) and event.device != state.device:
        return start(state, event, now, timings)
    asked = _requested(state, now)
    if state.connected:
        return launch(asked, event, now, timings)
    return _connecting(replace(asked, reason=None), now, timings), (connect(state),)


def end(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Law 9; where the page lives, the device's present session is ours (law 7)."""
    reason = CastReason.REPLACED if isinstance(event, events.DeviceReplaced) else None
    adopted = adopt(state, event, now, timings)[1] if state.page_connected else ()
    return State(reason=reason), ((*adopted, Disconnect()) if state.device else ())


def resume(_state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Law 10."""
    assert isinstance(event, events.CastResumed)
    age = event.age
    recent = age is not None and 0 <= age <= timings.resume_within
    kept = State(
        device=event.device,
        chain=event.chain,
        base_url=event.base_url,
        loaded_url=event.base_url,
        session=event.session,
        was_active=event.was_active,
        last_activity=None if age is None else now - age,
        manual_only=not (recent and event.was_active),
        resumed=True,
    )
    if event.taken_over:
        resumed, _ = _taken_over(kept, event.reason or CastReason.TAKEN_OVER)
    else:
        lost = replace(kept, phase=CastPhase.LOST, reason=CastReason.RECONNECTING)
        resumed = replace(lost, deadline=now + timings.page_grace)
    return resumed, (connect(kept),)


def _requested(state: State, now: float) -> State:
    """Somebody asked: what went wrong by itself is forgotten."""
    fresh = replace(state, launches=0, loads=0, recasts=0, skipped_reason=None, stopped=False)
    fresh = replace(fresh, manual_only=False, resumed=False)
    return replace(fresh, last_activity=now, active_since_recast=True)


# --- The connection -------------------------------------------------------------------------------


def connect(state: State) -> Connect:
    """To this cast's device, as the owner of our app there."""
    return Connect(state.device, state.session)


def _connecting(state: State, now: float, timings: Timings) -> State:
    deadline = now + timings.connect_limit
    waiting = replace(state, phase=CastPhase.CONNECTING, deadline=deadline)
    return replace(waiting, connect_attempts=0, reconnect_at=None)


def reconnect(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Law 5. The page has no say: while it lives, it shows (law 7)."""
    attempts, pauses = state.connect_attempts, timings.reconnect_after
    pause = pauses[min(attempts, len(pauses) - 1)]
    waiting = replace(state, connect_attempts=attempts + 1, reconnect_at=now + pause)
    if state.phase in (CastPhase.SHOWING, CastPhase.LOST):
        return reassess(waiting, event, now, timings)
    return waiting, ()


def launch_lost(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Nobody knows whether the launch arrived."""
    deadline = now + timings.connect_limit
    lost = replace(state, phase=CastPhase.CONNECTING, deadline=deadline)
    return reconnect(lost, event, now, timings)


def found(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Connect at once to a device that was waited for, or has moved."""
    assert isinstance(event, events.DeviceSeen)
    waiting = not state.connected and state.reconnect_at is not None
    if not event.moved and not waiting:
        return state, ()
    anew = replace(state, connected=False, screen=ScreenContent.UNKNOWN)
    if state.phase is CastPhase.LAUNCHING:
        anew = _connecting(anew, now, timings)
    return replace(anew, connect_attempts=0, reconnect_at=None), (connect(anew),)


def unreachable(state: State, _event: Event, _now: float, _timings: Timings) -> Transition:
    """The device took no connection in time."""
    return _fail(state, CastReason.UNREACHABLE)


# --- Launch and load ------------------------------------------------------------------------------


def launch(state: State, _event: Event, now: float, timings: Timings) -> Transition:
    """Launch the present receiver, or after enough attempts the next one."""
    if state.launches >= launch_chain.attempts(state, timings.launches):
        return _next_receiver(state, CastReason.LAUNCH_TIMEOUT, now, timings)
    launched = replace(
        state,
        phase=CastPhase.LAUNCHING,
        reason=launch_chain.interim_reason(state),
        session="",
        stopped=False,
        launches=state.launches + 1,
        deadline=now + timings.launch_limit,
    )
    return launched, (Launch(launched.receiver),)


def load(state: State, _event: Event, now: float, timings: Timings) -> Transition:
    """Load the page in the app that is up, and wait until it connects."""
    loading = replace(
        state,
        phase=CastPhase.LOADING,
        reason=launch_chain.interim_reason(state),
        page_connected=False,
        loaded_url=state.base_url,
        loaded_at=now,
        load_error=None,
        launches=0,
        loads=state.loads + 1,
        deadline=now + timings.hello_limit,
    )
    return loading, (Load(state.base_url),)


def app_changed(state: State, _event: Event, now: float, timings: Timings) -> Transition:
    """The page went to the app of an abandoned launch; this is the app of the last launch."""
    launching = replace(state, phase=CastPhase.LAUNCHING, page_connected=False)
    return replace(launching, deadline=now + timings.launch_limit), ()


def refused(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """The device refuses: this receiver for now, this receiver, or all of them."""
    assert isinstance(event, events.LaunchRefused)
    if event.reason is CastReason.NOT_ALLOWED:
        return _fail(state, event.reason)
    if not event.again:
        return _next_receiver(state, event.reason, now, timings)
    if state.launches >= launch_chain.attempts(state, timings.launches):
        return _next_receiver(state, CastReason.APP_UNAVAILABLE, now, timings)
    return replace(state, reason=event.reason, deadline=now + timings.launch_pause), ()


def _next_receiver(state: State, reason: CastReason, now: float, timings: Timings) -> Transition:
    """Law 13."""
    following = launch_chain.following(state, reason)
    if following is None:
        return _fail(state, launch_chain.most_specific(state, reason))
    return launch(following, events.Tick(), now, timings)


def confirm(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """The TV asks; somebody has to find the remote."""
    assert isinstance(event, events.ConfirmationPending)
    reason, limit = CastReason.CONFIRM_ON_TV, timings.confirm_limit
    if event.pending:
        return replace(state, reason=reason, deadline=now + limit), ()
    interim = launch_chain.interim_reason(state)
    return replace(state, reason=interim, deadline=now + timings.launch_limit), ()


def load_failed(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Do not wait for the page; but if it still comes, it counts."""
    assert isinstance(event, events.LoadFailed)
    return replace(state, load_error=event.reason, deadline=now + timings.launch_pause), ()


def check(state: State, _event: Event, now: float, timings: Timings) -> Transition:
    """Before the page connects: laws 2 and 11, and an app that died before it was ready."""
    launching = state.phase is CastPhase.LAUNCHING
    same_app = state.screen is ScreenContent.SAME_APP
    if state.screen is ScreenContent.OTHER or (launching and same_app):
        return _taken_over(state, CastReason.TAKEN_OVER)
    if not launching and state.stopped:
        return _taken_over(state, CastReason.STOPPED_THERE)
    if launching and state.session and state.screen is ScreenContent.IDLE:
        return replace(state, session="", deadline=now + timings.launch_pause), ()
    return state, ()


def reload(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Law 6, before the page connects: it was loaded from an address that is no longer ours."""
    if state.base_url == state.loaded_url or not state.connected:
        return state, ()
    return launch(replace(state, loads=0), event, now, timings)


def launch_late(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """An app that is up but never reports ready is sent the page anyway; if it is lost, law 1
    notices. A question that nobody answered is not asked again.
    """
    if state.session:
        return load(state, event, now, timings)
    if state.reason is CastReason.CONFIRM_ON_TV:
        return _fail(state, CastReason.NOT_ALLOWED)
    return launch(state, event, now, timings)


def load_late(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Law 1."""
    if not state.connected or state.away or state.screen is ScreenContent.SAME_APP:
        return reassess(state, event, now, timings)
    if state.loads >= launch_chain.attempts(state, timings.loads):
        return _next_receiver(state, state.load_error or CastReason.NO_HELLO, now, timings)
    return launch(state, event, now, timings)


# --- The page shows, or not -----------------------------------------------------------------------


def show(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """The page has connected."""
    shown = replace(state, phase=CastPhase.SHOWING, reason=None, shown_at=now, deadline=None)
    shown = replace(shown, launches=0, loads=0, skipped_reason=None, coming=False)
    shown = replace(shown, manual_only=False, resumed=False, stopped=False)
    return adopt(shown, event, now, timings)


def adopt(state: State, _event: Event, _now: float, _timings: Timings) -> Transition:
    """Law 7. The page proves that the session of an app like ours is ours: connect as its owner."""
    if state.screen is not ScreenContent.SAME_APP:
        return state, ()
    adopted = replace(state, session=state.other_session, deadline=None, reconnect_at=None)
    adopted = replace(adopted, connected=False, screen=ScreenContent.UNKNOWN)
    return adopted, (connect(adopted),)


def revive(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """The page connects after we had given up."""
    shown, _ = show(state, event, now, timings)
    return shown, (connect(state),)


def regain(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Not taken over after all: the page is there and the device does not contradict."""
    if state.page_connected and state.screen is not ScreenContent.OTHER:
        return show(state, event, now, timings)
    return state, ()


def reassess(state: State, _event: Event, now: float, timings: Timings) -> Transition:
    """After a page has been shown: what do the facts mean?"""
    if state.screen is ScreenContent.OTHER:
        return _taken_over(state, CastReason.TAKEN_OVER)
    if state.page_connected:
        return _suspicious(state, now, timings), ()
    ended_by = _ended_by_person(state)
    if ended_by is not None:
        return _taken_over(state, ended_by)
    settled = state.phase is CastPhase.SHOWING and now - state.shown_at >= timings.settled
    recasts = 0 if settled and state.active_since_recast else state.recasts
    dark = replace(state, phase=CastPhase.LOST, recasts=recasts)
    reason, wait = reason_dark(dark, now, timings)
    if state.coming:  # a second TV is not waited for
        lost = reason is CastReason.CONNECTION_LOST
        return _fail(dark, CastReason.UNREACHABLE if lost else reason)
    if reason is CastReason.IDLE_SCREEN and recasts_used_up(dark, timings):
        return _fail(dark, CastReason.KEEPS_IDLING)
    if state.phase is CastPhase.LOST and reason is state.reason:
        return state, ()  # a running deadline is not extended
    return replace(dark, reason=reason, deadline=None if wait is None else now + wait), ()


def recast(state: State, event: Event, now: float, timings: Timings) -> Transition:
    """Laws 3 and 12; a page that does not come back by itself counts as one of these casts."""
    if not state.connected:
        return reassess(state, event, now, timings)
    if not may_recast(state, now, timings):
        return replace(state, reason=CastReason.NOBODY_PLAYING), ()
    if state.reason is not CastReason.ADDRESS_CHANGED:
        if recasts_used_up(state, timings):
            return _fail(state, CastReason.NO_HELLO)
        state = replace(state, recasts=state.recasts + 1)
    state = replace(state, launches=0, loads=0, active_since_recast=False)
    return launch(state, event, now, timings)


def _suspicious(state: State, now: float, timings: Timings) -> State:
    """Law 7. A live page in a session that we don't know to be ours may be about to go with it. If
    it is still there after a while, the session is its own.
    """
    if state.screen is not ScreenContent.SAME_APP:
        return replace(state, deadline=None)
    return replace(state, deadline=state.deadline or now + timings.page_grace)


def _ended_by_person(state: State) -> CastReason | None:
    """How a person ended it, if one did."""
    if state.screen is ScreenContent.SAME_APP:
        return CastReason.TAKEN_OVER  # law 2
    if state.stopped:
        return CastReason.STOPPED_THERE  # law 11
    return CastReason.STANDBY if state.away and not state.standby else None


def _taken_over(state: State, reason: CastReason) -> Transition:
    """Laws 2 and 11."""
    if state.coming:
        return _fail(state, reason)
    return replace(state, phase=CastPhase.TAKEN_OVER, reason=reason, deadline=None), ()


def _fail(state: State, reason: CastReason) -> Transition:
    """Give up for this reason, and stop our app."""
    failed = replace(state, phase=CastPhase.FAILED, reason=reason, deadline=None)
    failed = replace(failed, connected=False, page_connected=False, reconnect_at=None)
    return replace(failed, screen=ScreenContent.UNKNOWN), (Disconnect(),)
