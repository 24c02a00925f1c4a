"""BM25 over passages, by ``rank_bm25`` (Okapi BM25 as Trotman et al. 2014 give it; Apache-2.0)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.evaluation import RetrievalSettings

if TYPE_CHECKING:
    import numpy as np
    from rank_bm25 import BM25Okapi

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
    """Building is linear in the text; a question costs the passages, and those with one of its terms once more each."""

    def __init__(self, texts: Sequence[str], language: Language, settings: RetrievalSettings) -> None:
        self._language = language
        self._size = len(texts)
        self._postings: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        corpus = [terms(text, language) for text in texts]
        if any(corpus):  # the package divides by the number of terms
            from rank_bm25 import BM25Okapi

            self._postings = _postings(
                BM25Okapi(corpus, k1=settings.bm25_k1, b=settings.bm25_b, epsilon=settings.bm25_epsilon)
            )

    def scores(self, question: str) -> "np.ndarray":
        """(passages,) float64, to the bit what ``BM25Okapi.get_scores`` gives."""
        import numpy as np

        scores = np.zeros(self._size)
        for term in terms(question, self._language):
            if term in self._postings:
                places, added = self._postings[term]
                scores[places] += added
        return scores


def _postings(index: "BM25Okapi") -> dict[str, tuple["np.ndarray", "np.ndarray"]]:
    """Per term the passages that hold it, and what it adds to the score of each: the package asks the table of every
    passage for every term of a question, which is 14 times slower in a film eight times as long."""
    import numpy as np

    found: dict[str, tuple[list[int], list[int]]] = {}
    for place, counts in enumerate(index.doc_freqs):
        for term, count in counts.items():
            places, often = found.setdefault(term, ([], []))
            places.append(place)
            often.append(count)
    lengths = np.array(index.doc_len)
    weighed = {}
    for term, (places, often) in found.items():
        at, count = np.array(places), np.array(often)
        norm = index.k1 * (1 - index.b + index.b * lengths[at] / index.avgdl)
        weighed[term] = at, index.idf[term] * (count * (index.k1 + 1) / (count + norm))
    return weighed
