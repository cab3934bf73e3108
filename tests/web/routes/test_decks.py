"""Which decks there are, said to whoever asks, before there is any room."""

import json
import shutil
from pathlib import Path

from flask import Flask

from servers import running
from undercast import words
from undercast.base import assets
from undercast.server.deals import Deals
from undercast.web.routes.decks import make_decks
from wire import get, status


def test_every_list_and_the_scenes(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        answer = get(server.url, "/decks")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert status(answer) == 200
    assert b"Content-Type: application/json\r\n" in head
    assert b"Cache-Control: no-store\r\n" in head
    decks = json.loads(body)["decks"]
    shipped = words.load(assets.wordlists())
    assert decks[:-1] == [
        {"id": id_, "board": "words", "language": id_, "codenames": len(deck.codenames)}
        for id_, deck in shipped.items()
    ]
    scenes = words.load_scenes(assets.wordlists())
    assert decks[-1] == {
        "id": "scenes",
        "board": "pictures",
        "language": None,
        "codenames": len(scenes.codenames),
    }


def test_a_new_file_is_a_new_deck(tmp_path: Path) -> None:
    shutil.copy(assets.wordlists() / "en.txt", tmp_path)
    header = "# language: fr\n# name: Français\n# licence: CC0-1.0\n# version: 1\n"
    (tmp_path / "fr.txt").write_text(f"{header}Arbre\nRivière\n", encoding="utf-8")
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(make_decks(Deals(words.load(tmp_path)).offered))
    answer = app.test_client().get("/decks").get_json()
    french = {"id": "fr", "board": "words", "language": "fr", "codenames": 2}
    assert [deck["id"] for deck in answer["decks"]] == ["en", "fr"]
    assert french in answer["decks"]
