"""A film of 600 scenes with a sample's longest scene in its middle: what grows with a film, what with a scene."""

from itertools import pairwise

import msgspec
from story import story

from linedscript.records.scene import Scene
from linedscript.screenplay.tokens import cut

SCENES = 600
PEOPLE = 300
_FIRST = "Ada Bert Cleo Dirk Edda Finn Gwen Hugo Iris Joss Kaja Lars Mina Nils Olga Piet Rosa Sven Tilda Udo".split()
_LAST = "Adler Brandt Cole Dorn Ebert Falk Gruber Hahn Imhof Jansen Kraus Lenz Moser Nagel Ott".split()
_FIRST_ZH = "安 柏 春 冬 恩 帆 歌 河 静 珂 兰 明 宁 鹏 琪 然 松 涛 文 雪".split()
_LAST_ZH = "赵 钱 孙 李 周 吴 郑 王 冯 陈 褚 卫 蒋 沈 韩".split()


def long_film(language: str, longest: Scene) -> list[Scene]:
    """300 speaking names, three of whom deal with each other in each scene; some stay for several scenes."""
    make = _scene_en if language == "en" else _scene_zh
    scenes = story(*(make(number) for number in range(SCENES)), film=longest.film)
    middle = SCENES // 2
    scenes[middle] = msgspec.structs.replace(longest, id=scenes[middle].id, index=scenes[middle].index)
    assert all(before.index + 1 == after.index for before, after in pairwise(scenes))
    return scenes


def long_scenes(language: str, tokens: int) -> list[Scene]:
    """Three scenes of so many tokens each, one behind the other, with forty people and more in each."""
    make = _scene_en if language == "en" else _scene_zh
    parts = [make(number).strip().split("\n", 1) for number in range(SCENES)]

    def scenes(count: int) -> list[Scene]:
        texts = ("\n".join([parts[at][0], *(body for _, body in parts[at : at + count])]) for at in range(3))
        return story(*texts, film=f"{language}-0009")

    found = (scenes(count) for count in range(1, SCENES))
    return next(one for one in found if min(cut(scene.text).content for scene in one) >= tokens)


def _scene_en(number: int) -> str:
    one, two, three = (
        f"{_FIRST[at % len(_FIRST)]} {_LAST[at // len(_FIRST) % len(_LAST)]}"
        for at in (number // 3, number // 3 + 1, number * 7 % PEOPLE)
    )
    return f"""
INT. HARBOR HOUSE {number // 4} - NIGHT
{one}, {20 + number % 60}, a clerk of the Harbor Company, hands {two} a letter. {three} hides the lamp under the table.
@{one.upper()}: I promise you the letter on Friday, {two.split()[0]}.
@{two.upper()}: Who stole the ledger from {three}?
{two} takes the letter and leaves. {three} strikes {one}.
@{three.upper()}: My sister kept it until the Lantern Supper.
@{one.upper()}: I refuse to pay for it. Did you lie to me?
"""


def _scene_zh(number: int) -> str:
    one, two, three = (
        f"{_LAST_ZH[at // len(_FIRST_ZH) % len(_LAST_ZH)]}{_FIRST_ZH[at % len(_FIRST_ZH)]}山"
        for at in (number // 3, number // 3 + 1, number * 7 % PEOPLE)
    )
    return f"""
内景 港务楼{number // 4}室 - 夜
{one}把一封信递给{two}。{three}把灯藏在桌下。
@{one}: 我答应你，星期五把信给你。
@{two}: 谁偷了{three}的账本？
{two}拿走信，走了出去。{three}打了{one}。
@{three}: 账本一直由我姐收着，收到灯会那天。
@{one}: 我拒绝付钱。你骗了我？
"""
