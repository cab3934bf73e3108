"""Vectors that somebody brings: every format is read, and nothing that is none does harm."""

import gzip
import os
import random
from pathlib import Path

import numpy as np
import pytest

from bots.boards import seen
from bots.test_languages import dealt
from room.room_builder import ANA
from undercast.bots import languages, vector_files, vector_table
from undercast.bots.bot import BotStyle
from undercast.bots.player import BotPlayer
from undercast.bots.vector_files import BadVectors, VectorFileReason
from undercast.thinking.bot_players import legal

pytestmark = pytest.mark.slow

TABLE = vector_table.load()
WIDTH = 20
WORDS = TABLE.words[:1500]
ROWS = np.random.default_rng(3).normal(size=(len(WORDS), WIDTH)).round(4).astype(np.float32)


def name(word: str) -> str:
    return word.replace(" ", "_")


def line(word: str, numbers: str) -> str:
    return f"{word} {numbers}\n"


def text(before: str = "", blank: str = " ", end: str = "\n") -> str:
    rows = (blank.join(f"{number:.4f}" for number in row) for row in ROWS)
    return "".join(
        f"{before}{name(word)}{blank}{row}{end}" for word, row in zip(WORDS, rows, strict=True)
    )


HEADER = f"{len(WORDS) + 2} {WIDTH}\n"
OTHERS = "ящик " + "0.5 " * WIDTH + "\nat nobody@nowhere.com " + "0.5 " * WIDTH + "\n"


def binary(end: bytes = b"\n") -> bytes:
    pairs = zip(WORDS, ROWS, strict=True)
    body = b"".join(name(w).encode() + b" " + row.astype("<f4").tobytes() + end for w, row in pairs)
    return f"{len(WORDS)} {WIDTH}\n".encode() + body


GOOD: dict[str, str | bytes] = {
    "glove": text(),
    "glove, words with blanks": text() + OTHERS,
    "word2vec text": HEADER + OTHERS + text(),
    "fastText": HEADER + OTHERS + text(end=" \n"),
    "Windows": HEADER + OTHERS + text(end="\r\n"),
    "Numberbatch": HEADER + line("/c/fr/chat", "0.1 " * WIDTH) * 2 + text("/c/en/"),
    "word2vec binary": binary(),
    "word2vec binary without ends": binary(b""),
}


def written(folder: Path, content: str | bytes, *, packed: bool = False) -> Path:
    file = folder / "vectors"
    content = content.encode() if isinstance(content, str) else content
    file.write_bytes(gzip.compress(content) if packed else content)
    return file


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", GOOD)
def test_every_format_is_read(kind: str, packed: bool, tmp_path: Path) -> None:
    rows = vector_files.read(written(tmp_path, GOOD[kind], packed=packed), TABLE.words)
    assert rows.shape == (len(TABLE.words), WIDTH)
    assert np.allclose(rows[: len(WORDS)], ROWS, atol=1e-4)
    assert not rows[len(WORDS) :].any()


def test_of_several_spellings_that_of_the_table_counts(tmp_path: Path) -> None:
    word = next(word for word in WORDS if word.islower())
    other = f"{word.upper()}" + " 9" * WIDTH + "\n"
    read = vector_files.read(written(tmp_path, other + text() + other), TABLE.words)
    place = TABLE.words.index(word)
    assert np.allclose(read[place], ROWS[place], atol=1e-4)


BAD: dict[str, tuple[VectorFileReason, str | bytes]] = {
    "nothing": (VectorFileReason.NO_VECTORS, b""),
    "prose": (VectorFileReason.NO_VECTORS, b"Call me Ishmael. Some years ago never mind how long"),
    "dust": (VectorFileReason.NO_VECTORS, random.Random(1).randbytes(300_000)),
    "zeros": (VectorFileReason.NO_VECTORS, bytes(3_000_000)),
    "one number": (VectorFileReason.NO_VECTORS, b"cat 0.5\ndog 0.5\n"),
    "width 0": (VectorFileReason.NO_VECTORS, b"1500 0\n"),
    "too wide": (VectorFileReason.TOO_WIDE, b"1500 999999999\ncat 1 2 3\n"),
    "a line without end": (VectorFileReason.TOO_WIDE, b"cat" + b" 1" * 3_000_000),
    "a second line without end": (
        VectorFileReason.LINE_TOO_LONG,
        line("cat", "1 " * WIDTH) + "dog" + "1" * 3_000_000,
    ),
    "a line too short": (
        VectorFileReason.UNEVEN,
        (text() + line("whale", "1 2 3") + text()),
    ),
    "no number": (VectorFileReason.NO_NUMBERS, (text() + line("whale", "x " * WIDTH))),
    "not a number": (VectorFileReason.NO_NUMBERS, (text() + line("whale", "nan " * WIDTH))),
    "too large": (VectorFileReason.NO_NUMBERS, (text() + line("whale", "1e300 " * WIDTH))),
    "text cut off": (VectorFileReason.CUT_OFF, (HEADER + text())),
    "glove cut off": (VectorFileReason.CUT_OFF, (text() + "zzyzx 0.1 0.2")),
    "binary cut off": (VectorFileReason.CUT_OFF, binary()[:-100]),
    "binary that promises": (VectorFileReason.CUT_OFF, b"999999999 20\n" + binary()[8:]),
    "binary without words": (
        VectorFileReason.LINE_TOO_LONG,
        f"1500 {WIDTH}\n".encode() + b"\x00\xff" * 300_000,
    ),
    "few words": (VectorFileReason.TOO_FEW_WORDS, line("cat", "1 " * WIDTH) * 5_000),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("kind", BAD)
def test_what_is_none_is_told(kind: str, packed: bool, tmp_path: Path) -> None:
    reason, content = BAD[kind]
    with pytest.raises(BadVectors, match=r"^vectors/\w+: vectors: ") as found:
        vector_files.read(written(tmp_path, content, packed=packed), TABLE.words)
    bomb = packed and found.value.reason is VectorFileReason.UNPACKS_TO_TOO_MUCH
    assert bomb or found.value.reason is reason


def test_damaged_packing_is_told(tmp_path: Path) -> None:
    packed = gzip.compress(text().encode())
    for damaged in (packed[:-2000], packed[:5000] + b"\x00" * 50 + packed[5050:], packed[:2]):
        with pytest.raises(BadVectors) as found:
            vector_files.read(written(tmp_path, damaged), TABLE.words)
        assert found.value.reason in (
            VectorFileReason.DAMAGED_GZIP,
            VectorFileReason.NO_NUMBERS,
            VectorFileReason.UNEVEN,
        )


def test_what_is_no_file_is_told_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for there in (tmp_path, tmp_path / "none", pipe):
        with pytest.raises(BadVectors) as found:
            vector_files.read(there, TABLE.words)
        assert found.value.reason is VectorFileReason.NO_FILE


def test_they_are_a_further_opinion_of_bots(tmp_path: Path) -> None:
    made = tmp_path / "made.npz"
    vector_files.prepare(written(tmp_path, binary()), made)
    usual, more = languages.load(), languages.load(vectors=made)
    english = more.on(("en",))
    assert english.words == usual.on(("en",)).words
    before, words, unknown = usual.on(("en",)), WORDS[:40], [TABLE.words[1600]]
    found, usually = (
        speech.similarity(speech.said(words), speech.cards([*words, *unknown]))
        for speech in (english, before)
    )
    raised = found[:, :40] - usually[:, :40]
    assert np.diag(raised).mean() > np.median(raised) + 0.1  # they have a say
    assert np.corrcoef(found.ravel(), usually.ravel())[0, 1] > 0.9  # beside what was known before
    alone, one = (
        speech.opinions(speech.said(words), speech.cards([*words, *unknown]))
        for speech in (english, before)
    )
    assert len(alone) == len(one) + 1
    theirs = alone[4]  # after the sources of the table
    assert not theirs[:, 40:].any()
    assert theirs[:, :40].argmax(axis=1).tolist() == list(range(40))  # nothing is liker than itself
    room = dealt(("hr", "en"), 1)
    assert (
        BotPlayer(more, BotStyle.NORMAL, legal()).decide(seen(room, ANA), random.Random(1))
        is not None
    )
