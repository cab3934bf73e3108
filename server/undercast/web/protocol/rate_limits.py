"""How often people may do something: all of it grows with the commands a second of one person."""

BURST_SECONDS = 12
"""So many seconds' worth of commands a person may send at once."""

COSTS = {
    "judge_clue": 2,
    "ask_coach": 10,
    "ask_ideas": 20,
    "add_bot": 5,
    "fill_with_bots": 10,
    "change_settings": 2,
    "leave": 5,
    "deal": 5,
    "paste_words": 10,
    "open_page": 2,
    "export_game": 2,
    "open_book": 5,
    "open_statistics": 5,
}
"""Commands that count as several; all others count as one."""

MESSAGES_PER_COMMAND = 10
"""A connection may send so many messages in the time in which a person may send one command."""

ROOMS_AN_HOUR_PER_COMMAND = 32
"""New rooms for one address in an hour (behind a proxy that is everybody), likewise. A school needs
thirty; sixty addresses cannot take all that a server has.
"""

JOINS_A_MINUTE_PER_COMMAND = 48
"""People who join from one address in a minute, for each command a second that a person may send.
"""
