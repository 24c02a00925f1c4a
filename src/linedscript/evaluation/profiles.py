"""Which mentions people are asked about: hard cases first, by stratum, drawn under a seed.

(stage.txt, canonicalization study: aliases, titles and descriptive references, same-name entities, fine-grained
boundaries of places and objects; a profile is name, scene, description and one evidence sentence.) The strata are read
off what resolution made of the mentions; what it got wrong is in none of them by design, hence ``plain``.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from linedscript.backbone.normalization import display, name_key, read_person
from linedscript.backbone.resolution_context import SceneContext
from linedscript.evaluation.gold import squeezed
from linedscript.records.entity import Entity, Mention
from linedscript.records.scene import Scene
from linedscript.records.study import Profile

if TYPE_CHECKING:
    import numpy as np

Stratum = Literal["same_name", "title_or_description", "alias", "boundary", "plain"]
STRATA: tuple[Stratum, ...] = ("same_name", "title_or_description", "alias", "boundary", "plain")
_BOUNDED = frozenset(("Location", "Organization", "Object"))


def draw_profiles(
    film: str,
    scenes: Sequence[Scene],
    mentions: Sequence[Mention],
    entities: Sequence[Entity],
    per_stratum: int,
    rng: "np.random.Generator",
) -> list[Profile]:
    """At most ``per_stratum`` profiles of each stratum, in order of their ids."""
    contexts = {scene.id: SceneContext(scene) for scene in scenes}
    mentions = [mention for mention in mentions if any(place.start is not None for place in mention.evidence)]
    found = strata(mentions, entities)
    drawn: list[Profile] = []
    for stratum in STRATA:
        held = [mention for mention in mentions if found.get(mention.id) == stratum]
        picked = sorted(rng.permutation(len(held))[:per_stratum].tolist())
        drawn.extend(_profile(film, held[number], contexts, stratum) for number in picked)
    return sorted(drawn, key=lambda profile: profile.id)


def _profile(film: str, mention: Mention, contexts: dict[str, SceneContext], stratum: Stratum) -> Profile:
    context = contexts[mention.scene]
    text = context.scene.text
    places = [evidence for evidence in mention.evidence if evidence.start is not None]
    surface = " ".join(text[places[0].start : places[0].end].split())
    sentence = context.passage(places[0])["text"]
    return Profile(
        id=f"{film}/{mention.id}",
        film=film,
        scene=mention.scene,
        type=mention.types[0],
        name=display(mention.normalized),
        surface=surface,
        description=mention.description,
        evidence=" ".join(sentence.split()),
        stratum=stratum,
        spans=tuple(
            (place.start, place.end) for place in places if squeezed(text[place.start : place.end]) == squeezed(surface)
        ),
    )


def strata(mentions: Sequence[Mention], entities: Sequence[Entity]) -> dict[str, Stratum]:
    """Mention id to stratum, the first of ``STRATA`` that fits."""
    home = {mention: entity for entity in entities for mention in entity.mentions}
    bearers: dict[str, set[str]] = {}
    for mention in mentions:
        for name in _names(mention):
            bearers.setdefault(name, set()).add(home[mention.id].id)
    keys = Counter(name_key(mention.normalized) for mention in mentions if set(mention.types) & _BOUNDED)
    return {
        mention.id: _stratum(mention, home[mention.id], bearers, keys) for mention in mentions if mention.id in home
    }


def _names(mention: Mention) -> frozenset[str]:
    """What two persons can share; of anything else, its whole form."""
    if "Character" in mention.types:
        return read_person(mention.normalized).names or frozenset((name_key(mention.normalized),))
    return frozenset((name_key(mention.normalized),))


def _stratum(mention: Mention, entity: Entity, bearers: dict[str, set[str]], keys: Counter[str]) -> Stratum:
    key = name_key(mention.normalized)
    if any(len(bearers[name]) > 1 for name in _names(mention)):
        return "same_name"
    if "Character" in mention.types:
        if not mention.named or read_person(mention.normalized).title:
            return "title_or_description"
        return "plain" if key == name_key(entity.name) else "alias"
    if key != name_key(entity.name):
        return "alias"
    if set(mention.types) & _BOUNDED and any(other != key and (key in other or other in key) for other in keys):
        return "boundary"
    return "plain"
