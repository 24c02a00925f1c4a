"""How much of a server's time the client uses: requests per second achieved, against the ideal of its concurrency.

    python bench/client.py

A server in a process of its own answers every request after a fixed time, however many wait. The engine asks it as a
film's job does: prompts rendered, replies checked, each answer in the journal on disk before the layer goes on. The
ideal is the time that the server alone takes, rounds of concurrent requests one behind the other. A smaller latency is
a harder test: real servers take seconds.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from math import ceil
from pathlib import Path
from statistics import median

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"


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


def asked(address: str, requests: int, concurrency: int, repeat: int) -> tuple[float, float]:
    """Seconds that the engine takes for so many requests, probe included, and its CPU seconds."""
    from linedscript.backbone.payloads import scene_payload
    from linedscript.backbone.units import UnitsReply
    from linedscript.engines.client import Reach
    from linedscript.engines.openai import OpenAIEngine
    from linedscript.engines.prompts import load_prompt
    from linedscript.engines.reaching import Reached
    from linedscript.engines.recordings import Answers
    from linedscript.engines.requests import make_request
    from linedscript.screenplay.read import read_screenplay

    name, sha256 = load_prompt("units.en")
    script = Path(__file__).parents[1] / "samples/scripts/en-0001.fountain"
    scenes = read_screenplay(script.read_bytes(), "en-0001", "en", budget=1200, tokenizer="linedscript/1").scenes
    made = [
        make_request(
            layer="units",
            film="en-0001",
            key=f"s{number:04d}",
            role="construct",
            prompt=name,
            prompt_sha256=sha256,
            payload=scene_payload(scenes[number % len(scenes)], "en", [{"name": f"{number}.{repeat}", "scenes": 1}]),
            reply=UnitsReply,
            decoding={"temperature": 0, "max_tokens": 900},
        )
        for number in range(requests)
    ]
    reached = Reached("m", "m@1", Reach((address,), None, concurrency, 600.0, 2, 1.0))
    with tempfile.TemporaryDirectory() as folder:
        engine = OpenAIEngine({"construct": reached}, Answers("bench", [], None), Path(folder))
        start, worked = time.perf_counter(), time.process_time()
        lines = engine.ask(made, UnitsReply)
        taken = time.perf_counter() - start, time.process_time() - worked
    if faults := [line.error for line in lines if line.error]:
        raise SystemExit(f"the bench's own server was misunderstood: {faults[0]}")
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--latency", type=float, default=1.0, help="seconds per answer (default: %(default)s)")
    parser.add_argument("--concurrency", type=int, nargs="+", default=[1, 16, 64], help="(default: 1 16 64)")
    parser.add_argument("--rounds", type=int, default=5, help="requests per connection (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=3, help="runs; the median counts (default: %(default)s)")
    parser.add_argument("--serve", type=float, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve is not None:
        asyncio.run(serve(args.serve))
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
