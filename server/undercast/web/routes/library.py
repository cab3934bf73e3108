"""The household's library over HTTP: its word lists are for all rooms, so no room is needed.

Names and words are what somebody typed. They are data everywhere: in JSON, in a text file, and in
the header that names the file.
"""

import logging
import unicodedata
from collections.abc import Callable
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, request
from msgspec import ValidationError, convert

from undercast.base.refusals import Refusal, Refused
from undercast.rules.text import INVISIBLE
from undercast.service import KeptList, NotSaved, WordLibrary, hash_token
from undercast.web import messages
from undercast.web.limits.token_bucket import TokenBucket
from undercast.web.protocol.responses import Done, Failure, ListedLibrary, OfferedList
from undercast.words import WordsRefused

log = logging.getLogger(__name__)

BEARER = "Bearer "

MAX_BODY = 80_000
"""Bytes: the largest list, each of whose line breaks takes two in JSON, and its name."""

LONGEST_FILE_NAME = 60

_STATUS = {
    Refusal.MALFORMED: 400,
    Refusal.NOT_YOUR_LIST: 403,
    Refusal.NO_SUCH_LIST: 404,
    Refusal.TOO_MANY_LISTS: 429,
    Refusal.NOT_SAVED: 503,
}
"""Of a refusal; 409 for all others."""

_NOT_IN_FILE_NAMES = frozenset('/\\:*?"<>|%;')


def make_library(library: WordLibrary | None, keeping: TokenBucket) -> Blueprint:
    """The routes. Without a library nothing is listed and nothing kept.

    `keeping`: how many lists an address may keep.
    """
    routes = Blueprint("library", __name__)

    @routes.get("/library")
    def listed() -> Response:
        if library is None:
            return _json(ListedLibrary((), open=False))
        return _answered(lambda: _json(ListedLibrary(_offered(library.lists()), open=True)))

    if library is None:
        return routes

    @routes.get("/library/<list_id>.txt")
    def downloaded(list_id: str) -> Response:
        """The list as `paste_words` takes it, and as a file: its name is a comment above it."""
        return _answered(lambda: _file(*library.text(list_id)))

    @routes.post("/library")
    def kept() -> Response:
        return _answered(lambda: _json(_offered([_keep(library, keeping)])[0]))

    @routes.delete("/library/<list_id>")
    def deleted(list_id: str) -> Response:
        def delete() -> Response:
            library.delete(_required_token(), list_id)
            return _json(Done())

        return _answered(delete)

    return routes


def _keep(library: WordLibrary, keeping: TokenBucket) -> KeptList:
    """Keep the list of this request. What is refused does not count for its address."""
    token, asked, address = _required_token(), _parsed(), request.remote_addr or ""
    try:
        keeping.spend(address)
    except Refused:
        raise Refused(Refusal.TOO_MANY_LISTS) from None
    try:
        return library.keep(token, asked.name, asked.text)
    except BaseException:
        keeping.give_back(address)
        raise


def _offered(lists: list[KeptList]) -> tuple[OfferedList, ...]:
    token = _token()
    owner = None if token is None else hash_token(token)
    return tuple(
        OfferedList(kept.id, kept.name, kept.codenames, kept.owner == owner) for kept in lists
    )


def _token() -> str | None:
    """The token of the browser that asks; None without a valid one."""
    shown = request.headers.get("Authorization", "").removeprefix(BEARER)
    try:
        return convert(shown, messages.Token)
    except ValidationError:
        return None


def _required_token() -> str:
    token = _token()
    if token is None:
        raise Refused(Refusal.MALFORMED, "no token")
    return token


def _parsed() -> messages.NewWordList:
    if (request.content_length or MAX_BODY + 1) > MAX_BODY:
        raise Refused(Refusal.LIST_TOO_LARGE)
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=messages.NewWordList)
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise Refused(Refusal.MALFORMED, str(fault)) from None


def _answered(work: Callable[[], Response]) -> Response:
    """The answer; refusals and faults of ours become answers here."""
    try:
        return work()
    except Refused as refused:
        problems = refused.problems if isinstance(refused, WordsRefused) else ()
        failure = Failure(refused.code, refused.detail, problems)
    except NotSaved:
        failure = Failure(Refusal.NOT_SAVED)
    except OSError:  # the checker of pasted lists
        log.exception("A word list could not be checked")
        failure = Failure(Refusal.FAULT)
    status = next((status for code, status in _STATUS.items() if code == failure.code), 409)
    return _json(failure, status)


def _json(answer: object, status: int = 200) -> Response:
    response = Response(msgspec.json.encode(answer), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def _file(name: str, words: str) -> Response:
    response = Response(f"# name: {_one_line(name)}\n{words}\n", mimetype="text/plain")
    response.headers["Content-Disposition"] = content_disposition(name)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response


def content_disposition(name: str) -> str:
    """The header of a download called `name`, whatever that holds (RFC 6266)."""
    file = file_name(name)
    plain = unicodedata.normalize("NFKD", file).encode("ascii", "ignore").decode()
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(file, safe='')}"


def file_name(name: str) -> str:
    """A file's name on every system: no path, nothing invisible."""
    clean = "".join("_" if char in _NOT_IN_FILE_NAMES else char for char in _one_line(name))
    return (clean[:LONGEST_FILE_NAME].strip(" .") or "words") + ".txt"


def _one_line(name: str) -> str:
    return "".join(" " if unicodedata.category(char) in INVISIBLE else char for char in name)
