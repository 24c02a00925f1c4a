"""A model for tests: gives its replies in turn, the last one for ever, and is judged by the rules."""

from linedscript.engines.requests import answered
from linedscript.engines.rules import reflection


class Scripted:
    annotator = "model"
    deterministic = False

    def __init__(self, *replies):
        """A reply of ``None`` is a failed request."""
        self._replies = replies
        self.asked = 0

    def ask(self, requests, reply):
        return [self._line(request) for request in requests]

    def _line(self, request):
        if request.role == "judge":
            reply = reflection.annotate(request.payload)
        else:
            reply = self._replies[min(self.asked, len(self._replies) - 1)]
            self.asked += 1
        return answered(request, self.annotator, reply=reply, error=None if reply is not None else "no reply")
