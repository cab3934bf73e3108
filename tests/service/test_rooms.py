"""Lock, play, save, tell: the laws 3, 4, 5 and 7 of a server's rooms, on a real store."""

import itertools
import logging
import sqlite3
import threading
from pathlib import Path

import pytest

from room.room_builder import ANA, BEN, CEM, DORA, consent
from room_harness import CODES, Bench, why_not
from rules.game_builder import OPERATIVES_TAP, RED, STRICT_TIMER, TYPED, clue, mark, touch
from undercast.base.refusals import Refusal
from undercast.room.entries import Leave, Remove, Rename, TakeSeat
from undercast.room.seats import Seat
from undercast.room.state import REMEMBERED_COMMANDS
from undercast.rules.actions import MarkCard, TouchCard
from undercast.rules.events import CardTouched, ClueGiven
from undercast.service import NotSaved, RoomAccess, hash_token, player_of_token, room_creation
from undercast.service.loaded_room import BURST, PAUSE_MS, LoadedRoom
from undercast.service.rooms import UNCLAIMED_MS
from undercast.store.data_file import FILE
from undercast.store.sqlite import backup
from undercast.views import Audience, KeyView


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


class TestUnclaimed:
    def test_a_room_that_a_screen_opened_is_gone_unless_somebody_joins(self, bench: Bench) -> None:
        code = bench.rooms.open_unclaimed("en")
        assert bench.rooms.is_unclaimed(code)
        bench.now += UNCLAIMED_MS - 1
        assert bench.rooms.is_unclaimed(code)
        assert bench.rooms.abandoned() == []
        bench.now += 1
        assert not bench.rooms.is_unclaimed(code)
        assert bench.rooms.abandoned() == [code]
        bench.rooms.close(code)
        assert bench.rooms.abandoned() == []

    def test_that_holds_after_a_restart(self, bench: Bench) -> None:
        code = bench.rooms.open_unclaimed("en")
        bench.restart()
        assert bench.rooms.is_unclaimed(code)
        bench.restart()
        bench.now += UNCLAIMED_MS
        assert why_not(lambda: bench.rooms.join(code, "t", "Ana")) is Refusal.ROOM_NOT_FOUND
        assert not bench.rooms.is_unclaimed(code)

    def test_who_joins_in_time_keeps_it(self, bench: Bench) -> None:
        code = bench.rooms.open_unclaimed("en")
        bench.rooms.join(code, "t", "Ana")
        assert not bench.rooms.is_unclaimed(code)
        bench.now += UNCLAIMED_MS
        assert bench.rooms.abandoned() == []
        bench.restart()
        assert bench.room(code).lobby.host == bench.room(code).lobby.players[0].id

    def test_whether_it_is_there_cannot_be_told_while_nothing_can_be_read(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def failing(_code: str) -> None:
            raise NotSaved

        code = bench.rooms.open_unclaimed("en")
        monkeypatch.setattr(bench.store, "latest", failing)
        assert why_not(lambda: bench.rooms.is_unclaimed(code)) is Refusal.NOT_SAVED


class TestSaveThenTell:
    def test_saved_first_then_told(self, bench: Bench) -> None:
        code = bench.four()
        bench.journal.clear()
        bench.do(code, ANA, clue("tree", 2))
        assert bench.journal[0].startswith("saved")
        assert len(bench.journal) == 4  # the public, and each spymaster
        assert all(line.startswith("told") for line in bench.journal[1:])

    def test_what_cannot_be_saved_is_refused_and_nobody_is_told(self, bench: Bench) -> None:
        code = bench.four()
        before = bench.room(code)
        bench.journal.clear()
        bench.store.full_disk = True
        assert why_not(lambda: bench.do(code, ANA, clue("tree", 2))) is Refusal.NOT_SAVED
        assert why_not(lambda: bench.rooms.join(code, "t", "Eva")) is Refusal.NOT_SAVED
        assert bench.room(code) is before
        assert bench.journal == []

    def test_the_same_command_can_be_sent_again_when_there_is_room(self, bench: Bench) -> None:
        code = bench.four()
        bench.store.full_disk = True
        give = lambda: bench.do(code, ANA, clue("tree", 2), cmd_id="k")  # noqa: E731
        assert why_not(give) is Refusal.NOT_SAVED
        bench.store.full_disk = False
        give()
        assert bench.room(code).has_done(ANA, "k")

    def test_a_room_that_cannot_be_saved_is_not_opened(self, bench: Bench) -> None:
        bench.store.full_disk = True
        assert why_not(bench.create) is Refusal.NOT_SAVED
        assert why_not(lambda: bench.rooms.refresh(CODES[0])) is Refusal.ROOM_NOT_FOUND

    def test_what_the_rules_refuse_is_neither_saved_nor_told(self, bench: Bench) -> None:
        code = bench.four()
        before = bench.room(code)
        bench.journal.clear()
        assert why_not(lambda: bench.do(code, BEN, clue("tree", 2))) is Refusal.NOT_YOUR_TURN
        assert bench.room(code) is before
        assert bench.journal == []

    def test_a_room_is_its_log(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, clue("tree", 2))
        before = bench.room(code)
        bench.restart()
        assert bench.room(code) == before

    def test_the_log_knows_no_token(self, bench: Bench) -> None:
        bench.four()
        bench.store._db.execute("pragma wal_checkpoint(truncate)")
        assert b"token of" not in (bench.folder / FILE).read_bytes()


class TestOneOrder:
    def test_a_move_chosen_on_an_older_board_is_stale(self, bench: Bench) -> None:
        code = bench.four()
        step = bench.room(code).step
        bench.do(code, ANA, clue("tree", 2), step=step)
        for wrong in (step, step + 2, -1, 10**9):
            stale = why_not(lambda step=wrong: bench.do(code, ANA, touch(0), step=step))
            assert stale is Refusal.STALE
        bench.do(code, ANA, touch(0), step=step + 1)

    def test_a_known_command_is_answered_again_before_staleness_is_judged(
        self, bench: Bench
    ) -> None:
        code = bench.four()
        step = bench.room(code).step
        for _ in range(3):
            bench.do(code, ANA, clue("tree", 2), step, "k")
        assert bench.room(code).step == step + 1

    def test_so_is_one_that_changed_nothing(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, Rename("Ana"), cmd_id="nothing")
        bench.do(code, ANA, Rename("Anna"), cmd_id="k")
        version = bench.room(code).version
        bench.do(code, ANA, Rename("Ana"), cmd_id="nothing")
        assert bench.room(code).version == version
        for n in range(REMEMBERED_COMMANDS):
            bench.do(code, ANA, Rename("Anna"), cmd_id=f"nothing{n}")
        bench.do(code, ANA, Rename("Ana"), cmd_id="k")
        assert bench.room(code).version == version, "what changed something is remembered beside"
        bench.do(code, ANA, Rename("Ana"), cmd_id="nothing")
        assert bench.room(code).version == version + 1, "of the others only so many"

    def test_nothing_is_remembered_of_who_was_forgotten(self, bench: Bench) -> None:
        live = LoadedRoom()
        live.room = bench.room(bench.four())
        live.remember_no_op("p99", "k")
        assert not live.has_done("p99", "k")

    def test_and_it_is_not_even_asked_what_it_means(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, Rename("Anna"), cmd_id="k")
        version = bench.room(code).version
        bench.do(code, ANA, Rename(""), cmd_id="k")
        assert bench.room(code).version == version

    def test_another_person_s_number_is_another_command(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, Rename("Anna"), cmd_id="k")
        bench.do(code, BEN, Rename("Benn"), cmd_id="k")
        assert bench.room(code).lobby.player(BEN).name == "Benn"

    def test_also_after_a_restart(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, clue("tree", 2), 1, "k")
        bench.restart()
        bench.do(code, ANA, clue("tree", 2), 1, "k")

    def test_a_refused_command_may_be_tried_again(self, bench: Bench) -> None:
        code = bench.four()
        give = lambda: bench.do(code, BEN, clue("lime", 1), cmd_id="k")  # noqa: E731
        assert why_not(give) is Refusal.NOT_YOUR_TURN
        bench.do(code, ANA, clue("tree", 1))
        bench.do(code, ANA, touch(20))
        give()

    def test_the_time_of_a_command_is_read_once(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, clue("tree", 2))
        bench.now = 5_000
        bench.do(code, ANA, TouchCard(0, ANA))
        latest = bench.store.log(code)[-1]
        assert (latest.at, latest.do) == (5_000, TouchCard(0, ANA, seat="red_spymaster"))


class TestWhatChangesNothing:
    def test_the_own_seat_taken_again_costs_no_mark_and_announces_nothing(
        self, bench: Bench
    ) -> None:
        code = bench.four(OPERATIVES_TAP)
        bench.do(code, ANA, clue("tree", 2))
        bench.do(code, CEM, mark(RED[0], by=CEM))
        before, told = bench.room(code), len(bench.connections.messages)
        bench.do(code, CEM, TakeSeat(Seat.RED_OPERATIVE))
        assert bench.room(code) is before
        assert len(bench.connections.messages) == told

    """It is answered, and neither saved nor told."""

    def test_the_same_name_seat_settings_words_and_request(self, bench: Bench) -> None:
        code = bench.four()
        for twice in (
            lambda: bench.do(code, ANA, Rename("Ana")),
            lambda: bench.do(code, CEM, TakeSeat(Seat.RED_OPERATIVE)),
            lambda: bench.command(
                code, ANA, "change_settings", settings=TYPED, decks=("en",), language="en"
            ),
            lambda: bench.command(code, ANA, "paste_words", text=""),
            lambda: bench.command(code, CEM, "ask_for_seat", seat=Seat.RED_SPYMASTER),
        ):
            twice()
            before = bench.room(code)
            bench.journal.clear()
            twice()
            assert bench.room(code) is before
            assert bench.journal == []

    def test_a_mark_that_is_there(self, bench: Bench) -> None:
        code = bench.four(OPERATIVES_TAP)
        bench.do(code, ANA, clue("tree", 2))
        bench.do(code, CEM, mark(RED[0], by=CEM))
        before = bench.room(code)
        bench.journal.clear()
        bench.do(code, CEM, mark(RED[0], by=CEM))
        assert bench.room(code) is before
        assert bench.journal == []

    def test_asking_to_return_again_is_the_same_request(self, bench: Bench) -> None:
        code = bench.four()
        asked = bench.rooms.ask_to_return(code, "new token", CEM)
        before = bench.room(code)
        assert bench.rooms.ask_to_return(code, "new token", CEM) == asked
        assert bench.room(code) is before
        assert bench.rooms.ask_to_return(code, "new token", DORA) != asked
        assert bench.rooms.ask_to_return(code, "another", DORA) > asked + 1


class TestStreams:
    def test_each_audience_counts_its_own_views(self, bench: Bench) -> None:
        code = bench.four()
        for audience in (Audience.PUBLIC, Audience.RED_SPYMASTER, Audience.BLUE_SPYMASTER):
            numbers = [message.n for message in bench.connections.told(audience)]
            assert numbers == sorted(set(numbers))
        bench.do(code, ANA, clue("tree", 2))
        latest = bench.connections.told(Audience.PUBLIC)[-1]
        bench.do(code, ANA, touch(0))
        following = bench.connections.told(Audience.PUBLIC)[-1]
        assert (following.n, following.step) == (latest.n + 1, latest.step + 1)
        assert [type(h) for h in following.happened] == [CardTouched]

    def test_a_secret_mark_moves_nobody_else_s_number(self, bench: Bench) -> None:
        code = bench.four(OPERATIVES_TAP)
        bench.do(code, ANA, clue("tree", 2))
        bench.connections.messages.clear()
        step = bench.room(code).step
        bench.do(code, CEM, mark(RED[0], by=CEM), step=step)
        told = {message.audience for message in bench.connections.messages}
        assert told == {Audience.RED_OPERATIVES, Audience.RED_SPYMASTER}
        assert bench.room(code).step == step
        public = bench.connections.told(Audience.PUBLIC)
        bench.do(code, CEM, touch(RED[0], by=CEM), step=step)
        assert public == []
        numbers = [m.n for m in bench.connections.told(Audience.RED_OPERATIVES)]
        assert numbers[1] == numbers[0] + 1

    def test_a_command_that_shows_nothing_new_tells_nobody(self, bench: Bench) -> None:
        code = bench.four(OPERATIVES_TAP)
        bench.do(code, ANA, clue("tree", 2))
        bench.connections.messages.clear()
        bench.do(code, CEM, MarkCard(3, on=False, by=CEM))
        assert bench.connections.messages == []

    def test_only_those_who_listen_are_told(self, bench: Bench) -> None:
        code = bench.create()
        bench.do(code, ANA, TakeSeat(Seat.RED_SPYMASTER))
        assert bench.connections.messages == []

    def test_whoever_sits_down_at_the_key_gets_the_key_view(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, BEN, TakeSeat(Seat.SPECTATOR))
        bench.do(code, DORA, TakeSeat(Seat.BLUE_SPYMASTER))
        message = bench.connections.told(Audience.BLUE_SPYMASTER)[-1]
        assert isinstance(message.view, KeyView)
        latest_public = bench.connections.told(Audience.PUBLIC)[-1].view
        assert not isinstance(latest_public, KeyView)


class TestPace:
    """Nobody drives everybody's screen by what is no move."""

    def rename(self, bench: Bench, code: str, times: int) -> None:
        for number in range(times):
            bench.do(code, BEN, Rename(f"Ben {number}"))

    def test_what_is_too_much_is_told_together_later(self, bench: Bench) -> None:
        code = bench.four()
        bench.now += 60_000
        before = len(bench.connections.told(Audience.PUBLIC))
        self.rename(bench, code, BURST + 30)
        assert len(bench.connections.told(Audience.PUBLIC)) == before + BURST
        woken_code, at = bench.timers_set[-1]
        assert (woken_code, at) == (code, bench.now + PAUSE_MS)
        bench.now = at
        bench.rooms.timer_due(code)
        told = bench.connections.told(Audience.PUBLIC)
        assert len(told) == before + BURST + 1
        assert told[-1].view.lobby.players[1].name == f"Ben {BURST + 29}"
        bench.rooms.timer_due(code)
        assert len(bench.connections.told(Audience.PUBLIC)) == len(told), "nothing more is owed"

    def test_moves_are_told_at_once(self, bench: Bench) -> None:
        code = bench.four()
        bench.now += 60_000
        self.rename(bench, code, BURST + 30)
        bench.do(code, ANA, clue("tree", 2))
        told = bench.connections.told(Audience.PUBLIC)[-1]
        assert [type(event) for event in told.happened] == [ClueGiven]
        assert told.view.lobby.players[1].name == f"Ben {BURST + 29}"

    def test_who_comes_then_need_not_wait(self, bench: Bench) -> None:
        code = bench.four()
        bench.now += 60_000
        self.rename(bench, code, BURST + 30)
        latest = bench.connections.told(Audience.PUBLIC)[-1]
        _, message = bench.enter(code, None)
        assert message is not None
        assert message.n == latest.n
        assert message.view.lobby.players[1].name == f"Ben {BURST + 29}"
        assert bench.connections.told(Audience.PUBLIC)[-1] is latest, "the others wait"

    def test_and_is_told_what_was_taken_back_meanwhile(self, bench: Bench) -> None:
        code = bench.four()
        bench.now += 60_000
        self.rename(bench, code, BURST)
        latest = bench.connections.told(Audience.PUBLIC)[-1]
        bench.do(code, BEN, Rename("Benjamin"))
        _, message = bench.enter(code, None)
        assert message is not None
        assert message.view.lobby.players[1].name == "Benjamin"
        bench.do(code, BEN, Rename(f"Ben {BURST - 1}"))
        bench.now = bench.timers_set[-1][1]
        bench.rooms.timer_due(code)
        told = bench.connections.told(Audience.PUBLIC)[-1]
        assert (told.n, told.view) == (latest.n + 1, latest.view)

    def test_coming_and_going_is_told_no_faster(self, bench: Bench) -> None:
        code = bench.four()
        bench.now += 60_000
        before = len(bench.connections.told(Audience.PUBLIC))
        here = bench.connections.here[code]
        for _ in range(BURST):
            here[:] = [one for one in here if one.player != BEN]
            bench.rooms.refresh(code)
            bench.enter(code, "token of Ben")
        assert len(bench.connections.told(Audience.PUBLIC)) == before + BURST

    def test_who_is_owed_a_view_gets_it_while_a_turn_s_end_cannot_be_saved(
        self, bench: Bench
    ) -> None:
        code = bench.four(STRICT_TIMER)
        self.rename(bench, code, BURST + 30)
        bench.now += 10**6
        bench.store.full_disk = True
        assert why_not(lambda: bench.rooms.timer_due(code)) is Refusal.NOT_SAVED
        told = bench.connections.told(Audience.PUBLIC)[-1]
        assert told.view.lobby.players[1].name == f"Ben {BURST + 29}"

    def test_a_clock_is_not_overslept(self, bench: Bench) -> None:
        code = bench.four(STRICT_TIMER)
        bench.now += 9_990
        self.rename(bench, code, BURST + 30)
        assert bench.timers_set[-1][1] <= bench.now + 10


class TestEntering:
    def test_a_newcomer_gets_the_view(self, bench: Bench) -> None:
        code = bench.create()
        admitted, message = bench.enter(code, None)
        assert admitted == RoomAccess(code, None, None, Audience.PUBLIC)
        told = bench.connections.told(Audience.PUBLIC)
        assert message is None
        assert [m.n for m in told] == [1]

    def test_one_who_changes_nothing_for_the_others_gets_it_alone(self, bench: Bench) -> None:
        code = bench.create()
        bench.enter(code, None)
        bench.connections.messages.clear()
        _, message = bench.enter(code, None)
        assert message is not None
        assert (message.n, message.happened) == (1, ())
        assert bench.connections.messages == []

    def test_everybody_sees_who_comes_and_goes(self, bench: Bench) -> None:
        code = bench.create()
        bench.enter(code, None)
        _, message = bench.enter(code, "token of Ana")
        assert message is None
        latest = bench.connections.told(Audience.PUBLIC)[-1].view
        assert latest.lobby.players[0].online
        bench.connections.here[code].pop()
        bench.rooms.refresh(code)
        latest = bench.connections.told(Audience.PUBLIC)[-1].view
        assert not latest.lobby.players[0].online

    def test_an_unknown_token_a_removed_person_and_one_who_left(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, Remove(CEM))
        bench.do(code, DORA, Leave())
        assert why_not(lambda: bench.enter(code, "token of Eva")) is Refusal.UNKNOWN_TOKEN
        assert why_not(lambda: bench.enter(code, "token of Dora")) is Refusal.UNKNOWN_TOKEN
        assert why_not(lambda: bench.enter(code, "token of Cem")) is Refusal.REMOVED
        rejoin = lambda: bench.rooms.join(code, "token of Cem", "Cem")  # noqa: E731
        assert why_not(rejoin) is Refusal.REMOVED
        bench.rooms.join(code, "token of Dora", "Dora")
        assert player_of_token(bench.room(code), hash_token("token of Dora")) == DORA

    def test_joining_again_is_no_harm_whatever_the_name(self, bench: Bench) -> None:
        code = bench.four()
        version = bench.room(code).version
        bench.rooms.join(code, "token of Ben", "Benjamin")
        assert bench.room(code).version == version

    def test_i_was_cem(self, bench: Bench) -> None:
        code = bench.four()
        asked = bench.rooms.ask_to_return(code, "new token", CEM)
        refused = why_not(lambda: bench.do(code, BEN, consent(asked)))
        assert refused is Refusal.NOT_YOURS_TO_ANSWER
        bench.do(code, ANA, consent(asked))
        assert bench.enter(code, "new token")[0].player == CEM
        assert why_not(lambda: bench.enter(code, "token of Cem")) is Refusal.UNKNOWN_TOKEN

    def test_a_leaving_host_is_followed_by_somebody_who_is_online(self, bench: Bench) -> None:
        code = bench.four()
        here = bench.connections.here[code]
        here[:] = [admitted for admitted in here if admitted.player != BEN]
        bench.rooms.refresh(code)
        bench.do(code, ANA, Leave())
        assert bench.room(code).lobby.host == CEM
        bench.restart()
        assert bench.room(code).lobby.host == CEM

    def test_a_link_from_the_terminal_makes_a_host(self, bench: Bench) -> None:
        code = bench.four()
        bench.rooms.become_host(code, "token of Ben", ANA)
        assert bench.room(code).lobby.host == BEN
        again = lambda: bench.rooms.become_host(code, "token of Cem", ANA)  # noqa: E731
        assert why_not(again) is Refusal.LINK_INVALID

    def test_there_is_no_such_room(self, bench: Bench) -> None:
        assert why_not(lambda: bench.enter("ZZZZ", None)) is Refusal.ROOM_NOT_FOUND


class TestCreating:
    def test_the_same_command_again_leads_to_the_same_room(self, bench: Bench) -> None:
        code = bench.create()
        assert bench.create() == code
        assert bench.rooms.create("token of Ana", "Ana", "en", ("en",), TYPED, "other") != code

    def test_a_code_that_is_taken_is_not_given_again(self, bench: Bench) -> None:
        bench.create()
        bench.draw._codes = iter((CODES[0], CODES[0], "WXYZ"))
        assert bench.rooms.create("t", "Eva", "en", ("en",), TYPED, "k") == "WXYZ"

    def test_with_all_codes_taken_it_is_refused(self, bench: Bench) -> None:
        bench.create()
        bench.draw._codes = itertools.repeat(CODES[0])
        create = lambda: bench.rooms.create("t", "Eva", "en", ("en",), TYPED, "k")  # noqa: E731
        assert why_not(create) is Refusal.SERVER_FULL

    def test_unused_rooms_make_space_and_others_do_not(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bench.rooms._creation, "_most_rooms", 3)
        create = lambda who: bench.rooms.create(who, "Eva", "en", ("en",), TYPED, "k")  # noqa: E731
        played, unused, entered = bench.four(), create("t"), create("u")
        bench.enter(entered, None)
        assert create("t") == unused  # the same command again is no new room
        assert why_not(lambda: create("v")) is Refusal.SERVER_FULL
        bench.now += room_creation.SEARCH_INTERVAL_MS - 1
        monkeypatch.setattr(room_creation, "UNUSED_MS", 0)
        assert why_not(lambda: create("v")) is Refusal.SERVER_FULL, "not looked for so often"
        monkeypatch.undo()
        monkeypatch.setattr(bench.rooms._creation, "_most_rooms", 3)
        bench.now += room_creation.UNUSED_MS + 1
        bench.connections.here.pop(played)
        bench.rooms.evict_idle()
        fourth = create("v")
        assert why_not(lambda: bench.rooms.require_room(unused)) is Refusal.ROOM_NOT_FOUND
        for code in (played, entered, fourth):
            bench.rooms.require_room(code)

    def test_decks_exist_and_stand_there_once(self, bench: Bench) -> None:
        create = bench.rooms.create
        unknown = why_not(lambda: create("t", "Ana", "en", ("en", "xx"), TYPED, "k"))
        assert unknown is Refusal.UNKNOWN_DECK
        code = create("t", "Ana", "en", ("en", "house", "en"), TYPED, "k")
        assert bench.room(code).lobby.decks == ("en", "house")

    def test_a_bad_name_opens_nothing(self, bench: Bench) -> None:
        create = bench.rooms.create
        malformed = why_not(lambda: create("t", "", "en", ("en",), TYPED, "k"))
        assert malformed is Refusal.NAME_MALFORMED


class TestTrouble:
    def test_a_store_that_cannot_be_read_sets_nothing_aside(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = bench.create()

        def fail(code: str) -> None:
            raise NotSaved("input/output error")

        with monkeypatch.context() as patch:
            patch.setattr(bench.store, "latest", fail)
            bench.restart_rooms()
            assert why_not(lambda: bench.enter(code, None)) is Refusal.NOT_SAVED
        assert bench.enter(code, None)[0].code == code

    def test_after_a_restore_everybody_enters_again(self, bench: Bench, tmp_path: Path) -> None:
        code = bench.four()
        saved = bench.room(code)
        backup.backup(bench.folder, tmp_path / "evening.backup")
        bench.do(code, ANA, clue("tree", 2))
        backup.restore(bench.folder, tmp_path / "evening.backup")
        bench.journal.clear()
        assert why_not(lambda: bench.do(code, ANA, touch(0))) is Refusal.NOT_SAVED
        assert bench.journal == []
        assert bench.connections.seen_out == [(code, Refusal.RESTORED)]
        assert bench.store.was_restored()
        bench.rooms.evict_all()
        assert bench.room(code) == saved
        bench.enter(code, "token of Ana")
        bench.do(code, ANA, clue("river", 3))

    def test_renewing_touches_all_rooms_that_are_loaded(self, bench: Bench) -> None:
        first = bench.create()
        second = bench.rooms.create("t", "Eva", "en", ("en",), TYPED, "k")
        for code in (first, second):
            bench.enter(code, None)
        bench.rooms.evict_all()
        assert sorted(bench.connections.seen_out) == [
            (code, Refusal.RESTORED) for code in sorted((first, second))
        ]

    def test_idle_rooms_are_forgotten_and_read_again_when_needed(self, bench: Bench) -> None:
        idle = bench.four()
        busy = bench.rooms.create("t", "Eva", "en", ("en",), TYPED, "k")
        bench.enter(busy, None)
        before = bench.room(idle)
        bench.connections.here.pop(idle)
        bench.rooms.evict_idle()
        assert set(bench.rooms._cache.rooms) == {busy}
        assert bench.room(idle) == before

    def test_a_room_in_use_is_not_forgotten(self, bench: Bench) -> None:
        code = bench.create()
        bench.room(code)
        with bench.rooms._locked(code):
            other = threading.Thread(target=bench.rooms.evict_idle)
            other.start()
            other.join()
            assert code in bench.rooms._cache.rooms

    def test_a_room_forgotten_while_somebody_waits_for_it_is_read_anew(self, bench: Bench) -> None:
        code = bench.create()
        with bench.rooms._locked(code) as stale:
            pass
        stale.lock.acquire()
        got: list[object] = []

        def wait() -> None:
            with bench.rooms._locked(code) as live:
                got.append(live)

        waiting = threading.Thread(target=wait)
        waiting.start()
        bench.rooms._cache.evict(code)
        stale.lock.release()
        waiting.join()
        assert got
        assert got[0] is not stale

    def test_a_fault_of_the_disk_names_no_row(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        code = bench.four()
        bench.store._db.close()
        with caplog.at_level(logging.DEBUG):
            assert why_not(lambda: bench.do(code, ANA, clue("tree", 2))) is Refusal.NOT_SAVED
        assert "assassin" not in caplog.text
        bench.store._db = sqlite3.connect(":memory:")
