"""The real client library against the emulated device, in all its bad moods: TLS on loopback."""

import struct
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from cast.emulated import (
    DASHCAST,
    NS_RECEIVER,
    YOUTUBE,
    EmulatedDevice,
    eventually,
    fresh_address,
)
from cast.rig import QUICK, ROOM, Rig, nonce_of
from undercast.base.cast_status import CastPhase, CastReason, Receiver
from undercast.cast import message_rate, messages

HASTY_READER = replace(QUICK, socket_timeout=1.0)


def show(rig: Rig, tv: EmulatedDevice) -> None:
    rig.show(tv)


# --- The way to the screen ------------------------------------------------------------------------


def test_a_press_puts_the_page_on_the_tv() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        assert rig.phases() == [
            CastPhase.CONNECTING,
            CastPhase.LAUNCHING,
            CastPhase.LOADING,
            CastPhase.SHOWING,
        ]
        assert tv.urls == [f"http://127.0.0.1:8000/tv/{ROOM}?nonce={rig.expected[ROOM]}"]
        assert rig.troubles() == []


def test_the_nonce_is_told_before_the_load_is_sent() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.serve(tv)
        known = []
        opened = tv.open_page
        assert opened
        tv.open_page = lambda url: (known.append(rig.expected.get(ROOM)), opened(url))[1]
        rig.cast(tv)
        rig.reaches(CastPhase.SHOWING)
        assert known == [nonce_of(tv.urls[0])]


def test_a_page_with_another_nonce_does_not_count() -> None:
    with Rig(replace(QUICK, hello_limit=0.5)) as rig, EmulatedDevice() as tv:
        rig.cast(tv)
        tv.wait_for(lambda: tv.urls)
        rig.send(messages.PageConnectedMessage(ROOM, "somebody else's"))
        rig.reaches(CastPhase.FAILED, CastReason.NO_HELLO)
        assert CastPhase.SHOWING not in rig.phases()


def test_the_volume_and_foreign_apps_are_left_alone() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        rig.send(messages.StopCast(ROOM))
        rig.reaches(CastPhase.IDLE)
        eventually(lambda: tv.app is None)
        kinds = {data.get("type") for ns, data in tv.received if ns == NS_RECEIVER}
        assert kinds == {"GET_STATUS", "GET_APP_AVAILABILITY", "LAUNCH", "STOP"}


def test_an_own_receiver_gets_the_address_on_our_namespace() -> None:
    with Rig(app_id="CAFE0001") as rig, EmulatedDevice(own_app="CAFE0001") as tv:
        show(rig, tv)
        assert tv.app is not None
        assert tv.app.app_id == "CAFE0001"


# --- Launching ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("NOT_FOUND", CastReason.APP_NOT_FOUND),
        ("USER_NOT_ALLOWED", CastReason.NOT_ALLOWED),
        ("CANCELLED", CastReason.APP_UNAVAILABLE),
        ("\x00" * 5000, CastReason.LAUNCH_REFUSED),
    ],
)
def test_a_launch_error_fails_with_its_reason(said: str, reason: CastReason) -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.launch_error = said
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, reason)


def test_a_cancelled_launch_is_tried_again() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.launch_error, tv.faults.launch_errors = "CANCELLED", 2
        show(rig, tv)
        assert len(tv.said("LAUNCH")) == 3


def test_late_namespaces_are_waited_for() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.late_namespaces = 0.3
        show(rig, tv)
        assert len(tv.said("LAUNCH")) == 1


def test_a_load_is_not_sent_before_the_app_is_ready() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.late_ready = 0.5
        show(rig, tv)
        assert len(tv.urls) == len(tv.said("LAUNCH")) == 1


def test_a_slow_launch_is_waited_for() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.slow_launch = 0.5
        show(rig, tv)
        assert len(tv.said("LAUNCH")) == 1


def test_an_app_that_never_calls_itself_ready_is_tried_and_given_up() -> None:
    with Rig(replace(QUICK, launch_limit=1.5)) as rig, EmulatedDevice() as tv:
        tv.faults.late_ready = 600
        rig.cast(tv)
        rig.was(CastPhase.LOADING)
        rig.send(messages.StopCast(ROOM))
        eventually(lambda: tv.app is None)


def test_a_launch_without_any_answer_fails() -> None:
    with Rig(replace(QUICK, launch_limit=0.5)) as rig, EmulatedDevice() as tv:
        tv.faults.silent_launch = True
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.LAUNCH_TIMEOUT)


def test_lost_loads_are_sent_again() -> None:
    with Rig(replace(QUICK, hello_limit=1.2)) as rig, EmulatedDevice() as tv:
        tv.faults.lose_loads = 2
        show(rig, tv)
        assert len(tv.urls) == 1
        assert len(tv.said("LAUNCH")) == 3


def test_accepted_but_no_hello_is_loaded_three_times_pictures_once_then_it_fails() -> None:
    with Rig(replace(QUICK, hello_limit=1.0)) as rig, EmulatedDevice() as tv:
        rig.serve(tv, hello=False)
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.NO_HELLO)
        assert [urlsplit(url).path for url in tv.urls] == [
            *3 * [f"/tv/{ROOM}"],
            f"/tv/{ROOM}.mjpg",
        ]
        assert len(set(tv.urls)) == 4, "each load has a nonce of its own"
        eventually(lambda: tv.app is None)


@pytest.mark.parametrize("said", ["LOAD_FAILED", "LOAD_CANCELLED", "INVALID_PLAYER_STATE"])
def test_a_player_that_cannot_is_not_waited_for(said: str) -> None:
    with Rig(replace(QUICK, hello_limit=60.0)) as rig, EmulatedDevice() as tv:
        tv.faults.load_failed = said
        last = (Receiver.DASHCAST,)
        rig.send(messages.Cast(ROOM, f"at-{tv.address}", f"/tv/{ROOM}", try_last=last))
        eventually(lambda: Receiver.DASHCAST in {each.receiver for each in rig.states()})


def test_somebody_elses_dashcast_is_started_anew() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.take_over(DASHCAST)
        show(rig, tv)


def test_what_runs_before_the_press_is_replaced_however_the_news_of_it_travels() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.serve(tv)
        for _ in range(20):
            tv.take_over()
            rig.cast(tv)
            rig.reaches(CastPhase.SHOWING)
            rig.send(messages.StopCast(ROOM))
            rig.reaches(CastPhase.IDLE)
            eventually(lambda: not tv.connections)
        assert CastPhase.TAKEN_OVER not in rig.phases()


# --- Staying --------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["launching", "loading", "showing"])
def test_another_app_takes_over(moment: str) -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.serve(tv, hello=moment == "showing")
        tv.faults.late_ready = 0.0 if moment != "launching" else 600
        rig.cast(tv)
        rig.reaches(CastPhase(moment))
        tv.wait_for(lambda: tv.app)
        tv.take_over()
        rig.reaches(CastPhase.TAKEN_OVER)
        assert tv.app is not None
        assert tv.app.app_id == YOUTUBE
        tv.faults.late_ready = 0.0
        rig.serve(tv)
        rig.send(messages.TakeBack(ROOM))
        rig.reaches(CastPhase.SHOWING)


def test_another_app_that_wins_against_the_launch_is_not_fought() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.silent_launch = True
        rig.cast(tv)
        tv.wait_for(lambda: tv.said("LAUNCH"))
        tv.take_over()
        rig.reaches(CastPhase.TAKEN_OVER)
        assert len(tv.said("LAUNCH")) == 1


def test_the_idle_screen_is_cast_over_three_times_in_a_row() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        for number in range(2, 5):
            tv.idle_out()
            tv.wait_for(lambda number=number: len(tv.urls) == number)
            rig.reaches(CastPhase.SHOWING)
        tv.idle_out()
        rig.reaches(CastPhase.FAILED, CastReason.KEEPS_IDLING)
        assert len(tv.urls) == 4


def test_standby_is_respected_and_waking_casts_again() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        tv.turn(active=False, standby=True)
        rig.reaches(CastPhase.LOST, CastReason.STANDBY)
        launches = len(tv.said("LAUNCH"))
        tv.churn(3)
        assert len(tv.said("LAUNCH")) == launches
        tv.turn()
        rig.reaches(CastPhase.SHOWING)


def test_another_input_keeps_the_page_and_starts_nothing() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        tv.turn(active=False)
        rig.send(messages.PageDisconnectedMessage(ROOM, rig.expected[ROOM]))
        rig.reaches(CastPhase.TAKEN_OVER, CastReason.STANDBY)
        tv.turn()
        tv.churn(3)
        assert len(tv.said("LAUNCH")) == 1


# --- The connection -------------------------------------------------------------------------------


def test_a_reset_connection_comes_back_while_the_page_shows() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        rig.forget()
        tv.reset()
        eventually(lambda: len(tv.said("GET_STATUS")) >= 2)
        assert rig.phases() == [CastPhase.SHOWING]
        assert len(tv.urls) == 1
        tv.take_over()  # it is being listened to again
        rig.reaches(CastPhase.TAKEN_OVER)


def test_a_reset_while_launching_and_loading_is_survived() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        tv.faults.slow_launch = 0.2
        rig.serve(tv)
        rig.cast(tv)
        tv.wait_for(lambda: tv.said("LAUNCH"))
        tv.reset()
        rig.reaches(CastPhase.SHOWING)


def test_a_black_hole_is_noticed_and_left() -> None:
    with Rig(replace(QUICK, silence=1.2)) as rig, EmulatedDevice() as tv:
        show(rig, tv)
        tv.faults.black_hole = True
        eventually(lambda: any("" in text for text in rig.troubles()) or not tv.connections)
        assert rig.state().state is CastPhase.SHOWING, "the page itself still says hello"
        tv.faults.black_hole = False
        tv.wait_for(lambda: tv.connections)


@pytest.mark.parametrize("fault", ["black_hole", "no_handshake"])
def test_a_device_that_never_says_a_word_fails_in_time(fault: str) -> None:
    hasty = replace(QUICK, connect_limit=1.0, launch_limit=0.5, socket_timeout=1.0)
    with Rig(hasty) as rig, EmulatedDevice() as tv:
        setattr(tv.faults, fault, True)
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED)
        assert rig.state().reason in (CastReason.UNREACHABLE, CastReason.LAUNCH_TIMEOUT)


def test_nobody_at_that_address_is_unreachable() -> None:
    with Rig(replace(QUICK, connect_limit=1.0)) as rig:
        rig.send(messages.Cast(ROOM, f"at-{fresh_address()}", "/tv"))
        rig.reaches(CastPhase.FAILED, CastReason.UNREACHABLE)


def test_a_device_that_was_off_is_cast_to_again_when_it_returns() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        tv.stop()
        rig.reaches(CastPhase.LOST, CastReason.CONNECTION_LOST)
        tv.start()
        rig.reaches(CastPhase.SHOWING)
        assert len(tv.urls) == 2


def test_a_new_page_address_after_our_own_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = ["127.0.0.1"]
    monkeypatch.setattr("undercast.cast.addresses.source_address", lambda _: ours[0])
    with Rig(host="0.0.0.0") as rig, EmulatedDevice() as tv:
        show(rig, tv)
        ours[0] = "127.0.0.9"
        rig.send(messages.PageDisconnectedMessage(ROOM, rig.expected[ROOM]))
        rig.was(CastPhase.LOST)
        rig.reaches(CastPhase.SHOWING)
        assert [url.split("/")[2] for url in tv.urls] == ["127.0.0.1:8000", "127.0.0.9:8000"]


# --- What people do -------------------------------------------------------------------------------


def test_a_double_click_casts_once() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.serve(tv)
        for _ in range(5):
            rig.cast(tv)
        rig.reaches(CastPhase.SHOWING)
        rig.cast(tv)
        rig.send(messages.AddDevice("127.0.0.1"))  # when this is heard of, that was done
        rig.wait_for(lambda: rig.devices().devices)
        assert len(tv.said("LAUNCH")) == len(tv.urls) == 1


def test_switching_tvs_frees_the_old_one() -> None:
    with Rig() as rig, EmulatedDevice("one") as one, EmulatedDevice("two") as two:
        show(rig, one)
        rig.serve(two)
        rig.cast(two)
        rig.wait_for(lambda: rig.state().device == f"at-{two.address}")
        rig.reaches(CastPhase.SHOWING)
        eventually(lambda: one.app is None and not one.connections)
        assert two.app is not None


def test_two_rooms_on_one_tv_the_later_wins_and_the_first_is_told() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        rig.serve(tv, "CDFG")
        rig.cast(tv, "CDFG")
        rig.reaches(CastPhase.IDLE, CastReason.REPLACED)
        rig.reaches(CastPhase.SHOWING, room="CDFG")
        assert len(tv.urls) == 2


def test_several_rooms_have_several_tvs() -> None:
    with Rig() as rig, EmulatedDevice("one") as one, EmulatedDevice("two") as two:
        rig.serve(one, "AAAA")
        rig.serve(two, "BBBB")
        rig.cast(one, "AAAA")
        rig.cast(two, "BBBB")
        rig.reaches(CastPhase.SHOWING, room="AAAA")
        rig.reaches(CastPhase.SHOWING, room="BBBB")
        one.take_over()
        rig.reaches(CastPhase.TAKEN_OVER, room="AAAA")
        assert rig.state("BBBB").state is CastPhase.SHOWING


def test_an_unknown_device_and_a_useless_address_are_refused_and_what_ran_runs_on() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        rig.send(messages.Cast(ROOM, "nobody", "/tv"))
        rig.send(messages.Cast(ROOM, "at-192.0.2.99", "/tv"))
        refused = [
            messages.CastRefused(ROOM, "nobody", CastReason.UNKNOWN_DEVICE),
            messages.CastRefused(ROOM, "at-192.0.2.99", CastReason.LOOPBACK_ONLY),
        ]
        rig.wait_for(lambda: all(answer in rig.heard for answer in refused))
        assert rig.state().state is CastPhase.SHOWING


def test_stop_also_frees_a_tv_whose_connection_is_just_lost() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        tv.faults.no_handshake = True
        tv.reset()
        tv.wait_for(lambda: tv.connections)
        tv.faults.no_handshake = False
        rig.send(messages.StopCast(ROOM))
        rig.reaches(CastPhase.IDLE)
        tv.reset()
        rig.cast(tv)
        rig.reaches(CastPhase.SHOWING)


# --- The end --------------------------------------------------------------------------------------


def test_an_orderly_stop_stops_our_app() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        rig.send(messages.ShutdownMessage())
        rig.reaches(CastPhase.IDLE)
        eventually(lambda: tv.app is None)


def test_an_orderly_stop_leaves_somebody_elses_session_alone() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        tv.take_over(DASHCAST)
        rig.reaches(CastPhase.TAKEN_OVER)
        rig.send(messages.ShutdownMessage())
        eventually(lambda: not tv.connections)
        assert tv.app is not None
        assert tv.said("STOP") == []


def test_a_stop_while_connecting_launching_and_loading_leaves_nothing_behind() -> None:
    for faults in ({"no_handshake": True}, {"slow_launch": 0.3}, {"late_ready": 600}):
        with Rig(HASTY_READER) as rig, EmulatedDevice() as tv:
            for name, value in faults.items():
                setattr(tv.faults, name, value)
            rig.cast(tv)
            tv.wait_for(lambda: tv.connections)
            if "no_handshake" not in faults:
                tv.wait_for(lambda: tv.said("LAUNCH"))
            rig.send(messages.ShutdownMessage())
            eventually(lambda: not tv.connections)
            assert tv.app is None, faults


def test_the_servers_death_leaves_the_page() -> None:
    with EmulatedDevice() as tv:
        with Rig() as rig:
            show(rig, tv)
            rig.hang_up()
        eventually(lambda: not tv.connections)
        assert tv.app is not None
        assert tv.said("STOP") == []


def test_after_a_restart_the_page_that_comes_back_counts_as_showing() -> None:
    with EmulatedDevice() as tv:
        with Rig() as rig:
            show(rig, tv)
            wish = rig.state().intent
        with Rig() as again:
            again.resume(wish)
            assert wish
            again.send(messages.PageConnectedMessage(ROOM, wish.nonce))
            again.reaches(CastPhase.SHOWING)
            again.send(messages.StopCast(ROOM))  # the session is known to be ours
            eventually(lambda: tv.app is None)
        assert len(tv.urls) == 1


def test_after_a_restart_a_page_that_stays_away_is_cast_again() -> None:
    with EmulatedDevice() as tv:
        with Rig() as rig:
            show(rig, tv)
            wish = rig.state().intent
        with Rig() as again:
            again.serve(tv)
            again.resume(wish)
            again.reaches(CastPhase.SHOWING)
        assert len(tv.urls) == 2


def test_after_a_restart_a_tv_that_somebody_else_uses_is_not_fought() -> None:
    with EmulatedDevice() as tv:
        with Rig() as rig:
            show(rig, tv)
            wish = rig.state().intent
        tv.take_over()
        with Rig() as again:
            again.resume(wish)
            again.reaches(CastPhase.TAKEN_OVER)


# --- Untrusted words ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "frame",
    [
        struct.pack(">I", 2**32 - 1),
        struct.pack(">I", 64 * 1024 + 1) + b"x" * 1000,
        struct.pack(">I", 5) + b"\xff" * 5,
        struct.pack(">I", 100) + b"never more",
        b"GET / HTTP/1.1\r\n\r\n",
    ],
    ids=["4 GB", "over 64 kB", "no protobuf", "unfinished", "http"],
)
def test_a_frame_that_is_none_costs_one_connection_and_is_told(frame: bytes) -> None:
    with Rig(HASTY_READER) as rig, EmulatedDevice() as tv:
        show(rig, tv)
        statuses = len(tv.said("GET_STATUS"))
        tv.send_raw(frame)
        rig.wait_for(lambda: any("frame" in text for text in rig.troubles()))
        tv.wait_for(lambda: len(tv.said("GET_STATUS")) > statuses)
        assert rig.state().state is CastPhase.SHOWING
        assert len(tv.urls) == 1


def test_unknown_types_namespaces_and_nonsense_are_passed_over() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        for data in (
            {"type": "UNHEARD_OF"},
            {"type": 7},
            {"type": ["RECEIVER_STATUS"]},
            {},
            [],
            None,
            {"type": "RECEIVER_STATUS"},
            {"type": "RECEIVER_STATUS", "status": {"applications": [{"appId": 3}]}},
            {"type": "RECEIVER_STATUS", "status": {"applications": [{"appId": "x" * 1000}]}},
            {"type": "LAUNCH_ERROR", "reason": {"a": 1}},
            {"type": "INVALID_REQUEST"},
        ):
            tv.send_all(NS_RECEIVER, data)
            tv.send_all("urn:x-cast:unheard.of", data)
            tv.send_all("urn:x-cast:com.google.cast.tp.heartbeat", data)
            tv.send_all("urn:x-cast:com.google.cast.tp.connection", data)
        for text in ("no json", "[" * 60_000, '{"type":' * 9_000):
            tv.send_all(NS_RECEIVER, None, text)
        tv.take_over()
        rig.reaches(CastPhase.TAKEN_OVER)
        assert any("a status that is none" in text for text in rig.troubles())


def test_a_device_that_talks_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_rate, "RATE", 0.0)  # by no clock: a busy machine reads slowly
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        tv.churn(int(message_rate.BURST))
        rig.wait_for(lambda: any("without end" in text for text in rig.troubles()))
        assert rig.state().state is CastPhase.SHOWING


def test_garbage_from_the_server_is_told_and_survived() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        rig.send_raw(b"\xff\xff\n")
        rig.send_raw(b"x" * 200_000 + b"\n")
        rig.send_raw(b'{"type":"Cast"}\n')
        rig.send(rig.begin)
        rig.wait_for(lambda: sum("garbage" in text for text in rig.troubles()) == 3)
        show(rig, tv)


# --- Endurance ------------------------------------------------------------------------------------


def test_2000_commands_under_status_churn_without_a_failure() -> None:
    with Rig() as rig, EmulatedDevice() as tv:
        show(rig, tv)
        casts = rig.child.casts
        assert casts is not None
        remote = casts._casts[ROOM].remote
        for _ in range(200):
            for _ in range(10):
                remote.request_status()
            tv.churn(5)
            before = len(tv.said("GET_STATUS"))
            tv.wait_for(lambda before=before: len(tv.said("GET_STATUS")) >= before)
        tv.wait_for(lambda: len(tv.said("GET_STATUS")) >= 2001)
        assert tv.connections == 1
        assert rig.troubles() == []
        assert rig.state().state is CastPhase.SHOWING


def test_50_casts_by_all_receivers_leave_no_thread_or_descriptor_behind() -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    def threads() -> set[str]:
        return {each.name for each in threading.enumerate() if each.name.startswith("device ")}

    ways = [Receiver.OWN, Receiver.DASHCAST, Receiver.PICTURES]
    with Rig(app_id="CAFE0001") as rig, EmulatedDevice(own_app="CAFE0001") as tv:
        rig.serve(tv)
        before = 0
        for cycle in range(51):
            way = ways[cycle % 3]
            last = tuple(each for each in ways if each is not way)
            rig.send(messages.Cast(ROOM, f"at-{tv.address}", f"/tv/{ROOM}", try_last=last))
            assert rig.reaches(CastPhase.SHOWING).receiver is way
            if cycle % 4 == 0:
                tv.reset()  # a connection may end in more than one way
            rig.send(messages.StopCast(ROOM))
            rig.reaches(CastPhase.IDLE)
            eventually(lambda: tv.app is None and not tv.connections and not threads())
            before = before or descriptors()
        assert descriptors() <= before
        assert len(tv.urls) == 51


def test_timings_of_the_tests_are_those_of_the_house_but_shorter() -> None:
    assert QUICK.loads == messages.Timings().loads
    assert len(QUICK.recast_after) == len(messages.Timings().recast_after)
