"""The samples' own names, read off their scripts, against what the rules make of them."""

from functools import lru_cache

import pytest
from projects import CORPUS, ROOT

from linedscript.backbone.mentions import draw_mentions
from linedscript.backbone.resolution import draw_entities
from linedscript.backbone.units import draw_units
from linedscript.engines.opening import open_engine
from linedscript.evaluation.coreference import tally
from linedscript.evaluation.gold import among, join, read_gold
from linedscript.evaluation.measures import MEASURES, measure, rows
from linedscript.evaluation.systems import exact_names, pipeline
from linedscript.io.yaml import load
from linedscript.screenplay.read import read_screenplay

SCRIPTS = {"en-0001": "en-0001.fountain", "en-0002": "en-0002.fountain", "zh-0001": "zh-0001.txt"}
NAMES = ("name", "title")
ALL = (*NAMES, "description", "kin")


@lru_cache(maxsize=1)
def films():
    """Film to its joined gold, the exact names' clustering and the rules'."""
    params = load(CORPUS / "params.yaml")
    found = {}
    for film, script in SCRIPTS.items():
        language = film[:2]
        reading = read_screenplay((ROOT / "samples/scripts" / script).read_bytes(), film, language, **params["reading"])
        common = {"annotator": "rules", "gates": params["gates"], "asking": params["asking"]}
        engine = {
            layer: open_engine(layer, common | params[layer], None) for layer in ("units", "mentions", "entities")
        }
        units = draw_units(film, language, reading.scenes, engine["units"], common).records
        mentions = draw_mentions(film, language, reading.scenes, units, engine["mentions"], common).records
        entities, _ = draw_entities(
            film, language, reading.scenes, mentions, engine["entities"], common | params["entities"]
        )
        joined = join(read_gold(ROOT / f"samples/gold/{film}.jsonl", reading.scenes), mentions)
        types = {mention.id: "Character" for mention in mentions}
        found[film] = joined, exact_names(mentions, types), pipeline(entities.records)
    return found


def scores(system, kinds, names=SCRIPTS):
    tallies = []
    for film in names:
        joined, *systems = films()[film]
        gold = {mention: joined.gold[mention] for mention, row in joined.rows.items() if row.kind in kinds}
        tallies.append(tally(gold, among(systems[system], gold)))
    return dict(zip(MEASURES, measure(rows(tallies).sum(axis=0, keepdims=True))[0].tolist(), strict=True))


BETTER = tuple(name for name in MEASURES if name.endswith(("_f1", "_recall")))
NO_WORSE = tuple(name for name in MEASURES if name.endswith("_precision"))
"""Exact names join nobody with another on the samples, so that some of their precisions are 1 already."""
FILMS = (tuple(SCRIPTS), ("en-0001", "en-0002"), ("en-0001",), ("en-0002",), ("zh-0001",))


@pytest.mark.parametrize("kinds", [NAMES, ALL], ids=["names", "all"])
@pytest.mark.parametrize("measured", BETTER)
@pytest.mark.parametrize("names", FILMS, ids="-".join)
def test_the_rules_find_who_is_who_better_than_exact_names_do(measured, names, kinds):
    assert scores(1, kinds, names)[measured] > scores(0, kinds, names)[measured]


@pytest.mark.parametrize("kinds", [NAMES, ALL], ids=["names", "all"])
@pytest.mark.parametrize("measured", NO_WORSE)
@pytest.mark.parametrize("names", FILMS, ids="-".join)
def test_the_rules_join_no_more_wrongly_than_exact_names_do(measured, names, kinds):
    assert scores(1, kinds, names)[measured] >= scores(0, kinds, names)[measured]


@pytest.mark.parametrize("names", FILMS, ids="-".join)
def test_the_rules_split_less_than_exact_names_do_and_merge_nobody(names):
    ours, exact = scores(1, NAMES, names), scores(0, NAMES, names)
    assert ours["splits"] < exact["splits"] and ours["merges"] == exact["merges"] == 0


@pytest.mark.parametrize("names", FILMS, ids="-".join)
def test_with_descriptions_and_kinship_terms_the_rules_merge_nobody_and_split_less(names):
    ours, exact = scores(1, ALL, names), scores(0, ALL, names)
    assert ours["splits"] < exact["splits"] and ours["merges"] == 0


def test_most_gold_names_are_covered_by_one_mention_of_ours():
    for film, (joined, *_) in films().items():
        names = len(joined.rows) + len(joined.missed)
        assert len(joined.missed) < 0.25 * names, film
        assert len(joined.mixed) < 0.05 * names, film
