"""The broker with servers that are slow, crash, or won't end: who gets which, and that none outlives it."""

import json
import os
import signal
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
from fake_servers import Fake
from left_running import gone, processes, until

from linedscript.engines.vllm.handing import ask_broker
from linedscript.errors import LinedscriptError
from linedscript.io.canonical import encode


def settings(construct="m", judge="m"):
    def model(name):
        return {"model": name, "revision": "r1", "quantization": None, "context": 4096, "decoding": {}}

    return {"annotator": {"run": "r1", "models": {"construct": model(construct), "judge": model(judge)}}}


class Broker:
    def __init__(self, folder: Path, how: str, gpus: int, *more: str, run=None) -> None:
        self.fake = Fake(folder)
        self.folder = folder / "here"
        self.folder.mkdir(exist_ok=True)
        environment = {name: value for name, value in os.environ.items() if name != "CUDA_VISIBLE_DEVICES"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "linedscript.cli.main", "serve", "--gpus", str(gpus), "--logs", "logs"]
            + ["--settings", encode(run or settings()).decode(), "--grace", "5", *more],
            cwd=self.folder,
            env=environment | self.fake.env(how),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.name = json.loads(self.process.stdout.readline() or "{}").get("broker", "")

    def ask(self, film: str, role: str = "construct"):
        return ask_broker(self.name, role, film)

    def end(self) -> str:
        """What it said, after SIGTERM."""
        self.process.terminate()
        return self.process.communicate()[1]

    def keepers(self) -> list[int]:
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                    inside = Path(os.readlink(entry / "cwd")).is_relative_to(self.folder)
                except OSError:
                    continue
                if inside and b"linedscript.engines.vllm.keeper" in words:
                    found.append(int(entry.name))
        return found


@pytest.fixture
def started(tmp_path):
    """A broker, and whatever it left running killed at the end."""
    running: list[Broker] = []

    def start(how="", gpus=1, *more, **options) -> Broker:
        running.append(Broker(tmp_path, how, gpus, *more, **options))
        return running[-1]

    yield start
    for broker in running:
        broker.process.kill()
        broker.process.communicate()
    assert gone(tmp_path)


def test_nothing_is_started_before_somebody_asks(started):
    broker = started(gpus=2)
    said = broker.end()
    assert broker.process.returncode == 0 and broker.fake.servers() == []
    assert "no replica was started" in said


def test_whoever_asks_waits_until_the_replicas_are_up(started):
    broker = started("start=1", 2)
    handed = broker.ask("en-0001")
    assert len(handed.addresses) == len(set(handed.addresses)) == 2
    for address in handed.addresses:
        asked = urllib.request.Request(f"{address}/models", headers={"Authorization": f"Bearer {handed.key}"})
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        assert json.load(direct.open(asked))["data"][0]["id"] == "m"


def test_each_replica_has_gpus_of_its_own(started):
    broker = started("", 4, "--tensor-parallel", "2")
    broker.ask("en-0001")
    assert sorted(server[0]["gpus"] for server in broker.fake.servers()) == [["0", "1"], ["2", "3"]]
    assert {server[0]["options"]["tensor_parallel_size"] for server in broker.fake.servers()} == {"2"}


def test_films_are_spread_over_the_replicas(started):
    broker = started("", 2)
    first = [broker.ask(f"en-000{number}") for number in range(1, 5)]
    counts = [[handed.addresses[0] for handed in first].count(address) for address in first[0].addresses]
    assert counts == [2, 2]


def test_a_film_goes_back_to_the_replica_whose_cache_knows_it(started):
    broker = started("", 2)
    one, other = broker.ask("en-0001"), broker.ask("en-0002")
    assert one.addresses[0] != other.addresses[0]
    other.held.close()
    assert broker.ask("en-0001", "judge").addresses[0] == one.addresses[0]


def test_each_role_gets_the_servers_of_its_model(started):
    broker = started("", 2, run=settings("c", "j"))
    construct, judge = broker.ask("en-0001"), broker.ask("en-0001", "judge")
    assert set(construct.addresses).isdisjoint(judge.addresses)
    assert sorted(server[0]["options"]["model"] for server in broker.fake.servers()) == ["c", "j"]


def test_a_model_that_nobody_asks_for_is_not_started(started):
    broker = started("", 2, run=settings("c", "j"))
    broker.ask("en-0001")
    assert [server[0]["options"]["model"] for server in broker.fake.servers()] == ["c"]


def test_answers_say_of_the_servers_what_is_known(started):
    broker = started("", 2, "--tensor-parallel", "2")
    facts = broker.ask("en-0001").facts
    assert (facts["server"], facts["version"], facts["tensor_parallel"]) == ("vllm", "0.0.fake", 2)


def test_a_server_that_crashes_as_it_starts_is_an_error_with_its_last_words(started):
    broker = started("crash=start")
    for film in ("en-0001", "en-0002"):
        with pytest.raises(LinedscriptError) as error:
            broker.ask(film)
        assert error.value.code == "server-failed" and "no such model in this test" in error.value.problem


def test_a_command_that_is_not_there_is_an_error_that_names_it(started):
    broker = started("", 1, "--vllm", "no-such-vllm serve")
    with pytest.raises(LinedscriptError, match="no-such-vllm"):
        broker.ask("en-0001")


def test_a_server_that_does_not_come_up_in_time_is_given_up(started):
    broker = started("start=600", 1, "--start-timeout", "0.5")
    with pytest.raises(LinedscriptError, match="server-failed"):
        broker.ask("en-0001")
    assert "not up after 0.5 s" in broker.end()


def test_a_replica_that_died_is_handed_out_no_more(started):
    broker = started("", 2)
    dead = broker.ask("en-0001").addresses[0]
    log = broker.folder / "logs/broker.log"
    name = next(line.split()[2] for line in log.read_text().splitlines() if line.endswith(f"up at {dead}"))
    port = dead.rpartition(":")[2].split("/")[0]
    for pid in broker.keepers():
        if f"\0{port}\0".encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGKILL)
    assert until(lambda: f"{name} ended" in log.read_text())
    handed = broker.ask("en-0001")
    assert dead not in handed.addresses and len(handed.addresses) == 1


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("how", ["", "deaf"])
def test_no_replica_outlives_its_broker(started, ending, how):
    broker = started(how, 2)
    broker.ask("en-0001")
    assert len(processes(broker.folder)) == 7
    broker.process.send_signal(ending)
    broker.process.wait()
    assert gone(broker.folder)


def test_no_server_starts_while_those_of_a_killed_broker_have_the_gpus(started):
    first = started("deaf", 2, "--grace", "600")
    first.ask("en-0001")
    first.process.kill()
    first.process.wait()
    second = started("", 2)
    asking = threading.Thread(target=second.ask, args=("en-0001",))
    asking.start()
    log = second.folder / "logs/broker.log"
    assert until(lambda: "waiting for servers of an earlier build" in log.read_text())
    assert len(processes(second.folder)) == 7  # six of the first one's, and the second broker
    for pid in first.keepers():
        os.killpg(pid, signal.SIGKILL)
    asking.join()
    assert len(processes(second.folder)) == 7
    assert "starting on gpu" in second.end()


def test_no_replica_that_is_still_starting_outlives_its_broker(started):
    broker = started("start=600")
    with pytest.raises(LinedscriptError, match="broker-gone"):
        _ask_and_kill(broker)
    assert gone(broker.folder)


def _ask_and_kill(broker):
    def kill():
        until(lambda: len(processes(broker.folder)) == 4)
        broker.process.kill()

    threading.Thread(target=kill).start()
    broker.ask("en-0001")


def test_no_replica_outlives_the_keeper_that_was_killed(started):
    broker = started("deaf")
    broker.ask("en-0001")
    for pid in broker.keepers():
        os.kill(pid, signal.SIGKILL)
    assert until(lambda: len(processes(broker.folder)) == 1)
    assert broker.process.poll() is None


def test_the_broker_ends_with_the_process_that_it_watches(started):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as watched:
        broker = started("", 2, "--watch", str(watched.pid))
        broker.ask("en-0001")
        watched.kill()
    assert broker.process.wait() == 0 and gone(broker.folder)
    assert "prefix cache hit rate" in (broker.folder / "logs/broker.log").read_text()


def test_a_broker_that_is_gone_is_an_error_that_says_so():
    with pytest.raises(LinedscriptError) as error:
        ask_broker("linedscript-no-such-broker", "construct", "en-0001")
    assert error.value.code == "broker-gone"
