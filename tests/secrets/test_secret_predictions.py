"""Predictions of people who watch, on a running server.

One evening is played twice. In one of them Gil predicts, moves and withdraws, more often than there
are views at once; in the other he only looks on. Until the game ends nobody else receives another
byte, another number of a stream or another answer, not even who uses up all views that there are.
"""

from pathlib import Path

import pytest

from clients import Client
from servers import Deal, running
from table import KEY, TAPPED, Table, settle
from undercast.room.predictions import MAX_CHANGES
from undercast.service.loaded_room import BURST

OTHERS = ("tv", "Ana", "Ben", "Cem", "Dan", "Eva", "Flo", "Hal")
"""Everybody but Gil: a screen, spymasters, operatives, and two more who watch."""


class Evening:
    """The script, and what the others received before the game ended."""

    def __init__(self, data: Path, *, predicts: bool) -> None:
        self.predicts = predicts
        self.during: dict[str, list[str]] = {}
        with running(data, deal=Deal((KEY,)), options=("--generous", "--still")) as server:
            self.table = table = Table(server, settings=TAPPED)
            self.people = {**table.people, "tv": table.tv}
            for name in ("Flo", "Gil", "Hal"):
                self.people[name] = table.join(name)
            table.dealt()
            self.play()
            self.during = {name: masked(self.people[name]) for name in OTHERS}
            table.move("Ana", "abandon")
            settle(table.tv)

    def play(self) -> None:
        table = self.table
        self.gil_predicts(3, 4, None, 17)
        self.others_try()
        table.move("Ben", "give_clue", word="tree", number=2)
        self.gil_predicts(0)
        table.move("Dan", "touch_card", position=0)
        self.gil_predicts(*(number % 2 + 2 for number in range(MAX_CHANGES)))
        for number in range(BURST + 5):  # so many are not told: the clock stands
            self.people["Hal"].do("rename", name=f"Hal {number}")
        table.move("Ana", "undo")
        self.gil_predicts(1)
        table.move("Dan", "touch_card", position=17)
        self.others_try()
        table.move("Cem", "give_clue", word="lime", number=1)
        late = table.join("Ivo")
        late.do("leave")
        table.move("Eva", "touch_card", position=9)
        self.gil_predicts(10)
        late = table.enter("Hal")
        settle(late)

    def gil_predicts(self, *positions: int | None) -> None:
        if not self.predicts:
            return
        gil = self.people["Gil"]
        settle(gil)
        for position in positions:
            gil.do("predict", step=gil.view["step"], position=position)

    def others_try(self) -> None:
        """One who watches predicts like Gil; the others are refused."""
        settle(self.table.tv)
        step = self.table.tv.view["step"]
        for name in OTHERS:
            person = self.people[name]
            for position in (3, None, 25):
                payload = {"cmd_id": f"{name}{step}{position}", "step": step, "position": position}
                answer = person.answer(person.send("predict", payload))
                refused = position == 25 or name not in ("Ana", "Flo", "Hal")
                assert ("error" in answer) is refused


def masked(client: Client) -> list[str]:
    """Without the one thing that two servers differ in: their port."""
    settle(client)
    return [frame.split('"join_url"')[0] for frame in client.frames]


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Evening, Evening]:
    folders = [tmp_path_factory.mktemp("evening") for _ in range(2)]
    return Evening(folders[0], predicts=True), Evening(folders[1], predicts=False)


@pytest.mark.parametrize("name", OTHERS)
def test_nobody_else_receives_another_byte(evenings: tuple[Evening, Evening], name: str) -> None:
    one, other = evenings
    assert one.during[name] == other.during[name]
    assert len([frame for frame in one.during[name] if frame.startswith('42["view"')]) >= 9


def test_the_end_tells_of_it(evenings: tuple[Evening, Evening]) -> None:
    """So that the law above is not true of nothing."""
    scores = [evening.people["tv"].game["predictions"] for evening in evenings]
    assert {"by": evenings[0].people["Gil"].you, "seen": 0, "of": 1} in scores[0]
    assert evenings[1].people["Gil"].you not in [score["by"] for score in scores[1]]
