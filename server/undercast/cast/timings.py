"""Time limits, in seconds, and numbers of attempts."""

import msgspec


class Timings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tests shorten them."""

    # The state machine's.
    connect_limit: float = 20.0
    """From the request to the connection with the device."""
    launch_limit: float = 30.0
    confirm_limit: float = 130.0
    """For an answer to the prompt on the television. LG's waits 120 s, then says no."""
    launch_pause: float = 1.0
    """Between a cancelled launch and the next."""
    launches: int = 3
    """Launches in a row without a load."""
    hello_limit: float = 20.0
    """From the load until the page connects."""
    loads: int = 3
    """Loads in a row without a connected page: the first and two retries."""
    page_grace: float = 20.0
    """For a page that is gone to come back by itself."""
    stream_grace: float = 2.0
    """For pictures: they do not come back by themselves."""
    recast_after: tuple[float, ...] = (2.0, 10.0, 30.0)
    """Pauses before an idle screen is cast to again: the first, second … time in a row. There
    are as many automatic casts in a row."""
    settled: float = 120.0
    """A page that showed this long ends the row, if somebody has pressed or played since."""
    intent_lasts: float = 3 * 3600.0
    """After this time without a press or a move, a dark TV stays dark until there is one."""
    resume_within: float = 600.0
    """After a restart, an older intent is not resumed by itself."""
    idles_after: tuple[float, float] = (540.0, 660.0)
    """When after a load some devices end the app as idle: from, to."""
    reconnect_after: tuple[float, ...] = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
    """Pauses between attempts to connect; the last one repeats."""

    # The device client's.
    socket_timeout: float = 5.0
    """For connecting, the handshake, receiving a frame, sending a frame."""
    ping_every: float = 10.0
    silence: float = 20.0
    """Without an answer to a ping, the device is lost."""
    availability_limit: float = 1.0
    """For a device to say whether it can have the app; then it is launched anyway."""
    stop_limit: float = 3.0
    """For stopping our app and disconnecting …"""
    orphan_limit: float = 15.0
    """… and during a launch: for the app to come up and be stopped."""

    # The child's.
    alive_every: float = 2.0
    address_check: float = 30.0
    """Between checks of our own addresses."""
    probe_timeout: float = 3.0
    """For each request to a device at a given address."""
    probe_every: float = 30.0
    search_every: float = 15.0
    """Between searches for LG televisions."""
    search_misses: int = 3
    """A television that misses this many searches in a row is gone."""
