"""What a server tells Prometheus, for tests.

with running(tmp_path, options=("--metrics-port", "0")) as server:
    numbers = Numbers(server)
    numbers.read()["undercast_messages_total", "join", "ok"]
"""

import re

from servers import Server
from wire import get

OF_TIME = re.compile(r"^(# .*|\w+_seconds.*|process_.*|python_gc_.*)\n", re.MULTILINE)


class Numbers:
    """The page of numbers of a server that was started with `--metrics-port 0`."""

    def __init__(self, server: Server) -> None:
        found = re.search(r"Prometheus metrics: (\S+)/metrics", server.output)
        assert found is not None, server.output
        self.url = found[1]

    def text(self) -> str:
        """The page, made anew."""
        head, _, text = get(self.url, "/metrics").partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK"), head
        return text.decode()

    def read(self) -> dict[tuple[str, ...], float]:
        """All samples by name and values of their labels."""
        samples = {}
        for line in self.text().splitlines():
            if not line.startswith("#"):
                name, labels, value = re.fullmatch(r"(\w+)(?:{(.*)})? (\S+)", line).groups()
                samples[name, *re.findall(r'"([^"]*)"', labels or "")] = float(value)
        return samples


def without_times(text: str) -> str:
    """What does not depend on how long anything took."""
    return OF_TIME.sub("", text)
