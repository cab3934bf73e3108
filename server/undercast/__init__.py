"""Undercast puts a game of Codenames on the living-room TV."""

__version__ = "0.1.0"
