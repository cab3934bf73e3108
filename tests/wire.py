"""Plain HTTP for tests, to the byte."""

import json
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit

from patience import PATIENCE

LANGUAGES = Path(__file__).parents[1] / "languages"


def exchange(url: str, request: bytes) -> bytes:
    """Everything that the server answers to these bytes, until it closes the connection."""
    address = urlsplit(url)
    assert address.hostname is not None
    received = bytearray()
    with socket.create_connection((address.hostname, address.port or 80), PATIENCE) as connection:
        connection.sendall(request)
        while data := connection.recv(65536):
            received += data
    return bytes(received)


def get(url: str, path: str, *, method: str = "GET", body: bytes = b"", **headers: str) -> bytes:
    """A whole response, head and body; the Date's digits are masked, its length is not."""
    lines = {"Host": urlsplit(url).netloc, "Connection": "close"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    if body:
        lines["Content-Length"] = str(len(body))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    response = exchange(url, f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
    return re.sub(rb"(?m)^(Date: )([^\r]+)", lambda m: m[1] + b"#" * len(m[2]), response)


def status(response: bytes) -> int:
    """The status of a response."""
    return int(response.split(b" ", 2)[1])


def said_by_phones(code: str) -> bytes:
    """The page with which a connection is turned away: what phones say of it, in each of their
    languages, alike ones once; and the code.
    """
    languages: dict[str, str] = {}
    for file in sorted(LANGUAGES.glob("*/texts/phone.json")):
        texts = json.loads(file.read_text(encoding="utf-8"))
        header = json.loads((file.parents[1] / "language.json").read_text(encoding="utf-8"))
        languages.setdefault(texts[f"refusal.{code}"], header["tag"])
    paragraphs = [f'<p lang="{name}">{text}\n' for text, name in languages.items()]
    head = '<!doctype html><meta name="viewport" content="width=device-width">'
    title = "<title>Undercast</title>\n"
    return "".join((head, title, *paragraphs, f"<p><small>{code}</small>\n")).encode()
