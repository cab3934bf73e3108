"""A room: who sits where, the house rules, and the series of games. Pure, like the rules.

Start reading at `state`, then `entries` (everything that can happen in a room, which is also what
the log holds), then `evolve` (what each entry does). `permits` says whose seat may do what.
"""
