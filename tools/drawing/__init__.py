"""Generates the data for pictures of a room: `python -m tools.drawing`."""
