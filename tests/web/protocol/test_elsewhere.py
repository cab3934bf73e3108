"""What the address of a socket says about the room, where several servers may have it."""

from collections.abc import Iterator

import pytest

from clients import Client, token
from servers import Server, running
from store.engines import VALKEY, engine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("elsewhere")
    with (
        engine(VALKEY, folder / "engine", safe=False) as valkey,
        running(folder, options=("--store", valkey.url, "--accept-loss")) as started,
    ):
        yield started


def elsewhere(server: Server, room: str, query: str) -> bool:
    client = Client(server.url, query=query)
    try:
        return bool(client.enter("watch", room=room)["elsewhere"])
    finally:
        client.close()


def test_whose_address_names_no_room_or_another_is_asked_to_come_by_its_name(
    server: Server,
) -> None:
    ana = Client(server.url)
    new = {"name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "c"}
    answer = ana.enter("create", token=token(), **new)
    room = answer["room"]
    assert answer["elsewhere"]
    assert elsewhere(server, room, "")
    assert elsewhere(server, room, "&room=")
    assert elsewhere(server, room, "&room=ZZZZ")
    assert elsewhere(server, room, "&room=" + "x" * 4000)
    assert elsewhere(server, room, "&room=%00%ff%2e.%2e/")
    assert elsewhere(server, room, f"&room=ZZZZ&room={room}")
    assert not elsewhere(server, room, f"&room={room}")
    assert not elsewhere(server, room, f"&room={room.lower()}&other=1")
    ana.close()
