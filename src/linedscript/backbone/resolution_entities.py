"""Canonical entities from clusters: id, fullest name, aliases with kind and first places, joined types."""

from collections.abc import Iterator, Mapping, Sequence

from linedscript.backbone.citing import merge_evidence
from linedscript.backbone.normalization import Form, display, name_key, read_person, words
from linedscript.backbone.normalization_words import NICKNAMES
from linedscript.backbone.resolution_clusters import Clusters
from linedscript.backbone.resolution_context import SceneContext
from linedscript.backbone.resolution_nodes import appearance, union_types
from linedscript.io.canonical import id_key
from linedscript.records.base import Evidence, Made
from linedscript.records.entity import Adjudication, Alias, AliasKind, Entity, Mention

_KIND_RANK = {"full": 0, "titled": 1, "single": 2, "initials": 4, "role": 3, "kin": 4, "other": 3}


def entity_numbers(clusters: Clusters) -> dict[int, int]:
    """Root to number, from 1, in the order of the first mentions."""
    roots = sorted(clusters.members, key=lambda root: appearance(clusters.nodes[root].first))
    return {root: number for number, root in enumerate(roots, 1)}


def make_entities(
    film: str,
    clusters: Clusters,
    numbers: Mapping[int, int],
    contexts: Sequence[SceneContext],
    adjudications: Sequence[Adjudication],
    annotator: str,
    prompt: tuple[str, str] | None,
) -> Iterator[Entity]:
    """One entity per cluster, in the order of ``numbers``, which its id has.

    They were given before kinship joined clusters, whose numbers leave gaps: what a term of kinship means moves nobody
    else's id.
    """
    by_scene = {context.scene.id: context for context in contexts}
    verdicts = {record.id: record for record in adjudications}
    for root in sorted(clusters.members, key=lambda root: numbers[root]):
        mentions = sorted(
            (mention for index in clusters.members[root] for mention in clusters.nodes[index].mentions), key=appearance
        )
        used = [verdicts[record] for record in sorted(clusters.by.get(root, ()))]
        yield _entity(film, numbers[root], mentions, by_scene, _made(annotator, prompt, mentions, used))


def _made(annotator: str, prompt: tuple[str, str] | None, mentions: list[Mention], used: list[Adjudication]) -> Made:
    scores = [record.made.score for record in used if record.made.score is not None]
    return Made(
        annotator=annotator,
        role="construct",
        prompt=prompt and prompt[0],
        prompt_sha256=prompt and prompt[1],
        request=None,
        score=min(scores, default=None),
        accepted=all(record.made.accepted for record in used),
    )


def _entity(film: str, number: int, mentions: list[Mention], contexts: dict[str, SceneContext], made: Made) -> Entity:
    types = union_types(mentions)
    person = "Character" in types
    name = display(min(mentions, key=lambda mention: _fullness(mention, person)).normalized)
    return Entity(
        id=f"ent-{number:04d}",
        film=film,
        name=name,
        aliases=_aliases(name, mentions, person, contexts),
        types=types,
        named=any(mention.named for mention in mentions),
        description=_description(mentions),
        scope="film" if any(mention.scope == "film" for mention in mentions) else "scene",
        mentions=tuple(sorted((mention.id for mention in mentions), key=id_key)),
        evidence=_evidence(mentions),
        made=made,
    )


def _fullness(mention: Mention, person: bool) -> tuple:
    """Smallest for the fullest named form: for persons a full name without title; else the most words."""
    if not (person and mention.named):
        return (not mention.named, -len(words(mention.normalized)), appearance(mention))
    form = read_person(mention.normalized)
    short = any(word in NICKNAMES for word in words(mention.normalized)[:1])
    return (
        not mention.named,
        _KIND_RANK[form.kind],
        form.informal,
        bool(form.title),
        short,
        -len(words(mention.normalized)),
        appearance(mention),
    )


def _description(mentions: list[Mention]) -> str:
    return max(mentions, key=lambda mention: len(mention.description)).description


def _evidence(mentions: list[Mention]) -> tuple[Evidence, ...]:
    """Every place of every mention, in story order: presence and states read them."""
    return merge_evidence(mention.evidence for mention in mentions)


def _aliases(name: str, mentions: list[Mention], person: bool, contexts: dict[str, SceneContext]) -> tuple[Alias, ...]:
    """One alias per surface form without regard to case, in order of first appearance."""
    forms: dict[str, list[Mention]] = {}
    for mention in mentions:
        forms.setdefault(display(mention.normalized).casefold(), []).append(mention)
    full = read_person(name) if person else None
    aliases = []
    for held in forms.values():
        surface = display(held[0].normalized)
        spoken = next((mention.scene for mention in held if _said(mention, contexts)), None)
        aliases.append(
            Alias(
                surface=surface, kind=_alias_kind(surface, name, full, held), first_scene=held[0].scene, spoken=spoken
            )
        )
    return tuple(aliases)


def _said(mention: Mention, contexts: dict[str, SceneContext]) -> bool:
    context = contexts.get(mention.scene)
    return context is not None and any(
        evidence.start is not None and context.spoken_at(evidence.start) for evidence in mention.evidence
    )


def _alias_kind(surface: str, name: str, full: Form | None, held: list[Mention]) -> AliasKind:
    if not any(mention.named for mention in held):
        return "role" if full and read_person(surface).kind == "role" else "description"
    if name_key(surface) == name_key(name):
        return "name"
    if full is None:
        return "short_name" if name_key(name).endswith(name_key(surface)) else "name"
    form = read_person(surface)
    if form.informal:
        return "nickname"
    if form.kind == "role":
        return "role"
    if form.title:
        return "title"
    if form.kind == "initials":
        return "short_name"
    if form.kind == "full":
        return "name" if set(words(surface)) & set(words(name)) else "nickname"
    return "short_name" if set(words(surface)) <= set(words(name)) else "nickname"
