"""The bundled scripts under their own maps."""

from functools import partial

import pytest
from projects import CORPUS, ROOT

from linedscript.identity.matching import matcher, title_matcher
from linedscript.identity.recipe import apply_recipe, find_changes, make_recipe, render_scene
from linedscript.identity.store import map_path, pin_of, read_frozen
from linedscript.screenplay.read import read_screenplay
from linedscript.screenplay.scenes import count_words
from linedscript.sources.index import load_index, screenplay, script_path

FILMS = {film.id: film for film in load_index(CORPUS / "manifests/sources.jsonl")}


@pytest.fixture(params=sorted(FILMS))
def bundled(request):
    film = FILMS[request.param]
    scenes = read_screenplay(
        script_path(ROOT, film, screenplay(film)).read_bytes(), film.id, film.language, budget=1000
    ).scenes
    names = read_frozen(film.id, map_path(CORPUS, film.id), pin_of(film.id, CORPUS / "manifests/identity.json"))
    return film, scenes, names


def test_the_recipe_renders_a_sample_as_its_map_does(bundled):
    film, scenes, names = bundled
    found = matcher(names)
    words = partial(count_words, language=film.language)
    changes = {scene.id: find_changes(scene, found) for scene in scenes}
    rendered = [render_scene(scene, changes[scene.id], words) for scene in scenes]
    assert apply_recipe(scenes, make_recipe(scenes, changes), words) == rendered


def test_no_replaced_name_and_no_title_is_left_in_a_sample(bundled):
    film, scenes, names = bundled
    found, titles = matcher(names), title_matcher(names)
    for scene in scenes:
        text = render_scene(scene, find_changes(scene, found), len).text
        assert found.find(text) == []
        assert titles.find(text) == []


def test_every_sample_film_loses_its_title(bundled):
    film, scenes, names = bundled
    text = "".join(scene.text for scene in scenes)
    assert title_matcher(names).find(text)
