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
    shipped = {**words.load(assets.wordlists()), **words.load_packs(assets.wordlists())}
    assert decks[:-1] == [
        {
            "id": id_,
            "board": "words",
            "language": deck.language,
            "codenames": len(deck.codenames),
            "name": deck.difficulty and deck.name,
            "difficulty": deck.difficulty,
        }
        for id_, deck in shipped.items()
    ]
    assert {"en-easy", "en-food"} <= {deck["id"] for deck in decks}
    scenes = words.load_scenes(assets.wordlists())
    assert decks[-1] == {
        "id": "scenes",
        "board": "pictures",
        "language": None,
        "codenames": len(scenes.codenames),
        "name": None,
        "difficulty": None,
    }


def test_a_new_file_is_a_new_deck(tmp_path: Path) -> None:
    shutil.copy(assets.wordlists() / "en.txt", tmp_path)
    header = "# language: fr\n# name: Français\n# licence: CC0-1.0\n# version: 1\n"
    (tmp_path / "fr.txt").write_text(f"{header}Arbre\nRivière\n", encoding="utf-8")
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(make_decks(Deals(words.load(tmp_path)).offered))
    answer = app.test_client().get("/decks").get_json()
    assert [(deck["id"], deck["language"]) for deck in answer["decks"]] == [
        ("en", "en"),
        ("fr", "fr"),
    ]
    assert answer["decks"][1]["codenames"] == 2
