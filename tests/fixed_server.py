"""A real server whose deals, room codes and clock are given: `fixed_server.py DEAL options`.

Run by `servers.Server`; DEAL is a `servers.Deal` as JSON. The clock counts up one second with
every reading, so that two runs in which the same things happen read the same times.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import itertools  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

from undercast import assets, serving, words  # noqa: E402
from undercast.config import Config  # noqa: E402
from undercast.deals import Deals  # noqa: E402
from undercast.room.state import Room  # noqa: E402
from undercast.rules.cards import Identity  # noqa: E402

LETTERS = {
    "r": Identity.RED,
    "b": Identity.BLUE,
    "n": Identity.BYSTANDER,
    "a": Identity.ASSASSIN,
}


class FixedDeals(Deals):
    """Hands out what it was given."""

    def __init__(self, keys: list[str], codenames: list[str], codes: list[str]) -> None:
        super().__init__(words.load(assets.wordlists()))
        self._keys = itertools.chain(keys, itertools.repeat(keys[-1]))
        self._codenames = codenames
        self._codes = iter(codes)

    def codenames(self, room: Room, count: int) -> tuple[str, ...]:
        fresh = [word for word in self._codenames if word not in room.seen_codenames]
        return tuple(fresh[:count])

    def key(self) -> tuple[Identity, ...]:
        return tuple(LETTERS[letter] for letter in next(self._keys))

    def code(self) -> str:
        return next(self._codes)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("deal", type=json.loads)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--port", type=int)
    parser.add_argument("--host")
    options = parser.parse_args()
    options.data.mkdir(exist_ok=True)
    seconds = itertools.count(1_800_000_000)
    serving.serve(
        Config(data=options.data, host=options.host, port=options.port),
        None,
        "address",
        draw=FixedDeals(**options.deal),
        clock=lambda: next(seconds) * 1000,
    )


if __name__ == "__main__":
    sys.exit(main())
