"""What every engine layer asks about a film, with its prompts: the layers run in process over the rules' answers."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

import msgspec
from projects import CORPUS, ROOT

from linedscript.backbone.episodes import EpisodesReply, draw_episodes
from linedscript.backbone.graph import build_graph
from linedscript.backbone.links import LinksReply, draw_links
from linedscript.backbone.mentions import MentionsReply, draw_mentions
from linedscript.backbone.registry import registry
from linedscript.backbone.relations import RelationsReply, draw_relations
from linedscript.backbone.resolution import draw_entities
from linedscript.backbone.resolution_tasks import IdentityReply
from linedscript.backbone.scene_review import FindingsReply, draw_findings
from linedscript.backbone.storylines import StorylineReply, draw_storylines
from linedscript.backbone.units import UnitsReply, draw_units
from linedscript.characters.access import AccessReply, draw_access
from linedscript.characters.checkpoints import choose_checkpoints
from linedscript.characters.developments import DevelopmentsReply, draw_developments
from linedscript.characters.focal import choose_focal
from linedscript.characters.key_facts import key_facts
from linedscript.characters.memories import MemoriesReply, draw_memories
from linedscript.characters.presence import PresenceReply, draw_presence
from linedscript.characters.states import StatesReply, draw_states
from linedscript.characters.traits import TraitsReply, draw_traits
from linedscript.engines.asking import Reflection, shown_to_judge
from linedscript.engines.prompts import load_prompt
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.evaluation.one_pass import OnePassReply, ask_one_pass
from linedscript.evaluation.raw_text import RawTextReply, ask_raw_text
from linedscript.io.yaml import load
from linedscript.records.base import Language
from linedscript.records.engine import Request
from linedscript.records.scene import Scene
from linedscript.screenplay.blocks import pack_blocks
from linedscript.screenplay.read import read_screenplay
from linedscript.screenplay.tokens import tokenizer_named
from linedscript.suites.stage.checks import ReaderReply, VerdictReply, WordingsReply, draw_checks
from linedscript.suites.stage.items import ItemReply, draw_items
from linedscript.suites.stage.observations import ObservationsReply, draw_observations
from linedscript.suites.stage.prompts import PromptsReply, draw_prompts

REPLIES: dict[str, type[msgspec.Struct]] = {
    "units": UnitsReply,
    "mentions": MentionsReply,
    "extracted": RelationsReply,
    "scene_review": FindingsReply,
    "entities": IdentityReply,
    "episodes": EpisodesReply,
    "links": LinksReply,
    "storylines": StorylineReply,
    "presence": PresenceReply,
    "states": StatesReply,
    "developments": DevelopmentsReply,
    "access": AccessReply,
    "traits": TraitsReply,
    "memories": MemoriesReply,
    "observations": ObservationsReply,
    "prompts": PromptsReply,
    "items": ItemReply,
    "checks": ReaderReply,
    "verdicts": VerdictReply,
    "wordings": WordingsReply,
    "one_pass": OnePassReply,
    "raw_text": RawTextReply,
    "reflection": Reflection,
}
"""Every engine layer, the baseline of one pass and the judge, with the type of their replies."""
EVALUATING = (
    *("task_i_update", "task_i_coverage", "task_i_contradiction"),
    *(
        f"task_iii_{name}"
        for name in (
            "actor", "fidelity", "faithfulness", "boundary", "naturalness", "consistency", "compatibility", "pair"
        )
    ),
)  # fmt: skip
"""Prompts of models that are evaluated, and of their judges."""
SCRIPTS = {"en-0001": "en-0001.fountain", "en-0002": "en-0002.fountain", "zh-0001": "zh-0001.txt"}
_NOTHING = {"units": {"units": []}, "extracted": {"relations": []}, "one_pass": {"entities": [], "relations": []}}


class _Listening:
    """The rules' engine of a layer, and everything that it was asked."""

    annotator = "rules"
    deterministic = True

    def __init__(self, layer: str, asked: dict[str, list[Request]], silent: Callable[[dict[str, Any]], bool]) -> None:
        rules = import_module(f"linedscript.engines.rules.{layer}")
        annotate, judge = rules.annotate, getattr(rules, "judge", reflection.annotate)

        def construct(payload):
            return _NOTHING[layer] if layer in _NOTHING and silent(payload) else annotate(payload)

        self._rules = RulesEngine({"construct": construct, "judge": judge})
        self._layer, self._asked = layer, asked
        self._rows = load(CORPUS / "params.yaml")["gates"]["judged_rows"]
        self._told: dict[str, tuple[Request, Any]] = {}

    def ask(self, requests, reply):
        lines = self._rules.ask(requests, reply)
        for request, line in zip(requests, lines, strict=True):
            if request.role == "construct":
                self._told[request.key] = request, line.reply
                self._asked.setdefault(self._layer, []).append(prompted(request, self._layer))
            elif "asks" in request.payload:
                template = {"verdict": "verdicts", "wording": "wordings"}[request.payload["asks"]]
                self._asked.setdefault(template, []).append(prompted(request, template))
            else:
                asked, told = self._told[request.key]
                known = shown_to_judge(asked.payload, told, self._rows)
                judged = msgspec.structs.replace(request, payload=request.payload | known)
                self._asked.setdefault("reflection", []).append(prompted(judged, "reflection"))
        return lines


_load = lru_cache(load_prompt)


def prompted(request: Request, template: str) -> Request:
    """The request with the template of its language, as a model would get it."""
    name, found = _load(f"{template}.{request.payload['language']}")
    return msgspec.structs.replace(request, prompt=name, prompt_sha256=found)


class Drawn(NamedTuple):
    scenes: list[Scene]
    requests: dict[str, list[Request]]
    """By layer, and by ``reflection`` for the judge."""


def draw_sample(film: str) -> Drawn:
    """A sample film's scenes, and what is asked about it."""
    language = film[:2]
    data = (ROOT / "samples/scripts" / SCRIPTS[film]).read_bytes()
    settings = load(CORPUS / "params.yaml")["reading"]
    scenes = list(read_screenplay(data, film, language, **settings).scenes)
    return Drawn(scenes, draw_film(film, language, scenes))


def draw_film(
    film: str,
    language: Language,
    scenes: list[Scene],
    silent: Callable[[dict[str, Any]], bool] = lambda payload: False,
    items: bool = True,
) -> dict[str, list[Request]]:
    """Every request about a film, by layer. No units and relations are looked for in scenes whose payload is
    ``silent``, which takes most of the time. ``items``: whether to go on to them."""
    params = load(CORPUS / "params.yaml")
    asked: dict[str, list[Request]] = {}

    def told(layer: str) -> dict[str, Any]:
        known = params.get(layer, {}) | {"annotator": "rules", "gates": params["gates"], "asking": params["asking"]}
        return {"engine": _Listening(layer, asked, silent), "settings": known}

    ask_one_pass(film, language, scenes, registry(), **told("one_pass"))
    raw = told("raw_text")
    blocks = pack_blocks(film, scenes, params["reading"]["budget"], tokenizer_named(params["reading"]["tokenizer"]))
    ask_raw_text(film, language, scenes, blocks, raw["engine"], raw["settings"] | {"items": params["items"]}, 3)
    units = draw_units(film, language, scenes, **told("units")).records
    mentions = draw_mentions(film, language, scenes, units, **told("mentions")).records
    extracted = draw_relations(film, language, scenes, units, mentions, registry(), **told("extracted")).records
    drawn = (scenes, units, mentions, extracted, registry())
    findings = draw_findings(film, language, *drawn, **told("scene_review")).records
    entities = draw_entities(film, language, scenes, mentions, **told("entities"))[0].records
    relations, units, _ = build_graph(film, units, mentions, extracted, entities, registry(), findings)
    episodes = draw_episodes(film, language, scenes, units, entities, **told("episodes")).records
    links = draw_links(film, language, scenes, episodes, units, entities, relations, **told("links")).records
    whole = (scenes, episodes, links, entities, relations, units)
    storylines = draw_storylines(film, language, *whole, **told("storylines")).records
    there, perception = draw_presence(film, language, scenes, units, entities, **told("presence"))
    presence = there.records
    focal = choose_focal(film, units, entities, presence, params["states"])
    states = draw_states(film, language, scenes, units, entities, relations, presence, focal, **told("states")).records
    around = (scenes, units, entities, episodes, links)
    developments = draw_developments(film, language, *around, focal, states, **told("developments")).records
    facts = key_facts(units, episodes, storylines, focal, states, developments, language)
    seen = (scenes, units, entities, presence, perception)
    access = draw_access(film, language, *seen, focal, facts, **told("access")).records
    seen = (scenes, units, presence, perception, focal, states, developments, access)
    points = choose_checkpoints(film, *seen, params["checkpoints"])
    draw_traits(film, language, scenes, units, entities, relations, states, focal, **told("traits"))
    memories = draw_memories(film, language, scenes, units, entities, perception, focal, **told("memories")).records
    draw_observations(film, language, scenes, entities, focal, points, **told("observations"))
    draw_prompts(film, language, units, entities, states, access, points, memories, **told("prompts"))
    if not items:
        return asked
    told_of = (scenes, units, entities, relations, episodes, links, storylines, states)
    told_of += (developments, access, points)
    drawn = draw_items(film, language, *told_of, **told("items")).records
    draw_checks(film, language, scenes, entities, drawn, **told("checks"))
    return asked
