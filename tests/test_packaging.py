"""A wheel built from a clean checkout is whole: it installs, and runs with no Node anywhere.

It goes by way of the source distribution, so that one is whole too.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import project
from patience import PATIENCE
from ports import free_port

ROOT = Path(__file__).parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    checkout = tmp_path_factory.mktemp("clean") / "undercast"
    for path in project.files():
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, checkout / path)
    built = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--outdir", built, checkout)
    assert len(list(built.glob("undercast-*.tar.gz"))) == 1
    (wheel,) = built.glob("undercast-*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts' folder of a new environment that holds the wheel and what it asks for."""
    home = tmp_path_factory.mktemp("home") / "venv"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "--quiet", "install", wheel)
    return scripts


def run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    ended = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8")
    assert ended.returncode == 0, f"{command}:\n{ended.stdout[-3000:]}\n{ended.stderr[-3000:]}"
    return ended.stdout


def without_node(scripts: Path) -> dict[str, str]:
    """An environment in which only the installed scripts are found."""
    keep = {
        name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ
    }
    env = {**keep, "PATH": str(scripts), "HOME": str(scripts.parent), "PYTHONUTF8": "1"}
    assert shutil.which("node", path=env["PATH"]) is None
    return env


def test_the_wheel_carries_pages_and_word_lists(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for page in ("receiver", "controller"):
        assert f"undercast/pages/{page}/index.html" in names
        scripts = rf"undercast/pages/{page}/assets/{page}/index-[\w-]+\.js"
        for form in ("", r"\.gz", r"\.br"):
            assert any(re.fullmatch(scripts + form, name) for name in names)
    for file in ("manifest.webmanifest", "icons/icon.svg", "icons/192.png", "icons/apple.png"):
        assert f"undercast/pages/controller/{file}" in names
    assert {"undercast/looks/look.json", "undercast/looks/signs.ttf"} <= set(names)
    assert {"undercast/wordlists/en.txt", "undercast/languages/en/blush.txt"} <= set(names)
    assert {f"undercast/bots/data/{name}" for name in ("NOTICE", "english.npz")} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.parametrize(
    ("system", "machine", "draws"),
    [
        ("win32", "ARM64", False),
        ("win32", "AMD64", True),
        ("darwin", "arm64", True),
        ("linux", "aarch64", True),
        ("linux", "x86_64", True),
    ],
)
def test_what_shapes_text_is_asked_for_where_it_has_a_wheel(
    system: str, machine: str, draws: bool
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (asked,) = (it for it in map(Requirement, project["dependencies"]) if it.name == "uharfbuzz")
    assert asked.marker is not None
    assert asked.marker.evaluate({"sys_platform": system, "platform_machine": machine}) is draws


def test_nothing_generic_lands_in_site_packages(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"undercast"}


def test_the_installed_package_finds_its_own_pages(installed: Path) -> None:
    question = (
        "from undercast.base import assets;"
        "print(assets.pages('receiver'), assets.pages('controller'), assets.wordlists(),"
        " assets.drawing())"
    )
    found = run(installed / "python", "-c", question, env=without_node(installed)).split()
    assert all("site-packages" in folder for folder in found)


def test_the_server_serves_both_pages_without_node(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [installed / "undercast", "serve", "--no-cast", "--host", "127.0.0.1"]
    options = ["--port", str(port), "--data", str(tmp_path / "rooms")]
    log = tmp_path / "log.txt"
    with (
        log.open("w") as out,
        subprocess.Popen(
            [*command, *options], env=without_node(installed), stdout=out, stderr=out
        ) as server,
    ):
        try:
            for path, page in (("/", "controller"), ("/tv", "receiver")):
                html = fetched(f"http://127.0.0.1:{port}{path}", server, log)
                (script,) = re.findall(rf'src="(/assets/{page}/[^"]+\.js)"', html)
                assert fetched(f"http://127.0.0.1:{port}{script}", server, log)
        finally:
            server.terminate()


def fetched(url: str, server: "subprocess.Popen[bytes]", log: Path) -> str:
    """What is at the address; waits for a server that is starting."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError:
            raise
        except OSError:
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.1)
