"""The cast process, which also writes down what it hears and says: `recorded_child.py FILE`.

A line that it hears begins with <, one that it says with >.

Nonces are counted, so that two runs in which the same things happen are the same to the byte.
"""

import itertools
import sys
from pathlib import Path
from typing import BinaryIO

from undercast.cast import casts, child
from undercast.cast.messages import ToServer, encode, read_line


def main() -> None:
    record = Path(sys.argv[1]).open("ab", buffering=0)  # noqa: SIM115  # to the end
    nonces = itertools.count(1)

    def heard(stream: BinaryIO) -> bytes | None:
        line = read_line(stream)
        if line is not None:
            record.write(b"< " + line)
        return line

    def said(message: ToServer) -> bytes:
        line = encode(message)
        record.write(b"> " + line)
        return line

    child.read_line = heard  # type: ignore[assignment]
    child.encode = said  # type: ignore[assignment]
    casts.secrets.token_urlsafe = lambda _bytes: f"nonce{next(nonces):019}"  # type: ignore[assignment]
    child.main()


if __name__ == "__main__":
    main()
