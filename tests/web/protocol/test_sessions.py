"""What is encoded once for several views is, byte for byte, the JSON of each of them."""

from pathlib import Path

import pytest

from room.room_builder import ANA, BEN, CEM, DORA, EVA
from room_harness import Bench
from rules.game_builder import RED
from undercast.base.refusals import Refusal
from undercast.room.entries import HandOver, Leave, Rename
from undercast.room.predictions import NO_PREDICTIONS
from undercast.rules.actions import Abandon, Debrief, GiveClue, MarkCard, Pause, Resume, TouchCard
from undercast.service import Message, RoomAccess, bot_seats
from undercast.views import Audience, views
from undercast.web.messages import Reaction
from undercast.web.protocol import sessions
from undercast.web.protocol.responses import ShownReaction
from undercast.web.protocol.sessions import Sessions
from undercast.web.transport.packets import event_frame


class Wire:
    """Sessions with a socket for each audience, and what went out to them."""

    def __init__(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[bytes] = []
        monkeypatch.setattr(sessions, "broadcast", lambda _, __, frame: self.sent.append(frame))
        self.sessions = Sessions(None)  # type: ignore[arg-type]  # nothing of it is used
        for audience in Audience:
            self.sessions.add(audience, RoomAccess(code, None, None, audience))


def test_each_view_goes_out_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path)
    code = bench.four()
    wire = Wire(code, monkeypatch)
    messages = bench.connections.messages
    messages.clear()
    bench.do(code, ANA, GiveClue("river", 2, ANA, ()))
    bench.do(code, CEM, MarkCard(RED[0], True, CEM))
    bench.do(code, ANA, TouchCard(RED[0], ANA))
    bench.do(code, BEN, Rename("Benjamin"))
    bench.do(code, DORA, Pause())
    bench.do(code, DORA, Resume())
    bench.do(code, DORA, Leave())
    bench.do(code, ANA, HandOver(BEN))
    bench.do(code, BEN, Abandon())
    bench.do(code, BEN, Debrief())
    assert len(messages) > 20
    for message in messages:
        wire.sessions.publish(code, message)
        wire.sessions.send(message.audience, message)
        whole = event_frame("view", message)
        assert wire.sent[-2:] == [whole, whole]


class Deaf:
    """A picture stream that must be told of nothing."""

    def view_changed(self, message: Message, view: object) -> None:
        raise AssertionError

    def removed(self, why: Refusal) -> None:
        raise AssertionError


def test_no_picture_is_drawn_of_reactions_and_predictions(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, bytes] = {}
    monkeypatch.setattr(
        sessions,
        "broadcast",
        lambda _, sids, frame: told.update(dict.fromkeys(sids, frame)),
    )
    wire = Sessions(None)  # type: ignore[arg-type]  # nothing of it is used
    for sid, player in (("tv", None), ("eva", EVA), ("eva again", EVA), ("ben", BEN)):
        wire.add(sid, RoomAccess("BKTM", player, player, Audience.PUBLIC))
    wire.add("pictures", RoomAccess("BKTM", None, None, Audience.PUBLIC), Deaf())
    before = wire.views
    wire.show_reaction("BKTM", ShownReaction(Reaction.FIRE))
    assert told == {"tv": event_frame("reaction", {"reaction": "fire"})}
    told.clear()
    wire.send_predictions("BKTM", EVA, NO_PREDICTIONS)
    assert told == dict.fromkeys(("eva", "eva again"), event_frame("predictions", NO_PREDICTIONS))
    assert wire.views == before


def test_what_is_told_is_what_would_be_shown_anew(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    code = bench.four()

    def told() -> None:
        latest: dict[Audience, Message] = {m.audience: m for m in bench.connections.messages}
        here, online = bench.connections.audiences(code), bench.connections.online(code)
        seen = views(bench.room(code), here, online, thinkers=bot_seats.NONE)
        assert {who: latest[who].view for who in here} == seen

    told()
    # Who comes late is offered a seat with the team that has more to find: the moves change that.
    bench.rooms.join(code, "token of Eva", "Eva")
    for player, do in (
        (ANA, GiveClue("river", 2, ANA, ())),
        (ANA, TouchCard(RED[0], ANA)),
        (BEN, Rename("Benjamin")),
        (DORA, Pause()),
        (DORA, Resume()),
        (ANA, TouchCard(RED[1], ANA)),
        (DORA, Leave()),
        (ANA, TouchCard(RED[2], ANA)),
        (ANA, HandOver(BEN)),
        (BEN, Abandon()),
        (BEN, Debrief()),
    ):
        bench.do(code, player, do)
        told()
    bench.connections.here[code] = bench.connections.here[code][:2]
    bench.rooms.refresh(code)
    told()
    bench.connections.evict(code, Refusal.RESTORED)
    bench.enter(code, None)
    bench.rooms.refresh(code)
    told()
