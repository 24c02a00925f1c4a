"""A stand-in for ``vllm serve``: takes its options, starts slowly, crashes or won't end as the environment says.

It has a second process in its group, as vLLM has, and answers every question with the shortest reply of its schema.
``FAKE_VLLM``: words of ``start=SECONDS``, ``crash=start``, ``crash=N`` (with the Nth answer), ``hang=N`` (from the Nth
answer on), ``deaf`` (to SIGTERM).
What each server was asked lies under ``FAKE_VLLM_NOTES``, one file per server, one request a line.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from chat_server import Asked, ChatServer, Handler
from schema_replies import shortest

HOW = dict(word.partition("=")[::2] for word in os.environ.get("FAKE_VLLM", "").split())


class VllmHandler(Handler):
    def do_GET(self) -> None:
        if self.path == "/health":
            self._write(200, b"", {})
        elif self.path == "/version":
            self._send(200, {"version": "0.0.fake"})
        elif self.path == "/metrics":
            asked = len(self.chat.asked)
            lines = (f'vllm:prefix_cache_{name}_total{{engine="0"}} {asked * tokens}' for name, tokens in COUNTS)
            self._write(200, "\n".join(["# TYPE vllm:prefix_cache_queries counter", *lines, ""]).encode(), {})
        elif self._allowed():
            super().do_GET()

    def do_POST(self) -> None:
        if self._allowed():
            super().do_POST()

    def _allowed(self) -> bool:
        if self.headers.get("Authorization") == f"Bearer {os.environ['VLLM_API_KEY']}":
            return True
        self._send(401, {"error": "Unauthorized"})
        return False


COUNTS = (("queries", 100), ("hits", 75))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=["serve"])
    parser.add_argument("model")
    for name in ("served-model-name", "host", "port", "tensor-parallel-size", "max-model-len", "generation-config"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("structured-outputs-config", "revision", "quantization", "dtype"):
        parser.add_argument(f"--{name}")
    args = parser.parse_args()
    if "deaf" in HOW:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen(
        [sys.executable, "-IS", "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"]
    )
    time.sleep(float(HOW.get("start", "0")))
    if HOW.get("crash") == "start":
        sys.exit("ValueError: no such model in this test")
    notes = Path(os.environ["FAKE_VLLM_NOTES"])
    notes.mkdir(parents=True, exist_ok=True)
    given = {name: value for name, value in vars(args).items() if value is not None}
    note = (notes / f"{args.port}-{os.getpid()}.jsonl").open("w", encoding="utf-8")
    lock = threading.Lock()

    def say(**what: object) -> None:
        with lock:
            print(json.dumps(what), file=note, flush=True)

    say(options=given, gpus=os.environ["CUDA_VISIBLE_DEVICES"].split(","))

    def answer(asked: Asked) -> dict:
        if HOW.get("crash") == str(asked.number):
            while asked.server.under_way > 1:  # what it was asked before is answered
                time.sleep(0.01)
            os._exit(1)
        if asked.number >= int(HOW.get("hang", 10**9)):
            threading.Event().wait()
        form = asked.body["response_format"]["json_schema"]
        say(asked=form["name"], model=asked.body["model"], seed=asked.body["seed"], text=asked.text)
        return asked.completion(json.dumps(shortest(form["schema"])))

    ChatServer.handles = VllmHandler
    with ChatServer(answer, models=(args.served_model_name,), port=int(args.port)):
        signal.pause()


if __name__ == "__main__":
    main()
