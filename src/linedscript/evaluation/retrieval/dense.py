"""Cosine similarity of a question and each passage, by the encoder that params name."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linedscript.engines.embedding import Embedder

if TYPE_CHECKING:
    import numpy as np


class DenseIndex:
    """A question costs one product with the passages' rows."""

    def __init__(self, texts: Sequence[str], embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows = embedder.embed(texts)

    def scores(self, question: str) -> "np.ndarray":
        """(passages,) float64 in -1 to 1. The rows are rounded, and a row's products are added in one order."""
        import numpy as np

        asked = self._embedder.embed([question])[0]
        if asked.shape[0] != self._rows.shape[1]:  # a text without a visible character has no direction
            return np.zeros(len(self._rows))
        return (self._rows.astype(np.float64) * asked.astype(np.float64)).sum(axis=1)
