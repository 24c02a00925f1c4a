"""Whether a sentence about a scene is whole and speaks only of people whom it names: else no question can use it."""

from collections.abc import Iterable

from linedscript.engines.rules.given_names_en import FEMALE, MALE
from linedscript.engines.rules.language_en import FEMALE_TITLES, MALE_TITLES
from linedscript.patterns import Pattern
from linedscript.records.base import Language
from linedscript.records.entity import Entity

_WORD = Pattern(r"[^\W_]+(?:['’-][^\W_]+)*")
_GOES_ON = frozenset(
    (
        "and but or nor while as until till so then before after when whenever because if though although like "
        "to into onto in on at with without for from by off out over under through toward towards across along "
        "against around behind beside beyond between past down up away back again"
    ).split()
)
"""Words with which a sentence may go on behind a clause that is whole without them."""
_RELATIVE = frozenset(("that", "which", "who", "whose", "where"))
_NEW = Pattern(r"\b(?:a|an)\s+(?:[^\W_]+(?:['’-][^\W_]+)*\s+){0,3}[^\W_]+(?:['’-][^\W_]+)*$", 2)
"""A noun phrase that a relative clause says more about, but doesn't pick out."""
_TAIL = Pattern(r",\s+(?:and\s+)?(?:(?:the|a|an)\s+)?[^\s,]+$|\b(?:the|a|an)\s+(?:last|first|other|next|same)$")
_OPEN = {
    "en": Pattern(
        r"\b(?:the|an?|my|your|his|its|our|their|at|of|to|into|onto|with|without|from|for|towards?|upon|among|between|"
        r"during|until|and|or|but|than|because|[^\W_]+['’]s)[\s,]*$",
        2,
    ),
    "zh": Pattern(r"(?:把|被|从|向|往|与|和|跟|替)$"),
}
"""Words with which no clause ends: an article, a possessive, a conjunction, a preposition that is no particle."""
_PART = {
    "en": Pattern(
        r"(?<!\bat )(?<!\bby )(?<!\bin )(?<!\bon )(?<!\bto )(?<!\bfrom )(?<!\binto )(?<!\btoward )(?<!\btowards )"
        r"\bthe (?:inside|outside|underside|reverse|bottom|rim|other (?:side|half))$",
        2,
    ),
    "zh": Pattern(r"(?:看|看着|看了看|看看|露出|亮出|翻出|指着|摸着|盯着)(?:里面|里头|背面|反面|底面|另一面|另一头)$"),
}
"""A part of a thing that the clause leaves out: "shows Bo the inside". Where somebody is may be called so."""
_HIS = Pattern(r"\b(?:his|her|hers|himself|herself)\b", 2)
_NO_OBJECT = Pattern(
    r"^[^把将被给]{0,4}(?:放|塞|叠|扔|挂|递|推|摆|贴|插|搁|丢|揣|装|捏|锁|举|搅)"
    r"(?:在|进|到|成|给|回|过来|过去|起来|出来|下来|碎)"
)
"""A Chinese predicate whose object stands in the clause before: "放在桌上", of what somebody has taken off."""
_OTHER = Pattern(r"[他她](?![们]?自己)")
_BRINGS_IN: dict[Language, Pattern] = {
    "en": Pattern(r"\b[A-Z][A-Z'’.-]+(?: [A-Z][A-Z'’.-]+)*(?:, (?:in (?:his|her) )?\d{1,2}s?\b| \(\d{1,2}s?\b)"),
    "zh": Pattern(r"[（(,，]?(?:约|年约)?[\d一二三四五六七八九十]+来?多?岁"),
}
_QUOTE = Pattern(r"“[^”]*”|\"[^\"]*\"|「[^」]*」")


def gender(entity: Entity) -> str | None:
    """ "m" or "f" by the titles and given names of an English character's forms; null where they don't say."""
    found = set()
    for alias in entity.aliases:
        for word in _WORD.findall(alias.surface.casefold()):
            if word in MALE_TITLES or word in MALE and word not in FEMALE:
                found.add("m")
            elif word in FEMALE_TITLES or word in FEMALE and word not in MALE:
                found.add("f")
    return found.pop() if len(found) == 1 else None


def lacks_its_object(clause: str, names: Iterable[str]) -> bool:
    """Whether a Chinese clause says, behind one of these names, what is done to a thing that it leaves out."""
    name = max((name for name in names if clause.startswith(name)), key=len, default=None)
    return name is not None and bool(_NO_OBJECT.match(clause[len(name) :]))


def cut_off(clause: str, text: str, end: int, language: Language) -> bool:
    """Whether the clause stops in the middle of its sentence: at a word with which no clause ends ("counts coins at
    the"), at a part of nothing ("shows Bo the inside"), or at a word of the scene's text behind which the sentence goes
    on ("stares at the way" of "stares at the way he walks"). ``end``: where its evidence ends in the text.

    The last only of a clause that is in the text's own words: another one may stop where it likes.
    """
    told = _QUOTE.sub("“”", clause).rstrip(" .。")
    if _PART[language].search(told):
        return True
    if _OPEN[language].search(told) or language == "en" and _TAIL.search(_QUOTE.sub("", clause).rstrip()):
        return True
    last = clause.rstrip(".。 ”’\"'")
    if not text[:end].rstrip(".。 ”’\"'").endswith(last[-4:]):
        return False
    rest = text[end:]
    if text[end - 1 : end] in ".。!！?？…" or not rest[:1].strip() and "\n\n" in rest[:4]:
        return False
    if language == "zh":
        return rest[:1].isalnum()
    word = _WORD.match(rest.lstrip(" \n"))
    if word is None or rest[:1].strip():
        return False
    low = word.group().casefold()
    return low not in _GOES_ON and not (low in _RELATIVE and _NEW.search(clause))


def introduces(clause: str, language: Language) -> bool:
    """Whether the clause is how a script brings somebody in: in capitals with an age ("walks with ROSS, 35, her
    husband"), or with it in brackets."""
    return bool(_BRINGS_IN[language].search(_QUOTE.sub(" ", clause)))


def points_outside(clause: str, doer: str | None, language: Language) -> bool:
    """Whether a possessive points at somebody whom the clause doesn't name: "her arm", of what a man notices; in
    Chinese 他 and 她, which of the doer would be 自己. ``doer``: the doer's gender, null where it isn't known."""
    told = _QUOTE.sub(" ", clause)
    if language == "zh":
        return bool(_OTHER.search(told))
    hers = {"f" if word.casefold().startswith("her") else "m" for word in _HIS.findall(told)}
    return doer is not None and bool(hers - {doer})
