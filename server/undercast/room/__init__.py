"""A room: who sits where, the house rules, and the series of games. Pure, like the rules.

Start with `state`, then `entries` (everything that can happen in a room, which is also what the log
holds), then `evolve` (what each entry does). `permissions` says which seat may do what.
"""
