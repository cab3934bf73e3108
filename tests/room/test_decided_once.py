"""Law 7: what was decided once is only applied. No later rule of form, size or permission, and no
other Unicode, makes a stored room unreadable."""

import json
import unicodedata
from typing import Any

import pytest

from room.room_builder import ANA, BEN, facts, replay
from rules.game_builder import CODENAMES, KEY
from undercast.base.refusals import Refusal, Refused
from undercast.commands import COMMANDS, GameCommand, decide
from undercast.room.entries import CreateRoom, Entry
from undercast.room.state import Room
from undercast.rules.game import RULES
from undercast.rules.settings import Marks, Penalty, Settings
from undercast.store import codec

NEWER_THAN_THE_TABLES = "\U0001fae8"
"""An emoji that an old Python, or a future reader of an old log, knows nothing of."""

IDENTITIES = {"r": "red", "b": "blue", "n": "bystander", "a": "assassin"}

GONE = {"penalty": "picnic", "timer": "hourglass", "secret_handshake": "on", "sand_seconds": "long"}
"""House rules, and values of them, that a release has given up."""

TOGETHER_NO_MORE = {
    "clues": "spoken",
    "referee": "strict",
    "sand_seconds": 3,
    "guess_seconds": 9999,
}

LONG = "Ana " * 75


def line(by: str, do: str, /, **given: Any) -> dict[str, Any]:
    return {"format": 2, "at": 1000, "by": by, "cmd_id": "", "do": do, "with": given}


def opening(name: str = "Ana", **settings: Any) -> dict[str, Any]:
    return line(
        ANA,
        "create_room",
        code="BKTM",
        name=name,
        token_hash="hash",
        language="tlh-Piqd",
        decks=["gone", "en"],
        settings=settings,
    )


def dealing() -> dict[str, Any]:
    key = [IDENTITIES[letter] for letter in KEY]
    return line(ANA, "deal", codenames=CODENAMES, key=key, swap_spymasters=False, rules=1)


def seats() -> list[dict[str, Any]]:
    return [
        line(BEN, "join", name="Ben", token_hash="hash of Ben"),
        line(ANA, "take_seat", seat="red_spymaster"),
        line(BEN, "take_seat", seat="blue_spymaster"),
    ]


def clue(word: str | None, number: object) -> dict[str, Any]:
    return line(ANA, "give_clue", word=word, number=number, by=ANA)


def replayed(*lines: dict[str, Any]) -> Room:
    return replay(decoded(*lines))


def decoded(*lines: dict[str, Any]) -> list[Entry]:
    return [codec.decode(json.dumps(given).encode()) for given in lines]


def refused(room: Room, who: str, name: str, /, **given: Any) -> Refusal:
    """What is said today to somebody who wants that, by tables that know little."""
    kind = COMMANDS[name]
    step = {"step": room.step} if issubclass(kind, GameCommand) else {}
    world = facts(category=unicodedata.ucd_3_2_0.category)
    with pytest.raises(Refused) as caught:
        decide(room, who, kind(cmd_id="k", **step, **given), world)
    assert isinstance(caught.value.code, Refusal)
    return caught.value.code


@pytest.mark.parametrize("name", [NEWER_THAN_THE_TABLES, LONG, "", "\u202eanA", "a\u0300" * 99])
def test_names(name: str) -> None:
    room = replayed(opening(name), *seats(), line(BEN, "rename", name=name + "!"))
    assert [player.name for player in room.lobby.players] == [name, name + "!"]
    assert refused(room, BEN, "rename", name=name) in (Refusal.NAME_MALFORMED, Refusal.NAME_TAKEN)


@pytest.mark.parametrize(
    ("word", "number", "why"),
    [
        (NEWER_THAN_THE_TABLES, 2, Refusal.CLUE_MALFORMED),
        ("word " * 40, 2, Refusal.CLUE_MALFORMED),
        ("tree", 12, Refusal.CLUE_NUMBER),
        (None, 3, Refusal.CLUE_NEEDS_WORD),
    ],
)
def test_clues(word: str | None, number: int, why: Refusal) -> None:
    dealt = [opening(referee="off"), *seats(), dealing()]
    room = replayed(*dealt, clue(word, number))
    assert room.game is not None
    given = room.game.table.turn.clue
    assert given is not None
    assert (given.word, given.number) == (word, number)
    assert refused(replayed(*dealt), ANA, "give_clue", word=word, number=number) is why


def test_house_rules_that_are_gone() -> None:
    room = replayed(opening(plus_one="never", **GONE), *seats(), dealing(), clue("tree", 2))
    settings = room.lobby.settings
    assert settings.penalty is Penalty.RIVAL_PICKS, "a value that is gone is the default"
    assert settings.sand_seconds == Settings().sand_seconds
    assert settings.plus_one.value == "never", "what there still is, is kept"
    assert room.running


def test_house_rules_that_do_not_go_together_any_more() -> None:
    room = replayed(opening(**TOGETHER_NO_MORE), *seats(), dealing())
    assert room.running
    wanted = {"settings": room.lobby.settings, "decks": ("en",), "language": "en"}
    assert refused(room, ANA, "change_settings", **wanted) is Refusal.STRICT_NEEDS_TYPED


def test_more_people_and_requests_than_there_may_be() -> None:
    crowd = [
        line(f"p{n}", "join", name=f"guest {n}", token_hash=f"hash {n}") for n in range(3, 500)
    ]
    asking = [
        line("", "ask_to_return", player=f"p{n}", token_hash=f"lost {n}") for n in range(3, 100)
    ]
    room = replayed(opening(), *seats(), *crowd, *asking)
    assert len(room.lobby.present) == 499
    assert len(room.lobby.requests) == 97


def test_deeds_of_those_who_might_not_do_them_today() -> None:
    """Whoever may deal, touch or undo: it was decided when it was done."""
    guest = line("p3", "join", name="Cem", token_hash="hash of Cem")
    log = [opening(), *seats(), guest, {**dealing(), "by": "p3"}, {**clue("tree", 1), "by": "p3"}]
    touched = line("p3", "touch_card", position=0, by="p3", side=None)
    room = replayed(*log, touched, line("p3", "abandon"))
    assert not room.running
    assert refused(replayed(*log), "p3", "touch_card", position=0) is Refusal.NOT_YOUR_SEAT


def test_a_deck_and_a_language_that_nobody_knows() -> None:
    assert replayed(opening()).lobby.decks == ("gone", "en")
    assert replayed(opening()).lobby.language == "tlh-Piqd"


def test_what_the_first_format_kept_as_it_was_typed_is_shown_tidied() -> None:
    typed = {**line(BEN, "join", name="  Ben   s\u030c ", token_hash="hash"), "format": 1}
    room = replayed({**opening(" Ana "), "format": 1}, typed)
    assert [player.name for player in room.lobby.players] == ["Ana", "Ben \u0161"]


class TestMarks:
    """Stored rooms keep the setting they had, also when it was only the default."""

    def settings(self, number: int, **said: Any) -> Settings:
        (entry,) = decoded(opening(**said) | {"format": number})
        assert isinstance(entry.do, CreateRoom)
        return entry.do.settings

    @pytest.mark.parametrize("number", [1, 2])
    def test_of_which_nothing_was_said_were_the_team_s(self, number: int) -> None:
        assert self.settings(number).marks is Marks.TEAM_SEES
        assert self.settings(number, marks="everyone_sees").marks is Marks.EVERYONE_SEES

    def test_are_everybody_s_from_format_3_on(self) -> None:
        assert self.settings(3).marks is Marks.EVERYONE_SEES
        assert self.settings(3, marks="team_sees").marks is Marks.TEAM_SEES


@pytest.mark.parametrize("later", [{"format": 4}, {"with": {"rules": RULES + 1}}])
def test_a_newer_format_is_known_as_such(later: dict[str, Any]) -> None:
    with pytest.raises(codec.NewerFormat):
        decoded(dealing() | later)


@pytest.mark.parametrize(
    "damage",
    [
        {"do": "dance"},
        {"with": {}},
        {"with": {"codenames": 3}},
        {"at": "noon"},
        {"format": 0},
        {"format": None},
    ],
)
def test_what_is_no_entry_is_none(damage: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not an entry"):
        decoded(dealing() | damage)
