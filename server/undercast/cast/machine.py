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
7.  As long as the page's own socket lives the cast is showing, whatever the device connection does.
8.  The button pressed twice is pressed once; another TV chosen frees the first.
9.  What ends a cast stops our app only, never another's (the device client compares sessions).
10. After a restart the page may come back by itself; only then is it cast again.
"""

from collections.abc import Callable
from dataclasses import replace

from undercast.cast.states import (
    AppReady,
    AppUp,
    AskedOnTv,
    BaseIs,
    Connect,
    DeviceSeen,
    Effect,
    Event,
    Hello,
    Launch,
    LaunchRefused,
    Leave,
    Linked,
    Load,
    OnScreen,
    PageWent,
    Pressed,
    Replaced,
    Resumed,
    ScreenIs,
    State,
    StopPressed,
    TakeBackPressed,
    Ticked,
    Unlinked,
)
from undercast.cast.timings import Timings
from undercast.screens import CastPhase, CastReason

# What an event means in each phase: the name of a function below. "note": the fact is remembered
# and nothing follows; "-": not even that.
# fmt: off
_TABLE: dict[type[Event], str] = {
    #                 idle    connecting   launching    loading   showing  lost    taken   failed
    Pressed:         "begin   again        again        again     again    hurry   retake  begin",
    StopPressed:     "end     end          end          end       end      end     end     end",
    TakeBackPressed: "-       -            -            -         -        -       retake  -",
    Replaced:        "-       end          end          end       end      end     end     end",
    Resumed:         "resume  -            -            -         -        -       -       -",
    Linked:          "-       launch       note         note      note     judge   note    -",
    Unlinked:        "-       relink       step_back    relink    relink   relink  relink  -",
    DeviceSeen:      "-       seen         seen         seen      seen     seen    seen    -",
    ScreenIs:        "-       note         check        check     judge    judge   regain  -",
    AppUp:           "-       -            note         -         -        -       -       -",
    AppReady:        "-       -            load         -         -        -       -       -",
    AskedOnTv:       "-       -            asked        -         -        -       -       -",
    LaunchRefused:   "-       -            refused      -         -        -       -       -",
    Hello:           "-       show         note         show      note     show    regain  revive",
    PageWent:        "-       note         note         note      judge    note    note    -",
    BaseIs:          "-       note         note         reload    note     judge   note    -",
    Ticked:          "-       unreachable  launch_late  no_hello  keep     recast  keep    -",
}
# fmt: on

Stepped = tuple[State, tuple[Effect, ...]]
DEFAULT = Timings()


def step(state: State, event: Event, now: float, timings: Timings = DEFAULT) -> Stepped:
    """The state after `event`, and what is to be done, in this order. Total: never raises."""
    do = _DOING[type(event), state.phase]
    if do is None:
        return state, ()
    return do(_noted(state, event), event, now, timings)


def next_deadline(state: State) -> float | None:
    """When the machine wants to be Ticked; None: only events move it."""
    times = [time for time in (state.until, state.relink_at) if time is not None]
    return min(times, default=None)


def _noted(state: State, event: Event) -> State:
    """The facts that an event brings, whatever follows from them."""
    match event:
        case Linked():
            return replace(state, link=True, screen=OnScreen.UNKNOWN, tries=0, relink_at=None)
        case Unlinked():
            return replace(state, link=False, screen=OnScreen.UNKNOWN)
        case ScreenIs():
            return _with_screen(state, event)
        case AppUp(session=session) | AppReady(session=session):
            return replace(state, session=session)
        case Hello():
            return replace(state, page=True)
        case PageWent():
            return replace(state, page=False)
        case BaseIs(base=base):
            return replace(state, base=base)
    return state


def _with_screen(state: State, event: ScreenIs) -> State:
    """Some devices never call themselves active: only one that did can have been left (law 4)."""
    return replace(
        state,
        screen=event.screen,
        was_active=state.was_active or event.active is True,
        away=event.standby or (event.active is False and state.was_active),
    )


# --- What people ask for --------------------------------------------------------------------------


def _begin(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    assert isinstance(event, Pressed)
    left = (Leave(stop=True),) if state.device else ()
    begun = State(
        phase=CastPhase.CONNECTING,
        device=event.device,
        base=event.base,
        chain=event.chain,
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
        return _launch(_fresh(state), event, now, timings)
    return replace(_fresh(state), tries=0, relink_at=None), (_connect(state),)


def _retake(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    if isinstance(event, Pressed) and event.device != state.device:
        return _begin(state, event, now, timings)
    if state.link:
        return _launch(_fresh(state), event, now, timings)
    begun = replace(
        _fresh(state),
        phase=CastPhase.CONNECTING,
        reason=None,
        tries=0,
        relink_at=None,
        until=now + timings.connect_limit,
    )
    return begun, (_connect(state),)


def _end(state: State, event: Event, _now: float, _timings: Timings) -> Stepped:
    """Law 9."""
    reason = CastReason.REPLACED if isinstance(event, Replaced) else None
    return State(reason=reason), ((Leave(stop=True),) if state.device else ())


def _resume(_state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 10."""
    assert isinstance(event, Resumed)
    kept = State(
        device=event.device,
        chain=event.chain,
        base=event.base,
        loaded=event.base,
        session=event.session,
    )
    if event.taken_over:
        resumed = replace(kept, phase=CastPhase.TAKEN_OVER, reason=CastReason.TAKEN_OVER)
    else:
        until = now + timings.page_grace
        resumed = replace(kept, phase=CastPhase.LOST, reason=CastReason.RECONNECTING, until=until)
    return resumed, (_connect(kept),)


def _fresh(state: State) -> State:
    """A person asked: the counts of what went wrong by itself begin anew."""
    return replace(state, launches=0, loads=0, recasts=0)


# --- The connection -------------------------------------------------------------------------------


def _connect(state: State) -> Connect:
    return Connect(state.device, state.session)


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
        return replace(found, phase=CastPhase.CONNECTING, until=until), (_connect(found),)
    return found, (_connect(found),)


# --- Launch, load, hello --------------------------------------------------------------------------


def _launch(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    if state.launches >= timings.launches:
        return _fail(state, CastReason.LAUNCH_TIMEOUT)
    launched = replace(
        state,
        phase=CastPhase.LAUNCHING,
        reason=None,
        session="",
        launches=state.launches + 1,
        until=now + timings.launch_limit,
    )
    return launched, (Launch(launched.receiver),)


def _load(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    loading = replace(
        state,
        phase=CastPhase.LOADING,
        reason=None,
        page=False,
        loaded=state.base,
        launches=0,
        loads=state.loads + 1,
        until=now + timings.hello_limit,
    )
    return loading, (Load(state.base),)


def _refused(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    assert isinstance(event, LaunchRefused)
    if event.again:
        return replace(state, reason=event.reason, until=now + timings.launch_pause), ()
    return _fail(state, event.reason)


def _asked(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """Somebody looks for the remote control."""
    until = now + timings.confirm_limit
    return replace(state, reason=CastReason.CONFIRM_ON_TV, until=until), ()


def _show(state: State, _event: Event, now: float, _timings: Timings) -> Stepped:
    shown = replace(
        state, phase=CastPhase.SHOWING, reason=None, launches=0, loads=0, shown=now, until=None
    )
    return shown, ()


def _revive(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """We had given up, and it came."""
    shown, _ = _show(state, event, now, timings)
    return shown, (_connect(state),)


def _check(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """Law 2, before the page has come; and an app that died before it was ready."""
    if state.screen is OnScreen.OTHER:
        return _taken(state)
    if state.phase is CastPhase.LAUNCHING and state.session and state.screen is OnScreen.IDLE:
        return replace(state, session="", until=now + timings.launch_pause), ()
    return state, ()


def _reload(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 6, before the page has come: it went to an address that is no longer ours."""
    if state.base == state.loaded or not state.link:
        return state, ()
    return _launch(replace(state, loads=0), event, now, timings)


# --- When the page is gone, or something is in its place ------------------------------------------


def _judge(state: State, _event: Event, now: float, timings: Timings) -> Stepped:
    """What the facts amount to, once a page has been shown."""
    if state.screen is OnScreen.OTHER:
        return _taken(state)
    if state.page:
        return state, ()
    settled = state.phase is CastPhase.SHOWING and now - state.shown >= timings.settled
    dark = replace(state, phase=CastPhase.LOST, recasts=0 if settled else state.recasts)
    reason, wait = _why_dark(dark, timings)
    if state.phase is CastPhase.LOST and reason is state.reason:
        return state, ()  # a clock that runs is not wound up again
    return replace(dark, reason=reason, until=None if wait is None else now + wait), ()


def _why_dark(state: State, timings: Timings) -> tuple[CastReason, float | None]:
    """Why nothing is shown, and how long that is borne; None: for ever."""
    if not state.link:
        return CastReason.CONNECTION_LOST, None  # law 5
    if state.away:
        return CastReason.STANDBY, None  # law 4
    if state.screen is OnScreen.IDLE:  # law 3
        row = timings.recast_after
        return CastReason.IDLE_SCREEN, row[min(state.recasts, len(row) - 1)]
    if state.base != state.loaded:
        return CastReason.ADDRESS_CHANGED, 0.0  # law 6
    return CastReason.PAGE_GONE, timings.page_grace


def _taken(state: State) -> Stepped:
    """Law 2."""
    return replace(state, phase=CastPhase.TAKEN_OVER, reason=CastReason.TAKEN_OVER, until=None), ()


def _regain(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Still ours after all: the page is there and the device does not say otherwise."""
    if state.page and state.screen is not OnScreen.OTHER:
        return _show(state, event, now, timings)
    return state, ()


# --- Time passes ----------------------------------------------------------------------------------


def _keep(state: State, _event: Event, now: float, _timings: Timings) -> Stepped:
    """Law 5."""
    if state.relink_at is None or now < state.relink_at:
        return state, ()
    return replace(state, relink_at=None), (_connect(state),)


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


def _unreachable(state: State, _event: Event, _now: float, _timings: Timings) -> Stepped:
    return _fail(state, CastReason.UNREACHABLE)


def _launch_late(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """An app that is up and never calls itself ready is sent the page all the same: it may be
    lost, and then law 1 finds it out. A question that nobody answered is not asked again.
    """
    if state.reason is CastReason.CONFIRM_ON_TV and not state.session:
        return _fail(state, CastReason.NOT_ALLOWED)
    if state.session:
        return _load(state, event, now, timings)
    return _launch(state, event, now, timings)


def _no_hello(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 1."""
    if not state.link or state.away:
        return _judge(state, event, now, timings)
    if state.loads >= timings.loads:
        return _fail(state, CastReason.NO_HELLO)
    return _launch(state, event, now, timings)


def _recast(state: State, event: Event, now: float, timings: Timings) -> Stepped:
    """Law 3; a page that does not come back by itself is counted in the same row."""
    if not state.link:
        return _judge(state, event, now, timings)
    if state.reason is not CastReason.ADDRESS_CHANGED:
        if state.recasts >= len(timings.recast_after):
            idling = state.reason is CastReason.IDLE_SCREEN
            return _fail(state, CastReason.KEEPS_IDLING if idling else CastReason.NO_HELLO)
        state = replace(state, recasts=state.recasts + 1)
    return _launch(replace(state, launches=0, loads=0), event, now, timings)


def _fail(state: State, reason: CastReason) -> Stepped:
    failed = replace(
        state,
        phase=CastPhase.FAILED,
        reason=reason,
        link=False,
        page=False,
        until=None,
        relink_at=None,
    )
    return replace(failed, screen=OnScreen.UNKNOWN), (Leave(stop=True),)


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
    "launch": _launch,
    "relink": _relink,
    "step_back": _step_back,
    "seen": _seen,
    "check": _check,
    "regain": _regain,
    "load": _load,
    "asked": _asked,
    "refused": _refused,
    "show": _show,
    "revive": _revive,
    "judge": _judge,
    "reload": _reload,
    "unreachable": _when_due(_unreachable),
    "launch_late": _when_due(_launch_late),
    "no_hello": _when_due(_no_hello),
    "recast": _when_due(_recast),
    "keep": _keep,
}
_DOING = {
    (event, phase): _NAMED[name]
    for event, row in _TABLE.items()
    for phase, name in zip(CastPhase, row.split(), strict=True)
}
