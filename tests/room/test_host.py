"""The host: hands over the role, removes people and lets them back in, chooses the settings."""

import pytest

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    announced,
    deal,
    four,
    joined,
    opened,
    playing,
    then,
    why_not,
)
from rules.game_builder import OPERATIVES_TAP, SPOKEN
from undercast.base.refusals import Refusal
from undercast.commands.room_checks import MAX_PLAYERS
from undercast.room.entries import (
    BecomeHost,
    ChangeSettings,
    HandOver,
    Join,
    Leave,
    LogAction,
    PasteWords,
    Readmit,
    Remove,
)
from undercast.room.events import HostChanged, PlayerJoined, PlayerLeft
from undercast.room.seats import Seat
from undercast.room.stamps import Stamp
from undercast.room.state import Player, PlayerStatus
from undercast.rules.actions import Abandon


@pytest.mark.parametrize(
    "do",
    [
        HandOver(BEN),
        Remove(CEM),
        Readmit(CEM),
        ChangeSettings(SPOKEN, ("en",), "en"),
        PasteWords(("lemon",)),
        Abandon(),
    ],
    ids=lambda do: type(do).__name__,
)
def test_nobody_else_has_these_rights(do: LogAction) -> None:
    assert why_not(playing(), BEN, do) is Refusal.NOT_HOST


def test_handing_over() -> None:
    now = then(four(), ANA, HandOver(CEM))
    assert now.lobby.host == CEM
    assert announced(four(), ANA, HandOver(CEM)) == (HostChanged("Cem"),)
    assert why_not(now, ANA, HandOver(ANA)) is Refusal.NOT_HOST


@pytest.mark.parametrize("player", ["p9", "", DORA])
def test_only_to_somebody_in_the_room(player: str) -> None:
    now = then(four(), DORA, Leave())
    assert why_not(now, ANA, HandOver(player)) is Refusal.NO_SUCH_PLAYER
    assert why_not(now, ANA, Remove(player)) is Refusal.NO_SUCH_PLAYER


def test_removing_somebody_frees_the_seat() -> None:
    now = then(playing(), ANA, Remove(CEM))
    cem = Player(CEM, "Cem", Seat.SPECTATOR, PlayerStatus.REMOVED, stamp=Stamp.ELEPHANT)
    assert now.lobby.find(CEM) == cem
    assert announced(playing(), ANA, Remove(CEM)) == (PlayerLeft("Cem", removed=True),)
    assert now.running


def test_not_oneself() -> None:
    assert why_not(four(), ANA, Remove(ANA)) is Refusal.NO_SUCH_PLAYER


def test_letting_somebody_back_in() -> None:
    removed = then(four(), ANA, Remove(CEM))
    back = then(removed, ANA, Readmit(CEM))
    cem = Player(CEM, "Cem", Seat.SPECTATOR, PlayerStatus.PRESENT, stamp=Stamp.ELEPHANT)
    assert back.lobby.find(CEM) == cem
    assert announced(removed, ANA, Readmit(CEM)) == (PlayerJoined("Cem"),)


@pytest.mark.parametrize("player", [BEN, DORA, "p9"])
def test_only_who_was_removed(player: str) -> None:
    assert why_not(then(four(), DORA, Leave()), ANA, Readmit(player)) is Refusal.NO_SUCH_PLAYER


def test_not_while_somebody_else_has_the_name() -> None:
    now = joined(then(four(), ANA, Remove(CEM)), "CEM", "another hash")
    assert why_not(now, ANA, Readmit(CEM)) is Refusal.NAME_TAKEN
    assert then(then(now, EVA, Leave()), ANA, Readmit(CEM)).lobby.player(CEM).name == "Cem"


def test_not_into_a_full_room() -> None:
    now = then(four(), ANA, Remove(CEM))
    while len(now.lobby.present) < MAX_PLAYERS:
        now = joined(now, f"guest {len(now.lobby.players)}")
    assert why_not(now, ANA, Readmit(CEM)) is Refusal.ROOM_FULL


def test_a_lost_host_is_recovered_by_a_link_from_the_terminal() -> None:
    now = then(four(), CEM, BecomeHost(former=ANA))
    assert now.lobby.host == CEM
    assert announced(four(), CEM, BecomeHost(former=ANA)) == (HostChanged("Cem"),)


def test_the_link_ends_with_the_host_for_whom_it_was_made() -> None:
    now = then(four(), ANA, HandOver(BEN))
    assert why_not(now, CEM, BecomeHost(former=ANA)) is Refusal.LINK_INVALID


def test_settings_are_for_the_next_game_a_running_one_keeps_its_own() -> None:
    now = then(playing(), ANA, ChangeSettings(OPERATIVES_TAP, ("sr-Cyrl", "house"), "sr-Cyrl"))
    lobby = now.lobby
    assert lobby.settings == OPERATIVES_TAP
    assert (lobby.decks, lobby.language) == (("sr-Cyrl", "house"), "sr-Cyrl")
    assert now.game == playing().game
    ended = then(now, ANA, Abandon(), deal())
    assert ended.game is not None
    assert ended.game.table.settings == OPERATIVES_TAP


def test_the_host_s_own_words() -> None:
    now = then(opened(), ANA, PasteWords(("lemon", "piano")))
    assert (now.lobby.house_words, now.house_words) == (2, ("lemon", "piano"))
    assert then(now, ANA, PasteWords(())).lobby.house_words == 0


def test_there_is_one_host_whoever_comes_and_goes() -> None:
    now = then(four(), ANA, HandOver(DORA))
    now = then(now, DORA, Leave())
    assert now.lobby.host == ANA
    assert why_not(now, DORA, Join("Ana", "hash of Dora")) is Refusal.NAME_TAKEN
