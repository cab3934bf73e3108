"""The referee's advice and the silent question, in a server's rooms."""

from pathlib import Path

import pytest

from house import House, why_not
from room.evening import ANA, BEN, CEM, DORA
from rules.play import BYSTANDERS, OPERATIVES_TAP, RED, clue, mark, touch
from undercast.refusals import Refusal
from undercast.room.entries import Leave
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
from undercast.rules.settings import Penalty, Referee, Settings
from undercast.service import Facts
from undercast.views import Audience, KeyView
from undercast.web.transport.packets import event_frame

SAME = Finding(Verdict.ILLEGAL, Objection.SAME, 0)
SEVERAL = Finding(Verdict.QUESTIONED, Objection.SEVERAL_WORDS)

IN_THE_KNOW = (Audience.RED_SPYMASTER, Audience.BLUE_SPYMASTER)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def codename(house: House, code: str) -> str:
    """What lies on a red agent: a clue that is against the rules until it is touched."""
    game = house.room(code).game
    assert game is not None
    return game.table.codenames[RED[0]].lower()


def facts(house: House, code: str) -> Facts:
    with house.rooms._held(code) as live:
        return house.rooms._facts(live)


class TestJudge:
    def test_the_giver_hears_the_findings(self, house: House) -> None:
        code = house.four()
        assert house.rooms.judge(code, ANA, codename(house, code), 1) == (SAME,)
        assert house.rooms.judge(code, ANA, "two words", 1) == (SEVERAL,)
        assert house.rooms.judge(code, ANA, "tree", 1) == ()

    def test_it_changes_nothing_and_tells_nobody(self, house: House) -> None:
        code = house.four()
        before = house.room(code)
        house.journal.clear()
        for word in ("oak", "two words", "tree"):
            house.rooms.judge(code, ANA, word, 1)
        assert house.room(code) is before
        assert house.journal == []

    def test_what_is_revealed_may_be_said_again(self, house: House) -> None:
        code = house.four()
        oak = codename(house, code)
        house.do(code, ANA, clue("tree", 1))
        assert house.rooms.judge(code, ANA, oak, 1) == (SAME,), "it could be corrected to that"
        house.do(code, ANA, touch(RED[0]))
        house.do(code, ANA, touch(BYSTANDERS[0]))
        assert house.rooms.judge(code, BEN, oak, 1) == ()

    def test_more_than_is_left_to_find(self, house: House) -> None:
        code = house.four()
        (found,) = house.rooms.judge(code, ANA, "tree", 9) or (None,)
        assert found is None
        house.do(code, ANA, clue("tree", 1))
        house.do(code, ANA, touch(BYSTANDERS[0]))
        number = Finding(Verdict.QUESTIONED, Objection.NUMBER)
        assert house.rooms.judge(code, BEN, "lime", 9) == (number,)

    def test_only_who_could_give_a_clue_now(self, house: House) -> None:
        code = house.four()
        for player in (BEN, CEM, DORA):
            refused = why_not(lambda player=player: house.rooms.judge(code, player, "oak", 1))
            assert refused is Refusal.NOT_YOUR_SEAT
        nobody = why_not(lambda: house.rooms.judge(code, "p9", "oak", 1))
        assert nobody is Refusal.NO_SUCH_PLAYER

    def test_only_a_well_formed_clue(self, house: House) -> None:
        code = house.four()
        assert why_not(lambda: house.rooms.judge(code, ANA, "", 1)) is Refusal.CLUE_MALFORMED
        assert why_not(lambda: house.rooms.judge(code, ANA, "oak", 10)) is Refusal.CLUE_NUMBER

    @pytest.mark.parametrize("referee", [Referee.OFF, Referee.STRICT])
    def test_only_where_the_referee_advises(self, house: House, referee: Referee) -> None:
        code = house.four(Settings(referee=referee))
        assert why_not(lambda: house.rooms.judge(code, ANA, "oak", 1)) is Refusal.NO_ADVICE

    def test_only_in_a_game_and_while_it_runs(self, house: House) -> None:
        empty = house.create()
        assert why_not(lambda: house.rooms.judge(empty, ANA, "oak", 1)) is Refusal.NO_GAME
        code = house.four()
        house.do(code, ANA, Abandon())
        assert why_not(lambda: house.rooms.judge(code, ANA, "oak", 1)) is Refusal.ENDED
        assert why_not(lambda: house.rooms.judge("ZZZZ", ANA, "x", 1)) is Refusal.ROOM_NOT_FOUND

    def test_not_while_a_clue_is_disputed(self, house: House) -> None:
        code = house.four()
        house.do(code, ANA, clue("tree", 1))
        house.do(code, BEN, Challenge())
        assert why_not(lambda: house.rooms.judge(code, ANA, "oak", 1)) is Refusal.WRONG_PHASE


class TestFacts:
    def test_what_a_clue_is_given_with(self, house: House) -> None:
        code = house.four()
        oak = codename(house, code)
        assert facts(house, code).judged(oak, 1) == (SAME,)
        assert facts(house, code).judged("", 1) == (), "the rules say it better"
        assert facts(house, code).corrected(oak) == (), "there is no clue yet"
        assert facts(house, code).rival()
        assert facts(house, code).cover() is None
        house.do(code, ANA, clue("tree", 1))
        assert facts(house, code).corrected(oak) == (SAME,)
        house.do(code, BEN, Leave())
        assert not facts(house, code).rival()

    def test_nothing_without_a_game(self, house: House) -> None:
        empty = house.create()
        assert facts(house, empty).judged("oak", 1) == ()
        assert not facts(house, empty).rival()
        assert facts(house, empty).cover() is None
        assert facts(house, empty).corrected("oak") == ()

    def test_nothing_where_the_referee_is_off(self, house: House) -> None:
        code = house.four(Settings(referee=Referee.OFF))
        assert facts(house, code).judged(codename(house, code), 1) == ()

    def test_a_random_penalty_is_drawn_among_the_rival_s_hidden_agents(self, house: House) -> None:
        code = house.four(Settings(penalty=Penalty.RANDOM))
        house.do(code, ANA, clue("tree", 1))
        house.do(code, ANA, touch(9))
        house.do(code, BEN, clue("lime", 1))
        house.do(code, BEN, touch(BYSTANDERS[0]))
        drawn = {facts(house, code).cover() for _ in range(200)}
        assert drawn == {10, 11, 12, 13, 14, 15, 16}

    def test_and_stands_in_the_entry(self, house: House) -> None:
        code = house.four(Settings(penalty=Penalty.RANDOM))
        house.do(code, ANA, clue("tree", 1))
        house.do(code, BEN, Challenge())
        house.play(code, BEN, lambda facts: UpholdChallenge(facts.cover()))
        before = house.room(code)
        assert before.game is not None
        assert before.game.table.turn.cover is not None
        house.restart()
        assert house.room(code) == before


class TestQuestion:
    def ask(self, house: House, code: str) -> None:
        house.do(code, ANA, AskRival("two words", 1, ANA, (SEVERAL,), rival=True))

    def question(self, house: House, audience: Audience) -> object:
        view = house.connections.told(audience)[-1].view
        assert isinstance(view, KeyView)
        return view.question

    def test_the_rival_s_phone_alone_shows_it(self, house: House) -> None:
        code = house.four(OPERATIVES_TAP)
        house.connections.messages.clear()
        step = house.room(code).step
        self.ask(house, code)
        assert {m.audience for m in house.connections.messages} == {*IN_THE_KNOW}
        for audience in IN_THE_KNOW:
            assert self.question(house, audience) is not None
        assert all(message.happened == () for message in house.connections.messages)
        assert house.room(code).step == step

    def test_once_rejected_it_is_gone_for_the_rival(self, house: House) -> None:
        code = house.four()
        self.ask(house, code)
        house.do(code, BEN, RejectClue(1))
        assert self.question(house, Audience.BLUE_SPYMASTER) is None
        rejected = self.question(house, Audience.RED_SPYMASTER)
        assert rejected is not None
        house.connections.messages.clear()
        house.do(code, ANA, TakeBackClue())
        assert {m.audience for m in house.connections.messages} == {Audience.RED_SPYMASTER}

    def test_a_move_chosen_meanwhile_is_not_stale(self, house: House) -> None:
        code = house.four()
        step = house.room(code).step
        self.ask(house, code)
        house.do(code, CEM, Pause(), step=step)

    def test_it_survives_a_restart(self, house: House) -> None:
        code = house.four()
        self.ask(house, code)
        before = house.room(code)
        house.restart()
        assert house.room(code) == before
        house.do(code, BEN, AllowClue(1))

    def test_in_strict_the_giver_s_command_is_done_and_nobody_hears_of_it(
        self, house: House
    ) -> None:
        code = house.four(Settings(referee=Referee.STRICT))
        house.connections.messages.clear()
        house.do(code, ANA, GiveClue("two words", 1, ANA, (SEVERAL,), rival=True))
        assert {m.audience for m in house.connections.messages} == {*IN_THE_KNOW}


def frames_of_the_others(house: House, *, secretly: bool) -> list[str]:
    """All that anybody but the two spymasters was ever sent, in an evening with or without a
    conversation between them.
    """
    code = house.four(OPERATIVES_TAP)
    if secretly:
        for word in ("oak", "two words"):
            house.rooms.judge(code, ANA, word, 1)
        house.do(code, ANA, AskRival("two words", 1, ANA, (SEVERAL,), rival=True))
        house.do(code, BEN, RejectClue(1))
        house.do(code, ANA, TakeBackClue())
        house.do(code, ANA, AskRival("oak", 1, ANA, (SAME,), rival=True))
        house.do(code, ANA, TakeBackClue())
        house.do(code, ANA, AskRival("tree", 2, ANA, rival=True))
        house.do(code, BEN, RejectClue(3))
    house.do(code, ANA, clue("tree", 2, by=ANA))
    house.do(code, CEM, mark(RED[0], by=CEM))
    house.do(code, CEM, touch(RED[0], by=CEM))
    house.do(code, CEM, touch(BYSTANDERS[0], by=CEM))
    if secretly:
        house.do(code, BEN, AskRival("more words", 1, BEN, (SEVERAL,), rival=True))
        house.do(code, BEN, AskRival("lime", 1, BEN, rival=True))
    house.do(code, BEN, clue("lime", 1, by=BEN))
    house.do(code, DORA, touch(BYSTANDERS[1], by=DORA))
    return [
        event_frame("view", message)
        for message in house.connections.messages
        if message.audience not in IN_THE_KNOW
    ]


def test_whether_there_was_a_secret_conversation_is_in_nobody_s_bytes_or_numbers(
    tmp_path: Path,
) -> None:
    folders = [tmp_path / "with", tmp_path / "without"]
    for folder in folders:
        folder.mkdir()
    houses = [House(folder) for folder in folders]
    one, two = (
        frames_of_the_others(house, secretly=secretly)
        for house, secretly in zip(houses, (True, False), strict=True)
    )
    assert one == two
    assert len(one) > 15
    lengths = [len(house.store.load("BKTM")) for house in houses]
    assert lengths[0] == lengths[1] + 9, "there was something to tell"
