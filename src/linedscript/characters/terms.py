"""Content terms of a text: what two passages about one thing are likely to share."""

from functools import lru_cache

from linedscript.patterns import Pattern
from linedscript.records.base import Language

_WORD = Pattern(r"[^\W_]+(?:['’][^\W_]+)?")
_QUOTED = Pattern(r"[“”\"「」]")
_STOP = frozenset(
    "the and for but not with that this these those from into onto over under out off down again about after before "
    "during between through while until when where who whom whose which what why how are was were been being does did "
    "done has have had having will would can could should may might must shall nor too very just only also she they "
    "him them her his its their you your yours our ours mine himself herself itself themselves there here then than "
    "one two say says said saying tell tells told talk talks begin begins began ask asks asked look looks looked see "
    "sees saw seen come comes came goes went gone going get gets got take takes took taken make makes made know knows "
    "knew known think thinks thought want wants wanted let lets put puts back still well now never ever all any some "
    "each both other same own don't doesn't didn't won't can't isn't it's i'm i've i'll you're he's she's that's "
    "there's what's who's we're they're nothing something anything everything way thing things like really yes "
    "please maybe day days night morning time times man men woman women people heard".split()
)
_FUNCTION_ZH = frozenset(
    "的了着过在是有和与及而就都也还又再很把被让给向对从到于为以之其这那哪谁什么怎样呢吗吧啊不没一个上下里中后前时地得他她"
    "它们你我您来候先最说话谈道问去要会能想看好"
)
_HAN = Pattern(r"[㐀-鿿]+")


@lru_cache(maxsize=20_000)
def terms(text: str, language: Language) -> frozenset[str]:
    """English: words of three letters and more, without those that any text holds and without endings. Chinese: pairs
    of characters neither of which is a function word."""
    if language == "zh":
        return frozenset(
            run[at : at + 2]
            for run in _HAN.findall(text)
            for at in range(len(run) - 1)
            if run[at] not in _FUNCTION_ZH and run[at + 1] not in _FUNCTION_ZH
        )
    plain = _QUOTED.sub(" ", text.replace("’", "'")).casefold()
    words = (word.removesuffix("'s") for word in _WORD.findall(plain))
    return frozenset(_stem(word) for word in words if len(word) > 2 and word not in _STOP)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word.removesuffix("e") if len(word) > 4 else word
