"""Bots: players who decide from what their seat sees, a table of word vectors, and their rng.

`bot` says what a bot is; `player.Player` is the one that plays every seat, `chance.Chancer` plays
by chance. None of them reads a clock, a room or a key that its seat does not see. They need numpy
(the extra `bots`): `needs` says where it is missing.
"""
