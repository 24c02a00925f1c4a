"""Which engine answers a layer, and under which gates, prompts and decoding, by the layer's settings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from linedscript.engines.asking import RULES, Gates, Voice
from linedscript.engines.protocol import Engine
from linedscript.errors import LinedscriptError, misfit, raise_all
from linedscript.records.engine import Role
from linedscript.records.params import Annotator, Model, Params, Ungated

ROLES: tuple[Role, ...] = ("construct", "judge")


def open_engine(layer: str, settings: dict[str, Any], args: Any) -> Engine:
    """The engine that ``settings["annotator"]`` names, reached as ``args`` says.

    ``rules``: the deterministic annotators of the layer; nothing in ``args`` matters. A run of models: its answers
    are looked up under ``args.recordings`` (in order) and then ``args.journal``; one that neither holds is an error
    under ``args.engine == "replay"``, and else asked of the servers at ``args.address`` or, under ``vllm``, of those
    that ``args.broker`` starts; with neither, ``vllm`` is replay.

    Raises LinedscriptError ``invalid-settings`` where the settings aren't those that params hold for the layer.
    """
    _check(layer, settings)
    annotator = settings.get("annotator")
    if annotator == "rules":
        from importlib import import_module

        from linedscript.engines.rules import reflection
        from linedscript.engines.rules.engine import RulesEngine

        rules = import_module(f"linedscript.engines.rules.{layer}")
        return RulesEngine({"construct": rules.annotate, "judge": getattr(rules, "judge", reflection.annotate)})
    from linedscript.engines.recordings import models_of

    run = named_run(layer, annotator)
    return open_models(run.run, models_of(run), args)


def open_models(run: str, models: Mapping[Role, Model], args: Any, retry_from: int | None = None) -> Engine:
    """The engine of a run of models, by role, the one that makes records first. ``retry_from``: see ``Answers``; where
    nobody can be asked it raises ``nobody-to-ask``."""
    from linedscript.engines.recordings import Answers, ReplayEngine, model_names

    journal = args.journal or (None if args.engine == "replay" else Path("journal"))
    answers = Answers(run, args.recordings or [], journal, retry_from)
    broker = args.broker if args.engine == "vllm" else None
    if args.engine == "replay" or (args.engine == "vllm" and not args.address and not broker):
        if retry_from is not None:
            hint = "add --engine openai --address URL"
            raise LinedscriptError("nobody-to-ask", "--retry-failed", "a replay asks nobody", hint)
        return ReplayEngine(model_names(models), answers)
    from linedscript.engines.openai import OpenAIEngine
    from linedscript.engines.reaching import reached

    return OpenAIEngine(reached(models, args, broker), answers, journal or Path("journal"), broker=broker)


def _check(layer: str, settings: dict[str, Any]) -> None:
    kinds = {field.name: field.type for field in msgspec.structs.fields(Params)}
    own = {name: value for name, value in settings.items() if name not in ("annotator", "gates", "asking")}
    for place, value, kind in (
        (layer, own, kinds.get(layer, Ungated)),
        ("gates", settings.get("gates"), kinds["gates"]),
        ("asking", settings.get("asking"), kinds["asking"]),
    ):
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise LinedscriptError(
                "invalid-settings", f"{layer}: settings", f"{place}: {misfit(error)}", "params.yaml holds them all"
            ) from None


def asking_options(layer: str, language: str, settings: dict[str, Any]) -> dict[str, Any]:
    """``gates`` and how each role is asked, as ``ask_layer`` takes them.

    Reads ``gates`` ({threshold, retries, judged_rows}) of the settings. A model's prompts are
    ``prompts/<layer>.<language>.j2`` and ``prompts/reflection.<language>.j2``; its decoding stands with it in params.
    """
    gates = Gates(**{name: settings["gates"][name] for name in ("threshold", "retries", "judged_rows")})
    annotator = settings["annotator"]
    if annotator == "rules":
        return {"gates": gates, "construct": RULES, "judge": RULES}
    models = named_run(layer, annotator).models
    return {
        "gates": gates,
        "construct": voice(f"{layer}.{language}", models.construct),
        "judge": voice(f"reflection.{language}", models.judge),
    }


def voice(name: str, model: Model) -> Voice:
    """A model asked by a template. Raises the leaks of the template's own words; titles a build looks for itself."""
    from linedscript.engines.prompts import load_prompt
    from linedscript.engines.rendering import own_words
    from linedscript.engines.views import build_template_leaks

    prompt = load_prompt(name)
    raise_all(build_template_leaks(f"prompts/{name}.j2", own_words(name)))
    return Voice(prompt, model.decoding)


def named_run(layer: str, annotator: Any) -> Annotator:
    try:
        return msgspec.convert(annotator, Annotator)
    except msgspec.ValidationError as error:
        raise LinedscriptError(
            "invalid-settings",
            f"{layer}: annotator",
            f"names no annotator: {misfit(error)}",
            'write "rules", or an object with run and models, as params.yaml has it',
        ) from None
