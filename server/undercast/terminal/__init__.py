"""Undercast in a terminal: `undercast play` and `undercast watch`.

A game here is a `simulation.match.Match`. A person is one more player behind the interface of every
bot (`human`). What is shown is drawn by pure functions, from a view to lines (`board`, `screen`,
`telling`, `debrief`), and put into bytes by `looks`; `console` alone reads and writes.
"""
