"""Rule "Set-up"."""

import pytest

from rules.game_builder import BLUE_STARTS, CODENAMES, KEY, TYPED, game, identities, key
from undercast.rules import evolve as playing
from undercast.rules.cards import Identity, Team
from undercast.rules.game import Phase


def test_the_starting_team_has_nine_agents_the_other_eight() -> None:
    assert game().table.agents_left(Team.RED) == 9
    assert game().table.agents_left(Team.BLUE) == 8


def test_either_team_can_start() -> None:
    table = game(letters=BLUE_STARTS).table
    assert table.starting_team is Team.BLUE
    assert (table.agents_left(Team.BLUE), table.agents_left(Team.RED)) == (9, 8)


def test_the_starting_team_gives_the_first_clue() -> None:
    for letters, starting in ((KEY, Team.RED), (BLUE_STARTS, Team.BLUE)):
        table = game(letters=letters).table
        assert (table.phase, table.turn.team) == (Phase.CLUE, starting)


def test_all_cards_are_hidden_at_first() -> None:
    assert game().table.revealed == (None,) * 25


def test_seven_bystanders_and_one_assassin() -> None:
    assert key().count(Identity.BYSTANDER) == 7
    assert key().count(Identity.ASSASSIN) == 1
    assert len(key()) == 25


@pytest.mark.parametrize(
    "letters",
    [
        "r" * 25,
        "rrrrrrrrbbbbbbbbnnnnnnnna",  # 8 and 8
        "rrrrrrrrrbbbbbbbbbnnnnnna",  # 9 and 9
        "rrrrrrrrrbbbbbbbbnnnnnnaa",  # two assassins
        "rrrrrrrrrbbbbbbbbnnnnnnnn",  # none
        KEY + "n",
        "",
    ],
)
def test_any_other_composition_is_the_dealers_fault(letters: str) -> None:
    with pytest.raises(ValueError, match="more=9, fewer=8"):
        key(letters)


@pytest.mark.parametrize(
    "codenames", [CODENAMES[:24], (*CODENAMES, "BUTTON"), (*CODENAMES[:24], CODENAMES[0])]
)
def test_there_are_as_many_different_codenames_as_cards(codenames: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="25 different codenames"):
        playing.deal(TYPED, codenames, (identities(),))


def test_a_team_s_rival_is_the_other_team() -> None:
    assert Team.RED.rival is Team.BLUE
    assert Team.BLUE.rival is Team.RED


def test_the_one_team_of_a_duet_has_no_rival() -> None:
    with pytest.raises(KeyError):
        _ = Team.GREEN.rival


def test_an_agent_belongs_to_a_team_the_others_to_none() -> None:
    teams = [identity.team for identity in Identity]
    assert teams == [Team.RED, Team.BLUE, Team.GREEN, None, None]
