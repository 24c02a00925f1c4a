"""Films of a sentence a scene that candidates over trajectories are made from."""

from factories import checkpoint, state
from telling import ANN_ACTS, BO_ACTS, told
from unit.suites.asked_films import rooms, story

from linedscript.records.character import Anchor

ACCUSES = "Ann accuses Bo: “You sold the silver clock.”"
CONFESSES = "Bo confesses to Ann: “I gave the clock to a thief.”"
PAINTS = "Ann paints the crooked fence blue again."
COUNTS = "Ann counts forty silver coins twice."
BURNS = "Bo burns a torn ledger behind the chapel."
SPEAKS = ("Ann", "ent-0001", "speaker")
TO_ANN = ("Ann", "ent-0001", "addressee")
BO_SPEAKS = ("Bo", "ent-0002", "speaker")
TO_BO = ("Bo", "ent-0002", "addressee")


def film(*sentences):
    """A scene per sentence; Ann does or says each, but where its first word is another name."""
    scenes = rooms(*sentences)
    return scenes, [_unit(scenes, number, text) for number, text in enumerate(sentences, 1)]


def _unit(scenes, number, text):
    parts = {
        ACCUSES: ((SPEAKS, TO_BO), "accuse"),
        CONFESSES: ((BO_SPEAKS, TO_ANN), "confess"),
        BURNS: ((BO_ACTS,), "burn"),
    }
    people, verb = parts.get(text, ((ANN_ACTS,), text.split()[1].rstrip("s")))
    return told(scenes, number, text, *people, trigger=verb, kind="Interaction" if len(people) > 1 else "Event")


def at(scene, offset=0):
    return Anchor(scene=f"s{scene:04d}", offset=offset)


def stops(*scenes, character=1):
    """Checkpoints of a character at the ends of scenes."""
    return [
        checkpoint(n, id=f"cp-{character:04d}-{n:02d}", character=f"ent-{character:04d}", anchor=at(scene, 900))
        for n, scene in enumerate(scenes, 1)
    ]


def one_state(number, units, first, last, **changes):
    """Shown by the unit of the scene ``first``; until the scene ``last`` begins."""
    return state(
        number,
        **dict(
            aspect="role",
            value="Pilot",
            claim="Ann is Pilot.",
            valid_from=at(first),
            valid_to=None if last is None else at(last),
            evidence=(units[first - 1].evidence[0],),
        )
        | changes,
    )


def made(scenes, units, states=(), **more):
    return story(scenes, units, states=states, **more)


def only(found):
    (candidate,) = found
    return candidate
