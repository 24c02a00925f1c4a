"""What the scene-level review found in a scene's units, mentions and extracted relations."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from linedscript.records.base import Evidence, FilmId, Made, Prose, Record, SceneRef

Problem = Literal[
    "unsupported",
    "contradicted",
    "duplicate",
    "wrong_type",
    "wrong_endpoint",
    "wrong_actor",
    "wrong_time",
    "claim_as_fact",
    "source_format",
]
PROBLEMS: tuple[Problem, ...] = get_args(Problem)
Kind = Literal["units", "mentions", "relations"]
KINDS: dict[Problem, tuple[Kind, ...]] = {problem: ("units", "mentions", "relations") for problem in PROBLEMS} | {
    "wrong_endpoint": ("relations",),
    "wrong_actor": ("units",),
    "wrong_time": ("units", "relations"),
    "claim_as_fact": ("units", "relations"),
}
"""What a problem can be a problem of."""
Reviewable = Annotated[
    str, Meta(pattern=r"^(units/s[0-9]{4}\.u|mentions/s[0-9]{4}\.m|relations/s[0-9]{4}\.r)[0-9]{2,}$(?!\n)")
]
"""``<kind>/<id>`` of a record as extracted; ``relations`` are those between mentions, as repairs name them."""


class Finding(Record):
    """One fault of one extracted record. A record has at most one finding; what has none is kept."""

    id: Annotated[str, Meta(pattern=r"^s[0-9]{4}\.f[0-9]{2,}$(?!\n)")]
    film: FilmId
    scene: SceneRef
    record: Reviewable
    against: Reviewable | None
    """The record of the scene that it repeats or contradicts."""
    verdict: Literal["flag", "drop"]
    """``drop``, where ``made.accepted``: the record goes no further. Otherwise it stays and is in the review queue."""
    problem: Problem
    reason: Prose
    evidence: Annotated[tuple[Evidence, ...], Meta(min_length=1)]
    made: Made

    @property
    def drops(self) -> bool:
        return self.verdict == "drop" and self.made.accepted
