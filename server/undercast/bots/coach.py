"""How a stranger would read a clue that somebody considers."""

from undercast.bots.bot import RankedCard, SeatView
from undercast.bots.languages import BotLanguages
from undercast.bots.operative import ranked


def stranger_ranking(languages: BotLanguages, seen: SeatView, word: str) -> RankedCard:
    """How likely somebody without the key is to touch each hidden card after this word. If nothing
    is known of it, all are equally likely.
    """
    game = seen.game
    if game is None:
        return RankedCard((), ())
    hidden = [p for p, shown in enumerate(game.revealed) if shown is None]
    speech = languages.on(seen.languages)
    cards = speech.cards([game.codenames[p] for p in hidden])
    found = speech.similarity(speech.said([word]), cards)[0]
    similarity = [float(value) for value in found]
    order = sorted(range(len(hidden)), key=lambda place: (-similarity[place], place))
    return ranked(hidden, similarity, order)
