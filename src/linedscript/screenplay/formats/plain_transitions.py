"""Transitions that only plain text tells: far to the right of action, or without a mark."""

from linedscript.patterns import Pattern

FAR_TRANSITION = Pattern(
    r"(?:.*\b(?:CUT|CUTS|DISSOLVE|DISSOLVES|FADE|FADES|WIPE|IRIS|TRANSITION)\b.*|BACK TO SCENE|BLACKOUT|"
    r"INTERCUT WITH|СКЛЕЙКА|ЗТМ|ИЗ ЗТМ|В ЗТМ|ЗАТЕМНЕНИЕ|НАПЛЫВОМ|"
    r"(?:FONDU|COUPE|SCHNITT|(?:AB|AUF|ÜBER)BLENDE|ÜBERBLENDUNG|CORTE|CORTA|FUNDIDO|FUNDE|STACCO|DISSOLVENZA)\b.*)\s?[.:]?"
)
BARE_TRANSITION = Pattern(
    r"FADE (?:IN|OUT|UP|TO BLACK)|(?:SMASH |HARD |MATCH |JUMP )?CUT TO(?: BLACK)?|DISSOLVE TO|BLACKOUT|"
    r"(?:ИЗ |В )?ЗТМ|СКЛЕЙКА|(?:ИЗ )?ЗАТЕМНЕНИ[ЕЯ]"
)
