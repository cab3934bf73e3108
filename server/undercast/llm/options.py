"""The options of the commands by which a language model is named."""

import argparse

from undercast.llm.endpoint import KEY, BadEndpoint, Endpoint, endpoint, key


def add_options(command: argparse.ArgumentParser) -> None:
    """`--llm` and `--llm-model`."""
    command.add_argument(
        "--llm",
        metavar="URL",
        help="let bots ask the language model at this address (OpenAI chat protocol), with"
        f" --llm-model; set its key, if it needs one, as ${KEY}",
    )
    command.add_argument("--llm-model", metavar="NAME", help="the model's name, with --llm")


def chosen(options: argparse.Namespace) -> Endpoint | None:
    """The model that was named, if one was. Raises BadEndpoint for one that cannot be asked."""
    if (options.llm is None) is not (options.llm_model is None):
        raise BadEndpoint("--llm and --llm-model go together")
    if options.llm is None:
        return None
    key()
    return endpoint(options.llm, options.llm_model)
