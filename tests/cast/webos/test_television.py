"""The LG client against the emulated television, in all its bad moods: TLS on loopback."""

import json
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cast.emulated import EmulatedDevice, eventually
from cast.rig import QUICK, ROOM, Rig
from cast.webos.emulated_lg import (
    BROWSER,
    LIVE_TV,
    NOBODY_CAME,
    RELEASES,
    YOUTUBE,
    EmulatedLg,
    Release,
)
from undercast.base.cast_status import CastPhase, CastReason, Kind, Receiver
from undercast.cast import message_rate, messages
from undercast.cast.timings import Timings
from undercast.cast.webos import ssap
from undercast.cast.webos.pairing_keys import FILE, MAX_KEYS, PairedTv, PairingKeys


@contextmanager
def evening(tv: EmulatedLg, timings: Any = QUICK, **begin: Any) -> Iterator[Rig]:
    """A server that knows the television; its pages say hello."""
    with Rig(timings, known_hosts=(tv.address,), **begin) as rig:
        rig.serve(tv)
        rig.wait_for(
            lambda: any(
                d.address == tv.address and d.refused is None for d in rig.devices().devices
            )
        )
        yield rig


def show(rig: Rig, tv: EmulatedLg) -> None:
    rig.cast(tv)
    rig.reaches(CastPhase.SHOWING)


def keys_sent(tv: EmulatedLg) -> list[str | None]:
    return [message["payload"].get("client-key") for message in tv.said("register")]


# --- Pairing --------------------------------------------------------------------------------------


def test_one_yes_on_the_tv_is_enough_for_ever(tmp_path: Path) -> None:
    with EmulatedLg() as tv:
        with evening(tv, folder=str(tmp_path)) as rig:
            show(rig, tv)
            assert [state.state for state in rig.states()].count(CastPhase.TAKEN_OVER) == 0
            rig.was(CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
            assert rig.state().receiver is Receiver.BROWSER
            assert tv.urls == [f"http://127.0.0.1:8000/tv/{ROOM}?nonce={rig.expected[ROOM]}"]
            assert rig.troubles() == []
            rig.send(messages.ShutdownMessage())
            tv.wait_for(lambda: tv.foreground == LIVE_TV)
        kept = tmp_path / FILE
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        assert json.loads(kept.read_bytes())[tv.uuid]["key"] == "key-1"
        with evening(tv, folder=str(tmp_path)) as rig:
            show(rig, tv)
            assert (keys_sent(tv), tv.questions) == ([None, "key-1"], 1)
    asked = tv.said("register")[0]["payload"]["manifest"]
    assert "signatures" not in asked, "televisions of 2025 refuse the one that everybody used"


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.version)
def test_sets_of_all_releases_are_paired_and_shown(release: Release, tmp_path: Path) -> None:
    with EmulatedLg(release=release) as tv, evening(tv, folder=str(tmp_path)) as rig:
        show(rig, tv)
        assert rig.troubles() == []
        kept = json.loads((tmp_path / FILE).read_bytes())
        assert list(kept) == [tv.uuid if release.says_uuid else tv.address]


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"error","id":"register_7","error":"403 User denied access","payload":{}}',
        '{"type":"error","id":"register_7","error":"403 User denied access","payload":""}',
        '{"type":"error","error":"403 User denied access"}',
    ],
)
def test_a_no_is_heard_in_every_shape(text: str) -> None:
    """With an id in aiowebostv#119, a text as its payload in Connect SDK's tests."""
    answer = ssap.read(text)
    assert answer is not None
    assert (answer.topic, answer.refusal) == (ssap.REGISTER, "403 User denied access")


def test_a_no_on_the_tv_is_told_and_the_next_press_asks_again() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        tv.confirms = "no"
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.NOT_ALLOWED)
        assert tv.questions == 1
        tv.confirms = "yes"
        show(rig, tv)
        assert tv.questions == 2


def test_a_tv_that_is_busy_asking_refuses_for_now_and_keeps_its_key() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: not tv.connections)
        tv.faults.busy = True
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.LAUNCH_REFUSED)
        tv.faults.busy = False
        show(rig, tv)
        assert (keys_sent(tv), tv.questions) == ([None, "key-1", "key-1", "key-1"], 1)


def test_a_slow_yes_is_waited_for() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        tv.confirms = "wait"
        rig.cast(tv)
        rig.reaches(CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
        tv.wait_for(lambda: tv.asking)
        assert tv.urls == []
        tv.say_yes()
        rig.reaches(CastPhase.SHOWING)


def test_a_silent_no_is_waited_for_told_and_not_asked_again() -> None:
    assert Timings().confirm_limit > NOBODY_CAME, "somebody may still say yes until then"
    with EmulatedLg() as tv, evening(tv) as rig:
        tv.confirms = "wait"
        rig.cast(tv)
        rig.reaches(CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
        tv.nobody_comes()
        rig.reaches(CastPhase.FAILED, CastReason.NOT_ALLOWED)
        tv.wait_for(lambda: not tv.connections)
        assert tv.questions == 1
        tv.confirms = "yes"
        show(rig, tv)


def test_a_question_that_is_never_taken_back_ends_and_is_not_repeated() -> None:
    with EmulatedLg() as tv, evening(tv, replace(QUICK, confirm_limit=1.0)) as rig:
        tv.confirms = "wait"
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.NOT_ALLOWED)
        tv.wait_for(lambda: not tv.connections)
        assert tv.questions == 1


def test_a_tv_that_forgot_us_is_asked_again(tmp_path: Path) -> None:
    with EmulatedLg() as tv, evening(tv, folder=str(tmp_path)) as rig:
        show(rig, tv)
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: not tv.connections)
        tv.forget_keys()
        tv.confirms = "wait"
        rig.cast(tv)
        rig.reaches(CastPhase.LAUNCHING, CastReason.CONFIRM_ON_TV)
        tv.say_yes()
        rig.reaches(CastPhase.SHOWING)
        assert (keys_sent(tv), tv.questions) == ([None, "key-1"], 2)
        assert json.loads((tmp_path / FILE).read_bytes())[tv.uuid]["key"] == "key-2"


def test_a_key_is_never_sent_to_another_certificate_or_without_one() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: not tv.connections)
        tv.change_certificate()
        show(rig, tv)
        assert (keys_sent(tv), tv.questions) == ([None, None], 2)
        assert any("another certificate" in trouble for trouble in rig.troubles())
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: not tv.connections)
        tv.stop()
        with EmulatedLg(address=tv.address, old=True) as plain:
            rig.serve(plain)
            show(rig, plain)
            assert keys_sent(plain) == [None]


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b'{"tv": 7}', b"{" * 300_000])
def test_a_broken_file_of_keys_costs_one_yes(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    keys = PairingKeys(tmp_path)
    assert keys.find("tv", "a") == ""
    keys.save("tv", PairedTv("key", "a"))
    again = PairingKeys(tmp_path)
    assert (again.find("tv", "a"), again.find("tv", "b"), again.find("tv", "")) == ("key", "", "")


def test_keys_have_an_end() -> None:
    keys = PairingKeys(None)
    for number in range(MAX_KEYS + 1):
        keys.save(f"tv-{number}", PairedTv("key"))
    assert (keys.has("tv-0"), keys.has("tv-1"), keys.find(f"tv-{MAX_KEYS}", "")) == (
        False,
        True,
        "key",
    )


# --- Opening and closing --------------------------------------------------------------------------


def test_a_tv_that_does_not_know_the_usual_way_is_told_the_other_one() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        tv.faults.refuses_open = True
        show(rig, tv)
        assert len(tv.urls) == 1
        assert tv.said("system.launcher/launch")


def test_a_tv_that_refuses_both_ways_is_said_to_refuse() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        tv.faults.refuses_open = tv.faults.refuses_launch = True
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.LAUNCH_REFUSED)
        tv.wait_for(lambda: not tv.connections)
        ways = [m["uri"] for m in tv.received if "system.launcher" in m.get("uri", "")]
        in_turn = ["open", "launch", "launch", "open", "open", "launch"]
        assert [way.rpartition("/")[2] for way in ways] == in_turn
        tv.faults.refuses_launch = False
        show(rig, tv)


def test_a_page_that_never_comes_is_opened_the_other_way_then_given_up() -> None:
    hasty = replace(QUICK, hello_limit=0.3)
    with EmulatedLg() as tv, evening(tv, hasty) as rig:
        tv.faults.lose_pages = 3
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.NO_HELLO)
        ways = [m["uri"] for m in tv.received if "system.launcher" in m.get("uri", "")][:3]
        assert [way.rpartition("/")[2] for way in ways] == ["open", "launch", "open"]
        tv.wait_for(lambda: tv.foreground == LIVE_TV)


def test_a_tv_that_hides_what_it_shows_is_believed_the_page() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        tv.faults.hides_screen = True
        show(rig, tv)
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: tv.foreground == LIVE_TV)


def test_a_browser_that_stays_open_is_told() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        tv.faults.keeps_browser = True
        show(rig, tv)
        rig.send(messages.StopCast(ROOM))
        rig.wait_for(lambda: any("did not close its browser" in text for text in rig.troubles()))
        tv.wait_for(lambda: not tv.connections)
        assert len(tv.said("close")) == 1


@pytest.mark.parametrize("moment", ["asking", "opening", "black between apps", "no news"])
def test_a_stop_on_the_way_leaves_nothing_open(moment: str) -> None:
    """The browser takes its time to come, and so does the news of it."""
    with EmulatedLg() as tv, evening(tv) as rig:
        asking = moment == "asking"
        tv.confirms = "wait" if asking else "yes"
        tv.faults.slow_browser = True
        tv.faults.mute_screen = moment == "no news"
        rig.serve(tv, hello=False)
        rig.cast(tv)
        tv.wait_for(lambda: tv.asking if asking else tv.urls)
        if moment == "black between apps":
            tv.take_over("")
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: not tv.connections)
        assert len(tv.said("close")) == (0 if asking else 1)


def test_another_app_is_never_fought_and_never_closed() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        tv.take_over()
        rig.reaches(CastPhase.TAKEN_OVER)
        rig.send(messages.TakeBack(ROOM))
        rig.reaches(CastPhase.SHOWING)
        tv.wait_for(lambda: tv.foreground == BROWSER)
        assert (len(tv.urls), tv.questions) == (2, 1)
        tv.take_over()
        rig.reaches(CastPhase.TAKEN_OVER)
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: not tv.connections)
        assert (tv.foreground, tv.said("close")) == (YOUTUBE, [])


def test_the_browser_closed_by_remote_is_somebodys_wish() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        tv.close_by_remote()
        rig.reaches(CastPhase.TAKEN_OVER)
        assert len(tv.urls) == 1


def test_standby_is_respected() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        tv.standby()
        rig.reaches(CastPhase.LOST, CastReason.STANDBY)
        assert len(tv.urls) == 1


def test_rooms_move_between_kinds_of_televisions() -> None:
    with EmulatedLg() as tv, evening(tv) as rig, EmulatedDevice() as other:
        rig.serve(other)
        show(rig, tv)
        rig.cast(other)
        tv.wait_for(lambda: tv.foreground == LIVE_TV)
        rig.wait_for(lambda: rig.state().device == f"at-{other.address}")
        rig.reaches(CastPhase.SHOWING)
        show(rig, tv)
        other.wait_for(lambda: other.app is None)


# --- The connection -------------------------------------------------------------------------------


def test_a_broken_connection_comes_back_while_the_page_shows() -> None:
    with EmulatedLg() as tv, evening(tv, replace(QUICK, silence=1.2)) as rig:
        show(rig, tv)
        for break_it in (
            tv.reset,
            lambda: tv.send_raw(b"\xff" * 50),
            lambda: tv.send_text("x" * 70_000),
        ):
            registered = len(tv.said("register"))
            break_it()
            tv.wait_for(lambda n=registered: len(tv.said("register")) > n)  # type: ignore[misc]
        tv.faults.black_hole = True
        linked = set(tv.connections)
        tv.wait_for(lambda: not linked & tv.connections)
        tv.faults.black_hole = False
        registered = len(tv.said("register"))
        tv.wait_for(lambda: len(tv.said("register")) > registered)
        assert rig.phases()[-1] is CastPhase.SHOWING
        assert rig.phases().count(CastPhase.SHOWING) == 1
        assert (len(tv.urls), tv.questions) == (1, 1)
        rig.send(messages.StopCast(ROOM))
        tv.wait_for(lambda: tv.foreground == LIVE_TV)


def test_a_tv_that_talks_without_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_rate, "RATE", 0.0)  # by no clock: a busy machine reads slowly
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        for _ in range(int(message_rate.BURST)):
            tv.send_text('{"type":"response","id":"volume","payload":{}}')
        rig.wait_for(lambda: any("talks without end" in text for text in rig.troubles()))


def test_nonsense_is_passed_over_and_told_once() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        for nonsense in (
            "",
            "nonsense",
            "[]",
            "{}",
            "[" * 20_000,
            '{"type":7}',
            '{"type":"response","id":"screen","payload":{"appId":7}}',
            '{"type":"response","id":"screen","payload":null}',
            '{"type":"response","id":"screen","payload":{"appId":"%s"}}' % ("x" * 400),
            '{"type":"registered","id":"register","payload":{"client-key":"stolen"}}',
            '{"type":"response","id":"open","payload":{}}',
            '{"type":"hello","id":"hello","payload":{"deviceUUID":"other"}}',
            '{"type":"response","id":"unheard of","payload":{"a":1}}',
        ):
            tv.send_text(nonsense)
        tv.take_over()
        rig.reaches(CastPhase.TAKEN_OVER)
        assert [text for text in rig.troubles() if "none" in text] == [
            f"{tv.address} sent a message that is none"
        ]


@pytest.mark.parametrize("fault", ["black_hole", "no_handshake"])
def test_a_tv_that_never_says_a_word_fails_in_time(fault: str) -> None:
    hasty = replace(QUICK, connect_limit=0.5, socket_timeout=1.0, probe_timeout=1.0)
    with EmulatedLg() as tv, evening(tv, hasty) as rig:
        setattr(tv.faults, fault, True)
        rig.cast(tv)
        rig.reaches(CastPhase.FAILED, CastReason.UNREACHABLE)


def test_a_tv_that_was_off_is_found_again_and_not_switched_over() -> None:
    with EmulatedLg() as tv, evening(tv) as rig:
        show(rig, tv)
        tv.stop()
        rig.reaches(CastPhase.LOST, CastReason.CONNECTION_LOST)
        tv.foreground = LIVE_TV
        tv.start()
        rig.reaches(CastPhase.TAKEN_OVER)
        assert (len(tv.urls), tv.questions) == (1, 1)


def test_after_a_restart_the_page_that_comes_back_counts_and_can_be_closed(tmp_path: Path) -> None:
    with EmulatedLg() as tv:
        with evening(tv, folder=str(tmp_path)) as rig:
            show(rig, tv)
            wish = rig.state().intent
            assert wish is not None
            assert wish.kind is Kind.WEBOS
        with Rig(folder=str(tmp_path)) as rig:  # it has not found the television yet
            rig.resume(wish)
            rig.send(messages.PageConnectedMessage(ROOM, wish.nonce))
            rig.reaches(CastPhase.SHOWING)
            tv.wait_for(lambda: len(tv.said("getForegroundAppInfo")) == 2)
            rig.send(messages.StopCast(ROOM))
            tv.wait_for(lambda: tv.foreground == LIVE_TV)
            assert (len(tv.urls), tv.questions) == (1, 1)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts descriptors in /proc")
def test_50_casts_leave_no_thread_or_descriptor_behind() -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    def threads() -> set[str]:
        return {each.name for each in threading.enumerate() if each.name.startswith("television ")}

    quiet = replace(QUICK, search_every=600.0, probe_every=600.0)
    with EmulatedLg() as tv, evening(tv, quiet) as rig:
        before = 0
        for cycle in range(51):
            show(rig, tv)
            if cycle % 3 == 0:
                tv.reset()
            rig.send(messages.StopCast(ROOM))
            rig.reaches(CastPhase.IDLE)
            eventually(lambda: tv.foreground == LIVE_TV and not tv.connections and not threads())
            before = before or descriptors()
        assert descriptors() <= before
        assert (len(tv.urls), tv.questions) == (51, 1)
