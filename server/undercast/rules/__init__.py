"""The game itself, as a pure state machine: no clock, no randomness.

Start with `game` (the state), then `actions` and `events`, `phases` (what is possible when: the
transition table), `legality` (what else it takes), `evolve` (what each action does), `modes` (what
differs between games).
"""
