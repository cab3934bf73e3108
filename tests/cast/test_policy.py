"""Whose wish it is, between processes: the real cast process and the emulated device.

What the machine decides is in `test_machine`; here stands what has to travel for it.
"""

from uuid import uuid4

import pytest
from msgspec.structs import replace

from cast.emulated import EmulatedDevice, eventually, fresh_address
from cast.rig import QUICK, ROOM, Rig
from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast import messages
from undercast.cast.messages import NextDevice

SLOW = replace(QUICK, launch_limit=10.0, stop_limit=0.2, orphan_limit=8.0)
"""A launch may take longer than it takes to leave a device."""


def stop_there(tv: EmulatedDevice) -> None:
    """Somebody stops the app from another phone, and the idle screen comes."""
    with tv.changed:
        tv._end_app()
        tv._tell()
    tv.idle_out()


def launches(tv: EmulatedDevice) -> int:
    return len(tv.said("LAUNCH"))


# --- Nobody's wish --------------------------------------------------------------------------------


def test_the_idle_screen_is_left_alone_while_no_phone_is_in_the_room() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.show(tv)
        rig.send(messages.OccupancyMessage(ROOM, occupied=False))
        tv.idle_out()
        rig.reaches(CastPhase.LOST, CastReason.NOBODY_PLAYING)
        tv.churn(3)
        rig.send(messages.ActivityMessage(ROOM))
        assert launches(tv) == 1
        rig.send(messages.OccupancyMessage(ROOM, occupied=True))
        rig.reaches(CastPhase.SHOWING)


def test_the_idle_screen_is_left_alone_when_nobody_has_played_for_long() -> None:
    with Rig(replace(QUICK, intent_lasts=0.0)) as rig, EmulatedDevice() as tv:
        rig.show(tv)
        tv.idle_out()
        rig.reaches(CastPhase.LOST, CastReason.NOBODY_PLAYING)
        assert launches(tv) == 1


def test_an_app_that_somebody_stopped_does_not_come_back_before_it_is_asked_for() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.show(tv)
        stop_there(tv)
        rig.reaches(CastPhase.TAKEN_OVER, CastReason.STOPPED_THERE)
        tv.churn(3)
        assert launches(tv) == 1
        rig.send(messages.TakeBack(ROOM))
        rig.reaches(CastPhase.SHOWING)


@pytest.mark.parametrize(("age", "active"), [(3600, True), (60, False)])
def test_a_server_that_restarts_carries_out_no_old_wish(age: int, active: bool) -> None:
    """As after a power cut: the page is gone, the television idle or on another input."""
    with EmulatedDevice() as tv:
        with Rig() as rig:
            rig.show(tv)
            wish = rig.state().intent
        tv.idle_out()
        tv.turn(active=active)
        with Rig() as again:
            again.resume(wish, age=age)
            if active:
                again.reaches(CastPhase.LOST, CastReason.NOBODY_PLAYING)
            else:
                again.reaches(CastPhase.TAKEN_OVER, CastReason.STANDBY)
            tv.churn(3)
            assert launches(tv) == 1
            again.show(tv)
        assert launches(tv) == 2


def test_a_wish_of_an_earlier_release_waits_for_a_press_or_the_page() -> None:
    with EmulatedDevice() as tv, Rig() as rig:
        wish = messages.CastIntent(ROOM, f"at-{tv.address}", f"/tv/{ROOM}", tv.address, nonce="n")
        rig.send(messages.ResumeMessage((wish,), 1_700_000_000))
        rig.send(messages.OccupancyMessage(ROOM, occupied=True))
        rig.reaches(CastPhase.LOST, CastReason.NOBODY_PLAYING)
        assert launches(tv) == 0
        rig.send(messages.PageConnectedMessage(ROOM, "n"))
        rig.reaches(CastPhase.SHOWING)


# --- Nothing of ours is left ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "end", ["cancel", "another TV", "the server's end", "a broken line", "cancel, a broken line"]
)
def test_an_app_that_comes_up_after_it_was_given_up_is_stopped(end: str) -> None:
    with Rig(SLOW) as rig, EmulatedDevice() as tv, EmulatedDevice() as other:
        tv.faults.slow_launch = 4 * SLOW.stop_limit
        rig.serve(tv)
        rig.cast(tv)
        tv.wait_for(lambda: launches(tv))
        match end:
            case "cancel":
                rig.send(messages.StopCast(ROOM))
            case "another TV":
                rig.show(other)
            case "a broken line":
                tv.reset()
                rig.reaches(CastPhase.CONNECTING)
                rig.send(messages.StopCast(ROOM))
            case "cancel, a broken line":
                rig.send(messages.StopCast(ROOM))
                rig.reaches(CastPhase.IDLE)
                tv.reset()
            case _:
                rig.send(messages.ShutdownMessage())
        tv.wait_for(lambda: tv.said("STOP"))
        eventually(lambda: tv.app is None and not tv.connections)
        assert tv.urls == []


def test_pressed_again_while_the_cancelled_launch_is_under_way() -> None:
    with Rig(SLOW) as rig, EmulatedDevice() as tv:
        tv.faults.slow_launch = 4 * SLOW.stop_limit
        rig.serve(tv)
        rig.cast(tv)
        tv.wait_for(lambda: launches(tv))
        rig.send(messages.StopCast(ROOM))
        rig.reaches(CastPhase.IDLE)
        rig.show(tv)
        assert tv.app is not None


# --- Two televisions of one room ------------------------------------------------------------------


def test_a_dead_tv_does_not_free_the_good_one() -> None:
    with Rig(replace(QUICK, connect_limit=2.0)) as rig, EmulatedDevice() as tv:
        rig.show(tv)
        dead = f"at-{fresh_address()}"
        rig.send(messages.Cast(ROOM, dead, "/tv"))
        rig.wait_for(lambda: rig.state().coming is not None)
        dashcast = Receiver.DASHCAST
        failed = NextDevice(dead, CastPhase.FAILED, CastReason.UNREACHABLE, dashcast)
        rig.wait_for(lambda: rig.state().coming == failed)
        assert {state.state for state in rig.states()[-3:]} == {CastPhase.SHOWING}
        assert tv.app is not None
        assert len(tv.urls) == 1
        rig.send(messages.StopCast(ROOM, dead))  # it has been read
        rig.wait_for(lambda: rig.state().coming is None)
        assert rig.state().state is CastPhase.SHOWING
        tv.idle_out()  # and the good one is looked after as ever
        rig.wait_for(lambda: len(tv.urls) == 2)


def test_the_old_tv_shows_until_the_new_one_does() -> None:
    with Rig() as rig, EmulatedDevice("one") as one, EmulatedDevice("two") as two:
        rig.show(one)
        rig.cast(two)
        two.wait_for(lambda: two.urls)
        rig.wait_for(lambda: rig.state().coming and rig.state().coming.state is CastPhase.LOADING)
        assert one.app is not None
        assert rig.state().device == f"at-{one.address}"
        rig.send(messages.PageConnectedMessage(ROOM, rig.expected[ROOM]))
        rig.wait_for(lambda: rig.state().device == f"at-{two.address}")
        assert (rig.state().state, rig.state().coming) == (CastPhase.SHOWING, None)
        eventually(lambda: one.app is None and not one.connections)


def test_whoever_changes_their_mind_goes_back_or_on_to_a_third_tv() -> None:
    with Rig() as rig, EmulatedDevice() as one, EmulatedDevice() as two, EmulatedDevice() as three:
        rig.show(one)
        rig.cast(two)
        rig.wait_for(lambda: rig.state().coming)
        rig.cast(one)
        rig.wait_for(lambda: rig.state().coming is None)
        assert (one.app is not None, len(one.urls)) == (True, 1)
        rig.cast(two)
        rig.wait_for(lambda: rig.state().coming)
        rig.serve(three)
        rig.cast(three)
        rig.wait_for(lambda: rig.state().device == f"at-{three.address}")
        eventually(lambda: one.app is None and two.app is None)


def test_another_room_that_takes_the_old_tv_leaves_the_new_one() -> None:
    with Rig() as rig, EmulatedDevice("one") as one, EmulatedDevice("two") as two:
        rig.show(one)
        rig.cast(two)
        two.wait_for(lambda: two.urls)
        rig.show(one, "CDFG")
        rig.reaches(CastPhase.LOADING)
        assert rig.state().device == f"at-{two.address}"
        rig.send(messages.PageConnectedMessage(ROOM, rig.expected[ROOM]))
        rig.reaches(CastPhase.SHOWING)


def test_a_tv_that_no_address_of_ours_serves_is_told_beside_the_one_that_shows() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.show(tv)
        rig.send(messages.Cast(ROOM, "at-192.0.2.99", "/tv"))
        rig.wait_for(lambda: rig.state().coming)
        coming = rig.state().coming
        assert coming
        assert (coming.state, coming.reason) == (CastPhase.FAILED, CastReason.LOOPBACK_ONLY)
        assert rig.state().state is CastPhase.SHOWING


# --- Sessions and pages ---------------------------------------------------------------------------


@pytest.mark.parametrize("hello", ["before", "after"])
def test_a_session_that_changes_does_not_beat_the_page_and_is_ours_to_stop(hello: str) -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.cast(tv)
        tv.wait_for(lambda: tv.urls)
        rig.reaches(CastPhase.LOADING)
        said = messages.PageConnectedMessage(ROOM, rig.expected[ROOM])
        if hello == "before":
            rig.send(said)
            rig.reaches(CastPhase.SHOWING)
        with tv.changed:
            assert tv.app is not None
            tv.app.session = str(uuid4())
            tv._tell()
        rig.send(said)
        rig.reaches(CastPhase.SHOWING)
        tv.wait_for(lambda: len(tv.said("GET_STATUS")) > 1)  # it is spoken to anew
        assert launches(tv) == 1
        rig.send(messages.StopCast(ROOM))
        eventually(lambda: tv.app is None)
