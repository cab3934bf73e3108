"""Which process holds a connection, as Linux tells."""

import os
from contextlib import suppress
from pathlib import Path

from clients import Client
from servers import Server, children, command_of, is_alive


def workers(server: Server) -> dict[int, int]:
    """The process of each worker that lives, by its number."""
    lines = {pid: command_of(pid) for pid in children(server.pid) if is_alive(pid)}
    told = {pid: line.partition("--worker [")[2] for pid, line in lines.items()}
    return {int(text.partition(",")[0]): pid for pid, text in told.items() if text}


def holder(server: Server, client: Client) -> int | None:
    """The number of the worker that has this client's connection; None: nobody, or two."""
    port = client._socket.sock.getsockname()[1]
    inode = _inode(server.port, port)
    found = [n for n, pid in workers(server).items() if f"socket:[{inode}]" in _open_by(pid)]
    return found[0] if len(found) == 1 else None


def _inode(local: int, remote: int) -> str | None:
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        ports = [int(address.partition(":")[2], 16) for address in fields[1:3]]
        if ports == [local, remote]:
            return fields[9]
    return None


def _open_by(pid: int) -> set[str]:
    found = set()
    with suppress(OSError):
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                found.add(os.readlink(entry))  # noqa: PTH115  # no path: "socket:[…]"
    return found
