"""Packs in the pseudonymized view: the same choice, other names, their own tokens."""

from functools import partial

from factories import checkpoint, entity, exemplar, scene, span
from identity_maps import replaced
from role_factories import pack, prompt, scaffold

from linedscript.identity.rendering import render_film
from linedscript.identity.views import _bare
from linedscript.sources.materializing import count_words
from linedscript.suites.stage.packs import recounted

SCENE = scene()
LINE = SCENE.text.index("Ann waits.")
TOKENS = 26
NAMES = [replaced(1, "Ann", "Mary Jane")]
LAYERS = {
    "entities": [entity(1, "Ann")],
    "checkpoints": [checkpoint(1, 1, 20)],
    "exemplars": [exemplar(1, evidence=(span("s0001", LINE, LINE + 10, "Ann waits."),))],
    "prompts": [prompt(1, turns=("Ann, how are you?",), stance="Answers as Ann.")],
    "packs": [pack(1, identity="Ann.", exemplars=("ex-0001",), tokens=TOKENS)],
    "scaffolds": [scaffold(1)],
}


def rendered():
    return render_film(LAYERS, [SCENE], NAMES, partial(count_words, language="en")).layers


def test_a_pack_has_the_tokens_of_its_own_view():
    assert recounted(LAYERS, [SCENE])[0].tokens == TOKENS
    assert rendered()["packs"][0].tokens == TOKENS + 4


def test_a_pack_keeps_what_it_chose():
    assert rendered()["packs"][0].exemplars == ("ex-0001",)


def test_names_in_packs_prompts_and_scaffolds_are_rendered():
    layers = rendered()
    assert layers["packs"][0].identity == "Mary Jane."
    assert layers["prompts"][0].turns == ("Mary Jane, how are you?",)
    assert layers["scaffolds"][0].supporting[0].text == "Mary Jane is injured."


def test_two_views_of_a_pack_differ_in_names_and_tokens_alone():
    assert _bare(rendered()["packs"][0]) == _bare(LAYERS["packs"][0])


def test_what_a_prompt_is_about_stays():
    assert rendered()["prompts"][0].about == ("states/cs-0001",)
