"""A prompt template is a door into a prompt: what its own words tell and mustn't is caught by name."""

import pytest
from identity_maps import replaced
from identity_maps import title as title_form
from projects import CORPUS

from linedscript.engines.opening import asking_options
from linedscript.engines.prompts import ROOT
from linedscript.engines.rendering import own_words
from linedscript.engines.views import NOTHING, Forbidden, build_template_leaks, template_leaks
from linedscript.errors import LinedscriptError
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


BUILD = sorted(path.stem for path in ROOT.glob("*.j2") if path.stem not in SHOWN)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("As of cp-0007-03.", "leak-checkpoint"),
        ("As in en-0001.", "leak-id"),
        ("如 zh-0001 里。", "leak-id"),
        ("ent-0003 of en-0001", "leak-id"),
        ("0" * 64, "leak-provenance"),
        ("Of The Lamp Office.", "leak-title"),
        ("《风雪夜归人》里", "leak-title"),
    ],
)
def test_what_a_template_of_the_build_may_not_tell_is_caught(said, code):
    titles = titled("The Lamp Office", "风雪夜归人").titles
    assert [leak.code for leak in build_template_leaks("prompts/units.en.j2", said, titles)] == [code]


def test_an_example_of_a_record_s_id_is_none_of_a_film():
    assert build_template_leaks("prompts/links.en.j2", '{"units": ["s0003.u02"], "episode": "ep-0007"}') == []


@pytest.mark.parametrize("name", BUILD)
def test_the_templates_of_the_build_tell_nothing_of_the_samples(name):
    films = read_records(CORPUS / "manifests/sources.jsonl", Film)
    titles = titled(*(form for film in films for form in (film.title, *film.title_forms))).titles
    assert build_template_leaks(name, own_words(name), titles) == []


@pytest.mark.parametrize("named", ["units.en", "reflection.en"])
def test_a_layer_isn_t_asked_by_a_template_that_names_a_film(monkeypatch, named):
    monkeypatch.setattr("linedscript.engines.rendering.own_words", lambda name: "en-0001" if name == named else "")
    model = {"model": "m", "revision": "1", "quantization": None, "context": 8192, "decoding": {}}
    settings = {
        "annotator": {"run": "r", "models": {"construct": model, "judge": model}},
        "gates": {"threshold": 7, "retries": 1, "judged_rows": 9},
    }
    with pytest.raises(LinedscriptError, match=rf"\[leak-id\] prompts/{named}.j2: names the film en-0001"):
        asking_options("units", "en", settings)
