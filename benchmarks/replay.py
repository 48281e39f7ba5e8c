"""How fast a long log is read back: entries a second, and memory for each entry.

    python benchmarks/replay.py [--entries 5000]

The log is a real game of random moves, with notes and repeated corrections among them.
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


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--entries", type=int, default=5000)
    entries = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as folder:
        save = Path(folder, "long.jsonl")
        table = long_log(entries)
        table.save(save)
        best = 0.0
        for _ in range(5):
            start = time.perf_counter()
            loaded = companion.load(save)
            best = max(best, entries / (time.perf_counter() - start))
        assert loaded.state == table.state
        print(f"{entries} entries: {best:,.0f} entries a second")
        for size in (entries // 4, entries // 2, entries):
            part = Path(folder, "part.jsonl")
            part.write_text("".join(save.read_text().splitlines(keepends=True)[: size + 1]))
            tracemalloc.start()
            kept = companion.load(part)
            memory = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
            print(f"{kept.revision} entries: {memory / kept.revision:,.0f} bytes an entry")


if __name__ == "__main__":
    main()
