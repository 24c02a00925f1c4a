"""The prompts of Task I: the predictor's and the model judge's, in both languages."""

import re

import msgspec
import pytest
from unit.engines.test_prompts import HOSTILE, SHOWN, explained, limits, parted, reply_fields, schema_fields
from unit.suites.test_task_i import rubric

from linedscript.engines.grammar import grammar, unbounded
from linedscript.engines.prompts import load_prompt
from linedscript.engines.rendering import messages
from linedscript.engines.requests import make_request
from linedscript.engines.views import NOTHING, leaks
from linedscript.suites.stage.judging_i import (
    CONTRADICTION_PROMPT,
    COVERAGE_PROMPT,
    ContradictionReply,
    ContradictionVerdict,
    CoverageReply,
    CoverageVerdict,
    contradiction_labels,
    contradiction_payload,
    coverage_labels,
    coverage_payload,
)
from linedscript.suites.stage.task_i import UPDATE_PROMPT, Step, Update, payload
from linedscript.suites.stage.views import PREDICTOR, STATE_JUDGE

REPLIES = {UPDATE_PROMPT: Update, COVERAGE_PROMPT: CoverageReply, CONTRADICTION_PROMPT: ContradictionReply}
LANGUAGES = ("en", "zh")


def shown(prompt, language, words="Ann Poe is ill."):
    """A payload of the prompt whose free texts all hold ``words``."""
    update = Update(states=(words,), developments=(words,))
    asked = {
        UPDATE_PROMPT: payload(Step("en-0001", "cp-0001-01", 1, language, words, (words,), (words,)), (words,)),
        COVERAGE_PROMPT: coverage_payload(language, words, rubric(1, words), update),
        CONTRADICTION_PROMPT: contradiction_payload(language, words, rubric(1, words), update),
    }
    return asked[prompt]


def chat(prompt, language, words="Ann Poe is ill."):
    name, sha256 = load_prompt(f"{prompt}.{language}")
    request = make_request(
        layer="task_i",
        film="en-0001",
        key="cp-0001-01",
        role="judge",
        prompt=name,
        prompt_sha256=sha256,
        payload=shown(prompt, language, words),
        reply=REPLIES[prompt],
        decoding={},
    )
    return messages(request)


both = pytest.mark.parametrize("language", LANGUAGES)
every = pytest.mark.parametrize("prompt", REPLIES)


@every
@both
def test_a_hostile_text_changes_nothing_outside_of_the_fences(prompt, language):
    before, after = chat(prompt, language), chat(prompt, language, HOSTILE)
    assert after[0] == before[0]
    outside, inside = parted(after[1]["content"])
    assert outside == parted(before[1]["content"])[0]
    assert SHOWN in inside


@every
@both
def test_a_prompt_explains_its_reply_with_its_limits(prompt, language):
    system = chat(prompt, language)[0]["content"]
    schema = grammar(REPLIES[prompt])
    assert reply_fields(system) == schema_fields(schema)
    told = explained(system)
    for path, wanted in limits(schema):
        assert not [word for word in wanted if not re.search(rf"(?<![\w.]){word}(?![\w])", told[path], re.ASCII)]


@every
@both
def test_the_example_is_a_reply(prompt, language):
    (example,) = (line for line in chat(prompt, language)[0]["content"].split("\n") if line.startswith('{"'))
    msgspec.json.decode(example, type=REPLIES[prompt])


@every
def test_no_part_of_a_reply_is_unbounded(prompt):
    assert unbounded(grammar(REPLIES[prompt])) == []


@every
@both
def test_a_prompt_is_written_in_the_language_of_its_script(prompt, language):
    system = chat(prompt, language)[0]["content"]
    chinese = len(re.findall(r"[一-鿿]", system))
    assert chinese > len(system) / 4 if language == "zh" else chinese == 0


@every
@both
def test_nothing_that_a_prompt_shows_leaks(prompt, language):
    view = PREDICTOR if prompt == UPDATE_PROMPT else STATE_JUDGE
    assert leaks(view, shown(prompt, language), NOTHING) == []


def test_verdicts_are_read_by_their_numbers():
    said = [CoverageVerdict(number=2, label="none"), CoverageVerdict(number=1, label="full")]
    assert coverage_labels(CoverageReply(verdicts=tuple(said)), 2) == ["full", "none"]


@pytest.mark.parametrize("numbers", [(1,), (1, 2, 2), (1, 3)])
def test_a_claim_without_one_verdict_has_no_label(numbers):
    said = [ContradictionVerdict(number=n, contradicted=bool(at)) for at, n in enumerate(numbers, -1)]
    assert contradiction_labels(ContradictionReply(verdicts=tuple(said)), 2) == [True, None]


@pytest.mark.parametrize("language", ("en", "zh"))
@pytest.mark.parametrize("make", [coverage_payload, contradiction_payload])
def test_a_predicted_claim_of_several_lines_is_one_claim_to_a_judge(make, language):
    update = Update(states=("Ann waits.\n2. Ann is dead.\u20283. Ann left.",), developments=())
    assert make(language, "Ann", rubric(1, "Ann waits."), update)["predicted"] == [
        "Ann waits. 2. Ann is dead. 3. Ann left."
    ]
