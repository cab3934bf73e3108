"""common/wire.ts says what the server says."""

import pytest

from tools.typescript import BOOK_FILE, FILE, Writer, book_shapes_ts, wire_ts
from undercast.base.refusals import Refusal


def test_the_files_are_current() -> None:
    again = "run: python -m tools.typescript"
    assert FILE.read_text(encoding="utf-8") == wire_ts(), again
    assert BOOK_FILE.read_text(encoding="utf-8") == book_shapes_ts(), again


def test_every_type_is_declared_once() -> None:
    declared = [
        line.split()[2] for line in wire_ts().splitlines() if line.startswith("export interface")
    ]
    assert len(declared) == len(set(declared))


def test_every_refusal_is_there() -> None:
    assert all(f'  "{refusal}",\n' in wire_ts() for refusal in Refusal)


def test_two_types_of_one_name_are_a_fault() -> None:
    writer = Writer()
    writer.named(Refusal)
    with pytest.raises(TypeError, match="Refusal"):
        writer.named(type("Refusal", (), {}))
