"""What a change can break: by folders, by imports, and without what starts processes."""

from pathlib import Path

import pytest

from tools import impact

TIMER = Path("server/undercast/rules/timer.py")


@pytest.fixture(scope="module")
def tests() -> impact.Tests:
    return impact.Tests()


def test_near_are_the_tests_of_the_room_and_those_that_import_it(tests: impact.Tests) -> None:
    near = tests.near([TIMER])
    assert Path("tests/rules/test_timer.py") in near
    assert Path("tests/rules/test_turn.py") in near
    assert not [test for test in near if test.parts[1] == "e2e"]


def test_a_room_without_tests_of_its_own_is_tested_with_the_one_above(tests: impact.Tests) -> None:
    assert Path("tests/store/test_contract.py") in tests.near(
        [Path("server/undercast/store/redis/lua_scripts.py")]
    )
    assert Path("tests/test_views_names.py") in tests.near([Path("server/undercast/views.py")])


def test_far_are_those_that_import_it_through_others(tests: impact.Tests) -> None:
    far = tests.far([TIMER])
    assert {Path("tests/room/test_machine.py"), Path("tests/store/test_kill.py")} <= {*far}
    assert Path("tests/cast/test_state_machine.py") not in far


def test_what_starts_processes_is_known(tests: impact.Tests) -> None:
    started = {
        name: tests.starts_processes(Path(name))
        for name in (
            "tests/store/test_kill.py",
            "tests/rules/test_timer.py",
            "tests/cli/test_cli.py",
        )
    }
    assert [*started.values()] == [True, False, True]


def test_only_what_is_near_or_quick_is_run_and_the_rest_is_named() -> None:
    chosen = impact.chosen([TIMER])
    assert Path("tests/rules/test_timer.py") in chosen.tests
    assert Path("tests/store/test_kill.py") not in chosen.tests
    assert "tests/store" in chosen.said
    assert "python3 go.py test" in chosen.said


def test_without_a_change_the_core_is_run() -> None:
    chosen = impact.chosen([])
    assert {test.parts[1] for test in chosen.tests if len(test.parts) > 2} == {*impact.CORE}
    assert "no change" in chosen.said


def test_where_there_is_no_git_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert impact.files([]) == []


def test_a_test_can_be_named_or_its_folder(tests: impact.Tests) -> None:
    test = Path("tests/rules/test_timer.py")
    assert tests.below(test) == [test]
    assert test in tests.below(Path("tests/rules"))
