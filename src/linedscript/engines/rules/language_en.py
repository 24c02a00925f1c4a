"""English word lists of the ``rules`` annotators: general vocabulary, nothing of any one script."""

from linedscript.engines.rules.verb_words_en import MORE_VERBS

TRANSFER = frozenset(
    """
    give hand pass toss throw offer slide slip present return deliver lend sell pay bring show send feed
    """.split()
)
"""Verbs that move a thing to somebody."""
TAKE = frozenset(
    """
    take grab steal snatch seize catch receive accept pocket retrieve collect buy borrow fetch get lift pick
    """.split()
)
"""Verbs after which the agent has the thing."""
HOLD = frozenset(
    """
    hold carry clutch keep own have wear wield brandish cradle swing raise
    """.split()
)
RELEASE = frozenset(
    """
    drop lose abandon discard surrender
    """.split()
)
HOSTILE = frozenset(
    """
    hit slap punch kick shove stab shoot strangle choke threaten attack strike beat assault insult mock curse accuse
    arrest fire fight betray kill murder spit ambush chase confront sue evict handcuff slug tackle scold suspend
    """.split()
)
AFFECTION = frozenset(
    """
    kiss hug embrace comfort caress console thank love marry cherish stroke soothe forgive adore
    """.split()
)
DEALING = (
    HOSTILE
    | AFFECTION
    | frozenset(
        """
    follow help drag pull push lead greet join meet watch face ask tell call warn order invite visit save rescue
    guide guard untie free release carry catch stop block escort interrupt answer nod wave smile glare point bow
    surround approach grab hold shake touch pat lift seat dismiss hire introduce recognize serve feed dress trust
    obey teach protect remind question beckon whisper hush cover crouch lean hand turn look stare glance grin wink
    salute shield
    """.split()
    )
)
"""Verbs that are dealings between characters where their object is another character."""
STATIVE = frozenset(
    """
    be seem wear contain resemble consist belong remain mean cost need deserve know like prefer equal stay
    """.split()
)
"""No happening of their own."""

_OTHER = """
abandon accelerate act add adjust admit aim announce appear approach argue arrive arrange assemble awaken back balance
bang bark bend bend bite blast blaze bleed blink block blow board boil bounce bow break breathe bring brush buckle
build bump burn burst bury button buzz call calm cast catch change charge check cheer chew chop chuckle circle clap
clatter clean clear clench click climb close collapse collide come complain concentrate consider continue cook cool
cough count cover crack crash crawl creak creep cringe cross crouch crumble crumple cry cut dance dangle dash dart
deal decide descend dial die dig dim dip disappear dive dodge doze drag drain draw dress drift drink drip drive drop
drown dry duck dump dust eat echo edge emerge empty end enter erupt escape examine exchange exit explain explode
extend extinguish face fade fall falter fan fasten feel fidget fiddle fill find finish fire fish fit fix flare flash
flee flick flicker fling flinch flip float flood flow fly fold follow force form freeze frown fumble gallop gasp
gather gaze gesture giggle glance glare glide glow go grab gesture grin grip groan grope grow growl grumble grunt
guess guide gulp halt hammer hang haul head hear heave heel hesitate hide hit hobble hoist hop howl hum hunt hurl
hurry hush ignite ignore imitate inch indicate inhale inspect instruct interrupt jam jerk jog join judge jump kneel
knock land laugh launch lay lead lean leap learn leave let lick lie lift light limp linger listen live load lock look
loom lower lunge make march mark marry melt mend miss mix moan mount mourn move mumble murmur mutter nail nod notice
nudge object open operate order pace pack paint pant park part paste pat pause peek peel peer peep perch perform pick
pierce pile pin place plant play plead pluck plunge point poke polish pop pose pound pour pray press pretend prepare
proceed produce pronounce pull pump punch purse push put race rain raise ram rattle reach react read realize rear
recite recognize recoil refuse register relax release relight remember remove repair repeat reply rest resume retreat
reveal reverse revise ride ring rip rise roar rock roll rub rummage run rush sag sail salute sample saw say scan
scatter scoff scoop scramble scrape scratch scream scribble scurry search seal see send set settle sew shake shatter
shave shift shine shiver shoot shout shove show shred shriek shrug shudder shuffle shut sigh sign signal sing sink sip
sit skid skip slam slap sleep slide slip slow slump smash smell smile smirk smoke snap snarl sneak sneer sneeze sniff
snore snort soar sob soften spark speak speed spin spill spit splash split spot sprawl spread spring sprint squeeze
squint stack stagger stamp stand stare start startle steady steal steam steer step stiffen stir stop stoop straighten
strain stretch stride strike strip stroll struggle stuff stumble stutter sulk surface surge surrender survey swallow
swap sway swear sweat sweep swerve swim swing swirl switch swivel talk tap taste teach tear tease telephone test thank
thaw think thump throw thrust tie tighten tilt tip toast toss touch tow trail tremble trip trot trudge try tuck tug
tumble turn twist twitch type unbuckle unbutton unclip uncork undo undress unfold unhook unlock unpack unpin unplug
unroll unscrew untie unwrap unzip use vanish visit vomit vote wade wait wake walk wander want wash watch wave weave
weep weigh wheel wheeze whip whirl whisper whistle widen win wince wind wipe wonder work worry wrap wrestle wriggle
write yank yawn yell zip bob blare beep chime clang ding hiss honk rumble rustle sizzle slosh thud tick whir whoosh
crowd dawn huddle hurtle judge labor lecture nestle object pry purr quiver recede rejoin scuttle slouch snicker
snuggle stab stalk steep stomp strut tense wobble whack pitch shamble activate attach awaken confess deny discover
doubt expect fail hope imagine intend laugh lie manage need plan promise prove pursue quit reject report rule shelter
shrink slice solve sort spare spray squat squash squirm stash stumble stun suggest suspect tap trace travel trap treat
tread trust understand urge wed welcome whine wish yield hang hug inhale crane crook cup dab ease flatten flap floor
fold gnaw graze hop hover jab jingle jostle loosen nibble pad patter perk ply prod prop prowl pucker
"""
LEMMAS = frozenset(_OTHER.split()) | MORE_VERBS | TRANSFER | TAKE | HOLD | RELEASE | DEALING | STATIVE
_IRREGULAR_S = {"be": ("is", "are", "am"), "have": ("has",), "do": ("does",), "go": ("goes",), "undo": ("undoes",)}
_PAST = (
    "be:was,were have:had go:went give:gave,given take:took,taken steal:stole,stolen leave:left lose:lost lie:lied "
    "hide:hid,hidden see:saw,seen tell:told say:said find:found make:made write:wrote,written break:broke,broken "
    "come:came run:ran fall:fell,fallen drive:drove,driven throw:threw,thrown catch:caught bring:brought buy:bought "
    "sell:sold keep:kept hold:held cut:cut put:put let:let shut:shut hit:hit shoot:shot kill:killed know:knew,known "
    "think:thought feel:felt send:sent pay:paid meet:met read:read hear:heard speak:spoke,spoken get:got,gotten "
    "swear:swore,sworn burn:burned,burnt bury:buried die:died drown:drowned marry:married sign:signed "
    "promise:promised save:saved fire:fired cheat:cheated betray:betrayed murder:murdered beg:begged drop:dropped "
    "stop:stopped fight:fought stand:stood sit:sat lead:led build:built lend:lent forget:forgot,forgotten "
    "forgive:forgave,forgiven begin:began,begun drink:drank,drunk sink:sank,sunk eat:ate,eaten win:won teach:taught "
    "wear:wore,worn tear:tore,torn rise:rose,risen sing:sang,sung swim:swam,swum strike:struck hang:hung "
    "do:did,done "
)


def third_person(lemma: str) -> tuple[str, ...]:
    """The present-tense forms of the third person singular: ``carry`` gives ``carries``."""
    if lemma in _IRREGULAR_S:
        return _IRREGULAR_S[lemma]
    if lemma.endswith(("s", "x", "z", "ch", "sh")):
        return (lemma + "es",)
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return (lemma[:-1] + "ies",)
    return (lemma + "s",)


def _past(lemma: str) -> tuple[str, ...]:
    if lemma.endswith("e"):
        return (lemma + "d",)
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return (lemma[:-1] + "ied",)
    return (lemma + "ed",)


THIRD = {form: lemma for lemma in sorted(LEMMAS | {"do", "begin"}) for form in third_person(lemma)}
PAST_OF = {part.split(":")[0]: tuple(part.split(":")[1].split(",")) for part in _PAST.split()}
PAST = {form: lemma for lemma in sorted(LEMMAS) if lemma not in PAST_OF for form in _past(lemma)} | {
    form: lemma for lemma, forms in PAST_OF.items() for form in forms
}
PROGRESSIVE = {
    form: lemma
    for lemma in sorted(LEMMAS - {"be"})
    for form in (
        (lemma[:-1] if lemma.endswith("e") and not lemma.endswith("ee") else lemma) + "ing",
        lemma + lemma[-1] + "ing",
    )
}

DETERMINERS = frozenset(
    """
    a an the this that these those some another one two three four five six seven eight nine ten each every no any
    both
    """.split()
)
POSSESSIVES = frozenset(
    """
    my your his her its our their
    """.split()
)
PREPOSITIONS = frozenset(
    """
    in on at to from into onto with without of for by over under behind beside between through across along around
    against toward towards near inside outside above below beneath past off up down out about after before during
    until among beyond within via like as than upon aboard
    """.split()
)
CONJUNCTIONS = frozenset(
    """
    and or but then while when as so because if though although since until where that which who whom whose
    """.split()
)
PARTICLES = frozenset(
    """
    up down off out in back away over on around aside apart open through forward together along by
    """.split()
)
ADVERBS = frozenset(
    """
    then now just only still even also almost never always slowly again finally suddenly quickly already simply both
    all once twice
    """.split()
)
HEDGES = frozenset(
    """
    almost nearly barely
    """.split()
)
INTENDS = frozenset(
    """
    try want intend plan hope threaten
    """.split()
)
HE = frozenset(
    """
    he him his himself
    """.split()
)
SHE = frozenset(
    """
    she her hers herself
    """.split()
)

TITLES = frozenset(
    """
    mr mrs ms miss dr doctor captain sheriff mayor professor father mother sister brother aunt uncle officer
    detective sergeant colonel general lieutenant major judge king queen prince princess lord lady sir madam dame
    president senator governor inspector reverend deacon deputy chief nurse chairman minister agent commander
    admiral count duke grandma grandpa coach principal
    """.split()
)
BODY = frozenset(
    """
    hand hands arm arms eye eyes head face shoulder shoulders finger fingers foot feet leg legs knee knees hair
    mouth lips ear ears nose neck back chest cheek cheeks chin brow eyebrow fist fists palm palms wrist lap elbow
    tears breath voice smile body mind heart skin forehead thumb weight gaze tongue teeth way end place moment side
    time look step steps place rest length edge top bottom middle word words
    """.split()
)
"""What is no Object although a verb has it as its object."""
HOLIDAYS = frozenset(
    """
    christmas easter thanksgiving halloween
    """.split()
)
NOUNS = frozenset(
    """
    cup light shadow box stack pile step key lamp lock mark paper place plant plate post range rest ring roll saw
    sign stone button cap coat book bag hand face watch clock file picture wave lead board hammer pen pin pack pump
    race ride rock seal search seat shelter shield smell sound stage stamp stick store tape tie tip trap turn walk
    wall wash water wind work play plan point park part pass look laugh judge head front fire fish float flood floor
    flower form dress drink dance count cook clear challenge bow blow bend bark back coil screw brake chip clip comb
    copy cuff curl cycle design display drill drum file filter finger grate grill hook knot lace latch loop measure
    nick note outline paddle patrol peg phone photograph plug print quote raid ripple scout sketch sling sponge stain
    stall stamp staple stitch strap streak stub study swell thread trade trim tune vault vow waste whisk wrinkle
    """.split()
)
"""Verbs that are as often nouns: with a thing as its subject, one at the sentence's end is a noun."""
MOTION = frozenset(
    """
    go come walk run climb crawl march step stride stroll wander rush hurry enter exit leave move fly drive ride
    sail swim dance limp shuffle stagger stumble jump leap fall descend ascend race dash dart wait stand sit lie
    stay sleep live turn look stare lean kneel
    """.split()
)
"""Verbs whose noun phrase is a way or a place."""
MALE_TITLES = frozenset(
    """
    mr father brother uncle king prince lord sir grandpa count duke
    """.split()
)
FEMALE_TITLES = frozenset(
    """
    mrs ms miss mother sister aunt queen princess lady madam dame grandma
    """.split()
)
PERSONS = frozenset(
    """
    man woman boy girl child kid baby lady gentleman guy stranger guard officer cop policeman policewoman detective
    soldier nurse doctor waiter waitress bartender driver priest nun teacher student clerk secretary assistant
    reporter journalist editor photographer fisherman fishermen sailor deckhand captain pilot cook chef maid butler
    servant farmer neighbor neighbour crowd mob couple friend friends men women people children boys girls passenger
    passengers customer customers patient victim thief robber killer prisoner worker workers manager boss lawyer
    judge juror witness singer musician dancer actor actress director host hostess king queen knight messenger monk
    beggar merchant tailor barber mechanic plumber engineer scientist operator receptionist janitor caretaker agent
    spy attendant visitor guest guests villager villagers youth teenager toddler widow widower orphan bride groom
    twin twins person employee hunter rider paramedic announcer narrator salesman vendor shopkeeper landlady
    landlord
    """.split()
)
GROUPS = frozenset(
    """
    crowd mob couple friends men women people children boys girls passengers customers workers guests villagers
    fishermen twins
    """.split()
)
KIN = {
    "father": "father",
    "dad": "father",
    "daddy": "father",
    "papa": "father",
    "pa": "father",
    "mother": "mother",
    "mom": "mother",
    "mum": "mother",
    "mama": "mother",
    "mommy": "mother",
    "ma": "mother",
    "son": "son",
    "daughter": "daughter",
    "brother": "brother",
    "sister": "sister",
    "husband": "husband",
    "wife": "wife",
    "uncle": "uncle",
    "aunt": "aunt",
    "nephew": "nephew",
    "niece": "niece",
    "cousin": "cousin",
    "grandfather": "grandfather",
    "grandmother": "grandmother",
    "grandpa": "grandfather",
    "grandma": "grandmother",
    "granddad": "grandfather",
    "grandson": "grandson",
    "granddaughter": "granddaughter",
    "twin": "twin",
    "stepfather": "stepfather",
    "stepmother": "stepmother",
    "fiancé": "fiancé",
    "fiancée": "fiancée",
}
VOCATIVE_KIN = frozenset(
    """
    dad daddy papa pa mom mum mama mommy ma grandpa grandma father mother
    """.split()
)
ORGANIZATIONS = frozenset(
    """
    station commission clinic agency company corporation bank hospital school university college church police army
    council society union club department bureau institute foundation association committee ministry court press
    newspaper courier gazette tribune herald times lab laboratory firm inc ltd co navy force party fund board museum
    theatre theater orchestra academy office hotel factory league team gang ministry parish
    mutual insurance trust airlines railway
    """.split()
)
ORGANIZATION_PLACES = frozenset(
    """
    station clinic bank hospital school university college church police court lab laboratory museum theatre theater
    academy hotel factory office
    """.split()
)
LOCATIONS = frozenset(
    """
    harbor harbour river street bridge road shelf reach island bay beach mountain lake hill square park valley
    county house avenue lane forest canyon creek point cape port sea ocean desert village town city castle palace
    tower inn bar cafe café diner restaurant hall dock pier wharf narrows buoy mill farm ranch cemetery prison jail
    airport highway alley garden gate plaza marina building apartment apartments store shop market camp
    """.split()
)
EVENTS = frozenset(
    """
    festival supper dinner party wedding funeral trial hearing election ceremony parade ball feast concert premiere
    graduation birthday anniversary reunion vigil auction blessing banquet race tournament match war battle carnival
    fair audition rehearsal conference celebration memorial prom gala debate strike recital inauguration coronation
    raid picnic baptism
    """.split()
)
"""Head nouns of Occasions."""
COMMON_EVENTS = frozenset(
    """
    wedding funeral trial hearing election ceremony parade concert graduation reunion vigil auction festival
    premiere tournament rehearsal
    """.split()
)
"""Those that name an Occasion without a capital letter."""
CONCEPTS = frozenset(
    """
    secret promise debt lie truth oath revenge justice freedom guilt grudge betrayal honor honour faith forgiveness
    inheritance curse rumor rumour alibi confession scandal loyalty duty shame dream love trust courage
    """.split()
)
WEEKDAYS = frozenset(
    """
    monday tuesday wednesday thursday friday saturday sunday
    """.split()
)
MONTHS = frozenset(
    """
    january february march april may june july august september october november december
    """.split()
)
NO_NAMES = frozenset(
    """
    eleven twelve thirteen fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand i a an the
    and but or so if then when while as at in on to for from of by with he she it they we you his her its their our
    your my this that these those there here what who whom whose where why how which not no yes oh ah hey hello hi
    well okay ok please thank thanks sorry good god jesus christ hell damn never always every everybody everyone
    somebody someone nobody nothing something anything all any both each one two three four five six seven eight
    nine ten first second third last next now today tonight tomorrow yesterday just only still even maybe perhaps
    sure right let's let don't can't won't isn't it's i'm i'll i've i'd you're you'll he's she's that's what's
    there's they're we're int ext day night morning evening afternoon dusk dawn noon later continuous super cut fade
    tv ok am pm v.o o.s o.c cont'd sir ma'am madam because after before until since though although once like come
    go get look wait stop take give tell say see know do did does is are was were be been have has had will would
    could should may might must can shall english french german spanish american british chinese
    """.split()
)
