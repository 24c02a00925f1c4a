"""Evolution Storylines: connected cross-scene transitions in one dimension, each before / catalyst / after."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from linedscript.backbone.citing import citation, merge_evidence, sort_citations
from linedscript.backbone.link_bridges import Profile, profiles
from linedscript.backbone.naming import names_one_of
from linedscript.backbone.storyline_candidates import Chain, chains
from linedscript.engines.asking import Accepted, Outcome, Refusal, Task, ask_layer
from linedscript.engines.opening import asking_options
from linedscript.engines.protocol import Engine
from linedscript.io.canonical import id_key
from linedscript.records.base import Language, Made
from linedscript.records.entity import Entity
from linedscript.records.narrative import Episode, Link, Storyline, Transition
from linedscript.records.relation import Relation
from linedscript.records.scene import Scene
from linedscript.records.unit import Unit

Id = Annotated[str, Meta(max_length=40)]
Sentence = Annotated[str, Meta(min_length=1, max_length=400)]
_EPISODE_FIELDS = ("scene", "setup", "development", "outcome", "units", "participants")
_LINK_FIELDS = ("source", "type", "target")


class TransitionDraft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    before: Sentence
    catalyst: Sentence
    after: Sentence
    episodes: Annotated[tuple[Id, ...], Meta(max_length=20)]
    links: Annotated[tuple[Id, ...], Meta(max_length=20)]


class StorylineReply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    keep: bool
    """False where the chain tells no development."""
    title: Annotated[str, Meta(max_length=160)]
    transitions: Annotated[tuple[TransitionDraft, ...], Meta(max_length=20)]


def draw_storylines(
    film: str,
    language: Language,
    scenes: Sequence[Scene],
    episodes: Sequence[Episode],
    links: Sequence[Link],
    entities: Sequence[Entity],
    relations: Sequence[Relation],
    units: Sequence[Unit],
    engine: Engine,
    settings: dict[str, Any],
) -> Outcome:
    """Storylines of a film, one task per candidate chain.

    ``settings``: ``storylines`` and ``per_dimension`` (the most of a film), ``chain_links`` (the longest chain),
    ``sentence_words`` and ``sentence_chars``, annotator and gates.
    """
    index = {scene.id: scene.index for scene in scenes}
    order = sorted(episodes, key=lambda episode: (index[episode.scene], id_key(episode.id)))
    ordered = profiles(order, units, entities, index, language)
    film_map = _Film(
        {profile.episode.id: (place, profile) for place, profile in enumerate(ordered)},
        {link.id: link for link in links},
        {entity.id: entity for entity in entities},
        {unit.id: unit for unit in units},
    )
    between: dict[tuple[str, str], list[Relation]] = {}
    for relation in relations:
        between.setdefault((relation.subject, relation.object), []).append(relation)
    tasks = [
        Task(
            f"{chain.dimension}:{'+'.join(chain.subjects)}",
            _payload(chain, film_map, between, language, settings),
            _accept(film, chain, film_map),
        )
        for chain in chains(ordered, links, entities, settings)
    ]
    outcome = ask_layer(
        "storylines", film, tasks, engine, StorylineReply, **asking_options("storylines", language, settings)
    )
    outcome.records = [
        msgspec.structs.replace(storyline, id=f"st-{number:03d}") for number, storyline in enumerate(outcome.records, 1)
    ]
    return outcome


class _Film(msgspec.Struct, frozen=True):
    episodes: dict[str, tuple[int, Profile]]
    links: dict[str, Link]
    entities: dict[str, Entity]
    units: dict[str, Unit]


def _payload(chain: Chain, film: _Film, between, language: Language, settings: dict[str, Any]) -> dict[str, Any]:
    return {
        "language": language,
        "dimension": chain.dimension,
        "subjects": [
            {
                "id": subject,
                "name": film.entities[subject].name,
                "types": list(film.entities[subject].types),
                "named": film.entities[subject].named,
            }
            for subject in chain.subjects
        ],
        "names": {
            part.entity: film.entities[part.entity].name
            for episode in chain.episodes
            for unit in film.episodes[episode][1].episode.units
            for part in (film.units[unit].participants if unit in film.units else ())
            if part.entity in film.entities
        },
        "relations": [
            {"subject": relation.subject, "predicate": relation.predicate, "object": relation.object}
            for one in chain.subjects
            for other in chain.subjects
            for relation in between.get((one, other), [])
        ],
        "steps": [_step(episode, chain, film) for episode in chain.episodes],
        "links": [
            {
                "id": link,
                "type": film.links[link].type,
                "source": film.links[link].source,
                "target": film.links[link].target,
            }
            for link in chain.links
        ],
        "sentence_limit": settings["sentence_words" if language == "en" else "sentence_chars"],
    }


def _step(episode_id: str, chain: Chain, film: _Film) -> dict[str, Any]:
    """An Episode of the chain with the units in which most of the subjects take part."""
    _, profile = film.episodes[episode_id]
    episode = profile.episode
    units = [film.units[unit] for unit in episode.units if unit in film.units]
    shares = {unit.id: len({part.entity for part in unit.participants} & set(chain.subjects)) for unit in units}
    most = max(shares.values(), default=0)
    return {
        "episode": episode.id,
        "scene": profile.scene,
        "title": episode.title,
        "setup": episode.setup,
        "development": episode.development,
        "outcome": episode.outcome,
        "units": [
            {
                "kind": unit.kind,
                "summary": unit.summary,
                "trigger": unit.trigger,
                "polarity": unit.polarity,
                "modality": unit.modality,
                "participants": [
                    {"name": part.name, "role": part.role, "entity": part.entity} for part in unit.participants
                ],
            }
            for unit in units
            if most == 0 or shares[unit.id] == most
        ],
    }


def _accept(film_id: str, chain: Chain, film: _Film):
    def accept(reply: StorylineReply, made: Made) -> Accepted:
        if not reply.keep:
            return Accepted((), (), ())
        problem = storyline_problem(reply.transitions, film.episodes, film.links)
        if problem is None and not reply.title.strip():
            problem = ("no-title", "the storyline has no title")
        told = "\n".join([reply.title, *(text for t in reply.transitions for text in (t.before, t.catalyst, t.after))])
        if problem is None and not names_one_of(told, [film.entities[subject] for subject in chain.subjects]):
            problem = ("names-nobody", "it names none of its subjects")
        if problem:
            code, detail = problem
            return Accepted(
                (), (Refusal("registry", code, f"{chain.dimension} of {', '.join(chain.subjects)}: {detail}"),), ()
            )
        record = _storyline(film_id, chain, reply, film, made)
        return Accepted((record,), (), tuple(f"{t.before} {t.catalyst} {t.after}" for t in record.transitions))

    return accept


def storyline_problem(
    transitions: Sequence[TransitionDraft | Transition],
    episodes: dict[str, tuple[int, Profile]],
    links: dict[str, Link],
) -> tuple[str, str] | None:
    """The code and text of what is wrong with a storyline's transitions; null where nothing is.

    Each transition cites existing Episodes, in story order, over at least two scenes, and existing links whose ends are
    among them and that hold them together; a transition begins where or after the one before it ended.
    """
    if not transitions:
        return "no-transition", "a storyline needs a transition"
    reached = -1
    for number, transition in enumerate(transitions, 1):
        where = f"transition {number}"
        missing = [episode for episode in transition.episodes if episode not in episodes]
        if missing:
            return "unknown-episode", f"{where}: no episode {missing[0]}"
        missing = [link for link in transition.links if link not in links]
        if missing:
            return "unknown-link", f"{where}: no link {missing[0]}"
        places = [episodes[episode][0] for episode in transition.episodes]
        if places != sorted(set(places)):
            return "backward-transition", f"{where}: its episodes aren't in story order"
        if len({episodes[episode][1].scene for episode in transition.episodes}) < 2:
            return "one-scene", f"{where}: it lies in one scene"
        stray = [
            link for link in transition.links if {links[link].source, links[link].target} - set(transition.episodes)
        ]
        if stray:
            return "stray-link", f"{where}: {stray[0]} leads to an episode outside the transition"
        if not _connected(transition, links):
            return "unconnected", f"{where}: its links don't hold its episodes together"
        if places[0] < reached:
            return "backward-transition", f"{where}: it begins before the one before it ends"
        reached = places[-1]
    return None


def _connected(transition: TransitionDraft | Transition, links: dict[str, Link]) -> bool:
    group = {episode: {episode} for episode in transition.episodes}
    for link in transition.links:
        merged = group[links[link].source] | group[links[link].target]
        for episode in merged:
            group[episode] = merged
    return len(group[transition.episodes[0]]) == len(group)


def _storyline(film_id: str, chain: Chain, reply: StorylineReply, film: _Film, made: Made) -> Storyline:
    cited = sorted(
        {e for transition in reply.transitions for e in transition.episodes}, key=lambda e: film.episodes[e][0]
    )
    episodes = [film.episodes[episode][1].episode for episode in cited]
    links = {link for transition in reply.transitions for link in transition.links}
    cites = [citation("episodes", episode, *_EPISODE_FIELDS) for episode in episodes]
    cites += [citation("links", film.links[link], *_LINK_FIELDS) for link in links]
    cites += [citation("entities", film.entities[subject], "name") for subject in chain.subjects]
    return Storyline(
        id="st-000",
        film=film_id,
        dimension=chain.dimension,
        title=reply.title,
        subjects=chain.subjects,
        transitions=tuple(
            Transition(before=t.before, catalyst=t.catalyst, after=t.after, episodes=t.episodes, links=t.links)
            for t in reply.transitions
        ),
        evidence=merge_evidence(episode.evidence[:1] for episode in episodes),
        cites=sort_citations(cites),
        made=made,
    )
