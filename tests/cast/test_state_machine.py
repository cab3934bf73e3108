"""The cast state machine: each row of the living room's table by name, then every phase × event."""

from dataclasses import replace
from itertools import pairwise, product

import pytest

from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast.state_machine import next_deadline, step
from undercast.cast.states import (
    AppReady,
    AppUp,
    AskedOnTv,
    BaseIs,
    Connect,
    DeviceReplaced,
    DeviceSeen,
    Disconnect,
    Effect,
    Event,
    GamePlayed,
    Hello,
    Launch,
    LaunchRefused,
    Linked,
    Load,
    OnScreen,
    PageWent,
    PeopleChanged,
    Pressed,
    ScreenIs,
    ServerResumed,
    State,
    StopPressed,
    TakeBackPressed,
    Ticked,
    Unlinked,
)
from undercast.cast.timings import Timings

T = Timings()
TV = "tv-1"
BASE = "http://192.0.2.10:8000"
MOVED = "http://192.0.2.77:8000"

PRESS = Pressed(TV, BASE, here=True)
LAUNCH = Launch(Receiver.DASHCAST)
OURS = ScreenIs(OnScreen.OURS, active=True)
IDLE = ScreenIs(OnScreen.IDLE, active=True)
OTHER = ScreenIs(OnScreen.OTHER, active=True)
LIKE_OURS = ScreenIs(OnScreen.LIKE_OURS, active=True, session="another")
STOPPED = ScreenIs(OnScreen.IDLE, active=True, stopped=True)
OTHER_INPUT = ScreenIs(OnScreen.OURS, active=False)
STANDBY = ScreenIs(OnScreen.IDLE, active=False, standby=True)


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
            self.told(Ticked())
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
    return Story(PRESS, Linked(), AppUp("s1"), OURS, AppReady("s1"))


def showing() -> Story:
    """With somebody's phone in the room."""
    story = loading().told(Hello(), PeopleChanged(here=True))
    story.since()
    return story


def resumed(*, age: float | None, was_active: bool = True) -> Story:
    """After a restart of the server, with somebody's phone in the room again."""
    story = Story(ServerResumed(TV, BASE, "s1", was_active=was_active, age=age), Linked())
    story.since()
    return story.told(PeopleChanged(here=True))


def taken() -> Story:
    story = showing().told(OTHER, PageWent())
    story.since()
    return story


def shown_again(story: Story, session: str) -> Story:
    """What a device and a page do after a launch."""
    return story.told(AppUp(session), OURS, AppReady(session), Hello())


# --- The way to the screen ------------------------------------------------------------------------


def test_a_press_leads_to_the_page_step_by_step() -> None:
    story = Story(PRESS)
    assert (story.phase, story.since()) == (CastPhase.CONNECTING, [Connect(TV, "")])
    story.told(Linked())
    assert (story.phase, story.since()) == (CastPhase.LAUNCHING, [LAUNCH])
    story.told(AppUp("s1"), OURS)
    assert (story.phase, story.since()) == (CastPhase.LAUNCHING, [])
    story.told(AppReady("s1"))
    assert (story.phase, story.since()) == (CastPhase.LOADING, [Load(BASE)])
    story.told(Hello())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])
    assert next_deadline(story.state) is None


def test_a_device_that_is_never_reached_fails_with_its_reason() -> None:
    story = Story(PRESS, Unlinked()).after(T.connect_limit)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.UNREACHABLE)


def test_a_first_failure_to_connect_is_tried_again() -> None:
    story = Story(PRESS, Unlinked())
    story.since()
    story.after(T.relink_after[0])
    assert story.since() == [Connect(TV, "")]


def test_a_refused_launch_fails_with_the_devices_reason() -> None:
    story = Story(PRESS, Linked(), LaunchRefused(CastReason.APP_NOT_FOUND))
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.APP_NOT_FOUND)


def test_a_cancelled_launch_is_tried_again_and_not_for_ever() -> None:
    story = Story(PRESS, Linked())
    for _ in range(T.launches):
        assert story.since()[-1] == LAUNCH
        story.told(LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True)).after(T.launch_pause)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.APP_UNAVAILABLE)


def test_a_device_that_never_answers_the_launch_fails_in_the_end() -> None:
    story = Story(PRESS, Linked()).after(T.launches * T.launch_limit)
    assert story.effects.count(LAUNCH) == T.launches
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.LAUNCH_TIMEOUT)


def test_an_app_that_never_calls_itself_ready_is_sent_the_page_all_the_same() -> None:
    story = Story(PRESS, Linked(), AppUp("s1")).after(T.launch_limit)
    assert (story.phase, story.effects[-1]) == (CastPhase.LOADING, Load(BASE))


def test_a_question_on_the_tv_is_waited_for_and_not_asked_twice() -> None:
    story = Story(PRESS, Linked(), AskedOnTv()).after(T.confirm_limit - 1)
    assert (story.phase, story.reason) == (CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
    story.after(1)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NOT_ALLOWED)
    assert story.effects.count(LAUNCH) == 1
    story = Story(PRESS, Linked(), AskedOnTv(), AppUp("s1"), AppReady("s1"))
    assert (story.phase, story.reason) == (CastPhase.LOADING, None)


def test_an_app_that_dies_before_it_is_ready_is_launched_again() -> None:
    story = Story(PRESS, Linked(), AppUp("s1"), IDLE).after(T.launch_pause)
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
        story.told(AppUp(f"s{number}"), AppReady(f"s{number}"))
    story.after(20)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NO_HELLO)
    assert story.since() == [Load(BASE), Disconnect()]


def test_a_hello_after_a_retry_shows_and_forgets_the_failures() -> None:
    story = loading().after(20).told(AppUp("s2"), AppReady("s2"), Hello())
    assert (story.phase, story.state.loads) == (CastPhase.SHOWING, 0)


def test_a_hello_after_giving_up_still_counts() -> None:
    story = loading().after(20).told(AppUp("s2"), AppReady("s2")).after(20)
    story.told(AppUp("s3"), AppReady("s3")).after(20)
    assert story.phase is CastPhase.FAILED
    story.since()
    story.told(Hello())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [Connect(TV, "s3")])


@pytest.mark.parametrize(
    "before",
    [
        Story(PRESS, Linked()),
        Story(PRESS, Linked(), AppUp("s1")),
        loading(),
        showing(),
        showing().told(PageWent()),
    ],
    ids=["launching", "launched", "loading", "showing", "lost"],
)
def test_another_app_takes_over_and_is_never_fought(before: Story) -> None:
    before.told(OTHER)
    before.since()
    before.told(PageWent(), Unlinked(), DeviceSeen(), Linked(), OTHER, BaseIs(MOVED))
    before.told(IDLE).after(3600)
    assert (before.phase, before.reason) == (CastPhase.TAKEN_OVER, CastReason.TAKEN_OVER)
    assert {type(effect) for effect in before.since()} <= {Connect}


@pytest.mark.parametrize("wish", [TakeBackPressed(), PRESS], ids=["button", "press"])
def test_taking_back_casts_again(wish: Event) -> None:
    story = taken().told(wish)
    assert (story.phase, story.since()) == (CastPhase.LAUNCHING, [LAUNCH])
    assert shown_again(story, "s2").phase is CastPhase.SHOWING


def test_taking_back_from_a_device_that_is_out_of_reach_connects_first() -> None:
    story = taken().told(Unlinked(), TakeBackPressed())
    assert (story.phase, story.since()) == (CastPhase.CONNECTING, [Connect(TV, "s1")])
    assert story.told(Linked()).phase is CastPhase.LAUNCHING


def test_an_app_that_was_ours_after_all_counts_as_showing() -> None:
    story = showing().told(OTHER, OURS)
    assert story.phase is CastPhase.SHOWING


def test_a_hello_under_another_app_waits_for_the_devices_word() -> None:
    story = taken().told(Hello())
    assert story.phase is CastPhase.TAKEN_OVER
    assert story.told(OURS).phase is CastPhase.SHOWING


def test_the_idle_screen_is_cast_over_with_pauses_at_most_3_in_a_row() -> None:
    story = showing()
    for number, pause in enumerate(T.recast_after):
        story.told(IDLE, PageWent())
        assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.IDLE_SCREEN)
        story.after(pause - 0.1)
        assert story.since() == []
        story.after(0.1)
        assert story.since() == [LAUNCH]
        shown_again(story, f"again{number}")
        assert (story.phase, story.since()) == (CastPhase.SHOWING, [Load(BASE)])
    story.told(IDLE, PageWent())  # and nothing is promised that will not come
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.KEEPS_IDLING)
    assert all(earlier < later for earlier, later in pairwise(T.recast_after))


def test_a_page_that_stayed_a_while_and_somebody_who_plays_end_the_row() -> None:
    story = showing()
    for number in range(10):
        story.told(GamePlayed()).after(T.settled).told(IDLE, PageWent()).after(T.recast_after[0])
        shown_again(story, f"again{number}")
        assert story.phase is CastPhase.SHOWING


def test_the_idle_screen_alone_changes_nothing_while_the_page_lives() -> None:
    assert showing().told(IDLE).phase is CastPhase.SHOWING


@pytest.mark.parametrize(
    "away",
    [
        ScreenIs(OnScreen.IDLE, active=False, standby=True),
        ScreenIs(OnScreen.OURS, active=False, standby=True),
    ],
)
def test_standby_is_left_in_peace(away: ScreenIs) -> None:
    story = showing().told(away, PageWent()).after(3600)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.STANDBY)
    assert story.since() == []


def test_a_tv_that_wakes_is_cast_again() -> None:
    story = showing().told(ScreenIs(OnScreen.IDLE, standby=True), PageWent()).after(3600)
    story.told(IDLE).after(T.recast_after[0])
    assert story.since() == [LAUNCH]


def test_a_device_that_never_calls_itself_active_is_no_other_input() -> None:
    story = Story(PRESS, PeopleChanged(here=True), Linked(), OTHER_INPUT, AppReady("s1"), Hello())
    story.told(ScreenIs(OnScreen.IDLE, active=False), PageWent())
    assert story.reason is CastReason.IDLE_SCREEN


@pytest.mark.parametrize("away", [ScreenIs(OnScreen.IDLE, active=False), OTHER_INPUT])
def test_another_input_is_a_persons_doing(away: ScreenIs) -> None:
    story = showing().told(away)
    assert story.phase is CastPhase.SHOWING, "the page is asked, and it lives"
    story.told(PageWent()).after(3600).told(IDLE).after(3600)
    assert (story.phase, story.reason) == (CastPhase.TAKEN_OVER, CastReason.STANDBY)
    assert story.since() == []
    assert story.told(TakeBackPressed()).since() == [LAUNCH]


def test_standby_while_loading_is_not_retried() -> None:
    story = loading().told(ScreenIs(OnScreen.OURS, standby=True))
    story.since()
    story.after(20)
    assert (story.phase, story.reason, story.since()) == (CastPhase.LOST, CastReason.STANDBY, [])


def test_a_device_that_vanishes_is_looked_for_quietly_for_ever() -> None:
    story = showing().told(Unlinked(), PageWent())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.CONNECTION_LOST)
    tries = 0
    for _ in range(100):
        story.after(T.relink_after[-1])
        tries += len(story.since())
        story.told(Unlinked())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.CONNECTION_LOST)
    assert tries == 100


def test_a_device_that_returns_idle_is_cast_again() -> None:
    story = showing().told(Unlinked(), PageWent()).after(1)
    story.told(Linked(), IDLE)
    story.since()
    story.after(T.recast_after[0])
    assert story.since() == [LAUNCH]


def test_a_device_seen_again_is_tried_at_once() -> None:
    story = showing().told(Unlinked(), PageWent()).after(600).told(Unlinked())
    story.since()
    story.told(DeviceSeen())
    assert story.since() == [Connect(TV, "s1")]


def test_a_device_that_moved_is_connected_to_anew() -> None:
    assert showing().told(DeviceSeen(moved=True)).since() == [Connect(TV, "s1")]
    story = Story(PRESS, Linked(), DeviceSeen(moved=True))
    assert story.phase is CastPhase.CONNECTING


def test_a_device_seen_while_connected_changes_nothing() -> None:
    assert showing().told(DeviceSeen()).since() == []


def test_our_address_changes_while_the_page_lives_nothing_happens_yet() -> None:
    story = showing().told(BaseIs(MOVED))
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])


def test_our_address_changed_and_the_page_is_gone_casts_again_with_the_new_url() -> None:
    story = showing().told(BaseIs(MOVED), PageWent())
    assert story.reason is CastReason.ADDRESS_CHANGED
    story.after(0)
    assert story.since() == [LAUNCH]
    assert shown_again(story, "s2").since() == [Load(MOVED)]


def test_our_address_changes_after_the_page_was_lost() -> None:
    story = showing().told(PageWent(), BaseIs(MOVED)).after(0)
    assert story.since() == [LAUNCH]


def test_our_address_changes_while_loading_casts_again_at_once() -> None:
    story = loading()
    story.since()
    story.told(BaseIs(MOVED))
    assert story.since() == [LAUNCH]
    assert story.told(BaseIs(MOVED), AppReady("s2")).since() == [Load(MOVED)]


def test_the_page_lives_while_the_device_connection_is_lost() -> None:
    story = showing().told(Unlinked())
    assert story.phase is CastPhase.SHOWING
    story.after(3600)
    assert story.phase is CastPhase.SHOWING
    assert Connect(TV, "s1") in story.since()


def test_a_page_that_is_gone_may_come_back_by_itself() -> None:
    story = showing().told(PageWent())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.PAGE_GONE)
    story.after(T.page_grace - 1).told(Hello())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])


def test_a_page_that_does_not_come_back_is_cast_again() -> None:
    story = showing().told(PageWent()).after(T.page_grace)
    assert story.since() == [LAUNCH]


def test_status_churn_does_not_wind_the_clock_up_again() -> None:
    story = showing().told(PageWent())
    for _ in range(int(T.page_grace)):
        story.told(OURS).after(1)
    assert story.since() == [LAUNCH]


def test_a_page_that_keeps_going_is_given_up_in_the_end() -> None:
    story = showing()
    for number in range(len(T.recast_after)):
        shown_again(story.told(PageWent()).after(T.page_grace), f"again{number}")
    story.told(PageWent()).after(T.page_grace)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NO_HELLO)


def test_pressed_twice_is_pressed_once() -> None:
    assert Story(PRESS, PRESS).since() == [Connect(TV, "")]
    assert Story(PRESS, Linked(), PRESS).effects.count(LAUNCH) == 1
    assert loading().told(PRESS).effects.count(LAUNCH) == 1
    assert showing().told(PRESS).since() == []


@pytest.mark.parametrize("before", [Story(PRESS), loading(), showing(), taken()])
def test_another_tv_frees_the_old_one(before: Story) -> None:
    before.since()
    before.told(Pressed("tv-2", BASE))
    assert before.phase is CastPhase.CONNECTING
    assert before.since() == [Disconnect(), Connect("tv-2", "")]


def test_another_tv_frees_the_one_that_was_lost() -> None:
    story = showing().told(PageWent(), Pressed("tv-2", BASE))
    assert story.since() == [Disconnect(), Connect("tv-2", "")]


def test_somebody_who_is_tired_of_waiting_presses_again() -> None:
    assert showing().told(PageWent(), PRESS).since() == [LAUNCH]
    story = showing().told(Unlinked(), PageWent(), PRESS)
    assert (story.phase, story.since()) == (CastPhase.LOST, [Connect(TV, "s1")])


def test_stop_frees_the_device_and_ends_in_idle() -> None:
    story = showing().told(StopPressed())
    assert (story.phase, story.reason, story.since()) == (CastPhase.IDLE, None, [Disconnect()])
    assert story.told(Hello(), Linked(), OURS, Ticked()).since() == []


def test_another_room_on_the_same_tv_ends_this_cast_with_its_reason() -> None:
    story = showing().told(DeviceReplaced())
    assert (story.phase, story.reason) == (CastPhase.IDLE, CastReason.REPLACED)


def test_after_a_restart_the_page_comes_back_by_itself_and_counts_as_showing() -> None:
    story = Story(ServerResumed(TV, BASE, "s1"), Linked(), OURS, Hello())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [Connect(TV, "s1")])


def test_after_a_restart_a_page_that_stays_away_is_cast_again() -> None:
    story = resumed(age=60).told(OURS).after(T.page_grace)
    assert story.since() == [LAUNCH]


def test_after_a_restart_what_was_taken_over_stays_so() -> None:
    story = Story(ServerResumed(TV, BASE, "s1", taken_over=True), Linked(), IDLE).after(3600)
    assert (story.phase, story.since()) == (CastPhase.TAKEN_OVER, [Connect(TV, "s1")])


def test_after_a_restart_a_device_out_of_reach_is_looked_for() -> None:
    story = Story(ServerResumed(TV, BASE, "s1")).after(T.page_grace)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.CONNECTION_LOST)


# --- Whose wish it is -----------------------------------------------------------------------------


def waits(story: Story, reason: CastReason) -> None:
    """Whatever time passes and the device says, nothing is launched; the page or a press helps."""
    story.after(T.page_grace).told(IDLE, GamePlayed()).after(3600)
    assert story.since() == []
    assert story.phase is CastPhase.LOST
    shown = Story()
    shown.state, shown.now = story.state, story.now
    assert shown.told(OURS, Hello()).phase is CastPhase.SHOWING
    assert story.reason is reason
    assert story.told(PRESS).since() == [LAUNCH]


@pytest.mark.parametrize(
    ("age", "was_active"), [(None, True), (T.resume_within + 1, True), (-3600, True), (60, False)]
)
def test_after_a_restart_an_old_wish_waits(age: float | None, was_active: bool) -> None:
    waits(resumed(age=age, was_active=was_active).told(IDLE), CastReason.NOBODY_PLAYING)


def test_after_a_restart_a_recent_wish_waits_while_nobody_knows_whether_the_tv_shows_us() -> None:
    story = resumed(age=60).told(ScreenIs(OnScreen.IDLE)).after(3600)
    assert (story.reason, story.since()) == (CastReason.NOBODY_PLAYING, [])
    assert story.told(IDLE).after(T.recast_after[0]).since() == [], "and by then it is old"


def test_after_a_restart_a_tv_on_another_input_or_asleep_is_left_in_peace() -> None:
    story = resumed(age=60).told(ScreenIs(OnScreen.IDLE, active=False)).after(3600)
    assert (story.phase, story.reason) == (CastPhase.TAKEN_OVER, CastReason.STANDBY)
    asleep = resumed(age=60).told(STANDBY).after(3600)
    assert (asleep.phase, asleep.reason) == (CastPhase.LOST, CastReason.STANDBY)
    assert story.since() == asleep.since() == []


def test_after_a_restart_nothing_is_cast_before_a_phone_is_back() -> None:
    story = resumed(age=60).told(PeopleChanged(here=False), IDLE).after(60)
    assert (story.reason, story.since()) == (CastReason.NOBODY_PLAYING, [])
    assert story.told(PeopleChanged(here=True)).after(T.recast_after[0]).since() == [LAUNCH]


def test_the_idle_screen_stays_while_nobody_is_there() -> None:
    story = showing().told(PeopleChanged(here=False), IDLE, PageWent()).after(3600)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.NOBODY_PLAYING)
    assert story.since() == []
    story.told(PeopleChanged(here=True))
    assert story.reason is CastReason.IDLE_SCREEN
    assert story.after(T.recast_after[0]).since() == [LAUNCH]


def test_the_idle_screen_stays_while_nobody_has_played_for_hours() -> None:
    story = showing().after(T.wish_lasts + 1).told(IDLE, PageWent()).after(3600)
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.NOBODY_PLAYING)
    assert story.since() == []
    assert story.told(GamePlayed()).after(T.recast_after[0]).since() == [LAUNCH]


def test_a_page_that_is_gone_from_a_room_where_nobody_is_is_only_waited_for() -> None:
    story = showing().told(PeopleChanged(here=False), PageWent())
    assert story.reason is CastReason.PAGE_GONE
    story.after(T.page_grace)
    assert story.reason is CastReason.NOBODY_PLAYING
    story.told(OURS).after(3600)
    assert (story.reason, story.since()) == (CastReason.NOBODY_PLAYING, [])
    assert story.told(Hello()).phase is CastPhase.SHOWING


def test_a_long_showing_does_not_end_the_row_while_nobody_acts() -> None:
    story = showing()
    launches = 0
    for number in range(10):
        story.after(T.settled).told(IDLE, PageWent()).after(T.recast_after[-1])
        launches += story.since().count(LAUNCH)
        if story.phase is CastPhase.FAILED:
            break
        shown_again(story, f"again{number}")
    assert (launches, story.reason) == (len(T.recast_after), CastReason.KEEPS_IDLING)


# --- What a person ends ---------------------------------------------------------------------------


@pytest.mark.parametrize("before", [loading(), showing(), showing().told(PageWent())])
def test_an_app_that_somebody_stopped_is_taken_back_only_on_request(before: Story) -> None:
    before.told(OURS, STOPPED, PageWent(), IDLE)
    before.since()
    before.after(3600).told(IDLE, PeopleChanged(here=True), GamePlayed(), BaseIs(MOVED)).after(3600)
    assert (before.phase, before.reason) == (CastPhase.TAKEN_OVER, CastReason.STOPPED_THERE)
    assert before.since() == []
    before.told(TakeBackPressed())
    assert before.since() == [LAUNCH]
    assert shown_again(before, "s2").phase is CastPhase.SHOWING


def test_what_ends_at_the_devices_own_idle_time_was_not_stopped_by_a_person() -> None:
    early, late = T.idles_after
    story = showing().after((early + late) / 2).told(STOPPED, PageWent())
    assert (story.phase, story.reason) == (CastPhase.LOST, CastReason.IDLE_SCREEN)


def test_a_device_that_returns_with_nothing_on_it_was_not_stopped_by_a_person() -> None:
    story = showing().told(Unlinked(), PageWent(), Linked(), STOPPED)
    assert story.reason is CastReason.IDLE_SCREEN


# --- Sessions that change -------------------------------------------------------------------------


def test_a_session_that_changes_after_the_load_does_not_beat_the_page() -> None:
    story = loading().told(LIKE_OURS)
    story.since()
    assert story.phase is CastPhase.LOADING
    story.told(Hello())
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [Connect(TV, "another")])


def test_a_session_that_changes_while_the_page_lives_is_ours_after_a_while() -> None:
    story = showing().told(LIKE_OURS).after(T.page_grace - 1)
    assert (story.phase, story.since()) == (CastPhase.SHOWING, [])
    assert story.after(1).since() == [Connect(TV, "another")]
    assert story.told(Linked(), OURS).after(3600).since() == []


def test_the_page_that_says_hello_again_is_believed_at_once() -> None:
    assert showing().told(LIKE_OURS, Hello()).since() == [Connect(TV, "another")]


def test_the_session_that_the_page_lives_in_is_stopped_also_before_it_is_ours() -> None:
    story = showing().told(LIKE_OURS, StopPressed())
    assert story.since() == [Connect(TV, "another"), Disconnect()]
    story = showing().told(LIKE_OURS, PageWent(), StopPressed())
    assert story.since() == [Disconnect()]


def test_an_app_like_ours_without_our_page_is_somebody_elses() -> None:
    story = showing().told(LIKE_OURS, PageWent()).after(3600)
    assert (story.phase, story.reason, story.since()) == (
        CastPhase.TAKEN_OVER,
        CastReason.TAKEN_OVER,
        [],
    )
    story = loading().told(LIKE_OURS)
    story.since()
    story.after(T.hello_limit)
    assert (story.phase, story.since()) == (CastPhase.TAKEN_OVER, [])
    assert story.told(Hello()).phase is CastPhase.SHOWING


def test_the_app_of_an_earlier_launch_gives_way_to_that_of_the_last() -> None:
    story = loading()
    story.since()
    story.told(AppUp("s2"), AppReady("s2"))
    assert (story.phase, story.state.session, story.since()) == (
        CastPhase.LOADING,
        "s2",
        [Load(BASE)],
    )


# --- A television that is to come -----------------------------------------------------------------


def coming(*events: Event) -> Story:
    story = Story(Pressed(TV, BASE, coming=True), *events)
    story.since()
    return story


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (OTHER, CastReason.TAKEN_OVER),
        (STOPPED, CastReason.STOPPED_THERE),
        (STANDBY, CastReason.STANDBY),
        (Unlinked(), CastReason.UNREACHABLE),
    ],
)
def test_a_tv_that_is_only_to_come_shows_soon_or_fails(event: Event, reason: CastReason) -> None:
    story = coming(Linked(), AppUp("s1"), OURS, AppReady("s1")).told(event).after(T.hello_limit)
    assert (story.phase, story.reason) == (CastPhase.FAILED, reason)
    assert story.since()[-1] == Disconnect()


def test_a_tv_that_came_is_like_any_other() -> None:
    story = coming(Linked(), AppReady("s1"), Hello(), PageWent())
    assert story.phase is CastPhase.LOST


# --- Every phase × every event --------------------------------------------------------------------

EXAMPLES: dict[CastPhase, list[State]] = {
    CastPhase.IDLE: [State(), State(reason=CastReason.REPLACED)],
    CastPhase.CONNECTING: [Story(PRESS).state, Story(PRESS, Unlinked()).state],
    CastPhase.LAUNCHING: [Story(PRESS, Linked()).state, Story(PRESS, Linked(), AppUp("s1")).state],
    CastPhase.LOADING: [loading().state, loading().told(Unlinked()).state],
    CastPhase.SHOWING: [showing().state, showing().told(Unlinked()).state],
    CastPhase.LOST: [
        showing().told(PageWent()).state,
        showing().told(PageWent(), Unlinked()).state,
        showing().told(PageWent(), IDLE).state,
        showing().told(PageWent(), ScreenIs(OnScreen.IDLE, standby=True)).state,
        Story(ServerResumed(TV, BASE)).state,
        showing().told(IDLE, PageWent(), PeopleChanged(here=False)).state,
    ],
    CastPhase.TAKEN_OVER: [taken().state, taken().told(Unlinked()).state],
    CastPhase.FAILED: [Story(PRESS, Linked(), LaunchRefused(CastReason.LAUNCH_REFUSED)).state],
}
EVENTS: list[Event] = [
    PRESS,
    Pressed("tv-2", MOVED),
    StopPressed(),
    TakeBackPressed(),
    DeviceReplaced(),
    ServerResumed(TV, BASE),
    ServerResumed(TV, BASE, taken_over=True),
    Pressed("tv-2", MOVED, coming=True),
    PeopleChanged(here=True),
    PeopleChanged(here=False),
    GamePlayed(),
    LIKE_OURS,
    STOPPED,
    OTHER_INPUT,
    Linked(),
    Unlinked(),
    DeviceSeen(),
    DeviceSeen(moved=True),
    OURS,
    IDLE,
    OTHER,
    ScreenIs(OnScreen.IDLE, active=False, standby=True),
    AppUp("s9"),
    AppReady("s9"),
    LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True),
    LaunchRefused(CastReason.APP_NOT_FOUND),
    Hello(),
    PageWent(),
    BaseIs(MOVED),
    Ticked(),
]
LEADS_TO = {
    (CastPhase.IDLE, Pressed): {CastPhase.CONNECTING},
    (CastPhase.IDLE, ServerResumed): {CastPhase.LOST, CastPhase.TAKEN_OVER},
    (CastPhase.CONNECTING, Linked): {CastPhase.LAUNCHING},
    (CastPhase.CONNECTING, Hello): {CastPhase.SHOWING},
    (CastPhase.CONNECTING, Ticked): {CastPhase.FAILED},
    (CastPhase.LAUNCHING, Unlinked): {CastPhase.CONNECTING},
    (CastPhase.LAUNCHING, DeviceSeen): {CastPhase.LAUNCHING, CastPhase.CONNECTING},
    (CastPhase.LAUNCHING, ScreenIs): {CastPhase.LAUNCHING, CastPhase.TAKEN_OVER},
    (CastPhase.LAUNCHING, AppReady): {CastPhase.LOADING},
    (CastPhase.LAUNCHING, LaunchRefused): {CastPhase.LAUNCHING, CastPhase.FAILED},
    (CastPhase.LAUNCHING, Ticked): {CastPhase.LAUNCHING, CastPhase.LOADING},
    (CastPhase.LOADING, ScreenIs): {CastPhase.LOADING, CastPhase.TAKEN_OVER},
    (CastPhase.LOADING, AppUp): {CastPhase.LAUNCHING},
    (CastPhase.LOADING, Hello): {CastPhase.SHOWING},
    (CastPhase.LOADING, BaseIs): {CastPhase.LAUNCHING, CastPhase.LOADING},
    (CastPhase.LOADING, Ticked): {CastPhase.LAUNCHING, CastPhase.LOST},
    (CastPhase.SHOWING, PageWent): {CastPhase.LOST},
    (CastPhase.SHOWING, ScreenIs): {CastPhase.SHOWING, CastPhase.TAKEN_OVER},
    (CastPhase.LOST, Pressed): {CastPhase.LAUNCHING, CastPhase.LOST},
    (CastPhase.LOST, Hello): {CastPhase.SHOWING},
    (CastPhase.LOST, ScreenIs): {CastPhase.LOST, CastPhase.TAKEN_OVER},
    (CastPhase.LOST, Ticked): {CastPhase.LAUNCHING, CastPhase.LOST},
    (CastPhase.TAKEN_OVER, Pressed): {CastPhase.LAUNCHING, CastPhase.CONNECTING},
    (CastPhase.TAKEN_OVER, TakeBackPressed): {CastPhase.LAUNCHING, CastPhase.CONNECTING},
    (CastPhase.TAKEN_OVER, Hello): {CastPhase.TAKEN_OVER, CastPhase.SHOWING},
    (CastPhase.FAILED, Pressed): {CastPhase.CONNECTING},
    (CastPhase.FAILED, Hello): {CastPhase.SHOWING},
}
"""Where each event leads; what is not named leads nowhere, but for the two below."""

LATER = 1000.0 + 3600
"""All patience has ended, and what somebody pressed is still a wish."""


def is_other_tv(event: Event) -> bool:
    return isinstance(event, Pressed) and event.device == "tv-2"


def expected(phase: CastPhase, event: Event) -> set[CastPhase]:
    if isinstance(event, StopPressed | DeviceReplaced):
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
        early = step(state, Ticked(), 0.0 if due is None else due - 0.001, T)
        assert early == (state, ())


def test_the_same_step_gives_the_same_answer() -> None:
    state = loading().state
    assert step(state, Hello(), 5.0, T) == step(replace(state), Hello(), 5.0, T)
