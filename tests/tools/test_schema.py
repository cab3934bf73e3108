"""docs/protocol.schema.json says what the server takes and sends; played games agree with it."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator as Validator

from clients import Client
from servers import Server, running
from stored import stories
from stored.house import House
from tools.schema import FILE, schema, text
from undercast.commands import COMMANDS
from undercast.web import messages
from wire import get

SCHEMA = json.loads(FILE.read_text(encoding="utf-8"))

STORIES = (
    stories.classic_typed,
    stories.classic_spoken,
    stories.marks_standing,
    stories.earned,
    stories.struck_clue,
    stories.question_rejected,
    stories.challenge_standing,
    stories.random_penalty,
    stories.sand_running,
    stories.strict_timer_running,
    stories.coop_with_pictures,
    stories.sudden_death,
    stories.coming_and_going,
    stories.evening,
    stories.ended,
)
"""Every mode, and what every kind of move and every way of coming and going leads to."""


def test_the_file_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run: python -m tools.schema"


def test_it_is_a_schema() -> None:
    Validator.check_schema(schema())
    for definition in SCHEMA["$defs"].values():
        Validator.check_schema(definition)


@pytest.mark.parametrize(
    ("name", "payload", "good"),
    [
        ("rename", {"cmd_id": "c", "name": "Ana"}, True),
        ("rename", {"cmd_id": "c d", "name": "Ana"}, False),
        ("rename", {"cmd_id": "c", "name": "A" * 201}, False),
        ("rename", {"cmd_id": "c", "name": "Ana", "more": 1}, False),
        ("touch_card", {"cmd_id": "c", "step": 1, "position": 3}, True),
        ("touch_card", {"cmd_id": "c", "step": 1, "position": "3"}, False),
        ("touch_card", {"cmd_id": "c", "position": 3}, False),
        ("give_clue", {"cmd_id": "c", "step": 1, "word": None, "number": "unlimited"}, True),
        ("give_clue", {"cmd_id": "c", "step": 1, "word": "a", "number": "many"}, False),
        ("take_seat", {"cmd_id": "c", "seat": "side_a"}, True),
        ("take_seat", {"cmd_id": "c", "seat": "nowhere"}, False),
        ("watch", {"protocol": 2, "room": "BKTM"}, True),
        ("watch", {"protocol": 2, "room": ""}, False),
        ("watch", {"protocol": 2, "room": "BKTM", "more": 1}, False),
        ("report", {"agent": "x", "width": -1, "height": 1, "latency": 1}, False),
        ("report", {"agent": "x", "width": 1, "height": 1, "latency": 1, "failed": []}, True),
        ("report", {"agent": "x", "width": 1, "height": 1, "latency": 1, "more": 1}, False),
    ],
)
def test_it_refuses_what_the_server_refuses(name: str, payload: Any, good: bool) -> None:
    kinds: dict[str, type] = {**COMMANDS, messages.REPORT: messages.ReportMessage}
    assert is_good(name, payload) is good
    try:
        if name in kinds:
            messages.parse(kinds[name], payload)
        else:
            messages.parse_entrance(name, payload)
    except messages.Refused:
        assert not good
    else:
        assert good


@pytest.mark.parametrize("settings", [{}, {"mode": "duet"}, {"mode": "chess"}, {"more": 1}])
def test_settings_may_be_left_out_and_no_others_sent(settings: dict[str, Any]) -> None:
    payload = {"cmd_id": "c", "settings": settings, "decks": ["en"], "language": "en"}
    assert is_good("change_settings", payload) is (settings in ({}, {"mode": "duet"}))


# --- Played games --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("schema") / "data") as started:
        yield started


class Recorded:
    """What the clients of some games sent and received, each kind of thing by its schema."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clients: dict[Client, dict[int, str]] = {}
        self.sent: list[tuple[str, object]] = []
        send = Client.send

        def recording(client: Client, name: str, payload: object) -> int:
            number = send(client, name, payload)
            self.clients.setdefault(client, {})[number] = name
            self.sent.append((name, payload))
            return number

        monkeypatch.setattr(Client, "send", recording)

    def acknowledged(self) -> Iterator[tuple[str, Any]]:
        """Names and acknowledgements of what was sent; other names than ours are left out."""
        for client, names in self.clients.items():
            for frame in client.frames:
                number, bracket, rest = frame[2:].partition("[")
                if frame.startswith("43") and names[int(number)] in SCHEMA["sent"]:
                    yield names[int(number)], json.loads(bracket + rest)[0]

    def received(self) -> Iterator[tuple[str, Any]]:
        """Names and payloads of the events that came."""
        frames = {frame for client in self.clients for frame in client.frames}
        for frame in sorted(frames):
            if frame.startswith("42"):
                name, payload = json.loads(frame[2:])
                yield name, payload


@pytest.mark.slow
def test_played_games_agree_with_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded, house = Recorded(monkeypatch), House(server)
    for story in STORIES:
        story(house)
    duet = house.rooms["sudden_death"].party
    duet.play_to_the_end()
    duet.debrief()
    counts: Counter[str] = Counter()
    for name, payload in recorded.sent:
        assert name not in SCHEMA["sent"] or is_good(name, payload), (name, payload)
    for name, ack in recorded.acknowledged():
        explain(SCHEMA["sent"][name]["ack"], ack)
        counts[name] += 1
    for name, payload in recorded.received():
        explain(SCHEMA["received"][name], payload)
        counts[payload["view"]["kind"] if name == "view" else name] += 1
    explain(SCHEMA["served"]["/decks"], json.loads(get(server.url, "/decks").split(b"\r\n\r\n")[1]))
    for often in ("public", "key", "debrief", "gone", "join", "touch_card", "give_clue"):
        assert counts[often], often


def is_good(name: str, payload: object) -> bool:
    return bool(validator(json.dumps(SCHEMA["sent"][name]["payload"])).is_valid(payload))


def explain(part: Any, value: object) -> None:
    """Fail with the first thing that is wrong. Here nothing unknown is passed over."""
    errors = validator(json.dumps(part), strict=True).iter_errors(value)
    for error in errors:
        pytest.fail(f"{error.json_path}: {error.message[:500]}")


@cache
def validator(part: str, *, strict: bool = False) -> Any:
    definitions = SCHEMA["$defs"]
    if strict:
        definitions = {name: closed(each) for name, each in definitions.items()}
    return Validator({**json.loads(part), "$defs": definitions})


def closed(definition: dict[str, Any]) -> dict[str, Any]:
    """Without room for what is not in it."""
    rest = {"additionalProperties": False} if "properties" in definition else {}
    return {**rest, **definition}
