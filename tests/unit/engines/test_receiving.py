"""Answers that are too long, too slow, packed too tight or of an unheard-of encoding are told, and others go on."""

import gzip
import zlib

import msgspec
import pytest
from chat_server import ChatServer

from linedscript.engines import receiving
from linedscript.engines.client import Client, Failed, Reach
from linedscript.errors import LinedscriptError

HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"


def asked(*given, tries=2, timeout=60.0):
    """What the client makes of each thing given in turn, the last one again and again."""
    import asyncio

    async def one(address):
        async def admit(_):
            return None

        async with Client(Reach((address,), None, 1, timeout, tries, 0.0), admit, {}) as client:
            return (await client.post("/chat/completions", lambda _: {"messages": []}, "a question", "r1")).data

    with ChatServer(lambda asked: given[min(asked.number, len(given)) - 1]) as server:
        return asyncio.run(one(server.address))


def problem(*given, **options):
    with pytest.raises(LinedscriptError) as caught:
        asked(*given, **options)
    assert caught.value.hint
    return str(caught.value)


def packed(kind, data):
    return ("wire", HEAD + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (kind, len(data)) + data)


GOOD = ("raw", b"{}")


@pytest.mark.parametrize(
    "given",
    [
        ("wire", HEAD + b"\r\n" + b" " * 5000),
        ("wire", HEAD + b"Content-Length: 5000\r\n\r\n" + b" " * 5000),
        ("wire", HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"3e8\r\n%s\r\n" % (b" " * 1000) * 9),
        packed(b"gzip", gzip.compress(b" " * 5000)),
        packed(b"deflate", zlib.compress(b" " * 5000)),
    ],
)
def test_an_answer_beyond_the_greatest_length_is_read_no_further_and_tried_again(monkeypatch, given):
    monkeypatch.setattr(receiving, "MOST", 4000)
    assert asked(given, GOOD) == {}
    assert "more than 4,000 bytes" in problem(given)


@pytest.mark.parametrize("begun", [b"\r\n", b"A: "], ids=["body", "headers"])
def test_an_answer_that_comes_in_drips_is_given_up(monkeypatch, begun):
    """However late a drip: the whole answer's time is over long before that of silence."""
    monkeypatch.setattr(receiving, "WHOLE", 0.005)
    assert "no whole answer in 0.3 seconds" in problem(("drip", HEAD + begun), tries=1)


def test_a_packed_answer_is_read():
    assert asked(packed(b"gzip", gzip.compress(b"{}"))) == {}


@pytest.mark.parametrize("kind", [b"gzip, gzip", b"br", b"zstd", b"of-my-own"])
def test_an_answer_packed_otherwise_than_is_known_to_be_bounded_is_not_unpacked(kind):
    assert "wasn't asked for" in problem(packed(kind, gzip.compress(gzip.compress(b"{}"))))


@pytest.mark.parametrize("charset", ["hex", "zlib", "undefined", "idna", "utf-7", "no-such"])
@pytest.mark.parametrize("status", [400, 401, 503])
def test_a_message_in_any_charset_is_told(charset, status):
    head = f"HTTP/1.1 {status} No\r\nConnection: close\r\nContent-Type: text/plain; charset={charset}\r\n"
    given = ("wire", head.encode() + b"Content-Length: 9\r\n\r\nout of it")
    said = asked(given).problem if status in (400,) else problem(given)
    assert "out of it" in said


def test_a_connection_is_used_again_after_an_error():
    assert isinstance(asked(("status", 400)), Failed) and asked(("status", 503), GOOD) == {}


def test_no_terminal_obeys_what_a_server_says():
    said = problem(("raw", msgspec.json.encode({"error": {"message": "\x1b[2J\x1b]0;x\x07 no\u202e key\u200b"}}), 401))
    assert " no key" in " ".join(said.split()) and said.replace("\n", "").isprintable()


def test_no_proxy_of_the_environment_gets_a_question(monkeypatch):
    with ChatServer(lambda asked: GOOD) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, proxy.address.removesuffix("/v1"))
        monkeypatch.delenv("NO_PROXY", raising=False)
        assert asked(GOOD) == {} and proxy.asked == []


def test_no_question_follows_a_redirect():
    with ChatServer(lambda asked: GOOD) as other:
        head = f"HTTP/1.1 307 Elsewhere\r\nLocation: {other.address}/chat/completions\r\nContent-Length: 0\r\n\r\n"
        assert "give the address where it answers" in problem(("wire", head.encode()))
        assert other.asked == []
