"""What a stranger would make of a clue that somebody thinks of giving."""

from undercast.bots.bot import RankedCard, SeatView
from undercast.bots.languages import BotLanguages
from undercast.bots.operative import ranked


def stranger_ranking(languages: BotLanguages, seen: SeatView, word: str) -> RankedCard:
    """How somebody who sees no key would see the hidden cards after this word. Where nothing is
    known of it, all of them are alike.
    """
    game = seen.game
    if game is None:
        return RankedCard((), ())
    hidden = [p for p, shown in enumerate(game.revealed) if shown is None]
    speech = languages.on(seen.languages)
    senses = speech.senses([game.codenames[p] for p in hidden])
    found = speech.sources.consensus(speech.senses([word]), senses)[0]
    similarity = [float(value) for value in found]
    order = sorted(range(len(hidden)), key=lambda place: (-similarity[place], place))
    return ranked(hidden, similarity, order)
