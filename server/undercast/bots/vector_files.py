"""Vectors that somebody brings: files of GloVe, word2vec (text and binary), fastText, Numberbatch.

A file is read once from its beginning to its end, a line or a word at a time, also where it is
packed (gzip). Only words of the table are kept; how much memory that takes depends on nothing that
the file says. Whatever is wrong with it is a BadVectors, and never takes long to be found.
"""

import gzip
import stat
import zlib
from collections.abc import Iterator, Sequence
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from undercast.bots import vector_table
from undercast.bots.similarity import Floats
from undercast.words import fold

WIDEST = 1024
"""Numbers of a vector."""

LONGEST_LINE = 32 * WIDEST
LONGEST_WORD = 1_000
"""Bytes; nobody's words are longer."""

MAX_UNPACKED = 100
"""Bytes for each packed one: text with numbers shrinks to a third."""

FEWEST = 1_000
"""Words of the table that the file has to know: with fewer it has no opinion of most boards."""

_CHUNK = 1 << 20

_KEPT = 64
"""Numbers of a vector that are kept: its principal components."""

_TOP = 2
"""The largest components, which tell how usual a word is and nothing else."""

_GZIP = b"\x1f\x8b"

_ENGLISH = b"/c/en/"
"""How English words begin where Numberbatch has all languages; the others are no word of ours."""

_SPELLING = b" -'._"
"""What `fold` leaves out of a word of plain letters, and what stands for a blank."""


class VectorFileReason(StrEnum):
    """What is wrong with a file of vectors."""

    NO_FILE = "no_file"
    DAMAGED_GZIP = "damaged_gzip"
    UNPACKS_TO_TOO_MUCH = "unpacks_to_too_much"
    NO_VECTORS = "no_vectors"
    TOO_WIDE = "too_wide"
    LINE_TOO_LONG = "line_too_long"
    UNEVEN = "uneven"
    NO_NUMBERS = "no_numbers"
    CUT_OFF = "cut_off"
    TOO_FEW_WORDS = "too_few_words"


_SENTENCES = {
    VectorFileReason.NO_FILE: "the file cannot be read",
    VectorFileReason.DAMAGED_GZIP: "the gzip file is damaged or cut off",
    VectorFileReason.UNPACKS_TO_TOO_MUCH: f"it unpacks to more than {MAX_UNPACKED} times its size",
    VectorFileReason.NO_VECTORS: "it does not look like GloVe, word2vec, fastText or Numberbatch",
    VectorFileReason.TOO_WIDE: f"its vectors do not have 2 to {WIDEST} numbers",
    VectorFileReason.LINE_TOO_LONG: "it has a line or a word that is too long",
    VectorFileReason.UNEVEN: "its vectors differ in length",
    VectorFileReason.NO_NUMBERS: "a vector has something that is not a number",
    VectorFileReason.CUT_OFF: "it ends before its last vector",
    VectorFileReason.TOO_FEW_WORDS: f"it knows fewer than {FEWEST} of the bots' English words",
}


class BadVectors(Exception):
    """A file that cannot be used; the text says why."""

    def __init__(self, file: Path, reason: VectorFileReason) -> None:
        super().__init__(f"vectors/{reason}: {file.name}: {_SENTENCES[reason]}")
        self.reason = reason


class _Fault(Exception):
    def __init__(self, reason: VectorFileReason) -> None:
        super().__init__(reason)
        self.reason = reason


def read(file: Path, words: Sequence[str]) -> Floats:
    """A vector for each of `words`, zeros for those that the file does not know.

    Of several spellings the first one counts, or else that which is exactly the word. Raises
    BadVectors.
    """
    try:
        size = _size(file)
        with file.open("rb") as packed:
            return _read(_Stream(packed, size), words)
    except _Fault as fault:
        raise BadVectors(file, fault.reason) from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadVectors(file, VectorFileReason.DAMAGED_GZIP) from None
    except OSError:
        raise BadVectors(file, VectorFileReason.NO_FILE) from None


def _size(file: Path) -> int:
    there = file.stat()
    if not stat.S_ISREG(there.st_mode):  # a pipe would be waited for
        raise _Fault(VectorFileReason.NO_FILE)
    return there.st_size


def _read(stream: "_Stream", words: Sequence[str]) -> Floats:
    places = {fold(word).encode(): place for place, word in enumerate(words)}
    width, vectors = _begun(stream, frozenset(places))
    rows: Floats = np.zeros((len(words), width), np.float32)
    exact: set[int] = set()
    found: set[int] = set()
    for name, numbers in vectors:
        if not np.isfinite(numbers).all():
            raise _Fault(VectorFileReason.NO_NUMBERS)
        place = places[_key(name)]
        is_exact = name == words[place].encode()
        if place not in found or (is_exact and place not in exact):
            rows[place] = numbers
        found.add(place)
        exact.update([place] if is_exact else [])
    if len(found) < min(FEWEST, len(words)):
        raise _Fault(VectorFileReason.TOO_FEW_WORDS)
    return rows


def _key(name: bytes) -> bytes:
    """As `fold` does it with plain letters, all other words being none of the table's."""
    return name.lower().translate(None, _SPELLING)


class _Stream:
    """The bytes of a file, unpacked; no more at once than a line or a chunk."""

    def __init__(self, packed: BinaryIO, size: int) -> None:
        is_packed = packed.read(len(_GZIP)) == _GZIP
        packed.seek(0)
        self._file: BinaryIO | gzip.GzipFile = (
            gzip.GzipFile(fileobj=packed) if is_packed else packed
        )
        self._left = MAX_UNPACKED * size

    def rewind(self) -> None:
        """From the beginning again."""
        self._file.seek(0)

    def line(self) -> bytes:
        """The next line without its end; nothing at the end of the file."""
        line = self._counted(self._file.readline(LONGEST_LINE))
        if len(line) == LONGEST_LINE:
            raise _Fault(VectorFileReason.LINE_TOO_LONG)
        return line

    def chunk(self, size: int = _CHUNK) -> bytes:
        """The next bytes, up to `size`; nothing at the end of the file."""
        return self._counted(self._file.read(size))

    def _counted(self, piece: bytes) -> bytes:
        self._left -= len(piece)
        if self._left < 0:
            raise _Fault(VectorFileReason.UNPACKS_TO_TOO_MUCH)
        return piece


_Vectors = Iterator[tuple[bytes, Floats]]


def _begun(stream: _Stream, wanted: frozenset[bytes]) -> tuple[int, _Vectors]:
    """How wide the vectors are, and those whose key is wanted: by what the file begins with."""
    head = stream.chunk(2 * LONGEST_LINE)
    first, _, rest = head.partition(b"\n")
    counts = first.split()
    stream.rewind()
    if len(counts) != 2 or not all(number.isdigit() and len(number) < 10 for number in counts):
        width = _width(len(counts) - 1)
        if not _is_text(first, width):
            raise _Fault(VectorFileReason.NO_VECTORS)
        return width, _of_text(stream, width, None, wanted)
    count, width = (int(number) for number in counts)
    _width(width)
    stream.line()
    if _is_text(rest.partition(b"\n")[0], width):
        return width, _of_text(stream, width, count, wanted)
    return width, _of_binary(stream, width, count, wanted)


def _width(width: int) -> int:
    if width < 2:
        raise _Fault(VectorFileReason.NO_VECTORS)
    if width > WIDEST:
        raise _Fault(VectorFileReason.TOO_WIDE)
    return width


def _is_text(line: bytes, width: int) -> bool:
    """Whether a line is a word and so many numbers."""
    _, *numbers = line.rsplit(None, width)
    try:
        return len(numbers) == width and all(isfinite(float(number)) for number in numbers)
    except ValueError:
        return False


def _of_text(stream: _Stream, width: int, count: int | None, wanted: frozenset[bytes]) -> _Vectors:
    """A line each: the word, which may have blanks in it, and its numbers."""
    lines, last = 0, b""
    while line := stream.line():
        lines, last = lines + 1, line
        name = line.partition(b" ")[0].removeprefix(_ENGLISH)
        if _key(name) in wanted:
            parts = line.rsplit(None, width)
            if len(parts) != width + 1:
                raise _Fault(VectorFileReason.UNEVEN)
            if parts[0].removeprefix(_ENGLISH) == name:
                yield name, _numbers(parts[1:])
    if (count is not None and lines < count) or len(last.split()) <= width:
        raise _Fault(VectorFileReason.CUT_OFF)


def _numbers(parts: Sequence[bytes]) -> Floats:
    try:
        with np.errstate(over="ignore"):  # what is too large is no number, either
            return np.array([float(part) for part in parts], np.float32)
    except ValueError:
        raise _Fault(VectorFileReason.NO_NUMBERS) from None


def _of_binary(stream: _Stream, width: int, count: int, wanted: frozenset[bytes]) -> _Vectors:
    """Of word2vec: the word, a blank, its numbers; perhaps a line's end."""
    buffer, at, size = b"", 0, 4 * width
    for _ in range(count):
        while (end := buffer.find(b" ", at)) < 0 or len(buffer) < end + 1 + size:
            if end < 0 and len(buffer) - at > LONGEST_WORD:
                raise _Fault(VectorFileReason.LINE_TOO_LONG)
            more = stream.chunk()
            if not more:
                raise _Fault(VectorFileReason.CUT_OFF)
            buffer, at = buffer[at:] + more, 0
        name = buffer[at:end].lstrip(b"\n")
        if len(name) > LONGEST_WORD:
            raise _Fault(VectorFileReason.LINE_TOO_LONG)
        if _key(name) in wanted:
            yield name, np.frombuffer(buffer, "<f4", width, end + 1)
        at = end + 1 + size


def opinion(rows: Floats) -> Floats:
    """What vectors say of each other, in fewer numbers: rows of length one, or zeros as before."""
    known = rows.any(axis=1)
    told = _unit(rows[known].astype(np.float64))
    centred = told - told.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1][:, ::-1]
    top = _TOP if rows.shape[1] > _KEPT // 4 else 0
    kept = _unit(centred @ axes[:, top : top + _KEPT])
    result: Floats = np.zeros((len(rows), kept.shape[1]), np.float32)
    result[known] = kept
    return result


def _unit(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    result: NDArray[np.float64] = rows / np.maximum(
        np.linalg.norm(rows, axis=1, keepdims=True), 1e-9
    )
    return result


def prepare(file: Path, out: Path) -> None:
    """Writes what `file` says of the table's words to a small file. Raises BadVectors, OSError."""
    rows = opinion(read(file, vector_table.load().words))
    with out.open("wb") as made:
        np.savez(made, rows=rows.astype(np.float16))


def prepared(file: Path) -> Floats:
    """What `prepare` wrote: rows as the table takes them. Raises OSError."""
    with np.load(file) as arrays:
        rows: Floats = arrays["rows"].astype(np.float32)
        return rows
