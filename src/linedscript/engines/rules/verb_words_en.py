"""Further verbs of English action lines, as lemmas."""

MORE_VERBS = frozenset(
    """
ache adjourn adopt advance aid alert allow alternate amble angle apologize applaud appoint arouse ascend assess
assign attempt attend avoid awake bake bandage barge barricade bathe batter beam bellow bestow blacken bless
blindfold bloom blur blurt blush bore bother brace brake brew broadcast bustle buttress canter caper capsize caution
cease chant chatter chill chip chirp chisel choose chug clamber clamp clasp claw clink clip clutter coax coil comb
commandeer compare compete complete compose conceal conduct confer confide confiscate confuse connect construct
consult contact contemplate convince copy correct cower crackle cram crease crisscross croak croon crunch crush
cuddle cuff curl curtsy cycle dazzle debate declare decline dedicate defend deflate delete demand demonstrate
deposit describe desert design detach detect dictate dine direct disarm discuss disembark dislodge dispatch display
dissolve distribute divide doodle drape drawl dread drill drone drool drum dwindle elbow embark encircle encourage
engage enjoy enlarge erase erect escalate estimate evade exceed exclaim excuse execute exhale expand explore expose
extract faint fend ferry fib file filter finger fizzle flail flatter flutter focus forbid frighten frisk fume fuss
gag gain gamble gargle gauge gild glisten glitter gloat glue glug gnash gobble gossip gouge grate grease grieve
grill grimace grind groom grouse grovel guffaw halve handle hasten haunt heal heap hike hitch hoard hook hoot hound
huff hustle illuminate increase infer inform inherit inject injure inquire insert insist inspire install intercept
interrogate interview invent investigate irritate itch jeer jiggle jolt jot juggle jumble knead knit knot lace lash
latch lather launder lob locate lodge loop lounge lug lull lurch lurk mash massage measure mention merge mime mimic
mingle mistake mop mow muffle mull munch muster nag nap narrate neglect nick nominate notify obstruct offend ooze
outline overhear overlook overturn owe paddle pardon parry patrol pave peck pedal peg pelt phone photograph pilfer
pinch pivot plait plaster plod plonk plop plow plug plummet postpone practice practise praise preach prevent prick
primp print probe promenade prompt propose prosecute protest provide prune publish puff punctuate puncture puzzle
quake quarrel quieten quote raid rant rap rasp ration rebuild recall recline recover recruit redden reel refill
reflect refold refuel regain regret rehearse reheat reign reload remark reopen rephrase replace resent reset resist
respond restart restore restrain retch retie retort retract reunite revive reward rewind rifle rinse ripple roam
roast rot rotate rouse ruffle ruin saddle salvage savor savour scald scamper scare schedule scorch scour scout scowl
screech screw scrub scrunch scrutinize seek sense sever shackle shear shed shelve shimmer shorten shoulder shovel
shuck shun sidestep sift silence simmer singe sketch skim skitter slacken slash slather slaughter sling slink
slither slur smack smear smolder smooth smother snack snag snare snip snooze snuff soak solder spar sparkle spear
spell splatter splinter spoil sponge spur spurt sputter spy squabble squawk squeak squeal squelch squirt stain stall
staple stitch stock stockpile straddle strand strap stray streak strum stub study subside succeed suck suffer summon
supervise surf survive suture swaddle swat swell swig swipe swish swoon swoop tabulate tack tally tamp tangle tarry
taunt telegraph tempt tend thrash thread throb throttle thrum thunder thwart tickle tinker tiptoe titter toil toll
tong topple torment tote tousle trade trample transfer transform translate transmit treasure trickle trim triumph
troop trounce trundle tune tut twiddle twinkle twirl twitter uncap uncoil uncover uncross undergo unfurl unite
unlace unlatch unleash unload unravel unseal unsheathe untangle unveil uproot usher utter vacuum vault vent venture
verify vibrate vow waddle wag wail waltz wane warble waste waver weaken weary weld whimper whinny whisk whittle
wiggle wilt wither witness woo wring wrinkle yap yelp zoom
    """.split()
)
