"""Undercast puts a game of Codenames on the living-room TV."""

__version__ = "0.2.0"
