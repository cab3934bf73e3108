"""Puts a page of ours on a television, and keeps it there; knows nothing of the game.

`supervisor` lives in the server's process and speaks, by `messages`, with `child`, a process of
its own: no fault of a device, a library or the network can reach a game. In the child, `casts`
runs one `machine` a room, fed by `discovery` and by one `device` client a session.
"""
