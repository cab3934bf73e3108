"""Puts a page of ours on a television, and keeps it there; knows nothing of the game.

`supervisor` runs in the server and exchanges `messages` with `child`, a process of its own: no
fault of a device, a library or the network can reach a game. In the child, `casts` runs a
`state_machine` for each room, driven by `discovery` and one `device` client a connection.
"""
