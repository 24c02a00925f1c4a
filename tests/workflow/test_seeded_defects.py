"""Each defect that a release must never ship is named with its code, file and record by the command that meets it.

But for the first, every tampered tree is sealed again, so that no sum, manifest, claim or Parquet copy tells of it.
"""

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from projects import Project
from seeding import COPIES, change, faults, reseal, rows, write_rows

from linedscript.io.files import sha256_text

FILM = "en-0001"
TITLE = "A Widow's Fathom"


@dataclass(frozen=True)
class Build:
    """Releases and scenes of a build, to be changed at will."""

    project: Project
    path: Path

    def data(self, view: str, layer: str) -> Path:
        return self.path / view / f"data/{layer}/{FILM}.jsonl"

    def verify(self, view: str, *options: str) -> set[tuple[str, str, str | None]]:
        """The defects of a release that was sealed again."""
        reseal(self.path / view)
        return self.verify_as_it_is(view, *options)

    def verify_as_it_is(self, view: str, *options: str) -> set[tuple[str, str, str | None]]:
        done = self.project.run("linedscript", "verify", str(self.path / view), *options, check=False)
        return faults(done, self.path / view)

    def verify_pair(self) -> set[tuple[str, str, str | None]]:
        return self.verify("pseudonymized", "--parent", str(self.path / "parent"))

    def check_scenes(self) -> str:
        parts = [f"--{part}={self.path}/{part}/{FILM}.jsonl" for part in ("scenes", "removed", "validation", "source")]
        done = self.project.run(
            "linedscript", "scenes", "check", *parts, f"--script=samples/scripts/{FILM}.fountain", check=False
        )
        assert done.returncode == 1, done.stdout
        return done.stdout


@pytest.fixture
def build(built_once: Project, tmp_path: Path) -> Build:
    for part in ("parent", "pseudonymized", "scenes", "removed", "validation", "source", "rendered/scene_texts"):
        shutil.copytree(built_once.path / "build" / part, tmp_path / part)
    return Build(built_once, tmp_path)


def first(path: Path, which=lambda row: True) -> dict:
    return next(row for row in rows(path) if which(row))


def test_sealing_an_unchanged_release_again_changes_no_byte(build):
    for view in ("parent", "pseudonymized"):
        before = {path: path.read_bytes() for path in (build.path / view).rglob("*") if path.is_file()}
        reseal(build.path / view)
        assert {path for path, data in before.items() if path.read_bytes() != data} == set()


def test_a_changed_byte(build):
    path = build.data("parent", "episodes")
    path.write_bytes(path.read_bytes().replace(b"0", b"1", 1))
    found = build.verify_as_it_is("parent")
    assert ("changed-file", f"data/episodes/{FILM}.jsonl", None) in found


# Scene text that doesn't rebuild the source


def altered(scene: dict) -> str:
    """One letter differs, and the length doesn't."""
    at = scene["text"].index(" the ") + 1
    return scene["text"][:at] + "T" + scene["text"][at + 1 :]


def test_scene_text_that_is_not_the_source_s(build):
    path = build.path / f"scenes/{FILM}.jsonl"
    text = altered(first(path, lambda row: row["id"] == "s0003"))
    change(path, "s0003", text=text, sha256=sha256_text(text))
    assert f"[scene-text] {FILM}/s0003: " in build.check_scenes()


def test_a_segment_of_a_stored_scene_that_is_off_by_one(build):
    def shifted(segments):
        return [segments[0] | {"source": segments[0]["source"] + 1}, *segments[1:]]

    change(build.path / f"scenes/{FILM}.jsonl", "s0003", segments=shifted)
    said = build.check_scenes()
    assert f"[scene-text] {FILM}/s0003: " in said and f"[text-lost] {FILM}/s0003: " in said


def test_a_segment_of_a_released_scene_that_is_off_by_one(build):
    def shifted(segments):
        return [segments[0] | {"source": segments[0]["source"] + 1}, *segments[1:]]

    change(build.data("parent", "scenes"), "s0003", segments=shifted)
    found = build.verify("parent")
    assert ("not-rebuilt", f"data/validation/{FILM}.jsonl", FILM) in found
    assert ("segments", f"data/scenes/{FILM}.jsonl", "s0003") in found


def test_a_segment_of_a_released_scene_that_is_too_short(build):
    def cut(segments):
        return [segments[0] | {"length": segments[0]["length"] - 1}, *segments[1:]]

    change(build.data("parent", "scenes"), "s0003", segments=cut)
    assert ("segments", f"data/scenes/{FILM}.jsonl", "s0003") in build.verify("parent")


def test_scene_text_at_hand_that_is_not_the_release_s(build):
    path = build.path / f"scenes/{FILM}.jsonl"
    text = altered(first(path, lambda row: row["id"] == "s0003"))
    change(path, "s0003", text=text, sha256=sha256_text(text))
    found = build.verify("parent", "--scripts", str(build.path / "scenes"))
    assert ("scene-text", f"data/scenes/{FILM}.jsonl", "s0003") in found


def test_a_build_from_scene_text_that_is_not_the_source_s_makes_no_release(built):
    path = built.path / f"build/scenes/{FILM}.jsonl"
    scene = rows(path)[-1]
    text = scene["text"].rstrip()[:-1] + "!" + scene["text"][len(scene["text"].rstrip()) :]
    assert len(text) == len(scene["text"]) and text != scene["text"]
    change(path, scene["id"], text=text, sha256=sha256_text(text))
    before = built.sums("build/parent")
    done = built.run("snakemake", "--", "parent", check=False)
    assert done.returncode == 1
    assert f"[not-rebuilt] build/parent/data/validation/{FILM}.jsonl#{FILM}: " in done.stdout
    assert built.sums("build/parent") == before


# The graph


def test_an_id_out_of_order(build):
    path = build.data("parent", "relations")
    one, other, *rest = rows(path)
    write_rows(path, [other, one, *rest])
    found = build.verify("parent")
    assert found == {("id-out-of-order", f"data/relations/{FILM}.jsonl", one["id"])}


@pytest.mark.parametrize("end", ["subject", "object"])
def test_a_dangling_endpoint(build, end):
    path = build.data("parent", "relations")
    name = rows(path)[0]["id"]
    change(path, name, **{end: "ent-9999"})
    found = build.verify("parent")
    assert ("dangling-reference", f"data/relations/{FILM}.jsonl", name) in found and not {code for code, _, _ in found} & COPIES


def test_a_duplicate_relation(build):
    path = build.data("parent", "relations")
    twin = rows(path)[0] | {"id": "rel-9999", "description": "The same in other words."}
    write_rows(path, [*rows(path), twin])
    assert build.verify("parent") == {("duplicate-relation", f"data/relations/{FILM}.jsonl", "rel-9999")}


def test_a_duplicate_relation_with_the_ends_of_a_symmetric_predicate_swapped(build):
    path = build.data("parent", "relations")
    one = first(path, lambda row: row["predicate"] in ("affinity_with", "hostility_with", "kinship_with"))
    twin = one | {"id": "rel-9999", "subject": one["object"], "object": one["subject"]}
    write_rows(path, [*rows(path), twin])
    assert build.verify("parent") == {("duplicate-relation", f"data/relations/{FILM}.jsonl", "rel-9999")}


def test_a_self_loop(build):
    path = build.data("parent", "relations")
    one = first(path, lambda row: row["predicate"] == "part_of")
    change(path, one["id"], object=one["subject"])
    assert ("self-loop", f"data/relations/{FILM}.jsonl", one["id"]) in build.verify("parent")


def test_a_predicate_outside_the_registry(build):
    path = build.data("parent", "relations")
    name = rows(path)[0]["id"]
    change(path, name, predicate="adores")
    assert ("unknown-predicate", f"data/relations/{FILM}.jsonl", name) in build.verify("parent")


def test_a_predicate_between_types_that_it_does_not_link(build):
    path = build.data("parent", "relations")
    one = first(path, lambda row: row["predicate"] == "part_of")
    change(path, one["id"], predicate="leads")
    assert ("outside-registry", f"data/relations/{FILM}.jsonl", one["id"]) in build.verify("parent")


def test_a_dangling_endpoint_in_a_build_makes_no_release(built):
    path = built.path / f"build/reviewed/relations/{FILM}.jsonl"
    name = rows(path)[0]["id"]
    change(path, name, object="ent-9999")
    before = built.sums("build/parent")
    done = built.run("snakemake", "--", "parent", check=False)
    assert done.returncode == 1
    assert f"[dangling-reference] build/parent/data/relations/{FILM}.jsonl#{name}: " in done.stdout
    assert built.sums("build/parent") == before


# Quotes that aren't in their scene


def moved(by: int):
    """The first span, moved with its source ranges."""

    def move(evidence):
        one = evidence[0]
        source = [[start + by, end + by] for start, end in one["source"]]
        return [one | {"start": one["start"] + by, "end": one["end"] + by, "source": source}, *evidence[1:]]

    return move


@pytest.mark.parametrize(("view", "texts"), [("parent", "scenes"), ("pseudonymized", "rendered/scene_texts")])
@pytest.mark.parametrize("layer", ["units", "items"])
def test_a_quote_that_is_not_in_its_scene_with_the_texts_at_hand(build, view, texts, layer):
    path = build.data(view, layer)
    name = rows(path)[1]["id"]
    if layer == "units":
        change(path, name, evidence=moved(1))
    else:
        change(path, name, path=lambda steps: [steps[0] | {"evidence": moved(1)([steps[0]["evidence"]])[0]}, *steps[1:]])
    found = build.verify(view, "--scripts", str(build.path / texts))
    assert ("quote-not-in-scene", f"data/{layer}/{FILM}.jsonl", name) in found


def test_a_quote_beyond_its_scene(build):
    path = build.data("parent", "units")
    name = rows(path)[0]["id"]
    change(path, name, evidence=moved(100_000))
    assert ("span-outside-scene", f"data/units/{FILM}.jsonl", name) in build.verify("parent")


def test_a_quote_whose_source_is_elsewhere_with_no_text_at_hand(build):
    path = build.data("parent", "units")
    name = rows(path)[0]["id"]
    change(path, name, evidence=lambda found: [found[0] | {"start": found[0]["start"] - 1, "end": found[0]["end"] - 1}])
    assert build.verify("parent") == {("source-range", f"data/units/{FILM}.jsonl", name)}


@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_a_quote_that_two_records_read_differently_with_no_text_at_hand(build, view):
    path = build.data(view, "entities")
    name = rows(path)[0]["id"]
    change(path, name, evidence=lambda found: [found[0] | {"sha256": sha256_text("something else")}, *found[1:]])
    found = build.verify(view)
    assert {code for code, _, _ in found} == {"span-hash"} and ("span-hash", f"data/entities/{FILM}.jsonl", name) in found


# Names and titles


@pytest.mark.parametrize("text", ["Then Wren Abara leaves.", "Then WREN leaves.", "Wren’s lamp.", "Miss\u00a0Abara leaves."])
def test_a_real_name_left_in_an_item(build, text):
    path = build.data("pseudonymized", "items")
    name = rows(path)[-1]["id"]
    change(path, name, answer=text)
    assert ("name-left", f"data/items/{FILM}.jsonl", name) in build.verify_pair()


@pytest.mark.parametrize("field", ["name", "aliases"])
def test_a_real_name_left_in_its_own_entity(build, field):
    here, there = build.data("pseudonymized", "entities"), build.data("parent", "entities")
    real = first(there, lambda row: row["name"] == "Wren Abara")
    change(here, real["id"], **{field: real[field]})
    assert ("name-left", f"data/entities/{FILM}.jsonl", real["id"]) in build.verify_pair()


TITLES = [
    TITLE, "a widow’s fathom", "A WIDOWS FATHOM", "Widow's  Fathom", "a-widows-fathom", "a-widow-s-fathom", "a_widows_fathom",
    "awidowsfathom", "AWidowsFathomFinal", "a-widows-fathom-2026", "widowsfathom2026", "A Widow’s\nFathom", "A%20Widow%27s%20Fathom",
    "A Widow&#39;s Fathom", "Ａ Ｗｉｄｏｗ’ｓ Ｆａｔｈｏｍ", "A Wídow's Fathom", "A Widow\u00ads Fathom", "A\u200bWidow's\u200bFathom",
]  # fmt: skip


@pytest.fixture(scope="module")
def titled(built_once, tmp_path_factory):
    """The defects of one release that holds each form of a title in a record of its own, in a document and in names."""
    path = tmp_path_factory.mktemp("titled")
    for view in ("parent", "pseudonymized"):
        shutil.copytree(built_once.path / "build" / view, path / view)
    build = Build(built_once, path)
    units = build.data("pseudonymized", "units")
    found = rows(units)
    for row, form in zip(found, TITLES, strict=False):
        row["summary"] = f"As in {form}, she leaves."
    write_rows(units, found)
    with (path / "pseudonymized/README.md").open("a", encoding="utf-8") as readme:
        readme.write("\nThese are the annotations of a widow's\nfathom.\n")
    (path / "pseudonymized/data/units/widows-fathom.jsonl").write_bytes(b"")
    (path / "pseudonymized/notes").mkdir()
    (path / "pseudonymized/notes/a_widows_fathom.2026.txt").write_bytes(b"x\n")
    return build.verify_pair(), [row["id"] for row in found]


@pytest.mark.parametrize("number", range(len(TITLES)), ids=[ascii(form) for form in TITLES])
def test_a_title_in_a_record_of_the_pseudonymized_release(titled, number):
    found, names = titled
    assert ("title", f"data/units/{FILM}.jsonl", names[number]) in found


def test_a_title_over_two_lines_of_a_document(titled):
    assert [record for code, file, record in titled[0] if (code, file) == ("title", "README.md")]


def test_a_title_s_slug_in_file_names(titled):
    files = {file for code, file, record in titled[0] if code == "title" and record is None}
    assert files == {"data/units/widows-fathom.jsonl", "notes/a_widows_fathom.2026.txt"}


def test_files_that_no_release_has_are_named(titled):
    files = {file for code, file, _ in titled[0] if code == "stray-file"}
    assert files == {"data/units/widows-fathom.jsonl", "notes/a_widows_fathom.2026.txt"}


# Contact details, keys and paths


@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
@pytest.mark.parametrize(("layer", "field"), [("items", "answer"), ("entities", "description")])
@pytest.mark.parametrize(("code", "text"), [("e-mail", "ann.lee@example.com"), ("phone", "(212) 555-0142")])
def test_contact_details_in_an_item_and_in_an_entity(build, view, layer, field, code, text):
    path = build.data(view, layer)
    name = rows(path)[0]["id"]
    change(path, name, **{field: f"Write to {text}."})
    found = build.verify(view)
    assert (code, f"data/{layer}/{FILM}.jsonl", name) in found and not {code for code, _, _ in found} & COPIES


PRIVATE = [
    ("machine-path", "/home/ann/corpus/x.jsonl"),
    ("machine-path", "C:\\Users\\ann\\x.jsonl"),
    ("api-key", "sk-proj-" + "a1B2" * 8),
    ("token", "hf_" + "a1B2" * 8),
    ("private-key", "-----BEGIN OPENSSH PRIVATE KEY-----"),
]


@pytest.mark.parametrize(("code", "text"), PRIVATE, ids=[text[:12] for _, text in PRIVATE])
def test_a_private_path_or_a_key_in_a_record_and_in_a_document(build, code, text):
    path = build.data("parent", "coverage")
    name = rows(path)[0]["id"]
    change(path, name, reason=f"read {text} first")
    with (build.path / "parent/README.md").open("a", encoding="utf-8") as readme:
        readme.write(f"See {text}.\n")
    found = build.verify("parent")
    assert (code, f"data/coverage/{FILM}.jsonl", name) in found
    assert (code, "README.md", f"line {len((build.path / 'parent/README.md').read_text(encoding='utf-8').splitlines())}") in found


def test_a_key_in_a_file_name(build):
    (build.path / f"parent/hf_{'a1B2' * 8}.txt").write_bytes(b"x\n")
    assert ("token", f"hf_{'a1B2' * 8}.txt", None) in build.verify("parent")


# Screenplay text


def words_of(path: Path, scene: str, number: int) -> str:
    text = first(path, lambda row: row["id"] == scene)["text"].split()
    return " ".join(text[8 : 8 + number])


@pytest.mark.parametrize(("view", "texts"), [("parent", "scenes"), ("pseudonymized", "rendered/scene_texts")])
def test_screenplay_text_beyond_the_limit(build, view, texts):
    name = rows(build.data(view, "items"))[0]["id"]
    change(build.data(view, "items"), name, answer=words_of(build.path / texts / f"{FILM}.jsonl", "s0002", 40))
    found = build.verify(view, "--scripts", str(build.path / texts))
    assert ("text-beyond-limit", f"data/items/{FILM}.jsonl", name) in found


def test_screenplay_text_beyond_the_limit_in_a_document(build):
    with (build.path / "parent/README.md").open("a", encoding="utf-8") as readme:
        readme.write("\n" + words_of(build.path / f"scenes/{FILM}.jsonl", "s0002", 40).replace(". ", ".\n") + "\n")
    found = build.verify("parent", "--scripts", str(build.path / "scenes"))
    assert ("text-beyond-limit", "README.md", None) in found


def test_a_long_quotation_with_no_script_at_hand(build):
    name = rows(build.data("parent", "items"))[0]["id"]
    quoted = words_of(build.path / f"scenes/{FILM}.jsonl", "s0002", 40).replace('"', "")
    change(build.data("parent", "items"), name, answer=f'She says: "{quoted}".')
    assert build.verify("parent") == {("quote-too-long", f"data/items/{FILM}.jsonl", name)}


def test_screenplay_text_beyond_the_limit_in_a_build_makes_no_release(built):
    path = built.path / f"build/reviewed/items/{FILM}.jsonl"
    name = rows(path)[0]["id"]
    change(path, name, answer=words_of(built.path / f"build/scenes/{FILM}.jsonl", "s0002", 40))
    done = built.run("snakemake", "--", "parent", check=False)
    assert done.returncode == 1
    assert f"[text-beyond-limit] build/parent/data/items/{FILM}.jsonl#{name}: " in done.stdout


# Claims and missing files


@pytest.mark.parametrize(
    ("claim", "record"),
    [
        (("films",), "films"),
        (("records", "relations"), "records.relations"),
        (("length_by_language", "en"), "length_by_language.en"),
        (("items_by_category", "Scene Grounding"), "items_by_category.Scene Grounding"),
        (("items_by_category", "Fathoms"), "items_by_category.Fathoms"),
    ],
)
def test_a_claim_that_the_data_contradict(build, claim, record):
    path = build.path / "parent/claims.json"
    data = json.loads(path.read_bytes())
    place = data
    for name in claim[:-1]:
        place = place[name]
    place[claim[-1]] = place.get(claim[-1], 0) + 1
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    reseal(build.path / "parent", claims=False)
    assert build.verify_as_it_is("parent") == {("claim-contradicted", "claims.json", record)}


def test_a_number_in_the_card_that_the_data_contradict(build):
    path = build.path / "parent/README.md"
    number = json.loads((build.path / "parent/claims.json").read_bytes())["records"]["relations"]
    text = path.read_text(encoding="utf-8")
    assert str(number) in text
    path.write_text(text.replace(str(number), str(number + 1)), encoding="utf-8")
    assert ("claim-contradicted", "README.md") in {(code, file) for code, file, _ in build.verify("parent")}


@pytest.mark.parametrize("layer", ["links", "tombstones"])
@pytest.mark.parametrize("view", ["parent", "pseudonymized"])
def test_a_missing_file_of_one_film(build, view, layer):
    os.remove(build.data(view, layer))
    assert ("missing-file", f"data/{layer}/{FILM}.jsonl", None) in build.verify(view)


def test_a_film_of_the_parent_that_the_pseudonymized_release_lacks(build):
    root = build.path / "parent"
    film = first(root / "films.jsonl")
    write_rows(root / "films.jsonl", [film, film | {"id": "en-0002"}])
    for path in sorted(root.glob(f"data/*/{FILM}.jsonl")):
        data = path.read_text(encoding="utf-8").replace(f'"film":"{FILM}"', '"film":"en-0002"')
        path.with_name("en-0002.jsonl").write_text(data, encoding="utf-8")
    manifest = json.loads((root / "manifest.json").read_bytes())
    manifest["films"].append("en-0002")
    (root / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    reseal(root)
    assert ("view-difference", "films.jsonl", "en-0002") in build.verify_pair()
