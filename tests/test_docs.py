"""What the docs tell people to type is what the commands take."""

import argparse
import re
import shlex
from argparse import ArgumentParser, _SubParsersAction
from pathlib import Path

import pytest

from tools import checks
from undercast import __version__
from undercast.cli import main
from undercast.cli.serve_options import STORE_VARIABLE

ROOT = Path(__file__).parent.parent
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
SCALE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def subcommands(parser: ArgumentParser) -> dict[str, ArgumentParser]:
    (action,) = (a for a in parser._actions if isinstance(a, _SubParsersAction))
    return dict(action.choices)


COMMANDS = subcommands(main._parser())
SERVE_OPTIONS = {
    option
    for action in COMMANDS["serve"]._actions
    for option in action.option_strings
    if option not in ("-h", "--help") and action.help is not argparse.SUPPRESS
}


def test_every_option_of_the_server_is_in_the_table_and_nothing_else() -> None:
    table = HOSTING[HOSTING.index("## Options") : HOSTING.index("## Commands")]
    assert set(re.findall(r"--[a-z][a-z-]+", table)) == SERVE_OPTIONS


def test_every_command_is_in_the_table() -> None:
    table = HOSTING[HOSTING.index("## Commands") : HOSTING.index("## What survives")]
    assert set(re.findall(r"^\| `undercast ([\w-]+)", table, re.MULTILINE)) == COMMANDS.keys() - {
        "serve"
    }


@pytest.mark.parametrize(
    "line", sorted(set(re.findall(r"`undercast ([\w-]+[^`]*)`", HOSTING + README)))
)
def test_what_the_docs_say_can_be_typed(line: str) -> None:
    words = shlex.split(line)
    assert words[0] in COMMANDS
    if words[0] != "words" and len(words) > 1:
        main._parser().parse_args(words)


@pytest.mark.parametrize(
    "line", re.findall(r"^undercast ([^#\n]*)", BOTS, re.MULTILINE), ids=lambda line: line.strip()
)
def test_what_the_page_on_bots_says_can_be_typed(line: str) -> None:
    assert main._parser().parse_args(shlex.split(line)).run


@pytest.mark.parametrize(
    "line", re.findall(r"^python3 go\.py test ([^#\n]+)", CONTRIBUTING, re.MULTILINE)
)
def test_what_the_page_for_contributors_says_can_be_typed(line: str) -> None:
    words = shlex.split(line)
    _, others = checks.options_of(words)
    assert all((ROOT / word).exists() for word in others)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text):
        assert (page.parent / target).exists(), target


def test_the_service_unit_starts_with_options_that_exist() -> None:
    (command,) = re.findall(r"^ExecStart=\S+/undercast (.*)$", HOSTING, re.MULTILINE)
    assert main._parser().parse_args(shlex.split(command)).data.is_absolute()


def test_the_units_of_larger_servers_start_with_options_that_exist() -> None:
    (command,) = re.findall(r"^ExecStart=\S+/undercast (.*)$", SCALE, re.MULTILINE)
    arguments = main._parser().parse_args(shlex.split(command))
    assert arguments.data.is_absolute()
    assert f"\n{STORE_VARIABLE}=redis://" in SCALE


@pytest.mark.parametrize("line", re.findall(r"^ +undercast ([^#\n]+)", SCALE, re.MULTILINE))
def test_what_the_page_on_larger_servers_says_can_be_typed(line: str) -> None:
    assert main._parser().parse_args(shlex.split(line)).run


def test_the_changelog_begins_with_this_release() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## (\d+\.\d+\.\d+)$", changelog, re.MULTILINE)
    assert releases[0] == __version__
    assert releases == sorted(releases, reverse=True)
