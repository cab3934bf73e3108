"""How an LG television comes to know us: a hello, then a key from an earlier evening, or somebody
who says yes on the television.
"""

import time
from collections.abc import Callable

from undercast.base.cast_status import CastReason
from undercast.cast.messages import short
from undercast.cast.webos import ssap
from undercast.cast.webos.pairing_keys import PairedTv, PairingKeys

_BUSY = "409"
"""It has not yet done with an earlier question ("register already in progress")."""


class Introduction:
    """One connection's pairing; all of it in the connection's thread.

    `met` is called once, when the television has said who it is and, where we have a key, whether
    it still knows us. Then, after an `ask`: `asked` (it asks somebody), `let_in`, or `refused`.
    With a good key `let_in` comes by itself, before `met`.
    """

    def __init__(
        self,
        address: str,
        keys: PairingKeys,
        *,
        limit: float,
        send: Callable[[ssap.Request], None],
        report: Callable[[str], None],
        met: Callable[[], None],
        asked: Callable[[], None],
        let_in: Callable[[], None],
        refused: Callable[[CastReason], None],
    ) -> None:
        self._address = address
        self._keys = keys
        self._limit = limit
        self._send, self._report = send, report
        self._met, self._asked, self._let_in, self._refused = met, asked, let_in, refused
        self._tv = self._certificate = self._key = ""
        self._hello_by: float | None = None
        self._under_way = self._asks = self._is_met = False
        self.known = False
        """Whether the television lets us."""

    def begin(self, certificate: str) -> None:
        """The connection stands. Raises Broken."""
        self._certificate = certificate
        self._hello_by = time.monotonic() + self._limit
        self._send(ssap.hello())

    @property
    def is_late(self) -> bool:
        """Whether what answers there has not said hello in time: it is no television."""
        return self._hello_by is not None and time.monotonic() > self._hello_by

    def ask(self) -> None:
        """May we? Where the question is being asked already, `asked` says so again."""
        if self._asks:
            self._asked()
        elif not self._under_way:
            self._under_way = True
            self._send(ssap.register(self._key))

    def on_hello(self, answer: ssap.SsapResponse) -> None:
        """A television that knows us asks nobody."""
        if self._hello_by is None:
            return
        self._hello_by = None
        self._tv = answer.said.uuid or self._address
        self._key = self._keys.of(self._tv, self._certificate)
        if self._key:
            self.ask()
            return
        if self._keys.knows(self._tv):
            self._report(f"{self._address} has another certificate than when it was paired")
        self._meet()

    def on_register(self, answer: ssap.SsapResponse) -> None:
        """The answers to `ask`: there may be two."""
        if not self._under_way:
            return
        if answer.refusal:
            self._on_refused(answer.refusal)
        elif answer.type == "registered":
            self._on_registered(answer.said.client_key)
        elif answer.said.pairing_type:
            self._asks = True
            self._forget()
            self._meet()
            self._asked()

    def _on_registered(self, key: str) -> None:
        self._under_way = self._asks = False
        self.known = True
        if key:
            self._remember(key)
        self._let_in()
        self._meet()

    def _on_refused(self, why: str) -> None:
        self._under_way = self._asks = False
        busy = why.startswith(_BUSY)
        if not busy:
            self._forget()
        if self._meet():
            return  # that was only to see whether it knows us still
        self._report(f"{self._address} does not let us: {short(why, 50)}")
        self._refused(CastReason.LAUNCH_REFUSED if busy else CastReason.NOT_ALLOWED)

    def _remember(self, key: str) -> None:
        try:
            self._keys.keep(self._tv, PairedTv(key, self._certificate))
        except OSError as error:
            self._report(f"the key of {self._address} could not be kept: {error}")

    def _meet(self) -> bool:
        """Whether this was the first time."""
        first, self._is_met = not self._is_met, True
        if first:
            self._met()
        return first

    def _forget(self) -> None:
        """The television does not know our key any more, if we had one."""
        had_key, self._key = self._key, ""
        if had_key:
            try:
                self._keys.forget(self._tv)
            except OSError as error:
                self._report(f"the key of {self._address} could not be forgotten: {error}")
