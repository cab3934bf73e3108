"""`undercast simulate`."""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from undercast.bots.dependencies import require_numpy, think_on_one_core
from undercast.rules.settings import Board
from undercast.simulation.options import BadOptions, add_team_options, parse_run
from undercast.words.associations import read_associations
from undercast.words.file_format import TableUnreadable


def add_simulate_options(simulate: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    simulate.add_argument(
        "--games", type=int, default=100, metavar="N", help="how many games (100)"
    )
    add_team_options(simulate)
    simulate.add_argument(
        "--scenes", action="store_true", help="play with pictures, clues in --language"
    )
    simulate.add_argument(
        "--vectors", type=Path, metavar="FILE", help="word vectors, one more opinion of the bots"
    )
    simulate.add_argument(
        "--associations", type=Path, metavar="FILE", help="what words call to mind, for all bots"
    )
    simulate.add_argument("--seed", type=int, default=1, help="seed of the first game (1)")
    simulate.add_argument(
        "--processes",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes (one per core)",
    )
    simulate.add_argument("--json", action="store_true", help="print every game as JSON")


def simulate(options: argparse.Namespace) -> int:
    """Play the games. Raises MissingNumpy, BadOptions, BadEndpoint."""
    require_numpy()
    think_on_one_core()
    from undercast.bots.vector_files import BadVectors, prepare  # noqa: PLC0415  # needs numpy
    from undercast.simulation import output, runner  # noqa: PLC0415  # need numpy

    board = Board.PICTURES if options.scenes else Board.WORDS
    run = parse_run(options, options.seed, board)
    if options.games < 1 or options.processes < 1:
        raise BadOptions("--games and --processes are at least 1")
    if options.associations is not None:
        try:
            read_associations(options.associations)
        except (OSError, TableUnreadable) as fault:
            raise BadOptions(f"associations/unreadable: {fault}") from None
        own = os.fspath(options.associations.absolute())
        red, blue = (replace(team, associations=own) for team in (run.red, run.blue))
        run = replace(run, red=red, blue=blue)
    with TemporaryDirectory() as folder:
        if options.vectors is not None:
            prepared = Path(folder, "vectors.npz")
            try:
                prepare(options.vectors, prepared)
            except BadVectors as fault:
                raise BadOptions(str(fault)) from None
            red, blue = (replace(team, vectors=str(prepared)) for team in (run.red, run.blue))
            run = replace(run, red=red, blue=blue)
        progress = output.Progress(options.games)
        pairs = runner.play_games(run, options.games, options.processes, progress)
    print(*output.lines(run, pairs, as_json=options.json), sep="\n")
    return 0
