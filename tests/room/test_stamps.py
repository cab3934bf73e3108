"""Stamps: the signs of people. Dealt as they come in, chosen by whoever wants another."""

from pathlib import Path

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    announced,
    four,
    joined,
    opened,
    playing,
    then,
    why_not,
)
from undercast.base.refusals import Refusal
from undercast.commands.room_checks import MAX_PLAYERS
from undercast.room.entries import (
    AddBots,
    ChooseStamp,
    Leave,
    NewBot,
    Readmit,
    Remove,
    Rename,
)
from undercast.room.seats import Seat
from undercast.room.stamps import Stamp
from undercast.room.state import BotStyle, Room
from undercast.words.emoji import emoji_of


def stamps(room: Room) -> dict[str, str]:
    return {player.name: player.stamp for player in room.lobby.present}


def test_each_is_dealt_another() -> None:
    assert stamps(four()) == {
        "Ana": Stamp.FOX,
        "Ben": Stamp.SNAIL,
        "Cem": Stamp.ELEPHANT,
        "Dora": Stamp.BEE,
    }


def test_one_that_nobody_has_had_comes_first() -> None:
    """Awards still name who left."""
    now = joined(then(playing(), BEN, Leave()), "Eva")
    assert now.lobby.player(EVA).stamp == Stamp.PENGUIN


def test_nobody_shares_one_while_there_are_free_ones() -> None:
    now = opened()
    for number in range(2, MAX_PLAYERS + 1):
        now = joined(now, f"P{number}", f"hash {number}")
        worn = list(stamps(now).values())
        assert len(set(worn)) == min(number, len(Stamp))
    assert {worn.count(stamp) for stamp in Stamp} == {1, 2}


def test_a_chosen_one_is_not_dealt() -> None:
    now = then(opened(), ANA, ChooseStamp(Stamp.SNAIL))
    assert joined(now, "Ben").lobby.player(BEN).stamp == Stamp.FOX


def test_choosing_changes_nothing_else_and_is_not_announced() -> None:
    now = then(playing(), CEM, ChooseStamp(Stamp.OWL))
    assert now.lobby.player(CEM).stamp == Stamp.OWL
    assert now.step == playing().step
    assert now.game == playing().game
    assert announced(playing(), CEM, ChooseStamp(Stamp.OWL)) == ()
    assert then(now, CEM, Rename("Cemal")).lobby.player(CEM).stamp == Stamp.OWL


def test_another_persons_cannot_be_chosen() -> None:
    assert why_not(four(), ANA, ChooseStamp(Stamp.BEE)) is Refusal.STAMP_TAKEN
    assert then(four(), DORA, ChooseStamp(Stamp.BEE)).lobby.player(DORA).stamp == Stamp.BEE
    free = then(four(), DORA, Leave())
    assert then(free, ANA, ChooseStamp(Stamp.BEE)).lobby.player(ANA).stamp == Stamp.BEE


def test_who_comes_back_keeps_it_unless_somebody_took_it() -> None:
    chosen = then(four(), DORA, ChooseStamp(Stamp.OWL), Leave())
    assert joined(chosen, "Dora", "hash of Dora").lobby.player(DORA).stamp == Stamp.OWL
    taken = then(chosen, ANA, ChooseStamp(Stamp.OWL))
    assert joined(taken, "Dora", "hash of Dora").lobby.player(DORA).stamp == Stamp.FOX
    removed = then(then(four(), CEM, ChooseStamp(Stamp.OWL)), ANA, Remove(CEM), Readmit(CEM))
    assert removed.lobby.player(CEM).stamp == Stamp.OWL


def test_who_only_chose_a_stamp_is_forgotten() -> None:
    now = then(joined(four(), "Eva"), EVA, ChooseStamp(Stamp.OWL))
    assert EVA not in now.acted


def test_a_bot_has_none() -> None:
    bot = NewBot(Seat.RED_OPERATIVE, "Cog", BotStyle.NORMAL)
    assert stamps(then(opened(), ANA, AddBots((bot,))))["Cog"] == ""


def test_every_stamp_can_be_drawn_and_has_a_name() -> None:
    """Each is an emoji of one character in one file of the font, and of the deck of scenes, whose
    emoji have names in every language.
    """
    root = Path(__file__).parent.parent.parent
    named = (root / "languages" / "en" / "texts" / "scenes.json").read_text(encoding="utf-8")
    for stamp in Stamp:
        assert emoji_of(stamp.value) == (stamp.value,)
        assert len(stamp.value) == 1
        assert f'"{stamp.value}":' in named
