"""The array type and the operations that several sources share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
"""A row for each word, unless noted otherwise."""


def unit(rows: Floats) -> Floats:
    """Each row at length one; rows of zeros stay zero."""
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
    """Centred rows without their largest components, which encode word frequency."""
    centred = rows - rows.mean(axis=0)
    result: Floats = centred @ principal(centred)[0][:, components:]
    return result


def spread(rows: Floats, pairs: int = 200_000) -> float:
    """The standard deviation of the dot product of two random nonzero rows."""
    known = np.flatnonzero(np.linalg.norm(rows, axis=1) > 0)
    rng = np.random.default_rng(1)
    one, other = rng.choice(known, pairs), rng.choice(known, pairs)
    return float(np.einsum("ij,ij->i", rows[one], rows[other]).std())
