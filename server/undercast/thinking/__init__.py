"""Thinking for bots, in a process of its own: it can hang or die without stopping a game.

`client` is the server's side, `child` the process, with `bot_players` in it; `messages` are what
goes between them. Only the process needs numpy.
"""
