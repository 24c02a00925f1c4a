"""One script set in the layouts in which plain-text screenplays circulate."""

from collections.abc import Callable
from textwrap import wrap

Script = list[tuple[str, str]]

SCRIPT: Script = [
    ("heading", "INT. FERRY OFFICE - NIGHT"),
    ("action", "A stove, two chairs, a wall of keys. NORA, 60, counts coins into a biscuit tin and loses count."),
    ("cue", "NORA"),
    ("dialogue", "Forty-one. Or it was forty-one before that bell of yours started up again."),
    ("action", "The door opens a hand's width."),
    ("cue", "ILYA (O.S.)"),
    ("parenthetical", "(through the gap)"),
    ("dialogue", "Is the last boat gone?"),
    ("cue", "NORA"),
    ("dialogue", "It went at nine, the way it has since you were a boy, and it came back empty."),
    ("parenthetical", "(beat)"),
    ("dialogue", "Come in or stay out."),
    ("action", "He comes in."),
    ("action", "Rain on the floor. She looks at it, and at his shoes, which are somebody else's."),
    ("transition", "CUT TO:"),
    ("heading", "EXT. JETTY - DAWN"),
    ("action", "Nothing moves."),
    ("cue", "NORA (V.O.)"),
    ("dialogue", "He never said whose."),
    ("action", "A gull lands on the rail. It leaves."),
    ("cue", "ILYA"),
    ("dialogue", "You kept the light on."),
    ("cue", "NORA"),
    ("dialogue", "I kept the stove on. The light is the harbour's, and the harbour pays for it."),
    ("action", "He laughs. It surprises both of them, and then it is quiet for a long while on the water."),
]

Style = Callable[[Script], str]


def set_in(
    columns: dict[str, int], widths: dict[str, int], between: str = "\n", apart: str = "\n\n", tab: bool = False
) -> Style:
    """Each element at its column, broken at its width; ``between`` ends a line, ``apart`` an element or a speech."""

    def lay(script: Script) -> str:
        out: list[str] = []
        before = ""
        for kind, text in script:
            joined = kind in ("dialogue", "parenthetical") and before in ("cue", "parenthetical", "dialogue")
            if out:
                out.append(between if joined else apart)
            lead = "\t" * (columns[kind] // 8) if tab else " " * columns[kind]
            out.append(between.join(lead + line for line in wrap(text, widths[kind])))
            before = kind
        return "".join(out) + "\n"

    return lay


def _columns(action: int, speech: int, bracket: int, cue: int, transition: int) -> dict[str, int]:
    return {
        "heading": action,
        "action": action,
        "dialogue": speech,
        "parenthetical": bracket,
        "cue": cue,
        "transition": transition,
    }


_WIDE = dict.fromkeys(("heading", "action", "dialogue", "parenthetical", "cue", "transition"), 2000)
_PAGE = _WIDE | {"action": 60, "dialogue": 35}
_WEB = _columns(15, 25, 30, 37, 65)
_FLAT = _columns(0, 0, 0, 0, 0)


def centred(script: Script) -> str:
    """Cues centred over the speech, so that each has its own column."""
    out: list[str] = []
    before = ""
    for kind, text in script:
        joined = kind in ("dialogue", "parenthetical") and before in ("cue", "parenthetical", "dialogue")
        if out:
            out.append("\n" if joined else "\n\n")
        if kind == "cue":
            out.append(" " * (36 - len(text) // 2) + text)
        else:
            column = _columns(5, 18, 23, 0, 60)[kind]
            out.append("\n".join(" " * column + line for line in wrap(text, _PAGE[kind])))
        before = kind
    return "".join(out) + "\n"


def numbered(script: Script) -> str:
    """Scene numbers in both margins."""
    text = set_in(_columns(8, 20, 25, 32, 60), _PAGE)(script)
    lines, number = [], 0
    for line in text.split("\n"):
        if line.lstrip().startswith(("INT.", "EXT.")):
            number += 1
            line = f"{number:<8}{line.strip():<64}{number}"
        lines.append(line)
    return "\n".join(lines)


def names_before_colons(script: Script) -> str:
    """``NAME (voice): (bracket) speech`` in one paragraph."""
    out: list[str] = []
    before = ""
    for kind, text in script:
        if kind == "cue":
            out.append(text + ":")
        elif kind in ("dialogue", "parenthetical") and before in ("cue", "parenthetical", "dialogue"):
            out[-1] += " " + text
        else:
            out.append(text)
        before = kind
    return "\n\n".join(out) + "\n"


LAYOUTS: dict[str, Style] = {
    "as scripts circulate": set_in(_WEB, _PAGE),
    "from column 0": set_in(_columns(0, 10, 15, 22, 50), _PAGE),
    "narrow steps": set_in(_columns(0, 4, 6, 8, 40), _PAGE),
    "with tabs": set_in(_columns(0, 16, 24, 32, 48), _PAGE, tab=True),
    "one paragraph a line": set_in(_columns(0, 10, 15, 22, 50), _WIDE),
    "no blank lines": set_in(_WEB, _PAGE, apart="\n"),
    "a blank line after every line": set_in(_WEB, _PAGE, between="\n\n", apart="\n\n\n\n"),
    "every line apart, all alike": set_in(_WEB, _PAGE, between="\n\n", apart="\n\n"),
    "all at column 0": set_in(_FLAT, _PAGE),
    "all at column 0, one paragraph a line": set_in(_FLAT, _WIDE),
    "all at column 0, without blank lines": set_in(_FLAT, _WIDE, apart="\n"),
    "all at column 0, every line apart": set_in(_FLAT, _WIDE, between="\n\n", apart="\n\n"),
    "cues set in, speech at the margin": set_in(_columns(0, 0, 5, 22, 50), _PAGE),
    "cues centred": centred,
    "numbers in both margins": numbered,
}
