"""An open host, from outside: what its server tells whom, and two strangers at one table."""

from __future__ import annotations

import http.client
import os
import sqlite3
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.errors import StoreError
from companion.serve import host, kernels, lan
from companion.store import core, open_store
from companion.store.core import OPEN_CODE_LENGTH
from companion.strangers import CODES, SECRET_HEADER
from companion.table import new_table
from tests.browser import PHONE, Server, leave
from tests.postgres import Postgres

NAMES = ["Quimby", "Xanthippe", "Zebedee"]
HOME, HALL = "203.0.113.9", "198.51.100.7"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("open"), "--public") as running:
        yield running


@pytest.fixture(scope="module")
def code(server: Server) -> str:
    """The code of a table that the visitors of these tests have not been told."""
    store = open_store(server.data)
    return store.table(store.import_log(new_table("good-brokers", NAMES).lines(), title="Vesuvius")).code


def get(server: Server, path: str, address: str = "", name: str = "", **more: str) -> tuple[Any, str]:
    """A browser's request, through a proxy on this machine where it has an ``address``."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    sent = {"Host": name or f"127.0.0.1:{server.port}", "Sec-Fetch-Site": "none", **more}
    line.request("GET", path, headers={**sent, **({"X-Forwarded-For": address} if address else {})})
    answer = line.getresponse()
    body = answer.read().decode()
    line.close()
    return answer, body


def tells(text: str, code: str) -> list[str]:
    return [word for word in (*NAMES, "Vesuvius", code) if word in text]


@pytest.mark.parametrize("path", ["/", "/history", "/?seat=0&screen=history", "/?table=%00", "/?id=1&table="])
def test_no_page_tells_of_a_table_whose_code_it_does_not_say(server: Server, code: str, path: str) -> None:
    answer, body = get(server, path, HOME, name="play.example")
    assert answer.status == 200
    assert "companion-model" in body
    assert tells(body, code) == []


def test_wrong_codes_in_an_address_start_no_kernel_and_are_counted_whatever_the_address(
    server: Server, code: str
) -> None:
    doors, guesser = ["/?table=", "/history?table=", "/?%74able=", "/?table=x&table="], "192.0.2.66"
    for n in range(CODES):
        answer, body = get(server, f"{doors[n % len(doors)]}ZZZZZ{'ABCDEFGH'[n % 8]}{'ABCDEFGH'[n // 8]}", guesser)
        assert answer.status == 404
        assert "No table here has the code" in body
        assert "companion-model" not in body
    for door in doors:
        answer, body = get(server, door + code, guesser)
        assert answer.status == 429
        assert "Too many wrong codes: please wait" in body
        assert tells(body, code) == []
        elsewhere = f"{guesser}, {HOME}"  # the first one is anybody's word
        assert get(server, door + code, elsewhere)[0].status == 200


def test_a_link_with_the_right_code_paints_the_table(server: Server, code: str) -> None:
    assert "Quimby" in get(server, f"/?table={code}", HOME)[1].split("</main>")[0]


@pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody take an open file away")
def test_a_table_s_page_is_there_while_the_tables_cannot_be_read(tmp_path: Path) -> None:
    store = open_store(tmp_path / "data")
    code = store.table(store.import_log(new_table("good-brokers", NAMES).lines())).code
    store.close()
    with Server(tmp_path / "data", "--public") as server:
        assert get(server, f"/?table={code}")[0].status == 200
        files = [*server.data.glob("tables.sqlite*")]
        for file in files:
            file.rename(tmp_path / file.name)
        for path in (f"/?table={code}&seat=0", f"/history?table={code}"):
            answer, body = get(server, path)
            assert answer.status == 200
            assert "The file of the tables was taken away" in body.split("</main>")[0]
            assert "companion-model" in body
            assert tells(body.split("</main>")[0], code) == []
        for file in files:
            (tmp_path / file.name).rename(file)
        assert "Quimby" in get(server, f"/?table={code}")[1].split("</main>")[0]
        assert get(server, "/?table=ZZZZZZZ")[0].status == 404


def test_only_our_kernels_may_ask(server: Server) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for secret in ("", "guessed"):
        headers = {SECRET_HEADER: secret, "Origin": server.url}
        line.request("POST", "/companion/ask", b'{"kernel": "x", "what": "right"}', headers)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 404
    line.close()


def test_the_host_s_page_is_for_this_machine_and_for_the_key(server: Server, code: str) -> None:
    answer, body = get(server, "/host")
    assert answer.status == 200
    assert all(word in body for word in ("Vesuvius", code, "Memory free", "Free on the disk", "The last error"))
    assert "Quimby" not in body
    for refused in (
        get(server, "/host", HOME),
        get(server, "/host", name="play.example"),
        get(server, "/host?key=guessed", HOME),
        get(server, "/host", HOME, Cookie="companion_host=guessed"),
    ):
        assert refused[0].status == 403
        assert "with the host&#x27;s key" in refused[1]
        assert tells(refused[1], code) == []
    key = (server.data / lan.HOST_KEY).read_text("ascii")
    assert f"/host?key={key}" in server.output.read_text("utf-8")
    answer, _body = get(server, f"/host?key={key}", HOME)
    assert (answer.status, answer.headers["Location"]) == (303, "/host")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert get(server, "/host", HOME, Cookie=cookie.split(";")[0])[0].status == 200


def test_the_host_s_page_says_that_the_database_is_away(tmp_path: Path) -> None:
    with Postgres() as database, Server(tmp_path / "data", "--public", "--store", database.store()) as server:
        assert get(server, "/host")[0].status == 200
        database.kill()
        answer, body = get(server, "/host")
        assert (answer.status, answer.headers["Refresh"]) == (503, "10")
        assert "The database of the tables does not answer" in body
        database.start()
        answer, body = get(server, "/host")
        assert answer.status == 200
        assert "None." in body  # it was no error of ours


def test_the_host_s_page_says_that_its_folder_is_away(tmp_path: Path) -> None:
    store = open_store(tmp_path / "tables")
    with pytest.raises(StoreError, match="The disk refused to read or write"):
        host.figures(store, tmp_path / "gone", kernels.Room(4), 0)


def test_without_public_there_is_no_host_s_page(parts: Server) -> None:
    assert get(parts, "/host")[0].status == 404
    assert get(parts, "/companion/ask")[0].status == 404


def stranger(browser: Any, server: Server, address: str) -> tuple[Any, list[str]]:
    """A phone at this address, on the first page, and all that its page receives."""
    context = browser.new_context(viewport=PHONE, extra_http_headers={"X-Forwarded-For": address})
    page, heard = context.new_page(), []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(str(frame))))
    page.on("response", lambda answer: answer.request.resource_type == "document" and heard.append(answer.text()))
    page.goto(server.url)
    page.wait_for_selector("#companion [data-kind='code']")
    return page, heard


def say_code(page: Any, code: str) -> None:
    """Types a code in a dialog of its own: the same form sent twice at once would be one tap."""
    page.click("[data-kind='code']")
    page.fill("[name='code']", code)
    page.click("form[data-do='home.join'] button[type=submit]")


def test_two_strangers_meet_by_the_code_alone(server: Server, browser: Any, code: str) -> None:
    host_page, _ = stranger(browser, server, HOME)
    guest, heard = stranger(browser, server, HALL)
    host_page.click("[data-game='good-brokers']")
    for n, player in enumerate(("Anna", "Bruno", "Carla")):
        host_page.fill(f"[name='player-{n}']", player)
    host_page.click(".foot button[type=submit]")
    host_page.wait_for_selector("[data-seat='0']")
    started = host_page.locator(".code").inner_text()
    assert len(started) == OPEN_CODE_LENGTH
    host_page.click("[data-seat='0']")
    say_code(guest, "ZZZZZZZ")
    guest.wait_for_selector(".companion-notice:has-text('No table here has the code “ZZZZZZZ”')")
    assert [word for word in ("Anna", "Carla", started, *NAMES, code) if any(word in each for each in heard)] == []
    guest.click("[data-do='sheet.close']")
    guest.wait_for_selector("[name='code']", state="detached")
    say_code(guest, started.lower())
    guest.click("[data-seat='1']")
    guest.wait_for_selector(".bar h1:has-text('Bruno')")
    host_page.click(".foot button:has-text('End turn')")
    guest.wait_for_selector(".bar-turn:has-text('Your turn')")
    assert tells("".join(heard), code) == []
    for page in (host_page, guest):
        leave(page.context)


# -- what nobody has touched -------------------------------------------------------------------------------


def test_tables_that_nobody_has_touched_for_long_are_put_away_and_nothing_of_them_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime.fromisoformat("2026-11-28T12:00:00+00:00")
    store = open_store(tmp_path)

    def started(days: int, *, played: int | None = None, sat: int | None = None) -> int:
        at = now - timedelta(days=days)
        monkeypatch.setattr(core, "_now", lambda: f"{at:%Y-%m-%dT%H:%M:%SZ}")
        table = new_table("good-brokers", NAMES)
        if played is not None:
            table.do("buy", player="Quimby", shares={"ford": 1}, at=now - timedelta(days=played))
        table_id = store.import_log(table.lines())
        if sat is not None:
            store.pins.see(table_id, "0", "device-one", (now - timedelta(days=sat)).timestamp())
        return table_id

    idle = started(91), started(200, played=91), started(200, sat=92)
    used = started(89), started(200, played=89), started(200, played=150, sat=1)
    saves = [store.save(table_id) for table_id in idle]
    assert host.put_away(tmp_path, 90, now) == 3
    assert sorted(info.id for info in store.tables()) == sorted(used)
    assert [store.save(table_id) for table_id in idle] == saves
    assert host.put_away(tmp_path, 90, now) == 0


def test_who_was_heard_by_a_clock_that_was_set_back_is_not_here(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    table_id = store.import_log(new_table("good-brokers", NAMES).lines())
    for place, ago in enumerate((0, 50, 70, -7200)):
        store.pins.see(table_id, str(place), f"device-{place}", time.time() - ago)
    room = kernels.Room(4)
    assert host.figures(store, tmp_path, room, 0).devices == 2


def test_a_table_with_a_line_that_cannot_be_read_goes_by_its_start(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    table = new_table("good-brokers", NAMES)
    table.do("buy", player="Quimby", shares={"ford": 1})
    table_id = store.import_log(table.lines())
    with sqlite3.connect(tmp_path / "tables.sqlite") as file:
        file.execute("UPDATE entries SET line = ?", (b"\xff\xfe",))
        file.execute("UPDATE tables SET created = 'long ago'")
    file.close()
    assert open_store(tmp_path).touched()[table_id].year == 1970


@pytest.mark.parametrize("days", ["0", "-1", "10000", "many", "1.5", "²"])
def test_keep_takes_days(days: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--public", "--keep", days])
    assert "is not a number of days (1 to 9999)" in capsys.readouterr().err


def test_a_page_of_one_s_own_and_strangers_do_not_go_together(tmp_path: Path, capsys: Any) -> None:
    arguments = ["serve", "--public", "--page", str(tmp_path / "my.ipynb"), "--data", str(tmp_path), "--no-browser"]
    assert main(arguments) == 1
    assert "--page and --public do not go together" in capsys.readouterr().err


def test_the_last_error_is_found_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "companion.log"
    assert host.last_error(log) == ""
    log.write_text(
        "2026-11-28 10:00:00,123 ERROR companion: first\n"
        "2026-11-28 11:00:00,123 ERROR companion: A handler failed.\nTraceback (most recent call last):\n  ERROR\n"
        "2026-11-28 12:00:00,123 WARNING companion.serve: refused\n",
        "utf-8",
    )
    assert host.last_error(log) == "2026-11-28 11:00:00,123 ERROR companion: A handler failed."
