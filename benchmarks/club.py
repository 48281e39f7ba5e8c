"""A club night: many tables of five devices on two servers and one PostgreSQL, from each tap to the last who sees it.

    python -m benchmarks.club [--tables 10 20 40] [--minutes 5]

Each device is a page without a browser: it opens the line to its kernel, pings it as often as a page does, and pays
the next player 1 every ten seconds. The five of a table are spread over both servers. A device has seen a tap when
its undo button names that entry or a later one; the entry is looked up in the store by the tap's key, afterwards, and
then it is checked that each tap made one entry, each entry was one tap, and every device shows the last one. The
devices are on the same machine, and what they take of it is told, too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import tempfile
import time
import uuid
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from benchmarks.device import Device, join
from benchmarks.joins import own_memory
from companion.log import parse_entry
from companion.store import Store, open_store
from companion.table import new_table
from companion.widgets.pulse import EVERY
from tests.browser import Server
from tests.postgres import Postgres

PLAYERS = ["Anna", "Bruno", "Carla", "Dino", "Elsa"]
PERIOD = 10.0  # seconds between two taps of a device
JOINING = 4  # pages that are opened at once
SAMPLE_SECONDS = 5.0
SETTLE_SECONDS = 5.0  # for what is under way when the last tap is made
UNDO = re.compile(r'data-do="undo" data-entry="(\d+)"')


class Tap(NamedTuple):
    """What a device did, and when."""

    key: str
    at: float


class Player:
    """A device at a table, with what it has tapped and which entry it has seen when."""

    def __init__(self, device: Device, seat: int) -> None:
        self.device, self.to = device, f"player:{PLAYERS[(seat + 1) % len(PLAYERS)]}:cash"
        self.taps: list[Tap] = []
        self.seen: list[tuple[float, int]] = []
        self.said: list[str] = []  # sentences over the page: a tap that was refused
        self.pongs: dict[int, float] = {}  # when each ping was sent, until it is answered
        self.waits: list[float] = []  # seconds for a pong
        self.pong = self.revision = 0
        self.take(device.drawn)

    def take(self, text: str) -> None:
        """A message of the kernel's, as it comes over the line."""
        if '"messages"' not in text:  # the kernel is busy, or idle
            return
        for message in json.loads(text)["content"]["data"]["content"]["messages"]:
            if "pong" in message:
                self.pong = message["pong"]
                self.waits.append(time.perf_counter() - self.pongs.pop(self.pong))
            if "say" in message:
                self.said.append(message["say"]["text"])
            if "patch" in message:
                self.revision = message["patch"]["rev"]
                named = UNDO.search(message["patch"].get("parts", {}).get("foot", ""))
                if named:
                    self.seen.append((time.perf_counter(), int(named[1])))

    async def hear(self) -> None:
        """Until the line closes."""
        while (text := await self.device.line.read_message()) is not None:
            self.take(text)

    async def ping(self, until: float) -> None:
        """As often as a page in sight does."""
        await asyncio.sleep(random.uniform(0, EVERY))
        for number in range(1, 1_000_000):
            if time.perf_counter() > until:
                return
            self.pongs[number] = time.perf_counter()
            await self.device.say({"ping": number, "ages": False})
            await asyncio.sleep(EVERY)

    async def play(self, until: float) -> None:
        """A tap every ten seconds."""
        await asyncio.sleep(random.uniform(0, PERIOD))
        while time.perf_counter() < until:
            tap = Tap(uuid.uuid4().hex, time.perf_counter())
            event = {"do": "own.pay", "key": tap.key, "args": {"to": self.to}, "values": {"amount": "1"}}
            await self.device.say({"event": {**event, "rev": self.revision}, "pong": self.pong})
            self.taps.append(tap)
            await asyncio.sleep(max(0.0, tap.at + PERIOD - time.perf_counter()))


class Club(NamedTuple):
    """What runs, and who plays where: by table."""

    database: Postgres
    servers: list[Server]
    players: dict[int, list[Player]]


async def open_pages(servers: list[Server], tables: dict[int, str]) -> dict[int, list[Player]]:
    """Every device of every table, each in turn on the next server."""
    gate, found = asyncio.Semaphore(JOINING), {}

    async def one(code: str, seat: int) -> Player:
        async with gate:
            return Player(await join(servers[seat % len(servers)], f"?table={code}&seat={seat}"), seat)

    for table_id, code in tables.items():
        found[table_id] = list(await asyncio.gather(*(one(code, seat) for seat in range(len(PLAYERS)))))
    return found


def processor(database: Postgres, servers: list[Server]) -> Counter[str]:
    """The seconds of the processor that each kind of process has taken until now."""
    spent: Counter[str] = Counter()

    def count(what: str, pid: int) -> None:
        with suppress(psutil.Error):
            times = psutil.Process(pid).cpu_times()
            spent[what] += times.user + times.system
            if what == "database":  # connections have ended since
                spent[what] += times.children_user + times.children_system

    for server in servers:
        count("servers", server.process.pid)
        for kernel in server.kernels():
            count("kernels", kernel)
    for pid in database.pids():
        count("database", pid)
    count("devices", os.getpid())
    return spent


def memory(club: Club) -> dict[str, float]:
    """Megabytes of each kind of process, with their share of what is shared; and the largest kernel's own."""
    kernels = [own_memory(kernel) for server in club.servers for kernel in server.kernels()]
    of_servers = [pid for server in club.servers for pid in (server.process.pid, server.forks()) if pid]
    return {
        "kernels": sum(shared for _own, shared in kernels),
        "servers": sum(own_memory(pid)[1] for pid in of_servers),
        "database": sum(own_memory(pid)[1] for pid in club.database.pids()),
        "a kernel's own": max(own for own, _shared in kernels),
    }


def connections(database: Postgres) -> tuple[int, int]:
    """How many the database has, and how many it has had."""
    now = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    ever = "SELECT sessions FROM pg_stat_database WHERE datname = current_database()"
    return tuple(int(str(database.ask(each)[0][0])) for each in (now, ever))  # type: ignore[return-value]


async def watch(database: Postgres, until: float) -> list[tuple[int, int]]:
    """The database's connections while they play."""
    found = []
    while time.perf_counter() < until:
        found.append(await asyncio.to_thread(connections, database))
        await asyncio.sleep(SAMPLE_SECONDS)
    return found


async def evening(servers: list[Server], database: Postgres, tables: dict[int, str], minutes: float) -> dict[str, Any]:
    """All come, play, and go; what is told of it."""
    came = time.perf_counter()
    club = Club(database, servers, await open_pages(servers, tables))
    everybody = [player for table in club.players.values() for player in table]
    opened = time.perf_counter() - came
    hearing = [asyncio.ensure_future(player.hear()) for player in everybody]
    until = time.perf_counter() + 60 * minutes
    before, start = processor(database, servers), time.perf_counter()
    pinging = asyncio.gather(*(player.ping(until + SETTLE_SECONDS) for player in everybody))
    playing = asyncio.gather(*(player.play(until) for player in everybody))
    lines = await watch(database, until)
    await playing
    spent = processor(database, servers) - before
    seconds = time.perf_counter() - start
    await pinging
    told = {
        "opened": opened,
        "cores": {what: taken / seconds for what, taken in spent.items()},
        "memory": memory(club),
        "connections": max(now for now, _ever in lines),
        "connected a second": (lines[-1][1] - lines[0][1]) / max(1.0, (len(lines) - 1) * SAMPLE_SECONDS),
    }
    for player in everybody:
        player.device.leave()
    await asyncio.gather(*hearing)
    return {**told, "players": club.players}


def waits(store: Store, table_id: int, players: list[Player]) -> tuple[list[float], Counter[str]]:
    """Seconds from each tap to the last device of its table that sees it; and what went wrong."""
    found, wrong = [], Counter[str]()
    wrong["refused"] = sum(len(player.said) for player in players)
    taps = [tap for player in players for tap in player.taps]
    made = {tap.key: store.find_key(table_id, tap.key) for tap in taps}
    entries = [parse_entry(line, 0) for line in store.lines(table_id)]
    last = entries[-1].n
    wrong["lost"] = sum(line is None for line in made.values())
    wrong["doubled"] = sum(entry.action == "pay" for entry in entries) - sum(line is not None for line in made.values())
    wrong["behind at the end"] = sum(player.seen[-1][1] != last for player in players)
    for tap in taps:
        line = made[tap.key]
        if line is not None:
            n = parse_entry(line, 0).n
            at = [next((at for at, seen in player.seen if seen >= n), None) for player in players]
            wrong["not seen"] += None in at
            found += [] if None in at else [max(each for each in at if each is not None) - tap.at]
    return found, wrong


def night(count: int, minutes: float) -> None:
    """So many tables, and what is told of them."""
    with ExitStack() as stack:
        database = stack.enter_context(Postgres("fsync=on"))
        address = database.store()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = [stack.enter_context(Server(folder / name, "--store", address)) for name in ("one", "two")]
        store = open_store(address)
        header = new_table("own", players=PLAYERS, box="property").header.line()
        ids = [store.create(header) for _ in range(count)]
        told = asyncio.run(evening(servers, database, {each: store.table(each).code for each in ids}, minutes))
        seconds, wrong, players = [], Counter[str](), told["players"]
        for table_id in ids:
            found, trouble = waits(store, table_id, players[table_id])
            seconds += found
            wrong += trouble
        store.close()
    everybody = [player for table in players.values() for player in table]
    report(count, seconds, wrong, told)
    pings = statistics.quantiles([each for player in everybody for each in player.waits], n=100)
    print(f"  a ping: p50 {1000 * pings[49]:.0f}, p95 {1000 * pings[94]:.0f} ms")
    for sentence, times in Counter(said for player in everybody for said in player.said).most_common(5):
        print(f"  said {times} times: {sentence}")


def report(count: int, seconds: list[float], wrong: Counter[str], told: dict[str, Any]) -> None:
    cuts = statistics.quantiles(seconds, n=100)
    print(f"{count} tables, {count * len(PLAYERS)} devices, opened in {told['opened']:.0f} s; {len(seconds)} taps")
    print(f"  tap to the last who sees it: p50 {1000 * cuts[49]:.0f}, p95 {1000 * cuts[94]:.0f}", end="")
    print(f", worst {1000 * max(seconds):.0f} ms")
    print("  " + (", ".join(f"{times} {what}" for what, times in (+wrong).items()) or "nothing lost, nothing doubled"))
    print("  cores: " + ", ".join(f"{what} {taken:.2f}" for what, taken in told["cores"].items()))
    print("  MB: " + ", ".join(f"{what} {taken:.0f}" for what, taken in told["memory"].items()))
    print(f"  the database's connections: {told['connections']} at most, {told['connected a second']:.1f} new a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 20, 40])
    parser.add_argument("--minutes", type=float, default=5.0)
    given = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    for count in given.tables:
        night(count, given.minutes)


if __name__ == "__main__":
    main()
