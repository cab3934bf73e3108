"""The house keeps its shape: what lies where, who imports whom, what is never committed."""

import ast
import json
import os
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import project
from tools.debians import PYTHONS

ROOT = Path(__file__).parent.parent
SERVER = ROOT / "server" / "undercast"

TOP_LEVEL = {
    ".ci",
    ".editorconfig",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".npmrc",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "benchmarks",
    "common",
    "controller",
    "docs",
    "go.py",
    "hatch_build.py",
    "languages",
    "package-lock.json",
    "package.json",
    "pyproject.toml",
    "receiver",
    "server",
    "tests",
    "tools",
    "tsconfig.json",
    "vite.config.ts",
    "vitest.config.ts",
    "wordlists",
}

# A guide made hard: a file has one subject and fits in the head. Examples may take more room.
LONGEST_CODE_IN_LINES = 600
LONGEST_TEST_IN_LINES = 900
LARGEST_FILE_IN_BYTES = 1_000_000

FILM = Path("docs/images/reveal.gif")
BOTS_TABLE = Path("server/undercast/bots/data/english.npz")
"""What the bots know of words; nothing smaller plays as well."""


def text_files() -> Iterator[tuple[Path, str]]:
    for path in project.files():
        try:
            yield path, (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def lines_that_match(pattern: str) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in text_files()
        for number, line in enumerate(text.splitlines(), 1)
        if re.search(pattern, line)
    ]


@pytest.mark.skipif(not project.CHECKED_OUT, reason="only a repository knows what is committed")
def test_without_git_the_same_files_are_found() -> None:
    known = project.of_git("--cached", "--others", "--exclude-standard")
    assert project.found_here() == sorted(path for path in known if (project.ROOT / path).is_file())


def test_the_top_level_holds_only_what_is_known() -> None:
    assert {path.parts[0] for path in project.files()} <= TOP_LEVEL


def test_no_code_is_too_long_to_keep_in_the_head() -> None:
    code = {".py", ".ts", ".tsx", ".css", ".js"}
    assert [
        f"{path}: {lines} lines"
        for path, text in text_files()
        if path.suffix in code
        and (lines := text.count("\n")) > longest(path)
        and "Don't edit" not in text.partition("\n")[0]  # written by a program
    ] == []


def longest(path: Path) -> int:
    return LONGEST_TEST_IN_LINES if path.parts[0] == "tests" else LONGEST_CODE_IN_LINES


def test_no_file_is_large() -> None:
    sizes = {path: (ROOT / path).stat().st_size for path in project.files()}
    large = {path for path, size in sizes.items() if size > LARGEST_FILE_IN_BYTES}
    assert large <= {BOTS_TABLE, FILM}
    assert sizes[BOTS_TABLE] <= 10_000_000
    assert sizes[FILM] <= 1_500_000


def test_no_package_registry_is_named() -> None:
    hosts = r"registry\.npmjs|registry\.yarnpkg|npm[m]irror|pypi\.org|python[h]osted|[i]ndex-url"
    assert lines_that_match(hosts) == []


def test_no_path_of_somebodys_machine_is_named() -> None:
    homes = (
        r"(?<![\w.)\]])/(?:root|work)/\w|/home/(?!pi\b|you\b)\w|/Users/(?!you\b)\w|[A-Z]:\\\\?Users"
    )
    assert lines_that_match(homes) == []


def test_the_lock_file_pins_hashes_and_no_addresses() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if "integrity" not in entry] == []


def test_no_dependency_runs_a_script_when_it_is_installed() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    # Those that have one do without: fsevents is for macOS and needs it only where no prebuilt file
    # fits; protobufjs (of castv2, a test's peer) only looks whether versions fit together.
    scripted = {name for name, entry in lock["packages"].items() if entry.get("hasInstallScript")}
    assert scripted <= {"node_modules/fsevents", "node_modules/protobufjs"}
    assert "ignore-scripts=true" in (ROOT / ".npmrc").read_text().splitlines()


def dependencies() -> set[str]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = settings["build-system"]["requires"] + settings["project"]["dependencies"]
    for extra in settings["project"].get("optional-dependencies", {}).values():
        asked += extra
    names = {re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in asked}
    pages = json.loads((ROOT / "package.json").read_text())
    return names | set(pages["dependencies"]) | set(pages["devDependencies"])


def test_every_dependency_stands_in_the_readmes_table_with_its_reason() -> None:
    readme = ROOT / "README.md"
    if not readme.exists():
        pytest.skip("README.md is not written yet")
    rows = [line.lower() for line in readme.read_text().splitlines() if line.startswith("|")]
    missing = {name for name in dependencies() if not any(f"`{name}`" in row for row in rows)}
    assert missing == set()


def imports(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.rglob("*.py")):
        for statement in ast.walk(ast.parse(path.read_text())):
            if isinstance(statement, ast.Import):
                yield from ((path, name.name) for name in statement.names)
            elif isinstance(statement, ast.ImportFrom):
                assert statement.level == 0, f"{path}: a relative import"
                yield path, statement.module or ""


def test_the_rules_need_only_the_standard_library_structs_and_the_refusals() -> None:
    """import-linter can forbid modules by name; this allows by name (the layers are its part)."""
    ours = ("undercast.rules", "undercast.base.refusals", "msgspec")
    assert [
        f"{path.relative_to(ROOT)} imports {module}"
        for path, module in imports(ROOT / "server" / "undercast" / "rules")
        if module.split(".")[0] not in sys.stdlib_module_names and not module.startswith(ours)
    ] == []


def test_the_core_has_structs_and_reads_and_writes_no_json() -> None:
    """Law: one place for every byte in and out, with msgspec; the core only types with it."""
    outside = {"web", "store", "cast", "words", "llm", "thinking", "drawing", "photos"}
    shipped = {SERVER / "base" / "languages.py"}
    used = {
        f"{path.relative_to(SERVER)}: {taken}"
        for path in sorted(SERVER.rglob("*.py"))
        if path.relative_to(SERVER).parts[0] not in outside and path not in shipped
        for taken in re.findall(r"^(?:from|import) (msgspec.*)$", path.read_text(), re.MULTILINE)
    }
    allowed = re.compile(r"msgspec import (Meta, )?Struct|msgspec\.structs import replace")
    assert {line for line in used if not allowed.fullmatch(line.split(": ", 1)[1])} == set()


NAMED_TWICE: dict[str, str] = {}
"""Public class names that stand twice in the package, and why. Fewer than seven."""


def test_a_class_name_has_one_meaning_in_the_package() -> None:
    names = Counter(
        node.name
        for path in SERVER.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert {name for name, count in names.items() if count > 1} == set(NAMED_TWICE)
    assert len(NAMED_TWICE) < 7


def test_the_classifiers_name_the_pythons_that_are_tried() -> None:
    """CI runs the oldest, `tools.debians` the newest; no classifier for one that nobody ran."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [kind.rpartition(" ")[2] for kind in asked["classifiers"] if " :: Python :: " in kind]
    oldest = asked["requires-python"].removeprefix(">=")
    assert named == [oldest, *PYTHONS.values()]


def test_ci_runs_what_everybody_runs() -> None:
    script = ROOT / ".ci" / "run"
    assert script.read_text().splitlines()[-1] == "exec python3 go.py test"
    if os.name == "posix":
        assert os.access(script, os.X_OK)
