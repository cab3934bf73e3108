"""The referee's advice, questions to the rival, challenges and penalties over real sockets."""

from collections.abc import Iterator
from typing import Any

import pytest

from clients import Client
from servers import Deal, Server, running
from table import KEY, Table, codes, refusal, settle

OK = {"ok": True}

CYRILLIC_O = "о"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = Deal((KEY,), codes=codes())
    with running(tmp_path_factory.mktemp("data"), deal=deal, options=("--generous",)) as started:
        yield started
        assert started.stop() == 0
        assert "Traceback" not in started.output


def seated(server: Server, **settings: str) -> Table:
    table = Table(server, settings=settings).dealt()
    settle(table.tv)
    return table


def stepped(client: Client) -> int:
    settle(client)
    return int(client.view["step"])


def question(client: Client) -> Any:
    settle(client)
    return client.view["view"]["question"]


def refused(table: Table, name: str, command: str, /, **fields: object) -> str:
    person = table.people[name]
    return refusal(person, command, cmd_id="refused", step=stepped(table.tv), **fields)


# --- judge_clue


def test_the_giver_hears_what_the_referee_says_and_nobody_else_anything(server: Server) -> None:
    table = seated(server)
    everybody = [*table.people.values(), table.tv]
    for client in everybody:
        settle(client)
    numbers = [client.view["n"] for client in everybody]
    same = {"verdict": "illegal", "reason": "same", "position": 0}
    word = table.tv.game["codenames"][0]
    for said, found in (
        (word, [same]),
        (word.upper(), [same]),
        (word.replace("o", CYRILLIC_O), [{**same, "reason": "looks_like"}]),
        ("plum", []),
        (
            "plum pudding",
            [{"verdict": "questioned", "reason": "several_words", "position": None}],
        ),
    ):
        answer = table.people["Ben"].ask("judge_clue", word=said, number=2)
        assert answer == {"findings": found, "ok": True}, said
    for client, number in zip(everybody, numbers, strict=True):
        settle(client)
        assert client.view["n"] == number


def test_nobody_else_may_hear_the_referee(server: Server) -> None:
    table = seated(server)
    for name in ("Ana", "Cem", "Dan", "Eva"):
        assert refusal(table.people[name], "judge_clue", word="x", number=1) == (
            "game/not_your_seat"
        )
    assert refusal(table.tv, "judge_clue", word="x", number=1) == "wire/not_entered"
    assert refusal(Client(server.url), "judge_clue", word="x", number=1) == "wire/not_entered"


def test_the_referee_is_asked_only_where_it_advises_and_in_a_game(server: Server) -> None:
    for referee in ("off", "strict"):
        ben = seated(server, referee=referee).people["Ben"]
        assert refusal(ben, "judge_clue", word="x", number=1) == "game/no_advice"
    ben = Table(server).people["Ben"]
    assert refusal(ben, "judge_clue", word="x", number=1) == "game/no_game"


@pytest.mark.parametrize(
    "fields",
    [
        {"word": "x"},
        {"number": 1},
        {"word": None, "number": 1},
        {"word": "x", "number": "many"},
        {"word": "x", "number": 1.5},
        {"word": "x" * 201, "number": 1},
        {"word": "x", "number": 1, "cmd_id": "a"},
        {"word": "x", "number": 1, "findings": []},
    ],
    ids=str,
)
def test_a_malformed_question(server: Server, fields: dict[str, object]) -> None:
    table = seated(server)
    assert refusal(table.people["Ben"], "judge_clue", **fields) == "wire/malformed"


def test_as_fast_as_anybody_types(server: Server) -> None:
    ben = seated(server).people["Ben"]
    typed = [ben.send("judge_clue", {"word": "plum"[: 1 + n % 4], "number": 1}) for n in range(60)]
    assert all(ben.answer(number)["ok"] for number in typed)


# --- What is said against a clue


def test_what_the_referee_found_is_the_server_s_to_say(server: Server) -> None:
    table = seated(server)
    word = table.tv.game["codenames"][0]
    assert refused(table, "Ben", "give_clue", word=word, number=1) == "game/clue_illegal"
    assert refused(table, "Ben", "give_clue", word=word, number=1, anyway=True) == (
        "game/clue_illegal"
    )
    for claim in ({"findings": []}, {"rival": False}, {"cover": 3}):
        malformed = refused(table, "Ben", "give_clue", word=word, number=1, **claim)
        assert malformed == "wire/malformed"
    same = {"verdict": "illegal", "reason": "same", "position": 0}
    several = {"verdict": "questioned", "reason": "several_words", "position": None}
    for said, found in ((word, same), ("old plum", several)):
        ben, step = table.people["Ben"], stepped(table.tv)
        clue = {"cmd_id": "found", "step": step, "word": said, "number": 1}
        error = ben.answer(ben.send("give_clue", clue))["error"]
        assert (error["detail"], error["findings"]) == (found["reason"], [found])
    assert refused(table, "Ben", "give_clue", word="old plum", number=1) == "game/clue_questioned"
    table.move("Ben", "give_clue", word="old plum", number=1, anyway=True)
    assert refused(table, "Ben", "correct_clue", word=word) == "game/another_clue"
    assert refused(table, "Ben", "correct_clue", word="old plums") == "game/clue_questioned"
    table.move("Ben", "correct_clue", word="old plums", anyway=True)
    assert refused(table, "Ben", "correct_clue", word="old plum") == "game/clue_corrected"


# --- The question


def test_asked_rejected_taken_back_asked_again_and_allowed(server: Server) -> None:
    table = seated(server)
    ben, cem = table.people["Ben"], table.people["Cem"]
    step = stepped(table.tv)
    table.move("Ben", "ask_rival", word="old plum", number=2)
    asked = {
        "id": 1,
        "clue": {"word": "old plum", "number": 2},
        "giver": ben.you,
        "findings": [{"verdict": "questioned", "reason": "several_words", "position": None}],
        "rejected": False,
        "corrects": False,
        "may": {
            "take_back_clue": ["red_spymaster", "key_holder"],
            "allow_clue": ["blue_spymaster"],
            "reject_clue": ["blue_spymaster"],
        },
    }
    assert question(ben) == question(cem) == asked
    table.move("Cem", "reject_clue", question=1)
    assert question(cem) is None
    assert question(ben) == {
        **asked,
        "rejected": True,
        "may": {"take_back_clue": ["red_spymaster", "key_holder"]},
    }
    table.move("Ben", "take_back_clue")
    assert question(ben) is None
    table.move("Ben", "ask_rival", word="plum", number=1)
    assert refused(table, "Cem", "allow_clue", question=1) == "game/nothing_asked"
    assert stepped(table.tv) == step
    table.move("Cem", "allow_clue", question=2)
    assert stepped(table.tv) == step + 1
    assert table.tv.view["happened"] == [
        {"team": "red", "clue": {"word": "plum", "number": 1}, "kind": "clue_given"}
    ]
    assert "challenge" not in table.tv.game["may"]
    assert refused(table, "Cem", "challenge") == "game/clue_allowed"


def test_who_comes_back_finds_the_question(server: Server) -> None:
    table = seated(server)
    table.move("Ben", "ask_rival", word="plum", number=1)
    assert table.enter("Cem").view["view"]["question"]["clue"]["word"] == "plum"
    assert "question" not in table.enter("Dan").view["view"]


def test_without_a_rival_nobody_is_asked(server: Server) -> None:
    table = seated(server)
    table.people["Cem"].do("leave")
    assert refused(table, "Ben", "ask_rival", word="plum", number=1) == "game/no_rival"
    assert "ask_rival" not in table.tv.game["may"]


def test_strict_puts_a_doubtful_clue_to_the_rival_by_itself(server: Server) -> None:
    table = seated(server, referee="strict")
    table.move("Ben", "give_clue", word="old plum", number=2)
    assert question(table.people["Cem"])["clue"] == {"word": "old plum", "number": 2}
    assert refused(table, "Ben", "ask_rival", word="plum", number=1) == "game/no_advice"
    table.move("Cem", "allow_clue", question=1)
    settle(table.tv)
    assert table.tv.game["phase"] == "guess"


# --- Challenges and penalties


def test_challenged_upheld_and_covered(server: Server) -> None:
    table = seated(server)
    table.move("Ben", "give_clue", word="plum", number=1)
    assert refused(table, "Ben", "challenge") == "game/not_your_turn"
    table.move("Cem", "challenge")
    settle(table.tv)
    assert table.tv.game["phase"] == "challenged"
    assert table.tv.game["may"] == {
        "concede_challenge": ["red_spymaster", "key_holder"],
        "withdraw_challenge": ["blue_spymaster"],
        "uphold_challenge": ["blue_spymaster"],
        "pause": ["seated", "host"],
        "abandon": ["host"],
    }
    assert refused(table, "Ben", "touch_card", position=0) == "game/wrong_phase"
    assert refused(table, "Ben", "uphold_challenge") == "game/not_your_turn"
    assert refused(table, "Cem", "uphold_challenge", cover=9) == "wire/malformed"
    table.move("Cem", "uphold_challenge")
    settle(table.tv)
    assert [event["kind"] for event in table.tv.view["happened"]] == ["clue_struck", "turn_ended"]
    assert table.tv.game["phase"] == "penalty"
    assert refused(table, "Cem", "cover_card", position=0) == "game/not_your_agent"
    assert refused(table, "Ben", "cover_card", position=9) == "game/not_your_turn"
    assert refused(table, "Dan", "decline_penalty") == "game/not_your_seat"
    table.move("Cem", "cover_card", position=9)
    settle(table.tv)
    assert table.tv.game["revealed"][9] == "blue"
    assert table.tv.game["turns"][0]["struck"] == [
        {"clue": {"word": "plum", "number": 1}, "by": "rival"}
    ]
    assert (table.tv.game["turns"][1]["cover"], table.tv.game["left"]["blue"]) == (9, 7)


def test_withdrawn_conceded_and_declined(server: Server) -> None:
    table = seated(server)
    table.move("Ben", "give_clue", word="plum", number=1)
    table.move("Cem", "challenge")
    table.move("Cem", "withdraw_challenge")
    table.move("Ben", "touch_card", position=17)
    table.move("Cem", "give_clue", word="pear", number=1)
    table.move("Ben", "challenge")
    table.move("Cem", "concede_challenge")
    table.move("Ben", "decline_penalty")
    settle(table.tv)
    assert table.tv.view["happened"] == [{"team": "red", "kind": "penalty_declined"}]
    assert table.tv.game["turns"][1]["struck"][0]["by"] == "giver"


def test_an_illegal_clue_under_a_strict_referee_and_a_drawn_agent(server: Server) -> None:
    table = seated(server, referee="strict", penalty="random")
    word = table.tv.game["codenames"][0]
    table.move("Ben", "give_clue", word=word, number=1)
    settle(table.tv)
    kinds = [event["kind"] for event in table.tv.view["happened"]]
    assert kinds == ["clue_struck", "turn_ended", "card_covered"]
    assert table.tv.game["revealed"][9] == "blue", "the first that this server draws"
    assert table.tv.game["turns"][-1]["team"] == "blue"


def test_cards_outstanding_are_public_where_they_earn_a_guess(server: Server) -> None:
    table = seated(server, plus_one="earned")
    assert table.tv.game["outstanding"] == {"red": 0, "blue": 0, "green": 0}
    table.move("Ben", "give_clue", word="plum", number=3)
    settle(table.tv)
    assert table.tv.game["guesses_left"] == 3
    table.move("Ben", "touch_card", position=0)
    table.move("Ben", "end_turn")
    settle(table.tv)
    assert table.tv.game["outstanding"] == {"red": 2, "blue": 0, "green": 0}


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"clues": "spoken", "referee": "strict"}, "room/strict_needs_typed"),
        ({"clues": "spoken", "plus_one": "earned"}, "room/earned_needs_typed"),
        ({"sand_seconds": 9}, "room/timer_seconds"),
        ({"first_extra_seconds": -1}, "room/timer_seconds"),
        ({"clue_seconds": 10**30}, "room/timer_seconds"),
        ({"clue_seconds": 10.5}, "wire/malformed"),
        ({"clue_seconds": None}, "wire/malformed"),
        ({"timer": "hourglass"}, "wire/malformed"),
    ],
)
def test_house_rules_that_do_not_go_together(
    server: Server, settings: dict[str, object], code: str
) -> None:
    table = Table(server)
    fields = {"cmd_id": "c", "settings": settings, "decks": ["en"], "language": "en"}
    assert refusal(table.people["Ana"], "change_settings", **fields) == code
    creating = {"name": "Flo", "language": "en", "decks": ["en"], "settings": settings}
    opening = {"protocol": 2, "cmd_id": "c", "token": "t" * 30, **creating}
    assert refusal(Client(server.url), "create", **opening) == code
