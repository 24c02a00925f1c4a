"""The path of section titles that each scene stands in."""

from unit.screenplay.reading import read

from linedscript.screenplay.sections import section_paths


def paths(text: str, language: str = "en") -> list[tuple[str, ...]]:
    return section_paths(read(text, language).scenes)


def test_a_scene_stands_in_the_sections_above_its_heading():
    assert paths("# Part Two\n## The Mill\n= It gets worse.\n\nINT. MILL - DAY\n\nGrain.\n") == [
        ("Part Two", "The Mill")
    ]


def test_a_section_of_the_same_depth_ends_the_one_before_and_those_within():
    text = "# One\n\n## Inner\n\nINT. A - DAY\n\nX.\n\n# Two\n\nINT. B - DAY\n\nY.\n"
    assert paths(text) == [("One", "Inner"), ("Two",)]


def test_a_section_is_in_force_until_another_comes():
    assert paths("# One\n\nINT. A - DAY\n\nX.\n\nINT. B - DAY\n\nY.\n") == [("One",), ("One",)]


def test_a_section_after_a_scene_s_heading_counts_for_the_next_scene():
    text = "INT. A - DAY\n\nX.\n\n# Two\n\nA word before the heading.\n\nINT. B - DAY\n\nY.\n"
    assert paths(text) == [(), ("Two",)]


def test_a_depth_that_is_left_out_stays_out_of_the_path():
    assert paths("# One\n\n### Deep\n\nINT. A - DAY\n\nX.\n\n## Less\n\nINT. B - DAY\n\nY.\n") == [
        ("One", "Deep"),
        ("One", "Less"),
    ]


def test_a_scene_without_sections_has_an_empty_path():
    assert paths("INT. A - DAY\n\nX.\n") == [()]


def test_acts_of_a_chinese_script_follow_each_other():
    text = "第一幕\n\n第一场 内景 客厅 夜\n\n张三走进来。\n\n第二幕\n\n第二场 外景 码头 日\n\n船来了。\n"
    assert paths(text, "zh") == [("第一幕",), ("第二幕",)]
