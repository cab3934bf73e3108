"""Casting: the hosts' messages about televisions, and connections that are cast pages."""

from typing import Protocol

from msgspec.structs import asdict

from undercast.base.cast_status import CastReason, Screen
from undercast.base.refusals import Refused, require
from undercast.service import Rooms
from undercast.web.messages import (
    AddTv,
    Casting,
    ListTvs,
    ReportMessage,
    ShowOnTv,
    StopTv,
    TakeBackTv,
    Watch,
)
from undercast.web.protocol.responses import Done, ScreenReport, TelevisionList
from undercast.web.signed_links import ScreenTokens


class Caster(Protocol):
    """Casts rooms to televisions (`undercast.server.cast_bridge`)."""

    def screen(self, code: str) -> Screen | None:
        """The room's television and its state."""

    def listed(self, code: str) -> TelevisionList:
        """All devices that were found. Raises Refused."""

    def show(self, code: str, device: str, *, instead: bool) -> None:
        """Show the room on this device. Raises Refused."""

    def show_on(self, code: str, name: str) -> None:
        """Show the room on the device with this name, id or address. Raises Refused."""

    def stop_showing(self, code: str, device: str | None = None) -> None:
        """Free the room's devices, or only this one. Raises Refused."""

    def take_back(self, code: str) -> None:
        """Take the room's device back from another app. Raises Refused."""

    def add(self, address: str) -> None:
        """Look for a device at this address. Raises Refused."""

    def accept_page(self, code: str, nonce: str) -> bool:
        """A page connects with this nonce; whether it was expected."""

    def page_reconnected(self, code: str, nonce: str) -> None:
        """A page that was accepted before is connected again."""

    def page_disconnected(self, code: str, nonce: str) -> None:
        """One connection of such a page is gone."""

    def report(self, code: str, about: ScreenReport, nonce: str | None) -> None:
        """A screen's report; with a nonce it is a cast page's."""


class CastPages:
    """Knows which connections are pages that the server cast to a television.

    A page proves it with the nonce in its address, once, and then with the signed token that it got
    for the nonce. Neither lets it see or do more than another screen. Without a `caster` there are
    none.
    """

    def __init__(self, caster: Caster | None, tokens: ScreenTokens, *, for_hosts: bool) -> None:
        self.caster = caster
        self.for_hosts = for_hosts
        """Whether a room's host may cast, or only the terminal."""
        self._tokens = tokens
        self._pages: dict[str, tuple[str, str]] = {}

    def watch(self, sid: str, code: str, watch: Watch) -> str | None:
        """A screen has entered; the token for it to keep if it is a cast page."""
        self.disconnected(sid)
        if self.caster is None:
            return None
        nonce = None if watch.screen is None else self._tokens.opened(code, watch.screen)
        if nonce is not None:
            self.caster.page_reconnected(code, nonce)
        elif watch.nonce is not None and self.caster.accept_page(code, watch.nonce):
            nonce = watch.nonce
        if nonce is None:
            return None
        self._pages[sid] = (code, nonce)
        return self._tokens.make(code, nonce)

    def knows(self, code: str, watch: Watch) -> bool:
        """Whether this page proves by its token that it was cast for this room."""
        return watch.screen is not None and self._tokens.opened(code, watch.screen) is not None

    def report(self, sid: str, code: str, report: ReportMessage, now: int) -> None:
        """A screen of this room says what it runs on."""
        if self.caster is None:
            return
        _, nonce = self._pages.get(sid, (code, None))
        self.caster.report(code, about(report, now), nonce)

    def disconnected(self, sid: str) -> None:
        """The connection is gone, or enters anew."""
        page = self._pages.pop(sid, None)
        if page is not None and self.caster is not None:
            self.caster.page_disconnected(*page)


def do(
    pages: CastPages, rooms: Rooms, code: str, player: str, wanted: Casting
) -> TelevisionList | Done:
    """Do what the host asks of the televisions. Stopping the room's own is always allowed.

    Raises Refused: room/not_host for anybody else; cast/….
    """
    rooms.require_host(code, player)
    require(pages.for_hosts or isinstance(wanted, StopTv), CastReason.TERMINAL_ONLY)
    caster = pages.caster
    if caster is None:
        raise Refused(CastReason.OFF)
    match wanted:
        case ListTvs():
            return caster.listed(code)
        case ShowOnTv():
            caster.show(code, wanted.device, instead=wanted.instead)
        case StopTv(device=device):
            caster.stop_showing(code, device)
        case TakeBackTv():
            caster.take_back(code)
        case AddTv():
            caster.add(wanted.address)
    return Done()


def about(report: ReportMessage, at: int) -> ScreenReport:
    """A report as the host sees it."""
    return ScreenReport(**asdict(report), cast=False, at=at)
