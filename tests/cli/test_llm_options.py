"""`--llm` and `--llm-model` at the terminal: mistakes are one sentence; the key is never told."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from llm.fake_endpoint import clever, endpoint, says
from servers import running
from undercast.cli.main import main
from undercast.llm.endpoint import KEY

SECRET = "sk-very-secret-0123456789"

HERE = "http://localhost:11434"


def mistake(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What is said of a mistake. A server is a process of its own: it patches the one it is in."""
    if arguments[0] == "serve":
        command = [sys.executable, "-m", "undercast.cli", *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
        code, out, err = ended.returncode, ended.stdout, ended.stderr
    else:
        code = main(arguments)
        out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.startswith("undercast: ")
    assert err.count("\n") == 1
    assert SECRET not in err
    return err


@pytest.mark.parametrize("command", ["serve", "simulate", "watch", "play"])
def test_what_cannot_be_asked_is_refused_at_the_start(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    together = "--llm and --llm-model go together"
    assert together in mistake(capsys, command, "--llm", HERE)
    assert together in mistake(capsys, command, "--llm-model", "tiny")
    model = ("--llm-model", "tiny")
    assert "starts with http" in mistake(capsys, command, "--llm", "localhost:11434", *model)
    assert KEY in mistake(capsys, command, "--llm", f"http://u:{SECRET}@host/v1", *model)
    assert KEY in mistake(capsys, command, "--llm", f"http://host/v1?key={SECRET}", *model)
    assert "--llm-model is a name" in mistake(capsys, command, "--llm", HERE, "--llm-model", " ")
    monkeypatch.setenv(KEY, f"{SECRET} {SECRET}")
    assert KEY in mistake(capsys, command, "--llm", HERE, *model)


def test_a_team_and_its_model_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    model = ("--llm", HERE, "--llm-model", "tiny")
    for command in ("simulate", "watch"):
        assert "--llm and --llm-model say which" in mistake(capsys, command, "--red", "llm")
        assert "no team asks the model" in mistake(capsys, command, *model)
    assert "--llm and --llm-model say which" in mistake(capsys, "play", "--style", "llm")


def test_a_model_is_measured_like_any_team(capsys: pytest.CaptureFixture[str]) -> None:
    with endpoint(says(clever)) as fake:
        asked = ("--llm", fake.url, "--llm-model", "tiny", "--red", "llm")
        assert main(["simulate", *asked, "--games", "1", "--processes", "1", "--json"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert game["red"]["turns"] >= 1
    assert {body["model"] for body in fake.bodies} == {"tiny"}
    kinds = {"YOURS" in json.loads(body["messages"][1]["content"]) for body in fake.bodies}
    assert kinds == {True, False}


def test_a_server_says_at_its_start_whom_its_bots_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, SECRET)
    with running(tmp_path, options=("--llm", HERE, "--llm-model", "llama3.2")) as server:
        server.stop()
        said = server.output
    assert f"ask llama3.2 at {HERE}" in said
    assert SECRET not in said
