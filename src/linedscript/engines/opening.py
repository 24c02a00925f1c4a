"""Which engine answers a layer, and under which gates, prompt and decoding, by the layer's settings."""

from typing import Any

from linedscript.engines.asking import Gates
from linedscript.engines.protocol import Engine
from linedscript.errors import LinedscriptError


def open_engine(layer: str, settings: dict[str, Any], args: Any) -> Engine:
    """The engine that ``settings["annotator"]`` names.

    ``rules``: the deterministic annotators of the layer. An object with ``run``, ``model`` and ``revision``: that
    run's recorded answers, looked up under ``args.recordings`` (in order) and then ``args.journal``.
    """
    annotator = settings.get("annotator")
    if annotator == "rules":
        from importlib import import_module

        from linedscript.engines.rules import reflection
        from linedscript.engines.rules.engine import RulesEngine

        construct = import_module(f"linedscript.engines.rules.{layer}").annotate
        return RulesEngine({"construct": construct, "judge": reflection.annotate})
    if isinstance(annotator, dict) and {"run", "model", "revision"} <= set(annotator):
        from linedscript.engines.recordings import ReplayEngine

        return ReplayEngine(
            annotator["run"], f"{annotator['model']}@{annotator['revision']}", args.recordings or [], args.journal
        )
    raise LinedscriptError(
        "invalid-settings",
        f"{layer}: annotator",
        f"{annotator!r} names no annotator",
        'write "rules", or an object with run, model and revision',
    )


def asking_options(layer: str, language: str, settings: dict[str, Any]) -> dict[str, Any]:
    """``gates``, ``prompt`` and ``decoding`` as ``ask_layer`` takes them.

    Reads ``gates`` ({threshold, retries}) of the settings and, of a model annotator, ``decoding``; the prompt of a
    model annotator is ``prompts/<layer>.<language>.j2``.
    """
    try:
        gates = Gates(threshold=settings["gates"]["threshold"], retries=settings["gates"]["retries"])
    except KeyError as error:
        raise LinedscriptError(
            "invalid-settings", f"{layer}: gates", f"no {error.args[0]}", "give gates: {threshold: 6, retries: 2}"
        ) from None
    annotator = settings["annotator"]
    if annotator == "rules":
        return {"gates": gates, "prompt": None, "decoding": {}}
    from linedscript.engines.prompts import load_prompt

    return {"gates": gates, "prompt": load_prompt(f"{layer}.{language}"), "decoding": annotator.get("decoding", {})}
