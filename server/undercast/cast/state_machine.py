"""The life of one cast, as a pure state machine: `step(state, event, now)`.

It reads no clock and touches nothing: what is to be done comes back as effects. The device's word
counts for what runs on it; that the game is *seen* only the page itself can say, by its hello.

The laws of a living room, each numbered where it is kept:

1.  A page that does not call home within 20 s of its load is loaded again, twice; then we say why.
2.  Another app on the device is a person's wish: it is never fought, only taken back on request.
3.  An idle screen in the middle of a game is cast over again, with pauses, at most 3 in a row.
4.  A TV on standby or on another input is left in peace: to cast could wake it.
5.  A device that vanishes is looked for quietly, for as long as the cast is wanted.
6.  When our address changes, a page that lost us is cast again with the new one.
7.  As long as the page's own socket lives the cast is showing, whatever the device connection does,
    and whichever session the device calls it.
8.  The button pressed twice is pressed once; another TV chosen frees the first, once it shows.
9.  What ends a cast stops our app only, never another's (the device client compares sessions).
10. After a restart the page may come back by itself; it is cast again only where somebody pressed
    or played minutes ago, and the TV showed and shows the device's input.
11. Whoever stops our app on the TV, or switches to another input, is not argued with either.
12. Nobody's wish is not carried out: what nobody presses for is done only while somebody's phone is
    in the room, and somebody has pressed or played within the last hours.
13. A receiver that cannot be had is followed by the next one (see `ways`); when none is left, the
    most telling reason is said. A no on the TV itself holds for all of them.
"""

from collections.abc import Callable
from dataclasses import replace

from undercast.base.cast_status import CastPhase, CastReason
from undercast.cast import launch_chain, launch_sequence
from undercast.cast.diagnosis import may_recast, noted, row_is_full, why_dark
from undercast.cast.states import (
    AppReady,
    AppUp,
    AskedOnTv,
    BaseIs,
    Connect,
    DeviceReplaced,
    DeviceSeen,
    Disconnect,
    Event,
    GamePlayed,
    Hello,
    LaunchRefused,
    Linked,
    LoadFailed,
    OnScreen,
    PageWent,
    PeopleChanged,
    Pressed,
    ScreenIs,
    ServerResumed,
    State,
    Stepped,
    StopPressed,
    TakeBackPressed,
    Ticked,
    Unlinked,
)
from undercast.cast.timings import Timings

# What an event means in each phase: the name of a function below. "note": the fact is remembered
# and nothing follows; "-": not even that.
# fmt: off
_TABLE: dict[type[Event], str] = {
    #                 idle    connecting   launching    loading   showing  lost    taken   failed
    Pressed:         "begin   again        again        again     again    hurry   retake  begin",
    StopPressed:     "end     end          end          end       end      end     end     end",
    TakeBackPressed: "-       -            -            -         -        -       retake  -",
    PeopleChanged:   "-       note         note         note      note     judge   note    note",
    GamePlayed:      "-       note         note         note      note     judge   note    note",
    DeviceReplaced:  "-       end          end          end       end      end     end     end",
    ServerResumed:   "resume  -            -            -         -        -       -       -",
    Linked:          "-       launch       note         note      note     judge   note    -",
    Unlinked:        "-       relink       step_back    relink    relink   relink  relink  -",
    DeviceSeen:      "-       seen         seen         seen      seen     seen    seen    -",
    ScreenIs:        "-       note         check        check     judge    judge   regain  -",
    AppUp:           "-       -            note         up_anew   note     -       -       -",
    AppReady:        "-       -            load         -         -        -       -       -",
    LaunchRefused:   "-       -            refused      -         -        -       -       -",
    AskedOnTv:       "-       -            asked        -         -        -       -       -",
    LoadFailed:      "-       -            -            hurry_on  -        -       -       -",
    Hello:           "-       show         note         show      adopt    show    regain  revive",
    PageWent:        "-       note         note         note      judge    note    note    -",
    BaseIs:          "-       note         note         reload    note     judge   note    -",
    Ticked:          "-       unreachable  launch_late  no_hello  trust    recast  keep    -",
}
# fmt: on

DEFAULT = Timings()


def step(state: State, event: Event, now: float, timings: Timings = DEFAULT) -> Stepped:
    """The state after `event`, and what is to be done, in this order. Total: never raises."""
    do = _DOING[type(event), state.phase]
    if do is None:
        return state, ()
    return do(noted(state, event, now, timings), event, now, timings)


def next_deadline(state: State) -> float | None:
    """When the machine wants to be Ticked; None: only events move it."""
    times = [time for time in (state.until, state.relink_at) if time is not None]
    return min(times, default=None)


# --- What people ask for --------------------------------------------------------------------------


def _begin(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    assert isinstance(event, Pressed)
    left = (Disconnect(),) if state.device else ()
    begun = State(
        phase=CastPhase.CONNECTING,
        device=event.device,
        base=event.base,
        chain=event.chain,
        here=state.here,
        wished=now,
        acted=True,
        coming=event.coming,
        until=now + timings.connect_limit,
    )
    return begun, (*left, Connect(event.device, ""))


def _again(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 8."""
    assert isinstance(event, Pressed)
    return (state, ()) if event.device == state.device else _begin(state, event, now, timings)


def _hurry(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Somebody is tired of waiting."""
    assert isinstance(event, Pressed)
    if event.device != state.device:
        return _begin(state, event, now, timings)
    if state.link:
        return launch_sequence.launch(_fresh(state, now), event, now, timings)
    return replace(_fresh(state, now), tries=0, relink_at=None), (launch_sequence.connect(state),)


def _retake(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    if isinstance(event, Pressed) and event.device != state.device:
        return _begin(state, event, now, timings)
    if state.link:
        return launch_sequence.launch(_fresh(state, now), event, now, timings)
    begun = replace(
        _fresh(state, now),
        phase=CastPhase.CONNECTING,
        reason=None,
        tries=0,
        relink_at=None,
        until=now + timings.connect_limit,
    )
    return begun, (launch_sequence.connect(state),)


def _end(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 9; where the page lives, the session that the device has now is ours (law 7)."""
    reason = CastReason.REPLACED if isinstance(event, DeviceReplaced) else None
    adopted = launch_sequence.adopt(state, event, now, timings)[1] if state.page else ()
    return State(reason=reason), ((*adopted, Disconnect()) if state.device else ())


def _resume(_state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 10."""
    assert isinstance(event, ServerResumed)
    age = event.age
    recent = age is not None and 0 <= age <= timings.resume_within
    kept = State(
        device=event.device,
        chain=event.chain,
        base=event.base,
        loaded=event.base,
        session=event.session,
        was_active=event.was_active,
        wished=None if age is None else now - age,
        on_request=not (recent and event.was_active),
        resumed=True,
    )
    if event.taken_over:
        resumed, _ = launch_sequence.taken(kept, event.reason or CastReason.TAKEN_OVER)
    else:
        until = now + timings.page_grace
        resumed = replace(kept, phase=CastPhase.LOST, reason=CastReason.RECONNECTING, until=until)
    return resumed, (launch_sequence.connect(kept),)


def _fresh(state: State, now: float) -> State:
    """A person asked: the counts of what went wrong by itself begin anew."""
    counted = replace(state, launches=0, loads=0, recasts=0, gave_up=None)
    return replace(counted, wished=now, acted=True, on_request=False, resumed=False, stopped=False)


# --- The connection -------------------------------------------------------------------------------


def _relink(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 5. The page is not asked: while it lives, it shows (law 7)."""
    pause = timings.relink_after[min(state.tries, len(timings.relink_after) - 1)]
    waiting = replace(state, tries=state.tries + 1, relink_at=now + pause)
    if state.phase in (CastPhase.SHOWING, CastPhase.LOST):
        return _judge(waiting, event, now, timings)
    return waiting, ()


def _step_back(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Whether the launch arrived nobody knows."""
    until = now + timings.connect_limit
    return _relink(replace(state, phase=CastPhase.CONNECTING, until=until), event, now, timings)


def _seen(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    assert isinstance(event, DeviceSeen)
    waiting = not state.link and state.relink_at is not None
    if not event.moved and not waiting:
        return state, ()
    found = replace(state, link=False, screen=OnScreen.UNKNOWN, tries=0, relink_at=None)
    if state.phase is CastPhase.LAUNCHING:
        until = now + timings.connect_limit
        return replace(found, phase=CastPhase.CONNECTING, until=until), (
            launch_sequence.connect(found),
        )
    return found, (launch_sequence.connect(found),)


# --- When the page is gone, or something is in its place ------------------------------------------


def _judge(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """What the facts amount to, once a page has been shown."""
    if state.screen is OnScreen.OTHER:
        return launch_sequence.taken(state, CastReason.TAKEN_OVER)
    if state.page:
        return _doubt(state, now, timings), ()
    by_hand = _by_hand(state)
    if by_hand is not None:
        return launch_sequence.taken(state, by_hand)
    settled = state.phase is CastPhase.SHOWING and now - state.shown >= timings.settled
    row = 0 if settled and state.acted else state.recasts
    dark = replace(state, phase=CastPhase.LOST, recasts=row)
    reason, wait = why_dark(dark, now, timings)
    if state.coming:  # a TV that is only to come is not waited for
        gone = reason is CastReason.CONNECTION_LOST
        return launch_sequence.fail(dark, CastReason.UNREACHABLE if gone else reason)
    if reason is CastReason.IDLE_SCREEN and row_is_full(dark, timings):
        return launch_sequence.fail(dark, CastReason.KEEPS_IDLING)
    if state.phase is CastPhase.LOST and reason is state.reason:
        return state, ()  # a clock that runs is not wound up again
    return replace(dark, reason=reason, until=None if wait is None else now + wait), ()


def _doubt(state: State, now: float, timings: Timings) -> State:
    """Law 7. A page that lives in a session that is not ours, as far as we know, may be about to go
    with it: if it has not gone after a while, it is the page of that session.
    """
    if state.screen is not OnScreen.LIKE_OURS:
        return replace(state, until=None)
    return replace(state, until=state.until or now + timings.page_grace)


def _by_hand(state: State) -> CastReason | None:
    """Whether a person ended it."""
    if state.screen is OnScreen.LIKE_OURS:
        return CastReason.TAKEN_OVER  # law 2
    if state.stopped:
        return CastReason.STOPPED_THERE  # law 11
    return CastReason.STANDBY if state.away and not state.standby else None


def _regain(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Still ours after all: the page is there and the device does not say otherwise."""
    if state.page and state.screen is not OnScreen.OTHER:
        return launch_sequence.show(state, event, now, timings)
    return state, ()


# --- Time passes ----------------------------------------------------------------------------------


def _keep(state: State, _event: Event, now: float, _timings: Timings) -> Stepped:
    """Law 5."""
    if state.relink_at is None or now < state.relink_at:
        return state, ()
    return replace(state, relink_at=None), (launch_sequence.connect(state),)


Doing = Callable[[State, Event, float, Timings], Stepped]


def _when_due(then: Doing) -> Doing:
    """First the connection's clock, then the phase's."""

    def ticked(state: State, event: Event, now: float, timings: Timings) -> Stepped:
        kept, effects = _keep(state, event, now, timings)
        if kept.until is None or now < kept.until:
            return kept, effects
        after, more = then(replace(kept, until=None), event, now, timings)
        return after, effects + more

    return ticked


def _no_hello(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 1."""
    if not state.link or state.away or state.screen is OnScreen.LIKE_OURS:
        return _judge(state, event, now, timings)
    if state.loads >= launch_chain.tries(state, timings.loads):
        return launch_sequence.next_way(
            state, state.load_failed or CastReason.NO_HELLO, now, timings
        )
    return launch_sequence.launch(state, event, now, timings)


def _recast(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Laws 3 and 12; a page that does not come back by itself is counted in the same row."""
    if not state.link:
        return _judge(state, event, now, timings)
    if not may_recast(state, now, timings):
        return replace(state, reason=CastReason.NOBODY_PLAYING), ()
    if state.reason is not CastReason.ADDRESS_CHANGED:
        if row_is_full(state, timings):
            return launch_sequence.fail(state, CastReason.NO_HELLO)
        state = replace(state, recasts=state.recasts + 1)
    return launch_sequence.launch(
        replace(state, launches=0, loads=0, acted=False), event, now, timings
    )


def _note(state: State, _event: Event, _now: float, _timings: Timings) -> Stepped:
    return state, ()


_NAMED: dict[str, Doing | None] = {
    "-": None,
    "note": _note,
    "begin": _begin,
    "again": _again,
    "hurry": _hurry,
    "retake": _retake,
    "end": _end,
    "resume": _resume,
    "launch": launch_sequence.launch,
    "relink": _relink,
    "step_back": _step_back,
    "seen": _seen,
    "check": launch_sequence.check,
    "regain": _regain,
    "load": launch_sequence.load,
    "up_anew": launch_sequence.up_anew,
    "refused": launch_sequence.refused,
    "asked": launch_sequence.asked,
    "hurry_on": launch_sequence.hurry_on,
    "show": launch_sequence.show,
    "revive": launch_sequence.revive,
    "judge": _judge,
    "reload": launch_sequence.reload,
    "unreachable": _when_due(launch_sequence.unreachable),
    "launch_late": _when_due(launch_sequence.launch_late),
    "no_hello": _when_due(_no_hello),
    "recast": _when_due(_recast),
    "adopt": launch_sequence.adopt,
    "trust": _when_due(launch_sequence.adopt),
    "keep": _keep,
}
_DOING = {
    (event, phase): _NAMED[name]
    for event, row in _TABLE.items()
    for phase, name in zip(CastPhase, row.split(), strict=True)
}
