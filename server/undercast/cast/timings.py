"""How long each thing may take. All in seconds unless a name says otherwise."""

import msgspec


class Timings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time limits and numbers of tries; tests shorten them."""

    # The machine's.
    connect_limit: float = 20.0
    """From the press on the button to the connection with the device."""
    launch_limit: float = 30.0
    confirm_limit: float = 130.0
    """For somebody to answer a question on the television. LG's asks for 120 s, then says no."""
    launch_pause: float = 1.0
    """Between a cancelled launch and the next."""
    launches: int = 3
    """Launches in a row that never led to a load."""
    hello_limit: float = 20.0
    """From the load to the page's hello."""
    loads: int = 3
    """Loads in a row without a hello: the first, and two retries."""
    page_grace: float = 20.0
    """A page that is gone is given this time to come back by itself."""
    stream_grace: float = 2.0
    """Pictures that nobody fetches any more do not come back by themselves."""
    recast_after: tuple[float, ...] = (2.0, 10.0, 30.0)
    """How long an idle screen stands before it is cast again: the first, second … time in a row.
    Their number is the number of automatic casts in a row."""
    settled: float = 120.0
    """A page that showed for this long ends the row, if somebody has pressed or played since."""
    wish_lasts: float = 3 * 3600.0
    """Nobody has pressed or played for longer: what goes dark stays dark until somebody does."""
    resume_within: float = 600.0
    """After a restart a wish that is older is not carried out by itself."""
    idles_after: tuple[float, float] = (540.0, 660.0)
    """So long after a page was opened devices end it that hold it for idle: from when to when."""
    relink_after: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
    """Pauses between tries to connect to a device; the last one repeats."""

    # The device client's.
    socket_timeout: float = 5.0
    """For connecting, for the handshake, for one frame to arrive, for one to leave."""
    ping_every: float = 10.0
    silence: float = 20.0
    """A device that answers no ping for this long is lost."""
    availability_limit: float = 1.0
    """For a device to say whether it can have the app; then it is launched all the same."""
    stop_limit: float = 3.0
    """For stopping our app and saying goodbye to the device …"""
    orphan_limit: float = 15.0
    """… and when a launch is under way: for its app to come up, and to be stopped."""

    # The child's.
    alive_every: float = 2.0
    address_check: float = 30.0
    """How often our own addresses are looked at."""
    probe_timeout: float = 3.0
    """For each question to a device that was given by its address."""
    probe_every: float = 30.0
    search_every: float = 15.0
    """Between searches for televisions that are found by asking, not by listening."""
    search_misses: int = 3
    """A television that does not answer so many searches in a row is gone."""
