import contextlib
import socket
import threading
from http.server import BaseHTTPRequestHandler

import pytest
from chat_server import LoopbackServer
from source_rows import SCRIPT, film, source

from linedscript.cli.main import main
from linedscript.io.canonical import write_records
from linedscript.sources import fetching
from linedscript.sources.fetching import Unreachable, fetch_film, http_get
from linedscript.sources.index import load_index

ANSWERS = {
    "/wait": (200, SCRIPT.encode(), None),
    "/crlf": (200, SCRIPT.replace("\n", "\r\n").encode(), None),
    "/other": (200, b"INT. BAR - DAY\n\nNobody.\n", None),
    "/short": (200, SCRIPT.encode()[:20], len(SCRIPT)),
    "/big": (200, b"x" * 5000, None),
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        status, body, length = ANSWERS.get(self.path, (404, b"", None))
        self.send_response(status)
        self.send_header("Content-Length", str(length or len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server():
    server = LoopbackServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def get(address):
    return http_get(address, limit=4000, timeout=60)


def fetch(root, address, archived=None):
    row = film(1, sources=(source(method="address", address=address, archived=archived),))
    fetched, (outcome,) = fetch_film(row, root, get, "2026-01-02")
    return fetched.sources[0].retrieval, outcome, root / "sources/en-0001/wait.fountain"


def test_a_script_is_fetched_checked_and_recorded(server, tmp_path):
    retrieval, outcome, path = fetch(tmp_path, f"{server}/wait")
    assert path.read_text() == SCRIPT
    assert (outcome.status, retrieval.outcome, retrieval.date) == ("retrieved", "retrieved", "2026-01-02")


def test_a_script_that_is_here_is_not_fetched_again(server, tmp_path):
    fetch(tmp_path, f"{server}/wait")
    assert fetch(tmp_path, f"{server}/none")[1].status == "present"


@pytest.mark.parametrize(("name", "why"), [("crlf", "the same text but for line ends"), ("other", "another text")])
def test_a_changed_script_is_not_kept(server, tmp_path, name, why):
    retrieval, outcome, path = fetch(tmp_path, f"{server}/{name}")
    assert (outcome.status, retrieval.outcome) == ("changed", "changed")
    assert why in outcome.why
    assert not path.exists()


@pytest.mark.parametrize(("name", "why"), [("none", "404"), ("short", ""), ("big", "more than 4000 bytes")])
def test_a_failed_download_leaves_no_file(server, tmp_path, name, why):
    _, outcome, path = fetch(tmp_path, f"{server}/{name}")
    assert outcome.status == ("gone" if name == "none" else "unreachable")
    assert why in outcome.why
    assert not path.parent.exists() or not list(path.parent.iterdir())


def test_the_archived_address_is_tried_next(server, tmp_path):
    retrieval, outcome, path = fetch(tmp_path, f"{server}/none", f"{server}/wait")
    assert path.exists()
    assert retrieval.outcome == "retrieved"
    assert "404" in outcome.why


def test_only_http_is_spoken(tmp_path):
    with pytest.raises(Unreachable, match="neither http nor https"):
        get("file:///etc/hostname")


def test_a_server_that_is_not_there_leaves_the_row_as_it_was(tmp_path):
    with socket.socket() as taken:  # and not listened at
        taken.bind(("127.0.0.1", 0))
        retrieval, outcome, _ = fetch(tmp_path, f"http://127.0.0.1:{taken.getsockname()[1]}/wait")
    assert (outcome.status, retrieval.outcome) == ("unreachable", "not_tried")


def test_a_file_to_bring_is_named_with_its_place(tmp_path):
    _, (outcome,) = fetch_film(film(1), tmp_path, get, "2026-01-02")
    assert outcome.status == "bring_your_own"
    assert "sources/en-0001/wait.fountain" in outcome.why


def test_the_command_records_the_outcome_and_fails_where_a_script_is_missing(server, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "manifests").mkdir()
    (tmp_path / "manifests/genres.yaml").write_text("Drama: Drama\n")
    rows = [
        film(1, sources=(source(method="address", address=f"{server}/wait"),)),
        film(2, sources=(source(SCRIPT + "2", method="address", address=f"{server}/none"),)),
    ]
    write_records(tmp_path / "manifests/sources.jsonl", rows)
    assert main(["sources", "fetch", "--date", "2026-01-02"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[:2] for line in out] == [["en-0001", "retrieved"], ["en-0002", "gone"]]
    outcomes = [row.sources[0].retrieval.outcome for row in load_index(tmp_path / "manifests/sources.jsonl")]
    assert outcomes == ["retrieved", "gone"]
    assert main(["sources", "fetch", "en-0001"]) == 0


def test_a_server_that_drips_is_given_up(monkeypatch):
    """However late a drip: the whole file's time is over long before that of silence."""
    monkeypatch.setattr(fetching, "_WHOLE", 0.005)
    ended = threading.Event()

    def drip(listener):
        with contextlib.suppress(OSError), listener.accept()[0] as connection:
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while not ended.wait(0.05):
                connection.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=drip, args=(listener,), daemon=True).start()
        with pytest.raises(Unreachable, match="not whole after 0.3 seconds"):
            http_get(f"http://127.0.0.1:{listener.getsockname()[1]}/", limit=4000, timeout=60)
        ended.set()
