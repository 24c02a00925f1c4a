"""Addresses and keys are told from nonsense before anything is asked, and no message repeats a key or a password."""

from argparse import Namespace

import pytest

from linedscript.engines.opening import named_run
from linedscript.engines.reaching import addresses_by_role, reached
from linedscript.errors import LinedscriptError

MODEL = {"model": "m", "revision": "1", "quantization": None, "context": 8192, "decoding": {}}
RUN = named_run("units", {"run": "r1", "models": {"construct": MODEL, "judge": MODEL}})
MODELS = {"construct": RUN.models.construct, "judge": RUN.models.judge}
GOOD = "http://127.0.0.1:8000/v1"


def reach(address=GOOD, variable=None, broker=None):
    given = address if isinstance(address, list) else [address]
    args = Namespace(address=given, key_variable=variable, concurrency=1, timeout=1.0, tries=1)
    return reached(MODELS, args, broker)


@pytest.mark.parametrize(
    "address",
    [
        GOOD,
        "http://localhost/v1",
        "https://api.example.org/openai/v1",
        "http://[::1]:8000/v1",
        "http://node_7:80/v1",
        "http://xn--bcher-kva.example/v1",
        "http://node.:80/v1",
    ],
)
def test_an_address_is_taken_as_it_is(address):
    assert reach(address)["judge"].reach.addresses == (address,)


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:99999/v1",
        "http://127.0.0.1:0/v1",
        "http://127.0.0.1:/v1",
        "http://127.0.0.1:x/v1",
        "http://127.0.0.1:١٢/v1",
        "http://127.0.0.1:-1/v1",
        "http://127.0.0.1:" + "9" * 5000,
        "http://[::1/v1",
        "http://::1/v1",
        "http://[::g]/v1",
        "http://[127.0.0.1]/v1",
        "http://a..b/v1",
        "http://.b/v1",
        f"http://{'a' * 64}.org/v1",
        f"http://{'a.' * 130}org/v1",
        "http://xn--/v1",
        "http://xn--a\u00fc/v1",
        "http://b\u00fccher.example/v1",
        "http://a\u2025b/v1",
        "http:///v1",
        "http://",
        "http:127.0.0.1",
        "http://a b/v1",
        "http://a\x00/v1",
        "http://a/\x7f",
        "http://a/\ud83d",
        "http://a\\b/v1",
        "http://a%zz/v1",
        "ftp://a/v1",
        "127.0.0.1:8000",
        "player=http://127.0.0.1:8000/v1",
        "construct=",
        "=http://a/v1",
        "",
    ],
)
def test_what_is_no_address_is_told(address):
    with pytest.raises(LinedscriptError) as caught:
        reach(address)
    assert caught.value.code == "invalid-address"
    assert len(str(caught.value)) < 600 and str(caught.value).encode()


@pytest.mark.parametrize(
    "given",
    [
        ["http://ann:hunter22@host:8000/v1"],
        ["http://hunter22@host:8000/v1"],
        ["construct=http://ann:hunter22@host/v1"],
        ["ann:hunter22@host"],
        ["http://ann:hunter22", "x@host/v1"],
        ["ftp://ann:hunter22@host"],
        ["http://host/v1?api_key=hunter22"],
        ["http://host/v1#hunter22"],
        ["host/v1?api_key=hunter22"],
        ["player=http://host/v1?key=hunter22"],
        ["http://ann:hunter22%40host:x/v1"],
    ],
)
def test_a_password_in_an_address_is_refused_and_not_repeated(given):
    with pytest.raises(LinedscriptError) as caught:
        addresses_by_role(given)
    assert caught.value.code == "invalid-address" and "hunter22" not in repr(caught.value) + str(caught.value)


def test_the_hint_of_a_wrong_address_names_a_role_that_is_asked():
    with pytest.raises(LinedscriptError, match="for example answer=http"):
        reached({"answer": None, "judge": None}, Namespace(address=["nowhere"]))


@pytest.mark.parametrize(
    "key", ["sk-1\r", "sk-1\r\nX: y", "sk-1\n", " sk-1", "sk 1", "sk-\u00fc1", "sk-\udc80", "sk-1\t"]
)
def test_a_key_that_no_header_can_hold_is_refused_and_not_repeated(monkeypatch, key):
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(LinedscriptError) as caught:
        reach(variable="MY_KEY")
    assert caught.value.code == "invalid-key" and "$MY_KEY" in str(caught.value) and "sk" not in str(caught.value)


def test_a_key_is_read_from_its_variable(monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-1+/=~")
    assert reach(variable="MY_KEY")["judge"].reach.key == "sk-1+/=~"


def test_a_variable_that_is_not_set_is_named():
    with pytest.raises(LinedscriptError, match="missing-key.*MY_KEY"):
        reach(variable="MY_KEY")


@pytest.mark.parametrize("name", ["sk-proj-a1b2", "hf_a1b2", "A1B2" * 12, "a=b", "a\x00b"])
def test_a_key_in_place_of_its_variable_s_name_is_not_repeated(name):
    with pytest.raises(LinedscriptError) as caught:
        reach(variable=name)
    assert caught.value.code == "missing-key" and name not in str(caught.value) + repr(caught.value)


def test_how_a_model_is_reached_can_be_printed_without_its_key(monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-1")
    assert "sk-1" not in repr(reach(variable="MY_KEY")["judge"])
