"""Chinese forms of Task II questions."""

TEMPLATES: dict[str, tuple[str, ...]] = {
    "last_act": (
        "不算说话，在“{event}”的那场戏里，{who}最后做了什么？",
        "{event}。除了说话，{who}在这场戏里的最后一个举动是什么？",
        "{event}的那一场，抛开台词，{who}最后的动作是什么？",
    ),
    "last_word": (
        "{event}。那场戏里最后一个开口说话的人是谁？",
        "在“{event}”的那场戏里，最后一句话是谁说的？",
        "{event}的那场戏，是以谁的台词收尾的？",
    ),
    "event_date": (
        "{event}。按字幕推算，这是哪一天？",
        "照剧本里的字幕，{event}，那一天是几月几日？",
        "剧本交代，{event}的那天是几月几日？",
    ),
    "days_between": (
        "从“{first}”那天起，过了几天，{second}？",
        "{first}。几天以后，{second}？",
        "{second}。“{first}”是几天以前的事？",
    ),
    "next_holder": (
        "{event}。这之后，{thing}接下来到了谁手里？",
        "{event}之后，下一个拿到{thing}的人是谁？",
        "{event}。{thing}再次易手时，归了谁？",
    ),
    "thing_chain": (
        "{event}。{who}之后，接下来{count}个拿到{thing}的人依次是谁？",
        "“{event}”以后，{thing}离开{who}，先后到了哪{count}个人手里？",
        "{event}。后来{thing}离开{who}，几经易手，最先的{count}个人依次是谁？",
    ),
    "in_both_scenes": (
        "除了问题里提到的人，谁既出现在“{first}”那一场，又出现在“{second}”那一场？",
        "一场戏里，{first}；另一场戏里，{second}。这里没有点名而两场都有言行的人是谁？",
        "有一个人，这里没有点名，在“{first}”那场和“{second}”那场里都说了话或做了事。这人是谁？",
        "把“{first}”那场和“{second}”那场连起来的，除了点到名的，还有谁？",
    ),
    "doer_later": (
        "有一个人{first}。到了“{second}”的那场戏里，不算说话，这个人最后做了什么？",
        "{second}的那一场，先前{first}的那个人，抛开台词，最后的举动是什么？",
        "先前{first}的人，在“{second}”那场戏里，除了说话，最后做了什么？",
    ),
    "who_it_was": (
        "{event}。当时只被称作“{described}”的这个人，后来我们知道叫什么？",
        "“{event}”里的{described}究竟是谁？",
        "{event}。后来才知道，那个{described}是谁？",
    ),
    "next_meeting": (
        "{event}。{who}和{other}下一次同场时，{who}一出场在做什么？",
        "“{event}”那场之后，{who}和{other}再次同场，{who}最先有什么举动？",
        "{event}以后，到了{who}与{other}又碰面的那一场，除了说话，{who}首先做了什么？",
    ),
    "follows_reverses": (
        "{event}。就{about}来说，后来的哪个举动使情形倒转了过来？",
        "{event}以后，关于{about}，哪件事让局面倒了过来？",
    ),
    "follows_resolves": (
        "{event}。关于{about}的悬念，后来怎样有了着落？",
        "{event}时，{about}的事还悬着，后来怎么了结？",
    ),
    "follows_reveals": (
        "{event}。关于{about}的真相，后来是怎么露出来的？",
        "后来发生了什么，让“{event}”背后关于{about}的实情得以揭开？",
    ),
    "follows_causes": (
        "{event}。就{about}来说，后面的戏里因此发生了什么？",
        "“{event}”之后，{about}因此又出了什么事？",
    ),
    "which_first": (
        "下面三件事哪一件最早发生：{first}；{second}；{third}？",
        "{first}，{second}，{third}——这三件事里最先发生的是哪一件？",
        "按故事的先后排列，{first}、{second}、{third}，排在头一件的是哪件？",
    ),
    "state": ("{event}。在此之前，{who}的情形是怎样的？", "后来{event}。这以前，{who}一直是什么状况？"),
    "state_role": ("{event}。在此之前，{who}是什么身份？", "后来{event}。这以前，{who}担任什么？"),
    "state_physical": (
        "{event}。在此之前，{who}的身体怎么样？",
        "后来{event}。这以前，{who}的身体状况如何？",
        "到了{event}的时候，{who}之前的身体状况是怎样的？",
    ),
    "state_relationship": (
        "{event}。在此之前，{who}与{other}是什么关系？",
        "后来{event}。这以前，{who}和{other}之间怎么样？",
    ),
    "state_goal": ("{event}。在此之前，{who}打算做什么？", "后来{event}。这以前，{who}一心想的是什么？"),
    "state_knowledge": ("{event}。在此之前，{who}以为是怎样？", "后来{event}。这以前，{who}信的是什么？"),
    "contrast_role": (
        "{first}时，{who}是什么身份？到了{second}时，又是什么身份？",
        "先是{first}，后来{second}。这两个时候，{who}分别担任什么？",
        "从“{first}”到“{second}”，{who}的身份由什么变成了什么？",
    ),
    "contrast_physical": (
        "{first}时，{who}的身体怎样？到了{second}时，又怎样？",
        "先是{first}，后来{second}。这两个时候，{who}的身体状况分别如何？",
        "从“{first}”到“{second}”，{who}的身体状况有了什么变化？",
    ),
    "contrast_relationship": (
        "{first}时，{who}与{other}的关系怎样？到了{second}时，又怎样？",
        "先是{first}，后来{second}。这两个时候，{who}和{other}之间分别是什么情形？",
        "从“{first}”到“{second}”，{who}与{other}的关系由什么变成了什么？",
    ),
    "unchanged_role": (
        "同一个人，先是{first}，后来又{second}。这个人两个时候都是什么身份？",
        "{first}的人，后来也{second}。这期间这人一直担任什么？",
        "有一个人，起初{first}，后来{second}，身份却没有变。是什么身份？",
    ),
    "unchanged_relationship": (
        "无论是{first}时，还是{second}时，{who}与{other}之间是什么关系？",
        "先是{first}，后来{second}。这期间{who}和{other}一直处得怎样？",
        "从“{first}”到“{second}”，{who}与{other}的关系没有变过，是怎样的？",
    ),
    "unchanged_kin": (
        "{first}的那个人，和另一场戏里{second}的那个人，是什么亲属关系？",
        "一场戏里，有人{first}；另一场戏里，有人{second}。这两个人是什么亲人？",
        "先有一个人{first}，后来另一个人{second}。两人之间是哪一层亲缘？",
    ),
    "brought_about": (
        "起初{first}，后来{second}。是哪件事带来了这个变化？",
        "原先{first}，后来却{second}。这中间发生了什么？",
        "先是{first}；经过一件事，{second}。是哪件事？",
    ),
    "came_by": (
        "{event}。在此之前，{thing}最近一次是怎样到{who}手里的？",
        "到了“{event}”的时候，{thing}上一次是经由哪件事到{who}手上的？",
        "从“{event}”往前看，{thing}最近一回是怎么落到{who}手中的？",
    ),
    "hurt_by": (
        "“{event}”的那场戏里，有人带着伤。这伤是先前的哪件事造成的？",
        "{event}。那场戏里有人受了伤还没有好，起因是前面的什么事？",
    ),
    "shows_later": (
        "{event}，从此{after}。后面的戏里，哪个举动显出了这一点？",
        "{event}，于是{after}。在后来的哪一场戏里，什么举动看得出来？",
        "自从{event}，{after}。后面的戏里发生了什么，显出仍是如此？",
    ),
    "traces_back": (
        "{event}，可见{after}。这是前面的哪件事造成的？",
        "到了{event}的时候，{after}。这要追溯到前面哪场戏里的什么事？",
        "{event}，因为{after}。先前发生了什么，才成了这样？",
    ),
    "learns_from": (
        "{event}时，{who}不在场。后来是谁告诉{who}的？",
        "{event}。{who}没有亲历，事后从谁那里得知？",
        "{who}后来通过谁才知道“{event}”？",
    ),
    "learns_by": (
        "{event}时，{who}不在场。后来{who}凭什么明白了真相？",
        "{event}。{who}没有亲历，事后凭什么得知？",
        "{who}后来是怎么发现“{event}”的？",
    ),
    "knows_already": (
        "{later}。{one}和{other}两人里，先前“{event}”时在场的是谁？",
        "到了{later}的时候，{one}和{other}之中，谁亲眼知道“{event}”？",
        "先是{event}，后来{later}。{one}和{other}，谁能为前一件事作证？",
    ),
    "makes_up": (
        "{event}。后面的戏里，{who}和{other}两人中，有一人先低了头，是以什么举动？",
        "{event}以后，{who}和{other}之间第一个缓和的举动是什么？",
        "“{event}”之后，{who}与{other}的关系在后面的戏里怎样回转？",
    ),
    "falls_out": (
        "{event}。后面的戏里，{who}和{other}是怎样闹翻的？",
        "{event}以后，{who}和{other}之间的下一次冲突是什么？",
        "“{event}”之后，{who}与{other}的关系在后面的戏里怎样破裂？",
    ),
    "goal_kept": (
        "在“{event}”的那场戏里，{who}向{other}许下一个诺言。后来它在哪个举动里兑现了？",
        "{event}。就在那场戏里，{who}答应了{other}一件事；后面的戏里发生了什么，算是做到了？",
        "“{event}”那一场，{who}对{other}许下过诺言。后来以什么举动兑现？",
    ),
    "goal_kept_told": (
        "{event}。这个诺言后来在哪个举动里兑现了？",
        "{event}。后面的戏里发生了什么，兑现了这句话？",
        "“{event}”，后来是以什么举动做到的？",
    ),
    "goal_defied": (
        "在“{event}”的那场戏里，{who}不许{other}做一件事。后来还是有谁做了，怎么做的？",
        "{event}。就在那场戏里，{who}叫{other}别做一件事；后面的戏里，是谁偏偏做了，怎么做的？",
        "“{event}”那一场，{who}的告诫没有用。从后来的哪个举动看得出来？",
    ),
    "goal_defied_told": (
        "{event}。后来还是有谁违背了这句话，做了什么？",
        "{event}。后面的戏里，哪个举动偏偏违背了它？",
        "“{event}”并没有用，从后来的哪个举动看得出来？",
    ),
    "contrast_goal": (
        "{first}时，{who}想做什么？到了{second}时，又想做什么？",
        "先是{first}，后来{second}。这两个时候，{who}的打算分别是什么？",
        "从“{first}”到“{second}”，{who}的打算有了什么变化？",
    ),
    "contrast_knowledge": (
        "{first}时，{who}信的是什么？到了{second}时，又信什么？",
        "先是{first}，后来{second}。这两个时候，{who}分别以为是怎样？",
        "从“{first}”到“{second}”，{who}所信的由什么变成了什么？",
    ),
    "contrast_possession": (
        "{first}时，{who}手里有什么？到了{second}时，又有什么？",
        "先是{first}，后来{second}。这两个时候，{who}分别持有什么？",
    ),
}
"""By way of asking; in turn over a film's items. ``{Event}`` is ``{event}`` at the start of a sentence."""
