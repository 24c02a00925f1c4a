import pytest
from unit.screenplay.reading import cues, read

from linedscript.screenplay.cues import is_upper, make_cue, speaker, speakers, split_cue


@pytest.mark.parametrize(
    "written",
    ["JOE", "JOE (V.O.)", "JOE(V.O.)", "JOE (CONT'D)", "JOE (CONT’D)", "JOE (V.O.) (CONT'D)", "JOE (cont'd)",
     "JOE V.O.", "JOE, O.S.", "JOE – CONT’D", "JOE (O. S.)", "JOE （画外音）", "JOE (on the radio)", "JOE ()", "JOE  "],
)  # fmt: skip
def test_a_name_is_one_speaker_whatever_extension_stands_behind(written):
    assert split_cue(written)[0] == "JOE"


def test_extensions_are_kept_as_written_in_order():
    assert split_cue("JOE (V.O.) (CONT’D)") == ("JOE", ("V.O.", "CONT’D"))
    assert split_cue("林（旁白）（续）") == ("林", ("旁白", "续"))


@pytest.mark.parametrize("written", ["(beat)", "JOE (open", "JOE) x", "LINH VO", "OC", "C.O.", "小白", "JOE ((A))"])
def test_a_name_that_only_resembles_an_extension_stays(written):
    name, extensions = split_cue(written)
    assert (name, extensions) == (written, ())


def test_the_name_is_how_the_cue_begins():
    for written in ("JOE (A) (B)", "JOE, V.O.", "A (B) C (D)"):
        assert written.startswith(split_cue(written)[0])


@pytest.mark.parametrize(
    ("extension", "voice"),
    [("V.O.", "over"), ("VO", "over"), ("V/O", "over"), ("旁白", "over"), ("ЗА КАДРОМ", "over"), ("З.К.", "over"),
     ("O.S.", "off"), ("O. S.", "off"), ("O.C.", "off"), ("画外音", "off"), ("CONT'D", "on"), ("20s", "on")],
)  # fmt: skip
def test_an_extension_says_how_the_voice_reaches_the_scene(extension, voice):
    assert make_cue("JOE", (extension,)).voice == voice


@pytest.mark.parametrize(
    "extension", ["CONT'D", "CONT’D", "Contʼd", "CONT", "CONTINUED", "CONTINUING", "续", "V.O., CONT'D"]
)
def test_a_continued_speech_is_marked_with_any_apostrophe(extension):
    assert make_cue("JOE", (extension,)).continued


@pytest.mark.parametrize(
    ("extension", "language"),
    [("in French", "French"), ("SPANISH", "SPANISH"), ("V.O., in German", "German"), ("in Latin; low", "Latin"),
     ("用英语", "英语"), ("普通话", "普通话"), ("画外音，粤语", "粤语"), ("по-французски", "по-французски"),
     ("V.O.", None), ("CONT'D", None), ("the French one", None)],
)  # fmt: skip
def test_the_language_of_a_cue_is_apart_from_its_voice(extension, language):
    assert make_cue("MARIE", (extension,)).language == language


def test_one_speaker_has_one_key_whatever_the_typography():
    assert speaker("JOE'S  MOM") == speaker("Joe’s Mom") == speaker("ＪＯＥ‘S MOM")
    assert speaker("МАША") == speaker("МАШA") == speaker("маша")
    assert speaker("老　周") == speaker("老 周") == speaker("老周") != speaker("老周 A")
    assert speaker("ANN-MARIE") == speaker("ANN‑MARIE") != speaker("ANN MARIE")


@pytest.mark.parametrize(
    ("written", "who"),
    [
        ("MOTHER/FATHER", ("MOTHER", "FATHER")),
        ("JOE & ANN", ("JOE", "ANN")),
        ("JOE AND ANN", ("JOE", "ANN")),
        ("JOE, ANN AND BOB", ("JOE", "ANN", "BOB")),
        ("МАША И ИВАН", ("МАША", "ИВАН")),
        ("林、王", ("林", "王")),
        ("小林和老王", ("小林", "老王")),
        ("SANDY", ("SANDY",)),
        ("JOE SMITH, JR.", ("JOE SMITH, JR.",)),
        ("GUARD #2", ("GUARD #2",)),
        ("12/24", ("12/24",)),
        ("/", ("/",)),
    ],
)
def test_a_cue_may_name_several_speakers(written, who):
    assert speakers(written) == who


def test_cased_scripts_need_capitals_and_a_cue_of_two_speakers_is_one_cue():
    reading = read("МАША\nДа.\n\nΝΙΚΟΣ\nΝαι.\n\nJOE & ANN\nYes!\n\nMOTHER/FATHER\nNo!\n")
    assert [cue.name for cue in cues(reading)] == ["МАША", "ΝΙΚΟΣ", "JOE & ANN", "MOTHER/FATHER"]


@pytest.mark.parametrize(
    ("line", "name", "extensions"),
    [
        ("АННА (ГОЛОС ЗА КАДРОМ)", "АННА", ("ГОЛОС ЗА КАДРОМ",)),
        ("АННА ГОЛОС ЗА КАДРОМ", "АННА", ("ГОЛОС ЗА КАДРОМ",)),
        ("АННА, ЗА КАДРОМ", "АННА", ("ЗА КАДРОМ",)),
        ("АННА (З/К)", "АННА", ("З/К",)),
        ("АННА З.К.", "АННА", ("З.К.",)),
        ("ГОЛОС ЗА КАДРОМ", "ГОЛОС ЗА КАДРОМ", ()),
    ],
)
def test_a_voice_over_in_cyrillic_is_told_from_the_name(line, name, extensions):
    assert split_cue(line) == (name, extensions)
    assert make_cue(name, extensions).voice == "over"


@pytest.mark.parametrize("text", ["23", "", "#2", "你好"])
def test_what_has_no_letter_with_case_is_no_capitals(text):
    assert not is_upper(text)
