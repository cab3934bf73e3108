"""Pairing with an LG television: a hello, then an earlier key, or a yes on the television."""

import time
from collections.abc import Callable

from undercast.base.cast_status import CastReason
from undercast.cast.messages import sanitize
from undercast.cast.webos import ssap
from undercast.cast.webos.pairing_keys import PairedTv, PairingKeys

_BUSY = "409"
"""An earlier prompt is still open ("register already in progress")."""


class Pairing:
    """One connection's pairing, all in the connection's thread.

    `on_identified` comes once: the television is known and, if we have a key, whether the key is
    valid. After a `request` follows `on_prompt` (it asks people), `on_paired` or `on_refused`. With
    a valid key `on_paired` comes by itself, before `on_identified`.
    """

    def __init__(
        self,
        address: str,
        keys: PairingKeys,
        *,
        limit: float,
        send: Callable[[ssap.Request], None],
        report: Callable[[str], None],
        on_identified: Callable[[], None],
        on_prompt: Callable[[], None],
        on_paired: Callable[[], None],
        on_refused: Callable[[CastReason], None],
    ) -> None:
        self._address = address
        self._keys = keys
        self._limit = limit
        self._send, self._report = send, report
        self._on_identified, self._on_prompt = on_identified, on_prompt
        self._on_paired, self._on_refused = on_paired, on_refused
        self._tv = self._certificate = self._key = ""
        self._hello_by: float | None = None
        self._requested = self._prompting = self._identified = False
        self.paired = False
        """Whether the television accepts our requests."""

    def begin(self, certificate: str) -> None:
        """Connected. Raises ConnectionBroken."""
        self._certificate = certificate
        self._hello_by = time.monotonic() + self._limit
        self._send(ssap.hello())

    @property
    def is_late(self) -> bool:
        """Whether no hello came in time: that is no television."""
        return self._hello_by is not None and time.monotonic() > self._hello_by

    def request(self) -> None:
        """Ask to be paired. If the television is already asking people, `on_prompt` comes again."""
        if self._prompting:
            self._on_prompt()
        elif not self._requested:
            self._requested = True
            self._send(ssap.register(self._key))

    def on_hello(self, answer: ssap.SsapResponse) -> None:
        """With a valid key the television asks nobody."""
        if self._hello_by is None:
            return
        self._hello_by = None
        self._tv = answer.fields.uuid or self._address
        self._key = self._keys.find(self._tv, self._certificate)
        if self._key:
            self.request()
            return
        if self._keys.has(self._tv):
            self._report(f"{self._address} has another certificate than when it was paired")
        self._identify()

    def on_register(self, answer: ssap.SsapResponse) -> None:
        """The answers to `request`: there may be two."""
        if not self._requested:
            return
        if answer.refusal:
            self._handle_refusal(answer.refusal)
        elif answer.type == "registered":
            self._handle_key(answer.fields.client_key)
        elif answer.fields.pairing_type:
            self._prompting = True
            self._forget()
            self._identify()
            self._on_prompt()

    def _handle_key(self, key: str) -> None:
        self._requested = self._prompting = False
        self.paired = True
        if key:
            self._save(key)
        self._on_paired()
        self._identify()

    def _handle_refusal(self, why: str) -> None:
        self._requested = self._prompting = False
        busy = why.startswith(_BUSY)
        if not busy:
            self._forget()
        if self._identify():
            return  # that was only a test of our key
        self._report(f"{self._address} does not let us: {sanitize(why, 50)}")
        self._on_refused(CastReason.LAUNCH_REFUSED if busy else CastReason.NOT_ALLOWED)

    def _save(self, key: str) -> None:
        try:
            self._keys.save(self._tv, PairedTv(key, self._certificate))
        except OSError as error:
            self._report(f"the key of {self._address} could not be kept: {error}")

    def _identify(self) -> bool:
        """Report it once; whether this was the first time."""
        first, self._identified = not self._identified, True
        if first:
            self._on_identified()
        return first

    def _forget(self) -> None:
        """If we had a key, it is no longer valid."""
        had_key, self._key = self._key, ""
        if had_key:
            try:
                self._keys.forget(self._tv)
            except OSError as error:
                self._report(f"the key of {self._address} could not be forgotten: {error}")
