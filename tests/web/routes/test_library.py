"""The household's library over HTTP: kept for all rooms, at home only, and data all the way."""

import json
import unicodedata
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from long import often
from ports import free_port
from servers import Deal, Server, running
from service.test_word_library import Shelf
from store.terminals import ask_store
from table import KEY, Table
from undercast.rules.text import is_plain
from undercast.server.deals import Deals
from undercast.service import KeptList, NotSaved, WordLibrary
from undercast.web.limits.token_bucket import TokenBucket
from undercast.web.routes.library import MAX_BODY, content_disposition, file_name, make_library
from undercast.words import MAX_BYTES
from wire import get, status

MINE, THEIRS = "m" * 30, "t" * 30

Answer = tuple[int, Any]


def read(answer: bytes) -> Answer:
    return status(answer), json.loads(answer.partition(b"\r\n\r\n")[2] or b"null")


def listed(server: Server, token: str = MINE) -> Answer:
    return read(get(server.url, "/library", Authorization=f"Bearer {token}"))


def keep(server: Server, name: object, text: object = "lemon\npiano", token: str = MINE) -> Answer:
    body = json.dumps({"name": name, "text": text}).encode()
    headers = {"Authorization": f"Bearer {token}"}
    return read(get(server.url, "/library", method="POST", body=body, **headers))


def delete(server: Server, list_id: str, token: str = MINE) -> Answer:
    headers = {"Authorization": f"Bearer {token}"}
    return read(get(server.url, f"/library/{list_id}", method="DELETE", **headers))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data", deal=Deal((KEY,))) as started:
        yield started


def test_a_list_is_kept_read_used_and_deleted(server: Server, tmp_path: Path) -> None:
    assert listed(server) == (200, {"lists": [], "open": True})
    done, ours = keep(server, "Our words", "Lemon, Piano\n# a comment\nČaj")
    assert (done, ours["name"], ours["codenames"], ours["yours"]) == (200, "Our words", 3, True)
    assert listed(server) == (200, {"lists": [ours], "open": True})
    assert listed(server, THEIRS)[1]["lists"] == [{**ours, "yours": False}]
    assert read(get(server.url, "/library"))[1]["lists"] == [{**ours, "yours": False}]

    file = get(server.url, f"/library/{ours['id']}.txt")
    head, _, body = file.partition(b"\r\n\r\n")
    assert body.decode() == "# name: Our words\nLemon\nPiano\nČaj\n"
    assert b"Content-Type: text/plain; charset=utf-8\r\n" in head
    assert b'Content-Disposition: attachment; filename="Our words.txt";' in head
    table = Table(server)
    table.people["Ana"].do("paste_words", text=body.decode())
    table.tv.wait_for_view(lambda message: message["view"]["lobby"]["house_words"] == 3)

    assert delete(server, ours["id"], THEIRS)[1]["code"] == "library/not_yours"
    (row,) = ask_store(tmp_path / "data", lambda house: house.word_lists())
    assert MINE not in repr(row)
    assert delete(server, ours["id"]) == (200, {"ok": True})
    assert delete(server, ours["id"])[0] == 404
    assert status(get(server.url, f"/library/{ours['id']}.txt")) == 404
    assert table.tv.lobby["house_words"] == 3  # a room has words of its own


def test_three_an_hour_from_an_address_and_what_is_refused_does_not_count(server: Server) -> None:
    for _ in range(4):
        refused, why = keep(server, "Ours", "lemon\nlemon")
        assert (refused, why["code"]) == (409, "room/words_refused")
        assert why["problems"][0]["reason"] == "duplicate"
        assert keep(server, "\u202e")[1]["code"] == "library/name_malformed"
    for number in range(3):
        assert keep(server, f"Ours {number}")[0] == 200
    refused, why = keep(server, "One more")
    assert (refused, why["code"]) == (429, "library/too_many")
    assert len(listed(server)[1]["lists"]) == 3
    table = Table(server)  # of games nothing is spent
    table.people["Ana"].do("paste_words", text="lemon")


def test_it_survives_a_restart(server: Server) -> None:
    _, ours = keep(server, "Ours")
    server.kill()
    server.start()
    assert listed(server)[1]["lists"] == [ours]


@pytest.mark.parametrize("packs", [False, True], ids=["public", "public with --packs"])
def test_a_public_server_lists_and_keeps_nothing_unless_it_is_told_to(
    tmp_path: Path, packs: bool
) -> None:
    with running(tmp_path) as home:
        _, ours = keep(home, "Ours")
    port = free_port()
    options = ("--public-url", f"http://games.example:{port}", *(["--packs"] if packs else []))
    server = Server(tmp_path, None, options, port)
    try:
        server.start()
        assert listed(server)[1] == {"lists": [ours] if packs else [], "open": packs}
        statuses = [
            status(get(server.url, f"/library/{ours['id']}.txt")),
            status(get(server.url, "/library", method="POST", Authorization=f"Bearer {MINE}")),
            status(get(server.url, f"/library/{ours['id']}", method="DELETE")),
        ]
        assert statuses == ([200, 409, 400] if packs else [404, 405, 404])
    finally:
        server.kill()
    kept = ask_store(tmp_path, lambda house: house.word_lists())
    assert [row.id for row in kept] == [ours["id"]]


# --- Without a server --------------------------------------------------------------------------


def client_of(shelf: Shelf, most: int = 10**6) -> FlaskClient:
    app = Flask(__name__, static_folder=None)
    library = WordLibrary(shelf, Deals({}).read_pasted, lambda: 7)
    app.register_blueprint(make_library(library, TokenBucket(most, 3600, lambda: 0.0)))
    return app.test_client()


def post(client: FlaskClient, body: bytes, token: str = MINE) -> Answer:
    headers = {"Authorization": f"Bearer {token}"}
    answer = client.post("/library", data=body, headers=headers)
    return answer.status_code, answer.get_json()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"name":"x"}',
        b'{"name":"x","text":3}',
        b'{"name":"x","text":"lemon","id":"y"}',
        b'{"name":"\xff","text":"lemon"}',
        b'{"name":"\\ud800","text":"lemon"}',
        json.dumps({"name": "x" * 201, "text": "lemon"}).encode(),
    ],
)
def test_what_makes_no_sense_is_refused_and_costs_nothing(body: bytes) -> None:
    client = client_of(Shelf(), most=1)
    done, why = post(client, body)
    assert (done, why["code"]) in ((400, "wire/malformed"), (409, "library/too_large"))
    assert post(client, b'{"name":"x","text":"lemon"}', token="short")[0] == 400
    assert post(client, b'{"name":"x","text":"lemon"}')[0] == 200


def test_a_body_is_bounded() -> None:
    client = client_of(Shelf())
    largest = json.dumps({"name": "x", "text": "\n" * (MAX_BYTES - 5) + "lemon"}).encode()
    assert len(largest) < MAX_BODY
    assert post(client, largest)[0] == 200
    refused, why = post(client, largest + b" " * MAX_BODY)
    assert (refused, why["code"]) == (409, "library/too_large")


def test_a_store_or_a_checker_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(Shelf(), most=1)
    for fault, expected in ((NotSaved("x"), (503, "server/not_saved")), (OSError("x"), (409,))):

        def fail(*_: object, fault: Exception = fault) -> bool:
            raise fault

        with monkeypatch.context() as patched:
            patched.setattr(Shelf, "keep_word_list", fail)
            done, why = post(client, b'{"name":"x","text":"lemon"}')
        assert (done, why["code"])[: len(expected)] == expected
    assert post(client, b'{"name":"x","text":"lemon"}')[0] == 200


HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("/\\:*?\"'<>|%;=&#.\r\n\t\0\u202e\u2066\u200f\u200b\ufeff\u0301אع🍋\ud800"),
    ),
    max_size=300,
)
"""Directions, control characters, emoji, quotes, lines, parts of paths, too long."""


@given(name=HOSTILE)
@settings(max_examples=often(300, 3_000), deadline=None)
def test_a_file_is_named_by_whatever_a_name_holds(name: str) -> None:
    """Also where the name was not kept here, but came out of somebody's backup."""
    file = file_name(name)
    assert file.endswith(".txt")
    assert len(file) <= 64
    assert not file.startswith((".", " "))
    assert not set(file) & set('/\\:*?"<>|%;\r\n\t\0')
    assert not {unicodedata.category(char) for char in file} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    header = content_disposition(name)
    assert header.isascii()
    assert header.isprintable()
    parsed = EmailMessage()
    parsed["Content-Disposition"] = header
    assert parsed.get_content_disposition() == "attachment"
    assert unquote(header.partition("filename*=UTF-8''")[2]) == file
    assert header.count('"') == 2


@given(name=HOSTILE, words=st.lists(HOSTILE, max_size=5))
@settings(max_examples=often(200, 2_000), deadline=None)
def test_names_and_words_are_data(name: str, words: list[str]) -> None:
    client = client_of(Shelf())
    encoded = json.dumps({"name": name, "text": "\n".join((*words, "lemon"))}).encode()
    done, answer = post(client, encoded)
    if done != 200:
        assert done in (400, 409)
        assert client.get("/library").get_json()["lists"] == []
        return
    assert is_plain(answer["name"])
    assert client.get("/library").get_json()["lists"] == [{**answer, "yours": False}]
    file = client.get(f"/library/{answer['id']}.txt")
    first, *kept = file.get_data(as_text=True).splitlines()
    assert first == f"# name: {answer['name']}"
    assert len(kept) == answer["codenames"]
    assert all(is_plain(word) and not set(word) & set('<>"/\\') for word in kept)
    assert len(file.headers.getlist("Content-Disposition")) == 1


def test_a_name_out_of_somebodys_file_breaks_no_line() -> None:
    shelf = Shelf()
    shelf.kept["a1"] = (KeptList("a1", "x\r\nSet-Cookie: y\n\u202ez", 1, 7, "hash"), "lemon")
    answer = client_of(shelf).get("/library/a1.txt")
    assert answer.get_data(as_text=True) == "# name: x  Set-Cookie: y  z\nlemon\n"
    assert "Set-Cookie" not in answer.headers
