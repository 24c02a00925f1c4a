"""English forms of Task II questions."""

TEMPLATES: dict[str, tuple[str, ...]] = {
    "last_act": (
        "Speech aside, what is the last thing that {who} is seen to do in the scene in which {event}?",
        "In the scene in which {event}, what is the last that we see {who} do, words apart?",
        "{Event}. Apart from talking, what does {who} do last in that scene?",
    ),
    "last_word": (
        "Who has the last word in the scene in which {event}?",
        "{Event}. Who is the last to speak in that scene?",
        "Whose line closes the scene in which {event}?",
    ),
    "event_date": (
        "On what date is the scene set in which {event}?",
        "{Event}. What date is it, going by the titles on the screen?",
        "Which date does the script give for the day on which {event}?",
    ),
    "days_between": (
        "How many days pass between the day on which {first} and the day on which {second}?",
        "{First}. How many days later is it that {second}?",
        "{Second}. How many days before that does it happen that {first}?",
    ),
    "next_holder": (
        "{Event}. Who is the next person to get hold of {thing} after that?",
        "Into whose hands does {thing} pass next, after {event}?",
        "{Event}. Whose is {thing} next, once it changes hands again?",
    ),
    "thing_chain": (
        "{Event}. Who are the next {count} people to have {thing} after {who}, in order?",
        "{Event}. After {who}, who are the {count} next holders of {thing}, one after the other?",
        "{Event}. Through whose hands does {thing} pass after {who}: who are the first {count}, in order?",
    ),
    "in_both_scenes": (
        "Apart from those named here, who speaks or acts both in the scene in which {first} and in the one in which "
        "{second}?",
        "{First}; in another scene, {second}. Which person not named here takes part in both scenes?",
        "One person whom this question doesn't name has a part in the scene in which {first} as well as in the one in "
        "which {second}. Who is it?",
        "Without being named here, who speaks or acts in the scene in which {first} and again in the one in which "
        "{second}?",
    ),
    "doer_later": (
        "Somebody {first}. In the scene in which {second}, what does this same person do last, talk aside?",
        "What, words apart, does the person who {first} do last in the scene in which {second}?",
        "In the scene in which {second}, what is the last thing done, talk aside, by the person who, in an earlier "
        "scene, {first}?",
    ),
    "who_it_was": (
        "What is the name of the person who is known only as {described} when {event}?",
        "In an early scene, {event}. Under what name do we later know this person?",
        "{Event}. Who turns out to be the person that is called {described} there?",
    ),
    "next_meeting": (
        "{Event}. When {who} and {other} next meet, in another scene, what do we first see {who} do, talk aside?",
        "After the scene in which {event}, {who} and {other} meet again. What do we first see {who} do then?",
        "How do we first see {who} in the next scene with {who} and {other}, after the one in which {event}?",
    ),
    "follows_reverses": (
        "{Event}. By what deed of a later scene is this reversed, as far as {about} is concerned?",
        "What later turns the tables once {event}, where {about} is concerned?",
    ),
    "follows_resolves": (
        "{Event}. In what later deed is the matter of {about} settled?",
        "What in a later scene settles what is left open about {about} when {event}?",
    ),
    "follows_reveals": (
        "{Event}. In a later scene, what brings to light what is behind this about {about}?",
        "What later brings to light, about {about}, what lies behind the moment when {event}?",
    ),
    "follows_causes": (
        "{Event}. What does this lead to in a later scene, where {about} is concerned?",
        "What follows for {about}, in a later scene, from the moment when {event}?",
    ),
    "which_first": (
        "Which of these comes first in the story: {first}; {second}; or {third}?",
        "Of these three events, which is the earliest: {first}; {second}; {third}?",
        "Put in the order of the story, which of these stands at the beginning: {first}; {second}; {third}?",
    ),
    "state": (
        "{Event}. What held of {who} in this respect until then?",
        "At one point, {event}. What had been the case with {who} right before?",
        "Before it comes to the point at which {event}, what is the case with {who} in this respect?",
    ),
    "state_role": (
        "{Event}. What position did {who} hold until then?",
        "At one point, {event}. Which role did {who} have right before that?",
        "Which position does {who} give up or lose before it can be said that {event}?",
    ),
    "state_physical": (
        "{Event}. In what bodily state was {who} before that?",
        "At one point, {event}. What was the bodily state of {who} right before that?",
        "What has been the matter with {who}'s body by the time that {event}?",
    ),
    "state_relationship": (
        "{Event}. How did {who} and {other} stand to each other until then?",
        "At one point, {event}. What had been between {who} and {other} before?",
    ),
    "state_goal": (
        "{Event}. What did {who} mean to do until then?",
        "At one point, {event}. What had {who} been after before?",
    ),
    "state_knowledge": (
        "{Event}. What did {who} believe until then?",
        "At one point, {event}. What had {who} taken for true before?",
    ),
    "contrast_role": (
        "What position does {who} hold when {first}, and what position when {second}?",
        "{First}; later, {second}. What is {who}'s position at each of these two moments?",
        "Between the moment when {first} and the one when {second}, {who} rises or falls in rank: from what to what?",
    ),
    "contrast_physical": (
        "In what bodily state is {who} when {first}, and in what state when {second}?",
        "{First}; later, {second}. How is {who}'s body at the one moment, and how at the other?",
        "How has {who}'s bodily state changed between the moment when {first} and the one when {second}?",
    ),
    "contrast_relationship": (
        "How do {who} and {other} stand to each other when {first}, and how when {second}?",
        "{First}; later, {second}. How are things between {who} and {other} at each of the two moments?",
        "How has what is between {who} and {other} changed from the moment when {first} to the one when {second}?",
    ),
    "unchanged_role": (
        "One person {first} and, in a later scene, {second}. What position does this person hold both times?",
        "The person who {first} is also the one who {second}. Which position has this person had all along?",
        "Somebody {first}, and in a later scene {second}. What position does this person hold at both moments?",
    ),
    "unchanged_relationship": (
        "How do {who} and {other} stand to each other, both when {first} and when {second}?",
        "{First}; in a later scene, {second}. How have {who} and {other} stood to each other all along?",
        "Between the moment when {first} and the one when {second}, nothing changes in how {who} and {other} stand to "
        "each other. How do they?",
    ),
    "unchanged_kin": (
        "How is the person who {first} related to the one who, in another scene, {second}?",
        "In one scene somebody {first}; in another, somebody {second}. What kin are these two to each other?",
        "One person {first} and, in a later scene, another {second}. Which family tie joins the two?",
    ),
    "brought_about": (
        "At first {first}; later {second}. Which event brings this change about?",
        "{First} to begin with, and later {second}. What happens to change this?",
        "{First}, until an event after which {second}. Which event is it?",
    ),
    "came_by": (
        "{Event}. By what event of an earlier scene had {thing} last come to {who} at that time?",
        "At the moment when {event}, how had {thing} last come into {who}'s hands?",
        "Looking back from the moment when {event}: by which deed did {thing} last come to {who}?",
    ),
    "hurt_by": (
        "In the scene in which {event}, somebody is hurt. Which event of an earlier scene is the cause?",
        "{Event}. Somebody there suffers from an injury: what has happened before to bring it about?",
    ),
    "shows_later": (
        "{Event}, and from then on {after}. In what deed of a later scene does this show?",
        "After the moment when {event}, {after}. What happens in a later scene that shows it?",
        "{Event}, so that {after}. By what deed can it still be told in a later scene?",
    ),
    "traces_back": (
        "{Event}, since {after}. Which event of an earlier scene has brought that about?",
        "By the moment when {event}, {after}. With which event of an earlier scene did that begin?",
        "{Event}, which shows that {after}. What happened in an earlier scene to make it so?",
    ),
    "learns_from": (
        "{Who} has no part in it when {event}. Who tells {who} of it later?",
        "{Event}. From whom does {who}, who isn't there, hear of it afterwards?",
        "Through whom does {who} find out, in a later scene, that {event}?",
    ),
    "learns_by": (
        "{Who} isn't there when {event}. What gives it away to {who} later?",
        "{Event}. By what does {who}, who isn't there, come to know of it afterwards?",
        "How does {who} find out, in a later scene, that {event}?",
    ),
    "knows_already": (
        "{Later}. Which of the two, {one} or {other}, was there at the earlier moment when {event}?",
        "By the time that {later}, who of {one} and {other} knows at first hand that {event}?",
        "{Event}. Later, {later}. Who could speak of the earlier event as a witness: {one} or {other}?",
    ),
    "makes_up": (
        "{Event}. What is the first thing in a later scene with which {who} or {other} comes round to the other?",
        "After the moment when {event}, what is the first step that {who} and {other} take towards each other?",
        "{Event}. How do {who} and {other} come closer again in a later scene?",
    ),
    "falls_out": (
        "{Event}. With what does it come to a break between {who} and {other} in a later scene?",
        "After the moment when {event}, what is the next clash between {who} and {other}?",
        "{Event}. How do {who} and {other} fall out in a later scene?",
    ),
    "goal_kept": (
        "In the scene in which {event}, {who} promises {other} something. By which later deed is it made good?",
        "{Event}. In that scene {who} gives {other} a promise: what happens in a later scene that keeps it?",
        "What {who} promises {other} in the scene in which {event}: with which later deed is it done?",
    ),
    "goal_kept_told": (
        "{Event}. In what deed of a later scene is this promise made good?",
        "{Event}. What happens in a later scene that keeps this promise?",
        "By which later deed is it kept what is promised when {event}?",
    ),
    "goal_defied": (
        "In the scene in which {event}, {who} warns {other} off something. By whom is it done later, and how?",
        "{Event}. In that scene {who} forbids {other} something: who does it later all the same, and with what deed?",
        "What {who} tells {other} not to do in the scene in which {event}: by what later deed is it done after all?",
    ),
    "goal_defied_told": (
        "{Event}. Who goes against this in a later scene, and with what deed?",
        "{Event}. With which later deed is it done all the same?",
        "By what deed of a later scene is it shown that it was of no avail when {event}?",
    ),
    "contrast_goal": (
        "What is {who} after when {first}, and what when {second}?",
        "{First}; later, {second}. What does {who} mean to do at each of these two moments?",
        "How have {who}'s aims changed between the moment when {first} and the one when {second}?",
    ),
    "contrast_knowledge": (
        "What does {who} take for true when {first}, and what when {second}?",
        "{First}; later, {second}. What does {who} believe at each of these two moments?",
        "How has what {who} believes changed between the moment when {first} and the one when {second}?",
    ),
    "contrast_possession": (
        "What does {who} have when {first}, and what when {second}?",
        "{First}; later, {second}. What is in {who}'s hands at each of these two moments?",
    ),
}
"""By way of asking; in turn over a film's items. ``{Event}`` is ``{event}`` at the start of a sentence."""
