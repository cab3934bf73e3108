"""The deal: composition, chance, and codenames that the room has not seen."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from room.room_builder import ANA, deal, four, opened, playing, then
from rules.game_builder import BLUE, RED, clue, touch
from undercast import words
from undercast.base.refusals import Refusal, Refused
from undercast.room.entries import ChangeSettings, PasteWords
from undercast.room.state import CODE_LENGTH, CODE_LETTERS, Room
from undercast.rules.actions import Abandon, ExchangeCodename
from undercast.rules.cards import RIVALS, Identity, Key, Team
from undercast.rules.settings import Board, Settings
from undercast.server.deals import OWN_WORDS, Deals
from undercast.words import Deck, WordsRefused


def deck(*codenames: str) -> Deck:
    return Deck("en", "English", "CC0", "1", codenames)


def names(letter: str, count: int) -> tuple[str, ...]:
    """Different codenames that no list takes for forms of each other."""
    return tuple(f"{letter}{number:03}" for number in range(count))


def deals(*codenames: str, seed: int = 1) -> Deals:
    return Deals({"en": deck(*codenames)}, rng=random.Random(seed))


SERBIAN = [f"ptica {first}{second}" for first in "abcde" for second in "abcdefghij"]

DEALS = 4_000


@pytest.fixture(scope="module")
def keys() -> list[tuple[Identity, ...]]:
    """Many keys, the same ones every time."""
    dealer = deals(seed=20_260_101)
    return [dealer.key(Board.WORDS) for _ in range(DEALS)]


class TestKey:
    def test_every_key_is_a_classic_one(self, keys: list[tuple[Identity, ...]]) -> None:
        for identities in keys:
            Key.checked(identities, Board.WORDS)

    def test_each_team_starts_about_half_the_time(self, keys: list[tuple[Identity, ...]]) -> None:
        red = sum(Key(identities).starting_team is Team.RED for identities in keys)
        assert abs(red - DEALS / 2) < 3 * (DEALS / 4) ** 0.5

    @pytest.mark.parametrize("identity", [i for i in Identity if i is not Identity.GREEN])
    def test_every_arrangement_is_as_likely(
        self, keys: list[tuple[Identity, ...]], identity: Identity
    ) -> None:
        """Chi-square over the 25 positions: 24 degrees of freedom, 42.98 at 1 %."""
        found = Counter(
            position
            for identities in keys
            for position, lying in enumerate(identities)
            if lying is identity
        )
        expected = found.total() / 25
        assert sum((found[p] - expected) ** 2 / expected for p in range(25)) < 42.98

    def test_the_assassin_does_not_depend_on_who_starts(
        self, keys: list[tuple[Identity, ...]]
    ) -> None:
        """Chi-square of position by starting team, 24 degrees of freedom."""
        found = Counter(
            (Key(identities).starting_team, identities.index(Identity.ASSASSIN))
            for identities in keys
        )
        expected = DEALS / 50
        cells = [(team, position) for team in RIVALS for position in range(25)]
        assert sum((found[cell] - expected) ** 2 / expected for cell in cells) < 74.92  # 49, 1 %

    def test_a_server_takes_the_operating_system_s_entropy(self) -> None:
        assert isinstance(Deals({})._rng, random.SystemRandom)
        assert Deals({}).key(Board.WORDS) != Deals({}).key(Board.WORDS)


def with_decks(room: Room, *decks: str) -> Room:
    return then(room, ANA, ChangeSettings(Settings(), decks, "en"))


def evening(dealer: Deals, room: Room, games: int) -> tuple[Room, list[tuple[str, ...]]]:
    """The boards of some games, one after the other."""
    boards = []
    for _ in range(games):
        boards.append(dealer.codenames(room, Board.WORDS, 25))
        room = then(room, ANA, deal(codenames=boards[-1]), Abandon())
    return room, boards


class TestCodenames:
    def test_a_board_has_25_different_codenames_of_the_deck(self) -> None:
        board = deals(*names("w", 60)).codenames(four(), Board.WORDS, 25)
        assert len(set(board)) == 25
        assert set(board) <= set(names("w", 60))

    def test_a_new_game_uses_codenames_that_the_room_has_not_seen(self) -> None:
        _, boards = evening(deals(*names("w", 100)), four(), 4)
        assert len(set().union(*boards)) == 100

    def test_when_fewer_are_left_those_are_used_first_and_the_rest_is_reshuffled(self) -> None:
        _, (first, second, third) = evening(deals(*names("w", 60)), four(), 3)
        left = set(names("w", 60)) - {*first, *second}
        assert len(left) == 10
        assert left < set(third)

    def test_then_a_new_round_begins_without_those_just_seen(self) -> None:
        for seed in range(5):
            _, boards = evening(deals(*names("w", 60), seed=seed), four(), 4)
            assert not set(boards[2]) & set(boards[3])

    @pytest.mark.parametrize("seed", range(5))
    def test_round_after_round(self, seed: int) -> None:
        _, boards = evening(deals(*names("w", 75), seed=seed), four(), 9)
        for start in (0, 3, 6):
            assert len(set().union(*boards[start : start + 3])) == 75

    def test_too_few_is_a_clear_error(self) -> None:
        with pytest.raises(Refused, match="24 codenames, 25 needed") as refused:
            deals(*names("w", 24)).codenames(four(), Board.WORDS, 25)
        assert refused.value.code is Refusal.TOO_FEW_CODENAMES

    def test_no_deck_has_too_few(self) -> None:
        with pytest.raises(Refused, match="room/too_few_codenames"):
            deals().codenames(four(), Board.WORDS, 1)

    def test_another_deck_s_rounds_do_not_make_this_one_s_forgotten(self) -> None:
        """Three games with 30 own words reshuffle them; the deck goes on where it was."""
        dealer = deals(*names("w", 75))
        room, (first,) = evening(dealer, four(), 1)
        room = then(room, ANA, PasteWords(names("h", 30)))
        room, _ = evening(dealer, with_decks(room, OWN_WORDS), 3)
        _, boards = evening(dealer, with_decks(room, "en"), 2)
        assert not set(first) & set().union(*boards)


class TestExchange:
    def test_the_new_codename_is_none_of_the_board(self) -> None:
        dealer = deals(*names("w", 26))
        for _ in range(5):
            board = dealer.codenames(four(), Board.WORDS, 25)
            room = then(four(), ANA, deal(codenames=board))
            assert dealer.codenames(room, Board.WORDS, 1)[0] not in board

    def test_nor_one_that_the_room_has_seen_while_there_are_others(self) -> None:
        dealer = deals(*names("w", 51))
        room, boards = evening(dealer, four(), 1)
        board = dealer.codenames(room, Board.WORDS, 25)
        room = then(room, ANA, deal(codenames=board))
        assert dealer.codenames(room, Board.WORDS, 1)[0] not in {*boards[0], *board}

    def test_what_was_exchanged_has_been_seen(self) -> None:
        dealer = deals(*names("w", 51))
        board = dealer.codenames(four(), Board.WORDS, 25)
        room = then(four(), ANA, deal(codenames=board))
        (new,) = dealer.codenames(room, Board.WORDS, 1)
        room = then(room, ANA, ExchangeCodename(0, new), Abandon())
        assert not {*board, new} & {*dealer.codenames(room, Board.WORDS, 25)}

    def test_not_the_same_in_another_script_either(self) -> None:
        latin = SERBIAN[:26]
        cyrillic = [words.to_cyrillic(codename) for codename in latin]
        dealer = Deals({"sr": deck(*latin), "sr-Cyrl": deck(*cyrillic)}, rng=random.Random(1))
        room = with_decks(four(), "sr")
        board = dealer.codenames(room, Board.WORDS, 25)
        room = with_decks(then(room, ANA, deal(codenames=board)), "sr-Cyrl")
        (only,) = {*map(words.fold, latin)} - {*map(words.fold, board)}
        assert words.fold(dealer.codenames(room, Board.WORDS, 1)[0]) == only

    def test_too_few(self) -> None:
        with pytest.raises(Refused, match="0 codenames, 1 needed"):
            deals(*playing().game.table.codenames).codenames(playing(), Board.WORDS, 1)  # type: ignore[union-attr]


def test_rounds_go_on_in_the_other_script() -> None:
    cyrillic = [words.to_cyrillic(codename) for codename in SERBIAN]
    dealer = Deals({"sr": deck(*SERBIAN), "sr-Cyrl": deck(*cyrillic)}, rng=random.Random(3))
    room, (first,) = evening(dealer, with_decks(four(), "sr"), 1)
    room, boards = evening(dealer, with_decks(room, "sr-Cyrl"), 3)
    folded = [{*map(words.fold, board)} for board in (first, *boards)]
    assert not folded[0] & folded[1]
    assert not folded[2] & folded[3]


class TestHouseWords:
    def test_they_are_drawn_when_the_deck_house_is_chosen(self) -> None:
        room = then(four(), ANA, PasteWords(names("h", 30)))
        dealer = deals(*names("w", 30))
        assert set(dealer.codenames(room, Board.WORDS, 25)) <= set(names("w", 30))
        alone = with_decks(room, OWN_WORDS)
        assert set(dealer.codenames(alone, Board.WORDS, 25)) <= set(names("h", 30))

    def test_and_mixed_with_decks(self) -> None:
        room = with_decks(then(four(), ANA, PasteWords(names("h", 10))), "en", OWN_WORDS)
        board = set(deals(*names("w", 15)).codenames(room, Board.WORDS, 25))
        assert board == {*names("w", 15), *names("h", 10)}

    def test_a_codename_in_both_is_one(self) -> None:
        room = with_decks(then(four(), ANA, PasteWords(names("w", 10))), "en", OWN_WORDS)
        with pytest.raises(Refused, match="24 codenames"):
            deals(*names("w", 24)).codenames(room, Board.WORDS, 25)

    def test_two_decks(self) -> None:
        dealer = Deals({"en": deck(*names("w", 13)), "bs": deck(*names("b", 12))})
        room = with_decks(four(), "en", "bs")
        assert set(dealer.codenames(room, Board.WORDS, 25)) == {*names("w", 13), *names("b", 12)}

    def test_pasting(self) -> None:
        assert deals().read_pasted("Lemon\n\nPiano\n") == ("Lemon", "Piano")

    @pytest.mark.parametrize("text", ["", "  \n \n"])
    def test_an_empty_list_takes_them_away(self, text: str) -> None:
        assert deals().read_pasted(text) == ()

    def test_a_bad_list_is_refused_with_what_is_wrong(self) -> None:
        with pytest.raises(WordsRefused) as refused:
            deals().read_pasted("Lemon\nlemon\n")
        assert refused.value.code is Refusal.WORDS_REFUSED
        assert [problem.line for problem in refused.value.problems] == [2]


class TestLanguages:
    def test_those_of_the_decks_each_once(self) -> None:
        decks = {
            "en": deck("OAK"),
            "more": deck("LEMON"),
            "sr": Deck("sr", "Srpski", "CC0", "1", ("DRVO",)),
        }
        drawing = then(opened(), ANA, ChangeSettings(Settings(), ("sr", "en", "more"), "hr"))
        assert Deals(decks).languages(drawing, Board.WORDS) == ("sr", "en")

    def test_the_host_s_own_words_are_in_the_screen_s_language(self) -> None:
        drawing = then(opened(), ANA, ChangeSettings(Settings(), ("en", OWN_WORDS), "hr"))
        assert deals("OAK").languages(drawing, Board.WORDS) == ("en", "hr")


class TestLanguagesOf:
    DECKS: Mapping[str, Deck] = {
        "en": deck("OAK", "RADIO"),
        "en-more": deck("LEMON"),
        "tr": Deck("tr", "Türkçe", "CC0", "1", ("inek", "RADIO", "ısırgan")),
    }

    @staticmethod
    def drawing(*decks: str) -> Room:
        room = opened()
        return replace(room, lobby=replace(room.lobby, decks=decks, language="hr"))

    def languages_of(self, decks: tuple[str, ...], *codenames: str) -> tuple[str, ...]:
        return Deals(self.DECKS).languages_of(self.drawing(*decks), codenames)

    def test_each_is_in_that_of_its_deck(self) -> None:
        words = ("inek", "OAK", "LEMON", "ısırgan")
        found = self.languages_of(("en", "tr", "en-more"), *words)
        assert found == ("tr", "en", "en", "tr")

    def test_in_several_decks_in_that_of_the_first_of_them(self) -> None:
        assert self.languages_of(("en", "tr"), "RADIO") == ("en",)
        assert self.languages_of(("tr", "en"), "RADIO") == ("tr",)

    def test_the_host_s_own_words_are_in_that_of_the_first_deck(self) -> None:
        mixed = (OWN_WORDS, "tr", "en")
        assert self.languages_of(mixed, "our cat", "OAK") == ("tr", "en")
        assert self.languages_of((OWN_WORDS, "en"), "our cat") == ("en",)

    def test_alone_in_the_screen_s(self) -> None:
        assert self.languages_of((OWN_WORDS,), "our cat", "OAK") == ("hr", "hr")

    def test_they_are_always_some_of_the_table_s(self) -> None:
        for decks in [(OWN_WORDS,), (OWN_WORDS, "tr"), ("en-more", OWN_WORDS, "tr"), ("en",)]:
            found = self.languages_of(decks, "inek", "OAK", "our cat")
            assert {*found} <= {*Deals(self.DECKS).languages(self.drawing(*decks), Board.WORDS)}


class TestCover:
    """Where a card is revealed by lot: on the team that it is said to."""

    def test_every_hidden_agent_of_the_rival_can_be_drawn_and_nothing_else(self) -> None:
        game = playing().game
        assert game is not None
        drawn = Counter(deals("OAK", seed=seed).cover(game, Team.BLUE) for seed in range(400))
        assert set(drawn) == {*BLUE}
        assert min(drawn.values()) > 20

    def test_not_one_that_lies_open(self) -> None:
        game = then(playing(), ANA, clue("tree", 1), touch(BLUE[0])).game
        assert game is not None
        drawn = {deals("OAK", seed=seed).cover(game, Team.BLUE) for seed in range(200)}
        assert drawn == {*BLUE[1:]}
        assert {deals("OAK", seed=seed).cover(game, Team.RED) for seed in range(200)} == {*RED}

    def test_none_when_all_are_found(self) -> None:
        won = then(playing(), ANA, clue("tree", 0), *(touch(position) for position in RED)).game
        assert won is not None
        assert deals("OAK").cover(won, Team.RED) is None


def test_a_list_that_is_gone_stays_chosen_and_is_not_drawn_from() -> None:
    dealer, room = deals(*names("w", 30)), with_decks(four(), "gone", "en")
    assert set(dealer.codenames(room, Board.WORDS, 25)) <= set(names("w", 30))
    assert dealer.languages(room, Board.WORDS) == ("en",)
    with pytest.raises(Refused, match="0 codenames, 25 needed"):
        dealer.codenames(with_decks(room, "gone"), Board.WORDS, 25)


def test_own_words_are_a_deck_too() -> None:
    assert deals("OAK").decks() == {"en", OWN_WORDS}


def test_room_codes_are_no_words_and_differ() -> None:
    dealer = deals()
    codes = [dealer.code() for _ in range(200)]
    assert all(len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) for code in codes)
    assert len(set(codes)) > 190
    assert not set(CODE_LETTERS) & set("AEIOUY")


def test_the_draw_depends_on_nothing_but_decks_room_and_chance() -> None:
    room = replace(opened(), version=99)
    boards = (deals(*names("w", 60)).codenames(r, Board.WORDS, 25) for r in (room, opened()))
    assert len({*boards}) == 1
