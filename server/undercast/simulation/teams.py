"""Who plays in a simulation, as it is written at the terminal."""

from functools import cache
from pathlib import Path

from msgspec import Struct

from undercast.bots import languages, vector_table
from undercast.bots import vector_files as vectors
from undercast.bots.bot import Bot, BotStyle
from undercast.bots.dependencies import TABLE
from undercast.bots.languages import BotLanguages
from undercast.bots.operative import Operative
from undercast.bots.player import BotPlayer
from undercast.bots.random_bot import RandomBot
from undercast.bots.threshold_bot import ThresholdBot
from undercast.llm.bot import AdvisedBot, AskingBot
from undercast.llm.client import LlmClient
from undercast.llm.endpoint import Endpoint
from undercast.room.seats import Seat
from undercast.thinking.bot_players import legal

RANDOM, THRESHOLD, NONE = "random", "threshold", "none"

LLM = "llm"
"""Asks a language model, in the style `normal`; where that proposes nothing of use, as `normal`."""

SPELLINGS = (*(style.value for style in BotStyle), LLM, THRESHOLD, RANDOM, NONE)

OWN = "english"
"""How the table that is shipped is written."""


class BadTeam(Exception):
    """A team that cannot be had; the text says why."""


class BotTeam(Struct, frozen=True):
    """How a team plays: `STYLE[@SPYMASTER'S TABLE[@OPERATIVE'S TABLE]]`."""

    style: str
    spymaster: str = OWN
    operative: str = OWN
    vectors: str | None = None
    """What was prepared of vectors that somebody brings, for the spymaster."""
    model: Endpoint | None = None
    """What a team `llm` asks."""

    @property
    def idle(self) -> bool:
        """Whether it lets its time run out."""
        return self.style == NONE


def parsed(text: str, model: Endpoint | None = None) -> BotTeam:
    """The team that is written so; `llm` asks `model`. Raises BadTeam."""
    style, *tables = text.split("@")
    if style not in SPELLINGS or len(tables) > 2:
        raise BadTeam(f"{text}: a team is STYLE[@TABLE[@TABLE]], of {', '.join(SPELLINGS)}")
    for name in tables:
        if name != OWN and not Path(name).is_file():
            raise BadTeam(f"{text}: there is no table {name}")
    if style == LLM and model is None:
        raise BadTeam(f"{text}: --llm and --llm-model say which model is asked")
    spymaster = tables[0] if tables else OWN
    operative = tables[1] if len(tables) > 1 else spymaster
    return BotTeam(style, spymaster, operative, model=model if style == LLM else None)


def player(team: BotTeam, seat: Seat) -> Bot | None:
    """Who plays this seat of the team; None for a team that does nothing."""
    guesses_only = seat.guesses and not seat.sees_key
    return operative(team) if guesses_only else spymaster(team)


def spymaster(team: BotTeam) -> Bot | None:
    """Who gives the team's clues; None for a team that does nothing."""
    if team.style == NONE:
        return None
    known = loaded(team.spymaster, team.vectors)
    if team.model is not None:
        return _asking(known, team.model)
    if team.style == RANDOM:
        return RandomBot(known, legal())
    if team.style == THRESHOLD:
        return ThresholdBot(known, legal())
    return BotPlayer(known, BotStyle(team.style), legal())


def operative(team: BotTeam) -> Bot | None:
    """Who guesses for the team; None for a team that does nothing."""
    if team.style == NONE:
        return None
    if team.style == RANDOM:
        return RandomBot(loaded(OWN), legal())
    if team.model is not None:
        return _asking(loaded(team.operative), team.model)
    style = BotStyle.NORMAL if team.style == THRESHOLD else BotStyle(team.style)
    return Operative(loaded(team.operative), style)


def _asking(known: BotLanguages, model: Endpoint) -> Bot:
    style = BotStyle.NORMAL
    return AskingBot(AdvisedBot(known, style, legal()), style, _llm_client(model).propose)


@cache
def _llm_client(model: Endpoint) -> LlmClient:
    return LlmClient(model)


@cache
def loaded(name: str, brought: str | None = None) -> BotLanguages:
    """All languages, with the table of this name or file, or over vectors that somebody brings;
    `brought` are further ones, prepared. Raises OSError, BadVectors.
    """
    file = TABLE if name == OWN else Path(name)
    if file.suffix != TABLE.suffix:
        own = vector_table.load()
        rows = vectors.opinion(vectors.read(file, own.words))
        return languages.with_lexicons(vector_table.single_source(own.words, rows, own.clue_count))
    return languages.load(file, None if brought is None else Path(brought))
