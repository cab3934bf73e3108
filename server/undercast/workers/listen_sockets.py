"""The sockets at which a server listens."""

import errno
import socket

from undercast.base.config import BACKLOG


class CannotListen(Exception):
    """The address cannot be had; the text says why and what to do."""


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """A socket that listens there, for several processes to accept from. Raises CannotListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as fault:
        raise CannotListen(why_not(fault, host, port, option)) from None
    listening.settimeout(0.0)
    return listening


def why_not(fault: OSError, host: str, port: int, option: str) -> str:
    """Why nobody can listen there, and what to do."""
    if fault.errno == errno.EADDRINUSE:
        return f"port {port} is in use; choose another one with {option}"
    if fault.errno == errno.EACCES:
        return f"port {port} is not allowed; choose one above 1023 with {option}"
    return f"cannot listen on {host}, port {port}: {fault.strerror}"
