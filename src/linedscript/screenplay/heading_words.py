"""The words of scene headings: times of day, years, and what modifies a scene."""

from linedscript.patterns import Pattern

_DAY = (
    r"(?:DAY(?:TIME|LIGHT|BREAK)?|NIGHT(?:FALL|TIME)?|MORNING|EVENING|AFTERNOON|DAWN|DUSK|NOON|MIDDAY|MIDNIGHT|SUNSET|"
    r"SUNRISE|TWILIGHT|MAGIC HOUR|GOLDEN HOUR|SUNDOWN|SUNUP)"
)
_WHICH = (
    r"(?:EARLY|LATE|MID|PRE|ANOTHER|(?:THE )?(?:NEXT|SAME|FOLLOWING)|THE|(?:LATER |EARLIER )?THAT|"
    r"(?:MON|TUES|WEDNES|THURS|FRI|SATUR|SUN)DAY)"
)
DAYTIME = rf"(?:{_WHICH}[ -])?{_DAY}(?:[ -](?:TIME|LIGHT|LATER|BEFORE))?"
_CYRILLIC = (
    r"(?:(?:РАНН|ПОЗДН)(?:ЕЕ|ИЙ|ЯЯ) )?"
    r"(?:ДЕНЬ|НОЧЬ|УТРО|ВЕЧЕР|РАССВЕТ|ЗАКАТ|СУМЕРКИ|ПОЛДЕНЬ|ПОЛНОЧЬ|НІЧ|РАНОК|ВЕЧІР)"
)
_CJK = (
    "日|夜|天|晨|清晨|早晨|黎明|黄昏|傍晚|白天|夜晚|晚|晚上|凌晨|上午|下午|中午|午后|深夜|午夜|日景|夜景|"
    "朝|昼|夕方|夕|早朝|昼間|真夜中"
)
TIME = Pattern(
    rf"(?:{DAYTIME}(?:\s*/\s*{DAYTIME})?|\d{{1,2}}(?::\d{{2}})? ?[AP]\.?M\.?|(?:1[5-9]|20)\d\d|{_CYRILLIC}|{_CJK})\.?",
    2,
)
"""A time of day, or a bare year."""
_ABROAD = (
    r"(?:(?:D[ÉE]BUT|FIN|PETIT|TARD|PRIMERA|ÚLTIMA|FRÜHER|SPÄTER|TARDO|PRIMO|FINAL) (?:DE (?:LA )?|DA |D['’])?)?"
    r"(?:JOUR(?:N[ÉE]E)?|NUIT|MATIN(?:[ÉE]E)?|SOIR(?:[ÉE]E)?|AUBE|CR[ÉE]PUSCULE|APR[ÈE]S-MIDI|MIDI|MINUIT|"
    r"TAG|NACHT|MORGEN|ABEND|MITTAG|(?:VOR|NACH)MITTAG|MITTERNACHT|(?:MORGEN|ABEND)?D[ÄA]MMERUNG|"
    r"D[ÍI]A|NOCHE|TARDE|MA[ÑN]ANA|AMANECER|ATARDECER|ANOCHECER|MADRUGADA|MEDIOD[ÍI]A|MEDIANOCHE|"
    r"GIORNO|NOTTE|MATTIN[AO]|SERA|ALBA|TRAMONTO|POMERIGGIO|MEZZOGIORNO|MEZZANOTTE|"
    r"NOITE|MANH[ÃA]|AMANHECER|ENTARDECER|ANOITECER|MEIO-DIA|MEIA-NOITE|"
    r"DZIE[ŃN]|NOC|WIECZ[ÓO]R|RANO|(?:Η?ΜΕΡΑ|ΝΥΧΤΑ|ΠΡΩ[ΙΪ]|ΑΠΟΓΕΥΜΑ|ΒΡΑΔΥ)|"
    r"ليل|نهار|صباح|مساء|فجر|יום|לילה|ערב|בוקר|낮|밤|아침|저녁|새벽|오전|오후|점심)"
)
TIME_ABROAD = Pattern(rf"{_ABROAD}(?:\s*/\s*{_ABROAD})?\.?", 2)
"""A time of day in other languages: of a heading that something else makes one, for ``TAG`` is an English word too."""
_MONTH = (
    r"(?:JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|SEPT?(?:EMBER)?|OCT(?:OBER)?|"
    r"NOV(?:EMBER)?|DEC(?:EMBER)?)\.?"
)
YEAR = Pattern(
    rf"(?:(?:(?:EARLY|MID|LATE|THE|SPRING|SUMMER|AUTUMN|FALL|WINTER|{_MONTH})[ -](?:OF )?(?:THE )?"
    r"(?:\d{1,2}(?:ST|ND|RD|TH)?,? )?)?(?:1[5-9]|20|21)\d\d(?:['’]?S)?|(?:CIRCA|C\.) ?\d{3,4}|"
    r"\d{1,4} (?:B\.?C\.?(?:E\.?)?|A\.?D\.?|C\.?E\.?)|A\.?D\.? \d{1,4}|(?:1\d|20|21)\d\d年代?)\.?",
    2,
)
_FLASH = r"FLASH[ -]?(?:BACK|FORWARD)S?"
MODIFIER = Pattern(
    rf"(?:CONTINUOUS(?: ACTION)?|CONT(?:INUING|INUED|['’]D)|(?:\w+ ){{0,3}}(?:LATER|EARLIER)|MOMENTS BEFORE|MEANWHILE|"
    rf"SIMULTANEOUS|(?:AT )?(?:THE )?SAME(?: TIME)?|{_FLASH}(?: ENDS?| SEQUENCE)?|END(?: OF)? {_FLASH}|"
    r"OMIT(?:TED)?|BACK TO (?:SCENE|PRESENT)|(?:THE )?(?:PRESENT(?: DAY)?|PAST|FUTURE)|MODERN DAY|"
    r"(?:IN )?(?:A )?(?:DREAM|NIGHTMARE|MEMORY|FANTASY)(?: SEQUENCE)?|MONTAGE|SERIES OF SHOTS|INTERCUT(?:TING)?|"
    r"ESTABLISHING(?: SHOT)?|RESUMING|TRAVELL?ING|MOVING|DRIVING|STATIONARY|STOCK(?: FOOTAGE)?|"
    r"(?:\w+['’]S )?P\.?O\.?V\.?|AERIAL|"
    r"ФЛ[ЕЭ]ШБ[ЕЭ]К|СОН|ВОСПОМИНАНИ[ЕЯ]|ПРОДОЛЖЕНИЕ|(?:\w+ ){0,3}ПОЗЖЕ|(?:В )?ТО ЖЕ ВРЕМЯ|МОНТАЖ|"
    r"PLUS TARD|M[ÊE]ME (?:TEMPS|JOUR)|CONTIN[UÚ]O|M[ÁA]S TARDE|MAIS TARDE|PI[ÙU] TARDI|SP[ÄA]TER|DURCHGEHEND|"
    r"闪回|回忆|梦境|梦|闪前|连续|同前|续|幻想|蒙太奇|回想|夢|同時刻)\.?",
    2,
)
"""What says how a scene stands to the others, or how it is shot."""
ABBREVIATIONS = frozenset(
    "MR MRS MS DR ST MT FT SGT LT COL GEN CAPT PROF REV JR SR NO VS INC CO CORP AVE OFC DEPT".split()
)
"""Words with a full stop that ends no part of a place."""
