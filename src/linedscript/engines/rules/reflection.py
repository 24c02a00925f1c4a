"""The deterministic judge of the reflection gate: accuracy, consistency and redundancy from counts."""

from typing import Any


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Score one attempt from 0 to 10.

    ``payload`` holds ``kept`` and ``refused`` (counts), ``critical`` (codes of critical refusals) and ``surfaces`` (a
    text per kept record). Accuracy falls with the share of refused records, redundancy with repeated texts. A
    critical error forces the score to 0, below any threshold.
    """
    kept, refused = payload["kept"], payload["refused"]
    surfaces = [surface.casefold() for surface in payload["surfaces"]]
    repeated = len(surfaces) - len(set(surfaces))
    accuracy = 10.0 if kept + refused == 0 else 10.0 * kept / (kept + refused)
    redundancy = 10.0 if not surfaces else 10.0 * (1 - repeated / len(surfaces))
    score = round(0.7 * accuracy + 0.3 * redundancy, 2)
    feedback = []
    if refused:
        feedback.append(f"{refused} of {kept + refused} records were refused")
    if repeated:
        feedback.append(f"{repeated} records repeat another")
    if payload["critical"]:
        score = 0.0
        feedback.append("critical: " + ", ".join(payload["critical"]))
    return {"score": score, "critical": bool(payload["critical"]), "feedback": "; ".join(feedback)}
