"""What the mDNS library may take to end, on a machine that may have much else to do."""

import pytest
from zeroconf._utils import asyncio

from patience import PATIENCE


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "_LOADED_SYSTEM_TIMEOUT",
        "_GET_ALL_TASKS_TIMEOUT",
        "_WAIT_FOR_LOOP_TASKS_TIMEOUT",
    ):
        monkeypatch.setattr(asyncio, name, PATIENCE)  # raises if there is none
