"""Every way in which Undercast says no: one vocabulary for the rules, the room and the wire.

A refusal is not a fault of ours: somebody asked for what cannot be done now, and nothing changed.
It travels as :class:`Refused` up to the one place that answers the command
(`undercast.web.protocol.handlers`), which sends its code; the phone puts the code into the player's
language. Every code has an entry in every catalog of the pages (a test compares them) and a line
in docs/protocol.md.
"""

from enum import StrEnum

from undercast.base.cast_status import CastReason


class Refusal(StrEnum):
    """The codes. The part before the slash says whose rule it was."""

    # The game: rules/
    NO_GAME = "game/no_game"
    STALE = "game/stale"
    NOT_YOUR_TURN = "game/not_your_turn"
    NOT_YOUR_SEAT = "game/not_your_seat"
    WRONG_PHASE = "game/wrong_phase"
    PAUSED = "game/paused"
    NOT_PAUSED = "game/not_paused"
    NO_SUCH_CARD = "game/no_such_card"
    ALREADY_REVEALED = "game/already_revealed"
    TOUCH_FIRST = "game/touch_first"
    CLUE_MALFORMED = "game/clue_malformed"
    CLUE_NEEDS_WORD = "game/clue_needs_word"
    CLUE_NUMBER = "game/clue_number"
    CLUE_TOUCHED = "game/clue_touched"
    CLUE_CORRECTED = "game/clue_corrected"
    ANOTHER_CLUE = "game/another_clue"
    NOTHING_TO_UNDO = "game/nothing_to_undo"
    UNDO_TOO_LATE = "game/undo_too_late"
    EXCHANGE_TOO_LATE = "game/exchange_too_late"
    EXCHANGE_USED = "game/exchange_used"
    NOT_ALL_AGREE = "game/not_all_agree"
    CLUE_ILLEGAL = "game/clue_illegal"
    CLUE_QUESTIONED = "game/clue_questioned"
    NO_ADVICE = "game/no_advice"
    NO_RIVAL = "game/no_rival"
    NOTHING_ASKED = "game/nothing_asked"
    CLUE_ALLOWED = "game/clue_allowed"
    SAME_CLUE = "game/same_clue"
    NOT_YOUR_AGENT = "game/not_your_agent"
    KNOWN_BYSTANDER = "game/known_bystander"
    NO_SAND = "game/no_sand"
    TIME_LEFT = "game/time_left"
    NOT_ENDED = "game/not_ended"
    ENDED = "game/ended"
    NO_SUCH_GAME = "game/no_such_game"
    NOT_DEBRIEFED = "game/not_debriefed"

    # The room: room/
    ROOM_NOT_FOUND = "room/not_found"
    ROOM_FULL = "room/full"
    ROOM_CLOSED = "room/closed"
    UNKNOWN_TOKEN = "room/unknown_token"
    REMOVED = "room/removed"
    NOT_HOST = "room/not_host"
    NAME_MALFORMED = "room/name_malformed"
    NAME_TAKEN = "room/name_taken"
    STAMP_TAKEN = "room/stamp_taken"
    NO_SUCH_PLAYER = "room/no_such_player"
    NO_SUCH_REQUEST = "room/no_such_request"
    NOT_YOURS_TO_ANSWER = "room/not_yours_to_answer"
    SEAT_HELD = "room/seat_held"
    SEAT_FREE = "room/seat_free"
    SEAT_OTHER_MODE = "room/seat_other_mode"
    HAS_SEEN_KEY = "room/has_seen_key"
    GAME_RUNNING = "room/game_running"
    NO_SPYMASTER = "room/no_spymaster"
    NO_SIDE = "room/no_side"
    NO_OPERATIVE = "room/no_operative"
    TOO_FEW_CODENAMES = "room/too_few_codenames"
    UNKNOWN_DECK = "room/unknown_deck"
    STRICT_NEEDS_TYPED = "room/strict_needs_typed"
    EARNED_NEEDS_TYPED = "room/earned_needs_typed"
    CONFIRM_NEEDS_TYPED = "room/confirm_needs_typed"
    TIMER_SECONDS = "room/timer_seconds"
    DUET_COUNTS = "room/duet_counts"
    NOT_IN_DUET = "room/not_in_duet"
    WORDS_REFUSED = "room/words_refused"
    LINK_INVALID = "room/link_invalid"
    LOG_FULL = "room/log_full"
    UNREADABLE = "room/unreadable"
    NOTHING_LOST = "room/nothing_lost"
    NEWER_VERSION = "room/newer_version"

    # The household's word lists
    LIST_NAME_MALFORMED = "library/name_malformed"
    LIST_NAME_TAKEN = "library/name_taken"
    LIST_TOO_LARGE = "library/too_large"
    LIBRARY_FULL = "library/full"
    TOO_MANY_LISTS = "library/too_many"
    NO_SUCH_LIST = "library/not_found"
    NOT_YOUR_LIST = "library/not_yours"

    # Bots and the coach
    BOT_MISSING = "bot/missing"
    BOT_PHOTOS = "bot/photos"
    BOT_SPOKEN = "bot/spoken"
    BOT_TOO_MANY = "bot/too_many"
    NOT_A_BOT = "bot/not_a_bot"
    NO_COACH = "bot/no_coach"
    NO_THOUGHT = "bot/no_thought"

    # The wire and the server: web/, store/
    MALFORMED = "wire/malformed"
    UNKNOWN_COMMAND = "wire/unknown_command"
    NOT_ENTERED = "wire/not_entered"
    TOO_MANY = "wire/too_many"
    PROTOCOL = "wire/protocol"
    SERVER_FULL = "server/full"
    CROWDED = "server/crowded"
    NOT_SAVED = "server/not_saved"
    RESTORED = "server/restored"
    FAULT = "server/fault"


class Refused(Exception):
    """What was asked for cannot be done now; nothing has changed.

    `detail` is a short plain English text for developers and logs. It holds only what the asker
    sent or may know: never a hidden identity.
    """

    def __init__(self, code: Refusal | CastReason, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else str(code))
        self.code = code
        self.detail = detail


def require(fact: bool, code: Refusal | CastReason, detail: str = "") -> None:
    """Raise :class:`Refused` with `code` unless `fact` holds."""
    if not fact:
        raise Refused(code, detail)
