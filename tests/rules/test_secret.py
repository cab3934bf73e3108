"""Law: what holds a key tells nothing of it by accident."""

from rules.game_builder import game
from undercast.rules.cards import Identity


def test_what_holds_a_key_shows_nothing_of_it() -> None:
    dealt = game()
    for shown in (repr(dealt), repr(dealt.key), f"{dealt}"):
        assert shown.endswith("(hidden)")
        assert not any(identity.value in shown for identity in Identity)
