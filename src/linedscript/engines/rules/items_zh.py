"""Chinese forms of Task II questions."""

TEMPLATES: dict[str, tuple[str, ...]] = {
    "last_act": (
        "在“{event}”的那场戏里，{who}最后做了什么？",
        "{event}。这场戏结束时，{who}的最后一个举动是什么？",
        "{event}的那一场，{who}以什么动作收尾？",
    ),
    "last_word": (
        "{event}。那场戏里最后一个开口说话的人是谁？",
        "在“{event}”的那场戏里，最后一句话是谁说的？",
        "{event}的那场戏，是以谁的台词收尾的？",
    ),
    "event_date": (
        "{event}。按字幕推算，这是哪一天？",
        "“{event}”这件事发生在哪一天？",
        "剧本交代，{event}的那天是几月几日？",
    ),
    "days_between": (
        "从“{first}”那天，到“{second}”那天，隔了几天？",
        "{first}。几天以后，{second}？",
        "{second}。“{first}”是在这之前几天？",
    ),
    "next_holder": (
        "{event}。这之后，{thing}接下来到了谁手里？",
        "{event}之后，下一个拿到{thing}的人是谁？",
        "{event}。{thing}再次易手时，归了谁？",
    ),
    "thing_chain": (
        "{event}。这以后，{thing}依次到了哪些人手里？",
        "从“{event}”算起，{thing}先后又经过谁的手？",
        "{event}。从那以后，{thing}先后经了哪些人的手？",
    ),
    "in_both_scenes": (
        "除了问题里提到的人，谁既出现在“{first}”那一场，又出现在“{second}”那一场？",
        "一场戏里，{first}；另一场戏里，{second}。这里没有点名而两场都有言行的人是谁？",
        "有一个人，这里没有点名，在“{first}”那场和“{second}”那场里都说了话或做了事。这人是谁？",
        "把“{first}”那场和“{second}”那场连起来的，除了点到名的，还有谁？",
    ),
    "who_it_was": (
        "{event}。当时只被称作“{described}”的这个人，后来我们知道叫什么？",
        "“{event}”里的{described}究竟是谁？",
        "{event}。后来才知道，那个{described}是谁？",
    ),
    "follows_reverses": ("{event}。后来的哪件事把这翻转了过来？", "{event}以后，关于{about}，哪件事让局面倒了过来？"),
    "follows_resolves": ("{event}。这件悬着的事后来怎样有了着落？", "{event}时留下的悬念，后来怎么了结？"),
    "follows_reveals": ("{event}。这件事的真相后来是怎么露出来的？", "后来发生了什么，让“{event}”背后的实情得以揭开？"),
    "follows_causes": ("{event}。这在后面的戏里引出了什么？", "“{event}”之后，{about}因此又出了什么事？"),
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
        "无论是{first}时，还是{second}时，{who}始终是什么身份？",
        "先是{first}，隔了许久，{second}。这期间{who}一直担任什么？",
        "从“{first}”到“{second}”发生了许多事，{who}的身份却没有变，是什么？",
    ),
    "unchanged_relationship": (
        "无论是{first}时，还是{second}时，{who}与{other}之间是什么关系？",
        "先是{first}，隔了许久，{second}。这期间{who}和{other}一直处得怎样？",
        "从“{first}”到“{second}”，{who}与{other}的关系没有变过，是怎样的？",
    ),
    "unchanged_kin": (
        "无论是{first}时，还是{second}时，{who}与{other}之间始终是什么亲属关系？",
        "先是{first}，隔了许久，{second}。不管怎样，{who}和{other}是什么亲人？",
        "从“{first}”到“{second}”，{who}与{other}之间哪一层亲缘始终没有变？",
    ),
    "brought_about": (
        "起初{first}，后来{second}。是哪件事带来了这个变化？",
        "原先{first}，后来却{second}。这中间发生了什么？",
        "先是{first}；经过一件事，{second}。是哪件事？",
    ),
    "shows_later": (
        "{event}。这件事对{who}的影响，在后面哪个举动里看得出来？",
        "{event}以后，后面的戏里发生了什么，显出这件事对{who}的影响？",
        "“{event}”之后{who}的处境，在后面哪件事上看得出来？",
    ),
    "traces_back": (
        "{event}。就{who}来说，这要追溯到前面的哪件事？",
        "“{event}”的背后，是{who}在前面的戏里经历的哪件事？",
        "从{event}往回看，对{who}来说，事情是从前面的哪件事开始的？",
    ),
    "learns_from": (
        "{event}时，{who}不在场。后来是谁告诉{who}的？",
        "{event}。{who}没有亲历，事后从谁那里得知？",
        "{who}后来通过谁才知道“{event}”？",
    ),
    "learns_by": (
        "{event}时，{who}不在场。后来是什么让{who}明白了这件事？",
        "{event}。{who}没有亲历，事后凭什么得知？",
        "{who}后来是怎么发现“{event}”的？",
    ),
    "knows_already": (
        "{later}。{one}和{other}两人里，先前“{event}”时在场的是谁？",
        "到了{later}的时候，{one}和{other}之中，谁亲眼知道“{event}”？",
        "先是{event}，后来{later}。{one}和{other}，谁能为前一件事作证？",
    ),
    "makes_up": (
        "{event}。后面的戏里，两人中的一人以什么举动又向对方走近一步？",
        "{event}以后，{who}和{other}之间第一个缓和的举动是什么？",
        "“{event}”之后，{who}与{other}的关系在后面的戏里怎样回转？",
    ),
    "falls_out": (
        "{event}。后面的戏里，{who}和{other}因什么举动闹翻？",
        "{event}以后，{who}和{other}之间的下一次冲突是什么？",
        "“{event}”之后，{who}与{other}的关系在后面的戏里怎样破裂？",
    ),
    "goal_kept": (
        "{event}。这个诺言后来在哪个举动里兑现了？",
        "{event}。后面的戏里发生了什么，兑现了这句话？",
        "“{event}”，后来是以什么举动做到的？",
    ),
    "goal_defied": (
        "{event}。后来{other}还是做了什么？",
        "{event}。{other}后来以什么举动违背了这句话？",
        "“{event}”并没有用，从{other}后来的哪个举动看得出来？",
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
