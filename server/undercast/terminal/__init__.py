"""Undercast in a terminal: `undercast play` and `undercast watch`.

A game is a `simulation.match.Match`. A person plays behind the same interface as a bot (`human`).
Pure functions turn a view into lines (`board`, `screen`, `sentences`, `debrief`), and `styles` adds
control sequences. Only `console` reads and writes.
"""
