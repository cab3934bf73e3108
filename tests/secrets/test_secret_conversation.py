"""A clue that two spymasters talk about in secret, on a running server.

One evening is played twice. In one of them the giver hears the referee and asks the rival, who
rejects, dozens of times, or a team marks cards; in the other nothing of that happens. Nobody else
may receive another byte, and no other number of a stream or step: not even in the answers to those
who try to sound it out, or who use up all the views that there are.
"""

import json
from pathlib import Path

import pytest

from clients import Client
from servers import Deal, running
from table import KEY, TAPPED, Table, settle
from undercast.room.stamps import Stamp
from undercast.service.loaded_room import BURST

DEAL = Deal((KEY,))

OTHERS = ("tv", "Ana", "Dan", "Eva", "Gil")
"""A screen, the host who looks on, operatives of both teams, a spectator."""

SOUNDING: tuple[tuple[str, dict[str, object]], ...] = (
    ("take_back_clue", {}),
    *(("allow_clue", {"question": question}) for question in (0, 1, 2, 3)),
    ("reject_clue", {"question": 1}),
    ("ask_rival", {"word": "plum", "number": 1}),
    ("give_clue", {"word": "plum", "number": 1}),
    ("touch_card", {"position": 3}),
)


def everybody_else_tries(table: Table, people: dict[str, Client]) -> None:
    settle(table.tv)
    step = table.tv.view["step"]
    for name in OTHERS:
        for number, (move, fields) in enumerate(SOUNDING):
            payload = {"cmd_id": f"{name}{number}", "step": step, **fields}
            assert "error" in people[name].answer(people[name].send(move, payload))
        asked = people[name].send("judge_clue", {"word": "word000", "number": 1})
        assert "error" in people[name].answer(asked)


def evening(
    data: Path, referee: str, *, secretly: bool, marks: bool = False
) -> dict[str, list[str]]:
    """What the others received."""
    with running(data, deal=DEAL, options=("--generous", "--still")) as server:
        table = Table(server, settings={**TAPPED, "referee": referee})
        people = {**table.people, "tv": table.tv, "Gil": table.join("Gil")}
        table.dealt()
        if secretly:
            conversation(table, referee)
            quarrel(table, referee)
        everybody_else_tries(table, people)
        for number in range(BURST + 5):  # so many are not told: the clock stands
            people["Gil"].do("rename", name=f"Gil {number}")
        if secretly:
            whisper(table, "Ben", "take_back_clue")
        table.people["Ben"].do("choose_stamp", stamp=Stamp.OWL)
        taken = people["Gil"].send("choose_stamp", {"cmd_id": "owl", "stamp": Stamp.OWL})
        assert people["Gil"].answer(taken)["error"]["code"] == "room/stamp_taken"
        table.move("Ben", "give_clue", word="tree", number=2)
        table.move("Dan", "mark_card", position=0, on=True)
        if secretly and marks:
            for number in range(BURST):
                whisper(table, "Dan", "mark_card", position=number % 9, on=number % 18 < 9)
            settle(table.people["Ben"])
        table.move("Dan", "touch_card", position=0)
        table.move("Dan", "touch_card", position=17)
        if secretly:
            ask(table, "Cem", "more words", referee)
        table.move("Ana", "undo")
        table.move("Dan", "touch_card", position=17)
        if secretly:
            ask(table, "Cem", "river delta", referee)
        everybody_else_tries(table, people)
        table.move("Cem", "give_clue", word="lime", number=1)
        table.move("Eva", "touch_card", position=9)
        table.move("Eva", "end_turn")
        for client in people.values():
            settle(client)
        return {name: people[name].frames for name in OTHERS}


def ask(table: Table, giver: str, word: str, referee: str) -> None:
    """With a strict referee a clue of several words asks by itself."""
    whisper(table, giver, "ask_rival" if referee == "advise" else "give_clue", word=word, number=1)


def whisper(table: Table, name: str, command: str, **fields: object) -> None:
    """A move on the board as this person sees it, without a word to anybody else."""
    person = table.people[name]
    settle(person)
    person.do(command, step=person.view["step"], **fields)


def quarrel(table: Table, referee: str) -> None:
    """More of it than there are views at once, for those who know of it."""
    ben, cem = table.people["Ben"], table.people["Cem"]
    for number in range(BURST):
        whisper(table, "Cem", "reject_clue", question=number + 2)
        ask(table, "Ben", f"other words {'x' * number}"[:50], referee)
    settle(ben)
    settle(cem)


def conversation(table: Table, referee: str) -> None:
    ben, cem = table.people["Ben"], table.people["Cem"]
    if referee == "advise":
        found = ben.ask("judge_clue", word="two words", number=1)["findings"]
        clue = {"cmd_id": "two", "step": ben.view["step"], "word": "two words", "number": 1}
        assert found == ben.answer(ben.send("give_clue", clue))["error"]["findings"] != []
    ask(table, "Ben", "two words", referee)
    settle(cem)
    question = cem.view["view"]["question"]
    assert question["clue"]["word"] == "two words"
    whisper(table, "Cem", "reject_clue", question=question["id"])
    ask(table, "Ben", "other words", referee)
    settle(ben)
    assert ben.view["view"]["question"]["id"] == 2


@pytest.mark.parametrize(("referee", "marks"), [("advise", False), ("strict", True)])
def test_nobody_else_receives_another_byte(tmp_path: Path, referee: str, *, marks: bool) -> None:
    with_it = evening(tmp_path / "with", referee, secretly=True, marks=marks)
    without = evening(tmp_path / "without", referee, secretly=False)
    for name in set(OTHERS) - ({"Dan"} if marks else set()):
        assert masked(with_it[name]) == masked(without[name]), name
        views = [frame for frame in with_it[name] if frame.startswith('42["view"')]
        assert len(views) >= 9
        told = [number for number in range(BURST + 5) if f'"Gil {number}"' in "".join(views)]
        assert len(told) <= BURST + 1
        numbers = [json.loads(frame[2:])[1]["n"] for frame in views]
        assert all(number > 0 for number in numbers)


def masked(frames: list[str]) -> list[str]:
    """Without the one thing that two servers differ in: their port."""
    return [frame.split('"join_url"')[0] for frame in frames]
