"""How a line sounds: whose words it uses, how marked its manner is, how well it stands alone."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt

from linedscript.characters.spoken import Line
from linedscript.patterns import Pattern
from linedscript.records.base import Language

_WORD = Pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_HAN = Pattern(r"[\u3400-\u9fff]+")
_CLAUSE = Pattern(r"[^，。！？；：、…—\s“”‘’「」『』,.!?;:]+")

_QUOTATION = Pattern(r"\"[^\"]*\"|“[^”]*”|「[^」]*」")
_MARKS = {
    "en": (Pattern(r"!"), Pattern(r"\.\.\.|…"), Pattern(r"—|--"), Pattern(r"[\"“*_]"), Pattern(r"\?!|!\?")),
    "zh": (Pattern(r"！"), Pattern(r"…"), Pattern(r"—"), Pattern(r"[“「《]"), Pattern(r"？！|！？")),
}
_FIGURES = {
    "en": (
        Pattern(r"\b(?:like|as) (?:a|an|the|if)\b|\bas \w+ as\b", 2),
        Pattern(r"\b(?:not|never|n['’]t)\b[^.!?]*\b(?:but|only|just)\b|\bnever\b|\balways\b", 2),
        Pattern(
            r"\b(?:ain['’]t|gonna|gotta|wanna|y['’]all|nope|yep|lemme|dunno|reckon|damn|hell)\b|\b\w+in['’](?!\w)", 2
        ),
        Pattern(r"\b(?:the more|no \w+,? no \w+|whoever|whatever|nobody|everybody)\b", 2),
    ),
    "zh": (
        Pattern(r"像[^，。]*(?:一样|似的|一般)|如同|好比|宁可|与其"),
        Pattern(r"不是[^。]*[是而]|越[^，。]*越|从来|永远|一辈子"),
        Pattern(r"[呗嘛哩喽咯啦哟](?:[，。！？…—]|$)"),
        Pattern(r"(?:谁|哪|怎么|什么)[^，。]*(?:就|都|也)"),
    ),
}
_LEADING = {
    "en": frozenset(
        """he she it they him her them this that these those his hers its their theirs there then so and but or because
        which who yes no yeah yep nope okay ok sure right well oh ah hm hmm mm uh exactly maybe neither either both
        same too also me him""".split()
    ),
    "zh": (
        *("他", "她", "它", "这", "那", "所以", "但是", "可是", "因为", "而且", "然后", "于是", "就是", "也是"),
        *(
            "是。",
            "是，",
            "是的",
            "对。",
            "对，",
            "不。",
            "不，",
            "没有。",
            "好。",
            "好，",
            "行。",
            "行，",
            "嗯",
            "哦",
            "啊",
        ),
        *("不是。", "不是，", "可", "还有", "也"),
    ),
}
_POINTING = {
    "en": Pattern(r"\b(?:he|she|it|they|him|her|them|this|that|these|those|there|here|his|its|their|one|ones)\b", 2),
    "zh": Pattern(r"他们?|她们?|它们?|这[个些样里儿]?|那[个些样里儿]?|此"),
}
_CUT_OFF = ("--", "—", "…", "...", "-")


def words(line: Line | str, language: Language) -> list[str]:
    """Words of English without case; pairs of neighbouring characters of Chinese. Names are left out."""
    text = line if isinstance(line, str) else without_names(line)
    if language == "en":
        return [word.replace("’", "'").casefold() for word in _WORD.findall(text)]
    found: list[str] = []
    for run in _HAN.findall(text):
        found += [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]
    return found


def without_names(line: Line) -> str:
    text = line.text
    for start, end, _ in reversed(line.names):
        text = f"{text[:start]}\n{text[end:]}"
    return text


def quotes_others(text: str) -> bool:
    """Whether the line is more somebody's words than the speaker's: it breaks into a quotation, or is half of one."""
    if text.count('"') % 2 or text.count("“") != text.count("”") or text.count("「") != text.count("」"):
        return True
    return 2 * sum(map(len, _QUOTATION.findall(text))) > len(text)


def speaker_weights(
    counts: Mapping[str, Counter[str]], whole: Counter[str], speaker: str, prior: float
) -> dict[str, float]:
    """How much each word is the speaker's, as a z-score: log-odds against everybody else's lines under an informative
    Dirichlet prior of weight ``prior``, spread as the words of all lines are.

    Source: Monroe, Colaresi and Quinn 2008, "Fightin' Words", Political Analysis 16(4), eqs. 16, 20 and 22.
    """
    own = counts[speaker]
    total, mine = sum(whole.values()), sum(own.values())
    others = total - mine
    weights = {}
    for word, said in own.items():
        before = prior * whole[word] / total
        elsewhere = whole[word] - said
        ratio = log((said + before) / max(mine + prior - said - before, before)) - log(
            (elsewhere + before) / max(others + prior - elsewhere - before, before)
        )
        weights[word] = ratio / sqrt(1 / (said + before) + 1 / (elsewhere + before))
    return weights


def distinctiveness(said: Sequence[str], weights: Mapping[str, float]) -> float:
    """The words' z-scores put together as Stouffer does: their sum over the root of their number."""
    return sum(weights.get(word, 0.0) for word in said) / sqrt(len(said)) if said else 0.0


def salience(text: str, said: Sequence[str], whole: Counter[str], language: Language) -> float:
    """How marked a line's manner is: punctuation, figures, rare words, repetition, and short or even clauses."""
    marks = sum(bool(mark.search(text)) for mark in _MARKS[language])
    figures = sum(bool(figure.search(text)) for figure in _FIGURES[language])
    rare = sum(whole[word] <= 2 and (language == "zh" or len(word) > 3) for word in said) / max(len(said), 1)
    clauses = [clause.strip() for clause in _CLAUSE.findall(text) if clause.strip()]
    return marks / 5 + figures / 2 + rare + _repetition(clauses, said, language)


def _repetition(clauses: Sequence[str], said: Sequence[str], language: Language) -> float:
    """Clauses that begin alike, words that come twice; in Chinese also clauses of four characters or of one length."""
    if language == "en":
        heads = [clause.split()[0].casefold() for clause in clauses if len(clause.split()) > 1]
        long = [word for word in said if len(word) > 3]
        return (len(heads) - len(set(heads)) + len(long) - len(set(long))) / 3
    heads = [clause[0] for clause in clauses if len(clause) > 1]
    four = sum(len(clause) == 4 and bool(_HAN.fullmatch(clause)) for clause in clauses)
    even = sum(len(one) == len(other) > 2 for one, other in zip(clauses, clauses[1:], strict=False))
    return (len(heads) - len(set(heads))) / 3 + four / 2 + even / 3


def independence(text: str, language: Language, *, replies: bool, strangers: int) -> float:
    """1 less what ties a line to its exchange: a word at its front that points back, pronouns of the third person,
    an answer to a question, a name of somebody whom the reader doesn't know (``strangers``), a cut at either end."""
    bare = text.strip("\"'“”‘’*_ ")
    loss = 0.0
    if language == "en":
        first = _WORD.match(bare)
        loss += 0.35 if first and first.group().casefold().split("'")[0].split("’")[0] in _LEADING["en"] else 0.0
        length = max(len(_WORD.findall(bare)), 1)
    else:
        loss += 0.35 if bare.startswith(_LEADING["zh"]) else 0.0
        length = max(sum(map(len, _HAN.findall(bare))) / 1.6, 1)
    loss += min(0.4, 2 * len(_POINTING[language].findall(bare)) / length)
    loss += 0.3 * replies * (1.0 if length < 8 else 0.5)
    loss += min(0.3, 0.15 * strangers)
    loss += 0.2 * (bare.endswith(_CUT_OFF) or bare.startswith(_CUT_OFF))
    return max(0.0, 1.0 - loss)


def standing(values: Sequence[float]) -> list[float]:
    """Each value's place among all, 0 for the least and 1 for the greatest; equal ones share the middle of theirs.

    Values are compared to six decimals, so that a platform's last digit decides nothing.
    """
    rounded = [round(value, 6) for value in values]
    if len(rounded) < 2:
        return [1.0] * len(rounded)
    counts = Counter(rounded)
    below: dict[float, int] = {}
    seen = 0
    for value in sorted(counts):
        below[value] = seen
        seen += counts[value]
    return [(below[value] + (counts[value] - 1) / 2) / (len(rounded) - 1) for value in rounded]


def count_words(lines: Iterable[tuple[str | None, Sequence[str]]]) -> tuple[dict[str, Counter[str]], Counter[str]]:
    """Words by speaker, and of all lines."""
    counts: dict[str, Counter[str]] = {}
    whole: Counter[str] = Counter()
    for speaker, said in lines:
        whole.update(said)
        if speaker is not None:
            counts.setdefault(speaker, Counter()).update(said)
    return counts, whole
