"""How focal characters come by key facts: read off perception, told, concluded, or not at all."""

import msgspec
import pytest
from factories import entity as make_entity
from factories import focal, participant, perception, presence, unit
from story import story

from linedscript.backbone.grounding import ground, ground_all
from linedscript.characters.access import draw_access
from linedscript.engines.rules import access as rules
from linedscript.engines.rules import reflection
from linedscript.engines.rules.engine import RulesEngine
from linedscript.records.character import Anchor

SETTINGS = {
    "annotator": "rules",
    "gates": {"threshold": 6.0, "retries": 1, "fuzzy": 0.9, "judged_rows": 200},
    "asking": {"scene_tokens": 1600, "names": 60, "roster": 120},
    "facts": 20,
}


class Film:
    """Ann steals the lamp before Bo's eyes; Cy comes in later. Names are the cues' too."""

    def __init__(
        self, *scenes, language="en", names=("Ann", "Bo", "Cy"), thing="lamp", act=("Ann steals the lamp", "steal")
    ):
        self.language = language
        self.scenes = story(*scenes)
        self.people = [
            make_entity(number, name, evidence=self.places(name), types=("Character",))
            for number, name in enumerate(names, 1)
        ] + [make_entity(9, thing, types=("Object",), named=False, evidence=self.places(thing))]
        quote, trigger = act
        self.fact = self.happens(
            1, quote, trigger, (names[0], "ent-0001", "agent"), (thing, "ent-0009", "theme"), kind="Event"
        )
        self.said = []
        self.deaf = set()
        for scene in self.scenes[1:]:
            for number, element in enumerate(one for one in scene.elements if one.kind == "cue"):
                speaker = names.index(element.cue.name.title() if language == "en" else element.cue.name)
                at = next(one for one in scene.elements if one.start == element.end)
                self.said.append(
                    self.happens(
                        scene.index,
                        scene.text[at.content[0] : at.content[1]],
                        "talk",
                        (names[speaker], f"ent-{speaker + 1:04d}", "speaker"),
                        number=number + 1,
                        kind="Interaction",
                    )
                )

    def places(self, name):
        found = []
        for scene in self.scenes:
            for form in dict.fromkeys((name, name.upper())):
                found += ground_all(scene, form)
        return tuple(sorted(found, key=lambda one: (one.scene, one.start)))

    def happens(self, scene, quote, trigger, *parts, number=1, **changes):
        return unit(
            number,
            id=f"s{scene:04d}.u{number:02d}",
            scene=f"s{scene:04d}",
            summary=quote,
            trigger=trigger,
            evidence=(ground(self.scenes[scene - 1], quote),),
            participants=tuple(participant(name, who, role=role) for name, who, role in parts),
            **changes,
        )

    def draw(self, who=(1, 2, 3), annotate=rules.annotate, **settings):
        engine = RulesEngine({"construct": annotate, "judge": reflection.annotate})
        chosen = [focal(f"ent-{number:04d}") for number in who]
        there = [
            presence(
                scene.id, one.id, level="on_screen" if scene.index > 1 or one.id != "ent-0003" else "absent_unmentioned"
            )
            for scene in self.scenes
            for one in chosen
            for missed in [scene.index == 1 and one.id == "ent-0003"]
        ]
        seen = [
            perception("s0001.u01", "ent-0001"),
            perception("s0001.u01", "ent-0002", participant=False, basis="in_scene"),
            *(
                perception(one.id, who.id, participant=False, basis="in_scene")
                for one in self.said
                for who in chosen
                if (one.id, who.id) not in self.deaf
            ),
        ]
        return draw_access(
            "en-0001",
            self.language,
            self.scenes,
            [self.fact, *self.said],
            self.people,
            there,
            seen,
            chosen,
            [self.fact],
            engine,
            SETTINGS | settings,
        )


def modes(outcome):
    return {one.character: one.mode for one in outcome.records}


def refused(outcome):
    return [entry.code for entry in outcome.ledger if entry.outcome == "refused_record"]


THEFT = "INT. A - DAY\nAnn steals the lamp. Bo watches."


def test_who_takes_part_is_involved_and_who_perceives_is_a_witness():
    outcome = Film(THEFT).draw()
    assert modes(outcome) == {"ent-0001": "involved", "ent-0002": "witnessed", "ent-0003": "unknown"}
    assert [one.id for one in outcome.records] == ["ac-0001", "ac-0002", "ac-0003"]


def test_what_is_witnessed_is_gained_where_the_passage_ends():
    film = Film(THEFT)
    assert film.draw().records[0].gained == Anchor(scene="s0001", offset=film.fact.evidence[0].end)


def test_what_is_unknown_rests_on_the_scene_that_was_missed():
    unknown = film_absence(Film(THEFT).draw())
    assert (unknown.kind, unknown.scene, unknown.record, unknown.start) == (
        "absence",
        "s0001",
        "entities/ent-0003",
        None,
    )


def film_absence(outcome):
    (record,) = [one for one in outcome.records if one.mode == "unknown"]
    assert record.gained is None
    return record.evidence[0]


def test_a_later_speech_that_says_it_tells_whoever_hears_it_and_did_not_know():
    film = Film(THEFT, "INT. B - DAY\n@BO: Ann stole the lamp.\n@CY: No.")
    told = next(one for one in film.draw().records if one.character == "ent-0003")
    assert (told.mode, told.teller, told.via) == ("told", "ent-0002", "s0002.u01")
    assert told.gained == Anchor(scene="s0002", offset=told.evidence[-1].end)


def test_a_doer_who_says_i_tells_it():
    film = Film(THEFT, "INT. B - DAY\n@ANN: I stole the lamp.\n@CY: No.")
    assert modes(film.draw())["ent-0003"] == "told"


@pytest.mark.parametrize(
    "line", ["Did Ann steal the lamp?", "Ann likes the lamp.", "Somebody stole a hat.", "Ann has gone."]
)
def test_a_question_and_talk_about_the_same_things_tell_nothing(line):
    assert modes(Film(THEFT, f"INT. B - DAY\n@BO: {line}\n@CY: So.").draw())["ent-0003"] == "unknown"


def test_whoever_says_it_without_having_been_told_has_concluded_it():
    film = Film(THEFT, "INT. B - DAY\n@CY: Then Ann stole the lamp.\n@BO: So.")
    found = next(one for one in film.draw().records if one.character == "ent-0003")
    assert (found.mode, found.teller) == ("inferred", None)


def test_the_first_disclosure_counts():
    film = Film(THEFT, "INT. B - DAY\n@BO: Ann stole the lamp.", "INT. C - DAY\n@ANN: I stole the lamp.")
    assert next(one for one in film.draw().records if one.character == "ent-0003").gained.scene == "s0002"


def test_a_chinese_confession_tells_it():
    film = Film(
        "内景 甲 - 日\n邵平偷走银簪。阿豆看着。",
        "内景 乙 - 日\n@邵平: 簪子是我偷的。\n@晚秋: 你走。",
        language="zh",
        names=("邵平", "阿豆", "晚秋"),
        thing="银簪",
        act=("邵平偷走银簪", "偷"),
    )
    told = next(one for one in film.draw().records if one.character == "ent-0003")
    assert (told.mode, told.teller) == ("told", "ent-0001")


def test_a_scene_in_which_everybody_knows_is_not_asked_about():
    film = Film(THEFT, "INT. B - DAY\n@BO: Ann stole the lamp.\n@ANN: So.")
    assert film.draw(who=(1, 2)).coverage == [] and len(film.draw().coverage) == 1


def test_no_more_facts_are_asked_about_than_the_bound():
    film = Film(THEFT, "INT. B - DAY\n@BO: Ann stole the lamp.")
    asked = []

    def listening(payload):
        asked.append(payload)
        return {"learned": []}

    film.draw(annotate=listening)
    assert [entry["ignorant"] for entry in asked[0]["facts"]] == [["ent-0003"]]
    asked.clear()
    assert film.draw(annotate=listening, facts=0).coverage == []


def test_a_long_scene_is_asked_about_in_parts():
    lines = "\n".join(["@BO: Ann stole the lamp.", *["@CY: So it goes, and so on and on."] * 9])
    film = Film(THEFT, f"INT. B - DAY\n{lines}")
    outcome = film.draw(asking=SETTINGS["asking"] | {"scene_tokens": 40})
    assert [one.key for one in outcome.coverage] == ["s0002.p1"]
    told = next(one for one in outcome.records if one.character == "ent-0003")
    assert (told.mode, told.gained.scene) == ("told", "s0002")


def learned(**changes):
    draft = {
        "character": "ent-0003",
        "fact": "s0001.u01",
        "mode": "told",
        "via": "s0002.u01",
        "teller": "ent-0002",
        "confidence": 0.9,
        "quotes": [{"text": "Ann stole the lamp", "element": None, "occurrence": 1}],
    }
    return lambda payload: {"learned": [draft | changes]}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"fact": "s0002.u01"}, "unknown-fact"),
        ({"character": "ent-0002"}, "not-ignorant"),
        ({"via": "s0009.u01"}, "unknown-unit"),
        ({"teller": "ent-0077"}, "no-teller"),
        ({"teller": "ent-0003"}, "no-teller"),
        ({"mode": "inferred"}, "no-teller"),
        ({"quotes": [{"text": "Bo stole it", "element": None, "occurrence": 1}]}, "quote-not-in-scene"),
    ],
)
def test_a_disclosure_that_the_scene_does_not_bear_out_is_refused(changes, code):
    film = Film(THEFT, "INT. B - DAY\n@BO: Ann stole the lamp.\n@CY: No.")
    outcome = film.draw(annotate=learned(**changes))
    assert refused(outcome) == [code] and modes(outcome)["ent-0003"] == "unknown"


def test_access_cites_what_was_perceived_and_not_how_the_fact_is_worded():
    film = Film(THEFT, "INT. B - DAY\n@BO: Ann stole the lamp.\n@CY: No.")
    cited = {one.character: [(cite.layer, cite.fields) for cite in one.cites] for one in film.draw().records}
    assert cited["ent-0002"] == [("perception", ("participant", "witness")), ("units", ("evidence",))]
    assert cited["ent-0003"] == [("units", ("summary", "polarity", "modality")), ("units", ("summary", "participants"))]


def told_or_concluded(outcome, who="ent-0003"):
    return next((one.mode, one.gained and one.gained.scene) for one in outcome.records if one.character == who)


def test_who_comes_in_after_it_was_said_was_not_told():
    film = Film(THEFT, "INT. B - DAY\n@BO: Ann stole the lamp.\n@CY: Good evening.")
    film.deaf = {("s0002.u01", "ent-0003")}
    assert told_or_concluded(film.draw()) == ("unknown", None)


@pytest.mark.parametrize(
    "line", ["There's a thing in it I stole.", "I stole it.", "You saw it. You know that I took the lamp."]
)
def test_the_doers_own_word_tells_the_one_deed_of_that_kind(line):
    film = Film(THEFT, f"INT. B - DAY\n@ANN: {line} That old lamp of Bo's, Bo.\n@CY: No.")
    assert told_or_concluded(film.draw())[0] == "told"


@pytest.mark.parametrize(
    "line", ["Ann never stole the lamp.", "If Ann stole the lamp, we would know.", "Ann didn't steal any lamp."]
)
def test_what_denies_or_supposes_tells_nothing(line):
    assert told_or_concluded(Film(THEFT, f"INT. B - DAY\n@BO: {line}\n@CY: So.").draw())[0] == "unknown"


@pytest.mark.parametrize(
    "line", ["The lamp. So it was you!", "So you stole the lamp?", "The lamp is gone. It was you."]
)
def test_who_says_it_to_the_doers_face_has_concluded_it(line):
    film = Film(THEFT, f"INT. B - DAY\n@CY: {line}\n@ANN: Yes.")
    assert told_or_concluded(film.draw()) == ("inferred", "s0002")


def test_who_hears_another_conclude_is_not_told_by_that():
    film = Film(THEFT, "INT. B - DAY\n@BO: The lamp. So it was you?\n@ANN: No.\n@CY: Well.")
    assert told_or_concluded(film.draw())[0] == "unknown"


def test_it_was_you_of_something_else_concludes_nothing():
    film = Film(THEFT, "INT. B - DAY\nThe lamp stands here.\n@CY: The boat. So it was you!\n@ANN: Yes.")
    assert told_or_concluded(film.draw())[0] == "unknown"


def test_a_chinese_question_that_concludes_is_a_conclusion():
    film = Film(
        "内景 后台 夜\n邵平偷了银簪。",
        "外景 河埠头 黄昏\n@林晚秋: 银簪呢？也是你？\n@邵平: 嗯。",
        language="zh",
        names=("邵平", "阿豆", "林晚秋"),
        thing="银簪",
        act=("邵平偷了银簪", "偷"),
    )
    assert told_or_concluded(film.draw()) == ("inferred", "s0002")


def test_that_something_was_told_tells_nothing_of_what_was_told():
    """Ann and Bo, an act of telling, and quite another matter."""
    film = Film(
        "INT. A - DAY\n@ANN: He lies about when.\nBo watches the lamp.",
        "INT. B - DAY\n@BO: Ann told me that Dee sold the boat.\n@CY: No.",
        act=("He lies about when.", "tell"),
    )
    assert told_or_concluded(film.draw())[0] == "unknown"


def test_a_suffix_names_no_thing():
    film = Film(
        "内景 后台 夜\n邵平偷了镜子。",
        "外景 河埠头 黄昏\n@林晚秋: 簪子呢？也是你？\n@邵平: 嗯。",
        language="zh",
        names=("邵平", "阿豆", "林晚秋"),
        thing="镜子",
        act=("邵平偷了镜子", "偷"),
    )
    assert told_or_concluded(film.draw())[0] == "unknown"


def kin_scene(line, people=("ent-0001", "ent-0002"), act="tell", said="Bo tells Cy: “Al Lund was my father.”"):
    """Ann and Bo are alone; Bo has told Cy whose son he is, where Ann wasn't."""
    teller = {"id": "ent-0002", "name": "Bo", "types": ["Character"], "aliases": ["Bo"], "role": "speaker"}
    return {
        "language": "en",
        "scene": 3,
        "elements": [{"kind": "action", "text": line, "cue": None}],
        "characters": [
            {"id": one, "presence": "on_screen", "places": [{"element": 0, "start": number, "text": "x"}]}
            for number, one in enumerate(people)
        ],
        "units": [
            {
                "id": "s0003.u01",
                "kind": "Event",
                "trigger": "put",
                "summary": line,
                "participants": [{"name": "Ann", "role": "agent", "entity": "ent-0001"}],
                "place": {"element": 0, "start": 0, "text": line},
                "heard_by": [],
            }
        ],
        "facts": [
            {
                "id": "s0002.u01",
                "scene": 2,
                "summary": said,
                "trigger": act,
                "participants": [teller],
                "ignorant": ["ent-0001"],
            }
        ],
    }


def test_whom_the_script_calls_their_nephew_is_known_to_be_that():
    (found,) = rules.annotate(kin_scene("Ann puts an arm around her nephew's neck."))["learned"]
    assert (found["character"], found["mode"], found["via"]) == ("ent-0001", "inferred", "s0003.u01")


@pytest.mark.parametrize(
    "scene",
    [
        kin_scene("Ann puts an arm around his neck."),
        kin_scene("Ann puts an arm around her nephew.", ("ent-0001", "ent-0002", "ent-0003")),
        kin_scene("Ann puts an arm around her nephew.", act="threaten"),
        kin_scene("Ann puts an arm around her nephew.", said="Bo tells Cy: “The boat is mine.”"),
    ],
)
def test_without_the_word_the_teller_or_kinship_told_of_nothing_is_learned(scene):
    assert rules.annotate(scene)["learned"] == []


@pytest.mark.parametrize(
    ("language", "scenes", "promise", "told"),
    [
        (
            "en",
            ("INT. A - DAY\n@ANN: Bob shall strike first.", "INT. B - DAY\n@ANN: Bob strikes before you."),
            "promise",
            "told",
        ),
        (
            "en",
            ("INT. A - DAY\n@ANN: Bob shall strike first.", "INT. B - DAY\n@ANN: Somebody strikes."),
            "promise",
            "unknown",
        ),
        (
            "en",
            ("INT. A - DAY\n@ANN: Bob shall strike first.", "INT. B - DAY\n@ANN: Bob strikes before you."),
            "ask",
            "unknown",
        ),
        ("zh", ("内景 后台 夜\n@林晚秋: 让阿豆打第一板。", "内景 前台 夜\n@林晚秋: 阿豆打第一板。"), "promise", "told"),
        (
            "zh",
            ("内景 后台 夜\n@林晚秋: 让阿豆打第一板。", "内景 前台 夜\n@林晚秋: 阿豆下去吧。"),
            "promise",
            "unknown",
        ),
    ],
)
def test_who_hears_the_promiser_go_by_a_promise_is_told_of_it(language, scenes, promise, told):
    names = ("Ann", "Bob", "Cy") if language == "en" else ("林晚秋", "阿豆", "邵平")
    said = "Bob shall strike first." if language == "en" else "让阿豆打第一板。"
    film = Film(
        *scenes, language=language, names=names, thing="first" if language == "en" else "板", act=(said, promise)
    )
    parts = [participant(names[0], "ent-0001", role="speaker"), participant(names[1], "ent-0002", role="addressee")]
    film.fact = msgspec.structs.replace(film.fact, participants=tuple(parts), kind="Interaction")
    assert told_or_concluded(film.draw())[0] == told
