"""Parses teams of bots from the command line, and makes their bots."""

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
"""Asks a language model; plays like `normal` when the model proposes nothing useful."""

STYLES = (*(style.value for style in BotStyle), LLM, THRESHOLD, RANDOM, NONE)

BUILT_IN_TABLE = "english"
"""The name of the built-in table."""


class BadTeam(Exception):
    """An invalid team; the text says why."""


class BotTeam(Struct, frozen=True):
    """How a team plays: `STYLE[@SPYMASTER'S TABLE[@OPERATIVE'S TABLE]]`."""

    style: str
    spymaster: str = BUILT_IN_TABLE
    operative: str = BUILT_IN_TABLE
    vectors: str | None = None
    """File of prepared custom vectors."""
    associations: str | None = None
    """File of a household's associations."""
    model: Endpoint | None = None
    """The model that a team `llm` asks."""

    @property
    def idle(self) -> bool:
        """Whether the team only lets its time run out."""
        return self.style == NONE


def parse_team(text: str, model: Endpoint | None = None) -> BotTeam:
    """The team in this notation; `llm` asks `model`. Raises BadTeam."""
    style, *tables = text.split("@")
    if style not in STYLES or len(tables) > 2:
        raise BadTeam(f"{text}: a team is STYLE[@TABLE[@TABLE]], of {', '.join(STYLES)}")
    for name in tables:
        if name != BUILT_IN_TABLE and not Path(name).is_file():
            raise BadTeam(f"{text}: there is no table {name}")
    if style == LLM and model is None:
        raise BadTeam(f"{text}: --llm and --llm-model say which model is asked")
    spymaster = tables[0] if tables else BUILT_IN_TABLE
    operative = tables[1] if len(tables) > 1 else spymaster
    return BotTeam(style, spymaster, operative, model=model if style == LLM else None)


def make_bot(team: BotTeam, seat: Seat) -> Bot | None:
    """The bot in this seat of the team; None for an idle team."""
    return make_spymaster(team) if seat.sees_key else make_operative(team)


def make_spymaster(team: BotTeam) -> Bot | None:
    """The bot that gives the team's clues; None for an idle team."""
    if team.style == NONE:
        return None
    known = load_languages(team.spymaster, team.vectors, team.associations)
    if team.model is not None:
        return _llm_bot(known, team.model)
    if team.style == RANDOM:
        return RandomBot(known, legal())
    if team.style == THRESHOLD:
        return ThresholdBot(known, legal())
    return BotPlayer(known, BotStyle(team.style), legal())


def make_operative(team: BotTeam) -> Bot | None:
    """The bot that guesses for the team; None for an idle team."""
    if team.style == NONE:
        return None
    if team.style == RANDOM:
        return RandomBot(load_languages(BUILT_IN_TABLE), legal())
    if team.model is not None:
        return _llm_bot(_of_operative(team), team.model)
    style = BotStyle.NORMAL if team.style == THRESHOLD else BotStyle(team.style)
    return Operative(_of_operative(team), style)


def _of_operative(team: BotTeam) -> BotLanguages:
    return load_languages(team.operative, team.vectors, team.associations)


def _llm_bot(known: BotLanguages, model: Endpoint) -> Bot:
    bot = AdvisedBot(known, BotStyle.NORMAL, legal())
    return AskingBot(bot, BotStyle.NORMAL, _llm_client(model).propose)


@cache
def _llm_client(model: Endpoint) -> LlmClient:
    return LlmClient(model)


@cache
def load_languages(
    name: str, extra_vectors: str | None = None, associations: str | None = None
) -> BotLanguages:
    """All languages, over the built-in table, a table file or a vector file `name`;
    `extra_vectors` is a file of prepared vectors, `associations` a household's. Raises OSError,
    BadVectors, TableUnreadable.
    """
    file = TABLE if name == BUILT_IN_TABLE else Path(name)
    if file.suffix != TABLE.suffix:
        own = vector_table.load()
        rows = vectors.opinion(vectors.read(file, own.words))
        return languages.with_lexicons(vector_table.single_source(own.words, rows, own.clue_count))
    extra, given = (None if it is None else Path(it) for it in (extra_vectors, associations))
    return languages.load(file, extra, given)
