"""What the address of a socket says about the room, where several servers may have it."""

import time
from pathlib import Path

from clients import Client, token
from servers import Server, running
from store.redis_servers import VALKEY, redis_server, until
from undercast.store.redis import keys


def elsewhere(server: Server, room: str, query: str) -> bool:
    client = Client(server.url, query=query)
    try:
        return bool(client.enter("watch", room=room)["elsewhere"])
    finally:
        client.close()


def test_whose_address_names_no_room_or_another_is_asked_to_come_by_its_name(
    tmp_path: Path,
) -> None:
    with (
        redis_server(VALKEY, tmp_path / "engine", safe=False) as valkey,
        running(tmp_path, options=("--store", valkey.url, "--accept-loss")) as server,
    ):
        ana = Client(server.url)
        new = {"name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "c"}
        answer = ana.enter("create", token=token(), **new)
        room = answer["room"]
        assert not answer["elsewhere"]  # nobody else could have it
        assert not elsewhere(server, room, "")

        def is_missed() -> bool:
            valkey.do("ZADD", keys.WORKERS, int(time.time() * 1000), "another")  # which lives
            return elsewhere(server, room, "")

        until(is_missed)
        assert elsewhere(server, room, "&room=")
        assert elsewhere(server, room, "&room=ZZZZ")
        assert elsewhere(server, room, "&room=" + "x" * 4000)
        assert elsewhere(server, room, "&room=%00%ff%2e.%2e/")
        assert elsewhere(server, room, f"&room=ZZZZ&room={room}")
        assert not elsewhere(server, room, f"&room={room}")
        assert not elsewhere(server, room, f"&room={room.lower()}&other=1")
        ana.close()
