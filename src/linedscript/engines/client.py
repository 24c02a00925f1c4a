"""Chat completions over HTTP: bounded concurrency, patience where it is worth it, errors that name the request."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from linedscript.engines.receiving import Received, TooMuch, received
from linedscript.engines.saying import kept, told
from linedscript.errors import LinedscriptError

if TYPE_CHECKING:
    import httpx

_AGAIN = frozenset((408, 409, 425, 429))
"""Statuses of a server that is busy, as all from 500 are but those of ``_NEVER_ABLE``: worth another try."""
_NEVER_ABLE = frozenset((501, 505))
_OF_REQUEST = frozenset((400, 413, 414, 422, 431))
"""That one request is refused for: it is too long, or says what the server doesn't take. Others may go on."""
_NO_LIST = frozenset((404, 405, 501))
"""Of a server without a list of models."""
_MOVED = "the server sends clients elsewhere, which aren't led there: give the address where it answers"
_HINTS = {
    301: _MOVED,
    302: _MOVED,
    303: _MOVED,
    307: _MOVED,
    308: _MOVED,
    401: "the key is missing or wrong: name the variable that holds it by --key-variable",
    402: "the account has no credit left: top it up, then run this again; answers that arrived are kept",
    403: "the key isn't allowed to do this",
    404: "no such path or model: the address ends in /v1, and the model is one that the server names",
    451: "the server may not answer this for legal reasons: use another one",
}
_MESSAGE = 100_000
"""Bytes of an answer that are looked through for what a server says is wrong."""
_NO_CHAT = "is this the address of a chat-completions server, ending in /v1?"


class Key(str):
    """A key, which whatever prints it by ``repr`` doesn't show."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "…"


class Reach(NamedTuple):
    """How a model is reached: facts of this machine, in no params."""

    addresses: tuple[str, ...]
    """Of replicas that serve the same model, each ending in ``/v1``. None: the broker hands them out when asked."""
    key: Key | None
    concurrency: int
    """Requests under way at once, over all addresses."""
    timeout: float
    """Seconds without a byte after which a request is given up; twice as long may a whole answer take."""
    tries: int
    """Of one request, the first included."""
    pause: float
    """Seconds before the second try; each later one waits twice as long, at most a minute."""


class Failed(NamedTuple):
    """A request that the server refuses for its own sake; others may go on."""

    problem: str


class Answered(NamedTuple):
    address: str
    admitted: Any
    """What ``admit`` gave for the address."""
    data: Any
    """The decoded body, or ``Failed``."""


class _Again(Exception):
    """One try went wrong in a way that may pass."""

    def __init__(self, problem: str, wait: float = 0.0) -> None:
        super().__init__(problem)
        self.problem, self.wait = problem, wait


class Server:
    """One address, which is asked once each time. What goes wrong on the way is the client's to try again."""

    def __init__(self, client: "Client", address: str) -> None:
        self.address = address
        self.key = client.key
        self._client = client

    def told(self, said: object) -> str:
        """For a message."""
        return told(said, self.key)

    async def get(self, path: str) -> Any:
        return await self._asked("GET", path, None, path, {})

    async def post(self, path: str, body: dict[str, Any], name: str, request_id: str) -> Any:
        return await self._asked("POST", path, body, name, {"X-Request-Id": request_id})

    async def _asked(
        self, method: str, path: str, body: dict[str, Any] | None, name: str, headers: dict[str, str]
    ) -> Any:
        import httpx

        http = self._client.taken()
        try:
            answer = await received(http, method, f"{self.address}{path}", body, headers)
        except TooMuch as error:
            raise _Again(f"{self.address}: {error}") from None
        except (httpx.InvalidURL, UnicodeError) as error:
            problem = self.told(error)
            raise LinedscriptError("invalid-address", self.address, problem, "give the address as URL") from None
        finally:
            self._client.give_back(http)
        status = answer.status
        if status == 200:
            try:
                return json.loads(answer.body)
            except (ValueError, RecursionError):
                raise _Again(f"{self.address}: the body isn't JSON") from None
        if status in _OF_REQUEST or (method == "GET" and status in _NO_LIST):
            return Failed(f"HTTP {status}: {kept(_said(answer), self.key)}")
        said = self.told(_said(answer))
        if status in _AGAIN or (status >= 500 and status not in _NEVER_ABLE):
            raise _Again(f"{self.address}: HTTP {status} {said}", _retry_after(answer))
        problem = f"HTTP {status} for {name}: {said}"
        raise LinedscriptError("engine-refused", self.address, problem, _HINTS.get(status, _NO_CHAT))


class Client:
    """One client per event loop: use it as ``async with``."""

    def __init__(
        self, reach: Reach, admit: Callable[[Server], Awaitable[Any]], admitted: dict[str, Any], start: int = 0
    ) -> None:
        """``admit`` is asked about each address before its first request, and raises where it is none to ask; what it
        gives is kept in ``admitted``, by address. ``start`` picks the replica that is asked first, so that a film's
        requests share its prefix cache."""
        self.key = reach.key
        self._reach = reach
        self._admit = admit
        self._admitted = admitted
        self._start = start
        self._slots = asyncio.Semaphore(reach.concurrency)
        self._probes: dict[str, asyncio.Future[Any]] = {}

    async def __aenter__(self) -> "Client":
        import httpx

        secure = any(one.startswith("https:") for one in self._reach.addresses)
        self._certificates = httpx.create_ssl_context() if secure else False  # loading them takes 26 ms
        self._idle: list[httpx.AsyncClient] = []
        self._opened: list[httpx.AsyncClient] = []
        return self

    async def __aexit__(self, *_: object) -> None:
        for probe in self._probes.values():
            probe.cancel()
        await asyncio.gather(*self._probes.values(), return_exceptions=True)
        for http in self._opened:
            await http.aclose()

    def taken(self) -> "httpx.AsyncClient":
        """A client of the slot's own. One pool over many connections goes through all of them at every request: at 64
        it took more than half of the client's time."""
        import httpx

        if self._idle:
            return self._idle.pop()
        self._opened.append(
            httpx.AsyncClient(
                timeout=httpx.Timeout(self._reach.timeout, pool=None),
                headers={"Authorization": f"Bearer {self.key}"} if self.key else {},
                trust_env=False,
                verify=self._certificates,
            )
        )
        return self._opened[-1]

    def give_back(self, http: "httpx.AsyncClient") -> None:
        self._idle.append(http)

    async def post(self, path: str, body: Callable[[Any], dict[str, Any]], name: str, request_id: str) -> Answered:
        """``body`` is made for the address that is asked, of what ``admit`` gave for it.

        Raises LinedscriptError ``engine-refused`` where no request can succeed, ``engine-unreachable`` where the last
        try of one failed: the server is gone or hangs; and what ``admit`` raises. ``name`` says in errors which request
        it was.
        """
        async with self._slots:
            return await self._tried(path, body, name, request_id)

    async def _admission(self, address: str) -> Any:
        """Requests that wait for one address share its probe, and what went wrong with it."""
        if address not in self._admitted:
            if address not in self._probes:
                self._probes[address] = asyncio.ensure_future(self._admit(Server(self, address)))
            probe = self._probes[address]
            try:
                self._admitted[address] = await asyncio.shield(probe)
            finally:
                if probe.done() and self._probes.get(address) is probe:
                    del self._probes[address]
        return self._admitted[address]

    async def _tried(self, path: str, body: Callable[[Any], dict[str, Any]], name: str, request_id: str) -> Answered:
        import httpx

        problem = ""
        count = len(self._reach.addresses)
        refused = others = 0
        for number in range(self._reach.tries):
            address = self._reach.addresses[(self._start + others) % count]
            wait = min(60.0, self._reach.pause * 2**number)
            try:
                admitted = await self._admission(address)
                data = await Server(self, address).post(path, body(admitted), name, request_id)
                return Answered(address, admitted, data)
            except httpx.ConnectError as error:
                problem = f"{address}: {told(error, self.key) or type(error).__name__}"
                refused += 1
                wait = wait if refused % count == 0 else 0.0  # not before every replica was tried
                if address == self._reach.addresses[self._start % count]:
                    self._start += 1  # for later requests too
                others += address == self._reach.addresses[(self._start + others) % count]
            except httpx.HTTPError as error:
                problem = f"{address}: {told(error, self.key) or type(error).__name__}"
                others += 1
            except _Again as again:
                problem = again.problem
                wait = max(wait, again.wait)
                others += 1
            if number + 1 < self._reach.tries:
                await asyncio.sleep(wait)
        raise LinedscriptError(
            "engine-unreachable",
            ", ".join(self._reach.addresses),
            f"{name}: {self._reach.tries} tries failed; the last: {problem}",
            "start the server again, then run this again: answers that arrived are kept and aren't asked for twice",
        )


def _said(answer: Received) -> str:
    """The server's own message."""
    text = answer.body[:_MESSAGE].decode("utf-8", "replace")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    error = data.get("error", data) if isinstance(data, dict) else data
    message = error.get("message", error) if isinstance(error, dict) else error
    return message if isinstance(message, str) else text


def _retry_after(answer: Received) -> float:
    try:
        return min(120.0, float(answer.retry_after))
    except ValueError:
        return 0.0
