"""Thinking for bots, in a process of its own: it can run, hang and die without stopping a game.

`letters` is what is asked and answered, a line each; `child` is the process, with `minds` in it;
`thinker` is the server's side. With a language model `adviser` is a process that asks it first, and
`advice` the server's side of that. Of all this only the two processes need numpy.
"""
