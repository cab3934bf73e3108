"""Why a cast is not showing, or a device is not offered: one vocabulary, told to the phones.

A code names what is known; the words and the remedy are the phone's, in the player's language.
"""

from enum import StrEnum


class Reason(StrEnum):
    """The codes. Each says what happened, in the comment what helps."""

    # A cast that cannot begin.
    NO_NETWORK = "cast/no_network"  # this computer has no network: join one
    UNKNOWN_DEVICE = "cast/unknown_device"  # nobody of that name: look again, or add its address
    DEVICE_IN_USE = "cast/device_in_use"  # another room is on it: ask, then cast with `instead`
    LOOPBACK_ONLY = "cast/loopback_only"  # start the server with --host 0.0.0.0
    NO_ADDRESS = "cast/no_address"  # the TV reaches no address of ours: --public-url
    NOT_RUNNING = "cast/not_running"  # casting itself is being started again: soon

    # A device that is not offered.
    GROUP = "cast/group"  # several speakers: choose the screen itself
    AUDIO_ONLY = "cast/audio_only"  # it has no screen
    NO_ANSWER = "cast/no_answer"  # nothing answers at that address
    BAD_ADDRESS = "cast/bad_address"  # it says that it lives where no TV can live

    # A cast that failed.
    UNREACHABLE = "cast/unreachable"  # TV off, or in another network
    APP_NOT_FOUND = "cast/app_not_found"  # the device could not fetch the app: its internet
    LAUNCH_REFUSED = "cast/launch_refused"  # the device said no
    LAUNCH_TIMEOUT = "cast/launch_timeout"  # the device said nothing: start it anew
    NO_HELLO = "cast/no_hello"  # firewall or other network: open the short address on the TV
    KEEPS_IDLING = "cast/keeps_idling"  # the device goes back to its idle screen again and again

    # A cast that is not showing just now.
    CONNECTION_LOST = "cast/connection_lost"  # tried again quietly
    PAGE_GONE = "cast/page_gone"  # waits for the page, then casts again
    IDLE_SCREEN = "cast/idle_screen"  # casts again in a moment
    STANDBY = "cast/standby"  # the TV sleeps or shows another input: it is left in peace
    ADDRESS_CHANGED = "cast/address_changed"  # casts again with our new address
    TAKEN_OVER = "cast/taken_over"  # somebody started something else: take back on request
    REPLACED = "cast/replaced"  # another room was put on this TV
    RECONNECTING = "cast/reconnecting"  # casting itself is being started again
    LAUNCH_CANCELLED = "cast/launch_cancelled"  # tried again at once
