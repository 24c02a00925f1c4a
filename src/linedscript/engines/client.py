"""Chat completions over HTTP: bounded concurrency, patience where it is worth it, errors that name the request."""

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from linedscript.errors import LinedscriptError

if TYPE_CHECKING:
    import httpx

_AGAIN = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 529))
"""Statuses of a server that is busy, starting or failing: worth another try."""
_NEVER = {
    401: "the key is missing or wrong: name the variable that holds it by --key-variable",
    403: "the key isn't allowed to do this",
    404: "no such path or model: the address ends in /v1, and the model is one that the server names",
}


class Reach(NamedTuple):
    """How a model is reached: facts of this machine, in no params."""

    addresses: tuple[str, ...]
    """Of replicas that serve the same model, each ending in ``/v1``. None: the broker hands them out when asked."""
    key: str | None
    concurrency: int
    """Requests under way at once, over all addresses."""
    timeout: float
    """Seconds without a byte after which a request is given up."""
    tries: int
    """Of one request, the first included."""
    pause: float
    """Seconds before the second try; each later one waits twice as long, at most a minute."""


class Failed(NamedTuple):
    """A request that the server refuses for its own sake; others may go on."""

    problem: str


class Client:
    """One client per event loop: use it as ``async with``."""

    def __init__(self, reach: Reach, start: int = 0) -> None:
        """``start`` picks the replica that is asked first, so that a film's requests share its prefix cache."""
        self._reach = reach
        self._start = start
        self._slots = asyncio.Semaphore(reach.concurrency)

    async def __aenter__(self) -> "Client":
        import httpx

        secure = any(one.startswith("https:") for one in self._reach.addresses)
        self._certificates = httpx.create_ssl_context() if secure else False  # loading them takes 26 ms
        self._idle: list[httpx.AsyncClient] = []
        self._opened: list[httpx.AsyncClient] = []
        return self

    async def __aexit__(self, *_: object) -> None:
        for http in self._opened:
            await http.aclose()

    def _taken(self) -> "httpx.AsyncClient":
        """A client of the slot's own. One pool over many connections goes through all of them at every request: at 64
        it took more than half of the client's time."""
        import httpx

        if self._idle:
            return self._idle.pop()
        self._opened.append(
            httpx.AsyncClient(
                timeout=httpx.Timeout(self._reach.timeout, pool=None),
                headers={"Authorization": f"Bearer {self._reach.key}"} if self._reach.key else {},
                trust_env=False,
                verify=self._certificates,
            )
        )
        return self._opened[-1]

    async def get(self, path: str) -> Any:
        """The decoded body, or ``Failed``."""
        return await self._tried("GET", path, None, path, {})

    async def post(self, path: str, body: dict[str, Any], name: str, request_id: str) -> Any:
        """The decoded body of the answer, or ``Failed``.

        Raises LinedscriptError ``engine-refused`` where no request can succeed, and ``engine-unreachable`` where the
        last try of one failed: the server is gone or hangs. ``name`` says in errors which request it was.
        """
        async with self._slots:
            return await self._tried("POST", path, body, name, {"X-Request-Id": request_id})

    async def _tried(
        self, method: str, path: str, body: dict[str, Any] | None, name: str, headers: dict[str, str]
    ) -> Any:
        http = self._taken()
        try:
            return await self._tried_by(http, method, path, body, name, headers)
        finally:
            self._idle.append(http)

    async def _tried_by(
        self,
        http: "httpx.AsyncClient",
        method: str,
        path: str,
        body: dict[str, Any] | None,
        name: str,
        headers: dict[str, str],
    ) -> Any:
        import httpx

        problems: list[str] = []
        count = len(self._reach.addresses)
        refused = others = 0
        for number in range(self._reach.tries):
            address = self._reach.addresses[(self._start + others) % count]
            wait = min(60.0, self._reach.pause * 2**number)
            try:
                answer = await http.request(method, f"{address}{path}", json=body, headers=headers)
            except httpx.ConnectError as error:
                problems.append(f"{address}: {str(error) or type(error).__name__}")
                refused += 1
                wait = wait if refused % count == 0 else 0.0  # not before every replica was tried
                if address == self._reach.addresses[self._start % count]:
                    self._start += 1  # for later requests too
                others += address == self._reach.addresses[(self._start + others) % count]
            except httpx.HTTPError as error:
                problems.append(f"{address}: {str(error) or type(error).__name__}")
                others += 1
            else:
                others += 1
                if answer.status_code == 200:
                    try:
                        return answer.json()
                    except ValueError:
                        problems.append(f"{address}: the body isn't JSON")
                elif answer.status_code in _AGAIN:
                    problems.append(f"{address}: HTTP {answer.status_code} {_said(answer)}")
                    wait = max(wait, _retry_after(answer))
                elif answer.status_code in _NEVER:
                    raise LinedscriptError(
                        "engine-refused",
                        address,
                        f"HTTP {answer.status_code} for {name}: {_said(answer)}",
                        _NEVER[answer.status_code],
                    )
                else:
                    return Failed(f"HTTP {answer.status_code}: {_said(answer)}")
            if number + 1 < self._reach.tries:
                await asyncio.sleep(wait)
        raise LinedscriptError(
            "engine-unreachable",
            ", ".join(self._reach.addresses),
            f"{name}: {self._reach.tries} tries failed; the last: {problems[-1]}",
            "start the server again, then run this again: answers that arrived are kept and aren't asked for twice",
        )


def _said(answer: Any) -> str:
    """The server's own message, at most 300 characters on one line."""
    try:
        data = answer.json()
    except ValueError:
        return " ".join(answer.text.split())[:300]
    error = data.get("error", data) if isinstance(data, dict) else data
    message = error.get("message", error) if isinstance(error, dict) else error
    return " ".join(str(message).split())[:300]


def _retry_after(answer: Any) -> float:
    try:
        return min(120.0, float(answer.headers.get("Retry-After", "0")))
    except ValueError:
        return 0.0
