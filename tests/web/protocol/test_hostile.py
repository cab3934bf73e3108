"""What clients of ours never send: positions, names, clues and lists out of hell. Every message is
answered with a refusal, changes nothing, and never reaches the log as a fault.
"""

from collections.abc import Iterator

import pytest

from clients import Client, Refused
from servers import Deal, Server, running
from table import KEY, TAPPED, Table, codes, refusal, refusal_of, settle

MALFORMED = "wire/malformed"

DATA: list[object] = [None, True, 7, 2.5, "", "x", [], [1], {}, {"a": {"b": []}}]

INVISIBLE = {
    "null": "a\x00b",
    "newline": "a\nb",
    "tab": "a\tb",
    "delete": "a\x7fb",
    "escape": "\x1b[31mred",
    "right-to-left override": "\u202egnp.exe",
    "isolate": "\u2066a\u2069",
    "zero width space": "a\u200bb",
    "byte order mark": "\ufeffa",
    "joiner between latin letters": "a\u200db",
    "line separator": "a\u2028b",
    "hangul filler": "\u3164",
    "braille blank": "\u2800",
    "private use": "\ue000",
    "no-break space": "a\xa0b",
    "soft hyphen": "a\xadb",
    "tag": "a\U000e0041",
    "zalgo": "z" + "\u0337\u0321\u0316\u032f" * 3,
    "mark alone": "\u0301a",
}

PLAIN = {
    "html": "<b>Ana</b>",
    "script": "</script>'\"&amp;",
    "emoji": "🦊",
    "family": "👩\u200d👩\u200d👧",
    "flag": "🇸🇪",
    "arabic": "عنا",
    "cyrillic": "Ђорђе",
    "template": "{{7*7}} %s ${x}",
    "sql": "'; drop table rooms; --",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = Deal((KEY,), codes=codes())
    with running(tmp_path_factory.mktemp("data"), deal=deal, options=("--generous",)) as started:
        yield started
        assert started.stop() == 0
        assert "Traceback" not in started.output
        assert "ERROR" not in started.output


@pytest.fixture
def table(server: Server) -> Table:
    made = Table(server, settings=TAPPED).dealt().clue()
    settle(made.tv)
    return made


# --- Numbers -------------------------------------------------------------------------------------

MALFORMED_NUMBERS: list[object] = ["3", "", None, 1e9, 2.5, True, False, [], {}, [3], {"3": 3}]
ELSEWHERE = [25, -1, 26, 10**6, -(10**9), 2**31, 2**63 - 1, -(2**63)]


@pytest.mark.parametrize("command", ["touch_card", "mark_card", "exchange_codename"])
def test_positions(table: Table, command: str) -> None:
    name = "Ben" if command == "exchange_codename" else "Dan"
    person, step = table.people[name], table.tv.view["step"]
    fields = {"cmd_id": "c", "step": step} | ({"on": True} if command == "mark_card" else {})
    for position in MALFORMED_NUMBERS:
        assert refusal(person, command, position=position, **fields) == MALFORMED
    too_late = command == "exchange_codename"  # which is said first, whatever the position
    code = "game/exchange_too_late" if too_late else "game/no_such_card"
    for position in ELSEWHERE:
        assert refusal(person, command, position=position, **fields) == code
    untouched(table)


@pytest.mark.parametrize("step", MALFORMED_NUMBERS)
def test_steps_that_are_no_numbers(table: Table, step: object) -> None:
    dan = table.people["Dan"]
    assert refusal(dan, "touch_card", cmd_id="c", step=step, position=3) == MALFORMED
    untouched(table)


def test_steps_that_never_were(table: Table) -> None:
    for step in ELSEWHERE:
        refused = refusal(table.people["Dan"], "touch_card", cmd_id="c", step=step, position=3)
        assert refused == "game/stale"
    untouched(table)


def test_a_whole_number_may_be_written_with_a_point_or_not_at_all(table: Table) -> None:
    """JSON knows one kind of number; what a card's position is decided as must be one thing."""
    dan, step = table.people["Dan"], table.tv.view["step"]
    with pytest.raises(Refused, match=MALFORMED):
        dan.ask("touch_card", cmd_id="c", step=step, position=2.0)
    untouched(table)


@pytest.mark.parametrize("number", [-1, 10, 99, 2**40, "many", "3", None, 1.5, True, [], {}])
def test_numbers_of_clues(server: Server, number: object) -> None:
    table = Table(server).dealt()
    settle(table.tv)
    ben, step = table.people["Ben"], table.tv.view["step"]
    refused = refusal(ben, "give_clue", cmd_id="c", step=step, word="tree", number=number)
    assert refused in (MALFORMED, "game/clue_number")
    untouched(table)


def untouched(table: Table) -> None:
    before = table.tv.view
    settle(table.tv)
    assert table.tv.view == before


# --- Payloads ------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", DATA)
def test_payloads_of_every_kind(table: Table, data: object) -> None:
    commands = ["touch_card", "rename", "deal", "paste_words", "answer_request", "leave", "watch"]
    for command in [*commands, "create", "join", "enter", "ask_to_return", "become_host"]:
        assert refusal_of(table.people["Dan"], command, data) == MALFORMED
    for command in ("", "view", "gone", "Touch_card", "touch_card ", "__class__", "x" * 5000):
        assert refusal_of(table.people["Dan"], command, data) == "wire/unknown_command"
    untouched(table)


@pytest.mark.parametrize(
    "cmd_id", ["", "x" * 41, "a b", "ä", None, 3, "a\n", "../..", "<b>", [], {"a": 1}]
)
def test_ids_of_commands(table: Table, cmd_id: object) -> None:
    assert refusal(table.people["Dan"], "rename", name="Dora", cmd_id=cmd_id) == MALFORMED
    untouched(table)


@pytest.mark.parametrize("protocol", [0, 1, -1, 99])
def test_another_protocol(table: Table, protocol: int) -> None:
    client = Client(table.server.url)
    assert refusal(client, "watch", protocol=protocol, room=table.code) == "wire/protocol"


@pytest.mark.parametrize("protocol", [None, "1", 1.5, True, [], {}])
def test_no_protocol(table: Table, protocol: object) -> None:
    client = Client(table.server.url)
    assert refusal(client, "watch", protocol=protocol, room=table.code) == MALFORMED
    assert refusal(client, "watch", room=table.code) == MALFORMED


@pytest.mark.parametrize("room", ["", "    ", "bktm ", "BK", "ÄÖÜß", "../x", "x" * 13, None, 4, []])
def test_rooms_that_there_cannot_be(server: Server, room: object) -> None:
    refused = refusal(Client(server.url), "watch", protocol=2, room=room)
    assert refused in (MALFORMED, "room/not_found")


def test_a_code_is_read_as_people_type_it(table: Table) -> None:
    client = Client(table.server.url)
    client.enter("watch", room=f" {table.code.lower()} ")
    assert client.lobby["code"] == table.code


@pytest.mark.parametrize("bad", ["short", "t" * 87, "t" * 21 + "ä", "t" * 30 + "\n", "", None, 5])
def test_tokens(table: Table, bad: object) -> None:
    client = Client(table.server.url)
    for command, more in (("enter", {}), ("join", {"name": "Flo"})):
        refused = refusal(client, command, protocol=2, room=table.code, token=bad, **more)
        assert refused == MALFORMED
    untouched(table)


# --- Texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_names_and_clues_show_all_that_they_hold(server: Server, name: str) -> None:
    table = Table(server).dealt()
    settle(table.tv)
    dan, ben = table.people["Dan"], table.people["Ben"]
    step = table.tv.view["step"]
    assert refusal(dan, "rename", cmd_id="c", name=name) == "room/name_malformed"
    refused = refusal(ben, "give_clue", cmd_id="c", step=step, word=name, number=1)
    assert refused == "game/clue_malformed"
    refused = refusal(ben, "ask_rival", cmd_id="c", step=step, word=name, number=1)
    assert refused == "game/clue_malformed"
    assert refusal(ben, "judge_clue", word=name, number=1) == "game/clue_malformed"
    client = Client(server.url)
    joining = {"protocol": 2, "room": table.code, "token": "t" * 30, "name": name}
    assert refusal(client, "join", **joining) == "room/name_malformed"
    untouched(table)


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN.keys())
def test_all_other_texts_arrive_as_they_are(server: Server, text: str) -> None:
    table = Table(server, settings={"referee": "off"}).dealt()
    table.people["Dan"].do("rename", name=text[:20])
    table.move("Ben", "give_clue", word=text, number=1)
    settle(table.tv)
    assert table.tv.game["turns"][0]["clue"]["word"] == text
    assert text[:20].strip() in {player["name"] for player in table.tv.lobby["players"]}


STRANGE = {
    **PLAIN,
    "mixed scripts": "wоrd" + "дом" + "λόγος" + "घर" + "שלום",
    "as long as may be": "ж" * 50,
    "many hyphens": "-".join(["abcde"] * 8),
    "hyphens alone": "-" * 50,
    "many small words": " ".join("a" * 8),
    "marks on every letter": "e\u0323\u0302" * 16,
    "one letter": "x",
    "a number": "12345",
    "look-alikes": "ｗｏｒｄ０００",
}


@pytest.mark.parametrize("word", STRANGE.values(), ids=STRANGE.keys())
def test_the_referee_judges_whatever_people_can_read(server: Server, word: str) -> None:
    table = Table(server).dealt()
    settle(table.tv)
    ben = table.people["Ben"]
    findings = ben.ask("judge_clue", word=word, number="unlimited")["findings"]
    assert all(finding["verdict"] in ("illegal", "questioned") for finding in findings)
    ben.do("ask_rival", step=table.tv.view["step"], word=word, number=1)
    settle(ben)
    assert ben.view["view"]["question"]["findings"] == findings
    untouched(table)


@pytest.mark.parametrize("between", ["-", " ", "_", "\u00b7", "'"])
def test_a_clue_has_few_parts(server: Server, between: str) -> None:
    table = Table(server).dealt()
    settle(table.tv)
    word = between.join("abcdefghi")
    malformed = "game/clue_malformed"
    assert refusal(table.people["Ben"], "judge_clue", word=word, number=1) == malformed
    untouched(table)


@pytest.mark.parametrize("length", [51, 200, 201, 10_000])
def test_long_texts(server: Server, length: int) -> None:
    table = Table(server).dealt()
    settle(table.tv)
    ben, step = table.people["Ben"], table.tv.view["step"]
    refused = refusal(ben, "give_clue", cmd_id="c", step=step, word="x" * length, number=1)
    assert refused == ("game/clue_malformed" if length <= 200 else MALFORMED)
    assert refusal(ben, "rename", cmd_id="c", name="x" * length).endswith("malformed")
    untouched(table)


def test_half_a_character_is_no_text(server: Server) -> None:
    table = Table(server)
    dan = table.people["Dan"]
    dan._socket.send('427["rename",{"cmd_id":"c","name":"\\ud800"}]')
    with pytest.raises((ConnectionError, OSError, KeyError)):  # closed: no browser sends it
        assert dan.answer(7)["error"]["code"] == "nothing"


@pytest.mark.parametrize("language", ["<b>", "\u202e", "en\n", "../../x", "", "e" * 21, None, 3])
def test_languages(table: Table, language: object) -> None:
    refused = refusal(
        table.people["Ana"],
        "change_settings",
        cmd_id="c",
        settings={},
        decks=["en"],
        language=language,
    )
    assert refused == MALFORMED
    untouched(table)


@pytest.mark.parametrize(
    ("decks", "code"),
    [
        ([], MALFORMED),
        ("en", MALFORMED),
        (["en"] * 41, MALFORMED),
        (["e" * 21], MALFORMED),
        ([3], MALFORMED),
        (["../../etc/passwd"], "room/unknown_deck"),
        (["xx"], "room/unknown_deck"),
    ],
)
def test_decks(table: Table, decks: object, code: str) -> None:
    ana = table.people["Ana"]
    refused = refusal(ana, "change_settings", cmd_id="c", settings={}, decks=decks, language="en")
    assert refused == code
    untouched(table)


@pytest.mark.parametrize(
    "settings",
    [None, [], {"guessing": "nobody"}, {"guessing": None}, {"unknown": 1}, {"marks": 3}, "typed"],
)
def test_settings(table: Table, settings: object) -> None:
    ana = table.people["Ana"]
    fields = {"cmd_id": "c", "settings": settings, "decks": ["en"], "language": "en"}
    assert refusal(ana, "change_settings", **fields) == MALFORMED
    untouched(table)


def test_pasted_lists(server: Server) -> None:
    table = Table(server)
    ana = table.people["Ana"]
    for text in ("a\u202eb\nc", "\x00", "x" * 300, "tree\nTREE\ntrée", "<i>\n" * 5, "\u200b"):
        answer = ana.answer(ana.send("paste_words", {"cmd_id": "c", "text": text}))
        assert answer["error"]["code"] == "room/words_refused", text
        assert answer["error"]["problems"]
    for text in (None, 3, ["tree"]):
        assert refusal(ana, "paste_words", cmd_id="c", text=text) == MALFORMED
    settle(ana)
    assert ana.lobby["house_words"] == 0
    ana.do(
        "paste_words",
        text="\n".join(f"tree{letter}" for letter in "abcdefghijklm"),
    )
    settle(ana)
    assert ana.lobby["house_words"] == 13
    assert refusal(table.people["Dan"], "paste_words", cmd_id="c", text="tree") == "room/not_host"


# --- After the end -------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["abandon", "assassin", "debrief"])
def test_nothing_can_be_played_after_the_end(server: Server, ending: str) -> None:
    table = Table(server).dealt().clue()
    if ending == "assassin":
        table.move("Ben", "touch_card", position=24)
    else:
        table.move("Ana", "abandon")
    if ending == "debrief":
        table.move("Cem", "debrief")
    settle(table.tv)
    step = table.tv.view["step"]
    moves: dict[str, dict[str, object]] = {
        "give_clue": {"word": "tree", "number": 1},
        "ask_rival": {"word": "tree", "number": 1},
        "take_back_clue": {},
        "allow_clue": {"question": 0},
        "reject_clue": {"question": 0},
        "challenge": {},
        "concede_challenge": {},
        "withdraw_challenge": {},
        "uphold_challenge": {},
        "cover_card": {"position": 3},
        "decline_penalty": {},
        "turn_sand": {},
        "correct_clue": {"word": "trees"},
        "touch_card": {"position": 3},
        "mark_card": {"position": 3, "on": True},
        "end_turn": {},
        "pause": {},
        "resume": {},
        "abandon": {},
        "exchange_codename": {"position": 3},
    }
    for name in ("Ana", "Ben", "Cem", "Dan", "Eva"):
        for move, fields in moves.items():
            refused = refusal(table.people[name], move, cmd_id="c", step=step, **fields)
            assert refused.startswith("game/"), (name, move)
    settle(table.tv)
    assert table.tv.view["step"] == step
