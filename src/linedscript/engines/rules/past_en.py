"""Past forms of English verbs. General vocabulary."""

_IRREGULAR = """
awake:awoke awaken:awakened be:was bear:bore beat:beat become:became begin:began bend:bent bet:bet bind:bound bite:bit
bleed:bled blow:blew break:broke breed:bred bring:brought build:built burst:burst buy:bought cast:cast catch:caught
choose:chose cling:clung come:came cost:cost creep:crept cut:cut deal:dealt dig:dug do:did draw:drew drink:drank
drive:drove eat:ate fall:fell feed:fed feel:felt fight:fought find:found flee:fled fling:flung fly:flew forget:forgot
forgive:forgave freeze:froze get:got give:gave go:went grind:ground grow:grew hang:hung have:had hear:heard heave:heaved
hide:hid hit:hit hold:held hurt:hurt keep:kept kneel:knelt know:knew lay:laid lead:led leap:leapt leave:left lend:lent
let:let lie:lay light:lit lose:lost make:made mean:meant meet:met overhear:overheard pay:paid put:put quit:quit
read:read ride:rode ring:rang rise:rose run:ran say:said see:saw seek:sought sell:sold send:sent set:set sew:sewed
shake:shook shine:shone shoot:shot show:showed shred:shredded shrink:shrank shut:shut sing:sang sink:sank sit:sat
sleep:slept slide:slid sling:slung slit:slit speak:spoke speed:sped spend:spent spin:spun spit:spat split:split
spread:spread spring:sprang stand:stood steal:stole stick:stuck sting:stung stink:stank stride:strode strike:struck
strive:strove swear:swore sweep:swept swell:swelled swim:swam swing:swung take:took teach:taught tear:tore tell:told
think:thought throw:threw thrust:thrust tread:trod understand:understood undo:undid unwind:unwound upset:upset
wake:woke wear:wore weave:wove weep:wept wet:wet win:won wind:wound withdraw:withdrew wring:wrung write:wrote
rewrite:rewrote retake:retook rethink:rethought rebuild:rebuilt unbind:unbound undergo:underwent foresee:foresaw
mistake:mistook misread:misread mislead:misled outrun:outran overcome:overcame overtake:overtook withstand:withstood
panic:panicked mimic:mimicked picnic:picnicked
"""
PAST = dict(part.split(":") for part in _IRREGULAR.split())
_DOUBLED = frozenset(
    """
    admit begin commit compel confer control defer equip excel expel forbid forget infer occur omit patrol permit prefer
    propel rebel refer regret remit repel submit transfer transmit unplug unpin unzip outfit
    """.split()
)
_VOWELS = "aeiou"


def past(lemma: str) -> str:
    """``carry`` gives ``carried``, ``stop`` ``stopped``, ``take`` ``took``."""
    if lemma in PAST:
        return PAST[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2:-1] not in _VOWELS:
        return lemma[:-1] + "ied"
    if lemma in _DOUBLED or _short(lemma):
        return lemma + lemma[-1] + "ed"
    return lemma + "ed"


def _short(lemma: str) -> bool:
    """One syllable that ends in one vowel and one consonant, which doubles."""
    if len(lemma) < 3 or lemma[-1] in _VOWELS + "wxy" or lemma[-2] not in _VOWELS:
        return False
    return not any(char in _VOWELS + "y" for char in lemma[:-2].replace("qu", "q"))
