"""The life of one cast as a pure state machine: `step(state, event, now)`.

It reads no clock and touches nothing: effects come back as data. The table below says which
transition an event takes in each phase; `transitions` holds them by these names. The device
decides what runs on it; only the page itself can say that the game is seen.

The laws of a living room, each numbered where it is kept:

1.  A page that does not connect within 20 s of its load is loaded again, twice; then we say why.
2.  Another app on the device is somebody's choice: it is never fought, only replaced on request.
3.  An idle screen during a game is cast to again, after pauses, at most 3 times in a row.
4.  A TV on standby or on another input is left alone: casting could wake it.
5.  A device that vanishes is looked for quietly, for as long as the cast is wanted.
6.  When our address changes, a page that lost us is cast again with the new one.
7.  While the page's own socket lives the cast is showing, whatever the device connection does and
    whichever session the device names.
8.  Two presses of the button are one; choosing another TV frees the first once the second shows.
9.  The end of a cast stops only our app, never another's (the device client compares sessions).
10. After a restart the page may come back by itself; it is cast again only if somebody pressed or
    played minutes ago, and the TV showed and shows the device's input.
11. Somebody who stops our app on the TV, or switches to another input, is not overruled either.
12. Nothing happens against people's wishes: casting without a press needs a phone in the room, and
    a press or a move within the last hours.
13. If a receiver cannot be used, the next one is tried (see `launch_chain`); after the last one,
    people are told the most specific reason. A no on the TV itself counts for all of them.
"""

from dataclasses import replace

from undercast.base.cast_status import CastPhase
from undercast.cast import events, transitions
from undercast.cast.diagnosis import with_facts
from undercast.cast.events import Event
from undercast.cast.state import Effect, State, Transition
from undercast.cast.timings import Timings

# The function of `transitions` that follows an event in each phase. "record": only the fact is
# kept; "-": not even that. After a Tick it follows only if the phase's deadline is over.
_TABLE = """
event               idle   connecting  launching   loading     showing  lost      taken_over failed
CastRequested       start  switch      switch      switch      switch   retry     take_back  start
StopRequested       end    end         end         end         end      end       end        end
TakeBackRequested   -      -           -           -           -        -         take_back  -
OccupancyChanged    -      record      record      record      record   reassess  record     record
ActivityReported    -      record      record      record      record   reassess  record     record
DeviceReplaced      -      end         end         end         end      end       end        end
CastResumed         resume -           -           -           -        -         -          -
Connected           -      launch      record      record      record   reassess  record     -
ConnectionLost      -      reconnect   launch_lost reconnect   reconnect reconnect reconnect -
DeviceSeen          -      found       found       found       found    found     found      -
ScreenReported      -      record      check       check       reassess reassess  regain     -
AppStarted          -      -           record      app_changed record   -         -          -
AppReady            -      -           load        -           -        -         -          -
LaunchRefused       -      -           refused     -           -        -         -          -
ConfirmationPending -      -           confirm     -           -        -         -          -
LoadFailed          -      -           -           load_failed -        -         -          -
PageConnected       -      show        record      show        adopt    show      regain     revive
PageDisconnected    -      record      record      record      reassess record    record     -
BaseUrlChanged      -      record      record      reload      record   reassess  record     -
Tick                -      unreachable launch_late load_late   adopt    recast    record     -
"""


def _parsed(table: str) -> dict[tuple[type[Event], CastPhase], transitions.Step | None]:
    head, *rows = (line.split() for line in table.strip().splitlines())
    phases = [CastPhase(name) for name in head[1:]]
    return {
        (getattr(events, event), phase): None if name == "-" else getattr(transitions, name)
        for event, *names in rows
        for phase, name in zip(phases, names, strict=True)
    }


_TRANSITIONS = _parsed(_TABLE)
DEFAULT = Timings()


def step(state: State, event: Event, now: float, timings: Timings = DEFAULT) -> Transition:
    """The state after `event`, and the effects in their order. Total: never raises."""
    transition = _TRANSITIONS[type(event), state.phase]
    if transition is None:
        return state, ()
    if isinstance(event, events.Tick):
        return _tick(transition, state, event, now, timings)
    return transition(with_facts(state, event, now, timings), event, now, timings)


def next_deadline(state: State) -> float | None:
    """When the machine needs a Tick; None: only events move it."""
    times = [time for time in (state.deadline, state.reconnect_at) if time is not None]
    return min(times, default=None)


def _tick(
    transition: transitions.Step, state: State, event: Event, now: float, timings: Timings
) -> Transition:
    """First the connection's deadline (law 5), then the phase's."""
    effects: tuple[Effect, ...] = ()
    if state.reconnect_at is not None and now >= state.reconnect_at:
        state, effects = replace(state, reconnect_at=None), (transitions.connect(state),)
    if state.deadline is None or now < state.deadline:
        return state, effects
    after, more = transition(replace(state, deadline=None), event, now, timings)
    return after, effects + more
