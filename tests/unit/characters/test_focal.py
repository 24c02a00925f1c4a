"""Which characters are focal (D16)."""

from factories import entity, participant, presence, unit

from linedscript.characters.focal import choose_focal

SETTINGS = {"min_scenes": 3, "max_focal": 2}
SCENES = ("s0001", "s0002", "s0003", "s0004")


def units_of(character, scenes):
    return [
        unit(int(character[-1]), id=f"{s}.u{character[-2:]}", scene=s, participants=(participant("x", character),))
        for s in scenes
    ]


def there(character, scenes, **changes):
    return [presence(s, character, **changes) for s in scenes]


def chosen(units, entities, records, **changes):
    return [(f.id, f.rank) for f in choose_focal("en-0001", units, entities, records, SETTINGS | changes)]


def test_three_scenes_of_speech_or_action_make_a_character_focal():
    assert chosen(units_of("ent-0001", SCENES[:2]), [entity(1)], there("ent-0001", SCENES[:3])) == [("ent-0001", 1)]


def test_two_scenes_do_not():
    assert chosen(units_of("ent-0001", SCENES), [entity(1)], there("ent-0001", SCENES[:2])) == []


def test_a_voice_over_does_not_count_as_speech():
    records = there("ent-0001", SCENES, level="offscreen_unaware", basis="voice_over")
    assert chosen(units_of("ent-0001", SCENES), [entity(1)], records) == []


def test_without_units_of_two_scenes_there_are_no_comparable_checkpoints():
    assert chosen(units_of("ent-0001", SCENES[:1]), [entity(1)], there("ent-0001", SCENES)) == []


def test_an_unnamed_character_is_never_focal():
    assert chosen(units_of("ent-0001", SCENES), [entity(1, named=False)], there("ent-0001", SCENES)) == []


def test_the_characters_with_most_evidence_stay_where_there_are_too_many():
    ids = ("ent-0001", "ent-0002", "ent-0003")
    units = [u for i, number in zip(ids, (2, 3, 4), strict=True) for u in units_of(i, SCENES[:number])]
    records = [r for i in ids for r in there(i, SCENES)]
    assert chosen(units, [entity(n) for n in (1, 2, 3)], records) == [("ent-0003", 1), ("ent-0002", 2)]
