"""Bots of a running server that ask a language model: it is heard where it keeps to the rules, and
nobody waits for it in vain.
"""

import json
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clients import Client, token
from llm.fake_endpoint import Behaviour, Endpoint, clever, endpoint, reply, says, sends
from patience import PATIENCE
from servers import Deal, Server, children, command_of, running
from undercast.llm.endpoint import KEY

WORDS = (
    *("whale", "piano", "castle", "doctor", "forest", "needle", "bridge", "rocket", "mirror"),
    *("shadow", "engine", "window", "garden", "dragon", "carrot", "saturn", "violin", "pirate"),
    *("desert", "button", "planet", "teacher", "kitchen", "diamond", "spider"),
)
KEYS = ("rrrrrrrrrbbbbbbbbnnnnnnna", "rrrbrrrrrnbbbbbbbrnnannnn")
"""They agree on the first three cards."""

SECRET = "sk-very-secret-0123456789"


@contextmanager
def server(
    data: Path, behaviour: Behaviour, key: str = KEYS[0], pace: float = 0.2
) -> Iterator[tuple[Server, Endpoint]]:
    with endpoint(behaviour) as fake:
        options = ("--generous", "--wall-clock", "--llm", fake.url, "--llm-model", "tiny")
        options = (*options, "--bot-pace", str(pace))
        with running(data, deal=Deal((key,), WORDS), options=options) as one:
            yield one, fake


def seated(one: Server, *seats: str) -> list[Client]:
    """People in these seats, and bots in the others, with a game dealt."""
    settings = {"guessing": "operatives_tap"}
    opening = {"cmd_id": "create", "token": token(), "name": "Ana", "language": "en"}
    people = [Client(one.url) for _ in seats]
    people[0].enter("create", decks=["en"], settings=settings, **opening)
    for number, person in enumerate(people[1:]):
        room = people[0].lobby["code"]
        person.enter("join", room=room, token=token(), name=f"P{number}")
    for person, seat in zip(people, seats, strict=True):
        person.do("take_seat", seat=seat)
    if len(people) < 4:
        people[0].do("fill_with_bots", style="normal")
    people[0].do("deal")
    for person in people:
        person.wait_for_view(lambda message: message["view"]["game"] is not None)
    return people


def clue_of(person: Client) -> tuple[str, int] | None:
    """The first clue, when it is given."""
    clue = person.game["turns"][0]["clue"]
    return None if clue is None else (clue["word"], clue["number"])


def touched(person: Client) -> list[int]:
    """The cards that were touched for it."""
    return [touch["position"] for touch in person.game["turns"][0]["touches"]]


def wait_for_clue(person: Client) -> tuple[str, int]:
    person.wait_for_view(lambda _: clue_of(person) is not None)
    clue = clue_of(person)
    assert clue is not None
    return clue


def wait_for_touches(person: Client, count: int) -> list[int]:
    person.wait_for_view(lambda _: len(touched(person)) >= count)
    return touched(person)


def test_a_model_is_heard_and_everybody_knows_that_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, SECRET)
    with server(tmp_path, says(clever)) as (one, fake):
        (ana,) = seated(one, "blue_spymaster")
        assert ana.lobby["llm"] == "tiny"
        assert wait_for_clue(ana) == ("quokka", 2)
        assert wait_for_touches(ana, 1) == [23]  # as the model says
        assert {SECRET.encode() in request for request in fake.requests} == {True}
        assert SECRET not in one.output
        frames = "".join(ana.frames)
        assert SECRET not in frames
        assert fake.url not in frames
    assert {"YOURS" in table_of(body) for body in fake.bodies} == {True, False}


def table_of(body: dict[str, Any]) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(body["messages"][1]["content"])
    return table


@pytest.mark.parametrize(
    "behaviour",
    [
        says('{"clue": "whale", "number": 1, "cards": ["whale"]}'),
        sends(reply(b"whale", "500 whale")),
    ],
)
def test_who_gets_no_good_proposal_plays_by_itself(tmp_path: Path, behaviour: Behaviour) -> None:
    with server(tmp_path, behaviour) as (one, _):
        (ana,) = seated(one, "blue_spymaster")
        assert wait_for_clue(ana)[0] not in ("quokka", "whale")
        logged = one.output.partition("Stop with")[2]
    assert not [word for word in WORDS if word in logged.lower()]


def test_a_model_that_stalls_holds_up_nobody_else(tmp_path: Path) -> None:
    """One room's bot waits for the model, and people of another room go on."""
    came, released = threading.Event(), threading.Event()

    def stalls(connection: socket.socket, body: dict[str, Any]) -> None:
        came.set()
        released.wait(PATIENCE)
        says(clever)(connection, body)

    with server(tmp_path, stalls, pace=1.0) as (one, fake):
        (ana,) = seated(one, "blue_spymaster")
        others = seated(one, "red_spymaster", "red_operative", "blue_spymaster", "blue_operative")
        assert came.wait(PATIENCE)
        others[0].move("give_clue", word="ocean", number=1)
        assert wait_for_clue(others[1]) == ("ocean", 1)
        assert clue_of(ana) is None
        released.set()
        assert wait_for_clue(ana) == ("quokka", 2)
        assert sum("YOURS" in table_of(body) for body in fake.bodies) == 1  # guessers ask by now


def test_two_keys_same_bytes_go_to_the_model_for_a_guess(tmp_path: Path) -> None:
    sent = []
    for number, key in enumerate(KEYS):
        (tmp_path / str(number)).mkdir()
        with server(tmp_path / str(number), says(first_cards), key) as (one, fake):
            ana, _ = seated(one, "red_spymaster", "blue_spymaster")
            ana.move("give_clue", word="quokka", number=2)
            assert wait_for_touches(ana, 2) == [0, 1]
            sent.append([request for request in fake.requests if b"HIDDEN" in request])
    assert len(sent[0]) >= 2
    ports = [{line for line in one[0].split(b"\r\n") if line.startswith(b"Host")} for one in sent]
    plain = [
        [request.replace(port, b"Host") for request in requests]
        for requests, (port,) in zip(sent, ports, strict=True)
    ]
    assert plain[0][:2] == plain[1][:2]


def first_cards(table: dict[str, Any]) -> str:
    return json.dumps({"cards": [{"card": card, "sure": 90} for card in table["HIDDEN"][:2]]})


def test_a_hostile_answer_holds_up_nobody(tmp_path: Path) -> None:
    """It is as large as an answer may be, and begins a value again and again."""
    hostile = '{"a":[' * 450 + "1," * 90_000
    with server(tmp_path, says(hostile), pace=0.2) as (one, fake):
        (ana,) = seated(one, "blue_spymaster")
        assert wait_for_clue(ana)[0] != "quokka"
        assert fake.requests


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_no_process_but_the_thinking_one_is_needed_and_none_is_given_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, SECRET)
    with server(tmp_path, says(clever)) as (one, _):
        (ana,) = seated(one, "blue_spymaster")
        wait_for_clue(ana)
        commands = [command_of(child) for child in children(one.pid)]
        assert sum("undercast.thinking" in command for command in commands) == 1
        assert not [command for command in commands if SECRET in command]
