"""The book of a room: what is told of its ended games, and the numbers that come of them.

All of it is made from records of ended games (`room.records`) and reads nothing else. What a game
may tell follows from the record alone: the key only once it was debriefed.
"""
