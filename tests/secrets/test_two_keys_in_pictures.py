"""Law "Two keys, same bytes", for the pictures of a room: the same JPEGs, and the same heads.

One game is played twice, with two keys that agree on what is touched. Each step waits for the
picture that shows it. And what the drawing process reads has no place for a hidden key.
"""

import re
from pathlib import Path

import msgspec
import pytest

from servers import Deal, running
from streams import Stream
from table import Table
from undercast.drawing.letters import Draw, encode, read_question, read_view
from wire import get

KEYS = ("rrrrrrrrrbbbbbbbbnnnnnnna", "rrbbbbbbrrbrrrrrbnnnannnn")
TOUCHED = {0: "r", 10: "b", 17: "n"}
STRICT = {"timer": "strict"}


def evening(data: Path, key: str, port: int) -> tuple[list[bytes], list[bytes], int]:
    """All pictures in their order; heads and a single picture; the server's port."""
    options = ("--still", "--generous", "--port", str(port))
    with running(data, deal=Deal((key,)), options=options) as server:
        table = Table(server, settings=STRICT)
        path = f"/tv/{table.code}"
        with Stream(server.url, f"{path}.mjpg") as stream:
            pictures = [stream.part()]

            def shown(name: str, command: str, **fields: object) -> None:
                table.move(name, command, **fields)
                pictures.append(stream.another())

            table.dealt()
            pictures.append(stream.another())
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
            heads = [get(server.url, f"{path}{end}") for end in (".jpg", ".jpg?nonce=made-up")]
            heads.append(get(server.url, f"{path}.mjpg", method="HEAD"))
            heads.append(re.sub(rb"Date: [^\r]+", b"", stream.head))
        return pictures, heads, server.port


def test_the_keys_are_worth_comparing() -> None:
    one, two = KEYS
    assert sorted(one) == sorted(two)
    assert all(one[p] == two[p] == letter for p, letter in TOUCHED.items())
    assert sum(a != b for a, b in zip(one, two, strict=True)) > 10


def test_the_same_pictures_whatever_the_key(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
    pictures, heads, port = evening(tmp_path / "a", KEYS[0], 0)
    others, other_heads, _ = evening(tmp_path / "b", KEYS[1], port)
    assert len(set(pictures)) >= len(pictures) - 4  # an undo leads back, and so do a pause, a doubt
    assert pictures == others
    assert heads == other_heads


def test_what_draws_cannot_even_read_a_key_seats_view(tmp_path: Path) -> None:
    with running(tmp_path, deal=Deal((KEYS[0],))) as server:
        table = Table(server).dealt()
        ben = table.people["Ben"]
        ben.wait_for_view(lambda message: message["view"]["kind"] == "key")
        for client, reads in ((table.watch(), True), (ben, False)):
            view = msgspec.Raw(msgspec.json.encode(client.sent[-1]["view"]))
            question = read_question(encode(Draw(view, "http://192.168.1.20/BKTM")))
            assert isinstance(question, Draw)
            if reads:
                assert read_view(question.view).game is not None
            else:
                with pytest.raises(msgspec.ValidationError):
                    read_view(question.view)
