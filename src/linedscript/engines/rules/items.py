"""Wording of Task II candidates by rule: several templates for each way of asking, taken in turn."""

from typing import Any

from linedscript.engines.rules import items_en, items_zh
from linedscript.engines.rules.wording import sentence_case, with_stop
from linedscript.patterns import Pattern

_DEEDS = (
    "brought_about",
    "came_by",
    "doer_later",
    "falls_out",
    "follows_",
    "goal_",
    "hurt_by",
    "last_act",
    "learns_by",
    "makes_up",
    "next_meeting",
    "shows_later",
    "traces_back",
)
"""Ways of asking whose answer is a deed: a whole sentence."""
_ENDED = Pattern(r"([.!?…。！？][”’])[.。](?=\s|[^\s”’]|$)")
"""A quotation that ends its sentence, and one stop more."""
_INNER = str.maketrans("“”", "‘’")


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``items`` layer: a question by the candidate's kind and variant, and its answer as a phrase."""
    language, kind = payload["language"], payload["kind"]
    templates = (items_en if language == "en" else items_zh).TEMPLATES
    options = templates.get(kind) or templates[kind.partition("_")[0]]
    asks = payload["asks"]
    words = {**asks, **{name[:1].upper() + name[1:]: sentence_case(text) for name, text in asks.items()}}
    template = options[payload["variant"] % len(options)]
    for name, text in asks.items():
        if f"“{{{name}}}”" in template:  # a quotation inside a quotation
            words[name] = text.translate(_INNER)
    question = _ENDED.sub(r"\1", template.format(**words))
    answer = sentence_case(payload["answer"])
    if kind == "which_first" or kind.startswith(_DEEDS):
        answer = with_stop(answer, language)
    return {"question": sentence_case(question), "answer": answer}
