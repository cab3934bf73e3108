"""Vectors that the household brings: read by a process of its own, kept, and thought with."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bots.boards import seen
from bots.test_languages import dealt
from bots.test_vector_files import binary, text, written
from room.room_builder import ANA
from undercast.base.child_process import ChildProcess
from undercast.cli.main import main
from undercast.thinking import custom_vectors, messages
from undercast.thinking.client import COMMAND
from undercast.thinking.messages import Decide, Decided


def test_a_file_is_read_once_and_anew_when_it_has_changed(tmp_path: Path) -> None:
    file = written(tmp_path, binary())
    made = custom_vectors.prepared(file, tmp_path)
    first = made.stat().st_mtime_ns
    assert made.stat().st_size < 4_000_000
    assert custom_vectors.prepared(file, tmp_path) == made
    assert made.stat().st_mtime_ns == first
    file.write_text(text(), encoding="utf-8")
    other = custom_vectors.prepared(file, tmp_path)
    assert other != made
    assert [found.name for found in tmp_path.glob("vectors-*")] == [other.name]


def test_what_cannot_be_used_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    bad = written(tmp_path, "prose, and more of it\n")
    with pytest.raises(custom_vectors.UnusableVectors, match=r"^vectors/no_vectors: "):
        custom_vectors.prepared(bad, tmp_path)
    with pytest.raises(custom_vectors.UnusableVectors, match="cannot be read"):
        custom_vectors.prepared(tmp_path / "none", tmp_path)
    assert list(tmp_path.glob("vectors-*")) == []


def test_a_server_does_not_start_with_them(tmp_path: Path) -> None:
    """It is a process of its own: a server patches the one that it is in."""
    bad, data = written(tmp_path, binary()[:-50]), tmp_path / "data"
    serve = [sys.executable, "-m", "undercast.cli", "serve", "--data", data, "--vectors", bad]
    ended = subprocess.run(serve, capture_output=True, text=True, check=False, env=os.environ)
    assert ended.returncode == 2
    assert ended.stderr.startswith("undercast: vectors/cut_off: vectors: ")


def test_the_thinking_process_thinks_with_them(tmp_path: Path) -> None:
    made = custom_vectors.prepared(written(tmp_path, binary()), tmp_path)
    worker = ChildProcess((*COMMAND, "--vectors", os.fspath(made)), 60)
    one = seen(dealt(("sr-Cyrl",), 1), ANA)
    view = msgspec.Raw(msgspec.json.encode(one.view))
    question = Decide(view, one.step, one.seat, one.me, "normal", one.languages, 1)
    answer = messages.read_answer(worker.ask(messages.encode(question)))
    worker.stop()
    assert isinstance(answer, Decided)
    assert answer.command == "give_clue"


def test_they_are_a_further_opinion_in_simulations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(written(tmp_path, binary()))
    options = ["simulate", "--games", "1", "--processes", "1", "--language", "hr,en"]
    assert main([*options, "--vectors", file]) == 0
    assert main([*options, "--red", f"normal@english@{file}", "--scenes"]) == 0
    assert main([*options, "--vectors", str(written(tmp_path, "prose"))]) == 2
    assert main(["simulate", "--language", "hr,klingon"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("undercast: vectors/no_vectors: ")
    assert told[1].startswith("undercast: klingon: the languages are bs, de, en, ")
