"""A chat-completions server on the loopback address that answers, fails and dies as a test says."""

import json
import socket
import socketserver
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["Asked"], Any]
"""A completion, or what happens instead: ``("status", 503)``, ``("raw", b"…")`` (with its
status, if it isn't 200), ``("wire", b"…")`` (all that goes over it), ``("drip", b"…")`` (which comes once, then a blank
at a time), ``("reset",)``, ``("hang",)``."""


class Asked:
    """One request as it came in. ``number`` counts from 1, probes and lists of models left out."""

    def __init__(self, number: int, body: dict[str, Any], headers: Any, server: "ChatServer") -> None:
        self.number, self.body, self.headers, self.server = number, body, headers, server

    @property
    def text(self) -> str:
        return "\n".join(message["content"] for message in self.body["messages"])

    def completion(self, content: str, finish: str = "stop", **fields: Any) -> dict[str, Any]:
        return {
            "id": f"chatcmpl-{self.headers.get('X-Request-Id')}",
            "model": self.body["model"],
            "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
        } | fields


class LoopbackServer(ThreadingHTTPServer):
    request_queue_size = 128
    """Of the default five, connections made at once overflow the queue, and the kernel tries them a second later."""

    def server_bind(self) -> None:
        """Without the machine's own name, which ``HTTPServer`` asks the resolver for: that may wait for a network."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]


class ChatServer:
    """Use as ``with``. ``answer`` gives a completion, a status with its body, or how the connection breaks."""

    handles: "type[Handler]"

    def __init__(
        self,
        answer: Answer,
        *,
        models: tuple[str, ...] = ("m",),
        binds: str | None = "response_format",
        port: int = 0,
        rows: list[dict[str, Any]] | None = None,
        probe: Any = None,
    ) -> None:
        """``rows``: the list of models, where ``models`` doesn't say enough of them. ``probe``: what happens to a
        probe, as ``answer`` gives it, or the fields by which its completion differs."""
        self.probe = {} if probe is None else probe
        self.probes = 0
        self.answer, self.models, self.binds = answer, models, binds
        self.rows = [{"id": model, "owned_by": "test"} for model in models] if rows is None else rows
        self.asked: list[Asked] = []
        self._lock = threading.Lock()
        self.under_way = self.most_under_way = 0
        self.ended = threading.Event()
        handler = type("Handler", (self.handles,), {"chat": self})
        self._http = LoopbackServer(("127.0.0.1", port), handler)
        self._http.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> "ChatServer":
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Refuse connections from now on."""
        self.ended.set()
        self._http.shutdown()
        self._http.server_close()

    def take(self, body: dict[str, Any], headers: Any) -> Asked:
        with self._lock:
            asked = Asked(len(self.asked) + 1, body, headers, self)
            self.asked.append(asked)
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
        return asked

    def done(self) -> None:
        with self._lock:
            self.under_way -= 1


class Handler(BaseHTTPRequestHandler):
    chat: ChatServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        self._send(200, {"data": self.chat.rows})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        schema = schema or body.get("structured_outputs", {}).get("json")
        word = ((schema or {}).get("properties", {}).get("word") or {}).get("enum")
        if word:
            bound = self.chat.binds is not None and self.chat.binds in body
            content = json.dumps({"word": word[0]}) if bound else "Blue."
            self.chat.probes += 1
            probe = self.chat.probe
            whole = Asked(0, body, self.headers, self.chat).completion(content)
            self._give(whole | probe if isinstance(probe, dict) else probe)
            return
        asked = self.chat.take(body, self.headers)
        try:
            self._give(self.chat.answer(asked))
        finally:
            self.chat.done()

    def _give(self, given: Any) -> None:
        if isinstance(given, dict):
            self._send(200, given)
        elif given[0] == "status":
            self._send(given[1], {"error": {"message": f"status {given[1]}"}}, {"Retry-After": "0"})
        elif given[0] == "raw":
            self._write(given[2] if len(given) > 2 else 200, given[1], {})
        elif given[0] in ("wire", "drip"):
            self.close_connection = True
            self.wfile.write(given[1])
            while given[0] == "drip" and not self.chat.ended.wait(0.02):
                self.wfile.write(b" ")
        elif given[0] == "hang":
            self.chat.ended.wait()
            self.close_connection = True
        elif given[0] == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            self.wfile.write(b'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{"id"')
            self.wfile.flush()
            self.close_connection = True
            self.connection.close()

    def _send(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        self._write(status, json.dumps(value).encode(), headers or {})

    def _write(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in ({"Content-Type": "application/json", "Content-Length": str(len(data))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


ChatServer.handles = Handler
