"""Law "Two keys, same bytes", for the pictures of a room: the same JPEGs, and the same heads.

A classic game and a duet are played twice, with keys that agree on what is touched. Each step waits
for the picture that shows it. And what the drawing process reads has no place for a hidden key.
"""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from ports import free_port
from rules.duet_builder import BOTH, KEY_A, KEY_B, KEYS, NOBODY, ONLY_A, ONLY_B
from servers import Deal, Server, running
from streams import Stream, card
from table import Table
from undercast.drawing.messages import DrawRequest, encode, read_question, read_view
from wire import get

CLASSIC = ("rrrrrrrrrbbbbbbbbnnnnnnna", "rrbbbbbbrrbrrrrrbnnnannnn")
TOUCHED = {0: "r", 10: "b", 17: "n"}
STRICT = {"timer": "strict"}

JUDGED = {BOTH[0], ONLY_A[0], NOBODY[0], ONLY_B[0]}
"""What is touched in the duet."""


def rearranged(key: str) -> str:
    """The same pairs of identities, those in another order that nobody touches."""
    others = [letter for at, letter in enumerate(key) if at not in JUDGED]
    return "".join(letter if at in JUDGED else others.pop() for at, letter in enumerate(key))


DUETS = (KEYS, f"{rearranged(KEY_A)}/{rearranged(KEY_B)}")


Shown = Callable[..., None]
"""Plays a move, and waits for the picture that shows it."""


def evening(data: Path, keys: tuple[str, str], port: int) -> tuple[list[bytes], list[bytes]]:
    """All pictures in their order; heads and a single picture."""
    data.mkdir()
    options = ("--still", "--generous", "--public-url", "http://192.168.1.20")
    server = Server(data, Deal(keys), options, port)
    try:
        table = Table(server.start(), settings=STRICT)
        path = f"/tv/{table.code}"
        with Stream(server.url, f"{path}.mjpg") as stream:
            pictures = [stream.part()]

            def shown(name: str, command: str, **fields: object) -> None:
                table.move(name, command, **fields)
                pictures.append(stream.another())

            table.dealt()
            pictures.append(stream.another())
            classic_game(shown)
            deal_a_duet(table)
            while card(stream.another(), 10) != "paper":  # what else changed may be skipped
                pass
            pictures.append(stream.jpegs[-1])
            duet(shown)
            heads = [get(server.url, f"{path}{end}") for end in (".jpg", ".jpg?nonce=made-up")]
            heads.append(get(server.url, f"{path}.mjpg", method="HEAD"))
            heads.append(re.sub(rb"Date: [^\r]+", b"", stream.head))
        return pictures, heads
    finally:
        server.kill()


def classic_game(shown: Shown) -> None:
    shown("Ben", "give_clue", word="tree", number=2)
    shown("Ben", "touch_card", position=0)
    shown("Ben", "undo")
    shown("Ana", "pause")
    shown("Ana", "resume")
    shown("Ben", "touch_card", position=10)
    shown("Cem", "give_clue", word="river", number="unlimited")
    shown("Ben", "challenge")
    shown("Ben", "withdraw_challenge")
    shown("Cem", "touch_card", position=17)
    shown("Ana", "abandon")


def duet(shown: Shown) -> None:
    shown("Ben", "give_clue", word="tree", number=2)
    shown("Cem", "touch_card", position=BOTH[0])
    shown("Cem", "undo")
    shown("Cem", "touch_card", position=ONLY_A[0])
    shown("Cem", "touch_card", position=NOBODY[0])
    shown("Cem", "give_clue", word="sea", number=1)
    shown("Ben", "touch_card", position=ONLY_B[0])
    shown("Ana", "abandon")


def deal_a_duet(table: Table) -> None:
    rules = {"settings": {"mode": "duet"}, "decks": ["en"], "language": "en"}
    table.people["Ana"].do("change_settings", **rules)
    for name, seat in (("Ben", "side_a"), ("Cem", "side_b")):
        table.people[name].do("take_seat", seat=seat)
    table.dealt()


def test_the_keys_are_worth_comparing() -> None:
    one, two = CLASSIC
    assert sorted(one) == sorted(two)
    assert all(one[p] == two[p] == letter for p, letter in TOUCHED.items())
    assert sum(a != b for a, b in zip(one, two, strict=True)) > 10
    for one, two in zip(*(keys.split("/") for keys in DUETS), strict=True):
        assert sum(a != b for a, b in zip(one, two, strict=True)) > 10


def test_the_same_pictures_whatever_the_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as at_once:
        folders = tmp_path / "a", tmp_path / "b"
        ports = free_port(), free_port()
        played = at_once.map(evening, folders, zip(CLASSIC, DUETS, strict=True), ports)
    (pictures, heads), (others, other_heads) = played
    assert len(set(pictures)) >= len(pictures) - 5  # an undo leads back, and so do a pause, a doubt
    assert pictures == others
    assert heads == other_heads


def test_what_draws_cannot_even_read_a_key_seats_view(tmp_path: Path) -> None:
    with running(tmp_path, deal=Deal((CLASSIC[0],))) as server:
        table = Table(server).dealt()
        ben = table.people["Ben"]
        ben.wait_for_view(lambda message: message["view"]["kind"] == "key")
        for client, reads in ((table.watch(), True), (ben, False)):
            view = msgspec.Raw(msgspec.json.encode(client.sent[-1]["view"]))
            question = read_question(encode(DrawRequest(view, "http://192.168.1.20/BKTM")))
            assert isinstance(question, DrawRequest)
            if reads:
                assert read_view(question.view).game is not None
            else:
                with pytest.raises(msgspec.ValidationError):
                    read_view(question.view)
