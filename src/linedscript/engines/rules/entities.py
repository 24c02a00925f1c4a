"""Adjudication of two mentions' or clusters' identity by names, titles and who answers whom. Conservative."""

import re
from typing import Any

from linedscript.backbone.normalization import Form, is_chinese, name_key, read_person
from linedscript.backbone.normalization_words import PLAIN_HONORIFICS
from linedscript.engines.rules.given_names_en import FEMALE, MALE
from linedscript.patterns import Pattern

Verdict = dict[str, str]
_CALLED = (
    r"(?:called|known as|nicknamed|calls (?:him|her|them)|calls|a\.k\.a\.|aka)\s+(?:the\s+)?"
    r"|人称|外号|绰号|艺名|小名|叫做|名叫"
)
_TITLED = dict.fromkeys("mr mister sir".split(), "m") | dict.fromkeys("mrs missus ms miss madam".split(), "f")
_OTHER = Pattern(r"\b(?:second|third|other|another|different|spare|first)\b|^(?:第[一二三四]|另|别的|其他)")


def annotate(payload: dict[str, Any]) -> Verdict:
    """``{verdict, reason}``; ``uncertain`` wherever two known people fit and nothing in the scene settles it."""
    left, right = payload["left"], payload["right"]
    if payload["apart"]:
        return _say("different_identity", f"both speak in turn in {payload['apart'][0]}")
    if "kin" in payload:
        return _kin(payload["kin"])
    if payload["stage"] == "cluster":
        return _cluster(left, right)
    if "lexical" not in payload["candidate_by"]:
        return _alike(left, right)
    if "Character" in left["types"] and "Character" in right["types"]:
        return _persons(left, right, payload["rivals"])
    return _things(left, right, payload["rivals"])


def _say(verdict: str, reason: str) -> Verdict:
    return {"verdict": verdict, "reason": reason}


def _kin(kin: dict[str, Any]) -> Verdict:
    """The text names the relative, or nobody has two of the kind, or none that the film speaks of."""
    relative = f"{kin['owner']}'s {kin['sense']}"
    if kin["by"] == "named":
        return _say("same_identity", f"the text names {relative}")
    if kin["single"]:
        return _say("same_identity", f"both are {relative}")
    return _say("uncertain", f"each is {relative}, and the film speaks of several")


def _alike(left: dict[str, Any], right: dict[str, Any]) -> Verdict:
    """Forms that are alike in meaning alone, which says little about who or what is meant: Kitchen and Hall are."""
    if "Character" in left["types"] and "Character" in right["types"]:
        if _introduced(left, right):
            return _say("same_identity", "the text says that the one is called the other")
        one, two = read_person(left["names"][0]), read_person(right["names"][0])
        if _full_match(one, two):
            return _say("same_identity", "one surname, and given names of one person")
    elif name_key(left["names"][0]) == name_key(right["names"][0]):
        return _say("same_identity", "one form")
    return _say("uncertain", "alike in meaning, and nothing in their forms ties them")


def _cluster(left: dict[str, Any], right: dict[str, Any]) -> Verdict:
    shared = {name_key(name) for name in left["names"]} & {name_key(name) for name in right["names"]}
    for key in sorted(shared):
        form = read_person(key)
        if (
            form.title
            and not set(form.title.split()) & PLAIN_HONORIFICS
            and form.kind == "titled"
            and not form.informal
        ):
            return _say("same_identity", f"{form.title}, with that name, is a title that only one person has carried")
    if any(_full_match(read_person(one), read_person(two)) for one in left["names"] for two in right["names"]):
        return _say("same_identity", "one full name stands in both")
    return _say("uncertain", "the clusters share no form that names one person alone")


def _full_match(one: Form, two: Form) -> bool:
    return one.kind == two.kind == "full" and one.surname == two.surname and bool(one.given & two.given)


def _persons(left: dict[str, Any], right: dict[str, Any], rivals: list[dict[str, Any]]) -> Verdict:
    if _introduced(left, right):
        return _say("same_identity", "the text says that the one is called the other")
    one, two = read_person(left["names"][0]), read_person(right["names"][0])
    if one.kind == two.kind == "full":
        if _full_match(one, two):
            return _say("same_identity", "one surname, and given names of one person")
        return _say("different_identity", "two full names")
    short, long = (right, left) if _rank(two) >= _rank(one) else (left, right)
    if {_gender(left["names"][0]), _gender(right["names"][0])} == {"m", "f"}:
        return _say("different_identity", "a man's and a woman's title or given name")
    form = read_person(short["names"][0])
    titles = _titles(_names(long))
    if form.kind == "initials" and not (form.surname and not rivals):
        return _say("uncertain", "initials that fit several people" if form.surname else "initials alone")
    distinctive = form.title and not set(form.title.split()) & PLAIN_HONORIFICS and not form.informal
    if form.kind == "role":
        return _role(short, long, form, rivals)
    if not rivals:
        return _say("same_identity", "the only person with that name")
    if is_chinese(short["names"][0]) and short["names"][0] in _names(long):
        if not any(short["names"][0] in _names(rival) for rival in rivals):
            return _say("same_identity", "called so before, and nobody else of that name is")
    if distinctive:
        bearers = [rival for rival in rivals if form.title in _titles(_names(rival))]
        if form.title in titles and not bearers:
            return _say("same_identity", f"the only {form.title} of that name")
        if form.title not in titles and bearers:
            return _say("different_identity", f"another of that name is the {form.title}")
    if short["speaks"] and short["scenes"]:
        begins = short["scenes"][0]
        if begins in long["scenes"] and not any(begins in rival["scenes"] for rival in rivals):
            return _say(
                "same_identity", "a cue that begins in the scene that gives this full name, and none of the others"
            )
    return _addressed(short, long, rivals, f"{len(rivals) + 1} people have that name")


def _gender(name: str) -> str | None:
    """ "m" or "f" by an English title before a name, or else a given name before a surname; null where none tells."""
    words = name.casefold().replace(".", "").split()
    title, given = words[0] if len(words) > 1 else "", read_person(name)
    if title in _TITLED:
        return _TITLED[title]
    if given.kind != "full" or (title in MALE) == (title in FEMALE):
        return None
    return "m" if title in MALE else "f"


def _names(side: dict[str, Any]) -> list[str]:
    """Every name of a side or rival; those of its group carry the scene since which they stand."""
    return [name["name"] if isinstance(name, dict) else name for name in (*side["names"], *side.get("also", ()))]


def _rank(form: Form) -> int:
    return {"full": 0, "titled": 1, "single": 2, "initials": 3, "role": 4}.get(form.kind, 5)


def _titles(names: list[str]) -> set[str]:
    return {read_person(name).title for name in names}


def _introduced(left: dict[str, Any], right: dict[str, Any]) -> bool:
    for one, two in ((left, right), (right, left)):
        for passage in one["evidence"]:
            text = passage["text"].casefold()
            for name in two["names"]:
                if re.search(f"(?:{_CALLED}){re.escape(name.casefold())}", text) and any(
                    re.search(rf"{re.escape(own.casefold())}.{{0,120}}(?:{_CALLED}){re.escape(name.casefold())}", text)
                    for own in one["names"]
                ):
                    return True
    return False


def _role(short: dict[str, Any], long: dict[str, Any], form: Form, rivals: list[dict[str, Any]]) -> Verdict:
    if rivals:
        return _addressed(short, long, rivals, f"{len(rivals) + 1} people carry that title")
    held = [name["since"] for name in long["also"] if read_person(name["name"]).title == form.title]
    since = min(held, default=long["scenes"][0] if long["scenes"] else "")
    if short["scenes"] and short["scenes"][0] < since:
        return _say("uncertain", "the title stands before anyone is named with it")
    return _say("same_identity", f"the only {form.title} named so far")


def _addressed(short: dict[str, Any], long: dict[str, Any], rivals: list[dict[str, Any]], why: str) -> Verdict:
    """Several fit: settled only where every place addresses someone, and one of those who fit answers or was asked."""
    others = [read_person(name) for rival in rivals for name in _names(rival)]
    own = [read_person(name) for name in _names(long)]
    if not short["evidence"] or short["places"] > len(short["evidence"]):
        return _say("uncertain", why)
    for passage in short["evidence"]:
        if passage["speaker"] is None or not any(_vocative(passage["text"], name) for name in short["names"]):
            return _say("uncertain", why)
        near = [read_person(name) for name in passage["neighbours"]]
        fits = [form for form in near if any(_fits(form, mine) for mine in own)]
        wrong = [form for form in near if any(_fits(form, other) for other in others)]
        if not fits or wrong:
            return _say("uncertain", why)
    return _say("same_identity", "addressed so by whom only this one of them talks with")


def _fits(cue: Form, person: Form) -> bool:
    """Whether a cue can be this person: shares a name, and no full name speaks against it."""
    if cue.kind == person.kind == "full":
        return _full_match(cue, person)
    if cue.kind == "titled" and cue.title and person.title and cue.title != person.title:
        return False
    return bool(cue.names & person.names)


def _vocative(text: str, name: str) -> bool:
    """Whether the name stands as an address: at an end of the clause, set off by a stop on both sides."""
    flat = re.sub(r"\s+", " ", text)
    if is_chinese(name):
        return bool(re.search(rf"(?:^|[，。！？：；“、—…\s）)]){re.escape(name)}(?:[，。！？；”、—…\s]|$)", flat))
    return bool(re.search(rf"(?:^|[,.!?;:\"'“—-]\s*){re.escape(name)}(?:\s*[,.!?;\"”—-]|$)", flat, re.IGNORECASE))


def _more_words(one: str, two: str) -> bool:
    """One head noun, and all words of one form in the other."""
    left, right = one.split(" "), two.split(" ")
    return left[-1] == right[-1] and (set(left) < set(right) or set(right) < set(left))


def _things(left: dict[str, Any], right: dict[str, Any], rivals: list[dict[str, Any]]) -> Verdict:
    one, two = name_key(left["names"][0]), name_key(right["names"][0])
    if one == two:
        return _say("same_identity", "one form")
    if rivals:
        return _say("uncertain", f"the short form fits {len(rivals) + 1} things")
    if not (one.endswith(two) or two.endswith(one) or _more_words(one, two)):
        return _say("uncertain", "the forms share words only")
    if _OTHER.search(one) or _OTHER.search(two):
        return _say("different_identity", "another one, by its words")
    if left["named"] == right["named"] or is_chinese(one):
        return _say("same_identity", "the short form fits one thing")
    return _say("uncertain", "a common noun, which may mean another thing")
