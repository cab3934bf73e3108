"""The game itself, as a pure state machine: standard library only, no clock, no randomness.

Start reading at `game` (the state), then `actions` and `events`, then `classic` (what each action
does, with its transition table on top).
"""
