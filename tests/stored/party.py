"""The people around one room, each with a connection, and a television that looks on.

    party = Party(server.url, "BKTM")
    party.enter("Ana", token)
    party.clue(2)
    party.touch("own")
    party.play_to_the_end()

Who does something is found as the pages find whose buttons to draw: by `may` and the seats. What a
card is, is told by the keys of those who see one. So it plays any room that people left, in every
mode and phase.
"""

import secrets
from collections.abc import Iterable
from typing import Any

from clients import Client
from recorded_views import Seen, lasting
from table import settle

CLUES = {
    "hi": ("खुशियाँ", "त्योहार", "मौसम"),
    "sr-Cyrl": ("чаролија", "љубав", "путовање"),
    "en": ("harbour", "melody", "winter", "journey", "thunder", "kitchen"),
    "last": ("jujutsu", "zyzzyva", "quixotry", "yuppify", "abracadabra", "flimflam"),
}
"""Words to give as clues. To most of them no board objects."""

OVER = ("ended", "debriefed")

MAX_MOVES = 60
"""More than any game needs from wherever it stands."""


class Party:
    """One room. Everybody goes by a handle that is the test's own."""

    def __init__(self, url: str, code: str) -> None:
        self.url = url
        self.code = code
        self.people: dict[str, Client] = {}
        self.screen = Client(url, room=code)
        self.screen.enter("watch", room=code)
        self.latest: dict[str, Any] = {}
        """The latest command: who sent it, its name and its fields."""
        self._settled: set[Client] = set()

    def enter(self, who: str, token: str) -> Client:
        """Somebody comes back."""
        person = Client(self.url, room=self.code)
        person.enter("enter", room=self.code, token=token)
        self.add(who, person)
        return person

    def join(self, who: str, token: str, name: str | None = None, seat: str | None = None) -> None:
        """Somebody comes in for the first time, or after having left."""
        person = Client(self.url, room=self.code)
        person.enter("join", room=self.code, token=token, name=name or who)
        self.add(who, person)
        if seat is not None:
            self.do(who, "take_seat", seat=seat)

    def add(self, who: str, person: Client) -> None:
        """Somebody has come in."""
        self.people[who] = person
        self._settled.clear()

    def close(self) -> None:
        for client in (self.screen, *self.people.values()):
            client.close()

    # What is seen

    @property
    def lobby(self) -> dict[str, Any]:
        return self._see(self.screen)["lobby"]  # type: ignore[no-any-return]

    @property
    def game(self) -> dict[str, Any]:
        return self._see(self.screen)["game"]  # type: ignore[no-any-return]

    def seen(self, who: str | None = None) -> tuple[int, Seen]:
        """The step, and what lasts of what this person sees; None is the screen."""
        client = self.screen if who is None else self.people[who]
        view = lasting(self._see(client))
        return client.view["step"], view

    @property
    def phase(self) -> str:
        return str(self.game["phase"])

    def seat(self, who: str) -> str | None:
        """None for somebody who is not in the room any more."""
        you = self.people[who].you
        seats = (player["seat"] for player in self.lobby["players"] if player["id"] == you)
        return next(seats, None)

    def able(self, actors: Iterable[str]) -> list[str]:
        """Those of us whom a list of `may` means."""
        return [who for who in self.people if self._meant(who) & set(actors)]

    def question(self) -> dict[str, Any] | None:
        """The clue that is asked about in secret, as anybody of us sees it."""
        asked = (self._see(person).get("question") for person in self.people.values())
        return next((question for question in asked if question is not None), None)

    def key(self, seat: str | None = None) -> list[str]:
        """A key that one of us sees; in a duet that of this side."""
        for who, person in self.people.items():
            view = self._see(person)
            if view["kind"] == "key" and view["key"] and seat in (None, self.seat(who)):
                return list(view["key"])
        raise LookupError(f"nobody here sees the key of {seat or 'the game'}")

    def cards(self, kind: str, by: str) -> list[int]:
        """Positions of hidden cards that are this if `by` touches them: "own" (of the team whose
        turn it is), "rival", "bystander" or "assassin".
        """
        game, seat = self.game, self.seat(by)
        team = game["turns"][-1]["team"]
        partner = {"side_a": "side_b", "side_b": "side_a"}.get(seat or "")
        identity = {"own": team, "rival": {"red": "blue", "blue": "red"}.get(team)}.get(kind, kind)
        known = [
            bystander["position"]
            for bystander in (game["duet"] or {"bystanders": []})["bystanders"]
            if bystander["side"] == seat
        ]
        return [
            position
            for position, is_ in enumerate(self.key(partner))
            if is_ == identity and game["revealed"][position] is None and position not in known
        ]

    # What is done

    def do(self, who: str, command: str, /, **fields: Any) -> None:
        """A command in the room."""
        fields.setdefault("cmd_id", secrets.token_urlsafe(6))
        self.latest = {"who": who, "command": command, "fields": fields}
        self._settled.clear()
        self.people[who].do(command, **fields)

    def move(self, who: str, command: str, /, **fields: Any) -> None:
        """A move on the board as it is now."""
        self._see(self.people[who])
        self.do(who, command, step=self.people[who].view["step"], **fields)

    def may(self, command: str) -> list[str]:
        """Those of us who may do this now."""
        return self.able(self.game["may"].get(command, ()))

    def somebody(self, command: str, /, **fields: Any) -> None:
        """The first who may."""
        self.move(self.may(command)[0], command, **fields)

    def word(self) -> str:
        """A clue that nothing on the board speaks against, in the first language that has one."""
        game = self.game
        languages = [deck for deck in CLUES if deck in self.lobby["decks"]]
        words = [word for deck in (*languages, "en", "last") for word in CLUES[deck]]
        given = [turn["clue"]["word"] for turn in game["turns"] if turn["clue"]]
        names = [name.casefold() for name in game["codenames"]]
        good = [word for word in words if not any(alike(word, name) for name in names)]
        return min(good, key=given.count)

    def clue(self, number: int | str = "unlimited", word: str | None = None) -> None:
        self.somebody("give_clue", word=word or self.word(), number=number, anyway=True)

    def illegal_clue(self) -> None:
        """A codename that lies there."""
        game = self.game
        hidden = game["revealed"].index(None)
        self.clue(1, game["codenames"][hidden])

    def touch(self, *kinds: str) -> None:
        """Touch one card of each kind, one after the other; see `cards`."""
        for kind in kinds:
            able = self.may("touch_card")
            who = next(who for who in able if self.cards(kind, who))
            position = self.cards(kind, who)[0]
            if who in self.may("mark_card"):
                self.move(who, "mark_card", position=position, on=True)
            self.move(who, "touch_card", position=position)

    def play_to_the_end(self) -> None:
        """From wherever the game stands: it is won by those who have the turn."""
        for _ in range(MAX_MOVES):
            if self.phase in OVER:
                return
            self.play_one()
        raise AssertionError(f"no end of {self.code} in {MAX_MOVES} moves")

    def play_one(self) -> None:
        """One move towards the end."""
        possible, question = self.game["may"], self.question()
        secret = {} if question is None else question["may"]
        if "resume" in possible:
            self.somebody("resume")
        elif question is not None and "allow_clue" in secret:
            (rival, *_) = self.able(secret["allow_clue"])
            self.move(rival, "allow_clue", question=question["id"])
        elif "take_back_clue" in secret:
            self.move(self.able(secret["take_back_clue"])[0], "take_back_clue")
        elif "withdraw_challenge" in possible:
            self.somebody("withdraw_challenge")
        elif "cover_card" in possible:
            (who, *_) = self.may("cover_card")
            self.move(who, "cover_card", position=self.cards("own", who)[0])
        elif "give_clue" in possible:
            self.clue()
        else:
            self.touch("own")

    def debrief(self) -> None:
        self.somebody("debrief")

    def deal(self, *, swap: bool = False) -> None:
        self.do(self.host(), "deal", swap_spymasters=swap)

    def host(self) -> str:
        (host,) = (who for who in self.people if self.people[who].you == self.lobby["host"])
        return host

    def _see(self, client: Client) -> dict[str, Any]:
        """A client's latest view, when everything up to our latest command has arrived."""
        if client not in self._settled:
            settle(client)
            self._settled.add(client)
        return client.view["view"]  # type: ignore[no-any-return]

    def _meant(self, who: str) -> set[str]:
        """What this person is called in lists of `may`."""
        seat = self.seat(who)
        if seat is None:
            return set()
        seated = set() if seat == "spectator" else {"seated"}
        host = {"host"} if self.people[who].you == self.lobby["host"] else set()
        return {seat} | seated | host


def alike(word: str, name: str) -> bool:
    """Whether a referee might see one in the other."""
    parts = [word[n : n + 4] for n in range(len(word) - 3)]
    return name in word or any(part in name for part in parts)
