"""A prompt template is a door into a prompt: what its own words tell and mustn't is caught by name."""

import pytest
from identity_maps import replaced
from identity_maps import title as title_form
from projects import CORPUS

from linedscript.engines.prompts import ROOT
from linedscript.engines.rendering import own_words
from linedscript.engines.views import NOTHING, Forbidden, template_leaks
from linedscript.evaluation.names_at_hand import map_finder, originals_of
from linedscript.identity.matching import Matcher, matcher
from linedscript.io.canonical import read_records
from linedscript.records.source import Film
from linedscript.release.gates.titles import flat, written

SHOWN = sorted(
    path.stem for path in ROOT.glob("*.j2") if path.stem.partition("_")[0] in ("reader", "task", "judge", "closed")
) + ["reader.en", "reader.zh"]


def titled(*titles: str) -> Forbidden:
    wanted = written(titles)
    return Forbidden(titles=lambda text: (match := wanted.search(flat(text))) and match[0])


def renamed(*forms) -> Forbidden:
    names = matcher(forms)
    alone = Matcher(form for form in names.forms if not form.adapts)
    return Forbidden(originals_of(alone), originals_of(names))


def codes(said: str, forbidden: Forbidden = NOTHING) -> list[str]:
    return [leak.code for leak in template_leaks("prompts/reader.en.j2", said, forbidden)]


@pytest.mark.parametrize(
    "said", ["The Lamp Office is the film.", "You know THE LAMP OFFICE.", "See the_lamp_office.pdf"]
)
def test_a_title_in_a_template_is_caught(said):
    assert codes(said, titled("The Lamp Office")) == ["leak-title"]


def test_a_title_of_one_word_is_caught_where_no_sentence_begins():
    assert codes("You watch the film Rules today.", titled("Rules")) == ["leak-title"]


@pytest.mark.parametrize("said", ["# Rules\n\n- Answer.", "Rules are rules.", "- Rules", '{"answer": "Rules"}'])
def test_at_the_head_of_a_sentence_a_title_of_one_word_is_a_word(said):
    assert codes(said, titled("Rules")) == []
    assert codes(said, renamed(title_form("Rules"), replaced(1, "Ann", "Eve"))) == []


@pytest.mark.parametrize("said", ['{"answer": "Ann"}', "Ann waits.", "Think of Ann."])
def test_an_original_name_in_a_template_is_caught_wherever_it_stands(said):
    assert codes(said, renamed(title_form("Rules"), replaced(1, "Ann", "Eve"))) == ["leak-original-name"]


@pytest.mark.parametrize(
    ("said", "code"),
    [("As of cp-0007-03.", "leak-checkpoint"), ("See s0001.u01.", "leak-id"), ("0" * 64, "leak-provenance")],
)
def test_ids_and_digests_in_a_template_are_caught(said, code):
    assert codes(said) == [code]


def test_the_leak_names_the_template():
    (leak,) = template_leaks("prompts/reader.en.j2", "As of cp-0007-03.", NOTHING)
    assert leak.place == "prompts/reader.en.j2"


@pytest.mark.parametrize(
    "words", ["The Weir", "{{ 'The Weir' }}", "{{ 'The ' ~ 'Weir' }}", "{% if question %}The Weir{% endif %}"]
)
def test_a_templates_own_words_are_all_that_it_says_unfilled(tmp_path, words):
    text = (
        f"{{% block system %}}\n{words}\n{{% endblock %}}\n{{% block user %}}\n{{{{ question }}}}\n{{% endblock %}}\n"
    )
    (tmp_path / "odd.en.j2").write_text(text, encoding="utf-8")
    assert "The Weir" in own_words("odd.en", tmp_path)


def test_a_comment_is_no_word_of_a_template(tmp_path):
    text = "{% block system %}{# The Weir #}x{% endblock %}{% block user %}y{% endblock %}"
    (tmp_path / "odd.en.j2").write_text(text, encoding="utf-8")
    assert own_words("odd.en", tmp_path) == "xy"


@pytest.mark.parametrize("name", SHOWN)
def test_the_templates_of_runs_tell_nothing_of_the_samples(name):
    find = map_finder(CORPUS / "manifests/identity.json")
    for film in read_records(CORPUS / "manifests/sources.jsonl", Film):
        names = find(film.id)
        assert names is not None
        for forbidden in (titled(film.title, *film.title_forms), Forbidden(None, originals_of(names))):
            assert template_leaks(name, own_words(name), forbidden) == []
