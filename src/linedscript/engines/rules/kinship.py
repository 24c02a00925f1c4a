"""What one of two relatives is to the other: the word for the way back, by gender where that is known."""

from linedscript.engines.rules.given_names_en import FEMALE, MALE
from linedscript.engines.rules.language_en import FEMALE_TITLES, MALE_TITLES
from linedscript.patterns import Pattern

_BACK = {
    "father": ("son", "daughter", "child"),
    "mother": ("son", "daughter", "child"),
    "parent": ("son", "daughter", "child"),
    "son": ("father", "mother", "parent"),
    "daughter": ("father", "mother", "parent"),
    "child": ("father", "mother", "parent"),
    "brother": ("brother", "sister", "sibling"),
    "sister": ("brother", "sister", "sibling"),
    "sibling": ("brother", "sister", "sibling"),
    "husband": ("husband", "wife", "spouse"),
    "wife": ("husband", "wife", "spouse"),
    "spouse": ("husband", "wife", "spouse"),
    "uncle": ("nephew", "niece", "sibling's child"),
    "aunt": ("nephew", "niece", "sibling's child"),
    "nephew": ("uncle", "aunt", "parent's sibling"),
    "niece": ("uncle", "aunt", "parent's sibling"),
    "grandfather": ("grandson", "granddaughter", "grandchild"),
    "grandmother": ("grandson", "granddaughter", "grandchild"),
    "grandson": ("grandfather", "grandmother", "grandparent"),
    "granddaughter": ("grandfather", "grandmother", "grandparent"),
    "cousin": ("cousin", "cousin", "cousin"),
    "twin": ("twin", "twin", "twin"),
    "stepfather": ("stepson", "stepdaughter", "stepchild"),
    "stepmother": ("stepson", "stepdaughter", "stepchild"),
    "fiancé": ("fiancé", "fiancée", "betrothed"),
    "fiancée": ("fiancé", "fiancée", "betrothed"),
    "父亲": ("儿子", "女儿", "孩子"),
    "母亲": ("儿子", "女儿", "孩子"),
    "儿子": ("父亲", "母亲", "父母"),
    "女儿": ("父亲", "母亲", "父母"),
    "孩子": ("父亲", "母亲", "父母"),
    "哥哥": ("弟弟", "妹妹", "弟妹"),
    "姐姐": ("弟弟", "妹妹", "弟妹"),
    "弟弟": ("哥哥", "姐姐", "哥姐"),
    "妹妹": ("哥哥", "姐姐", "哥姐"),
    "兄弟": ("兄弟", "姐妹", "手足"),
    "丈夫": ("丈夫", "妻子", "配偶"),
    "妻子": ("丈夫", "妻子", "配偶"),
    "祖父": ("孙子", "孙女", "孙辈"),
    "祖母": ("孙子", "孙女", "孙辈"),
    "外祖父": ("外孙", "外孙女", "外孙辈"),
    "外祖母": ("外孙", "外孙女", "外孙辈"),
    "孙子": ("祖父", "祖母", "祖父母"),
    "孙女": ("祖父", "祖母", "祖父母"),
    "叔父": ("侄子", "侄女", "侄辈"),
    "姑母": ("侄子", "侄女", "侄辈"),
    "舅父": ("外甥", "外甥女", "甥辈"),
    "侄子": ("叔伯", "姑母", "长辈"),
}
_MALE, _FEMALE = (
    Pattern(r"\b(?:he|him|his|himself)\b|他(?!们)", 2),
    Pattern(r"\b(?:she|her|hers|herself)\b|她(?!们)", 2),
)
"""2: any case."""
_SPOKEN_OF = {
    "male": Pattern(r"\b(?:son|boy|husband|brother|grandson|nephew)\b|儿子|小子|丈夫", 2),
    "female": Pattern(r"\b(?:daughter|girl|wife|sister|granddaughter|niece)\b|女儿|闺女|姑娘|妻子", 2),
}


def back(kind: str, gender: str | None) -> str | None:
    """What ``X`` is to the one who is X's ``kind``: back("father", "female") is "daughter". Null for other words.

    ``gender``: of X, "male", "female" or null.
    """
    words = _BACK.get(kind)
    return words and words[("male", "female", None).index(gender)]


def kinds() -> frozenset[str]:
    """The words that ``relates`` and ``alike`` know."""
    return frozenset(_BACK).union(*_BACK.values())


def relates(kind: str, other: str) -> bool:
    """Whether ``Y`` can be X's ``other`` where X is Y's ``kind``: a mother's son, or child."""
    return other in _BACK.get(kind, ()) or kind in _BACK.get(other, ())


def alike(kind: str, other: str) -> bool:
    """Whether two words name one kinship but for the gender: mother, father, parent."""
    return kind == other or any({kind, other} <= set(words) for words in _BACK.values())


def gender_meant(kind: str) -> str | None:
    """ "male" or "female" by the word alone: of mother, not of cousin."""
    places = {place for words in _BACK.values() for place, word in enumerate(words) if word == kind}
    return {0: "male", 1: "female"}.get(places.pop()) if len(places) == 1 else None


def gender_of(name: str, texts: list[str]) -> str | None:
    """By a title or word of kin before the name (Uncle Pat), else by given name, else by the pronouns and words of the
    texts that are about the person alone; null in doubt."""
    words = [part.strip(".,").casefold() for part in name.split()]
    if len(words) > 1 and words[0] in MALE_TITLES | FEMALE_TITLES:
        return "male" if words[0] in MALE_TITLES else "female"
    parts = set(words)
    if bool(parts & MALE) != bool(parts & FEMALE):
        return "male" if parts & MALE else "female"
    he = sum(len(_MALE.findall(text)) + 2 * len(_SPOKEN_OF["male"].findall(text)) for text in texts)
    she = sum(len(_FEMALE.findall(text)) + 2 * len(_SPOKEN_OF["female"].findall(text)) for text in texts)
    return None if he == she else "male" if he > she else "female"
