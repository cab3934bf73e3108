"""Laws of the cast machine, over any sequence of events: Hypothesis plays house and device."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from long import often
from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast.events import (
    ActivityReported,
    AppReady,
    AppStarted,
    BaseUrlChanged,
    CastRequested,
    CastResumed,
    ConfirmationPending,
    Connected,
    ConnectionLost,
    DeviceReplaced,
    DeviceSeen,
    Event,
    LaunchRefused,
    LoadFailed,
    OccupancyChanged,
    PageConnected,
    PageDisconnected,
    ScreenContent,
    ScreenReported,
    StopRequested,
    TakeBackRequested,
    Tick,
)
from undercast.cast.state import Connect, Disconnect, Launch, Load, State
from undercast.cast.state_machine import next_deadline, step
from undercast.cast.timings import Timings

CHAIN = (Receiver.DASHCAST, Receiver.PICTURES)
T = Timings()
WAITING = {CastPhase.CONNECTING, CastPhase.LAUNCHING, CastPhase.LOADING}
WANTED = set(CastPhase) - {CastPhase.IDLE, CastPhase.FAILED}
BY_HAND = (CastRequested, TakeBackRequested)


class AnyEvening(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.state = State()
        self.now = 0.0
        self.connecting = False
        self.connected = False
        self.loads_unanswered = 0
        self.recasts_in_a_row = 0
        self.last_act: float | None = None

    def tell(self, event: Event) -> None:
        before = self.state
        self.state, effects = step(before, event, self.now, T)
        for effect in effects:
            if isinstance(effect, Connect):
                assert effect.device == self.state.device
                self.connecting, self.connected = True, False
            if isinstance(effect, Disconnect):
                self.connecting = self.connected = False
            if isinstance(effect, Launch):
                self.note_launch(before, event)
            if isinstance(effect, Load):
                assert self.connected
                self.loads_unanswered += 1
        if self.state.phase is CastPhase.SHOWING and before.phase is not CastPhase.SHOWING:
            self.loads_unanswered = 0
        self.note_acts(before, event)
        if isinstance(event, BY_HAND) or self.state.phase is CastPhase.IDLE:
            self.loads_unanswered = self.recasts_in_a_row = 0
        assert self.loads_unanswered <= T.loads * (len(T.recast_after) + 2) + len(CHAIN)

    def note_acts(self, before: State, event: Event) -> None:
        if isinstance(event, CastResumed) and before.phase is CastPhase.IDLE:
            self.last_act = None if event.age is None else self.now - event.age
        if (
            isinstance(event, (*BY_HAND, ActivityReported))
            and self.state.phase is not CastPhase.IDLE
        ):
            self.last_act = self.now

    def note_launch(self, before: State, event: Event) -> None:
        assert not isinstance(event, LaunchRefused) or event.reason is not CastReason.NOT_ALLOWED
        assert self.state.receiver_index >= before.receiver_index, (
            "what failed is not tried again by itself"
        )
        assert self.connected, "a launch needs a connection"
        if before.phase is CastPhase.TAKEN_OVER:
            assert isinstance(event, BY_HAND), "never fight"
        if before.phase is CastPhase.LOST and not isinstance(event, BY_HAND):
            assert not before.away, "leave a sleeping TV in peace"
            assert not before.page_connected, "it shows"
            assert before.occupied, "nobody's wish"
            assert self.last_act is not None, "nobody's wish"
            assert self.now - self.last_act <= T.intent_lasts, "nobody's wish any more"
            assert not before.stopped, "a person ended it"
            if before.resumed:
                assert before.active, "the TV shows something else"
                assert before.was_active, "nobody knows what the TV shows"
                assert self.now - self.last_act <= T.resume_within, "the wish is old"
            if before.reason is not CastReason.ADDRESS_CHANGED:
                self.recasts_in_a_row += 1
                assert self.recasts_in_a_row <= len(T.recast_after)

    # What people do

    @rule(device=st.sampled_from(["tv-1", "tv-2"]), coming=st.booleans(), occupied=st.booleans())
    def press(self, device: str, coming: bool, occupied: bool) -> None:
        self.tell(
            CastRequested(device, "http://192.0.2.1", CHAIN, coming=coming, occupied=occupied)
        )

    @rule(occupied=st.booleans())
    def come_and_go(self, occupied: bool) -> None:
        self.tell(OccupancyChanged(occupied))

    @rule()
    def play(self) -> None:
        self.tell(ActivityReported())

    @rule(hours=st.integers(0, 4))
    def sleep(self, hours: int) -> None:
        """Only where nothing is due meanwhile."""
        if next_deadline(self.state) is None:
            self.now += hours * 3600

    @rule(event=st.sampled_from([StopRequested(), TakeBackRequested(), DeviceReplaced()]))
    def ask(self, event: Event) -> None:
        self.tell(event)

    @rule(
        taken_over=st.booleans(),
        was_active=st.booleans(),
        age=st.none() | st.sampled_from([-5.0, 5.0, 5000.0]),
    )
    def resume(self, taken_over: bool, was_active: bool, age: float | None) -> None:
        where = ("tv-1", "http://192.0.2.1", "s0", taken_over)
        self.tell(CastResumed(*where, was_active=was_active, age=age))

    # What the device does

    @precondition(lambda self: self.connecting)
    @rule(well=st.booleans())
    def connect(self, well: bool) -> None:
        self.connecting, self.connected = False, well
        self.tell(Connected() if well else ConnectionLost())

    @precondition(lambda self: self.connected)
    @rule()
    def lose(self) -> None:
        self.connected = False
        self.tell(ConnectionLost())

    @precondition(lambda self: self.connected)
    @rule(
        screen=st.sampled_from(sorted(set(ScreenContent) - {ScreenContent.UNKNOWN}, key=str)),
        active=st.none() | st.booleans(),
        standby=st.booleans(),
        stopped=st.booleans(),
    )
    def status(
        self, screen: ScreenContent, active: bool | None, standby: bool, stopped: bool
    ) -> None:
        session = "s9" if screen is ScreenContent.SAME_APP else ""
        self.tell(ScreenReported(screen, active, standby, session=session, stopped=stopped))

    @precondition(lambda self: self.connected)
    @rule(
        event=st.sampled_from(
            [
                AppStarted("s1"),
                AppReady("s1"),
                ConfirmationPending(),
                ConfirmationPending(pending=False),
                LoadFailed(),
                LoadFailed(CastReason.LAUNCH_REFUSED),
                LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True),
                LaunchRefused(CastReason.APP_NOT_FOUND),
                LaunchRefused(CastReason.NOT_ALLOWED),
            ]
        )
    )
    def app(self, event: Event) -> None:
        self.tell(event)

    @rule(
        event=st.sampled_from(
            [PageConnected(), PageDisconnected(), DeviceSeen(), DeviceSeen(moved=True)]
        )
    )
    def happen(self, event: Event) -> None:
        self.tell(event)

    @rule(base_url=st.sampled_from(["http://192.0.2.1", "http://192.0.2.2"]))
    def move(self, base_url: str) -> None:
        self.tell(BaseUrlChanged(base_url))

    @precondition(lambda self: next_deadline(self.state) is not None)
    @rule()
    def wait(self) -> None:
        due = next_deadline(self.state)
        assert due is not None
        self.now = max(self.now, due)
        self.tell(Tick())
        left = next_deadline(self.state)
        assert left is None or left >= self.now, "a tick answers what was due"

    @precondition(lambda self: self.state.phase is CastPhase.SHOWING)
    @rule()
    def settle(self) -> None:
        self.now += T.settled
        if self.state.active_since_recast:
            self.recasts_in_a_row = 0

    # What always holds

    @invariant()
    def the_connection_is_known(self) -> None:
        assert self.state.connected == self.connected

    @invariant()
    def a_wanted_device_is_connected_or_looked_for(self) -> None:
        if self.state.phase in WANTED:
            assert self.connected or self.connecting or self.state.reconnect_at is not None

    @invariant()
    def patience_ends(self) -> None:
        if self.state.phase in WAITING:
            assert self.state.deadline is not None

    @invariant()
    def nothing_is_wanted_nothing_is_done(self) -> None:
        if self.state.phase not in WANTED:
            assert next_deadline(self.state) is None
            assert not self.connected
            assert not self.connecting

    @invariant()
    def showing_is_what_the_page_says(self) -> None:
        assert self.state.phase is not CastPhase.SHOWING or self.state.page_connected
        assert (
            self.state.phase not in (CastPhase.LOST, CastPhase.LOADING)
            or not self.state.page_connected
        )

    @invariant()
    def what_is_only_to_come_is_not_waited_for(self) -> None:
        if self.state.coming:
            assert self.state.phase in {*WAITING, CastPhase.FAILED}

    @invariant()
    def what_is_not_showing_has_its_reason(self) -> None:
        if self.state.phase in (CastPhase.LOST, CastPhase.TAKEN_OVER, CastPhase.FAILED):
            assert self.state.reason is not None


AnyEvening.TestCase.settings = settings(
    max_examples=often(50, 150), stateful_step_count=40, deadline=None
)
test_any_evening = AnyEvening.TestCase
