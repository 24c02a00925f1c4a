import msgspec
from factories import (
    alias,
    checkpoint,
    cite,
    entity,
    episode,
    item,
    made,
    mention,
    presence,
    scene,
    span,
    state,
    step,
    unit,
)
from identity_maps import kept, replaced, title

from linedscript.identity.rendering import render_film
from linedscript.identity.views import validate_views
from linedscript.io.canonical import content_digest, digest, fields_digest
from linedscript.io.files import sha256_text
from linedscript.records.character import Anchor
from linedscript.records.engine import LedgerEntry, TranscriptDigest
from linedscript.records.review import PatchLogEntry, Superseded
from linedscript.records.scene import Validation
from linedscript.screenplay.blocks import pack_blocks
from linedscript.screenplay.tokens import LINEDSCRIPT
from linedscript.suites.stage.intervals import Script, coverage_faults, make_intervals

TEXT = "INT. OFFICE - DAY\n\nAnn Pell waits for Bob. Ann leaves.\n"
SCENE = scene(TEXT)
ANN = replaced(1, "Ann Pell", "Theodora Q", ("Ann", "Theodora"))
NAMES = [ANN, kept(2, "Bob"), title("the wait")]


def words(text):
    return len(text.split())


def ev(quote):
    start = TEXT.index(quote)
    return span(start=start, end=start + len(quote), text=quote)


def render(names=NAMES, **layers):
    return render_film(layers, [SCENE], names, words)


PATH = (step(evidence=ev("waits")), step("units/s0001.u02", evidence=ev("leaves")))


def text_of(evidence, rendered):
    return rendered.scenes[0].text[evidence.start : evidence.end]


def test_prose_is_rendered_and_ids_stay():
    out = render(units=[unit(label="Ann waits", evidence=(ev("Ann Pell waits"),))]).layers["units"][0]
    assert (out.id, out.label, out.participants[0].name) == ("s0001.u01", "Theodora waits", "Theodora")


def test_evidence_follows_the_rendered_text():
    rendered = render(units=[unit(evidence=(ev("waits for Bob"), ev("Ann leaves")))])
    for evidence, text in zip(rendered.layers["units"][0].evidence, ("waits for Bob", "Theodora leaves"), strict=True):
        assert text_of(evidence, rendered) == text
        assert evidence.sha256 == sha256_text(text)


def test_source_offsets_stay():
    evidence = ev("Ann leaves")
    assert render(units=[unit(evidence=(evidence,))]).layers["units"][0].evidence[0].source == evidence.source


def test_a_span_that_cuts_a_name_widens_to_the_pseudonym():
    rendered = render(units=[unit(evidence=(ev("Pell waits"),))])
    assert text_of(rendered.layers["units"][0].evidence[0], rendered) == "Theodora Q waits"


def test_anchors_and_traces_move_with_the_text():
    at = TEXT.index("Ann leaves")
    rendered = render(
        states=[state(valid_from=Anchor(scene="s0001", offset=at), evidence=(ev("Ann leaves"),))],
        presence=[presence(first=at, last=at + 3, evidence=(ev("Ann leaves"),))],
    )
    new = rendered.scenes[0].text.index("Theodora leaves")
    assert rendered.layers["states"][0].valid_from.offset == new
    assert (rendered.layers["presence"][0].first, rendered.layers["presence"][0].last) == (new, new + len("Theodora"))


def test_citations_are_digests_of_the_rendered_values():
    cited = entity(1, "Ann Pell")
    rendered = render(entities=[cited], items=[item(path=PATH, cites=(cite("entities", cited, "name"),))])
    assert rendered.layers["items"][0].cites[0].digest == fields_digest(rendered.layers["entities"][0], ("name",))


def test_a_citation_of_a_citing_record_is_of_its_rendered_form():
    ann = entity(1, "Ann Pell")
    told = episode(cites=(cite("entities", ann, "name"),), title="Ann waits")
    rendered = render(
        entities=[ann], episodes=[told], items=[item(path=PATH, cites=(cite("episodes", told, "title", "cites"),))]
    )
    assert rendered.layers["items"][0].cites[0].digest == fields_digest(
        rendered.layers["episodes"][0], ("title", "cites")
    )


def test_a_citation_of_a_superseded_value_follows_the_model_record():
    model, reviewed = entity(1, "Ann"), entity(1, "Ann Pell")
    old = Superseded(
        id="entities/ent-0001",
        film="en-0001",
        patches=("pt-0001",),
        model=msgspec.to_builtins(model),
        reviewed=msgspec.to_builtins(reviewed),
    )
    rendered = render(
        entities=[reviewed], superseded=[old], items=[item(path=PATH, cites=(cite("entities", model, "name"),))]
    )
    assert rendered.layers["items"][0].cites[0].digest == digest({"name": "Theodora"})


def test_a_citation_of_a_value_that_is_gone_has_no_digest():
    assert (
        render(items=[item(path=PATH, cites=(cite("entities", entity(1, "Ann"), "name"),))])
        .layers["items"][0]
        .cites[0]
        .digest
        is None
    )


def test_requests_and_transcript_hashes_are_dropped():
    digests = [
        TranscriptDigest(
            film="en-0001", layer="units", run="rules", annotator="rules", judge="rules", answers=1, sha256="1" * 64
        )
    ]
    rendered = render(units=[unit(made=made(request="1" * 64), evidence=())], transcripts=digests)
    assert rendered.layers["units"][0].made.request is None
    assert rendered.layers["transcripts"][0].sha256 is None


def test_plain_strings_that_quote_the_script_are_rendered():
    entry = LedgerEntry(
        id="lg-00001",
        film="en-0001",
        layer="units",
        key="s0001",
        attempt=1,
        gate="grounding",
        outcome="refused_record",
        count=1,
        code="ungrounded",
        detail="'Ann Pell sings' isn't in s0001",
    )
    assert render(ledger=[entry]).layers["ledger"][0].detail == "'Theodora Q sings' isn't in s0001"


def test_superseded_records_are_rendered_whole():
    model = msgspec.to_builtins(unit(label="Ann waits", evidence=(ev("Ann leaves"),), made=made(request="1" * 64)))
    old = Superseded(id="units/s0001.u01", film="en-0001", patches=("pt-0001",), model=model, reviewed=None)
    out = render(superseded=[old]).layers["superseded"][0].model
    assert out["label"] == "Theodora waits"
    assert out["made"]["request"] is None
    assert out["evidence"][0]["sha256"] == sha256_text("Theodora leaves")


def test_a_patch_log_holds_no_digest_of_an_original_record():
    model, reviewed = unit(label="Ann sits", evidence=()), unit(label="Ann waits", evidence=())
    old = Superseded(
        id="units/s0001.u01", film="en-0001", patches=("pt-0001",), model=msgspec.to_builtins(model), reviewed=None
    )
    log = PatchLogEntry(
        id="pt-0001",
        film="en-0001",
        layer="units",
        action="revise",
        target="units/s0001.u01",
        fields=("label",),
        reason="other",
        note="Ann doesn't sit here.",
        scenes=(),
        reviewer="r1",
        date="2026-01-01",
        supersedes=None,
        superseded_by=None,
        before_sha256=content_digest(model),
        after_sha256=content_digest(reviewed),
        stale=(),
    )
    rendered = render(units=[reviewed], superseded=[old], patches=[log])
    entry = rendered.layers["patches"][0]
    assert entry.note == "Theodora doesn't sit here."
    assert entry.after_sha256 == content_digest(rendered.layers["units"][0])
    assert entry.before_sha256 not in (None, log.before_sha256)


def test_the_validation_record_loses_the_script_s_hash():
    proof = Validation(
        film="en-0001",
        language="en",
        source_chars=len(TEXT),
        scene_chars=len(TEXT),
        removed_chars=0,
        scenes=1,
        elements=2,
        removed=0,
        decoded_sha256="1" * 64,
        rebuilt_sha256="1" * 64,
        raw_bytes=1,
        raw_sha256="1" * 64,
        raw_map_sha256="1" * 64,
        tokenizer="linedscript/1",
        tokenizer_sha256=LINEDSCRIPT.sha256,
        tokens=1,
        token_sequence_sha256="1" * 64,
    )
    rendered = render(validation=[proof])
    out = rendered.layers["validation"][0]
    assert (out.decoded_sha256, out.rebuilt_sha256, out.scene_chars) == (None, None, len(rendered.scenes[0].text))
    assert out.token_sequence_sha256 != "1" * 64


def test_blocks_are_planned_again_over_the_rendered_text():
    rendered = render(blocks=pack_blocks("en-0001", [SCENE], 5, LINEDSCRIPT))
    assert rendered.layers["blocks"][-1].parts[-1].end == len(rendered.scenes[0].text)


def test_intervals_are_cut_again_over_the_rendered_text_and_keep_their_memory():
    anchors = (Anchor(scene="s0001", offset=TEXT.index(" Ann leaves")), Anchor(scene="s0001", offset=len(TEXT)))
    points = [checkpoint(number, anchor=anchor) for number, anchor in enumerate(anchors, 1)]
    original = make_intervals(Script("en-0001", [SCENE], LINEDSCRIPT), points, 6)
    original = [msgspec.structs.replace(interval, memory=("ob-00001",)) for interval in original]
    rendered = render(intervals=original)
    out = rendered.layers["intervals"]
    texts = [
        "".join(rendered.scenes[0].text[part.start : part.end] for chunk in one.chunks for part in chunk.parts)
        for one in out
    ]
    assert texts == ["INT. OFFICE - DAY\n\nTheodora Q waits for Bob.", " Theodora leaves.\n"]
    assert coverage_faults(Script("en-0001", rendered.scenes, LINEDSCRIPT), out) == []
    assert [one.memory for one in out] == [("ob-00001",), ("ob-00001",)]


def test_a_mention_s_normalized_form_is_rendered_in_small_letters():
    out = render(mentions=[mention(surface="Ann Pell", normalized="ann pell", evidence=())]).layers["mentions"][0]
    assert (out.surface, out.normalized) == ("Theodora Q", "theodora q")


def test_a_common_word_is_rendered_in_a_name_field_in_any_case():
    names = [replaced(1, "Grace", "Edith", exact=("Grace",))]
    out = render(
        names, mentions=[mention(surface="Grace", normalized="grace", description="full of grace", evidence=())]
    ).layers["mentions"][0]
    assert (out.surface, out.normalized, out.description) == ("Edith", "edith", "full of grace")


def test_a_kept_homonym_keeps_its_own_name():
    names = [replaced(1, "June", "Wanda"), kept(2, "June", "common_word")]
    month = entity(2, "June", types=("TimePoint",), aliases=(alias("June"),), mentions=("s0001.m02",), evidence=())
    rendered = render(
        names, entities=[entity(1, "June", evidence=()), month], mentions=[mention(2, "June", evidence=())]
    )
    assert [row.name for row in rendered.layers["entities"]] == ["Wanda", "June"]
    assert rendered.layers["mentions"][0].surface == "June"


def test_a_step_s_evidence_is_rendered_in_place():
    path = (step(evidence=ev("Ann leaves")), step("units/s0001.u02", evidence=ev("waits")))
    rendered = render(items=[item(path=path)])
    assert [text_of(one.evidence, rendered) for one in rendered.layers["items"][0].path] == ["Theodora leaves", "waits"]


def test_the_two_views_correspond():
    layers = {
        "entities": [entity(1, "Ann Pell", evidence=(ev("Ann Pell"),)), entity(2, "Bob", evidence=(ev("Bob"),))],
        "units": [unit(evidence=(ev("Ann leaves"),))],
        "states": [state(evidence=(ev("Ann leaves"),))],
    }
    rendered = render(**layers)
    assert (
        validate_views(layers, rendered.layers | {}, NAMES, rendered.scenes, film="en-0001") != []
    )  # the parent's scenes are missing
    from linedscript.screenplay.outline import outline

    assert (
        validate_views(layers | {"scenes": [outline(SCENE)]}, rendered.layers, NAMES, rendered.scenes, film="en-0001")
        == []
    )
