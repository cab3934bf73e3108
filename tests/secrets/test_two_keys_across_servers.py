"""Law "Two keys, same bytes", where the phones are at one server and the TV at another: what the TV
is told, what goes over the engine's channel, and what the servers tell each other besides.
"""

import re
from pathlib import Path

import redis

from patience import PATIENCE
from peers.peer_servers import entered, happened, two
from store.redis_servers import VALKEY, Running, redis_server, until
from table import Table
from undercast.store.redis import keys

KEYS = ("rrrrrrrrrbbbbbbbbnnnnnnna", "rrrbrbrbrrbbbrbrbnnnannnn")
"""Alike in what is touched: 0, 1, 2, 10 and 17."""

SCRIPT: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("Ben", "give_clue", {"word": "tree", "number": "unlimited"}),
    ("Dan", "mark_card", {"position": 7, "on": True}),
    ("Dan", "touch_card", {"position": 0}),
    ("Dan", "touch_card", {"position": 1}),
    ("Ana", "undo", {}),
    ("Dan", "touch_card", {"position": 17}),
    ("Cem", "give_clue", {"word": "river", "number": 1}),
    ("Eva", "touch_card", {"position": 2}),
    ("Ben", "give_clue", {"word": "stone", "number": 2}),
    ("Dan", "touch_card", {"position": 10}),
)


def evening(folder: Path, key: str) -> tuple[list[str], list[str], set[str]]:
    """Frames to the TV, all that went over the channel, and what the servers tell each other of
    addresses and of the house's games.
    """
    with (
        redis_server(VALKEY, folder / "engine") as valkey,
        two(folder, valkey, "--still", key=key) as (here, there),
        valkey.client() as client,
        client.pubsub() as channel,
    ):
        table = Table(here, settings={"guessing": "operatives_tap", "marks": "team_sees"})
        until(lambda: " p1,p2,p3,p4,p5" in str(valkey.do("HVALS", keys.presence("BKTM"))))
        channel.psubscribe("*")
        tv = entered(there, table)
        assert until_heard(channel, f"{table.code} 0")
        tv.frames.clear()
        table.dealt()
        for name, command, fields in SCRIPT:
            table.move(name, command, **fields)
            now = table.tv.view["step"] if command == "mark_card" else table.tv.view["step"] + 1
            tv.wait_for_view(lambda view, now=now: view["step"] == now)
        client.publish("over", "over")
        # Without that the TV came: how often that is said depends on who notices it when.
        heard = [hint for hint in until_heard(channel, "over") if hint != f"{table.code} 0"]
        assert "card_touched" in happened(tv)
        told: list[str] = []

        def both_list_the_game() -> bool:
            told[:] = told_besides(valkey)
            return ['"playing":true' in said for said in told] == [True, True]

        until(both_list_the_game)
        return tv.frames, heard, set(told)


def told_besides(valkey: Running) -> list[str]:
    """What each server tells the other every second, without when it did."""
    return [told.decode().partition(" ")[2] for told in valkey.do("HVALS", keys.SHARED_USE)]


def until_heard(channel: redis.client.PubSub, last: str) -> list[str]:
    """All that went over the channel until this came, which is the last."""
    heard: list[str] = []
    while heard[-1:] != [last]:
        message = channel.get_message(ignore_subscribe_messages=True, timeout=PATIENCE)
        if message is not None:
            heard.append(message["data"].decode())
    return heard


def test_the_tv_and_the_channel_tell_nothing(tmp_path: Path) -> None:
    (first, hints, told), (second, other_hints, other_told) = (
        evening(tmp_path / str(n), key) for n, key in enumerate(KEYS)
    )
    assert first == second
    assert hints == other_hints
    assert told == other_told
    assert len(hints) > len(SCRIPT), hints
    assert all(re.fullmatch(r"BKTM \d+|over", hint) for hint in hints)
