"""What an entry's bytes say, and what they leave out."""

import json
from typing import Any

from msgspec.structs import replace

from room.room_builder import ANA, deal, entry
from undercast.room.entries import LogAction
from undercast.rules.actions import ExchangeCodename
from undercast.store import codec


def written(do: LogAction) -> dict[str, Any]:
    """The fields in the log; what they leave out is read again."""
    line = codec.encode(entry(ANA, do))
    assert codec.decode(line).do == do
    told: dict[str, Any] = json.loads(line)["with"]
    return told


def test_a_deal_in_one_language_says_nothing_of_its_cards() -> None:
    one = replace(deal(), languages=("tr",))
    assert written(one).keys() == {"codenames", "key", "swap_spymasters", "languages", "rules"}
    mixed = replace(one, languages=("en", "tr"), card_languages=(0, 1) * 12 + (0,))
    assert written(mixed)["card_languages"] == [0, 1] * 12 + [0]


def test_an_exchange_tells_no_language_but_another_than_the_first() -> None:
    assert written(ExchangeCodename(3, "PEARL", ANA)).keys() == {"position", "codename", "by"}
    assert written(ExchangeCodename(3, "inek", ANA, "tr"))["language"] == "tr"
