"""Bots: players that decide from what their seat sees, a table of word vectors, and an RNG.

`bot` defines what a bot is; `player.BotPlayer` plays every seat, `random_bot.RandomBot` at random.
None of them reads a clock, a room, or a key that its seat does not see. They need numpy (the extra
`bots`): `dependencies` tells whether it is there.
"""
