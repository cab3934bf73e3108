"""all-MiniLM-L6-v2 for single words: its forward pass, in numpy."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.special import erf

from tools.vectors.arrays import Floats
from tools.vectors.sources import tensors

LAYERS = 6
HEADS = 12
EPSILON = 1e-12
BATCH = 256


class MiniLM:
    """Reads the model's files in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._weights = tensors((folder / "model.safetensors").read_bytes())
        listed = (folder / "vocab.txt").read_text(encoding="utf-8").splitlines()
        self._ids = {piece: number for number, piece in enumerate(listed)}

    def encode(self, words: Sequence[str]) -> Floats:
        """A row for each word: the mean of its pieces' states."""
        by_length: dict[int, list[int]] = defaultdict(list)
        pieces = [self._pieces(word) for word in words]
        for index, ids in enumerate(pieces):
            by_length[len(ids)].append(index)
        rows = np.zeros((len(words), 384), np.float32)
        for indices in by_length.values():  # no batch needs padding
            for start in range(0, len(indices), BATCH):
                batch = indices[start : start + BATCH]
                rows[batch] = self._states(np.array([pieces[i] for i in batch])).mean(axis=1)
        return rows

    def _pieces(self, text: str) -> list[int]:
        """WordPiece: of each word the longest known beginning, then the longest continuation."""
        ids = [self._ids["[CLS]"]]
        for word in text.lower().replace("-", " - ").replace("'", " ' ").split():
            begin = 0
            while begin < len(word):
                mark = "##" if begin else ""
                ends = range(len(word), begin, -1)
                end = next((e for e in ends if mark + word[begin:e] in self._ids), None)
                if end is None:
                    ids.append(self._ids["[UNK]"])
                    break
                ids.append(self._ids[mark + word[begin:end]])
                begin = end
        return [*ids, self._ids["[SEP]"]]

    def _states(self, ids: np.ndarray) -> Floats:
        """The last layer's states: batch × pieces × 384."""
        weights = self._weights
        states = (
            weights["embeddings.word_embeddings.weight"][ids]
            + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        states = self._normal(states, "embeddings.LayerNorm")
        for number in range(LAYERS):
            layer = f"encoder.layer.{number}"
            attended = self._linear(
                self._attended(states, layer), f"{layer}.attention.output.dense"
            )
            states = self._normal(states + attended, f"{layer}.attention.output.LayerNorm")
            inner = self._linear(states, f"{layer}.intermediate.dense")
            inner = inner * 0.5 * (1 + erf(inner / np.sqrt(2)).astype(np.float32))
            dense = self._linear(inner, f"{layer}.output.dense")
            states = self._normal(states + dense, f"{layer}.output.LayerNorm")
        return states

    def _attended(self, states: Floats, layer: str) -> Floats:
        batch, length, width = states.shape
        query, key, value = (
            self._linear(states, f"{layer}.attention.self.{part}")
            .reshape(batch, length, HEADS, -1)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(width / HEADS)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        attended: Floats = (weights @ value).transpose(0, 2, 1, 3).reshape(batch, length, width)
        return attended

    def _linear(self, states: Floats, name: str) -> Floats:
        result: Floats = states @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return result

    def _normal(self, states: Floats, name: str) -> Floats:
        centred = states - states.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
        result: Floats = scaled * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return result
