"""Profiles, systems and panels."""

import csv
import json

import numpy as np
import pytest
from factories import entity
from story import mentions_of, story

from linedscript.cli.main import main
from linedscript.errors import LinedscriptError
from linedscript.evaluation.gold import join
from linedscript.evaluation.measures import MEASURES
from linedscript.evaluation.profiles import draw_profiles, strata
from linedscript.evaluation.study import choose_threshold, clusterings, make_film, score, table
from linedscript.evaluation.systems import Graph, exact_names
from linedscript.io.canonical import read_records, write_records
from linedscript.records.study import GoldMention, Profile, StudyScore

EN = story(
    "INT. INN - DAY\nAda Moss waits. June Moss enters. Captain Moss sits. The stranger reads.",
    "INT. YARD - DAY\nAda leaves. The stranger leaves. Ada Moss stays.",
)
ZH = story("内景 后台 夜\n林晚秋坐着。邵平站着。", "内景 河边 日\n晚秋笑了。林晚秋走了。", film="zh-0001")
STRANGER = ("stranger", {"named": False})
FORMS = {
    "en-0001": (EN, ("Ada Moss", "June Moss", "Captain Moss", "Ada", STRANGER)),
    "zh-0001": (ZH, ("林晚秋", "邵平", "晚秋")),
}
WHO = {
    "Ada Moss": "Ada",
    "June Moss": "June",
    "Captain Moss": "June",
    "Ada": "Ada",
    "stranger": "Olaf",
    "林晚秋": "晚秋",
    "晚秋": "晚秋",
    "邵平": "邵平",
}
FROZEN = {"development": ("en-0009",), "gold_sha256": "0" * 64, "encoder": "told", "revision": "1", "sha256": None}


def a_film(film):
    scenes, forms = FORMS[film]
    mentions = mentions_of(scenes, *forms)
    groups = {}
    for mention in mentions:
        groups.setdefault(WHO[mention.normalized], []).append(mention.id)
    entities = [
        entity(number, name, film=film, mentions=tuple(held)) for number, (name, held) in enumerate(groups.items(), 1)
    ]
    gold = [
        GoldMention(
            id=mention.id,
            film=film,
            scene=mention.scene,
            surface=mention.surface,
            type="Character",
            entity=WHO[mention.normalized],
            kind="name" if mention.named else "description",
            spans=tuple((place.start, place.end) for place in mention.evidence),
        )
        for mention in mentions
    ]
    return scenes, mentions, entities, gold


def films(*names):
    made = []
    for name in names:
        _, mentions, entities, gold = a_film(name)
        made.append(make_film(name, join(gold, mentions), mentions, entities))
    return made


class Alike:
    """Names are alike by the letters that they share."""

    name, revision = "alike", "1"

    def embed(self, texts):
        rows = np.zeros((len(texts), 128), dtype=np.float32)
        for number, text in enumerate(texts):
            for letter in text.replace(" ", ""):
                rows[number, ord(letter) % 128] = 1
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)


def scored(names=("en-0001", "zh-0001"), others=None, replicates=200, seed=0):
    held = films(*names)
    found = score(held, clusterings(held, {}, None, others or {}), seed, replicates)
    return {one.id: one for one in found}


def a_build(path):
    for film in FORMS:
        scenes, mentions, entities, gold = a_film(film)
        write_records(path / f"build/scenes/{film}.jsonl", scenes)
        write_records(path / f"build/mentions/{film}.jsonl", mentions)
        write_records(path / f"build/entities/{film}.jsonl", entities)
        write_records(path / f"gold/{film}.jsonl", gold)
    return path


def run(path, verb, *arguments):
    return main(["study", verb, *(str(argument) for argument in arguments)])


def export(path, seed=1):
    out = path / f"out{seed}"
    code = run(path, "export", "--build", path / "build", "--films", *FORMS, "--per-stratum", 9, "--seed", seed,
               "--out", out)  # fmt: skip
    assert code == 0
    return out


def fill(path, label):
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys() if rows else ["block", "cluster"])
        writer.writeheader()
        writer.writerows(row | {"cluster": label(row)} for row in rows)


# Profiles


def kinds_of(film):
    _, mentions, entities, _ = a_film(film)
    found = strata(mentions, entities)
    return {mention.normalized: found[mention.id] for mention in mentions}


def test_mentions_fall_into_strata_by_what_makes_them_hard():
    assert kinds_of("en-0001") == {
        "Ada Moss": "same_name",
        "June Moss": "same_name",
        "Captain Moss": "same_name",
        "Ada": "plain",
        "stranger": "title_or_description",
    }


def test_a_form_other_than_the_name_is_an_alias():
    assert kinds_of("zh-0001") == {"林晚秋": "alias", "邵平": "plain", "晚秋": "plain"}


def test_a_place_whose_form_holds_another_s_is_a_boundary():
    scenes = story("EXT. PIER - DAY\nThe Old Harbor sleeps. The Old Harbor Office is shut.")
    place = {"types": ("Location",)}
    mentions = mentions_of(scenes, ("Old Harbor", place), ("Old Harbor Office", place))
    entities = [
        entity(number, mention.normalized, types=("Location",), mentions=(mention.id,))
        for number, mention in enumerate(mentions, 1)
    ]
    assert set(strata(mentions, entities).values()) == {"boundary"}


def test_a_profile_shows_name_scene_description_and_one_sentence():
    scenes, mentions, entities, _ = a_film("en-0001")
    profiles = draw_profiles("en-0001", scenes, mentions, entities, 9, np.random.default_rng(0))
    ada = next(profile for profile in profiles if profile.name == "Ada Moss" and profile.scene == "s0002")
    assert (ada.id, ada.evidence, ada.type) == ("en-0001/s0002.m03", "Ada Moss stays.", "Character")


def test_no_stratum_gives_more_than_asked_for_and_one_seed_one_draw():
    scenes, mentions, entities, _ = a_film("en-0001")
    draws = [draw_profiles("en-0001", scenes, mentions, entities, 1, np.random.default_rng(seed)) for seed in (4, 4)]
    assert draws[0] == draws[1]
    assert len({profile.stratum for profile in draws[0]}) == len(draws[0])


# Systems and panels


def test_exact_names_join_equal_forms_of_one_type_alone():
    _, mentions, _, _ = a_film("en-0001")
    types = {mention.id: "Character" for mention in mentions}
    assert len(set(exact_names(mentions, types).values())) == 5
    assert len(set(exact_names(mentions, types | {mentions[-1].id: "Object"}).values())) == 6


def test_a_lower_threshold_of_the_graph_only_joins():
    (film,) = films("en-0001")
    graph = Graph(film.mentions, film.types, Alike(), 1.0, 4)
    counts = [len(set(graph.clusters(threshold).values())) for threshold in (0.99, 0.8, 0.5, 0.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 5


def test_the_threshold_is_the_one_that_scores_best():
    held = films("en-0001", "zh-0001")
    threshold, curve = choose_threshold(held, {f.id: Graph(f.mentions, f.types, Alike(), 1.0, 4) for f in held})
    best = max(value for _, value in curve)
    assert dict(curve)[threshold] == best
    assert all(value < best for other, value in curve if other > threshold)


def test_every_panel_stands_by_language_and_type():
    panels = {one.rsplit("/", 2)[0] for one in scored()}
    assert panels == {f"{language}/{kind}" for language in ("all", "en", "zh") for kind in ("all", "Character")}


def test_the_pipeline_that_made_the_gold_s_clusters_is_perfect_and_beats_exact_names():
    found = scored()
    assert found["all/all/pipeline/conll_f1"].value == 1
    assert found["all/all/exact_names/conll_f1"].value < 1
    assert found["all/all/pipeline-minus-exact_names/conll_f1"].value > 0


def test_one_film_alone_has_no_interval():
    found = scored()
    assert found["en/all/pipeline/conll_f1"].low is None
    assert found["all/all/pipeline/conll_f1"].low == 1


def test_a_system_of_one_language_stands_in_its_panels_only():
    (film,) = films("en-0001")
    found = scored(others={"theirs": {f"en-0001/{mention}": "x" for mention in film.joined.gold}})
    assert {one.rsplit("/", 2)[0] for one in found if "/theirs/" in one} == {"en/all", "en/Character"}
    assert found["en/all/theirs/merges"].value == 2


def test_the_same_seed_gives_the_same_numbers():
    assert scored(seed=3) == scored(seed=3)


def test_the_table_has_a_row_per_panel_and_system():
    lines = table(list(scored().values())).splitlines()
    assert len(lines) == 2 + 6 * 2


# The command


def test_what_is_exported_and_filled_in_comes_back_as_gold_that_can_be_scored(tmp_path, capsys):
    path = a_build(tmp_path)
    out = export(path)
    who = {profile.id: WHO[profile.name if profile.name != "Stranger" else "stranger"]
           for profile in read_records(out / "profiles.jsonl", Profile)}  # fmt: skip
    for number in (1, 2):
        fill(
            out / f"annotator-{number}.csv",
            lambda row, n=number: "?" if n == 2 and row["name"] == "邵平" else who[row["profile"]],
        )
    sheets = (
        "--profiles",
        out / "profiles.jsonl",
        "--first",
        out / "annotator-1.csv",
        "--second",
        out / "annotator-2.csv",
    )
    assert run(path, "disputes", *sheets, "--out", out / "third.csv") == 0
    assert "left open 1" in capsys.readouterr().out
    assert run(path, "gold", *sheets, "--adjudicated", out / "third.csv", "--out", out / "gold") == 0
    assert run(path, "score", "--build", path / "build", "--films", *FORMS, "--gold", out / "gold", "--seed", 1,
               "--replicates", 50, "--out", out / "scores.jsonl") == 0  # fmt: skip
    found = {one.id: one for one in read_records(out / "scores.jsonl", StudyScore)}
    assert found["all/all/pipeline/conll_f1"].value == 1
    assert len(found) == 6 * 3 * len(MEASURES)


def test_the_sheets_show_neither_stratum_nor_cluster(tmp_path):
    out = export(a_build(tmp_path))
    header, first, *_ = (out / "annotator-1.csv").read_text(encoding="utf-8-sig").splitlines()
    assert "stratum" not in header and first.endswith(",")


def test_two_exports_under_one_seed_have_the_same_bytes_and_two_annotators_another_order(tmp_path):
    path = a_build(tmp_path)
    before = {file.name: file.read_bytes() for file in export(path).iterdir()}
    assert {file.name: file.read_bytes() for file in export(path).iterdir()} == before
    assert before["annotator-1.csv"] != before["annotator-2.csv"]
    assert sorted(before["annotator-1.csv"].split()) == sorted(before["annotator-2.csv"].split())


def test_a_development_film_is_not_scored(tmp_path, capsys):
    path = a_build(tmp_path)
    frozen = dict(threshold=0.8, alpha=1.0, neighbours=4, curve=[[0.8, 0.9]]) | FROZEN | {"development": ["en-0001"]}
    (path / "frozen.json").write_text(json.dumps(frozen))
    code = run(path, "score", "--build", path / "build", "--films", "en-0001", "--gold", path / "gold", "--frozen",
               path / "frozen.json", "--seed", 1, "--out", path / "scores.jsonl")  # fmt: skip
    assert code == 1
    assert "development-film" in capsys.readouterr().err


def test_a_frozen_threshold_is_not_chosen_anew(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("linedscript.engines.embedding.open_embedder", lambda settings: Alike())
    path = a_build(tmp_path)
    options = ["--build", path / "build", "--gold", path / "gold", "--out", path / "frozen.json"]
    options += [
        "--settings",
        json.dumps({"encoder": "told", "revision": "1", "sha256": None, "alpha": 1, "neighbours": 4}),
    ]
    assert run(path, "freeze", "--films", "en-0001", *options) == 0
    held = (path / "frozen.json").read_bytes()
    assert run(path, "freeze", "--films", "en-0001", *options) == 0
    assert run(path, "freeze", "--films", "zh-0001", *options) == 1
    assert "frozen" in capsys.readouterr().err
    assert (path / "frozen.json").read_bytes() == held


def test_gold_of_the_kinds_asked_for_is_scored_alone(tmp_path):
    path = a_build(tmp_path)
    assert run(path, "score", "--build", path / "build", "--films", *FORMS, "--gold", path / "gold", "--kinds", "name",
               "--seed", 1, "--replicates", 9, "--out", path / "scores.jsonl") == 0  # fmt: skip
    assert {one.mentions for one in read_records(path / "scores.jsonl", StudyScore) if one.language == "en"} == {5}


@pytest.mark.parametrize("given", ["theirs", "=x", "theirs="])
def test_another_system_without_name_or_file_is_wrong_usage(tmp_path, given):
    path = a_build(tmp_path)
    assert run(path, "score", "--build", path / "build", "--films", "en-0001", "--gold", path / "gold", "--other",
               given, "--seed", 1, "--out", path / "scores.jsonl") == 2  # fmt: skip


@pytest.mark.parametrize(
    "settings", [{"encoder": "told"}, {"encoder": "told", "revision": "1", "sha256": None, "alpha": 2, "neighbours": 4}]
)
def test_a_graph_with_a_setting_missing_or_out_of_range_is_refused(tmp_path, capsys, settings):
    path = a_build(tmp_path)
    assert run(path, "freeze", "--build", path / "build", "--gold", path / "gold", "--films", "en-0001",
               "--settings", json.dumps(settings), "--out", path / "frozen.json") == 1  # fmt: skip
    assert "invalid-settings" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["pipeline", "pipeline-minus-exact_names", "a/b", "a | b", "a\nb", " ", "x" * 41])
def test_another_system_s_name_takes_none_of_the_study_s_and_breaks_no_row(name):
    with pytest.raises(LinedscriptError, match="system-name"):
        scored(others={name: {}})


def test_two_other_systems_of_one_name_are_wrong_usage(tmp_path):
    path = a_build(tmp_path)
    (path / "a.csv").write_text("profile,cluster\n")
    assert run(path, "score", "--build", path / "build", "--films", "en-0001", "--gold", path / "gold", "--other",
               f"theirs={path / 'a.csv'}", "--other", f"theirs={path / 'a.csv'}", "--seed", 1,
               "--out", path / "scores.jsonl") == 2  # fmt: skip


def test_more_replicates_than_fit_into_memory_are_wrong_usage(tmp_path):
    path = a_build(tmp_path)
    with pytest.raises(SystemExit) as caught:
        run(path, "score", "--build", path / "build", "--films", "en-0001", "--gold", path / "gold", "--seed", 1,
            "--replicates", 10**12, "--out", path / "scores.jsonl")  # fmt: skip
    assert caught.value.code == 2


@pytest.mark.parametrize(
    "option", [("--per-stratum", "0"), ("--per-stratum", "9" * 5000), ("--seed", "-1"), ("--seed", "x")]
)
def test_a_number_that_makes_no_sense_is_wrong_usage(tmp_path, option):
    options = {"--per-stratum": "3", "--seed": "1"} | dict([option])
    with pytest.raises(SystemExit) as caught:
        run(tmp_path, "export", "--build", tmp_path, "--films", "en-0001", "--out", tmp_path, *sum(options.items(), ()))
    assert caught.value.code == 2
