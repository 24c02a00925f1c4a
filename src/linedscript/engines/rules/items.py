"""Wording of Task II candidates by rule: several templates for each way of asking, taken in turn."""

from typing import Any

from linedscript.engines.rules.wording import sentence_case, with_stop

_EN: dict[str, tuple[str, ...]] = {
    "last_act": (
        "In the scene in which {event}, what is the last thing that {who} does?",
        "How does {who} end the scene in which {event}?",
        "{Event}. What does {who} do at the very end of that scene?",
    ),
    "last_word": (
        "Who has the last word in the scene in which {event}?",
        "{Event}. Who is the last to speak in that scene?",
    ),
    "event_date": (
        "On what date is the scene set in which {event}?",
        "{Event}. What is the date on that day, going by the titles on the screen?",
        "Which date does the script give for the day on which {event}?",
    ),
    "days_between": (
        "How many days pass between the day on which {first} and the day on which {second}?",
        "{First}. How many days later is it that {second}?",
    ),
    "next_holder": (
        "{Event}. Who is the next person to get hold of {thing} after that?",
        "Into whose hands does {thing} pass next, after {event}?",
    ),
    "thing_chain": (
        "{Event}. Into whose hands does {thing} go after that, in order?",
        "Starting from the moment when {event}, who has {thing} next, in order?",
    ),
    "in_both_scenes": (
        "Apart from those named here, who speaks or acts both in the scene in which {first} and in the one in which "
        "{second}?",
        "{First}; in another scene, {second}. Which person not named here takes part in both scenes?",
    ),
    "who_it_was": (
        "What is the name of the person who is known only as {described} when {event}?",
        "In an early scene, {event}. Under what name do we later know this person?",
    ),
    "follows_reverses": (
        "{Event}. By what is this reversed in a later scene?",
        "What later turns the tables once {event}, where {about} is concerned?",
    ),
    "follows_resolves": (
        "{Event}. How is this matter settled in a later scene?",
        "What in a later scene settles what is left open when {event}?",
    ),
    "follows_reveals": (
        "{Event}. In a later scene, how does the truth about this come to light?",
        "What later brings to light what lies behind the moment when {event}?",
    ),
    "follows_causes": (
        "{Event}. What does this lead to in a later scene, where {about} is concerned?",
        "What follows for {about}, in a later scene, from the moment when {event}?",
    ),
    "which_first": (
        "Which of these comes first in the story: {first}; {second}; or {third}?",
        "Of these three events, which is the earliest: {first}; {second}; {third}?",
    ),
    "state": (
        "{Event}. What held of {who} in this respect until then?",
        "At one point, {event}. What had been the case with {who} right before?",
    ),
    "state_role": (
        "{Event}. What position did {who} hold until then?",
        "At one point, {event}. Which role did {who} have right before that?",
    ),
    "state_physical": (
        "{Event}. In what bodily state was {who} before that?",
        "At one point, {event}. What was the bodily state of {who} right before that?",
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
}
_ZH: dict[str, tuple[str, ...]] = {
    "last_act": (
        "在“{event}”的那场戏里，{who}最后做了什么？",
        "{event}。这场戏结束时，{who}的最后一个举动是什么？",
        "{event}的那一场，{who}以什么动作收尾？",
    ),
    "last_word": ("{event}。那场戏里最后一个开口说话的人是谁？", "在“{event}”的那场戏里，最后一句话是谁说的？"),
    "event_date": (
        "{event}。按字幕推算，这是哪一天？",
        "“{event}”这件事发生在哪一天？",
        "剧本交代，{event}的那天是几月几日？",
    ),
    "days_between": ("从“{first}”那天，到“{second}”那天，隔了几天？", "{first}。几天以后，{second}？"),
    "next_holder": ("{event}。这之后，{thing}接下来到了谁手里？", "{event}之后，下一个拿到{thing}的人是谁？"),
    "thing_chain": ("{event}。这以后，{thing}依次到了哪些人手里？", "从“{event}”算起，{thing}先后又经过谁的手？"),
    "in_both_scenes": (
        "除了问题里提到的人，谁既出现在“{first}”那一场，又出现在“{second}”那一场？",
        "一场戏里，{first}；另一场戏里，{second}。这里没有点名而两场都有言行的人是谁？",
    ),
    "who_it_was": (
        "{event}。当时只被称作“{described}”的这个人，后来我们知道叫什么？",
        "“{event}”里的{described}究竟是谁？",
    ),
    "follows_reverses": ("{event}。后来的哪件事把这翻转了过来？", "{event}以后，关于{about}，哪件事让局面倒了过来？"),
    "follows_resolves": ("{event}。这件悬着的事后来怎样有了着落？", "{event}时留下的悬念，后来怎么了结？"),
    "follows_reveals": ("{event}。这件事的真相后来是怎么露出来的？", "后来发生了什么，让“{event}”背后的实情得以揭开？"),
    "follows_causes": ("{event}。这在后面的戏里引出了什么？", "“{event}”之后，{about}因此又出了什么事？"),
    "which_first": (
        "下面三件事哪一件最早发生：{first}；{second}；{third}？",
        "{first}，{second}，{third}——这三件事里最先发生的是哪一件？",
    ),
    "state": ("{event}。在此之前，{who}的情形是怎样的？", "后来{event}。这以前，{who}一直是什么状况？"),
    "state_role": ("{event}。在此之前，{who}是什么身份？", "后来{event}。这以前，{who}担任什么？"),
    "state_physical": ("{event}。在此之前，{who}的身体怎么样？", "后来{event}。这以前，{who}的身体状况如何？"),
    "state_relationship": (
        "{event}。在此之前，{who}与{other}是什么关系？",
        "后来{event}。这以前，{who}和{other}之间怎么样？",
    ),
    "state_goal": ("{event}。在此之前，{who}打算做什么？", "后来{event}。这以前，{who}一心想的是什么？"),
    "state_knowledge": ("{event}。在此之前，{who}以为是怎样？", "后来{event}。这以前，{who}信的是什么？"),
}


_INNER = str.maketrans("“”", "‘’")


def annotate(payload: dict[str, Any]) -> dict[str, Any]:
    """Reply of the ``items`` layer: a question by the candidate's kind and variant, and its answer as a phrase."""
    language, kind = payload["language"], payload["kind"]
    templates = _EN if language == "en" else _ZH
    options = templates.get(kind) or templates["state"]
    asks = payload["asks"]
    words = {**asks, **{name[:1].upper() + name[1:]: sentence_case(text) for name, text in asks.items()}}
    template = options[payload["variant"] % len(options)]
    for name, text in asks.items():
        if f"“{{{name}}}”" in template:  # a quotation inside a quotation
            words[name] = text.translate(_INNER)
    question = template.format(**words)
    answer = sentence_case(payload["answer"])
    if kind == "which_first" or kind.startswith(("follows_", "last_act")):
        answer = with_stop(answer, language)
    return {"question": sentence_case(question), "answer": answer}
