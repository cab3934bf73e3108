"""The book of a room: its ended games, and statistics of them.

It is made only from records of ended games (`room.ended_games`). The record alone decides what a
game may show: the key only once it was debriefed.
"""
