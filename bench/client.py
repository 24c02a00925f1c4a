"""How much of a server's time the client uses: requests per second achieved, against the ideal of its concurrency.

    python bench/client.py
    python bench/client.py --vllm .venv-vllm/bin/python --repeats 7    # against `vllm bench serve`, on a real vLLM

Without ``--vllm`` a server in a process of its own answers every request after a fixed time, however many wait. The
engine asks it as a film's job does: prompts rendered, replies checked, each answer in the journal on disk before the
layer goes on. The ideal is the time that the server alone takes, rounds of concurrent requests one behind the other. A
smaller latency is a harder test: real servers take seconds.

With it, the engine and vLLM's own client ask one vLLM in turns, as many at once, the same prompts in the same order: a
random Llama, bound to one long line that has one spelling in its tokens. The other client streams; the server sends it
a whole reply in one piece, so that this costs nothing. A smaller model would say nothing of the client: where a step
takes as little as the server's own work, two cores hold it up, and one client finds 6 to 19 requests per second by
chance. Ends with 1 below ``LEAST``.
"""

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import ceil, inf
from pathlib import Path
from statistics import median
from typing import Any, Literal, NamedTuple
from urllib.request import urlopen

import msgspec

LEAST = 0.95
"""Of the requests per second of ``vllm bench serve``."""
TOKENS = 128
"""Of a reply's line; each of its characters is one in the model, whose texts have no ~ and no ^."""
OUTPUTS = '{"backend": "xgrammar", "disable_any_whitespace": true}'
BENCH = """
from argparse import ArgumentParser
from vllm.benchmarks.serve import add_cli_args, main
parser = ArgumentParser()
add_cli_args(parser)
main(parser.parse_args())
"""
"""``vllm bench serve``, whose script the build for the CPU doesn't have."""
SCRIPT = Path(__file__).parents[1] / "samples/scripts/en-0001.fountain"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    line: Literal["~^" * (TOKENS // 2)]


async def serve(latency: float) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
            length = int(fields.get(b"content-length", 0))
            answer = completion(await reader.readexactly(length), fields, latency) if length else MODELS
            body = json.dumps(await answer if length else answer).encode()
            writer.write(HEAD % (len(body), body))

    async def quiet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(quiet, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


MODELS = {"data": [{"id": "m"}]}


async def completion(data: bytes, fields: dict[bytes, bytes], latency: float) -> dict:
    schema = json.loads(data)["response_format"]["json_schema"]["schema"]
    word = schema["properties"].get("word")
    if not word:
        await asyncio.sleep(latency)
    reply = {"word": word["enum"][0]} if word else {"units": []}
    return {
        "id": f"chatcmpl-{fields[b'x-request-id'].decode()}",
        "model": "m",
        "choices": [{"message": {"content": json.dumps(reply)}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 2000, "completion_tokens": 5, "total_tokens": 2005},
    }


def made(requests: int, name: str, reply: Any, tokens: int) -> list[Any]:
    """As many requests about the scenes of a sample film, none of which ``name`` had before."""
    from linedscript.backbone.payloads import Roster, scene_payload
    from linedscript.engines.prompts import load_prompt
    from linedscript.engines.requests import make_request
    from linedscript.screenplay.read import read_screenplay

    prompt, sha256 = load_prompt("units.en")
    scenes = read_screenplay(SCRIPT.read_bytes(), "en-0001", "en", budget=1200, tokenizer="linedscript/1").scenes
    return [
        make_request(
            layer="units",
            film="en-0001",
            key=f"s{number:04d}",
            role="construct",
            prompt=prompt,
            prompt_sha256=sha256,
            payload=scene_payload(
                scenes[number % len(scenes)], "en", Roster(({"name": f"{number:04d}{name}", "scenes": 1},), {}), 1
            ),
            reply=reply,
            decoding={"temperature": 0, "max_tokens": tokens},
        )
        for number in range(requests)
    ]


@contextmanager
def engine(address: str, model: str, concurrency: int) -> Iterator[Any]:
    from linedscript.engines.client import Reach
    from linedscript.engines.openai import OpenAIEngine
    from linedscript.engines.reaching import Reached
    from linedscript.engines.recordings import Answers

    reached = Reached(model, f"{model}@1", Reach((address,), None, concurrency, 600.0, 2, 1.0))
    with tempfile.TemporaryDirectory() as folder:
        yield OpenAIEngine({"construct": reached}, Answers("bench", [], None), Path(folder))


def answered(engine: Any, requests: list[Any], reply: Any) -> list[Any]:
    lines = engine.ask(requests, reply)
    if faults := [line.error for line in lines if line.error]:
        raise SystemExit(f"the bench's own server was misunderstood: {faults[0]}")
    return lines


def asked(address: str, requests: int, concurrency: int, repeat: int) -> tuple[float, float]:
    """Seconds that the engine takes for so many requests, probe included, and its CPU seconds."""
    from linedscript.backbone.units import UnitsReply

    questions = made(requests, f".{repeat}", UnitsReply, 900)
    with engine(address, "m", concurrency) as asking:
        start, worked = time.perf_counter(), time.process_time()
        answered(asking, questions, UnitsReply)
        return time.perf_counter() - start, time.process_time() - worked


class Turn(NamedTuple):
    """What one client did in its turn."""

    rate: float
    """Requests per second."""
    read: float
    """Prompt tokens per request."""
    written: float


def our_turn(address: str, model: str, requests: int, concurrency: int, name: str) -> Turn:
    """The first request, which brings the probe, isn't counted."""
    first, *questions = made(requests + 1, name, Line, 2 * TOKENS)
    with engine(address, model, concurrency) as asking:
        answered(asking, [first], Line)
        start = time.perf_counter()
        lines = answered(asking, questions, Line)
        seconds = time.perf_counter() - start
    used = [line.usage for line in lines]
    return Turn(
        requests / seconds,
        sum(one["prompt_tokens"] for one in used) / requests,
        sum(one["completion_tokens"] for one in used) / requests,
    )


def their_turn(python: str, address: str, model: str, requests: int, concurrency: int, name: str) -> Turn:
    from linedscript.engines.grammar import grammar
    from linedscript.engines.rendering import messages
    from linedscript.engines.wire import constrained

    _, *questions = made(requests + 1, name, Line, 2 * TOKENS)
    body = {"max_completion_tokens": 2 * TOKENS, "seed": 0} | constrained(grammar(Line), "Line", "response_format")
    with tempfile.TemporaryDirectory() as folder:
        data, result = Path(folder, "prompts.jsonl"), Path(folder, "result.json")
        data.write_text("".join(json.dumps({"prompt": messages(one)}) + "\n" for one in questions), encoding="utf-8")
        words = ["--backend", "openai-chat", "--endpoint", "/v1/chat/completions", "--model", model]
        words += ["--base-url", address.removesuffix("/v1"), "--extra-body", json.dumps(body), "--temperature", "0"]
        words += ["--dataset-name", "custom", "--dataset-path", str(data), "--skip-tokenizer-init", "--disable-tqdm"]
        words += ["--disable-shuffle"]  # which alone is 8 % faster: one scene's questions share what is in the caches
        words += ["--num-prompts", str(requests), "--max-concurrency", str(concurrency)]
        words += ["--save-result", "--result-filename", str(result)]
        done = subprocess.run([python, "-c", BENCH, *words], capture_output=True, text=True)
        if done.returncode or not result.is_file():
            raise SystemExit(f"vllm bench serve failed: {done.stderr[-2000:]}")
        found = json.loads(result.read_text(encoding="utf-8"))
    if found["completed"] != requests:
        raise SystemExit(f"vllm bench serve had {found['completed']} of {requests} answers")
    return Turn(
        found["request_throughput"], found["total_input_tokens"] / requests, found["total_output_tokens"] / requests
    )


@contextmanager
def vllm(python: str, folder: Path, concurrency: int) -> Iterator[tuple[str, str]]:
    """The address and the model of a vLLM on the CPU."""
    make = Path(__file__).parents[1] / "tests/integration/make_models.py"
    model, log = str(folder / "model"), folder / "server.log"
    subprocess.run([python, str(make), "larger", model, str(SCRIPT)], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--model", model, "--host", "127.0.0.1", "--port", str(port), "--max-model-len", "8192"]
    words += ["--dtype", "float32", "--max-num-seqs", str(concurrency), "--generation-config", "vllm"]
    words += ["--structured-outputs-config", OUTPUTS, "--stream-interval", str(4 * TOKENS)]
    with log.open("w") as out:
        server = subprocess.Popen(
            [python, "-m", "vllm.entrypoints.openai.api_server", *words],
            stdout=out,
            stderr=out,
            env=os.environ | {"VLLM_CPU_KVCACHE_SPACE": "2", "HF_HUB_OFFLINE": "1"},
            start_new_session=True,
        )
        try:
            while not up(port):
                if server.poll() is not None:
                    raise SystemExit(f"the server ended: {log.read_text()[-2000:]}")
                time.sleep(1)
            yield f"http://127.0.0.1:{port}/v1", model
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


def up(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
            return True
    except OSError:
        return False


def compare(args: argparse.Namespace) -> int:
    """Print the turns, and the ratio of the medians. 1 where a ratio is below ``LEAST``."""
    worst = inf
    with (
        tempfile.TemporaryDirectory() as folder,
        vllm(args.vllm, Path(folder), max(args.concurrency)) as (address, model),
    ):
        print("concurrency  requests  client            requests/s  prompt tokens  reply tokens")
        for concurrency in args.concurrency:
            requests = concurrency * args.rounds
            rates: dict[str, list[float]] = {"linedscript": [], "vllm bench serve": []}
            turns = {
                "linedscript": partial(our_turn, address, model, requests, concurrency),
                "vllm bench serve": partial(their_turn, args.vllm, address, model, requests, concurrency),
            }
            for client, turn_of in turns.items():  # the first turns find all caches as warm as the later ones do
                turn_of(f".{concurrency}.w.{client[0]}")
            for repeat in range(args.repeats):
                for client in sorted(turns, reverse=repeat % 2 == 1):
                    turn = turns[client](f".{concurrency}.{repeat}.{client[0]}")
                    rates[client].append(turn.rate)
                    row = f"{concurrency:11}  {requests:8}  {client:16}  {turn.rate:10.2f}"
                    print(f"{row}  {turn.read:13.1f}  {turn.written:12.1f}", flush=True)
            # turns next to one another find the machine in the same state
            ratios = sorted(ours / theirs for ours, theirs in zip(*rates.values(), strict=True))
            ratio = median(ratios)
            worst = min(worst, ratio)
            row = f"{concurrency:11}  {requests:8}  median of ratios  {ratio:10.3f}"
            print(f"{row}  ({ratios[0]:.3f} to {ratios[-1]:.3f})", flush=True)
    return int(worst < LEAST)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latency", type=float, default=1.0, help="seconds per answer (default: %(default)s)")
    parser.add_argument("--concurrency", type=int, nargs="+", default=[1, 16, 64], help="(default: 1 16 64)")
    parser.add_argument("--rounds", type=int, default=5, help="requests per connection (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="runs; the median counts (default: %(default)s)")
    parser.add_argument("--vllm", metavar="PYTHON", help="of an environment with vLLM, as make test-vllm makes one")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve is not None:
        asyncio.run(serve(args.serve))
    if args.vllm:
        return compare(args)
    command = [sys.executable, __file__, "--serve", str(args.latency)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            measure(f"http://127.0.0.1:{int(server.stdout.readline())}/v1", args)
        finally:
            server.terminate()
    return 0


def measure(address: str, args: argparse.Namespace) -> None:
    print("concurrency  requests  requests/s  ideal  achieved  CPU ms/request")
    for concurrency in args.concurrency:
        requests = concurrency * args.rounds
        times = [asked(address, requests, concurrency, repeat) for repeat in range(args.repeats)]
        achieved, ideal = (
            requests / median(wall for wall, _ in times),
            requests / (ceil(requests / concurrency) * args.latency),
        )
        cpu = median(cpu for _, cpu in times) / requests * 1000
        print(f"{concurrency:11}  {requests:8}  {achieved:10.1f}  {ideal:5.1f}  {achieved / ideal:8.1%}  {cpu:14.1f}")


if __name__ == "__main__":
    sys.exit(main())
