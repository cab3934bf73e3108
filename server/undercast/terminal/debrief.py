"""The debrief: the key, the intended cards of each clue, and the guessers' rankings."""

from collections.abc import Sequence

from undercast.rules.cards import Identity
from undercast.simulation.match import MatchClue
from undercast.terminal import sentences
from undercast.terminal.board import board_lines, legend
from undercast.terminal.styles import Line, Span, TerminalFeatures, TextStyle, line, paragraphs
from undercast.terminal.text_width import wrap
from undercast.views import DebriefView

MAX_RANKED = 3
"""Codenames shown of a guesser's ranking."""

MIN_PROBABILITY = 0.01
"""The least likely codename that is still shown."""


def debrief_lines(
    view: DebriefView, clues: Sequence[MatchClue], features: TerminalFeatures
) -> list[Line]:
    """The end of a game. The most important part comes last, where it stays on the screen."""
    game = view.game
    assert game.result is not None  # it is over
    lines: list[Line] = [(), line("The clues:", TextStyle.STRONG)] if clues else []
    for clue in clues:
        lines += _clue_lines(clue, features)
    keys = [("The key", view.key)]
    if view.key_b is not None:
        keys = [("Side A's key", view.key), ("Side B's key", view.key_b)]
    for name, key in keys:
        lines += [(), line(f"{name}:", TextStyle.STRONG), *board_lines(game, key, features)]
    explained = legend(game, key=True, features=features).replace("your key", "not found")
    lines += [*paragraphs([explained], features, TextStyle.FAINT), ()]
    return [*lines, *paragraphs([sentences.result(game, game.result)], features, TextStyle.STRONG)]


def _clue_lines(clue: MatchClue, features: TerminalFeatures) -> list[Line]:
    """OCEAN 3 meant WHALE, PILOT, SHIP."""
    who = sentences.capitalized(sentences.SEAT_NAMES[clue.seat])
    text = f"{who}: {(clue.word or '(spoken)').upper()} {clue.number}"
    text += f" meant {sentences.upper_list(clue.intended)}." if clue.intended else ""
    touched = ", ".join(_touched(clue, *touch) for touch in clue.touched)
    more = [f"Touched {touched}."] if touched else []
    if clue.ranked:
        likely = [pair for pair in clue.ranked[:MAX_RANKED] if pair[1] >= MIN_PROBABILITY]
        likely = likely or [clue.ranked[0]]
        seen = ", ".join(f"{name.upper()} {share:.0%}" for name, share in likely)
        more.append(f"The guesser saw {seen}.")
    head, *rest = wrap(text, features.width - 1)
    further = [*rest, *wrap(" ".join(more), features.width - 3)]
    return [(Span(head),), *(line(f"  {part}") for part in further)]


def _touched(clue: MatchClue, name: str, identity: Identity) -> str:
    """With the identity, unless it was an own agent."""
    own = clue.seat.startswith(identity) or identity is Identity.GREEN
    return name.upper() if own else f"{name.upper()} ({identity})"
