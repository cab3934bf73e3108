"""The way onto the screen: launch, load, hello, and from one receiver to the next.

A part of `machine`, whose laws are numbered here, too, and whose table says when each of these is
done.
"""

from dataclasses import replace

from undercast.base.cast_status import CastPhase, CastReason
from undercast.cast import launch_chain
from undercast.cast.states import (
    AskedOnTv,
    Connect,
    Disconnect,
    Event,
    Launch,
    LaunchRefused,
    Load,
    LoadFailed,
    OnScreen,
    State,
    Stepped,
    Ticked,
)
from undercast.cast.timings import Timings


def connect(state: State) -> Connect:
    """To the device of this cast, as the one who has our app there."""
    return Connect(state.device, state.session)


def launch(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """The receiver whose turn it is, once more; the next one when it was tried often enough."""
    if state.launches >= launch_chain.tries(state, timings.launches):
        return next_way(state, CastReason.LAUNCH_TIMEOUT, now, timings)
    launched = replace(
        state,
        phase=CastPhase.LAUNCHING,
        reason=launch_chain.said_meanwhile(state),
        session="",
        stopped=False,
        launches=state.launches + 1,
        until=now + timings.launch_limit,
    )
    return launched, (Launch(launched.receiver),)


def load(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """The page, in the app that is up. Its hello is awaited."""
    loading = replace(
        state,
        phase=CastPhase.LOADING,
        reason=launch_chain.said_meanwhile(state),
        page=False,
        loaded=state.base,
        opened=now,
        load_failed=None,
        launches=0,
        loads=state.loads + 1,
        until=now + timings.hello_limit,
    )
    return loading, (Load(state.base),)


def up_anew(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """The page went to the app of a launch that had been given up; this one is that of the last."""
    until = now + timings.launch_limit
    return replace(state, phase=CastPhase.LAUNCHING, page=False, until=until), ()


def refused(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """The device says no: to this receiver for now, to this receiver, or to all of them."""
    assert isinstance(event, LaunchRefused)
    if event.reason is CastReason.NOT_ALLOWED:
        return fail(state, event.reason)
    if not event.again:
        return next_way(state, event.reason, now, timings)
    if state.launches >= launch_chain.tries(state, timings.launches):
        return next_way(state, CastReason.APP_UNAVAILABLE, now, timings)
    return replace(state, reason=event.reason, until=now + timings.launch_pause), ()


def next_way(state: State, reason: CastReason, now: float, timings: Timings) -> Stepped:
    """Law 13."""
    further = launch_chain.after(state, reason)
    if further is None:
        return fail(state, launch_chain.most_telling(state, reason))
    return launch(further, Ticked(), now, timings)


def asked(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Somebody looks for the remote."""
    assert isinstance(event, AskedOnTv)
    if event.pending:
        until = now + timings.confirm_limit
        return replace(state, reason=CastReason.CONFIRM_ON_TV, until=until), ()
    return replace(
        state, reason=launch_chain.said_meanwhile(state), until=now + timings.launch_limit
    ), ()


def hurry_on(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """No hello need be waited for; but one that is on its way counts."""
    assert isinstance(event, LoadFailed)
    return replace(state, load_failed=event.reason, until=now + timings.launch_pause), ()


def show(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """The page has said hello."""
    shown = replace(
        state,
        phase=CastPhase.SHOWING,
        reason=None,
        gave_up=None,
        launches=0,
        loads=0,
        shown=now,
        until=None,
    )
    known = replace(shown, on_request=False, resumed=False, stopped=False, coming=False)
    return adopt(known, event, now, timings)


def adopt(state: State, _event: Event, _now: float, _timings: Timings) -> Stepped:
    """Law 7. The page says that what looks like ours is ours: from now on that is its session, and
    the device is spoken to as the one who has it.
    """
    if state.screen is not OnScreen.LIKE_OURS:
        return state, ()
    adopted = replace(state, session=state.stranger, until=None)
    unlinked = replace(adopted, link=False, screen=OnScreen.UNKNOWN, relink_at=None)
    return unlinked, (connect(unlinked),)


def revive(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """We had given up, and it came."""
    shown, _ = show(state, event, now, timings)
    return shown, (connect(state),)


def check(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """Laws 2 and 11, before the page has come; and an app that died before it was ready."""
    launching = state.phase is CastPhase.LAUNCHING
    if state.screen is OnScreen.OTHER or (launching and state.screen is OnScreen.LIKE_OURS):
        return taken(state, CastReason.TAKEN_OVER)
    if not launching and state.stopped:
        return taken(state, CastReason.STOPPED_THERE)
    if launching and state.session and state.screen is OnScreen.IDLE:
        return replace(state, session="", until=now + timings.launch_pause), ()
    return state, ()


def reload(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 6, before the page has come: it went to an address that is no longer ours."""
    if state.base == state.loaded or not state.link:
        return state, ()
    return launch(replace(state, loads=0), event, now, timings)


def taken(state: State, reason: CastReason) -> Stepped:
    """Laws 2 and 11."""
    if state.coming:
        return fail(state, reason)
    return replace(state, phase=CastPhase.TAKEN_OVER, reason=reason, until=None), ()


def launch_late(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """An app that is up and never calls itself ready is sent the page all the same: it may be
    lost, and then law 1 finds it out. A question that nobody answered is not asked again.
    """
    if state.reason is CastReason.CONFIRM_ON_TV and not state.session:
        return fail(state, CastReason.NOT_ALLOWED)
    if state.session:
        return load(state, event, now, timings)
    return launch(state, event, now, timings)


def unreachable(state: State, _event: Event, _now: float, _timings: Timings) -> Stepped:
    """Nobody took our connection in time."""
    return fail(state, CastReason.UNREACHABLE)


def fail(state: State, reason: CastReason) -> Stepped:
    """Given up, for this reason; our app is stopped."""
    failed = replace(
        state,
        phase=CastPhase.FAILED,
        reason=reason,
        link=False,
        page=False,
        until=None,
        relink_at=None,
    )
    return replace(failed, screen=OnScreen.UNKNOWN), (Disconnect(),)
