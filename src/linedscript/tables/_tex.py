"""Text as pdfLaTeX reads it: special characters escaped, signs and Greek letters as commands."""

_GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ",
        "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon "
        "varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split(),
        strict=True,
    )
)
_MATH = {
    "−": "-", "×": r"\times", "±": r"\pm", "÷": r"\div", "·": r"\cdot", "≤": r"\leq", "≥": r"\geq", "≠": r"\neq",
    "≈": r"\approx", "→": r"\rightarrow", "←": r"\leftarrow", "↔": r"\leftrightarrow", "∞": r"\infty", "∈": r"\in",
    "√": r"\surd", "∑": r"\sum", "∩": r"\cap", "∪": r"\cup", "°": r"^{\circ}", "²": "^{2}", "³": "^{3}", "¹": "^{1}",
    "<": "<", ">": ">", "|": "|",
}  # fmt: skip
_TEXT = {
    "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}",
    "–": "--", "—": "---", "‑": "-", "‐": "-", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\ldots{}",
    "•": r"$\bullet$", "§": r"\S{}", "¶": r"\P{}", "†": r"\dag{}", "‡": r"\ddag{}", "©": r"\copyright{}", "\xa0": "~",
    "\u202f": r"\,", "\u2009": r"\,",
}  # fmt: skip
_COMMANDS = str.maketrans(
    {sign: rf"$\{name}$" for sign, name in _GREEK.items()}
    | {sign: f"${command}$" for sign, command in _MATH.items()}
    | _TEXT
)


def tex(text: str) -> str:
    return text.translate(_COMMANDS)


def broken(text: str) -> str:
    """The same in a column that is wrapped: a line may end after a slash too."""
    return tex(text).replace("/", r"/\allowbreak{}")


def needs(text: str, wraps: bool, scaled: bool) -> list[str]:
    """Comment lines that name what a document needs to hold ``text``, a table that is wrapped or scaled or neither."""
    lines = [r"% \usepackage{booktabs}"]
    if wraps:
        lines.append(r"% \usepackage{array}: what is long is wrapped")
    if scaled:
        lines.append(r"% \usepackage{graphicx}: the table is scaled to the width of the text")
    if any("\x7f" < sign < "\u0180" for sign in text):
        lines.append(r"% \usepackage[T1]{fontenc}: names have letters beyond ASCII")
    if any(sign >= "\u0180" for sign in text):
        lines.append(
            r"% holds Chinese or other characters that pdfLaTeX doesn't know: XeLaTeX with \usepackage{xeCJK}, "
            "or the CJKutf8 package"
        )
    return lines
