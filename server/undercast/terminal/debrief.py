"""What is told when a game is over: the key, what clues meant, and how guessers saw the board."""

from collections.abc import Sequence

from undercast.rules.cards import Identity
from undercast.simulation.match import MatchClue
from undercast.terminal import sentences
from undercast.terminal.board import board, legend
from undercast.terminal.styles import Line, Span, TerminalFeatures, TextStyle, line
from undercast.terminal.text_width import wrapped
from undercast.views import DebriefView

RANKED = 3
"""Cards that are told of how a guesser saw the board …"""

LEAST = 0.01
"""… but none that was less likely."""


def debrief(view: DebriefView, clues: Sequence[MatchClue], look: TerminalFeatures) -> list[Line]:
    """The end of a game. What matters most comes last, where a terminal does not scroll it away."""
    game = view.game
    assert game.result is not None  # it is over
    told: list[Line] = [(), line("The clues:", TextStyle.STRONG)] if clues else []
    for clue in clues:
        told += _clue(clue, look)
    keys = [("The key", view.key)]
    if view.key_b is not None:
        keys = [("Side A's key", view.key), ("Side B's key", view.key_b)]
    for name, key in keys:
        told += [(), line(f"{name}:", TextStyle.STRONG), *board(game, key, look)]
    explained = legend(game, key=True, look=look).replace("your key", "not found")
    told += [*_texts([explained], look, TextStyle.FAINT), ()]
    return [*told, *_texts([sentences.result(game, game.result)], look, TextStyle.STRONG)]


def _clue(clue: MatchClue, look: TerminalFeatures) -> list[Line]:
    """OCEAN 3 meant WHALE, PILOT, SHIP."""
    who = sentences.sentence(sentences.SEATS[clue.seat])
    said = f"{who}: {(clue.word or '(spoken)').upper()} {clue.number}"
    said += f" meant {sentences.names(clue.meant)}." if clue.meant else ""
    touched = ", ".join(_touched(clue, *touch) for touch in clue.touched)
    more = [f"Touched {touched}."] if touched else []
    if clue.ranked:
        likely = [one for one in clue.ranked[:RANKED] if one[1] >= LEAST] or clue.ranked[:1]
        seen = ", ".join(f"{name.upper()} {share:.0%}" for name, share in likely)
        more.append(f"The guesser saw {seen}.")
    head, *rest = wrapped(said, look.width - 1)
    further = [*rest, *wrapped(" ".join(more), look.width - 3)]
    return [(Span(head),), *(line(f"  {one}") for one in further)]


def _touched(clue: MatchClue, name: str, identity: Identity) -> str:
    """What was wrong says what it was."""
    own = clue.seat.startswith(identity) or identity is Identity.GREEN
    return name.upper() if own else f"{name.upper()} ({identity})"


def _texts(texts: Sequence[str], look: TerminalFeatures, style: TextStyle) -> list[Line]:
    return [line(one, style) for text in texts for one in wrapped(text, look.width - 1)]
