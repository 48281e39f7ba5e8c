"""Ponzi Scheme: what travels. Every websocket frame and HTTP body that others receive in a whole game is searched."""

import re
import socket
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import companion
from companion.live import LiveTable
from companion.store import Store, open_store
from tests.browser import PHONE, Proxy, Server, leave

pytestmark = pytest.mark.browser

PLAYERS = ["Anna", "Bruno", "Carla", "Dora"]
OFFERS = "[data-kind=amend]:has-text('offer')"
LARGE = 10**6
SCREENS = ["market", "interest", "clock", "settings"]
# So large that no identifier and no script has such a number by chance.
CASH = {"Anna": 573_719_284, "Bruno": 847_136_459}


class Recorder(Proxy):
    """A line to the server that takes down every byte that comes back: HTTP answers and websocket frames.

    It lets the browser ask for nothing compressed, so that what was sent can be read.
    """

    def __init__(self, port: int) -> None:
        self.received: dict[int, bytearray] = {}
        super().__init__(port)

    def passing(self, data: bytes, sink: socket.socket) -> bytes:
        if sink.getpeername()[1] != self.target_port:
            self.received.setdefault(id(sink), bytearray()).extend(data)
            return data
        return re.sub(rb"(?im)^(accept-encoding|sec-websocket-extensions):[^\r]*", _plainly, data)

    @property
    def text(self) -> str:
        return "\n".join(bytes(each).decode("utf-8", "replace") for each in self.received.values())


def _plainly(header: re.Match[bytes]) -> bytes:
    """The header with nothing in it, as long as before."""
    return header[1] + b":" + b" " * (len(header[0]) - len(header[1]) - 1)


class Watcher:
    """A device at the table, and all that it was ever sent."""

    def __init__(self, browser: Any, port: int, query: str, seat: str) -> None:
        self.line = Recorder(port)
        self.context = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
        self.page = self.context.new_page()
        self.seat = seat
        self.page.goto(f"{self.line.url}/{query}&seat={seat}")
        self._alive()

    def close(self) -> None:
        leave(self.context)
        self.line.close()

    def _alive(self) -> None:
        self.page.locator("#companion .bar").first.wait_for()

    def look_round(self) -> None:
        """Open every screen, and try to look at every offer."""
        if self.seat == "screen":
            return
        for screen in (*SCREENS, "history"):
            self._tap(f"[data-key=tab-{screen}]", f"[data-key=tab-{screen}].on")
        if self.page.locator(OFFERS).count():
            self._tap(OFFERS, "dialog[open]")
            self.page.keyboard.press("Escape")
            self.page.locator("dialog[open]").wait_for(state="detached")
        self._tap("[data-key=tab-table]", "[data-key=tab-table].on")

    def _tap(self, control: str, effect: str) -> None:
        self.page.locator(control).first.click()
        self.page.locator(effect).first.wait_for()

    def reload(self) -> None:
        """A reload: a new first paint, a new kernel."""
        self.page.reload()
        self._alive()

    def sees(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    def holds(self, amounts: set[int]) -> set[int]:
        """Which of these amounts are anywhere in what was received, however they are written."""
        # Thousands may be grouped by comma, dot, apostrophe or a space, also in HTML's or JSON's way of saying so.
        gap = r"(?:[,.’'\s\u00a0\u202f]|\\u00a0|\\u202f|&nbsp;)"
        text = self.line.text
        groups = re.findall(rf"\d+(?:{gap}\d{{3}}(?!\d))+", text)
        grouped = {re.sub(rf"{gap}|\D", "", found) for found in groups}
        return {amount for amount in amounts if any(str(amount) in each for each in (text, *grouped))}


class Play:
    """The game, played through the store, as other devices would; it remembers every secret there ever was."""

    def __init__(self, store: Store) -> None:
        table = companion.new_table("ponzi-scheme", PLAYERS)
        self.table_id = store.create(table.header.line(), "")
        self.live = LiveTable(store, self.table_id)
        self.secrets: set[int] = set()

    def do(self, seat: str, action: str, **fields: Any) -> None:
        self.live.do(seat, action, **fields)
        if "amount" in fields:
            self.secrets.add(fields["amount"])
        for name in CASH:
            held = self.live.table.snapshot(name)["players"][PLAYERS.index(name)]["cash"]
            if held > LARGE:
                self.secrets.add(held)

    def act(self, action: str, **fields: Any) -> None:
        player = self.live.table.snapshot()["active"]
        self.do(player, action, player=player, **fields)

    def draw(self, *funds: int) -> None:
        shown = self.live.table.snapshot()
        rest = [value for value in shown["unseen"] if value not in funds]
        self.do(companion.BANKER, "reveal", funds=[*funds, *rest][: shown["awaiting_reveal"]])

    def pass_phase(self) -> None:
        phase = self.live.table.snapshot()["phase"]
        while self.live.table.snapshot()["phase"] == phase:
            self.act("pass")

    # The game, in stretches. Each ends where everybody looks round, and says what is to be seen there.

    def counted(self) -> None:
        """The first round; then Anna and Bruno count their cash again, each on the own phone."""
        for fund, drawn in ((9, 40), (10, 29), (11, 66)):
            self.act("invest", industry="food", fund=fund)
            self.draw(drawn)
        self.act("pass")
        self.discard(67)
        for name, amount in CASH.items():
            self.do(name, "correct", set={f"/players/{PLAYERS.index(name)}/cash": amount}, reason="")

    def offered(self) -> None:
        """An offer that waits for its answer; it was taken back once, and made again."""
        self.pass_phase()
        self.act("offer", to="Anna", industry="food", amount=135_771_913)
        self.do("Carla", "undo")
        self.do("Bruno", "redo")

    def accepted(self) -> None:
        """It is accepted, and Anna makes one herself."""
        self.act("accept")
        self.act("pass")
        self.act("pass")
        self.do(companion.BANKER, "correct", set={"/players/0/tiles/food": 1})
        self.act("offer", to="Bruno", industry="food", amount=237_411_697)

    def crashed(self) -> None:
        """It is countered; as many bears as players bring the market down."""
        self.act("counter")
        self.do(companion.BANKER, "correct", set={"/market/row3": [66, 67, 68]})
        self.discard(69)
        self.draw()
        while self.phase == "crash":
            player = self.live.table.snapshot()["active"]
            self.act("discard_tile", industry=self.live.table.legal(player)[0]["industry"])

    def traded(self, answer: str, amount: int) -> None:
        """A round in which Anna and Bruno make each other offers."""
        self.pass_phase()
        for seat in (0, 1):
            if self.live.table.snapshot()["players"][seat]["tiles"]["media"] != 2:
                self.do(companion.BANKER, "correct", set={f"/players/{seat}/tiles/media": 2})
        while self.phase == "trade":
            player = self.live.table.snapshot()["active"]
            if player in CASH:
                other = next(name for name in CASH if name != player)
                self.act("offer", to=other, industry="media", amount=amount + 5_030_303 * PLAYERS.index(player))
                self.act(answer)
            else:
                self.act("pass")
        self.discard()

    def ended(self) -> None:
        """Dora owes more than she has: the game ends, and everybody's points are told."""
        self.pass_phase()
        self.pass_phase()
        card = {"value": 79, "interest": 142, "period": 3, "space": 1}
        self.do(companion.BANKER, "correct", set={"/players/3/funds": [card]})
        if self.live.table.snapshot()["awaiting_reveal"]:
            self.draw()
        self.discard()
        assert self.live.table.snapshot()["finished"]

    def stretches(self) -> Iterator[str]:
        """The whole game; after each stretch the text that is on every page then."""
        self.counted()
        yield "round 2"
        self.offered()
        yield "Bruno"
        self.accepted()
        yield "Anna"
        self.crashed()
        yield "round 3"
        self.traded("counter", 112_393_171)
        yield "round 4"
        self.traded("accept", 123_914_567)
        yield "round 5"
        self.ended()
        yield "bankrupt"

    @property
    def phase(self) -> str:
        return str(self.live.table.snapshot()["phase"])

    def discard(self, *drawn: int) -> None:
        self.act("discard_fund", fund=self.live.table.snapshot()["market"]["row1"][0])
        self.draw(*drawn)


@pytest.fixture
def devices(browser: Any, server: Server) -> Iterator[Callable[[str, str], Watcher]]:
    opened: list[Watcher] = []

    def open_one(query: str, seat: str) -> Watcher:
        opened.append(Watcher(browser, server.port, query, seat))
        return opened[-1]

    yield open_one
    for watcher in opened:
        watcher.close()


def test_no_secret_reaches_another_device(server: Server, devices: Callable[[str, str], Watcher]) -> None:
    store = open_store(server.data)
    play = Play(store)
    query = f"?table={store.table(play.table_id).code}"
    others = [devices(query, seat) for seat in ("2", "3", "bank", "screen")]
    anna = devices(query, "0")
    for place, text in enumerate(play.stretches()):
        for each in (*others, anna):
            each.sees(text)
            if place in (1, 3, 6):  # an open offer, after the crash, the end
                each.look_round()
                each.reload()
    assert len(play.secrets) > 12
    for each in others:
        assert all(sign in each.line.text for sign in ('id="first-paint"', "comm_msg", "Bruno")), each.seat
        assert each.holds(play.secrets) == set(), each.seat
    # What is searched for can be found: Anna's own phone has received it.
    assert len(anna.holds(play.secrets)) > 6
    # And the first answer of the server tells nobody anything, whichever seat it is asked for.
    for seat in ("0", "1", "2", "bank", "screen", ""):
        for screen in ("", *SCREENS, "history"):
            with urllib.request.urlopen(f"{server.url}/{query}&seat={seat}&screen={screen}") as answer:
                body = answer.read().decode()
            assert not any(str(amount) in body.replace(",", "") for amount in play.secrets)
    store.close()
