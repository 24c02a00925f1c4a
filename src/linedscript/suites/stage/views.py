"""The views of STAGE's model roles: which fields each may be shown, and whose words stand in them.

``engines.views`` reads them; every question of every task goes through one.
"""

from linedscript.engines.views import Kind, View

_PREDICTOR: dict[str, Kind] = {
    "language": "plain",
    "character": "words",
    "preceding[]": "quoting",
    "memory[]": "quoting",
    "bounds.states": "plain",
    "bounds.developments": "plain",
}
_SIDE: dict[str, Kind] = {"asked": "words", "said": "said", "stance": "quoting", "beyond[]": "quoting"}

EXTRACTOR = View(
    "extractor",
    {
        "language": "plain",
        "character.name": "script",
        "character.aliases[]": "script",
        "elements[].kind": "plain",
        "elements[].text": "script",
        "elements[].cue.name": "script",
        "elements[].cue.voice": "plain",
        "feedback": "said",
    },
)
"""Task I: one chunk and the character's names."""
PREDICTOR = View("predictor", _PREDICTOR)
"""Task I under a reviewed state."""
PREDICTOR_ALONG = View("predictor", _PREDICTOR | {"preceding[]": "said"})
"""Task I under the state that the model itself last predicted."""
READER = View(
    "reader", {"language": "plain", "question": "words", "passages[]": "script", "passage": "script"}
)  # fmt: skip
CLOSED_BOOK = View("closed_book", {"language": "plain", "question": "words"})
"""Task II: the question and nothing else."""
ACTOR = View(
    "actor",
    {
        "language": "plain",
        "name": "words",
        "identity": "words",
        "persona[]": "quoting",
        "exemplars[]": "script",
        "relationships[]": "quoting",
        "memories[]": "quoting",
        "turns[]": "words",
        "earlier[].asked": "words",
        "earlier[].said": "said",
    },
)
"""Task III: the pack's words, the request, and the actor's own earlier turns."""
QUESTION_WRITER = View(
    "question_writer",
    {
        "language": "plain",
        "kind": "plain",
        "category": "plain",
        "asks.*": "quoting",
        "answer": "quoting",
        "variant": "plain",
        "statements[]": "quoting",
        "answer_limit": "plain",
        "feedback": "said",
    },
)
"""Task II: what is asked about, and the statements of its path."""
REQUEST_WRITER = View(
    "request_writer",
    {
        "language": "plain",
        "name": "words",
        "mode": "plain",
        "prompts": "plain",
        "turns": "plain",
        "variant": "plain",
        "request_limit": "plain",
        "parts[].kind": "plain",
        "parts[].conditions[]": "plain",
        "parts[].values[]": "quoting",
        "parts[].elsewhere[].value": "quoting",
        "parts[].elsewhere[].ended": "plain",
        "parts[].target": "words",
        "parts[].named": "plain",
        "parts[].fact": "quoting",
        "parts[].people[]": "words",
        "parts[].place": "words",
        "parts[].learnt": "plain",
        "feedback": "said",
    },
)
"""Task III: what a request turns on. It alone is told the condition, since the wording hangs on it."""
STATE_JUDGE = View(
    "state_judge",
    {
        "language": "plain",
        "character": "words",
        "references[]": "quoting",
        "predicted[]": "said",
        "holding[]": "quoting",
        "later[]": "quoting",
    },
)
ANSWER_JUDGE = View(
    "answer_judge",
    {"language": "plain", "question": "words", "reference": "quoting", "evidence[]": "quoting", "answer": "said"},
)
SPEECH_JUDGE = View(
    "speech_judge",
    {
        "language": "plain",
        "character": "words",
        "exchange[].asked": "words",
        "exchange[].said": "said",
        "identity": "words",
        "persona[]": "quoting",
        "relationships[]": "quoting",
        "stance": "quoting",
        "memories[]": "quoting",
        "holds[]": "quoting",
        "ended[]": "quoting",
        "beyond[]": "quoting",
    },
)
PAIR_JUDGE = View(
    "pair_judge",
    {
        "language": "plain",
        "character": "words",
        **{f"{side}.{field}": kind for side in ("earlier", "later") for field, kind in _SIDE.items()},
    },
)
ITEM_JUDGE = View(
    "item_judge",
    {
        "language": "plain",
        "asks": "plain",
        "question": "words",
        "reference": "quoting",
        "answer": "said",
        "same_wording": "plain",
        "items[].number": "plain",
        "items[].category": "plain",
        "items[].question": "words",
        "items[].answer": "quoting",
        "items[].steps[].scene": "plain",
        "items[].steps[].statement": "quoting",
    },
)
"""Of the checks of Task II's items: a reader's answer, and wordings side by side. A step's ``scene`` counts the path's
own scenes from 1."""

VIEWS = (
    EXTRACTOR, PREDICTOR, PREDICTOR_ALONG, READER, CLOSED_BOOK, ACTOR, QUESTION_WRITER, REQUEST_WRITER, STATE_JUDGE,
    ANSWER_JUDGE, SPEECH_JUDGE, PAIR_JUDGE, ITEM_JUDGE,
)  # fmt: skip
