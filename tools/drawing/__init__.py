"""Makes what the picture of a room is drawn with: `python -m tools.drawing`."""
