"""Two servers with a given deal on one engine, no proxy between."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clients import Client
from patience import PATIENCE
from servers import Deal, Server
from store.redis_servers import Running
from table import KEY, Table

NAMES = ("here", "there")

LONGEST = 1.0
"""Seconds after which nobody may see anything old."""

CODES = ("BKTM", "CDFG", "HJKL", "PQRS", "TVWX", "ZBCD")


@contextmanager
def two(
    folder: Path, engine: Running, *options: str, key: str = KEY, moods: bool = False, way: str = ""
) -> Iterator[list[Server]]:
    """Each server has a folder of its own, and room codes of its own.

    `way`: by which the first gets to Redis, if not straight. With `moods`, a server's bots
    follow FOLDER/NAME.mood: see thinking/unreliable_child.py.
    """
    servers = []
    for name in NAMES:
        url = way if way and not servers else engine.url
        given = ("--store", url, *options)
        if moods:
            mood = folder / f"{name}.mood"
            mood.write_text("think")
            given = (*given, "--mood", str(mood))
        codes = CODES if name == "here" else CODES[::-1]
        servers.append(Server(folder / name, Deal((key,), codes=codes), given))
    try:
        ready = [server.launch() for server in servers]
        for server, event in zip(servers, ready, strict=True):
            assert event.wait(PATIENCE)
            assert server.port, server.output
        yield servers
    finally:
        for server in servers:
            server.kill()


def entered(server: Server, table: Table, name: str | None = None) -> Client:
    """One more connection of this person, or a screen, at this server."""
    client = Client(server.url)
    if name is None:
        client.enter("watch", room=table.code)
    else:
        client.enter("enter", room=table.code, token=table.tokens[name])
    return client


def here_are(client: Client) -> set[str]:
    """The names of those who are connected, as this client sees it."""
    return {player["name"] for player in client.lobby["players"] if player["online"]}


def happened(client: Client) -> list[str]:
    """What this client was told that happened, by its kind."""
    return [event["kind"] for message in client.messages for event in message["happened"]]
