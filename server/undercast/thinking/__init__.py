"""Thinking for bots, in a process of its own: it can run, hang and die without stopping a game.

`letters` is what is asked and answered, a line each; `child` is the process, with `minds` in it;
`thinker` is the server's side. Of all this only the child needs numpy.
"""
