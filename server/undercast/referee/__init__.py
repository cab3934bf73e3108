"""The referee: what the rule book says of a clue, as findings.

It knows languages, no game: it gets words and a number, and answers with facts that the rules take
in from outside. See docs/referee.md; `languages` says how a language is added.
"""

from undercast.referee.engine import Referee

__all__ = ["Referee"]
