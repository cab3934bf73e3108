"""The cast state machine: each row of the living room's table by name, then every phase × event."""

from dataclasses import replace
from itertools import pairwise, product

import pytest

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
    OccupancyChanged,
    PageConnected,
    PageDisconnected,
    ScreenContent,
    ScreenReported,
    StopRequested,
    TakeBackRequested,
    Tick,
)
from undercast.cast.state import Connect, Disconnect, Effect, Launch, Load, State
from undercast.cast.state_machine import next_deadline, step
from undercast.cast.timings import Timings

T = Timings()
TV = "tv-1"
BASE = "http://192.0.2.10:8000"
MOVED = "http://192.0.2.77:8000"

PRESS = CastRequested(TV, BASE, occupied=True)
LAUNCH = Launch(Receiver.DASHCAST)
OURS = ScreenReported(ScreenContent.OURS, active=True)
IDLE = ScreenReported(ScreenContent.IDLE, active=True)
OTHER = ScreenReported(ScreenContent.OTHER, active=True)
SAME_APP = ScreenReported(ScreenContent.SAME_APP, active=True, session="another")
STOPPED = ScreenReported(ScreenContent.IDLE, active=True, stopped=True)
OTHER_INPUT = ScreenReported(ScreenContent.OURS, active=False)
STANDBY = ScreenReported(ScreenContent.IDLE, active=False, standby=True)


class Story:
    """A cast that events are told to, with its own clock."""

    def __init__(self, *events: Event) -> None:
        self.state = State()
        self.now = 1000.0
        self.effects: list[Effect] = []
        self.told(*events)

    def told(self, *events: Event) -> "Story":
        for event in events:
            self.state, effects = step(self.state, event, self.now, T)
            self.effects += effects
        return self

    def after(self, seconds: float) -> "Story":
        """Time passes, and the machine is ticked when it asked to be."""
        end = self.now + seconds
        while (due := next_deadline(self.state)) is not None and due <= end:
            self.now = max(due, self.now)
            self.told(Tick())
        self.now = end
        return self

    def since(self) -> list[Effect]:
        """What was asked for since the last look."""
        seen, self.effects = self.effects, []
        return seen

    @property
    def phase(self) -> CastPhase:
        return self.state.phase

    @property
    def reason(self) -> CastReason | None:
        return self.state.reason


def loading() -> Story:
    return Story(PRESS, Connected(), AppStarted("s1"), OURS, AppReady("s1"))


def showing() -> Story:
    """With somebody's phone in the room."""
    story = loading().told(PageConnected(), OccupancyChanged(occupied=True))
    story.since()
    return story


def resumed(*, age: float | None, was_active: bool = True) -> Story:
    """After a restart of the server, with somebody's phone in the room again."""
    story = Story(CastResumed(TV, BASE, "s1", was_active=was_active, age=age), Connected())
    story.since()
    return story.told(OccupancyChanged(occupied=True))


def taken() -> Story:
    story = showing().told(OTHER, PageDisconnected())
    story.since()
    return story


def shown_again(story: Story, session: str) -> Story:
    """What a device and a page do after a launch."""
    return story.told(AppStarted(session), OURS, AppReady(session), PageConnected())


# --- The way to the screen ------------------------------------------------------------------------


def test_a_press_leads_to_the_page_step_by_step() -> None:
    story = Story(PRESS)
    assert (story.phase, story.since()) == (CastPhase.CONNECTING, [Connect(TV, "")])
    story.told(Connected())
    assert (story.phase, story.since()) == (CastPhase.LAUNCHING, [LAUNCH])
    story.told(AppStarted("s1"), OURS)
    assert (story.phase, story.since()) == (CastPhase.LAUNCHING, [])
    story.told(AppReady("s1"))
    assert (story.phase, story.since()) == (CastPhase.LOADING, [Load(BASE)])
    story.told(PageConnected())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])
    assert next_deadline(story.state) is None


def test_a_device_that_is_never_reached_fails_with_its_reason() -> None:
    story = Story(PRESS, ConnectionLost()).after(T.connect_limit)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.UNREACHABLE)


def test_a_first_failure_to_connect_is_tried_again() -> None:
    story = Story(PRESS, ConnectionLost())
    story.since()
    story.after(T.reconnect_after[0])
    assert story.since() == [Connect(TV, "")]


def test_a_refused_launch_fails_with_the_devices_reason() -> None:
    story = Story(PRESS, Connected(), LaunchRefused(CastReason.APP_NOT_FOUND))
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.APP_NOT_FOUND)


def test_a_cancelled_launch_is_tried_again_and_not_for_ever() -> None:
    story = Story(PRESS, Connected())
    for _ in range(T.launches):
        assert story.since()[-1] == LAUNCH
        story.told(LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True)).after(T.launch_pause)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.APP_UNAVAILABLE)


def test_a_device_that_never_answers_the_launch_fails_in_the_end() -> None:
    story = Story(PRESS, Connected()).after(T.launches * T.launch_limit)
    assert story.effects.count(LAUNCH) == T.launches
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.LAUNCH_TIMEOUT)


def test_an_app_that_never_calls_itself_ready_is_sent_the_page_all_the_same() -> None:
    story = Story(PRESS, Connected(), AppStarted("s1")).after(T.launch_limit)
    assert (story.phase, story.effects[-1]) == (CastPhase.LOADING, Load(BASE))


def test_a_question_on_the_tv_is_waited_for_and_not_asked_twice() -> None:
    story = Story(PRESS, Connected(), ConfirmationPending()).after(T.confirm_limit - 1)
    assert (story.phase, story.reason) == (CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
    story.after(1)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NOT_ALLOWED)
    assert story.effects.count(LAUNCH) == 1
    story = Story(PRESS, Connected(), ConfirmationPending(), AppStarted("s1"), AppReady("s1"))
    assert (story.phase, story.reason) == (CastPhase.LOADING, None)


def test_an_app_that_dies_before_it_is_ready_is_launched_again() -> None:
    story = Story(PRESS, Connected(), AppStarted("s1"), IDLE).after(T.launch_pause)
    assert (story.phase, story.effects.count(LAUNCH)) == (CastPhase.LAUNCHING, 2)


# --- The table "happens → do" ---------------------------------------------------------------------


def test_no_hello_within_20_s_retries_twice_then_fails_with_the_causes() -> None:
    story = loading()
    for number in (2, 3):
        story.since()
        story.after(19.9)
        assert story.since() == []
        story.after(0.1)
        assert story.since() == [LAUNCH]
        story.told(AppStarted(f"s{number}"), AppReady(f"s{number}"))
    story.after(20)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NO_HELLO)
    assert story.since() == [Load(BASE), Disconnect()]


def test_a_hello_after_a_retry_shows_and_forgets_the_failures() -> None:
    story = loading().after(20).told(AppStarted("s2"), AppReady("s2"), PageConnected())
    assert (story.phase, story.state.loads) == (CastPhase.SHOWING, 0)


def test_a_hello_after_giving_up_still_counts() -> None:
    story = loading().after(20).told(AppStarted("s2"), AppReady("s2")).after(20)
    story.told(AppStarted("s3"), AppReady("s3")).after(20)
    assert story.phase is CastPhase.FAILED
    story.since()
    story.told(PageConnected())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [Connect(TV, "s3")])


@pytest.mark.parametrize(
    "before",
    [
        Story(PRESS, Connected()),
        Story(PRESS, Connected(), AppStarted("s1")),
        loading(),
        showing(),
        showing().told(PageDisconnected()),
    ],
    ids=["launching", "launched", "loading", "showing", "lost"],
)
def test_another_app_takes_over_and_is_never_fought(before: Story) -> None:
    before.told(OTHER)
    before.since()
    before.told(
        PageDisconnected(),
        ConnectionLost(),
        DeviceSeen(),
        Connected(),
        OTHER,
        BaseUrlChanged(MOVED),
    )
    before.told(IDLE).after(3600)
    assert (before.phase, before.reason) == (CastPhase.TAKEN_OVER, CastReason.TAKEN_OVER)
    assert {type(effect) for effect in before.since()} <= {Connect}


@pytest.mark.parametrize("wish", [TakeBackRequested(), PRESS], ids=["button", "press"])
def test_taking_back_casts_again(wish: Event) -> None:
    story = taken().told(wish)
    assert (story.phase, story.since()) == (CastPhase.LAUNCHING, [LAUNCH])
    assert shown_again(story, "s2").phase is CastPhase.SHOWING


def test_taking_back_from_a_device_that_is_out_of_reach_connects_first() -> None:
    story = taken().told(ConnectionLost(), TakeBackRequested())
    assert (story.phase, story.since()) == (CastPhase.CONNECTING, [Connect(TV, "s1")])
    assert story.told(Connected()).phase is CastPhase.LAUNCHING


def test_an_app_that_was_ours_after_all_counts_as_showing() -> None:
    story = showing().told(OTHER, OURS)
    assert story.phase is CastPhase.SHOWING


def test_a_hello_under_another_app_waits_for_the_devices_word() -> None:
    story = taken().told(PageConnected())
    assert story.phase is CastPhase.TAKEN_OVER
    assert story.told(OURS).phase is CastPhase.SHOWING


def test_the_idle_screen_is_cast_over_with_pauses_at_most_3_in_a_row() -> None:
    story = showing()
    for number, pause in enumerate(T.recast_after):
        story.told(IDLE, PageDisconnected())
        assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.IDLE_SCREEN)
        story.after(pause - 0.1)
        assert story.since() == []
        story.after(0.1)
        assert story.since() == [LAUNCH]
        shown_again(story, f"again{number}")
        assert (story.phase, story.since()) == (CastPhase.SHOWING, [Load(BASE)])
    story.told(IDLE, PageDisconnected())  # and nothing is promised that will not come
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.KEEPS_IDLING)
    assert all(earlier < later for earlier, later in pairwise(T.recast_after))


def test_a_page_that_stayed_a_while_and_somebody_who_plays_end_the_row() -> None:
    story = showing()
    for number in range(10):
        story.told(ActivityReported()).after(T.settled).told(IDLE, PageDisconnected()).after(
            T.recast_after[0]
        )
        shown_again(story, f"again{number}")
        assert story.phase is CastPhase.SHOWING


def test_the_idle_screen_alone_changes_nothing_while_the_page_lives() -> None:
    assert showing().told(IDLE).phase is CastPhase.SHOWING


@pytest.mark.parametrize(
    "away",
    [
        ScreenReported(ScreenContent.IDLE, active=False, standby=True),
        ScreenReported(ScreenContent.OURS, active=False, standby=True),
    ],
)
def test_standby_is_left_in_peace(away: ScreenReported) -> None:
    story = showing().told(away, PageDisconnected()).after(3600)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.STANDBY)
    assert story.since() == []


def test_a_tv_that_wakes_is_cast_again() -> None:
    story = (
        showing()
        .told(ScreenReported(ScreenContent.IDLE, standby=True), PageDisconnected())
        .after(3600)
    )
    story.told(IDLE).after(T.recast_after[0])
    assert story.since() == [LAUNCH]


def test_a_device_that_never_calls_itself_active_is_no_other_input() -> None:
    story = Story(
        PRESS,
        OccupancyChanged(occupied=True),
        Connected(),
        OTHER_INPUT,
        AppReady("s1"),
        PageConnected(),
    )
    story.told(ScreenReported(ScreenContent.IDLE, active=False), PageDisconnected())
    assert story.reason is CastReason.IDLE_SCREEN


@pytest.mark.parametrize("away", [ScreenReported(ScreenContent.IDLE, active=False), OTHER_INPUT])
def test_another_input_is_a_persons_doing(away: ScreenReported) -> None:
    story = showing().told(away)
    assert story.phase is CastPhase.SHOWING, "the page is asked, and it lives"
    story.told(PageDisconnected()).after(3600).told(IDLE).after(3600)
    assert (story.phase, story.reason) == (CastPhase.TAKEN_OVER, CastReason.STANDBY)
    assert story.since() == []
    assert story.told(TakeBackRequested()).since() == [LAUNCH]


def test_standby_while_loading_is_not_retried() -> None:
    story = loading().told(ScreenReported(ScreenContent.OURS, standby=True))
    story.since()
    story.after(20)
    assert (story.phase, story.reason, story.since()) == (CastPhase.LOST, CastReason.STANDBY, [])


def test_a_device_that_vanishes_is_looked_for_quietly_for_ever() -> None:
    story = showing().told(ConnectionLost(), PageDisconnected())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.CONNECTION_LOST)
    tries = 0
    for _ in range(100):
        story.after(T.reconnect_after[-1])
        tries += len(story.since())
        story.told(ConnectionLost())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.CONNECTION_LOST)
    assert tries == 100


def test_a_device_that_returns_idle_is_cast_again() -> None:
    story = showing().told(ConnectionLost(), PageDisconnected()).after(1)
    story.told(Connected(), IDLE)
    story.since()
    story.after(T.recast_after[0])
    assert story.since() == [LAUNCH]


def test_a_device_seen_again_is_tried_at_once() -> None:
    story = showing().told(ConnectionLost(), PageDisconnected()).after(600).told(ConnectionLost())
    story.since()
    story.told(DeviceSeen())
    assert story.since() == [Connect(TV, "s1")]


def test_a_device_that_moved_is_connected_to_anew() -> None:
    assert showing().told(DeviceSeen(moved=True)).since() == [Connect(TV, "s1")]
    story = Story(PRESS, Connected(), DeviceSeen(moved=True))
    assert story.phase is CastPhase.CONNECTING


def test_a_device_seen_while_connected_changes_nothing() -> None:
    assert showing().told(DeviceSeen()).since() == []


def test_our_address_changes_while_the_page_lives_nothing_happens_yet() -> None:
    story = showing().told(BaseUrlChanged(MOVED))
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])


def test_our_address_changed_and_the_page_is_gone_casts_again_with_the_new_url() -> None:
    story = showing().told(BaseUrlChanged(MOVED), PageDisconnected())
    assert story.reason is CastReason.ADDRESS_CHANGED
    story.after(0)
    assert story.since() == [LAUNCH]
    assert shown_again(story, "s2").since() == [Load(MOVED)]


def test_our_address_changes_after_the_page_was_lost() -> None:
    story = showing().told(PageDisconnected(), BaseUrlChanged(MOVED)).after(0)
    assert story.since() == [LAUNCH]


def test_our_address_changes_while_loading_casts_again_at_once() -> None:
    story = loading()
    story.since()
    story.told(BaseUrlChanged(MOVED))
    assert story.since() == [LAUNCH]
    assert story.told(BaseUrlChanged(MOVED), AppReady("s2")).since() == [Load(MOVED)]


def test_the_page_lives_while_the_device_connection_is_lost() -> None:
    story = showing().told(ConnectionLost())
    assert story.phase is CastPhase.SHOWING
    story.after(3600)
    assert story.phase is CastPhase.SHOWING
    assert Connect(TV, "s1") in story.since()


def test_a_page_that_is_gone_may_come_back_by_itself() -> None:
    story = showing().told(PageDisconnected())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.PAGE_GONE)
    story.after(T.page_grace - 1).told(PageConnected())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])


def test_a_page_that_does_not_come_back_is_cast_again() -> None:
    story = showing().told(PageDisconnected()).after(T.page_grace)
    assert story.since() == [LAUNCH]


def test_status_churn_does_not_wind_the_clock_up_again() -> None:
    story = showing().told(PageDisconnected())
    for _ in range(int(T.page_grace)):
        story.told(OURS).after(1)
    assert story.since() == [LAUNCH]


def test_a_page_that_keeps_going_is_given_up_in_the_end() -> None:
    story = showing()
    for number in range(len(T.recast_after)):
        shown_again(story.told(PageDisconnected()).after(T.page_grace), f"again{number}")
    story.told(PageDisconnected()).after(T.page_grace)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NO_HELLO)


def test_pressed_twice_is_pressed_once() -> None:
    assert Story(PRESS, PRESS).since() == [Connect(TV, "")]
    assert Story(PRESS, Connected(), PRESS).effects.count(LAUNCH) == 1
    assert loading().told(PRESS).effects.count(LAUNCH) == 1
    assert showing().told(PRESS).since() == []


@pytest.mark.parametrize("before", [Story(PRESS), loading(), showing(), taken()])
def test_another_tv_frees_the_old_one(before: Story) -> None:
    before.since()
    before.told(CastRequested("tv-2", BASE))
    assert before.phase is CastPhase.CONNECTING
    assert before.since() == [Disconnect(), Connect("tv-2", "")]


def test_another_tv_frees_the_one_that_was_lost() -> None:
    story = showing().told(PageDisconnected(), CastRequested("tv-2", BASE))
    assert story.since() == [Disconnect(), Connect("tv-2", "")]


def test_somebody_who_is_tired_of_waiting_presses_again() -> None:
    assert showing().told(PageDisconnected(), PRESS).since() == [LAUNCH]
    story = showing().told(ConnectionLost(), PageDisconnected(), PRESS)
    assert (story.phase, story.since()) == (CastPhase.LOST, [Connect(TV, "s1")])


def test_stop_frees_the_device_and_ends_in_idle() -> None:
    story = showing().told(StopRequested())
    assert (story.phase, story.reason, story.since()) == (CastPhase.IDLE, None, [Disconnect()])
    assert story.told(PageConnected(), Connected(), OURS, Tick()).since() == []


def test_another_room_on_the_same_tv_ends_this_cast_with_its_reason() -> None:
    story = showing().told(DeviceReplaced())
    assert (story.phase, story.reason) == (CastPhase.IDLE, CastReason.REPLACED)


def test_after_a_restart_the_page_comes_back_by_itself_and_counts_as_showing() -> None:
    story = Story(CastResumed(TV, BASE, "s1"), Connected(), OURS, PageConnected())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [Connect(TV, "s1")])


def test_after_a_restart_a_page_that_stays_away_is_cast_again() -> None:
    story = resumed(age=60).told(OURS).after(T.page_grace)
    assert story.since() == [LAUNCH]


def test_after_a_restart_what_was_taken_over_stays_so() -> None:
    story = Story(CastResumed(TV, BASE, "s1", taken_over=True), Connected(), IDLE).after(3600)
    assert (story.phase, story.since()) == (CastPhase.TAKEN_OVER, [Connect(TV, "s1")])


def test_after_a_restart_a_device_out_of_reach_is_looked_for() -> None:
    story = Story(CastResumed(TV, BASE, "s1")).after(T.page_grace)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.CONNECTION_LOST)


# --- Whose wish it is -----------------------------------------------------------------------------


def waits(story: Story, reason: CastReason) -> None:
    """Whatever time passes and the device says, nothing is launched; the page or a press helps."""
    story.after(T.page_grace).told(IDLE, ActivityReported()).after(3600)
    assert story.since() == []
    assert story.phase is CastPhase.LOST
    shown = Story()
    shown.state, shown.now = story.state, story.now
    assert shown.told(OURS, PageConnected()).phase is CastPhase.SHOWING
    assert story.reason is reason
    assert story.told(PRESS).since() == [LAUNCH]


@pytest.mark.parametrize(
    ("age", "was_active"), [(None, True), (T.resume_within + 1, True), (-3600, True), (60, False)]
)
def test_after_a_restart_an_old_wish_waits(age: float | None, was_active: bool) -> None:
    waits(resumed(age=age, was_active=was_active).told(IDLE), CastReason.NOBODY_PLAYING)


def test_after_a_restart_a_recent_wish_waits_while_nobody_knows_whether_the_tv_shows_us() -> None:
    story = resumed(age=60).told(ScreenReported(ScreenContent.IDLE)).after(3600)
    assert (story.reason, story.since()) == (CastReason.NOBODY_PLAYING, [])
    assert story.told(IDLE).after(T.recast_after[0]).since() == [], "and by then it is old"


def test_after_a_restart_a_tv_on_another_input_or_asleep_is_left_in_peace() -> None:
    story = resumed(age=60).told(ScreenReported(ScreenContent.IDLE, active=False)).after(3600)
    assert (story.phase, story.reason) == (CastPhase.TAKEN_OVER, CastReason.STANDBY)
    asleep = resumed(age=60).told(STANDBY).after(3600)
    assert (asleep.phase, asleep.reason) == (CastPhase.LOST, CastReason.STANDBY)
    assert story.since() == asleep.since() == []


def test_after_a_restart_nothing_is_cast_before_a_phone_is_back() -> None:
    story = resumed(age=60).told(OccupancyChanged(occupied=False), IDLE).after(60)
    assert (story.reason, story.since()) == (CastReason.NOBODY_PLAYING, [])
    assert story.told(OccupancyChanged(occupied=True)).after(T.recast_after[0]).since() == [LAUNCH]


def test_the_idle_screen_stays_while_nobody_is_there() -> None:
    story = showing().told(OccupancyChanged(occupied=False), IDLE, PageDisconnected()).after(3600)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.NOBODY_PLAYING)
    assert story.since() == []
    story.told(OccupancyChanged(occupied=True))
    assert story.reason is CastReason.IDLE_SCREEN
    assert story.after(T.recast_after[0]).since() == [LAUNCH]


def test_the_idle_screen_stays_while_nobody_has_played_for_hours() -> None:
    story = showing().after(T.intent_lasts + 1).told(IDLE, PageDisconnected()).after(3600)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.NOBODY_PLAYING)
    assert story.since() == []
    assert story.told(ActivityReported()).after(T.recast_after[0]).since() == [LAUNCH]


def test_a_page_that_is_gone_from_a_room_where_nobody_is_is_only_waited_for() -> None:
    story = showing().told(OccupancyChanged(occupied=False), PageDisconnected())
    assert story.reason is CastReason.PAGE_GONE
    story.after(T.page_grace)
    assert story.reason is CastReason.NOBODY_PLAYING
    story.told(OURS).after(3600)
    assert (story.reason, story.since()) == (CastReason.NOBODY_PLAYING, [])
    assert story.told(PageConnected()).phase is CastPhase.SHOWING


def test_a_long_showing_does_not_end_the_row_while_nobody_acts() -> None:
    story = showing()
    launches = 0
    for number in range(10):
        story.after(T.settled).told(IDLE, PageDisconnected()).after(T.recast_after[-1])
        launches += story.since().count(LAUNCH)
        if story.phase is CastPhase.FAILED:
            break
        shown_again(story, f"again{number}")
    assert (launches, story.reason) == (len(T.recast_after), CastReason.KEEPS_IDLING)


# --- What a person ends ---------------------------------------------------------------------------


@pytest.mark.parametrize("before", [loading(), showing(), showing().told(PageDisconnected())])
def test_an_app_that_somebody_stopped_is_taken_back_only_on_request(before: Story) -> None:
    before.told(OURS, STOPPED, PageDisconnected(), IDLE)
    before.since()
    before.after(3600).told(
        IDLE, OccupancyChanged(occupied=True), ActivityReported(), BaseUrlChanged(MOVED)
    ).after(3600)
    assert (before.phase, before.reason) == (CastPhase.TAKEN_OVER, CastReason.STOPPED_THERE)
    assert before.since() == []
    before.told(TakeBackRequested())
    assert before.since() == [LAUNCH]
    assert shown_again(before, "s2").phase is CastPhase.SHOWING


def test_what_ends_at_the_devices_own_idle_time_was_not_stopped_by_a_person() -> None:
    early, late = T.idles_after
    story = showing().after((early + late) / 2).told(STOPPED, PageDisconnected())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.IDLE_SCREEN)


def test_a_device_that_returns_with_nothing_on_it_was_not_stopped_by_a_person() -> None:
    story = showing().told(ConnectionLost(), PageDisconnected(), Connected(), STOPPED)
    assert story.reason is CastReason.IDLE_SCREEN


# --- Sessions that change -------------------------------------------------------------------------


def test_a_session_that_changes_after_the_load_does_not_beat_the_page() -> None:
    story = loading().told(SAME_APP)
    story.since()
    assert story.phase is CastPhase.LOADING
    story.told(PageConnected())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [Connect(TV, "another")])


def test_a_session_that_changes_while_the_page_lives_is_ours_after_a_while() -> None:
    story = showing().told(SAME_APP).after(T.page_grace - 1)
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])
    assert story.after(1).since() == [Connect(TV, "another")]
    assert story.told(Connected(), OURS).after(3600).since() == []


def test_the_page_that_says_hello_again_is_believed_at_once() -> None:
    assert showing().told(SAME_APP, PageConnected()).since() == [Connect(TV, "another")]


def test_the_session_that_the_page_lives_in_is_stopped_also_before_it_is_ours() -> None:
    story = showing().told(SAME_APP, StopRequested())
    assert story.since() == [Connect(TV, "another"), Disconnect()]
    story = showing().told(SAME_APP, PageDisconnected(), StopRequested())
    assert story.since() == [Disconnect()]


def test_an_app_like_ours_without_our_page_is_somebody_elses() -> None:
    story = showing().told(SAME_APP, PageDisconnected()).after(3600)
    assert (story.phase, story.reason, story.since()) == (
        CastPhase.TAKEN_OVER,
        CastReason.TAKEN_OVER,
        [],
    )
    story = loading().told(SAME_APP)
    story.since()
    story.after(T.hello_limit)
    assert (story.phase, story.since()) == (CastPhase.TAKEN_OVER, [])
    assert story.told(PageConnected()).phase is CastPhase.SHOWING


def test_the_app_of_an_earlier_launch_gives_way_to_that_of_the_last() -> None:
    story = loading()
    story.since()
    story.told(AppStarted("s2"), AppReady("s2"))
    assert (story.phase, story.state.session, story.since()) == (
        CastPhase.LOADING,
        "s2",
        [Load(BASE)],
    )


# --- A television that is to come -----------------------------------------------------------------


def coming(*events: Event) -> Story:
    story = Story(CastRequested(TV, BASE, coming=True), *events)
    story.since()
    return story


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (OTHER, CastReason.TAKEN_OVER),
        (STOPPED, CastReason.STOPPED_THERE),
        (STANDBY, CastReason.STANDBY),
        (ConnectionLost(), CastReason.UNREACHABLE),
    ],
)
def test_a_tv_that_is_only_to_come_shows_soon_or_fails(event: Event, reason: CastReason) -> None:
    story = (
        coming(Connected(), AppStarted("s1"), OURS, AppReady("s1")).told(event).after(T.hello_limit)
    )
    assert (story.phase, story.reason) == (CastPhase.FAILED, reason)
    assert story.since()[-1] == Disconnect()


def test_a_tv_that_came_is_like_any_other() -> None:
    story = coming(Connected(), AppReady("s1"), PageConnected(), PageDisconnected())
    assert story.phase is CastPhase.LOST


# --- Every phase × every event --------------------------------------------------------------------

EXAMPLES: dict[CastPhase, list[State]] = {
    CastPhase.IDLE: [State(), State(reason=CastReason.REPLACED)],
    CastPhase.CONNECTING: [Story(PRESS).state, Story(PRESS, ConnectionLost()).state],
    CastPhase.LAUNCHING: [
        Story(PRESS, Connected()).state,
        Story(PRESS, Connected(), AppStarted("s1")).state,
    ],
    CastPhase.LOADING: [loading().state, loading().told(ConnectionLost()).state],
    CastPhase.SHOWING: [showing().state, showing().told(ConnectionLost()).state],
    CastPhase.LOST: [
        showing().told(PageDisconnected()).state,
        showing().told(PageDisconnected(), ConnectionLost()).state,
        showing().told(PageDisconnected(), IDLE).state,
        showing().told(PageDisconnected(), ScreenReported(ScreenContent.IDLE, standby=True)).state,
        Story(CastResumed(TV, BASE)).state,
        showing().told(IDLE, PageDisconnected(), OccupancyChanged(occupied=False)).state,
    ],
    CastPhase.TAKEN_OVER: [taken().state, taken().told(ConnectionLost()).state],
    CastPhase.FAILED: [Story(PRESS, Connected(), LaunchRefused(CastReason.LAUNCH_REFUSED)).state],
}
EVENTS: list[Event] = [
    PRESS,
    CastRequested("tv-2", MOVED),
    StopRequested(),
    TakeBackRequested(),
    DeviceReplaced(),
    CastResumed(TV, BASE),
    CastResumed(TV, BASE, taken_over=True),
    CastRequested("tv-2", MOVED, coming=True),
    OccupancyChanged(occupied=True),
    OccupancyChanged(occupied=False),
    ActivityReported(),
    SAME_APP,
    STOPPED,
    OTHER_INPUT,
    Connected(),
    ConnectionLost(),
    DeviceSeen(),
    DeviceSeen(moved=True),
    OURS,
    IDLE,
    OTHER,
    ScreenReported(ScreenContent.IDLE, active=False, standby=True),
    AppStarted("s9"),
    AppReady("s9"),
    LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True),
    LaunchRefused(CastReason.APP_NOT_FOUND),
    PageConnected(),
    PageDisconnected(),
    BaseUrlChanged(MOVED),
    Tick(),
]
LEADS_TO = {
    (CastPhase.IDLE, CastRequested): {CastPhase.CONNECTING},
    (CastPhase.IDLE, CastResumed): {CastPhase.LOST, CastPhase.TAKEN_OVER},
    (CastPhase.CONNECTING, Connected): {CastPhase.LAUNCHING},
    (CastPhase.CONNECTING, PageConnected): {CastPhase.SHOWING},
    (CastPhase.CONNECTING, Tick): {CastPhase.FAILED},
    (CastPhase.LAUNCHING, ConnectionLost): {CastPhase.CONNECTING},
    (CastPhase.LAUNCHING, DeviceSeen): {CastPhase.LAUNCHING, CastPhase.CONNECTING},
    (CastPhase.LAUNCHING, ScreenReported): {CastPhase.LAUNCHING, CastPhase.TAKEN_OVER},
    (CastPhase.LAUNCHING, AppReady): {CastPhase.LOADING},
    (CastPhase.LAUNCHING, LaunchRefused): {CastPhase.LAUNCHING, CastPhase.FAILED},
    (CastPhase.LAUNCHING, Tick): {CastPhase.LAUNCHING, CastPhase.LOADING},
    (CastPhase.LOADING, ScreenReported): {CastPhase.LOADING, CastPhase.TAKEN_OVER},
    (CastPhase.LOADING, AppStarted): {CastPhase.LAUNCHING},
    (CastPhase.LOADING, PageConnected): {CastPhase.SHOWING},
    (CastPhase.LOADING, BaseUrlChanged): {CastPhase.LAUNCHING, CastPhase.LOADING},
    (CastPhase.LOADING, Tick): {CastPhase.LAUNCHING, CastPhase.LOST},
    (CastPhase.SHOWING, PageDisconnected): {CastPhase.LOST},
    (CastPhase.SHOWING, ScreenReported): {CastPhase.SHOWING, CastPhase.TAKEN_OVER},
    (CastPhase.LOST, CastRequested): {CastPhase.LAUNCHING, CastPhase.LOST},
    (CastPhase.LOST, PageConnected): {CastPhase.SHOWING},
    (CastPhase.LOST, ScreenReported): {CastPhase.LOST, CastPhase.TAKEN_OVER},
    (CastPhase.LOST, Tick): {CastPhase.LAUNCHING, CastPhase.LOST},
    (CastPhase.TAKEN_OVER, CastRequested): {CastPhase.LAUNCHING, CastPhase.CONNECTING},
    (CastPhase.TAKEN_OVER, TakeBackRequested): {CastPhase.LAUNCHING, CastPhase.CONNECTING},
    (CastPhase.TAKEN_OVER, PageConnected): {CastPhase.TAKEN_OVER, CastPhase.SHOWING},
    (CastPhase.FAILED, CastRequested): {CastPhase.CONNECTING},
    (CastPhase.FAILED, PageConnected): {CastPhase.SHOWING},
}
"""Where each event leads; what is not named leads nowhere, but for the two below."""

LATER = 1000.0 + 3600
"""All patience has ended, and what somebody pressed is still a wish."""


def is_other_tv(event: Event) -> bool:
    return isinstance(event, CastRequested) and event.device == "tv-2"


def expected(phase: CastPhase, event: Event) -> set[CastPhase]:
    if isinstance(event, StopRequested | DeviceReplaced):
        return {CastPhase.IDLE}
    if is_other_tv(event):
        return {CastPhase.CONNECTING}
    return LEADS_TO.get((phase, type(event)), {phase})


@pytest.mark.parametrize("phase", CastPhase)
def test_every_phase_has_an_answer_to_every_event(phase: CastPhase) -> None:
    for state, event in product(EXAMPLES[phase], EVENTS):
        after, _ = step(state, event, LATER, T)
        assert after.phase in expected(phase, event), (state, event)


@pytest.mark.parametrize("phase", CastPhase)
def test_each_outcome_that_is_named_comes_about(phase: CastPhase) -> None:
    for kind in {type(event) for event in EVENTS}:
        outcomes = {
            step(state, event, LATER, T)[0].phase
            for state, event in product(EXAMPLES[phase], EVENTS)
            if type(event) is kind and not is_other_tv(event)
        }
        assert outcomes == LEADS_TO.get((phase, kind), outcomes)


def test_a_tick_before_its_time_changes_nothing() -> None:
    for state in [state for states in EXAMPLES.values() for state in states]:
        due = next_deadline(state)
        early = step(state, Tick(), 0.0 if due is None else due - 0.001, T)
        assert early == (state, ())


def test_the_same_step_gives_the_same_answer() -> None:
    state = loading().state
    assert step(state, PageConnected(), 5.0, T) == step(replace(state), PageConnected(), 5.0, T)
