"""The referee's advice and the silent question, in a server's rooms."""

from pathlib import Path

import pytest

from room.room_builder import ANA, BEN, CEM, DORA
from room_harness import Bench, why_not
from rules.game_builder import BYSTANDERS, OPERATIVES_TAP, RED, clue, mark, touch
from undercast.base.refusals import Refusal
from undercast.rules.actions import (
    Abandon,
    AllowClue,
    AskRival,
    Challenge,
    GiveClue,
    Pause,
    RejectClue,
    TakeBackClue,
    UpholdChallenge,
)
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import Penalty, Refereeing, RivalConfirms, Settings
from undercast.views import Audience, KeyView
from undercast.web.transport.packets import event_frame

SAME = Finding(Verdict.ILLEGAL, Objection.SAME, 0)
SEVERAL = Finding(Verdict.QUESTIONED, Objection.SEVERAL_WORDS)

IN_THE_KNOW = (Audience.RED_SPYMASTER, Audience.BLUE_SPYMASTER)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def codename(bench: Bench, code: str) -> str:
    """What lies on a red agent: a clue that is against the rules until it is touched."""
    game = bench.room(code).game
    assert game is not None
    return game.table.codenames[RED[0]].lower()


class TestRivalConfirms:
    ALWAYS = Settings(rival_confirms=RivalConfirms.ALWAYS)

    def away(self, bench: Bench, code: str) -> None:
        """Ben's last connection goes; the others stay."""
        here = bench.connections.here[code]
        bench.connections.here[code] = [c for c in here if c.player != BEN]
        bench.rooms.refresh(code)

    @pytest.mark.parametrize(("after", "asked"), [(0, True), (20_000, True), (20_001, False)])
    def test_a_rival_counts_as_there_for_20_seconds(
        self, bench: Bench, after: int, asked: bool
    ) -> None:
        code = bench.four(self.ALWAYS)
        bench.now += 100_000
        self.away(bench, code)
        bench.now += after
        bench.do(code, ANA, clue("tree", 2))
        game = bench.room(code).game
        assert game is not None
        assert (game.question is not None) == asked
        assert (game.table.turn.clue is None) == asked

    def test_one_who_is_back_is_asked_again(self, bench: Bench) -> None:
        code = bench.four(self.ALWAYS)
        self.away(bench, code)
        bench.now += 100_000
        bench.enter(code, "token of Ben")
        bench.do(code, ANA, clue("tree", 2))
        game = bench.room(code).game
        assert game is not None
        assert game.question is not None


class TestJudge:
    def test_the_giver_hears_the_findings(self, bench: Bench) -> None:
        code = bench.four()
        assert bench.rooms.judge(code, ANA, codename(bench, code), 1) == (SAME,)
        assert bench.rooms.judge(code, ANA, "two words", 1) == (SEVERAL,)
        assert bench.rooms.judge(code, ANA, "tree", 1) == ()

    def test_it_changes_nothing_and_tells_nobody(self, bench: Bench) -> None:
        code = bench.four()
        before = bench.room(code)
        bench.journal.clear()
        for word in ("oak", "two words", "tree"):
            bench.rooms.judge(code, ANA, word, 1)
        assert bench.room(code) is before
        assert bench.journal == []

    def test_what_is_revealed_may_be_said_again(self, bench: Bench) -> None:
        code = bench.four()
        oak = codename(bench, code)
        bench.do(code, ANA, clue("tree", 1))
        assert bench.rooms.judge(code, ANA, oak, 1) == (SAME,), "it could be corrected to that"
        bench.do(code, ANA, touch(RED[0]))
        bench.do(code, ANA, touch(BYSTANDERS[0]))
        assert bench.rooms.judge(code, BEN, oak, 1) == ()

    def test_more_than_is_left_to_find(self, bench: Bench) -> None:
        code = bench.four()
        (found,) = bench.rooms.judge(code, ANA, "tree", 9) or (None,)
        assert found is None
        bench.do(code, ANA, clue("tree", 1))
        bench.do(code, ANA, touch(BYSTANDERS[0]))
        number = Finding(Verdict.QUESTIONED, Objection.NUMBER)
        assert bench.rooms.judge(code, BEN, "lime", 9) == (number,)

    def test_only_who_could_give_a_clue_now(self, bench: Bench) -> None:
        code = bench.four()
        for player in (BEN, CEM, DORA):
            refused = why_not(lambda player=player: bench.rooms.judge(code, player, "oak", 1))
            assert refused is Refusal.NOT_YOUR_SEAT
        nobody = why_not(lambda: bench.rooms.judge(code, "p9", "oak", 1))
        assert nobody is Refusal.NO_SUCH_PLAYER

    def test_only_a_well_formed_clue(self, bench: Bench) -> None:
        code = bench.four()
        assert why_not(lambda: bench.rooms.judge(code, ANA, "", 1)) is Refusal.CLUE_MALFORMED
        assert why_not(lambda: bench.rooms.judge(code, ANA, "oak", 10)) is Refusal.CLUE_NUMBER

    @pytest.mark.parametrize("referee", [Refereeing.OFF, Refereeing.STRICT])
    def test_only_where_the_referee_advises(self, bench: Bench, referee: Refereeing) -> None:
        code = bench.four(Settings(referee=referee))
        assert why_not(lambda: bench.rooms.judge(code, ANA, "oak", 1)) is Refusal.NO_ADVICE

    def test_only_in_a_game_and_while_it_runs(self, bench: Bench) -> None:
        empty = bench.create()
        assert why_not(lambda: bench.rooms.judge(empty, ANA, "oak", 1)) is Refusal.NO_GAME
        code = bench.four()
        bench.do(code, ANA, Abandon())
        assert why_not(lambda: bench.rooms.judge(code, ANA, "oak", 1)) is Refusal.ENDED
        assert why_not(lambda: bench.rooms.judge("ZZZZ", ANA, "x", 1)) is Refusal.ROOM_NOT_FOUND

    def test_not_while_a_clue_is_disputed(self, bench: Bench) -> None:
        code = bench.four()
        bench.do(code, ANA, clue("tree", 1))
        bench.do(code, BEN, Challenge())
        assert why_not(lambda: bench.rooms.judge(code, ANA, "oak", 1)) is Refusal.WRONG_PHASE


class TestPenalty:
    def test_a_random_penalty_stands_in_the_entry(self, bench: Bench) -> None:
        code = bench.four(Settings(penalty=Penalty.RANDOM))
        bench.do(code, ANA, clue("tree", 1))
        bench.do(code, BEN, Challenge())
        bench.do(code, BEN, UpholdChallenge())
        before = bench.room(code)
        assert before.game is not None
        assert before.game.table.turn.cover is not None
        bench.restart()
        assert bench.room(code) == before


class TestQuestion:
    def ask(self, bench: Bench, code: str) -> None:
        bench.do(code, ANA, AskRival("two words", 1, ANA, (SEVERAL,), rival=True))

    def question(self, bench: Bench, audience: Audience) -> object:
        view = bench.connections.told(audience)[-1].view
        assert isinstance(view, KeyView)
        return view.question

    def test_the_rival_s_phone_alone_shows_it(self, bench: Bench) -> None:
        code = bench.four(OPERATIVES_TAP)
        bench.connections.messages.clear()
        step = bench.room(code).step
        self.ask(bench, code)
        assert {m.audience for m in bench.connections.messages} == {*IN_THE_KNOW}
        for audience in IN_THE_KNOW:
            assert self.question(bench, audience) is not None
        assert all(message.happened == () for message in bench.connections.messages)
        assert bench.room(code).step == step

    def test_once_rejected_it_is_gone_for_the_rival(self, bench: Bench) -> None:
        code = bench.four()
        self.ask(bench, code)
        bench.do(code, BEN, RejectClue(1))
        assert self.question(bench, Audience.BLUE_SPYMASTER) is None
        rejected = self.question(bench, Audience.RED_SPYMASTER)
        assert rejected is not None
        bench.connections.messages.clear()
        bench.do(code, ANA, TakeBackClue())
        assert {m.audience for m in bench.connections.messages} == {Audience.RED_SPYMASTER}

    def test_a_move_chosen_meanwhile_is_not_stale(self, bench: Bench) -> None:
        code = bench.four()
        step = bench.room(code).step
        self.ask(bench, code)
        bench.do(code, CEM, Pause(), step=step)

    def test_it_survives_a_restart(self, bench: Bench) -> None:
        code = bench.four()
        self.ask(bench, code)
        before = bench.room(code)
        bench.restart()
        assert bench.room(code) == before
        bench.do(code, BEN, AllowClue(1))

    def test_in_strict_the_giver_s_command_is_done_and_nobody_hears_of_it(
        self, bench: Bench
    ) -> None:
        code = bench.four(Settings(referee=Refereeing.STRICT))
        bench.connections.messages.clear()
        bench.do(code, ANA, GiveClue("two words", 1, ANA, (SEVERAL,), rival=True))
        assert {m.audience for m in bench.connections.messages} == {*IN_THE_KNOW}


def frames_of_the_others(bench: Bench, *, secretly: bool) -> list[str]:
    """All that anybody but the two spymasters was ever sent, in an evening with or without a
    conversation between them.
    """
    code = bench.four(OPERATIVES_TAP)
    if secretly:
        for word in ("oak", "two words"):
            bench.rooms.judge(code, ANA, word, 1)
        bench.do(code, ANA, AskRival("two words", 1, ANA, (SEVERAL,), rival=True))
        bench.do(code, BEN, RejectClue(1))
        bench.do(code, ANA, TakeBackClue())
        bench.do(code, ANA, AskRival("oak", 1, ANA, (SAME,), rival=True))
        bench.do(code, ANA, TakeBackClue())
        bench.do(code, ANA, AskRival("tree", 2, ANA, rival=True))
        bench.do(code, BEN, RejectClue(3))
    bench.do(code, ANA, clue("tree", 2, by=ANA))
    bench.do(code, CEM, mark(RED[0], by=CEM))
    bench.do(code, CEM, touch(RED[0], by=CEM))
    bench.do(code, CEM, touch(BYSTANDERS[0], by=CEM))
    if secretly:
        bench.do(code, BEN, AskRival("more words", 1, BEN, (SEVERAL,), rival=True))
        bench.do(code, BEN, AskRival("lime", 1, BEN, rival=True))
    bench.do(code, BEN, clue("lime", 1, by=BEN))
    bench.do(code, DORA, touch(BYSTANDERS[1], by=DORA))
    return [
        event_frame("view", message)
        for message in bench.connections.messages
        if message.audience not in IN_THE_KNOW
    ]


def test_whether_there_was_a_secret_conversation_is_in_nobody_s_bytes_or_numbers(
    tmp_path: Path,
) -> None:
    folders = [tmp_path / "with", tmp_path / "without"]
    for folder in folders:
        folder.mkdir()
    houses = [Bench(folder) for folder in folders]
    one, two = (
        frames_of_the_others(bench, secretly=secretly)
        for bench, secretly in zip(houses, (True, False), strict=True)
    )
    assert one == two
    assert len(one) > 15
    lengths = [len(bench.store.log("BKTM")) for bench in houses]
    assert lengths[0] == lengths[1] + 9, "there was something to tell"
