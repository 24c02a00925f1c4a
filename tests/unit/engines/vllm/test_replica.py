"""What a replica's log says of why it ended."""

from types import SimpleNamespace

from linedscript.engines.client import Key
from linedscript.engines.vllm.replica import Replica


def test_the_end_of_a_log_is_one_plain_line_without_the_key(tmp_path):
    replica = Replica(None, ["0"], "construct-0", SimpleNamespace(logs=tmp_path, key=Key("abcd1234")))
    replica.log.write_bytes(b"first\n\x1b[31mno GPU\x1b[0m\x07\r\n\n--api-key abcd1234 \xff\n")
    said = replica.tail(3)
    assert "no GPU" in said and said.isprintable() and "abcd1234" not in said
