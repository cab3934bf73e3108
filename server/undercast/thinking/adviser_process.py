"""The process that asks a language model, several questions at a time, until its input ends.

    python -m undercast.thinking.adviser_process URL MODEL

It logs by itself why there is no proposal, and nothing of what it was asked or told.
"""

import logging
import signal
import sys
import threading

from undercast.base import logs
from undercast.llm.client import LlmClient
from undercast.llm.endpoint import endpoint
from undercast.llm.prompts import question_of
from undercast.llm.proposals import Proposal
from undercast.room.state import BotStyle
from undercast.thinking import messages

log = logging.getLogger(__name__)


def main() -> None:
    """Answer every line, in the order in which the model answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    logs.set_up("adviser")
    url, model = sys.argv[1:]
    asker = LlmClient(endpoint(url, model))
    writing = threading.Lock()

    def answer(asked: messages.Consult) -> None:
        advice = messages.encode(messages.Advice(asked.id, _proposal(asker, asked)))
        with writing:
            sys.stdout.buffer.write(advice + b"\n")
            sys.stdout.buffer.flush()

    for line in sys.stdin.buffer:
        asked = messages.read_consultation(line)
        threading.Thread(target=answer, args=(asked,), daemon=True).start()


def _proposal(asker: LlmClient, asked: messages.Consult) -> Proposal | None:
    try:
        question = question_of(messages.seen_at(asked), BotStyle(asked.style))
        return None if question is None else asker(question)
    except Exception as fault:  # noqa: BLE001  # the bot goes on by itself
        log.warning("A language model could not be asked: %s", type(fault).__name__)
        return None


if __name__ == "__main__":
    main()
