"""Who is spoken to, and what a line does: as the rules read dialogue, in English and Chinese."""

import pytest
from read_scenes import ZH, labels, related

TWO = dict(names=["ANNA", "PAUL"])
THREE = dict(names=["ANNA", "PAUL", "KARL"])
三 = dict(ZH, names=["王小明", "李建国", "赵敏"])


def told(*elements, **options):
    return [label for _, label in labels(*elements, **options)]


def test_who_calls_once_from_outside_isnt_who_the_next_line_is_said_to():
    found = told(
        "ANNA: Good morning.",
        "PAUL: Is it?",
        "KARL (off): Anna! The boiler!",
        "- Below, pipes knock.",
        "ANNA: Go and help him.",
        "- She hands Paul the lamp.",
        "PAUL: Now?",
        **THREE,
    )
    assert "Anna orders Paul" in found and "Anna orders Karl" not in found


def test_a_voice_from_outside_that_goes_on_talking_is_talked_with():
    found = told("ANNA: Give me the rope.", "PAUL (off): Here.", "ANNA: Give me more of it.", "PAUL (off): No more.")
    assert "Anna orders Paul" in found


def test_whom_the_speaker_turns_to_is_spoken_to():
    found = told(
        "PAUL: He left you the house.",
        "- Anna turns around to Karl. He doesn't look away in time.",
        "ANNA: You lied to me.",
        **THREE,
    )
    assert "Anna accuses Karl" in found and "Anna accuses Paul" not in found


def test_a_parenthetical_says_to_whom():
    found = told("ANNA: Well?", "PAUL: Well.", "ANNA: (to Karl) Open the door, please.", "PAUL: Wait.", **THREE)
    assert "Anna orders Karl" in found


def test_who_was_turned_to_long_ago_is_no_addressee_of_a_speech_to_a_crowd():
    found = told(
        "PAUL: Three cheers.",
        "KARL: Two will do.",
        "- Anna climbs on a chair. The band falls silent.",
        "ANNA: I lied to the whole town. I hid it from everybody.",
        "- A door bangs.",
        "KARL: Bravo.",
        **THREE,
    )
    assert "Anna confesses" in found


def test_a_speech_to_many_is_said_to_nobody_alone():
    found = told("PAUL: Anna.", "ANNA: Ladies and gentlemen! I promise you a short evening.", **TWO)
    assert "Anna promises" in found


def test_who_has_left_is_no_longer_spoken_to():
    found = told(
        "KARL: Sign here.",
        "PAUL: Never.",
        "- Karl takes his hat and leaves. Anna comes in.",
        "ANNA: You lied to me.",
        "PAUL: I did.",
        **THREE,
    )
    assert "Anna accuses Paul" in found


def test_a_kinship_word_isnt_said_to_whoever_has_left():
    found = related(
        "KARL: Sign here.",
        "PAUL: Never.",
        "- Karl takes his hat and leaves. Anna comes in.",
        "ANNA: Dad, what was that?",
        "PAUL: Nothing.",
        **THREE,
    )
    assert ("Anna", "kinship_with", "Paul") in found and ("Anna", "kinship_with", "Karl") not in found


def test_singing_is_no_talk():
    found = labels("ANNA: ~Down by the river I lost my shoe", "PAUL: Who sings?", "KARL: Anna.", **THREE)
    assert ("Event", "Anna sings") in found
    assert ("Interaction", "Paul and Karl talk") in found
    assert not any("Anna and Paul talk" == label for _, label in found)


def test_a_voice_on_the_telephone_stays_one_to_its_last_line():
    found = told("PAUL (over): (on the phone) It is late.", "ANNA: Is it?", "PAUL (over): Nine o'clock.", **TWO)
    assert "Paul and Anna talk" in found and "Paul is heard" not in found


@pytest.mark.parametrize("action", ["- Calloway shuts her eyes.", "- Anna calls out."])
def test_nobodys_name_and_no_shout_is_a_telephone(action):
    heard = told(action, "ANNA: Who is it?", "PAUL (over): I was young then.", "ANNA: Who is it?", **TWO)
    assert not any("Paul" in label and "Anna" in label for label in heard)


@pytest.mark.parametrize(
    "line",
    ['"Bring salt. Never be late. I promise nothing."', "(reading) Bring salt. Never be late. I promise nothing."],
)
def test_what_is_read_aloud_does_nothing_to_anybody(line):
    found = told("PAUL: What does it say?", f"ANNA: {line}", **TWO)
    assert found == ["Paul asks Anna", "Paul and Anna talk"] or found == ["Paul and Anna talk", "Paul asks Anna"]


def test_who_reads_alone_reads_aloud():
    assert labels("ANNA: (reading) Lost at sea, aged nine.", **TWO) == [("Event", "Anna reads aloud")]


def test_quoted_words_are_anothers():
    assert "Anna promises Paul" not in told("PAUL: And?", 'ANNA: She said, "I promise." That was all.', **TWO)


@pytest.mark.parametrize(
    ("before", "line", "act"),
    [
        ("Did you take the money?", "No.", None),
        ("It rained.", "No, it didn't.", None),
        ("How are you?", "Fine, since Monday.", None),
        ("Give me your key.", "No.", "refuses"),
        ("Will you come with me?", "No. Never again.", "refuses"),
        ("Let me carry that.", "No.", "refuses"),
        ("Come to supper.", "All right.", "agrees with"),
        ("Stop!", "No, wait.", None),
        ("I will never leave.", "No. You're going to pack tonight.", "refuses"),
    ],
)
def test_an_answer_is_an_act_only_where_something_was_asked_for(before, line, act):
    found = told(f"PAUL: {before}", f"ANNA: {line}", **TWO)
    acts = [label for label in found if label.startswith("Anna ") and label.endswith(" Paul")]
    assert acts == ([f"Anna {act} Paul"] if act else [])


@pytest.mark.parametrize(
    "line", ["He's lying about the date.", "She's still a wonderful liar.", "He was drunk that night."]
)
def test_an_accusation_of_somebody_else_isnt_made_against_the_listener(line):
    found = told("PAUL: Well?", f"ANNA: {line}", **TWO)
    assert "Anna accuses Paul" not in found and "Anna tells Paul" in found
    assert not any(predicate == "hostility_with" for _, predicate, _ in related("PAUL: Well?", f"ANNA: {line}", **TWO))


def test_a_suspicion_that_is_told_is_no_accusation():
    found = told("PAUL: Well?", "ANNA: There were years when I thought it was you.", **TWO)
    assert "Anna accuses Paul" not in found


def test_who_has_left_is_no_longer_spoken_to_in_chinese():
    found = related(
        "赵敏: 签字吧。",
        "李建国: 不签。",
        "- 赵敏夹起皮包走了。王小明走进来。",
        "王小明: 爹，这是怎么回事？",
        "李建国: 没事。",
        **三,
    )
    assert ("王小明", "kinship_with", "李建国") in found and ("王小明", "kinship_with", "赵敏") not in found


def test_whom_the_speaker_deals_with_is_spoken_to_in_chinese():
    found = told("李建国: 到齐了。", "- 王小明转过身，看着赵敏。", "王小明: 你骗了我。", **三)
    assert "王小明指责赵敏" in found


def test_a_chinese_parenthetical_says_to_whom():
    found = told("李建国: 到齐了。", "王小明: （对赵敏）你骗了我。", "李建国: 什么？", **三)
    assert "王小明指责赵敏" in found


def test_singing_is_no_talk_in_chinese():
    found = labels("王小明: （唱）月儿弯弯照九州。", "李建国: 是谁在唱？", "赵敏: 小明。", **三)
    assert ("Event", "王小明唱") in found and ("Interaction", "李建国和赵敏谈话") in found


def test_a_letter_in_a_chinese_voice_is_no_talk():
    found = told(
        "李建国: 打开吧。", "- 赵敏拆开信。", "王小明 (off): “小敏，你们好吗？把门锁好。”", "李建国: 嗯。", **三
    )
    assert not any("王小明" in label and ("李建国" in label or "赵敏" in label) for label in found)


@pytest.mark.parametrize(
    ("before", "line", "label"),
    [
        ("灯会掉下来吗？", "不会掉。", None),
        ("够一半人签吗？", "没人会签。", None),
        ("把钥匙给我。", "不行。", "王小明拒绝李建国"),
        ("你好吗？", "好。", None),
        ("你去把门关上。", "好。", "王小明同意李建国"),
    ],
)
def test_a_chinese_answer_is_an_act_only_where_something_was_asked_for(before, line, label):
    found = told(f"李建国: {before}", f"王小明: {line}", **三)
    acts = [found for found in found if found.startswith("王小明") and "谈话" not in found]
    assert acts == ([label] if label else [])


def test_a_chinese_accusation_of_somebody_else_isnt_made_against_the_listener():
    found = told("李建国: 谁拿的？", "王小明: 就是他。", **三)
    assert "王小明指责李建国" not in found and "王小明告诉李建国" in found


def test_what_is_read_aloud_does_nothing_to_anybody_in_chinese():
    assert told("王小明: （念）把门关上。我答应你。", **三) == ["王小明念"]


def test_another_title_calls_another_person():
    found = told("CAPTAIN VANE: Hello.", "ANNA: Deputy Vane. Bring the rope.", "PAUL: Here.", **TWO)
    assert "Anna orders Captain Vane" not in found


def test_a_voice_over_the_radio_is_spoken_to_even_if_it_speaks_once():
    found = told(
        "ANNA: Is anyone there?",
        "PAUL (over): (over radio) Me.",
        "- Anna shuts her eyes.",
        "ANNA: Hold the rope to the left.",
        **TWO,
    )
    assert "Anna orders Paul" in found


def test_who_looks_at_the_speaker_and_answers_is_spoken_to():
    found = told(
        "PAUL: I stole it from you.",
        "- Anna looks at Paul in the mirror.",
        "ANNA: I know.",
        "- Karl enters.",
        "KARL: Now?",
        **THREE,
    )
    assert "Paul confesses to Anna" in found


def test_a_speech_to_many_begins_no_talk():
    found = labels("ANNA: Friends! Welcome to the hall.", "- Nobody claps.", "PAUL: It is cold.", "ANNA: It is.", **TWO)
    assert ("Event", "Anna speaks") in found and ("Interaction", "Paul and Anna talk") in found
