"""What stands inside a cue: tags, turns, speakers, sounds, song, credits."""

import pytest
from unit.screenplay.subtitling import only, partitioned, srt, subtitles


def turns(text):
    return [(turn.speaker, turn.speech, turn.sounds) for turn in only(text).turns]


def speech(text):
    return [turn.speech for turn in only(text).turns]


@pytest.mark.parametrize(
    "text",
    [
        "<i>The tide turns.</i>",
        "{\\an8}The tide turns.",
        '<font color="#fff">The tide</font> turns.',
        "{\\pos(10,20)}{\\b1}The <b>tide</b> turns.",
        "{y:i}The tide turns.",
        "<c.yellow>The tide</c> turns.",
        "The <00:00:02.500>tide turns.",
        "The&#32;tide turns.",
    ],
)
def test_tags_are_no_speech(text):
    assert speech(text) == ["The tide turns."]


@pytest.mark.parametrize("text", ["2 < 3 and 5 > 4", "I <3 you", "{sic}", "a & b", "<Hello>"])
def test_what_only_looks_like_a_tag_is_speech(text):
    assert speech(text) == [text]


@pytest.mark.parametrize("text", ["One\\Ntwo", "One<br>two", "One<br />two", "One\ntwo"])
def test_every_way_to_break_a_line_breaks_it(text):
    assert only(text).text == "One\ntwo"


@pytest.mark.parametrize(
    "text", ["[CHURCH BELLS]", "(sighs)", "【门铃声】", "（叹气）", "［笑］", "[bells\nringing]", "(sighs [softly])"]
)
def test_a_description_alone_is_a_sound(text):
    assert (only(text).kind, speech(text)) == ("sound", [""])


@pytest.mark.parametrize("text", ["♪", "♪♪", "♪ [organ] ♪", "[door] [steps]"])
def test_music_without_words_is_a_sound(text):
    assert only(text).kind == "sound"


def test_a_description_that_the_next_cue_closes_is_one_sound():
    first, second, third = subtitles(srt("Wait. [bells ringing", "far away] Come in.", "Yes.")).cues
    assert [turn.speech for cue in (first, second, third) for turn in cue.turns] == ["Wait.", "Come in.", "Yes."]


def test_a_bracket_that_nothing_closes_is_speech():
    assert [cue.kind for cue in subtitles(srt("Well (she said", "and went.")).cues] == ["speech", "speech"]


def test_a_description_within_tags_is_a_sound():
    assert turns("<i>[door</i> opens] Hi.") == [(None, "Hi.", ("door opens",))]


@pytest.mark.parametrize("dash", ["- ", "-", "– ", "—", "‐ ", ">> "])
def test_dashes_part_turns(dash):
    assert speech(f"{dash}Hi.\n{dash}Hey.") == ["Hi.", "Hey."]


def test_a_dash_on_the_second_line_alone_parts_two_turns():
    assert speech("Who's there?\n- Nobody.") == ["Who's there?", "Nobody."]


@pytest.mark.parametrize(("text", "said"), [("- Hi. - Hey.", ["Hi.", "Hey."]), ("- 你好 - 再见", ["你好", "再见"])])
def test_two_turns_may_stand_on_one_line(text, said):
    assert speech(text) == said


@pytest.mark.parametrize("text", ["--and then he left", "a well-known man", "Wait - what?", "- Wait - what?"])
def test_a_dash_within_speech_parts_nothing(text):
    assert len(speech(text)) == 1


def test_a_turn_of_two_lines_is_one():
    assert speech("- I was at home\nall day.\n- Liar.") == ["I was at home all day.", "Liar."]


@pytest.mark.parametrize(
    ("text", "speaker", "said"),
    [
        ("MAN: Fine.", "MAN", "Fine."),
        ("MAN 2: Fine.", "MAN 2", "Fine."),
        ("DR. WELLS: Fine.", "DR. WELLS", "Fine."),
        ("ANN & BEN: Fine.", "ANN & BEN", "Fine."),
        ("MAN:\nFine.", "MAN", "Fine."),
        ("- MAN: Fine.", "MAN", "Fine."),
        ("Narrator: Fine.", "Narrator", "Fine."),
        ("(MAN): Fine.", "MAN", "Fine."),
        ("<i>MAN:</i> Fine.", "MAN", "Fine."),
        ("ÉLODIE: Oui.", "ÉLODIE", "Oui."),
        ("女：好。", "女", "好。"),
        ("旁白：好。", "旁白", "好。"),
    ],
)
def test_a_label_is_a_speaker_and_no_speech(text, speaker, said):
    assert turns(text) == [(speaker, said, ())]


@pytest.mark.parametrize("text", ["MAN (on phone): Fine.", "MAN [on phone]: Fine.", "(on phone) MAN: Fine."])
def test_a_bracket_beside_a_label_describes_the_voice(text):
    assert turns(text) == [("MAN", "Fine.", ("on phone",))]


@pytest.mark.parametrize(
    "text", ["Remember: no lamps.", "He said: go.", "It's 5:30 now.", "At NOON 12:00 sharp", "他说：走吧。", "http://x"]
)
def test_a_colon_alone_makes_no_speaker(text):
    assert [turn.speaker for turn in only(text).turns] == [None]


def test_a_name_that_recurs_before_colons_is_a_speaker():
    found = subtitles(
        srt("Wren: Hello.", "Ines: Yes?", "Wren: Come in.", "Wren: Now.", "晚秋：走。", "晚秋：快。", "晚秋：好。")
    )
    assert [cue.turns[0].speaker for cue in found.cues] == ["Wren", None, "Wren", "Wren", "晚秋", "晚秋", "晚秋"]


def test_in_subtitles_all_in_capitals_a_label_has_to_recur():
    found = subtitles(srt("THE TRUTH IS: WE LOST.", "NO.", "YES.", "WREN: GO.", "WREN: NOW.", "WREN: PLEASE."))
    assert [cue.turns[0].speaker for cue in found.cues] == [None, None, None, "WREN", "WREN", "WREN"]


def test_a_speaker_within_a_cue_begins_a_turn():
    assert turns("MAN: Stop!\nWOMAN: (gasps) Never.") == [("MAN", "Stop!", ()), ("WOMAN", "Never.", ("gasps",))]


def test_a_sound_before_a_speaker_belongs_to_the_turn():
    assert turns("(sighs) MAN: Fine.") == [("MAN", "Fine.", ("sighs",))]


@pytest.mark.parametrize(
    "text", ["♪ la la la ♪", "♪ la la la", "la la la ♪", "♪ la la\nla ♪", "♪ la la\n♪ la", "# la la la #"]
)
def test_words_between_notes_are_song(text):
    cue = only(text)
    assert (cue.kind, cue.turns[0].speech) == ("lyric", "la la la")


def test_words_behind_a_song_are_speech():
    cue = only("♪ la la ♪ Stop it!")
    assert [piece.kind for piece in cue.pieces if piece.kind != "blank"] == ["mark", "lyric", "mark", "speech"]


@pytest.mark.parametrize("text", ["#1 in the county", "Room #9", "C# is a note"])
def test_a_number_sign_is_no_note(text):
    assert only(text).kind == "speech"


@pytest.mark.parametrize(
    "text",
    [
        "Subtitles by Ann Other",
        "Synced & corrected by someone",
        "Translation: A. Person",
        "Captioned by\nThe Caption House",
        "翻译：小明 校对：小红",
        "字幕制作：春水",
    ],
)
def test_who_made_the_subtitles_is_no_speech(text):
    assert only(text).kind == "credit"


@pytest.mark.parametrize(
    "text",
    [
        "Downloaded from www.example.org",
        "Advertise your product or brand here\ncontact www.OpenSubtitles.org today",
        "www.example.com",
        "春水字幕组 更多影视请访问 www.example.cn",
    ],
)
def test_what_is_sold_with_them_is_no_speech(text):
    assert only(text).kind == "advertisement"


@pytest.mark.parametrize(
    "text",
    [
        "Write to me at www.example.com, he said.",
        "It was translated by my mother.",
        "Created by chance, lost by design.",
        "Visit us some day.",
        "你的翻译：全错了。",
    ],
)
def test_what_a_character_says_stays_speech_in_mid_film(text):
    found = subtitles(srt(*["Yes."] * 6, text, *["No."] * 6))
    assert found.cues[6].kind == "speech"


def test_text_of_a_credit_is_kept():
    assert only("Subtitles by Ann Other").text == "Subtitles by Ann Other"


@pytest.mark.parametrize(
    "text",
    [
        "a" * 20_000,
        "[" * 20_000,
        "<" * 20_000,
        "- a. " * 5_000,
        "[a] " * 5_000,
        "♪ a " * 5_000,
        "A: b\n" * 5_000,
        "a-" * 9_000,
    ],
)
def test_a_cue_as_long_as_a_book_is_still_partitioned(text):
    assert partitioned(subtitles(srt(text)))
