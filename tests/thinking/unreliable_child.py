"""A thinking process that follows a mood: `unreliable_child.py FILE`, run by a test's server.

The word in FILE is looked at before each answer: think (as the real one), hang (till it is another
word), die, babble. Each question is noted in FILE.asked, a line each: the person's id.
"""

import json
import os
import sys
import time
from pathlib import Path

from undercast.base.child_process import answer_lines
from undercast.thinking import child, messages
from undercast.thinking.bot_players import BotPlayers


def main() -> None:
    file, minds = Path(sys.argv[1]), BotPlayers()

    def answer(line: bytes) -> bytes:
        with file.with_suffix(".asked").open("a") as asked:
            asked.write(f"{json.loads(line)['me']}\n")
        while file.read_text() == "hang":
            time.sleep(0.01)
        mood = file.read_text()
        if mood == "die":
            os._exit(3)
        return b"babble" if mood == "babble" else messages.encode(child._answer(minds, line))

    answer_lines(answer)


if __name__ == "__main__":
    main()
