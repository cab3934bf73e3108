"""Reactions pass through: they change no view, no version and no log."""

from collections.abc import Iterator

import pytest

from clients import Client
from servers import Server, running
from table import DEAL, Table, refusal, settle
from undercast.base.refusals import Refused
from undercast.web.limits.limit_values import RATE_LIMITS
from undercast.web.limits.token_bucket import TokenBucket

FIRE = '42["reaction",{"reaction":"fire"}]'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("reactions"), deal=DEAL) as server:
        yield server


def test_a_reaction_is_shown_on_screens_and_nowhere_else(server: Server) -> None:
    table = Table(server).dealt()
    everyone = (table.tv, *table.people.values())
    for client in everyone:
        settle(client)
        client.frames.clear()
    for _ in range(3):  # more than one in two seconds is dropped
        assert table.people["Dan"].ask("react", reaction="fire") == {"ok": True}
    for client in everyone:
        settle(client)
    assert [frame for frame in table.tv.frames if "reaction" in frame] == [FIRE]
    assert not any('"view"' in frame for client in everyone for frame in client.frames)
    assert not any('"reaction"' in frame for one in table.people.values() for frame in one.frames)


def test_who_may_not_react(server: Server) -> None:
    table = Table(server)
    dan, ben = table.people["Dan"], table.people["Ben"]
    assert refusal(dan, "react", reaction="fire") == "game/no_game"
    table.dealt()
    assert refusal(ben, "react", reaction="fire") == "room/has_seen_key"
    assert refusal(dan, "react", reaction="shout") == "wire/malformed"
    for client in (table.tv, Client(server.url)):
        assert refusal(client, "react", reaction="fire") == "wire/not_entered"


@pytest.mark.parametrize(("name", "most"), [("reactions", 1), ("reactions_in_a_room", 6)])
def test_budgets(name: str, most: int) -> None:
    now = 0.0
    limit = RATE_LIMITS[name]
    bucket = TokenBucket(limit.amount, limit.seconds, lambda: now)
    for _ in range(most):
        bucket.spend("somebody")
    with pytest.raises(Refused):
        bucket.spend("somebody")
    now = limit.seconds
    for _ in range(most):
        bucket.spend("somebody")
