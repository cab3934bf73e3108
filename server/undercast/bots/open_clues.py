"""Earlier clues with cards left to find."""

from collections.abc import Iterator, Sequence

import numpy as np

from undercast.bots.languages import BoardVocabulary
from undercast.rules.cards import Side
from undercast.rules.game import Turn
from undercast.views import GameView


def open_clues(speech: BoardVocabulary, game: GameView, side: Side | None) -> list[str]:
    """Their words, in order, for whoever guesses now (in a duet, the guessers of this side). An
    agent found by an extra touch counts for the clue that it is most similar to.
    """
    missing: dict[str, int] = {}
    for turn in _turns(game, side):
        clue, found = turn.clue, _found(game, turn)
        if clue is None or clue.word is None:
            continue
        if turn is not game.turns[-1] and len(found) < clue.count:
            missing[clue.word] = clue.count - len(found)
        for codename in found[clue.count :]:
            if missing:
                word = _most_similar(speech, list(missing), codename)
                missing[word] -= 1
                missing = {word: left for word, left in missing.items() if left}
    return list(missing)


def _turns(game: GameView, side: Side | None) -> Iterator[Turn]:
    """The turns of these guessers. In sudden death everybody guesses."""
    for turn in game.turns:
        guesser = None if turn.side is None else turn.side.partner
        if turn.team is game.turns[-1].team and guesser is side:
            yield turn


def _found(game: GameView, turn: Turn) -> list[str]:
    """The own agents touched in this turn."""
    return [game.codenames[t.position] for t in turn.counted if t.identity.team is turn.team]


def _most_similar(speech: BoardVocabulary, words: Sequence[str], codename: str) -> str:
    similarity = speech.similarity(speech.said(words), speech.cards([codename]))
    return words[int(np.argmax(similarity[:, 0]))]
