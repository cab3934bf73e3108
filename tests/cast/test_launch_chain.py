"""The chain of receivers: which follows which, when, and what people are told of it."""

import msgspec
import pytest

from cast.emulated import DASHCAST, MEDIA_RECEIVER, EmulatedDevice, eventually
from cast.rig import QUICK, ROOM, Rig
from cast.test_state_machine import BASE, OURS, TV, Story, T
from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast import messages
from undercast.cast.events import (
    AppReady,
    AppStarted,
    CastRequested,
    ConfirmationPending,
    Connected,
    Event,
    LaunchRefused,
    LoadFailed,
    OccupancyChanged,
    PageConnected,
    PageDisconnected,
)
from undercast.cast.launcher import path_for
from undercast.cast.state import Launch

OWN, DASH, PICTURES = Receiver.OWN, Receiver.DASHCAST, Receiver.PICTURES
NOT_FOUND = LaunchRefused(CastReason.APP_NOT_FOUND)
CANCELLED = LaunchRefused(CastReason.LAUNCH_CANCELLED, again=True)
UNAVAILABLE = LaunchRefused(CastReason.APP_UNAVAILABLE)


def pressed(*chain: Receiver) -> Story:
    return Story(
        CastRequested(TV, BASE, chain or (DASH, PICTURES)),
        OccupancyChanged(occupied=True),
        Connected(),
    )


def launched(story: Story) -> list[Receiver]:
    """What was launched since the last look."""
    return [effect.receiver for effect in story.since() if isinstance(effect, Launch)]


def up(session: str) -> list[Event]:
    return [AppStarted(session), OURS, AppReady(session)]


# --- The pure machine -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reason",
    [CastReason.APP_NOT_FOUND, CastReason.APP_UNAVAILABLE, CastReason.LAUNCH_REFUSED],
)
def test_a_receiver_that_is_refused_is_followed_by_the_next(reason: CastReason) -> None:
    story = pressed(OWN, DASH, PICTURES).told(LaunchRefused(reason))
    assert (story.phase, story.reason) == (CastPhase.LAUNCHING, CastReason.NEXT_WAY)
    assert launched(story) == [OWN, DASH]
    story.told(LaunchRefused(reason))
    assert (launched(story), story.state.receiver) == ([PICTURES], PICTURES)
    story.told(*up("s1"))
    assert (story.phase, story.reason) == (CastPhase.LOADING, CastReason.NEXT_WAY)
    story.told(PageConnected())
    assert (story.phase, story.reason) == (CastPhase.SHOWING, None)


def test_repeated_cancelled_is_an_app_that_cannot_load() -> None:
    story = pressed()
    for _ in range(T.launches - 1):
        story.told(CANCELLED)
        assert story.reason is CastReason.LAUNCH_CANCELLED
        story.after(T.launch_pause)
    assert launched(story) == T.launches * [DASH]
    story.told(CANCELLED)
    assert (story.state.skipped_reason, launched(story)) == (CastReason.APP_UNAVAILABLE, [PICTURES])


def test_no_hello_after_the_retries_leads_to_the_next_which_is_tried_once() -> None:
    story = pressed()
    for number in range(T.loads):
        story.told(*up(f"s{number}")).after(T.hello_limit)
    assert launched(story) == [*T.loads * [DASH], PICTURES]
    story.told(*up("s9")).after(T.hello_limit)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NO_HELLO)
    assert launched(story) == []


@pytest.mark.parametrize("reason", [CastReason.NO_HELLO, CastReason.LAUNCH_REFUSED])
def test_a_load_that_failed_is_not_waited_for(reason: CastReason) -> None:
    story = pressed(PICTURES)
    for number in range(T.loads):
        story.told(*up(f"s{number}"), LoadFailed(reason)).after(T.launch_pause)
    assert (story.phase, story.reason) == (CastPhase.FAILED, reason)
    assert (
        pressed(PICTURES).told(*up("s"), LoadFailed(), PageConnected()).phase is CastPhase.SHOWING
    )


@pytest.mark.parametrize(
    ("first", "last", "told"),
    [
        (NOT_FOUND, UNAVAILABLE, CastReason.APP_UNAVAILABLE),
        (UNAVAILABLE, NOT_FOUND, CastReason.APP_UNAVAILABLE),
        (LaunchRefused(CastReason.LAUNCH_REFUSED), NOT_FOUND, CastReason.APP_NOT_FOUND),
    ],
)
def test_in_the_end_the_most_telling_reason_is_said(
    first: Event, last: Event, told: CastReason
) -> None:
    story = pressed().told(first, last)
    assert (story.phase, story.reason) == (CastPhase.FAILED, told)


def test_a_firewall_is_more_telling_than_an_app_that_is_missing() -> None:
    story = pressed().told(UNAVAILABLE)
    for number in range(T.loads):
        story.told(*up(f"s{number}")).after(T.hello_limit)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NO_HELLO)


def test_a_press_on_failure_begins_with_the_first_again() -> None:
    story = pressed().told(NOT_FOUND, NOT_FOUND)
    story.since()
    story.told(CastRequested(TV, BASE, (DASH, PICTURES)), Connected())
    assert (launched(story), story.reason) == ([DASH], None)


def test_pictures_that_nobody_fetches_any_more_do_not_come_back_by_themselves() -> None:
    story = (
        pressed(PICTURES).told(*up("s1"), PageConnected(), PageDisconnected()).after(T.stream_grace)
    )
    assert launched(story) == [PICTURES, PICTURES]


# --- A question on the TV itself ------------------------------------------------------------------


def test_somebody_has_to_confirm_on_the_tv_and_is_given_time() -> None:
    story = pressed().told(ConfirmationPending(pending=True)).after(T.confirm_limit - 1)
    assert (story.phase, story.reason) == (CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
    story.told(ConfirmationPending(pending=False))
    assert (story.phase, story.reason) == (CastPhase.LAUNCHING, None)
    assert story.told(*up("s1"), PageConnected()).phase is CastPhase.SHOWING
    assert launched(story) == [DASH]


def test_a_no_on_the_tv_holds_for_every_receiver() -> None:
    story = pressed().told(ConfirmationPending(pending=True), LaunchRefused(CastReason.NOT_ALLOWED))
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NOT_ALLOWED)
    assert launched(story) == [DASH]


def test_nobody_answers_on_the_tv() -> None:
    story = pressed().told(ConfirmationPending(pending=True)).after(T.confirm_limit)
    assert (story.phase, story.reason) == (CastPhase.FAILED, CastReason.NOT_ALLOWED)


# --- The real client and the emulated device ------------------------------------------------------


def apps(tv: EmulatedDevice) -> list[str]:
    """Which were launched, one after the other."""
    return [said["appId"] for said in tv.said("LAUNCH")]


@pytest.mark.parametrize("fault", ["unavailable", "cancelled", "not_found"])
def test_pictures_when_dashcast_cannot_be_had(fault: str) -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        if fault == "unavailable":
            tv.faults.unavailable.add(DASHCAST)
        else:
            tv.faults.refused[DASHCAST] = fault.upper()
        rig.serve(tv)
        rig.cast(tv)
        rig.was(CastPhase.LAUNCHING, CastReason.NEXT_WAY)
        shown = rig.reaches(CastPhase.SHOWING)
        assert (shown.receiver, shown.failed) == (PICTURES, (DASH,))
        tries = {"unavailable": 0, "cancelled": QUICK.launches, "not_found": 1}[fault]
        assert apps(tv) == [*tries * [DASHCAST], MEDIA_RECEIVER]
        assert tv.urls == [f"http://127.0.0.1:8000/tv/{ROOM}.mjpg?nonce={rig.expected[ROOM]}"]
        rig.send(messages.StopCast(ROOM))
        eventually(lambda: tv.app is None)


def test_an_own_app_that_cannot_be_had_is_followed_by_dashcast() -> None:
    with Rig(app_id="CAFE0001") as rig, EmulatedDevice() as tv:
        rig.serve(tv)
        rig.cast(tv)
        assert rig.reaches(CastPhase.SHOWING).receiver is DASH
        assert apps(tv) == [DASHCAST]


def test_what_failed_lately_is_tried_last() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.serve(tv)
        rig.send(messages.Cast(ROOM, f"at-{tv.address}", f"/tv/{ROOM}", try_last=(DASH,)))
        assert rig.reaches(CastPhase.SHOWING).receiver is PICTURES
        assert apps(tv) == [MEDIA_RECEIVER]


def test_a_device_that_does_not_say_what_is_available_is_launched_all_the_same() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.keeps_availability = True
        rig.serve(tv)
        rig.cast(tv)
        assert rig.reaches(CastPhase.SHOWING).receiver is DASH


def test_pictures_that_cannot_be_fetched_fail_at_once() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.unavailable.add(DASHCAST)
        rig.cast(tv)  # nobody listens on that port: the player says so
        rig.reaches(CastPhase.FAILED, CastReason.NO_HELLO)
        assert len(tv.urls) == QUICK.loads


@pytest.mark.parametrize("yes", [True, False])
def test_a_question_on_the_tv_is_passed_on(yes: bool) -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.asks = True
        rig.serve(tv)
        rig.cast(tv)
        rig.reaches(CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
        tv.person_says(yes=yes)
        if yes:
            rig.reaches(CastPhase.SHOWING)
        else:
            rig.reaches(CastPhase.FAILED, CastReason.NOT_ALLOWED)
        assert apps(tv) == [DASHCAST]


def test_when_all_is_given_up_the_app_that_did_start_is_stopped() -> None:
    hasty = msgspec.structs.replace(QUICK, loads=1, hello_limit=0.3)
    with Rig(hasty) as rig, EmulatedDevice() as tv:
        rig.serve(tv, hello=False)
        tv.faults.unavailable.add(MEDIA_RECEIVER)
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.NO_HELLO)
        eventually(lambda: tv.app is None and not tv.connections)


def test_the_first_app_comes_up_late_while_the_next_is_launched() -> None:
    hasty = msgspec.structs.replace(QUICK, launches=1, launch_limit=1.0)
    with Rig(hasty) as rig, EmulatedDevice() as tv:
        tv.faults.slow_launches = {DASHCAST: 1.2, MEDIA_RECEIVER: 0.4}
        rig.serve(tv)
        rig.cast(tv)
        assert rig.reaches(CastPhase.SHOWING).receiver is PICTURES
        assert CastPhase.TAKEN_OVER not in rig.phases()


def test_paths() -> None:
    assert path_for(DASH, "/tv/BKTM?a=1") == "/tv/BKTM?a=1"
    assert path_for(PICTURES, "/tv/BKTM") == "/tv/BKTM.mjpg"
    assert path_for(PICTURES, "/tv/BKTM?a=1") == "/tv/BKTM.mjpg?a=1"
