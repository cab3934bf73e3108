"""What a room's television can be, and why it is not showing: the words that the cast process, the
server and the pages share.

A code names what is known; the words and the remedy are the phone's, in the player's language.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct


class CastPhase(StrEnum):
    """Where a cast is."""

    IDLE = "idle"
    CONNECTING = "connecting"
    LAUNCHING = "launching"
    LOADING = "loading"
    SHOWING = "showing"
    LOST = "lost"
    TAKEN_OVER = "taken_over"
    FAILED = "failed"


class CastReason(StrEnum):
    """The codes. Each says what happened, and beside it stands what helps."""

    # A cast that cannot begin.
    OFF = "cast/off"
    """The server was started with --no-cast, or with --public-url and without --cast."""
    TERMINAL_ONLY = "cast/terminal_only"
    """At a public address hosts do not cast: only the server's own terminal does."""
    NO_NETWORK = "cast/no_network"
    """This computer has no network: join one."""
    UNKNOWN_DEVICE = "cast/unknown_device"
    """Nobody of that name: look again, or add its address."""
    DEVICE_IN_USE = "cast/device_in_use"
    """Another room is on it: ask, then cast with `instead`."""
    LOOPBACK_ONLY = "cast/loopback_only"
    """Start the server with --host 0.0.0.0."""
    NO_ADDRESS = "cast/no_address"
    """The TV reaches no address of ours: --public-url."""
    NOT_RUNNING = "cast/not_running"
    """Casting itself is being started again: soon."""

    # A device that is not offered.
    GROUP = "cast/group"
    """Several speakers: choose the screen itself."""
    AUDIO_ONLY = "cast/audio_only"
    """It has no screen."""
    NO_ANSWER = "cast/no_answer"
    """Nothing answers at that address."""
    BAD_ADDRESS = "cast/bad_address"
    """It says that it lives where no TV can live."""

    # A cast that failed.
    UNREACHABLE = "cast/unreachable"
    """TV off, or in another network."""
    APP_NOT_FOUND = "cast/app_not_found"
    """The device could not fetch the app: its internet."""
    LAUNCH_REFUSED = "cast/launch_refused"
    """The device said no."""
    LAUNCH_TIMEOUT = "cast/launch_timeout"
    """The device said nothing: start it anew."""
    APP_UNAVAILABLE = "cast/app_unavailable"
    """The app's own page cannot load there: its internet, or the app is gone."""
    NOT_ALLOWED = "cast/not_allowed"
    """Somebody said no on the TV itself, or its settings do."""
    NAME_UNREACHABLE = "cast/name_unreachable"
    """The name in --public-url is one that only this house knows: TVs ask elsewhere."""
    NO_HELLO = "cast/no_hello"
    """Firewall or other network: open the short address on the TV."""
    KEEPS_IDLING = "cast/keeps_idling"
    """The device goes back to its idle screen again and again."""

    # A cast that is not showing just now.
    CONNECTION_LOST = "cast/connection_lost"
    """Tried again quietly."""
    PAGE_GONE = "cast/page_gone"
    """Waits for the page, then casts again."""
    IDLE_SCREEN = "cast/idle_screen"
    """Casts again in a moment."""
    STANDBY = "cast/standby"
    """The TV sleeps or shows another input: it is left in peace."""
    ADDRESS_CHANGED = "cast/address_changed"
    """Casts again with our new address."""
    TAKEN_OVER = "cast/taken_over"
    """Somebody started something else: take back on request."""
    STOPPED_THERE = "cast/stopped_there"
    """Somebody ended it on the TV or from another phone: take back on request."""
    NOBODY_PLAYING = "cast/nobody_playing"
    """Nobody is there, or nobody has asked or played for hours: shown again when somebody does."""
    SCREENSAVER = "cast/screensaver"
    """The page is there, and covered: a key on the TV's remote helps."""
    CONFIRM_ON_TV = "cast/confirm_on_tv"
    """The TV asks whether we may: somebody says yes with its remote."""
    NEXT_WAY = "cast/next_way"
    """One way onto this TV failed; the next one is tried."""
    REPLACED = "cast/replaced"
    """Another room was put on this TV."""
    RECONNECTING = "cast/reconnecting"
    """Casting itself is being started again."""
    LAUNCH_CANCELLED = "cast/launch_cancelled"
    """Tried again at once."""


class Kind(StrEnum):
    """What kind of television it is: how it is spoken to."""

    CAST = "cast"
    """A Chromecast, or a television with one inside."""
    WEBOS = "webos"
    """An LG television: its own browser opens our page."""


class Receiver(StrEnum):
    """What opens the game on a television; each kind has its own, tried in this order."""

    OWN = "own"
    """An app of one's own, registered with Google (`--cast-app-id`)."""
    DASHCAST = "dashcast"
    """The public app that opens any address."""
    PICTURES = "pictures"
    """The player that every Cast device has, shown pictures of the board that the server draws."""
    BROWSER = "browser"
    """The television's own browser."""


class Remedy(StrEnum):
    """What a page on a television does against the device's idle screen."""

    VIDEO = "video"
    """A silent video that plays for ever."""
    FRAMEWORK = "framework"
    """The device maker's script, told that this page is never idle. It comes from the internet."""
    PLAYER = "player"
    """The silent video, played by that script's own player."""
    LOCK = "lock"
    """The browser's wake lock, which needs https."""


class Visibility(Struct, frozen=True, forbid_unknown_fields=True):
    """A screen's page was covered, by a screensaver for example, or is seen again."""

    visible: bool
    at: Annotated[int, Meta(ge=0, le=2**53)]
    """When, by the server's clock; Unix milliseconds."""


@dataclass(frozen=True, slots=True)
class ComingScreen:
    """A television that was chosen while another one shows the room: that one is freed only when
    this one shows.
    """

    device: str
    """Its id, as in the list of televisions."""
    name: str
    state: CastPhase
    """Never `showing`; `failed`: the other one shows on."""
    reason: CastReason | None
    receiver: Receiver | None = None
    """What opens the game there."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The television that a room is cast to, as everyone in the room sees it."""

    device: str
    """Its id, as in the list of televisions."""
    name: str
    state: CastPhase
    reason: CastReason | None
    """Why it is not showing, if that is known; while it shows, what is the matter all the same."""
    receiver: Receiver | None = None
    """What opened the game there, as far as that is known by now."""
    coming: ComingScreen | None = None
    """Another television, which is to take its place."""
