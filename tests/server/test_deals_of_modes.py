"""The deal in every mode: the two keys of a duet, co-op's colours, pictures."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from room.room_builder import ANA, facts, opened, then
from server.test_deals import DEALS, deals, deck, names
from undercast.base.refusals import Refusal, Refused
from undercast.commands import OfferedDeck, command_types
from undercast.commands.to_action import CommandContext, to_action
from undercast.room.entries import ChangeSettings, Deal
from undercast.room.presets import PRESETS
from undercast.room.state import Room
from undercast.rules import evolve as rules
from undercast.rules.cards import RIVALS, Identity, Key, Team
from undercast.rules.modes.duet import PAIRS
from undercast.rules.settings import Board, Mode, Settings
from undercast.server.deals import OWN_WORDS, Deals

Cards = tuple[tuple[Identity, Identity], ...]
"""By position, what is on side A's key and on side B's."""


@pytest.fixture(scope="module")
def pairs() -> list[Cards]:
    """Many deals of a duet, the same ones every time."""
    dealer = deals(seed=20_260_102)
    return [tuple(zip(*dealer.duet_keys(), strict=True)) for _ in range(DEALS)]


class TestDuetKeys:
    def test_every_deal_has_exactly_these_pairs(self, pairs: list[Cards]) -> None:
        assert all(Counter(cards) == PAIRS for cards in pairs)

    @pytest.mark.parametrize("pair", PAIRS)
    def test_every_arrangement_is_as_likely(
        self, pairs: list[Cards], pair: tuple[Identity, Identity]
    ) -> None:
        """Chi-square over the 25 positions: 24 degrees of freedom, 51.18 at 0.1 %."""
        found = Counter(p for cards in pairs for p, lying in enumerate(cards) if lying == pair)
        assert found.total() == PAIRS[pair] * DEALS
        expected = found.total() / 25
        assert sum((found[p] - expected) ** 2 / expected for p in range(25)) < 51.18

    def test_the_sides_are_alike(self, pairs: list[Cards]) -> None:
        """One side's agents say nothing about where the other's alone are."""
        assert Counter({(b, a): count for (a, b), count in PAIRS.items()}) == PAIRS
        apart = Counter(
            cards[0][1] for cards in pairs if cards[1] == (Identity.GREEN, Identity.GREEN)
        )
        expected = apart.total() * 8 / 24
        assert abs(apart[Identity.GREEN] - expected) < 4 * expected**0.5

    def test_two_deals_differ(self) -> None:
        assert Deals({}).duet_keys() != Deals({}).duet_keys()


class TestPictures:
    def test_eight_and_seven_agents_four_bystanders_and_an_assassin(self) -> None:
        dealer = deals(seed=7)
        keys = [Key.checked(dealer.key(Board.PICTURES), Board.PICTURES) for _ in range(400)]
        red = sum(key.starting_team is Team.RED for key in keys)
        assert {len(key) for key in keys} == {20}
        assert abs(red - 200) < 40

    @staticmethod
    def drawing(*decks: str) -> tuple[Deals, Room]:
        pictures = {"scenes": lambda: names("s", 30), "own": lambda: names("p", 25)}
        dealer = Deals({"en": deck(*names("w", 60))}, pictures, random.Random(1))
        chosen = ChangeSettings(Settings(board=Board.PICTURES), decks, "en")
        return dealer, then(opened(), ANA, chosen)

    def test_of_the_chosen_picture_decks(self) -> None:
        dealer, room = self.drawing("en", "own")
        assert set(dealer.codenames(room, Board.PICTURES, 20)) <= set(names("p", 25))
        assert set(dealer.codenames(room, Board.WORDS, 25)) <= set(names("w", 60))

    def test_where_none_is_chosen_the_scenes(self) -> None:
        dealer, room = self.drawing("en")
        assert set(dealer.codenames(room, Board.PICTURES, 20)) <= set(names("s", 30))

    def test_two_picture_decks_are_mixed(self) -> None:
        dealer, room = self.drawing("own", "scenes")
        laid = dealer.codenames(room, Board.PICTURES, 55)
        assert set(laid) == {*names("p", 25), *names("s", 30)}

    def test_of_two_picture_decks_half_of_each_in_any_order(self) -> None:
        dealer, room = self.drawing("own", "scenes")
        boards = [dealer.codenames(room, Board.PICTURES, 20) for _ in range(50)]
        assert {sum(it in names("p", 25) for it in board) for board in boards} == {10}
        assert {board[0] in names("p", 25) for board in boards} == {True, False}

    def test_what_one_has_too_few_of_the_other_adds(self) -> None:
        pictures = {"scenes": lambda: names("s", 30), "photos": lambda: names("p", 3)}
        dealer = Deals({}, pictures, random.Random(1))
        chosen = ChangeSettings(Settings(board=Board.PICTURES), ("own", "scenes"), "en")
        room = then(opened(), ANA, chosen)
        room = replace(room, lobby=replace(room.lobby, decks=("photos", "scenes")))
        laid = dealer.codenames(room, Board.PICTURES, 20)
        assert set(names("p", 3)) < set(laid)
        assert len(set(laid)) == 20

    def test_one_more_is_of_either(self) -> None:
        dealer, room = self.drawing("own", "scenes")
        drawn = {dealer.codenames(room, Board.PICTURES, 1)[0][0] for _ in range(50)}
        assert drawn == {names("p", 1)[0][0], names("s", 1)[0][0]}

    def test_two_have_too_few_together(self) -> None:
        dealer, room = self.drawing("own", "scenes")
        with pytest.raises(Refused, match="55 codenames, 56 needed"):
            dealer.codenames(room, Board.PICTURES, 56)

    def test_they_are_decks_by_name(self) -> None:
        dealer, _ = self.drawing("en")
        assert dealer.decks() == {"en", "own", "scenes", OWN_WORDS}
        assert dealer.offered() == (
            OfferedDeck("en", Board.WORDS, "en", 60),
            OfferedDeck("scenes", Board.PICTURES, None, 30),
            OfferedDeck("own", Board.PICTURES, None, 25),
        )

    def test_only_those_with_codenames_are_there_and_more_may_come(self) -> None:
        photos: list[str] = []
        dealer = Deals({}, {"photos": lambda: photos})
        assert dealer.decks() == {OWN_WORDS}
        photos.append("0123456789abcdef")
        assert dealer.offered() == (OfferedDeck("photos", Board.PICTURES, None, 1),)
        assert "photos" in dealer.decks()

    def test_pictures_have_no_language(self) -> None:
        dealer, room = self.drawing("en", "own")
        assert dealer.languages(room, Board.PICTURES) == ()
        assert dealer.languages(room, Board.WORDS) == ("en",)

    def test_a_server_without_pictures_has_too_few(self) -> None:
        _, room = self.drawing("en")
        with pytest.raises(Refused, match="0 codenames, 20 needed") as refused:
            deals(*names("w", 60)).codenames(room, Board.PICTURES, 20)
        assert refused.value.code is Refusal.TOO_FEW_CODENAMES


class TestEveryMode:
    """What a deal is made of, for the house rules of the room."""

    @staticmethod
    def dealt(settings: Settings, seed: int = 1) -> Deal:
        pictures = {"scenes": lambda: names("s", 30)}
        dealer = Deals({"en": deck(*names("w", 60))}, pictures, random.Random(seed))
        room = opened(settings)
        asked = CommandContext(room, room.lobby.players[0], facts(dealer=dealer))
        drawn = to_action(command_types.DealCommand(cmd_id="deal"), asked)
        assert isinstance(drawn, Deal)
        return drawn

    @pytest.mark.parametrize("board", Board)
    def test_in_co_op_red_always_has_more_agents(self, board: Board) -> None:
        settings = Settings(mode=Mode.COOP, board=board)
        for seed in range(30):
            key = Key.checked(self.dealt(settings, seed).key, board)
            assert key.starting_team is Team.RED

    def test_in_classic_either_team_has(self) -> None:
        starting = Counter(
            Key(self.dealt(Settings(), seed).key).starting_team for seed in range(60)
        )
        assert set(starting) == {*RIVALS}

    def test_a_duet_has_two_keys_the_others_one(self) -> None:
        duet = self.dealt(Settings(mode=Mode.DUET))
        assert Counter(zip(duet.key, duet.key_b, strict=True)) == PAIRS
        for settings in (Settings(), Settings(mode=Mode.COOP), Settings(board=Board.PICTURES)):
            assert self.dealt(settings).key_b == ()

    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_preset_can_be_dealt(self, preset: str) -> None:
        settings = PRESETS[preset]
        drawn = self.dealt(settings)
        keys = (drawn.key, drawn.key_b) if drawn.key_b else (drawn.key,)
        game = rules.deal(settings, drawn.codenames, keys, languages=drawn.languages)
        assert len(game.table.codenames) == (20 if settings.board is Board.PICTURES else 25)
        assert drawn.languages == (() if settings.board is Board.PICTURES else ("en",))
