"""Each defect that a release must never ship is named with its code, file and record by the command that meets it.

But for the first, every tampered tree is sealed again, so that no sum, manifest, claim or Parquet copy tells of it. A
tree holds many defects, each in a record of its own: a release is checked once for all of them.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from projects import Project
from seeding import change, faults, reseal, rows, write_rows

from linedscript.io.files import sha256_text

FILM = "en-0001"
Row = dict[str, Any]
Found = set[tuple[str, str, str | None]]


class Seed(NamedTuple):
    """A change of the ``number``-th record of a layer that fits."""

    what: str
    code: str
    layer: str
    number: int
    made: Callable[[Row], Row]
    which: Callable[[Row], bool] = lambda row: True


@dataclass(frozen=True)
class Tampered:
    """Releases and scenes of a build, to be changed at will."""

    project: Project
    path: Path

    def data(self, view: str, layer: str) -> Path:
        return self.path / view / f"data/{layer}/{FILM}.jsonl"

    def sow(self, view: str, seeds: list[Seed]) -> dict[str, str]:
        """What is wrong to the id of the record that it is wrong with."""
        names = {}
        for seed in seeds:
            path = self.data(view, seed.layer)
            fitting = [row["id"] for row in rows(path) if seed.which(row)]
            names[seed.what] = fitting[seed.number]
            change(path, lambda row, name=fitting[seed.number]: row["id"] == name, seed.made)
        assert len(set(names.values())) == len(names) or len({(s.layer, names[s.what]) for s in seeds}) == len(seeds)
        return names

    def verify(self, view: str, *options: str, sealed: bool = True, claims: bool = True) -> Found:
        if sealed:
            reseal(self.path / view, claims=claims)
        done = self.project.run("linedscript", "verify", str(self.path / view), *options, check=False)
        found = faults(done, self.path / view)
        assert not sealed or not {code for code, _, _ in found} & {"changed-file", "unlisted-file", "not-equal"}
        return found


@pytest.fixture(scope="session")
def tampered(built_once: Project, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Tampered]:
    def make() -> Tampered:
        path = tmp_path_factory.mktemp("tampered")
        for part in ("parent", "pseudonymized", "scenes", "removed", "validation", "source", "rendered/scene_texts"):
            shutil.copytree(built_once.path / "build" / part, path / part)
        return Tampered(built_once, path)

    return make


def named(number: int) -> Callable[[Row], bool]:
    return lambda row: row["id"] == f"s{number:04d}"


def test_sealing_an_unchanged_release_again_changes_no_byte(tampered):
    build = tampered()
    for view in ("parent", "pseudonymized"):
        before = {path: path.read_bytes() for path in (build.path / view).rglob("*") if path.is_file()}
        reseal(build.path / view)
        assert {path for path, data in before.items() if path.read_bytes() != data} == set()


def test_a_changed_byte_is_named(tampered):
    build = tampered()
    path = build.data("parent", "episodes")
    path.write_bytes(path.read_bytes().replace(b"0", b"1", 1))
    assert ("changed-file", f"data/episodes/{FILM}.jsonl", None) in build.verify("parent", sealed=False)


# The parent release, with nothing else at hand


def moved(evidence: Row, by: int) -> Row:
    """A span moved with its source ranges."""
    source = [[start + by, end + by] for start, end in evidence["source"]]
    return evidence | {"start": evidence["start"] + by, "end": evidence["end"] + by, "source": source}


def first_moved(by: int) -> Callable[[Row], Row]:
    return lambda row: {"evidence": [moved(row["evidence"][0], by), *row["evidence"][1:]]}


def first_segment(**by: int) -> Callable[[Row], Row]:
    def made(row: Row) -> Row:
        one, *rest = row["segments"]
        return {"segments": [one | {name: one[name] + change for name, change in by.items()}, *rest]}

    return made


def part_of(row: Row) -> bool:
    return row["predicate"] == "part_of"


PEM = "-----BEGIN OPENSSH PRIVATE KEY-----"
PARENT = [
    Seed("a dangling subject", "dangling-reference", "relations", 0, lambda row: {"subject": "ent-9999"}),
    Seed("a dangling object", "dangling-reference", "relations", 1, lambda row: {"object": "ent-9999"}),
    Seed("a self-loop", "self-loop", "relations", -1, lambda row: {"object": row["subject"]}, part_of),
    Seed("a predicate that the registry lacks", "unknown-predicate", "relations", 2, lambda row: {"predicate": "adores"}),
    Seed("a predicate between other types", "outside-registry", "relations", -2, lambda row: {"predicate": "leads"}, part_of),
    Seed("a dangling participant", "dangling-reference", "links", -1, lambda row: {"target": "ep-9999"}),
    Seed("a segment off by one", "segments", "scenes", 2, first_segment(source=1)),
    Seed("a segment too short", "segments", "scenes", 4, first_segment(length=-1)),
    Seed("a quote beyond its scene", "span-outside-scene", "units", 0, first_moved(100_000)),
    Seed("a quote whose source is elsewhere", "source-range", "units", 1, lambda row: {
        "evidence": [row["evidence"][0] | {"start": row["evidence"][0]["start"] - 1, "end": row["evidence"][0]["end"] - 1}]
    }, lambda row: row["evidence"][0]["start"] > 0),
    Seed("a quote that others read differently", "span-hash", "entities", 0, lambda row: {
        "evidence": [row["evidence"][0] | {"sha256": sha256_text("other")}, *row["evidence"][1:]]
    }),
    Seed("a quotation that is too long", "quote-too-long", "items", 0, lambda row: {"answer": f"“{'Not you. ' * 20}”"}),
    Seed("an e-mail address in an item", "e-mail", "items", 1, lambda row: {"answer": "Write to ann.lee@example.com."}),
    Seed("a phone number in an item", "phone", "items", 2, lambda row: {"question": "Who answers at (212) 555-0142?"}),
    Seed("an e-mail address in an entity", "e-mail", "entities", 1, lambda row: {"description": "ann.lee@example.com"}),
    Seed("a phone number in an entity", "phone", "entities", 2, lambda row: {"name": "Harbor 555-0142"}),
    Seed("a private path", "machine-path", "coverage", 0, lambda row: {"reason": "see /home/ann/corpus/x.jsonl"}),
    Seed("a private path of Windows", "machine-path", "coverage", 1, lambda row: {"reason": "C:\\Users\\ann\\x.jsonl"}),
    Seed("a path into the private folder", "private-path", "coverage", 2, lambda row: {"reason": "private/identity/x.jsonl"}),
    Seed("an API key", "api-key", "coverage", 3, lambda row: {"reason": "sk-proj-" + "a1B2" * 8}),
    Seed("a token", "token", "coverage", 4, lambda row: {"reason": "hf_" + "a1B2" * 8}),
    Seed("a private key", "private-key", "coverage", 5, lambda row: {"reason": f"{PEM}\nb3Blbg"}),
]  # fmt: skip


@pytest.fixture(scope="session")
def parent(tampered) -> tuple[Found, dict[str, str]]:
    build = tampered()
    relations = build.data("parent", "relations")
    found = rows(relations)
    symmetric = next(row for row in found if row["predicate"] in ("affinity_with", "hostility_with", "kinship_with"))
    twins = [
        found[3] | {"id": "rel-9998", "description": "The same in other words."},
        symmetric | {"id": "rel-9999", "subject": symmetric["object"], "object": symmetric["subject"]},
    ]
    write_rows(relations, [*found, *twins])
    names = build.sow("parent", PARENT)
    path = build.data("parent", "adjudications")
    one, other, *rest = rows(path)
    write_rows(path, [other, one, *rest])
    names["an id out of order"] = one["id"]
    build.data("parent", "tombstones").unlink()
    with (build.path / "parent/README.md").open("a", encoding="utf-8") as readme:
        readme.write(f"\n{PEM}\n")
    names["the card's last line"] = (
        f"line {len((build.path / 'parent/README.md').read_text(encoding='utf-8').splitlines())}"
    )
    (build.path / f"parent/hf_{'a1B2' * 8}.txt").write_bytes(b"x\n")
    return build.verify("parent"), names


@pytest.mark.parametrize("seed", PARENT, ids=lambda seed: seed.what)
def test_in_the_parent_release_is_named(parent, seed):
    found, names = parent
    assert (seed.code, f"data/{seed.layer}/{FILM}.jsonl", names[seed.what]) in found


def test_scenes_that_do_not_rebuild_the_source_are_named_by_the_film(parent):
    assert ("not-rebuilt", f"data/validation/{FILM}.jsonl", FILM) in parent[0]


def test_an_id_out_of_order_is_named(parent):
    assert ("id-out-of-order", f"data/adjudications/{FILM}.jsonl", parent[1]["an id out of order"]) in parent[0]


@pytest.mark.parametrize("twin", ["rel-9998", "rel-9999"], ids=["other words", "ends swapped"])
def test_a_duplicate_relation_is_named(parent, twin):
    assert ("duplicate-relation", f"data/relations/{FILM}.jsonl", twin) in parent[0]


def test_a_missing_file_of_one_film_is_named(parent):
    assert ("missing-file", f"data/tombstones/{FILM}.jsonl", None) in parent[0]


def test_a_key_in_a_document_is_named(parent):
    assert ("private-key", "README.md", parent[1]["the card's last line"]) in parent[0]


def test_a_key_in_a_file_name_is_named(parent):
    assert ("token", f"hf_{'a1B2' * 8}.txt", None) in parent[0]


def test_a_file_that_no_release_has_is_named(parent):
    assert ("stray-file", f"hf_{'a1B2' * 8}.txt", None) in parent[0]


# Claims


@pytest.fixture(scope="session")
def overstated(tampered) -> Found:
    build = tampered()
    path = build.path / "parent/claims.json"
    data = json.loads(path.read_bytes())
    card = build.path / "parent/README.md"
    links = data["records"]["links"]
    card.write_text(
        card.read_text(encoding="utf-8").replace(f"| `links` | {links} |", f"| `links` | {links + 1} |"), "utf-8"
    )
    data["films"] += 1
    data["records"]["relations"] += 1
    data["length_by_language"]["en"] += 1
    data["items_by_category"]["Scene Grounding"] += 1
    data["items_by_category"]["Other"] = 1
    path.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return build.verify("parent", claims=False)


@pytest.mark.parametrize(
    "claim",
    [
        "films",
        "records.relations",
        "length_by_language.en",
        "items_by_category.Scene Grounding",
        "items_by_category.Other",
    ],
)
def test_a_claim_that_the_data_contradict_is_named(overstated, claim):
    assert ("claim-contradicted", "claims.json", claim) in overstated


def test_a_number_in_the_card_that_the_data_contradict_is_named(overstated):
    assert ("claim-contradicted", "README.md", "Records") in overstated


# With scene text at hand


def letter_changed(scene: Row) -> Row:
    """One letter differs, and the length doesn't."""
    at = scene["text"].index(" the ") + 1
    text = scene["text"][:at] + "T" + scene["text"][at + 1 :]
    return {"text": text, "sha256": sha256_text(text)}


VIEWS = {"parent": "scenes", "pseudonymized": "rendered/scene_texts"}


@pytest.fixture(scope="session", params=list(VIEWS))
def with_texts(request, tampered) -> tuple[Found, dict[str, str]]:
    build, view = tampered(), request.param
    texts = build.path / VIEWS[view] / f"{FILM}.jsonl"
    change(texts, named(9), letter_changed)
    words = " ".join(next(row["text"] for row in rows(texts) if row["id"] == "s0002").split()[8:48])
    names = build.sow(view, [
        Seed("unit", "quote-not-in-scene", "units", 1, first_moved(1)),
        Seed("item", "quote-not-in-scene", "items", 1, lambda row: {
            "path": [row["path"][0] | {"evidence": moved(row["path"][0]["evidence"], 1)}, *row["path"][1:]]
        }),
        Seed("script", "text-beyond-limit", "items", 2, lambda row: {"answer": words}),
    ])  # fmt: skip
    with (build.path / view / "README.md").open("a", encoding="utf-8") as readme:
        readme.write("\n" + words.replace(". ", ".\n") + "\n")
    return build.verify(view, "--scripts", str(build.path / VIEWS[view])), names


@pytest.mark.parametrize("layer", ["units", "items"])
def test_a_quote_that_is_not_in_its_scene_is_named(with_texts, layer):
    assert ("quote-not-in-scene", f"data/{layer}/{FILM}.jsonl", with_texts[1][layer[:-1]]) in with_texts[0]


def test_screenplay_text_beyond_the_limit_is_named(with_texts):
    assert ("text-beyond-limit", f"data/items/{FILM}.jsonl", with_texts[1]["script"]) in with_texts[0]


def test_screenplay_text_beyond_the_limit_in_a_document_is_named(with_texts):
    assert ("text-beyond-limit", "README.md", None) in with_texts[0]


def test_scene_text_at_hand_that_is_another_is_named(with_texts):
    assert ("scene-text", f"data/scenes/{FILM}.jsonl", "s0009") in with_texts[0]


# The pseudonymized release, with its parent at hand

TITLES = [
    "A Widow's Fathom", "a widow’s fathom", "A WIDOWS FATHOM", "Widow's  Fathom", "a-widows-fathom", "a-widow-s-fathom",
    "a_widows_fathom", "awidowsfathom", "AWidowsFathomFinal", "a-widows-fathom-2026", "widowsfathom2026", "A Widow’s\nFathom",
    "A%20Widow%27s%20Fathom", "A Widow&#39;s Fathom", "Ａ Ｗｉｄｏｗ’ｓ Ｆａｔｈｏｍ", "A Wídow's Fathom", "A Widow\u00ad's Fathom",
    "A\u200bWidow's\u200bFathom",
]  # fmt: skip
PSEUDONYMIZED = [
    Seed("a real name", "name-left", "items", 0, lambda row: {"answer": "Then Wren Abara leaves."}),
    Seed("a real first name in capitals", "name-left", "items", 1, lambda row: {"answer": "Then WREN leaves."}),
    Seed("a real first name that owns", "name-left", "items", 2, lambda row: {"answer": "Wren’s lamp."}),
    Seed("a real name with another blank", "name-left", "items", 3, lambda row: {"answer": "Miss\u00a0Abara leaves."}),
    Seed("an e-mail address in an item", "e-mail", "items", 4, lambda row: {"answer": "Write to ann.lee@example.com."}),
    Seed("a phone number in an entity", "phone", "entities", 0, lambda row: {"description": "Harbor, 555-0142"}),
    Seed("a quote that others read differently", "span-hash", "entities", 1, lambda row: {
        "evidence": [row["evidence"][0] | {"sha256": sha256_text("other")}, *row["evidence"][1:]]
    }),
    *(
        Seed(f"the title as {form!a}", "title", "units", number, lambda row, form=form: {"summary": f"As in {form}, she goes."})
        for number, form in enumerate(TITLES)
    ),
]  # fmt: skip


@pytest.fixture(scope="session")
def pseudonymized(tampered) -> tuple[Found, dict[str, str]]:
    build = tampered()
    names = build.sow("pseudonymized", PSEUDONYMIZED)
    entities = {row["name"]: row for row in rows(build.data("parent", "entities"))}
    for name, field in (("Wren Abara", "name"), ("Ines Calloway", "aliases")):
        real = entities[name]
        change(
            build.data("pseudonymized", "entities"),
            lambda row, real=real: row["id"] == real["id"],
            lambda row, real=real, field=field: {field: real[field]},
        )
        names[field] = real["id"]
    root = build.path / "pseudonymized"
    with (root / "README.md").open("a", encoding="utf-8") as readme:
        readme.write("\nThese are the annotations of a widow's\nfathom.\n")
    (root / "data/units/widows-fathom.jsonl").write_bytes(b"")
    (root / "notes").mkdir()
    (root / "notes/a_widows_fathom.2026.txt").write_bytes(b"x\n")
    (root / "data/links" / f"{FILM}.jsonl").unlink()
    return build.verify("pseudonymized", "--parent", str(build.path / "parent")), names


@pytest.mark.parametrize("seed", PSEUDONYMIZED, ids=lambda seed: seed.what)
def test_in_the_pseudonymized_release_is_named(pseudonymized, seed):
    found, names = pseudonymized
    assert (seed.code, f"data/{seed.layer}/{FILM}.jsonl", names[seed.what]) in found


@pytest.mark.parametrize("field", ["name", "aliases"])
def test_a_real_name_left_in_its_own_entity_is_named(pseudonymized, field):
    assert ("name-left", f"data/entities/{FILM}.jsonl", pseudonymized[1][field]) in pseudonymized[0]


def test_a_title_over_two_lines_of_a_document_is_named(pseudonymized):
    assert [record for code, file, record in pseudonymized[0] if (code, file) == ("title", "README.md")]


def test_a_title_s_slug_in_file_names_is_named(pseudonymized):
    files = {file for code, file, record in pseudonymized[0] if code == "title" and record is None}
    assert files == {"data/units/widows-fathom.jsonl", "notes/a_widows_fathom.2026.txt"}


def test_a_missing_file_of_one_film_is_named_in_this_view_too(pseudonymized):
    assert ("missing-file", f"data/links/{FILM}.jsonl", None) in pseudonymized[0]


def test_a_film_that_only_the_parent_has_is_named(tampered):
    build = tampered()
    root = build.path / "parent"
    film = rows(root / "films.jsonl")[0]
    write_rows(root / "films.jsonl", [film, film | {"id": "en-0002"}])
    for path in sorted(root.glob(f"data/*/{FILM}.jsonl")):
        data = path.read_text(encoding="utf-8").replace(f'"film":"{FILM}"', '"film":"en-0002"')
        path.with_name("en-0002.jsonl").write_text(data, encoding="utf-8")
    manifest = json.loads((root / "manifest.json").read_bytes())
    manifest["films"].append("en-0002")
    (root / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    reseal(root)
    assert ("view-difference", "films.jsonl", "en-0002") in build.verify("pseudonymized", "--parent", str(root))


# A build


def check_scenes(build: Tampered) -> str:
    parts = [f"--{part}={build.path}/{part}/{FILM}.jsonl" for part in ("scenes", "removed", "validation", "source")]
    script = f"--script=samples/scripts/{FILM}.fountain"
    done = build.project.run("linedscript", "scenes", "check", *parts, script, check=False)
    assert done.returncode == 1, done.stdout
    return done.stdout


def test_stored_scene_text_that_is_not_the_source_s_is_named_with_its_place(tampered):
    build = tampered()
    change(build.path / f"scenes/{FILM}.jsonl", named(3), letter_changed)
    assert f"[scene-text] {FILM}/s0003: " in check_scenes(build)


def test_a_segment_of_a_stored_scene_that_is_off_by_one_is_named(tampered):
    build = tampered()
    change(build.path / f"scenes/{FILM}.jsonl", named(3), first_segment(source=1))
    said = check_scenes(build)
    assert f"[scene-text] {FILM}/s0003: " in said and f"[text-lost] {FILM}/s0003: " in said


def test_a_build_from_scene_text_that_is_not_the_source_s_makes_no_release(built):
    path = built.path / f"build/scenes/{FILM}.jsonl"
    last = rows(path)[-1]
    text = last["text"].rstrip()[:-1] + "!" + last["text"][len(last["text"].rstrip()) :]
    assert text != last["text"]
    change(path, lambda row: row["id"] == last["id"], lambda row: {"text": text, "sha256": sha256_text(text)})
    done = built.run("snakemake", "--", "parent", check=False)
    assert done.returncode == 1
    assert f"[not-rebuilt] build/parent/data/validation/{FILM}.jsonl#{FILM}: " in done.stdout
    assert not (built.path / "build/parent/SHA256SUMS").exists()


def test_a_build_with_defects_names_all_of_them_and_makes_no_release(built):
    relations, items = (built.path / f"build/reviewed/{layer}/{FILM}.jsonl" for layer in ("relations", "items"))
    scene = rows(built.path / f"build/scenes/{FILM}.jsonl")[1]
    loose = change(relations, lambda row: True, lambda row: {"object": "ent-9999"})
    quoting = change(items, lambda row: True, lambda row: {"answer": " ".join(scene["text"].split()[8:48])})
    done = built.run("snakemake", "--", "parent", check=False)
    assert done.returncode == 1
    assert f"[dangling-reference] build/parent/data/relations/{FILM}.jsonl#{loose}: " in done.stdout
    assert f"[text-beyond-limit] build/parent/data/items/{FILM}.jsonl#{quoting}: " in done.stdout
    assert not (built.path / "build/parent/SHA256SUMS").exists()
