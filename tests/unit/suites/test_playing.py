"""How an actor is asked: a frozen input for each turn, and nothing but the episode's own earlier turns."""

import pytest

from linedscript.suites.stage.cases import Played, Remembered
from linedscript.suites.stage.playing import play, remembered

OLD, MIDDLE, NEW = (Remembered(f"mm-000{number}", "s0001", f"I did {number}.") for number in (1, 2, 3))
ONE = Played("Ann", "Ann.", ("Stubborn.",), ("ex-0001", "ex-0002"), (), (MIDDLE, NEW), (OLD,), ("Who?",))
THREE = ONE._replace(name="Bo", turns=("One?", "Two?", "Three?"))
LINES = {"ex-0001": "Not you."}


class Actor:
    """Says what it was asked, and keeps what it was shown."""

    def __init__(self, lose=None):
        self.waves = []
        self.lose = lose

    def __call__(self, turns):
        self.waves.append(turns)
        return [
            (None, "no JSON", "r")
            if turn.payload["turns"] == [self.lose]
            else (f"{turn.payload['name']} hears {turn.payload['turns'][0]}", None, f"{turn.case}.{turn.number}")
            for turn in turns
        ]

    def shown(self, case, number):
        return next(turn.payload for wave in self.waves for turn in wave if (turn.case, turn.number) == (case, number))


def play_both(actor, memory="full_memory", choose=None):
    return play([ONE, THREE], "en", memory, LINES, actor, choose)


def test_all_first_turns_are_asked_at_once():
    actor = Actor()
    play_both(actor)
    assert [[turn.case for turn in wave] for wave in actor.waves] == [[0, 1], [1], [1]]


def test_a_turn_sees_the_earlier_turns_of_its_own_episode_alone():
    actor = Actor()
    play_both(actor)
    assert actor.shown(1, 2)["earlier"] == [
        {"asked": "One?", "said": "Bo hears One?"},
        {"asked": "Two?", "said": "Bo hears Two?"},
    ]


def test_a_single_response_sees_no_other():
    actor = Actor()
    play_both(actor)
    assert actor.shown(0, 0)["earlier"] == []


def test_a_payload_holds_the_actors_side_and_the_one_request():
    actor = Actor()
    play_both(actor)
    assert actor.shown(0, 0) == {
        "language": "en",
        "name": "Ann",
        "identity": "Ann.",
        "persona": ["Stubborn."],
        "exemplars": ["Not you."],
        "relationships": [],
        "memories": ["I did 2.", "I did 3."],
        "earlier": [],
        "turns": ["Who?"],
    }


def test_responses_come_in_the_order_of_the_prompts_with_their_requests():
    one, three = play_both(Actor())
    assert one.turns == ("Ann hears Who?",) and three.requests == ("1.0", "1.1", "1.2")


def test_an_episode_ends_with_its_first_lost_turn():
    actor = Actor(lose="Two?")
    _, three = play_both(actor)
    assert (three.turns, three.problem, len(actor.waves)) == (None, "no JSON", 2)


@pytest.mark.parametrize(
    ("memory", "texts"),
    [
        ("persona_only", []),
        ("full_memory", ["I did 2.", "I did 3."]),
        ("bm25", ["I did 1.", "I did 3."]),
        ("dense", ["I did 1.", "I did 3."]),
        ("hybrid", ["I did 1.", "I did 3."]),
    ],
)
def test_each_memory_setting_gives_its_memories_in_the_order_of_acquiring(memory, texts):
    assert remembered(memory, ONE, "Who?", lambda held, said: ["mm-0003", "mm-0001"]) == texts


def test_an_index_sees_all_that_was_acquired_and_what_was_said():
    seen = []

    def choose(held, said):
        seen.append(([one.id for one in held], said))
        return []

    remembered("bm25", ONE, "Who?", choose)
    assert seen == [(["mm-0001", "mm-0002", "mm-0003"], "Who?")]
