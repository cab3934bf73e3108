"""The game itself, as a pure state machine: no clock, no randomness.

Start reading at `game` (the state), then `actions` and `events`, then `phases` (what is possible
when: the transition table), `legal` (what else it takes), `play` (what each action does), `modes`
(what differs from game to game).
"""
