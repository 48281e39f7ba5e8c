"""How fast a long log is read back: entries a second, and memory for each entry.

    python benchmarks/replay.py [--entries 5000]

The log is a real game of random moves, with notes and repeated corrections among them; then two boxes of a game of
one's own (20,000 and 10,000 entries a second are asked of them), and how much slower a tap is on a long table.
"""

import argparse
import random
import tempfile
import time
import tracemalloc
from pathlib import Path

import companion


def long_log(entries: int) -> companion.Table:
    """A game of Good Brokers that corrections keep alive until it has ``entries`` entries."""
    rng = random.Random(1)
    table = companion.new_table("good-brokers", players=["Anna", "Bruno", "Carla", "Dora", "Emil"])
    while table.revision < entries:
        seat = table.snapshot()["active"]
        if seat is None:
            table.correct({"/phase": "trade", "/round": 1, "/turn": 1}, reason="one more game")
        elif rng.random() < 0.1:
            table.do("note", text="What a night.")
        elif rng.random() < 0.2:
            table.correct({f"/players/{rng.randrange(5)}/cash": rng.randrange(1000)}, reason="counted again")
        elif moves := table.legal(seat):
            table.do(**rng.choice(moves))
        else:
            table.correct({"/cards_played": []}, reason="the cards were mixed again")
    return table


def own_log(box: str, entries: int) -> companion.Table:
    """A game of one's own by chance that is not ended."""
    rng = random.Random(1)
    table = companion.new_table("own", players=["Anna", "Bruno", "Carla", "Dora", "Emil"], box=box)
    while table.revision < entries:
        moves = [move for move in table.legal() if move["action"] != "finish"]
        kind = rng.choice(sorted({move["action"] for move in moves}))
        table.do(**rng.choice([move for move in moves if move["action"] == kind]))
    return table


def speed(save: Path, entries: int) -> float:
    """Entries a second, as this process counts its time: the best of five."""
    best = 0.0
    for _ in range(5):
        start = time.process_time()
        companion.load(save)
        best = max(best, entries / (time.process_time() - start))
    return best


def tap(tables: tuple[companion.Table, ...]) -> list[float]:
    """The seconds that a payment takes on each table: the best of five hundred, by turns."""
    best = [1.0] * len(tables)
    for _ in range(500):
        for place, table in enumerate(tables):
            twin = table.fork()
            start = time.process_time()
            twin.do("pay", player="Anna", amount=1, **{"from": "bank", "to": "player:Anna:cash"})
            best[place] = min(best[place], time.process_time() - start)
    return best


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=5000)
    entries = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder, "long.jsonl")
        table = long_log(entries)
        table.save(save)
        assert companion.load(save).state == table.state
        print(f"{entries} entries: {speed(save, entries):,.0f} entries a second")
        for size in (entries // 4, entries // 2, entries):
            part = Path(folder, "part.jsonl")
            part.write_text("".join(save.read_text().splitlines(keepends=True)[: size + 1]))
            tracemalloc.start()
            kept = companion.load(part)
            memory = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
            print(f"{kept.revision} entries: {memory / kept.revision:,.0f} bytes an entry")
        for box in ("default", "railways"):
            own = own_log(box, 1000)
            own.save(save)
            new = companion.new_table("own", players=own.players, box=box)
            long, first = tap((own, new))
            print(f"own, {box}: {speed(save, 1000):,.0f} entries a second; tap after 1000 / first: {long / first:.2f}")


if __name__ == "__main__":
    main()
