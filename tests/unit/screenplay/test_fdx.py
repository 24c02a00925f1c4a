"""What an FDX file's paragraphs become."""

import pytest
from unit.screenplay.fdx_files import cut, document, elements, opened, paragraph, speech, stretches
from unit.screenplay.reading import contents, cues, read, removed

HEADING = paragraph("Scene Heading", "INT. BARN - DAY")


def test_text_split_over_runs_is_one_element_with_no_space_invented_or_lost():
    file = document(paragraph("Action", "Th", "e ", "do", "or", " ", "opens", "  slowly ", "."))
    assert elements(file) == [("action", "The door opens  slowly .")]


def test_paragraphs_are_lines_with_a_blank_one_between_but_not_within_a_speech():
    parenthetical = paragraph("Parenthetical", "(low)")
    file = document(HEADING, paragraph("Character", "ANN"), parenthetical, paragraph("Dialogue", "No."), HEADING)
    assert opened(file).text == "INT. BARN - DAY\n\nANN\n(low)\nNo.\n\nINT. BARN - DAY\n"


@pytest.mark.parametrize(
    ("type", "kind"),
    [
        ("Scene Heading", "heading"),
        ("Slugline", "heading"),
        ("scene_heading", "heading"),
        ("Action", "action"),
        ("Shot", "action"),
        ("General", "action"),
        ("Description", "action"),
        ("Custom Thing", "action"),
        ("Character", "cue"),
        ("character", "cue"),
        ("Dialog", "dialogue"),
        ("DIALOGUE", "dialogue"),
        ("parenthetical", "parenthetical"),
        ("Transition", "transition"),
        ("Lyrics", "lyric"),
        ("Singing", "lyric"),
        ("New Act", "section"),
        ("End of Act", "centered"),
        ("Outline 2", "section"),
        ("Outline Body", "synopsis"),
        ("Centered", "centered"),
        ("Synopsis", "synopsis"),
    ],
)
def test_a_paragraph_is_what_its_type_says_in_any_programs_spelling(type, kind):
    assert elements(document(HEADING, paragraph(type, "Xyz")))[1] == (kind, "Xyz")


def test_a_centered_action_is_centered_and_a_centered_cue_is_a_cue():
    file = document(
        paragraph("Action", "THE END", Alignment="Center"), paragraph("Character", "ANN", Alignment="Center")
    )
    assert [kind for kind, _ in elements(file)] == ["centered", "cue"]


def test_a_type_that_no_program_is_known_for_is_read_as_the_settings_paginate_it():
    settings = (
        '<ElementSettings Type="Figur"><Behavior PaginateAs="Character"/></ElementSettings>'
        '<ElementSettings Type="Montage"><Behavior PaginateAs="Scene Heading"/></ElementSettings>'
    )
    body = (paragraph("Figur", "ANNA"), paragraph("Montage", "Bilder vom See"), paragraph("Montage", "EXT. SEE - TAG"))
    assert [kind for kind, _ in elements(document(*body, after=settings))] == ["cue", "action", "heading"]


def test_a_heading_has_its_number_from_the_attribute():
    (stretch, text), *_ = stretches(document(paragraph("Scene Heading", "EXT. PIER - NIGHT", Number="12A")))
    assert (text, stretch.heading.number, stretch.heading.place, stretch.heading.time) == (
        "EXT. PIER - NIGHT", "12A", "PIER", "NIGHT",
    )  # fmt: skip


@pytest.mark.parametrize("typed", ["7   EXT. PIER - NIGHT   7", "EXT. PIER - NIGHT #7#"])
def test_a_number_typed_into_a_heading_is_apart_from_its_text(typed):
    ((stretch, text),) = stretches(document(paragraph("Scene Heading", typed)))
    assert (text, stretch.heading.text, stretch.heading.number) == ("EXT. PIER - NIGHT", "EXT. PIER - NIGHT", "7")


def test_a_heading_without_int_or_ext_opens_a_scene():
    reading = read(
        document(paragraph("Scene Heading", "A BROKEN MIRROR"), paragraph("Action", "It lies there."), HEADING)
    )
    assert [scene.heading.place for scene in reading.scenes] == ["A BROKEN MIRROR", "BARN"]


def test_a_cue_is_split_from_its_extensions():
    (cue,) = cues(read(document(HEADING, speech("ANN (V.O.) (CONT'D)", "Hello."))))
    assert (cue.name, cue.extensions, cue.voice, cue.continued) == ("ANN", ("V.O.", "CONT'D"), "over", True)


def test_a_chinese_script_is_read_as_an_english_one():
    reading = read(document(paragraph("Scene Heading", "内景 客厅 夜"), speech("林（画外音）", "走吧。")), "zh")
    assert [*contents(reading)] == [("heading", "内景 客厅 夜"), ("cue", "林"), ("dialogue", "走吧。")]
    assert (reading.scenes[0].heading.interior, reading.scenes[0].heading.time) == ("int", "夜")
    assert cues(reading)[0].voice == "off"


def test_empty_paragraphs_give_no_element_and_blank_ones_stay_in_the_text():
    file = document(
        HEADING, paragraph("Action"), paragraph("Action", ""), paragraph("Action", "  \t"), speech("ANN", "Hi.")
    )
    assert [kind for kind, _ in elements(file)] == ["heading", "cue", "dialogue"]
    assert "  \t" in opened(file).text


def test_tabs_and_line_breaks_within_a_text_stay_in_its_element():
    file = document(paragraph("Action", "a\tb\nc\u2028d\u2029e"))
    assert elements(file) == [("action", "a\tb\nc\u2028d\u2029e")]


def test_a_break_element_in_a_text_is_a_line_break():
    file = document('<Paragraph Type="Dialogue"><Text>One<br/>two</Text></Paragraph>')
    assert elements(file) == [("dialogue", "One\ntwo")]


def test_text_outside_of_text_elements_is_read_without_the_markups_blanks():
    file = document(
        '<Paragraph Type="Action">\n    Rain &amp;\n    wind, <Text>then </Text>sun.\n  </Paragraph>', "stray\n"
    )
    assert elements(file) == [("action", "Rain &\n    wind, then sun."), ("action", "stray")]


def test_a_pretty_printed_text_element_loses_its_blanks_in_the_element_but_not_in_the_text():
    file = document("<Paragraph Type='Scene Heading'>\n<Text>\n  INT. BARN - DAY\n</Text>\n</Paragraph>")
    assert elements(file) == [("heading", "INT. BARN - DAY")]
    assert opened(file).text == "\n  INT. BARN - DAY\n\n"


def test_fade_in_typed_as_action_opens_the_first_scene():
    reading = read(document(paragraph("Action", "FADE IN:"), HEADING, paragraph("Action", "Hay.")))
    assert len(reading.scenes) == 1
    assert [*contents(reading)][0] == ("transition", "FADE IN:")


def test_a_new_act_opens_the_scene_after_it_and_an_end_of_act_closes_the_one_before():
    file = document(
        HEADING, paragraph("Action", "Hay."), paragraph("End of Act", "END OF ACT ONE"),
        paragraph("New Act", "ACT TWO"), HEADING, paragraph("Action", "Straw."),
    )  # fmt: skip
    texts = [scene.text for scene in read(file).scenes]
    assert texts[0].rstrip().endswith("END OF ACT ONE")
    assert texts[1].startswith("ACT TWO")


def test_a_scene_summary_is_a_synopsis_behind_its_heading():
    summary = f"<SceneProperties Title='X'><Summary>{paragraph(None, 'They meet.')}</Summary></SceneProperties>"
    file = document(paragraph("Scene Heading", "INT. BARN - DAY", inside=summary), paragraph("Action", "Hay."), HEADING)
    assert elements(file)[:3] == [("heading", "INT. BARN - DAY"), ("synopsis", "They meet."), ("action", "Hay.")]
    assert "They meet." in read(file).scenes[0].text


def test_arc_beats_and_notes_are_removed_wherever_they_stand():
    beats = f"<SceneProperties><SceneArcBeats>{paragraph(None, 'She doubts.')}</SceneArcBeats></SceneProperties>"
    inline = (
        '<Paragraph Type="Action"><Text>Hay<ScriptNote><Text>why hay?</Text></ScriptNote> falls.</Text></Paragraph>'
    )
    listed = f"<ScriptNotes><ScriptNote>{paragraph(None, 'Cut this?')}</ScriptNote></ScriptNotes>"
    file = document(paragraph("Scene Heading", "INT. BARN", inside=beats), inline, after=listed)
    assert elements(file) == [("heading", "INT. BARN"), ("action", "Hay falls.")]
    assert cut(file) == [("note", "She doubts."), ("note", "why hay?\nCut this?")]


def test_a_note_in_double_brackets_is_cut_out_of_its_paragraph():
    file = document(HEADING, paragraph("Action", "Hay [[too ", "much?]]falls."), paragraph("Action", "[[all note]]"))
    assert elements(file)[1:] == [("action", "Hay falls.")]
    assert cut(file) == [("note", "[[too much?]]"), ("note", "[[all note]]")]


def test_an_omitted_scene_is_removed_and_its_card_stays():
    hidden = (
        f"<OmittedScene>{paragraph('Scene Heading', 'EXT. YARD - DUSK')}{paragraph('Action', 'Gone.')}</OmittedScene>"
    )
    card = f'<Paragraph Type="Scene Heading" Number="21"><Text>OMITTED</Text>{hidden}</Paragraph>'
    reading = read(document(HEADING, paragraph("Action", "Hay."), card, HEADING))
    assert [scene.heading.text for scene in reading.scenes] == ["INT. BARN - DAY", "OMITTED", "INT. BARN - DAY"]
    assert removed(reading) == [("boneyard", "EXT. YARD - DUSK\nGone.\n")]


@pytest.mark.parametrize(
    "card",
    [
        '<Paragraph Type="Scene Heading" Number="4"><Text>OMITTED</Text></Paragraph>',
        '<Paragraph Type="Scene Heading"><SceneProperties Omitted="Yes"/><Text>INT. SHED - DAY</Text></Paragraph>',
        '<Paragraph Type="Scene Heading"><Text>Cut for time</Text><OmittedScene></OmittedScene></Paragraph>',
        '<Paragraph Type="Scene Heading"><Text>INT. SHED - OMITTED</Text></Paragraph>',
    ],
)
def test_an_omitted_scene_is_told_by_its_heading_or_its_properties(card):
    scenes = read(document(HEADING, paragraph("Action", "Hay."), card)).scenes
    assert [scene.heading.modifiers for scene in scenes] == [(), ("OMITTED",)]


def test_scene_headings_without_words_are_told_with_their_places():
    file = document(
        HEADING,
        paragraph("Scene Heading"),
        paragraph("Action", "Hay."),
        paragraph("Scene Heading", "  "),
        '<Paragraph Type="Scene Heading" Number="6"/>',
    )
    layer = opened(file)
    assert [layer.text[at:].strip()[:4] for at in layer.empty_headings] == ["Hay.", "", ""]


def test_dual_dialogue_is_left_and_right_in_any_wrapper():
    pair = f"<DualDialogue>{speech('ANN', 'Left.')}{speech('BEN', 'Right.')}</DualDialogue>"
    for wrapped in (pair, f"<Paragraph>{pair}</Paragraph>", f'<Paragraph Type="General">{pair}</Paragraph>'):
        file = document(wrapped, speech("CAT", "After."))
        assert [(text, stretch.dual) for stretch, text in stretches(file)] == [
            ("ANN", "left"), ("Left.", "left"), ("BEN", "right"), ("Right.", "right"), ("CAT", None), ("After.", None),
        ]  # fmt: skip


def test_several_speeches_of_a_dual_dialogue_stand_on_their_speakers_sides():
    speeches = [speech("ANN", "1"), speech("BEN", "2"), speech("ANN (CONT'D)", "3"), speech("CAT", "4")]
    file = document(f"<DualDialogue>{''.join(speeches)}</DualDialogue>")
    sides = [stretch.dual for stretch, _ in stretches(file) if stretch.kind == "cue"]
    assert sides == ["left", "right", "left", "right"]


def test_a_dual_dialogue_of_one_speech_is_an_ordinary_one():
    assert {
        stretch.dual for stretch, _ in stretches(document(f"<DualDialogue>{speech('ANN', '1')}</DualDialogue>"))
    } == {None}


@pytest.mark.parametrize("type", ["Parenthetical", "Dialogue", "Action", "General", "Character", "More"])
def test_a_speech_torn_by_a_written_more_is_one_again(type):
    file = document(
        HEADING, speech("ANN", "I never"), paragraph(type, "(MORE)"), paragraph("General", "12."),
        speech("ANN (CONT'D)", "said that."), speech("ANN (CONT'D)", "But now."),
    )  # fmt: skip
    assert elements(file)[1:] == [
        ("cue", "ANN"),
        ("dialogue", "I never\nsaid that."),
        ("cue", "ANN"),
        ("dialogue", "But now."),
    ]
    assert [reason for reason, _ in cut(file)] == ["continued_mark", "page_number", "continued_mark"]


def test_continued_marks_of_scenes_are_removed_and_speech_that_reads_so_is_not():
    file = document(
        HEADING, paragraph("Action", "Hay."), paragraph("Action", "(CONTINUED)"),
        paragraph("Scene Heading", "7 CONTINUED: (2)"), paragraph("Action", "Straw."), speech("ANN", "(CONTINUED)"),
    )  # fmt: skip
    assert elements(file)[1:] == [("action", "Hay."), ("action", "Straw."), ("cue", "ANN"), ("dialogue", "(CONTINUED)")]


def test_another_speakers_contd_after_more_stays():
    file = document(speech("ANN", "I never"), paragraph("Parenthetical", "(MORE)"), speech("BEN (CONT'D)", "What?"))
    assert [text for kind, text in elements(file) if kind == "cue"] == ["ANN", "BEN"]


def test_the_title_page_is_removed_with_its_contacts_and_draft_lines_told_apart():
    page = [
        paragraph("General", "THE LONG BARN", Alignment="Center"),
        paragraph("General", ""),
        paragraph("General", "Second draft, 4 May 2031"),
        paragraph("General", ""),
        paragraph("General", "Ann Example"),
        paragraph("General", "12 Nowhere Street"),
        paragraph("General", "ann@example.com"),
    ]
    file = document(HEADING, after=f"<TitlePage><Content>{''.join(page)}</Content></TitlePage>")
    assert cut(file) == [
        ("title_page", "THE LONG BARN"),
        ("draft_line", "Second draft, 4 May 2031"),
        ("contact", "Ann Example\n12 Nowhere Street\nann@example.com"),
    ]


def test_a_centered_title_above_a_centered_address_stays_a_title():
    page = paragraph("General", "THE BARN", Alignment="Center") + paragraph(
        "General", "www.example.com", Alignment="Center"
    )
    file = document(HEADING, after=f"<TitlePage><Content>{page}</Content></TitlePage>")
    assert cut(file) == [("title_page", "THE BARN"), ("contact", "www.example.com")]


def test_headers_footers_and_watermarks_are_page_headers():
    running = f"<Header>{paragraph(None, 'THE BARN ')}</Header><Footer>{paragraph(None, 'Blue')}</Footer>"
    around = f"<HeaderAndFooter>{running}</HeaderAndFooter>"
    mark = f"<Watermarking><DynamicContent>{paragraph(None, 'DRAFT')}</DynamicContent></Watermarking>"
    title = f"<TitlePage>{around}</TitlePage>"
    assert {reason for reason, _ in cut(document(HEADING, after=around + mark + title))} == {"page_header"}


def test_title_types_in_the_content_are_removed_above_the_first_scene_and_story_within_it():
    file = document(
        paragraph("Title", "THE BARN"), paragraph("Contact", "Ann"), HEADING, paragraph("Title", "A NEW DAY")
    )
    assert cut(file) == [("title_page", "THE BARN"), ("contact", "Ann")]
    assert elements(file)[1:] == [("action", "A NEW DAY")]


def test_a_cast_list_in_a_scene_is_story():
    file = document(paragraph("Cast List", "ANN, a farmer"), HEADING, paragraph("Cast List", "(Ann, Ben)"))
    assert cut(file) == [("cast_list", "ANN, a farmer")]
    assert elements(file)[1:] == [("action", "(Ann, Ben)")]


def test_lists_of_names_settings_and_attributes_are_markup():
    names = "<SmartType><Characters><Character>ANN</Character></Characters></SmartType>"
    macros = "<Macros><Macro Text='INT. '/></Macros>"
    assert opened(document(HEADING, after=names + macros)).text == "INT. BARN - DAY\n"


def test_page_breaks_and_revision_marks_of_the_file_change_nothing():
    plain = document(HEADING, paragraph("Action", "Hay."))
    marked = plain.replace('Type="Action">', 'Type="Action" StartsNewPage="Yes">').replace(
        "<Text>Hay", '<Text RevisionID="3">Hay'
    )
    assert opened(marked).text == opened(plain).text


def test_a_file_that_types_no_paragraph_is_recognized_as_text():
    lines = ["INT. BARN - DAY", "", "Hay.", "", "ANN", "Hello.", "", "EXT. PIER - NIGHT", "", "Rain."]
    reading = read(document(*(paragraph("General", line) for line in lines)))
    assert [*contents(reading)] == [
        ("heading", "INT. BARN - DAY"), ("action", "Hay."), ("cue", "ANN"), ("dialogue", "Hello."),
        ("heading", "EXT. PIER - NIGHT"), ("action", "Rain."),
    ]  # fmt: skip
    assert reading.source.reader == "fdx/1 fountain/" + reading.source.reader.rpartition("/")[2]


def test_the_source_names_container_and_reader():
    source = read(document(HEADING)).source
    assert (source.format, source.reader, source.encoding) == ("fdx", "fdx/1", "utf-8")


def test_contacts_in_story_text_stay_and_are_marked():
    (scene,) = read(document(HEADING, speech("ANN", "Write to ann@example.com."))).scenes
    (said,) = [element for element in scene.elements if element.kind == "dialogue"]
    assert [scene.text[slice(*span)] for span in said.contacts] == ["ann@example.com"]
