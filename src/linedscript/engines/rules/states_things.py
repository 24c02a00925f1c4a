"""What a pattern may take for somebody's having a thing, and is none: doors, lights, what one takes off."""

from linedscript.patterns import Pattern

_FIXED = {
    "en": frozenset(
        "door doors gate gates window windows windowsill doorway hatch shutter shutters curtain curtains blind blinds "
        "railing rail banister light lights sunlight moonlight daylight".split()
    ),
    "zh": Pattern(r"(?:门|窗|窗户|窗帘|窗子|门帘|栏杆|扶手|灯光|灯火|光|手铐|镣铐|绷带|眼罩|面罩)$"),
}
_LAMPS = {"en": frozenset("lamp lamps bulb bulbs chandelier spotlight searchlight".split()), "zh": Pattern(r"灯$")}
"""Things that shine: they stand or hang somewhere unless one person gives them to another."""
_TAKEN_OFF = {
    "en": Pattern(
        r"\b(?:takes?|pulls?|slips?|kicks?|peels?|tears?|throws?|strips?) "
        r"(?:off (?:his|her|their|the|both)\b"
        r"|(?:his|her|their) (?:own )?(?:[\w-]+ ){1,3}off\b(?! (?:the|an?|his|her|its)\b))"
        r"|\bshrugs? (?:out of|off) ",
        2,
    ),
    "zh": Pattern(r"^[^墙树枝钩架]*(?:脱(?:下|掉|去|了|光)|摘(?:下|掉|了))[^墙树枝钩架]*$"),
}
"""What is worn and taken off is put down as often as it is kept in the hand."""
_STEADIED = Pattern(
    r"\bholds? (?:[\w'’-]+ ){1,4}(?:still|steady|down|open|shut|closed|in place)\b"
    r"|\bswings? (?:[\w'’-]+ ){1,4}(?:open|shut|closed|around|round|about)\b",
    2,
)
"""What somebody keeps in its place or turns is there without being had."""


def is_held(name: str, said: str, language: str, given: bool = False) -> bool:
    """Whether a thing of this name may be had by whom the words are about. ``given``: by another person."""
    if language == "en":
        said = " ".join(said.split())
        words = name.casefold().partition(" of ")[0].split()
        head = words[-1] if words else ""
        fixed, shines = head in _FIXED["en"], head in _LAMPS["en"]
    else:
        fixed, shines = bool(_FIXED["zh"].search(name)), bool(_LAMPS["zh"].search(name))
    if language == "en" and not given and _STEADIED.search(said):
        return False
    return not fixed and (given or not shines) and (given or not _TAKEN_OFF[language].search(said))
