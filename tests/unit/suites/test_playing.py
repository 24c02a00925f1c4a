"""How an actor is asked: a frozen input for each turn, and nothing but the episode's own earlier turns."""

from linedscript.suites.stage.cases import Played, Remembered
from linedscript.suites.stage.playing import play

OLD, MIDDLE, NEW = (Remembered(f"mm-000{number}", "s0001", f"I did {number}.") for number in (1, 2, 3))
ONE = Played("Ann", "Ann.", ("Stubborn.",), ("ex-0001", "ex-0002"), (), (MIDDLE, NEW), (OLD,), ("Who?",))
THREE = ONE._replace(name="Bo", turns=("One?", "Two?", "Three?"))


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


def play_both(actor):
    return play([ONE, THREE], "en", lambda place, number: ["I did 2.", "I did 3."], lambda place: ["Not you."], actor)


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
