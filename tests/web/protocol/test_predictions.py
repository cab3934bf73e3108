"""Predictions over the wire: what their owner is sent, after which view, and that they survive."""

import json
from pathlib import Path
from typing import Any

from clients import Client
from servers import Deal, running
from table import KEY, Table, refusal, settle

NONE = {"position": None, "latest": None, "seen": 0, "of": 0}


def told(client: Client) -> list[dict[str, Any]]:
    """The predictions that this connection was sent as events."""
    settle(client)
    frames = [f for f in client.frames if f.startswith('42["predictions"')]
    return [json.loads(frame[2:])[1] for frame in frames]


def test_an_evening_with_one_who_watches(tmp_path: Path) -> None:
    with running(tmp_path, deal=Deal((KEY,)), options=("--generous",)) as server:
        table = Table(server).dealt().clue()
        gil = table.join("Gil")
        assert told(gil) == []
        at_another_phone = table.enter("Gil")
        table.move("Gil", "predict", position=3)
        table.move("Gil", "predict", position=0)
        expected = [{**NONE, "position": 3}, {**NONE, "position": 0}]
        assert told(gil) == told(at_another_phone) == expected
        table.move("Ben", "touch_card", position=0)
        seen = {**NONE, "latest": True, "seen": 1, "of": 1}
        assert told(gil) == [*expected, seen]
        assert '"card_touched"' in gil.frames[gil.frames.index(last_of(gil)) - 1]

        server.kill()
        server.start()
        back = Client(server.url)
        entered = back.enter("enter", room=table.code, token=table.tokens["Gil"])
        assert entered["predictions"] == seen
        table.come_back()
        assert table.people["Gil"].view["view"]["kind"] == "public"

        table.move("Ana", "undo")
        reopened = {**NONE, "position": 0}
        assert told(back)[-1] == reopened
        table.move("Ben", "touch_card", position=9)
        table.move("Ana", "abandon")
        assert told(back)[-1] == {**NONE, "latest": False, "of": 1}
        settle(table.tv)
        assert table.tv.game["predictions"] == [{"by": back.you, "seen": 0, "of": 1}]
        table.people["Ana"].do("deal")
        assert told(back)[-1] == NONE
        for client in (table.tv, *(table.people[name] for name in ("Ana", "Ben", "Dan"))):
            assert told(client) == []


def last_of(client: Client) -> str:
    return [frame for frame in client.frames if frame.startswith('42["predictions"')][-1]


def test_refusals(tmp_path: Path) -> None:
    with running(tmp_path, deal=Deal((KEY,)), options=("--generous",)) as server:
        table = Table(server)
        gil = table.join("Gil")
        assert refusal(gil, "predict", cmd_id="1", step=0, position=1) == "game/no_game"
        table.dealt().clue()
        settle(gil)
        step = gil.view["step"]
        assert refusal(gil, "predict", cmd_id="2", step=step - 1, position=1) == "game/stale"
        assert refusal(gil, "predict", cmd_id="3", step=step, position="1") == "wire/malformed"
        dan = table.people["Dan"]
        assert refusal(dan, "predict", cmd_id="4", step=step, position=1) == "game/not_your_seat"
        assert refusal(table.tv, "predict", cmd_id="5", step=step, position=1) == "wire/not_entered"
