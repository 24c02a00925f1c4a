"""Small scenes for the rules' annotators, written as lines of text, and what the annotators make of them."""

import re
from typing import Any

from linedscript.engines.rules import extracted, mentions, units

ZH = dict(language="zh", place="春风医院病房", time="夜")


def payload(
    *elements: str, language: str = "en", place: str | None = "OFFICE", time: str | None = "DAY", names: Any = ()
) -> dict:
    """``"NAME: line"`` is a cue with its dialogue, ``"NAME (over): line"`` a voice-over, ``"NAME: (aside) line"`` one
    with a parenthetical, ``"NAME: ~line"`` a lyric, ``"- text"`` action."""
    heading = f"INT. {place} - {time}" if language == "en" else f"第一场　内景　{place}　{time}"
    found = [{"kind": "heading", "text": heading, "cue": None}] if place else []
    for text in elements:
        if text.startswith("- "):
            found.append({"kind": "action", "text": text[2:], "cue": None})
            continue
        name, _, line = text.partition(": ")
        voice = next((voice for voice in ("over", "off") if f"({voice})" in name), "on")
        name = name.replace(f" ({voice})", "")
        found.append({"kind": "cue", "text": name, "cue": {"name": name, "voice": voice, "extensions": []}})
        aside = re.match(r"([(（][^)）]*[)）])\s*", line)
        if aside:
            found.append({"kind": "parenthetical", "text": aside.group(1), "cue": None})
            line = line[aside.end() :]
        kind = "lyric" if line.startswith("~") else "dialogue"
        found.append({"kind": kind, "text": line.removeprefix("~"), "cue": None})
    return {
        "language": language,
        "heading": place and {"text": heading, "place": place, "time": time, "modifiers": []},
        "elements": found,
        "names": [{"name": name, "scenes": 2, "introduction": None} for name in names],
    }


def labels(*elements: str, **options: Any) -> list[tuple[str, str]]:
    return [(unit["kind"], unit["label"]) for unit in units.annotate(payload(*elements, **options))["units"]]


def people(*elements: str, **options: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each unit's label, with its participants and their roles."""
    return [
        (unit["label"], [(part["name"], part["role"]) for part in unit["participants"]])
        for unit in units.annotate(payload(*elements, **options))["units"]
    ]


def drawn(*elements: str, **options: Any) -> dict[str, list[str]]:
    return {
        mention["normalized"]: mention["types"]
        for mention in mentions.annotate(payload(*elements, **options))["mentions"]
    }


def related(*elements: str, **options: Any) -> list[tuple[str, str, str]]:
    given = payload(*elements, **options)
    given["units"] = [
        unit | {"id": f"u{number}", "quotes": [said["text"] for said in unit["quotes"]]}
        for number, unit in enumerate(units.annotate(given)["units"])
    ]
    given["mentions"] = [
        mention | {"id": f"m{number:02d}"} for number, mention in enumerate(mentions.annotate(given)["mentions"])
    ]
    names = {mention["id"]: mention["normalized"] for mention in given["mentions"]}
    return [(names[r["subject"]], r["predicate"], names[r["object"]]) for r in extracted.annotate(given)["relations"]]
