"""Whether answers are those to a run's questions: a film is drawn from them alone, and each must be asked for."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from linedscript.engines.recordings import model_names, models_of
from linedscript.engines.requests import request_hash
from linedscript.errors import LinedscriptError, raise_all
from linedscript.records.engine import Request, TranscriptLine
from linedscript.records.params import Annotator
from linedscript.workflow.drawing import draw_film
from linedscript.workflow.plan import Plan

_HINT = "build with these params, prompts and scripts, then promote"


Heard = Callable[[Request, TranscriptLine], None]


def replay_faults(
    plan: Plan, film: str, answers: Mapping[str, Sequence[TranscriptLine]], heard: Heard
) -> list[LinedscriptError]:
    """What is wrong with ``answers``, by layer, as those to the questions of the plan's run about a film. ``heard``
    gets each question with its answer.

    ``unanswered``: a question that none answers, after which no later layer can be drawn; ``other-question``: an
    answer that names another key, role or attempt than its question has; ``unasked-answer``: one to no question.
    """
    run = plan.params.annotator
    if isinstance(run, str):
        raise LinedscriptError("nothing-to-record", "params", "annotator is rules, which needs no recording")
    engines = {layer: _Replay(layer, film, run, lines, heard) for layer, lines in answers.items()}
    try:
        draw_film(plan, film, engines.__getitem__)
    except LinedscriptError as error:
        return [error]
    return [fault for engine in engines.values() for fault in engine.unasked()]


class _Replay:
    deterministic = False

    def __init__(self, layer: str, film: str, run: Annotator, lines: Sequence[TranscriptLine], heard: Heard) -> None:
        self.annotator = model_names(models_of(run))["construct"]
        self._place = f"{film}/{layer}"
        self._run = run.run
        self._heard = heard
        self._left = {line.request: line for line in lines}
        self._known = dict(self._left)

    def ask(self, requests: Sequence[Request], reply: type[msgspec.Struct]) -> list[TranscriptLine]:
        faults: list[LinedscriptError] = []
        lines: list[TranscriptLine] = []
        for request in requests:
            name = request_hash(request)
            line = self._known.get(name)
            self._left.pop(name, None)
            if line is None:
                faults.append(
                    LinedscriptError(
                        "unanswered",
                        f"{self._place} {_said_of(request)}",
                        f"the build has no answer to what the run {self._run} asks now, request {name}",
                        _HINT,
                    )
                )
            elif _said_of(line) != _said_of(request):
                faults.append(
                    LinedscriptError(
                        "other-question",
                        f"{self._place} {_said_of(request)}",
                        f"its answer says that it is one to {_said_of(line)}",
                        _HINT,
                    )
                )
            else:
                self._heard(request, line)
                lines.append(line)
        raise_all(faults)
        return lines

    def unasked(self) -> list[LinedscriptError]:
        return [
            LinedscriptError(
                "unasked-answer",
                f"{self._place} {_said_of(line)}",
                f"the run {self._run} doesn't ask what this answers, request {line.request}",
                _HINT,
            )
            for line in self._left.values()
        ]


def _said_of(one: Request | TranscriptLine) -> str:
    return f"{one.role} {one.key} sample {one.sample} attempt {one.attempt}"
