"""BM25 over passages, by ``rank_bm25`` (Okapi BM25 as Trotman et al. 2014 give it; Apache-2.0)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.evaluation import RetrievalSettings

if TYPE_CHECKING:
    import numpy as np

_WORD = Pattern(r"[^\W_]+(?:['’][^\W_]+)*")
_HAN = Pattern(r"[㐀-鿿]+|[^\W_㐀-鿿]+")


def terms(text: str, language: Language) -> list[str]:
    """What is matched: words without case, possessive endings off; in Chinese pairs of characters."""
    if language == "en":
        return [word.replace("’", "'").removesuffix("'s") for word in _WORD.findall(text.casefold())]
    found: list[str] = []
    for run in _HAN.findall(text.casefold()):
        if len(run) == 1 or not "㐀" <= run[0] <= "鿿":
            found.append(run)
        else:
            found.extend(run[at : at + 2] for at in range(len(run) - 1))
    return found


class LexicalIndex:
    """Building is linear in the text; a question costs its terms times the passages."""

    def __init__(self, texts: Sequence[str], language: Language, settings: RetrievalSettings) -> None:
        self._language = language
        self._size = len(texts)
        corpus = [terms(text, language) for text in texts]
        self._index = None
        if any(corpus):  # the package divides by the number of terms
            from rank_bm25 import BM25Okapi

            self._index = BM25Okapi(corpus, k1=settings.bm25_k1, b=settings.bm25_b, epsilon=settings.bm25_epsilon)

    def scores(self, question: str) -> "np.ndarray":
        """(passages,) float64."""
        import numpy as np

        if self._index is None:
            return np.zeros(self._size)
        return self._index.get_scores(terms(question, self._language))
