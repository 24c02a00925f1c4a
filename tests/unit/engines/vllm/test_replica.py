"""A replica's port before it is bound, and what its log says of why it ended."""

import socket
from types import SimpleNamespace

import pytest

from linedscript.engines.client import Key
from linedscript.engines.vllm.replica import Replica, held_port


@pytest.fixture
def replica(tmp_path):
    return Replica(None, ["0"], "construct-0", SimpleNamespace(logs=tmp_path, key=Key("abcd1234")))


def test_the_end_of_a_log_is_one_plain_line_without_the_key(replica):
    replica.log.write_bytes(b"first\n\x1b[31mno GPU\x1b[0m\x07\r\n\n--api-key abcd1234 \xff\n")
    said = replica.tail(3)
    assert "no GPU" in said and said.isprintable() and "abcd1234" not in said


def test_a_port_that_is_held_for_a_server_is_free_to_nobody_else():
    with held_port() as held, socket.socket() as other, pytest.raises(OSError, match="in use"):
        other.bind(held.getsockname())


@pytest.mark.parametrize("also", [[], [socket.SO_REUSEPORT]], ids=["uvicorn", "vllm"])
def test_the_server_that_it_is_held_for_may_listen_there(also):
    with held_port() as held, socket.socket() as server:
        for option in [socket.SO_REUSEADDR, *also]:
            server.setsockopt(socket.SOL_SOCKET, option, 1)
        server.bind(held.getsockname())
        server.listen()
        with socket.create_connection(held.getsockname(), timeout=60) as client, server.accept()[0] as accepted:
            client.sendall(b"x")
            assert accepted.recv(1) == b"x"
