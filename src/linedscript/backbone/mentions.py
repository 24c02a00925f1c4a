"""The mentions layer: entity mentions of the seven types, one per distinct surface form and scene."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from linedscript.backbone.grounding import ground, ground_all
from linedscript.backbone.naming import heads, one_line
from linedscript.backbone.payloads import film_roster, scene_payload
from linedscript.backbone.quotes import Quote, ground_quotes
from linedscript.backbone.stretches import all_stretches, renumbered
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.records.base import Evidence, Language, Made
from linedscript.records.entity import ENTITY_TYPES, EntityType, Mention
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

LAYER = "mentions"
_NESTING = {"Location", "Organization"}
"""Types whose forms count inside a longer form: the station in "PILOT STATION - DISPATCH"."""
_POSSESSIVE = ("'s", "’s", "'S", "’S")


class MentionDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    surface: Annotated[str, Meta(min_length=1, max_length=160)]
    """Copied from the scene, without articles and possessive endings."""
    normalized: Annotated[str, Meta(min_length=1, max_length=160)]
    types: Annotated[tuple[EntityType, ...], Meta(min_length=1, max_length=7)]
    named: bool
    description: Annotated[str, Meta(min_length=1, max_length=300)]
    scope: Literal["film", "scene"]
    mergeable: bool
    quotes: Annotated[tuple[Quote, ...], Meta(max_length=400)] = ()
    """The places that are meant; none: every place of the surface form."""


class MentionsReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    mentions: Annotated[tuple[MentionDraft, ...], Meta(max_length=1000)]


def draw_mentions(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    units: Sequence[Unit],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Mentions of a film: one question per scene, or part of a long one, which also holds its units."""
    roster = film_roster(scenes)
    by_scene: dict[str, list[Unit]] = {}
    for unit in units:
        by_scene.setdefault(unit.scene, []).append(unit)
    tasks = []
    for stretch in all_stretches(scenes, settings["asking"]["scene_tokens"]):
        scene = stretch.scene
        drawn = [unit for unit in by_scene.get(scene.id, []) if stretch.begins(unit.evidence)]
        payload = scene_payload(scene, language, roster, settings["asking"]["names"])
        payload["units"] = [unit_payload(unit, scene) for unit in drawn]
        tasks.append(Task(stretch.key, payload, _accepting(scene, settings["gates"]["fuzzy"])))
    outcome = ask_layer(LAYER, film, tasks, engine, MentionsReply, **asking_options(LAYER, language, settings))
    outcome.records = renumbered(_joined(outcome.records), "m")
    return outcome


def _joined(mentions: Sequence[Mention]) -> list[Mention]:
    """A form that several parts of a scene mention is one mention with all their places."""
    kept: dict[tuple[Any, ...], Mention] = {}
    for mention in mentions:
        key = (mention.scene, mention.normalized.casefold(), mention.types)
        first = kept.get(key)
        if first is not None:
            places = {(place.start, place.end): place for place in (*first.evidence, *mention.evidence)}
            mention = msgspec.structs.replace(first, evidence=tuple(places[place] for place in sorted(places)))
        kept[key] = mention
    return list(kept.values())


def unit_payload(unit: Unit, scene: Scene) -> dict[str, Any]:
    """A unit as later layers' payloads show it; its id without the scene's."""
    return {
        "id": unit.id.rpartition(".")[2],
        "kind": unit.kind,
        "summary": unit.summary,
        "trigger": unit.trigger,
        "participants": [{"name": part.name, "role": part.role} for part in unit.participants],
        "polarity": unit.polarity,
        "modality": unit.modality,
        "quotes": [scene.text[span.start : span.end] for span in unit.evidence if span.start is not None],
    }


def _accepting(scene: Scene, fuzzy: float) -> Any:
    def accept(reply: MentionsReply, made: Made) -> Accepted:
        refusals: list[Refusal] = []
        spans: list[tuple[MentionDraft, tuple[Evidence, ...]]] = []
        for draft in reply.mentions:
            found = _places(scene, draft, fuzzy)
            if isinstance(found, Refusal):
                refusals.append(found)
            else:
                spans.append((draft, found))
        inside = _Nesting(scene, spans)
        kept: dict[tuple[str, tuple[str, ...]], tuple[MentionDraft, tuple[Evidence, ...]]] = {}
        for draft, found in spans:
            free = tuple(span for span in found if inside.free(draft, span))
            key = (one_line(draft.normalized).casefold(), _sorted(draft.types))
            if not free:
                refusals.append(Refusal("grounding", "only-inside-another-mention", draft.surface))
            else:  # forms that differ in case alone are one mention
                first, before = kept.get(key, (draft, ()))
                merged = {(span.start, span.end): span for span in (*before, *free)}
                kept[key] = (first, tuple(merged[place] for place in sorted(merged)))
        ordered = sorted(kept.values(), key=lambda pair: (pair[1][0].start, -pair[1][0].end, pair[0].surface))
        mentions = tuple(
            Mention(
                id=f"{scene.id}.m{number:02d}",
                film=scene.film,
                scene=scene.id,
                surface=draft.surface,
                normalized=one_line(draft.normalized),
                types=_sorted(draft.types),
                named=draft.named,
                description=draft.description,
                scope=draft.scope,
                mergeable=draft.mergeable,
                evidence=free,
                made=made,
            )
            for number, (draft, free) in enumerate(ordered, 1)
        )
        return Accepted(mentions, tuple(refusals), tuple(f"{'/'.join(m.types)}: {m.normalized}" for m in mentions))

    return accept


def _sorted(types: Sequence[EntityType]) -> tuple[EntityType, ...]:
    return tuple(kind for kind in ENTITY_TYPES if kind in types)


def _places(scene: Scene, draft: MentionDraft, fuzzy: float) -> tuple[Evidence, ...] | Refusal:
    """Where the surface form stands: in its quotes, or everywhere where none is given."""
    everywhere = ground_all(scene, draft.surface)
    if not everywhere:
        return Refusal("grounding", "surface-not-in-scene", draft.surface)
    if not heads(draft.normalized, draft.surface, draft.named):
        return Refusal("grounding", "normalized-to-another-name", f"{draft.surface}: {draft.normalized}")
    if not draft.quotes:
        return tuple(everywhere)
    quoted = ground_quotes(scene, draft.quotes, fuzzy)
    if isinstance(quoted, str):
        return Refusal("grounding", "quote-not-in-scene", f"{draft.surface}: {quoted[:80]}")
    found: dict[tuple[int, int], Evidence] = {}
    for quote in quoted:
        place = ground(scene, draft.surface, within=(quote.start, quote.end))
        if place is None:
            return Refusal("grounding", "quote-without-surface", draft.surface)
        where = place.start, place.end
        found[where] = quote if where == (quote.start, quote.end) else place
    return tuple(found[where] for where in sorted(found))


class _Nesting:
    """Which spans stand for themselves: not the "Nora" of "Nora Pell", nor the "June" of "June 10"."""

    def __init__(self, scene: Scene, spans: Sequence[tuple[MentionDraft, tuple[Evidence, ...]]]) -> None:
        """By start, the longest first: a place lies inside another where one before it ends no earlier."""
        self._text = scene.text
        places: dict[tuple[int, int], bool] = {}
        """Whether all that a place is, by the reply, are nesting types."""
        for draft, found in spans:
            nests = bool(_NESTING & set(draft.types))
            for span in found:
                place = span.start, span.end
                places[place] = places.get(place, True) and nests
        self._inside: set[tuple[int, int]] = set()
        self._held: set[tuple[int, int]] = set()
        """Inside a place of another type too, in which an owner is no mention of its own either."""
        reached = held = 0
        for place in sorted(places, key=lambda place: (place[0], -place[1])):
            if reached >= place[1]:
                self._inside.add(place)
            if held >= place[1]:
                self._held.add(place)
            reached = max(reached, place[1])
            held = held if places[place] else max(held, place[1])

    def free(self, draft: MentionDraft, span: Evidence) -> bool:
        place = span.start, span.end
        if _NESTING & set(draft.types) or place not in self._inside:
            return True
        return place not in self._held and self._text.startswith(_POSSESSIVE, span.end)
