"""Lock, play, save, tell: the laws 3, 4, 5 and 7 of a server's rooms, on a real store."""

import logging
import sqlite3
import threading
from pathlib import Path

import pytest

from house import CODES, House, why_not
from room.evening import ANA, BEN, CEM, DORA, consent
from rules.play import OPERATIVES_TAP, RED, TYPED, clue, mark, touch
from undercast.refusals import Refusal
from undercast.room.entries import Leave, Remove, Rename, TakeSeat
from undercast.room.seats import Seat
from undercast.rules.actions import MarkCard, TouchCard
from undercast.service import Admitted, NotSaved, hashed, seat_of
from undercast.store import backup
from undercast.store.sqlite import FILE
from undercast.views import Audience, KeyView


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


class TestSaveThenTell:
    def test_saved_first_then_told(self, house: House) -> None:
        code = house.four()
        house.journal.clear()
        house.do(code, ANA, clue("tree", 2))
        assert house.journal[0].startswith("saved")
        assert len(house.journal) == 4  # the public, and each spymaster
        assert all(line.startswith("told") for line in house.journal[1:])

    def test_what_cannot_be_saved_is_refused_and_nobody_is_told(self, house: House) -> None:
        code = house.four()
        before = house.room(code)
        house.journal.clear()
        house.store.full_disk = True
        assert why_not(lambda: house.do(code, ANA, clue("tree", 2))) is Refusal.NOT_SAVED
        assert why_not(lambda: house.rooms.join(code, "t", "Eva")) is Refusal.NOT_SAVED
        assert house.room(code) is before
        assert house.journal == []

    def test_the_same_command_can_be_sent_again_when_there_is_room(self, house: House) -> None:
        code = house.four()
        house.store.full_disk = True
        give = lambda: house.do(code, ANA, clue("tree", 2), cmd_id="k")  # noqa: E731
        assert why_not(give) is Refusal.NOT_SAVED
        house.store.full_disk = False
        give()
        assert house.room(code).has_done(ANA, "k")

    def test_a_room_that_cannot_be_saved_is_not_opened(self, house: House) -> None:
        house.store.full_disk = True
        assert why_not(house.create) is Refusal.NOT_SAVED
        assert why_not(lambda: house.rooms.refresh(CODES[0])) is Refusal.ROOM_NOT_FOUND

    def test_what_the_rules_refuse_is_neither_saved_nor_told(self, house: House) -> None:
        code = house.four()
        before = house.room(code)
        house.journal.clear()
        assert why_not(lambda: house.do(code, BEN, clue("tree", 2))) is Refusal.NOT_YOUR_TURN
        assert house.room(code) is before
        assert house.journal == []

    def test_a_room_is_its_log(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, clue("tree", 2))
        before = house.room(code)
        house.restart()
        assert house.room(code) == before

    def test_the_log_knows_no_token(self, house: House) -> None:
        house.four()
        house.store._db.execute("pragma wal_checkpoint(truncate)")
        assert b"token of" not in (house.folder / FILE).read_bytes()


class TestOneOrder:
    def test_a_move_chosen_on_an_older_board_is_stale(self, house: House) -> None:
        code = house.four()
        step = house.room(code).step
        house.do(code, ANA, clue("tree", 2), step=step)
        for wrong in (step, step + 2, -1, 10**9):
            stale = why_not(lambda step=wrong: house.do(code, ANA, touch(0), step=step))
            assert stale is Refusal.STALE
        house.do(code, ANA, touch(0), step=step + 1)

    def test_a_known_command_is_answered_again_before_staleness_is_judged(
        self, house: House
    ) -> None:
        code = house.four()
        step = house.room(code).step
        for _ in range(3):
            house.do(code, ANA, clue("tree", 2), step, "k")
        assert house.room(code).step == step + 1

    def test_and_it_is_not_even_asked_what_it_means(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, Rename("Anna"), cmd_id="k")
        version = house.room(code).version
        house.do(code, ANA, Rename(""), cmd_id="k")
        assert house.room(code).version == version

    def test_another_person_s_number_is_another_command(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, Rename("Anna"), cmd_id="k")
        house.do(code, BEN, Rename("Benn"), cmd_id="k")
        assert house.room(code).lobby.player(BEN).name == "Benn"

    def test_also_after_a_restart(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, clue("tree", 2), 1, "k")
        house.restart()
        house.do(code, ANA, clue("tree", 2), 1, "k")

    def test_a_refused_command_may_be_tried_again(self, house: House) -> None:
        code = house.four()
        give = lambda: house.do(code, BEN, clue("lime", 1), cmd_id="k")  # noqa: E731
        assert why_not(give) is Refusal.NOT_YOUR_TURN
        house.do(code, ANA, clue("tree", 1))
        house.do(code, ANA, touch(20))
        give()

    def test_the_time_of_a_command_is_read_once(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, clue("tree", 2))
        house.now = 5_000
        house.do(code, ANA, TouchCard(0, ANA))
        latest = house.store.log(code)[-1]
        assert (latest.at, latest.do) == (5_000, TouchCard(0, ANA))


class TestStreams:
    def test_each_audience_counts_its_own_views(self, house: House) -> None:
        code = house.four()
        for audience in (Audience.PUBLIC, Audience.RED_SPYMASTER, Audience.BLUE_SPYMASTER):
            numbers = [message.n for message in house.connections.told(audience)]
            assert numbers == sorted(set(numbers))
        house.do(code, ANA, clue("tree", 2))
        latest = house.connections.told(Audience.PUBLIC)[-1]
        house.do(code, ANA, touch(0))
        following = house.connections.told(Audience.PUBLIC)[-1]
        assert (following.n, following.step) == (latest.n + 1, latest.step + 1)
        assert [h.kind for h in following.happened] == ["card_touched"]

    def test_a_secret_mark_moves_nobody_else_s_number(self, house: House) -> None:
        code = house.four(OPERATIVES_TAP)
        house.do(code, ANA, clue("tree", 2))
        house.connections.messages.clear()
        step = house.room(code).step
        house.do(code, CEM, mark(RED[0], by=CEM), step=step)
        told = {message.audience for message in house.connections.messages}
        assert told == {Audience.RED_OPERATIVES, Audience.RED_SPYMASTER}
        assert house.room(code).step == step
        public = house.connections.told(Audience.PUBLIC)
        house.do(code, CEM, touch(RED[0], by=CEM), step=step)
        assert public == []
        numbers = [m.n for m in house.connections.told(Audience.RED_OPERATIVES)]
        assert numbers[1] == numbers[0] + 1

    def test_a_command_that_shows_nothing_new_tells_nobody(self, house: House) -> None:
        code = house.four(OPERATIVES_TAP)
        house.do(code, ANA, clue("tree", 2))
        house.connections.messages.clear()
        house.do(code, CEM, MarkCard(3, on=False, by=CEM))
        assert house.connections.messages == []

    def test_only_those_who_listen_are_told(self, house: House) -> None:
        code = house.create()
        house.do(code, ANA, TakeSeat(Seat.RED_SPYMASTER))
        assert house.connections.messages == []

    def test_whoever_sits_down_at_the_key_gets_the_key_view(self, house: House) -> None:
        code = house.four()
        house.do(code, BEN, TakeSeat(Seat.SPECTATOR))
        house.do(code, DORA, TakeSeat(Seat.BLUE_SPYMASTER))
        message = house.connections.told(Audience.BLUE_SPYMASTER)[-1]
        assert isinstance(message.view, KeyView)
        latest_public = house.connections.told(Audience.PUBLIC)[-1].view
        assert not isinstance(latest_public, KeyView)


class TestEntering:
    def test_a_newcomer_gets_the_view(self, house: House) -> None:
        code = house.create()
        admitted, message = house.enter(code, None)
        assert admitted == Admitted(code, None, None, Audience.PUBLIC)
        told = house.connections.told(Audience.PUBLIC)
        assert message is None
        assert [m.n for m in told] == [1]

    def test_one_who_changes_nothing_for_the_others_gets_it_alone(self, house: House) -> None:
        code = house.create()
        house.enter(code, None)
        house.connections.messages.clear()
        _, message = house.enter(code, None)
        assert message is not None
        assert (message.n, message.happened) == (1, ())
        assert house.connections.messages == []

    def test_everybody_sees_who_comes_and_goes(self, house: House) -> None:
        code = house.create()
        house.enter(code, None)
        _, message = house.enter(code, "token of Ana")
        assert message is None
        latest = house.connections.told(Audience.PUBLIC)[-1].view
        assert latest.lobby.players[0].online
        house.connections.here[code].pop()
        house.rooms.refresh(code)
        latest = house.connections.told(Audience.PUBLIC)[-1].view
        assert not latest.lobby.players[0].online

    def test_an_unknown_token_a_removed_person_and_one_who_left(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, Remove(CEM))
        house.do(code, DORA, Leave())
        assert why_not(lambda: house.enter(code, "token of Eva")) is Refusal.UNKNOWN_TOKEN
        assert why_not(lambda: house.enter(code, "token of Dora")) is Refusal.UNKNOWN_TOKEN
        assert why_not(lambda: house.enter(code, "token of Cem")) is Refusal.REMOVED
        rejoin = lambda: house.rooms.join(code, "token of Cem", "Cem")  # noqa: E731
        assert why_not(rejoin) is Refusal.REMOVED
        house.rooms.join(code, "token of Dora", "Dora")
        assert seat_of(house.room(code), hashed("token of Dora")) == DORA

    def test_joining_again_is_no_harm_whatever_the_name(self, house: House) -> None:
        code = house.four()
        version = house.room(code).version
        house.rooms.join(code, "token of Ben", "Benjamin")
        assert house.room(code).version == version

    def test_i_was_cem(self, house: House) -> None:
        code = house.four()
        asked = house.rooms.ask_to_return(code, "new token", CEM)
        answer = lambda: house.do(code, ANA, consent(asked))  # noqa: E731
        refused = why_not(answer)
        assert refused is Refusal.NOT_YOURS_TO_ANSWER
        here = house.connections.here[code]
        here[:] = [admitted for admitted in here if admitted.player != CEM]
        answer()
        assert house.enter(code, "new token")[0].player == CEM
        assert why_not(lambda: house.enter(code, "token of Cem")) is Refusal.UNKNOWN_TOKEN

    def test_a_link_from_the_terminal_makes_a_host(self, house: House) -> None:
        code = house.four()
        house.rooms.become_host(code, "token of Ben", ANA)
        assert house.room(code).lobby.host == BEN
        again = lambda: house.rooms.become_host(code, "token of Cem", ANA)  # noqa: E731
        assert why_not(again) is Refusal.LINK_INVALID

    def test_there_is_no_such_room(self, house: House) -> None:
        assert why_not(lambda: house.enter("ZZZZ", None)) is Refusal.ROOM_NOT_FOUND


class TestCreating:
    def test_the_same_command_again_leads_to_the_same_room(self, house: House) -> None:
        code = house.create()
        assert house.create() == code
        assert house.rooms.create("token of Ana", "Ana", "en", ("en",), TYPED, "other") != code

    def test_a_code_that_is_taken_is_not_given_again(self, house: House) -> None:
        house.create()
        house.draw._codes = iter((CODES[0], CODES[0], "WXYZ"))
        assert house.rooms.create("t", "Eva", "en", ("en",), TYPED, "k") == "WXYZ"

    def test_decks_exist_and_stand_there_once(self, house: House) -> None:
        create = house.rooms.create
        unknown = why_not(lambda: create("t", "Ana", "en", ("en", "xx"), TYPED, "k"))
        assert unknown is Refusal.UNKNOWN_DECK
        code = create("t", "Ana", "en", ("en", "house", "en"), TYPED, "k")
        assert house.room(code).lobby.decks == ("en", "house")

    def test_a_bad_name_opens_nothing(self, house: House) -> None:
        create = house.rooms.create
        malformed = why_not(lambda: create("t", "", "en", ("en",), TYPED, "k"))
        assert malformed is Refusal.NAME_MALFORMED


class TestTrouble:
    def test_a_store_that_cannot_be_read_sets_nothing_aside(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = house.create()

        def fail(code: str) -> None:
            raise NotSaved("input/output error")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "latest", fail)
            house.restart_rooms()
            assert why_not(lambda: house.enter(code, None)) is Refusal.UNREADABLE
        assert house.enter(code, None)[0].code == code

    def test_after_a_restore_everybody_enters_again(self, house: House, tmp_path: Path) -> None:
        code = house.four()
        saved = house.room(code)
        backup.backup(house.folder, tmp_path / "evening.backup")
        house.do(code, ANA, clue("tree", 2))
        backup.restore(house.folder, tmp_path / "evening.backup")
        house.journal.clear()
        assert why_not(lambda: house.do(code, ANA, touch(0))) is Refusal.NOT_SAVED
        assert house.journal == []
        assert house.connections.renewed == [code]
        assert house.store.was_restored()
        house.rooms.renew()
        assert house.room(code) == saved
        house.enter(code, "token of Ana")
        house.do(code, ANA, clue("river", 3))

    def test_renewing_touches_all_rooms_that_are_loaded(self, house: House) -> None:
        first = house.create()
        second = house.rooms.create("t", "Eva", "en", ("en",), TYPED, "k")
        for code in (first, second):
            house.enter(code, None)
        house.rooms.renew()
        assert sorted(house.connections.renewed) == sorted((first, second))

    def test_idle_rooms_are_forgotten_and_read_again_when_needed(self, house: House) -> None:
        idle = house.four()
        busy = house.rooms.create("t", "Eva", "en", ("en",), TYPED, "k")
        house.enter(busy, None)
        before = house.room(idle)
        house.connections.here.pop(idle)
        house.rooms.forget_idle()
        assert set(house.rooms._live) == {busy}
        assert house.room(idle) == before

    def test_a_room_in_use_is_not_forgotten(self, house: House) -> None:
        code = house.create()
        house.room(code)
        with house.rooms._held(code):
            other = threading.Thread(target=house.rooms.forget_idle)
            other.start()
            other.join()
            assert code in house.rooms._live

    def test_a_room_forgotten_while_somebody_waits_for_it_is_read_anew(self, house: House) -> None:
        code = house.create()
        with house.rooms._held(code) as stale:
            pass
        stale.lock.acquire()
        got: list[object] = []

        def wait() -> None:
            with house.rooms._held(code) as live:
                got.append(live)

        waiting = threading.Thread(target=wait)
        waiting.start()
        house.rooms._forget(code)
        stale.lock.release()
        waiting.join()
        assert got
        assert got[0] is not stale

    def test_a_fault_of_the_disk_names_no_row(
        self, house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        code = house.four()
        house.store._db.close()
        with caplog.at_level(logging.DEBUG):
            assert why_not(lambda: house.do(code, ANA, clue("tree", 2))) is Refusal.NOT_SAVED
        assert "assassin" not in caplog.text
        house.store._db = sqlite3.connect(":memory:")
