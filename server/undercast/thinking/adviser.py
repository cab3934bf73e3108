"""The process that asks a language model, several questions at a time, until its input ends.

    python -m undercast.thinking.adviser URL MODEL

It logs by itself why there is no proposal, and nothing of what it was asked or told.
"""

import signal
import sys
import threading

from undercast import logs
from undercast.llm.asker import Asker
from undercast.llm.endpoint import endpoint
from undercast.llm.questions import question_of
from undercast.room.state import Style
from undercast.thinking import letters


def main() -> None:
    """Answer every line, in the order in which the model answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    logs.set_up()
    url, model = sys.argv[1:]
    asker = Asker(endpoint(url, model))
    writing = threading.Lock()

    def answer(asked: letters.Consult) -> None:
        question = question_of(letters.seen_at(asked), Style(asked.style))
        proposal = None if question is None else asker(question)
        with writing:
            sys.stdout.buffer.write(letters.encode(letters.Advice(asked.id, proposal)) + b"\n")
            sys.stdout.buffer.flush()

    for line in sys.stdin.buffer:
        asked = letters.read_consultation(line)
        threading.Thread(target=answer, args=(asked,), daemon=True).start()


if __name__ == "__main__":
    main()
