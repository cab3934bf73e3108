"""The game itself, as a pure state machine: standard library only, no clock, no randomness.

Start reading at `game` (the state), then `actions` and `events`, then `play` (what each action
does, with its transition table on top) and `modes` (what differs from game to game).
"""
