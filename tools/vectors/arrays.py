"""What numpy's arrays are called here, and the few things that are done to all of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""Rows are words, unless it is said otherwise."""


def unit(rows: Floats) -> Floats:
    """Each row at length one; rows of nothing stay so."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    result: Floats = rows / np.maximum(lengths, 1e-9)
    return result


def principal(rows: Floats) -> tuple[Floats, Floats]:
    """The principal components of the rows, a column each, and their variances, largest first."""
    variances, axes = np.linalg.eigh(rows.T @ rows / len(rows))
    order = np.argsort(-variances)
    return axes[:, order], np.maximum(variances[order], 1e-12)


def flattened(rows: Floats, power: float) -> Floats:
    """Centred rows whose components are scaled by their variance to `power` (below zero)."""
    centred = rows - rows.mean(axis=0)
    axes, variances = principal(centred)
    result: Floats = centred @ axes * variances**power
    return result


def without_top(rows: Floats, components: int) -> Floats:
    """Centred rows without their largest components, which tell how usual words are."""
    centred = rows - rows.mean(axis=0)
    result: Floats = centred @ principal(centred)[0][:, components:]
    return result


def spread(rows: Floats, pairs: int = 200_000) -> float:
    """The standard deviation of the product of two rows by chance (of unit length: of the cosine),
    among rows that say something.
    """
    known = np.flatnonzero(np.linalg.norm(rows, axis=1) > 0)
    rng = np.random.default_rng(1)
    one, other = rng.choice(known, pairs), rng.choice(known, pairs)
    return float(np.einsum("ij,ij->i", rows[one], rows[other]).std())
